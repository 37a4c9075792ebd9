//! Terms over integers and columns: their syntax and their semantics.

pub mod condition;
mod expr;
mod operator;
mod pattern;
mod range;
pub mod wrap;

pub use expr::{Expr, Leaf};
pub use operator::Operator;
pub use pattern::{Guard, Pattern, Rewrite, Rewrites};
pub use range::truth;
