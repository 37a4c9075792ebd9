//! The e-graph: terms that are known to be equal, kept canonical.
//!
//! A class of terms is an [`Id`]; its nodes are hash-consed, congruence is closed after every union, and linear
//! arithmetic is a theory: what is affine is a [`Form`] over atoms, as in Shostak's method (R. E. Shostak, "Deciding
//! combinations of theories", 1984). Each class has a range (an interval and a congruence), the analysis of the e-graph.

mod choice;
mod egraph;
mod enode;
mod fuel;
mod id;
mod lower;
mod matching;

pub use calipers_program::term::{
    Expr, Guard, Leaf, Operator, Pattern, Rewrite, Rewrites, condition, truth, wrap,
};
pub use choice::{looked_at, selected_range};
pub use egraph::{Compared, EGraph, Form, Nodes, Reason, Rewriter, Union};
pub use enode::{ENode, node_range};
pub use id::Id;
pub use matching::{build, holds};

use calipers_number as number;
use calipers_support::{growing, half};
