//! The e-graph: terms that are known to be equal, kept canonical.
//!
//! A class of terms is an [`Id`]; its nodes are hash-consed, congruence is closed after every union, and linear
//! arithmetic is a theory: what is affine is a [`Form`] over atoms, as in Shostak's method (R. E. Shostak, "Deciding
//! combinations of theories", 1984). Each class has a range (an interval and a congruence), the analysis of the e-graph.

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
pub use choice::{looked_at, selected_range};
pub use id::Id;
pub use matching::{build, holds};
pub use node::{Node, node_range};
pub use store::{Compared, Form, Nodes, Reason, Rewriter, Store, Union};

use calipers_number as number;
use calipers_support::{growing, half};
