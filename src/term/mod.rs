//! Terms, and the store that keeps them canonical.

mod allowance;
mod choice;
pub mod condition;
mod expr;
mod id;
mod lower;
mod node;
mod operator;
mod store;
pub(crate) mod wrap;

pub(crate) use choice::{looked_at, selected_range};
pub use expr::{Expr, Leaf};
pub use id::Id;
pub use node::{Node, node_range, truth};
pub use operator::Operator;
pub use store::{Compared, Form, Nodes, Reason, Rewriter, Store, Union};
