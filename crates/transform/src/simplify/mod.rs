//! What bounds decide: conditions, minima and maxima, masks.
//!
//! Everything here replaces a value by one that it is equal to wherever control reaches the op (or
//! the use) at which the question was asked, so it may rely on what holds at that point, and on
//! nothing else; no op is moved to where it was not executed.

pub mod decided;
pub mod min_max;

mod mask_uses;
pub mod masks;
pub mod shapes;
