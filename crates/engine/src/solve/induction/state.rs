//! The invariants that were found, and the ops whose invariants are still to be searched.

use crate::program::{Column, OpId};
use crate::proof;
use crate::term::Expr;
use hashbrown::{HashMap, HashSet};
use std::sync::Arc;

/// A condition at the start of each iteration of a loop, or on the results of a join.
#[derive(Debug)]
pub(in crate::solve) struct Invariant {
    pub(in crate::solve) op: OpId,
    pub(in crate::solve) condition: Expr<Column>,
    /// The number of the system of invariants that were proved together.
    pub(in crate::solve) system: u32,
    /// Whether it has not been removed.
    pub(in crate::solve) is_live: bool,
    /// The proofs of its premises.
    pub(in crate::solve) proofs: Option<Vec<proof::Proof>>,
}

/// All invariants, and the ops whose invariants are still to be searched.
#[derive(Default, Debug)]
pub(in crate::solve) struct Invariants {
    /// Loops with carried columns without a closed form, and joins with facts in their regions.
    pub(super) waiting: Vec<OpId>,
    pub(super) noted: HashSet<OpId>,
    /// For each op around noted ones: how deeply these are nested in it.
    pub(super) heights: HashMap<OpId, usize>,
    pub(in crate::solve) all: Vec<Invariant>,
    pub(super) systems: u32,
    pub(super) is_searching: bool,
    /// The system that is being explained.
    pub(in crate::solve) explained: Option<u32>,
    /// Memoized explanations, by the invariant that they were built for.
    pub(in crate::solve) shown: Vec<(usize, Arc<proof::Invariants>)>,
}

impl Invariants {
    /// How many systems have been searched.
    pub(in crate::solve) fn systems(&self) -> u32 {
        self.systems
    }

    /// The number of invariants up to and including a system.
    pub(in crate::solve) fn up_to(&self, system: u32) -> u32 {
        self.all.partition_point(|it| it.system <= system) as u32
    }
}
