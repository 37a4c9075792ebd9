//! Terms, and the store that keeps them canonical.

mod allowance;
pub mod condition;
mod expr;
mod lower;
mod node;
mod operator;
mod store;
pub(crate) mod wrap;

pub use expr::{Expr, Leaf};
pub use node::{Node, Universal, node_range, truth};
pub use operator::Operator;
pub use store::{Form, Reason, Rewriter, Store, Union};
