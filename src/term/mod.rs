//! Terms, and the store that keeps them canonical.

mod allowance;
mod choice;
mod id;
mod lower;
mod matching;
mod node;
mod store;

pub use calipers_program::term::{
    Expr, Guard, Leaf, Operator, Pattern, Rewrite, Rewrites, condition, truth, wrap,
};
pub(crate) use choice::{looked_at, selected_range};
pub use id::Id;
pub use matching::{build, holds};
pub use node::{Node, node_range};
pub use store::{Compared, Form, Nodes, Reason, Rewriter, Store, Union};
