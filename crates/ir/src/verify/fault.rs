//! The errors of the verifier.

/// An error message with the byte offset of its position.
pub(crate) type Fault = (u32, String);
