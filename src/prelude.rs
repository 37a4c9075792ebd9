//! What most users of the library name: `use calipers::prelude::*`.

pub use crate::analysis::{Analysis, BoundKind, Comparison, Unknown, Variable, Verdict};
#[cfg(feature = "mlir")]
pub use crate::ir::{Module, ParseOptions};
pub use crate::number::Int;
pub use crate::program::{Column, OpId, Point, Program, ValueId};
pub use crate::rules::Rules;
pub use crate::term::{Expr, Operator};
