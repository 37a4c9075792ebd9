//! The rule language: op schemas, definitions, facts, interfaces and arithmetic identities, read
//! from text.

#[cfg(feature = "mlir")]
pub use crate::lint as check;
#[cfg(feature = "mlir")]
pub use crate::syntax::syntaxes;
#[cfg(feature = "mlir")]
pub use crate::typed::{FieldValue, is_op};
pub use calipers_rules::*;
