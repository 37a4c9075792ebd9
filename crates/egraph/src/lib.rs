//! An e-graph of arithmetic terms, canonical modulo linear arithmetic.
//!
//! An [`Id`] denotes a class of equal terms. E-nodes are hash-consed, congruence is closed after every union, and
//! linear arithmetic is a built-in theory: affine terms are represented by [`Form`]s over atoms, as in Shostak's
//! method (R. E. Shostak, "Deciding combinations of theories", 1984). The e-class analysis is a range: an interval
//! and a congruence.

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
pub use choice::{looked_at, selected_range, selection};
pub use egraph::{Compared, EGraph, Form, Nodes, Reason, Rewriter, Union};
pub use enode::{ENode, node_range};
pub use id::Id;
pub use matching::{build, holds};
