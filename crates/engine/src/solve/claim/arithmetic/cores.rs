//! Sets of assumptions that contradict each other, as they were found in the cases of a search. A case that contains one
//! of them needs no search of its own (nogood learning; M. Ginsberg, "Dynamic Backtracking", 1993).

use super::Term;
use crate::proof::sequent::{Ranges, Sequent};
use hashbrown::DefaultHashBuilder;
use std::collections::BTreeSet;
use std::hash::BuildHasher;

/// Maximum number of sets, and of the assumptions in one of them.
const MAX_CORES: usize = 128;
const MAX_SIZE: usize = 12;

/// The sets that a search has found. They contradict each other for variables in the same ranges.
#[derive(Default)]
pub(super) struct Cores {
    hasher: DefaultHashBuilder,
    ranges: Ranges,
    /// Each assumption with its hash.
    all: Vec<Vec<(u64, Term)>>,
}

impl Cores {
    /// Records assumptions of a sequent that contradict each other.
    pub(super) fn add(&mut self, sequent: &Sequent, positions: &BTreeSet<usize>) {
        if positions.len() > MAX_SIZE || self.all.len() >= MAX_CORES {
            return;
        }
        if self.all.is_empty() {
            self.ranges = sequent.ranges.clone();
        }
        if self.ranges == sequent.ranges {
            let terms = positions.iter().map(|&it| &sequent.assumptions[it]);
            let core = terms.map(|term| (self.hasher.hash_one(term), term.clone()));
            self.all.push(core.collect());
        }
    }

    /// The positions of assumptions that are known to contradict each other.
    pub(super) fn within(&self, sequent: &Sequent) -> Option<BTreeSet<usize>> {
        if self.all.is_empty() || self.ranges != sequent.ranges {
            return None;
        }
        let assumptions = &sequent.assumptions;
        let hashes = assumptions.iter().map(|term| self.hasher.hash_one(term));
        let hashes: Vec<u64> = hashes.collect();
        let position = |(hash, term): &(u64, Term)| {
            let mut all = 0..assumptions.len();
            all.find(|&n| hashes[n] == *hash && assumptions[n] == *term)
        };
        let mut found = self.all.iter().rev();
        found.find_map(|core| core.iter().map(position).collect())
    }
}
