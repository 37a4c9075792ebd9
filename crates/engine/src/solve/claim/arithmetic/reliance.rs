//! The assumptions that a contradiction relies on. A case distinction of whose assumptions a contradiction uses none is
//! left out, together with its other cases (backjumping; R. Stallman and G. Sussman, "Forward Reasoning and
//! Dependency-Directed Backtracking", 1977).

use super::super::proof_state::ProofState;
use super::system::{Reason, System};
use crate::proof::sequent::{Inference, Rule, Sequent};
use calipers_integers::{Premise, Refutation};
use std::collections::BTreeSet;

/// The positions of the assumptions that a contradiction uses; `None` if it may use all of them.
pub(super) type Used = Option<BTreeSet<usize>>;

/// A contradiction among assumptions.
pub(super) struct Contradiction {
    pub(super) used: Used,
    /// Without an inference, the assumptions that it uses have to be searched again.
    pub(super) inference: Option<Inference>,
}

/// The position that each assumption of the current sequent has in the original one; `None` once a rule has combined
/// assumptions.
pub(super) struct Origins(Option<Vec<usize>>);

impl Origins {
    pub(super) fn of(sequent: &Sequent) -> Origins {
        Origins(Some((0..sequent.assumptions.len()).collect()))
    }

    /// A rule has combined assumptions.
    pub(super) fn forget(&mut self) {
        self.0 = None;
    }

    /// The assumption at a position has been replaced by that many parts of it.
    pub(super) fn replaced_by_parts(&mut self, position: usize, parts: usize) {
        if let Some(origins) = &mut self.0 {
            let origin = origins[position];
            origins.splice(position..=position, vec![origin; parts]);
        }
    }

    /// The original positions of assumptions. Assumptions beyond the current ones have none.
    pub(super) fn original(&self, positions: impl IntoIterator<Item = usize>) -> Used {
        let origins = self.0.as_ref()?;
        let known = positions.into_iter().filter_map(|it| origins.get(it));
        Some(known.copied().collect())
    }
}

/// The positions of the assumptions whose rows a refutation uses.
pub(super) fn used_rows(refutation: &Refutation, system: &System, found: &mut BTreeSet<usize>) {
    match refutation {
        Refutation::Sum(premises) => {
            for (premise, _) in premises {
                if let Premise::Row(row) = premise
                    && let Reason::Assumption(position) = system.rows[*row].reason
                {
                    found.insert(position);
                }
            }
        }
        Refutation::Branch { below, above, .. } => {
            used_rows(below, system, found);
            used_rows(above, system, found);
        }
    }
}

/// Whether a contradiction in a case uses only what holds without the case as well.
pub(super) fn holds_without(used: &BTreeSet<usize>, case: &Sequent, whole: &Sequent) -> bool {
    case.ranges == whole.ranges
        && used
            .iter()
            .all(|&it| whole.assumptions.get(it) == case.assumptions.get(it))
}

/// The sequent with only the assumptions that a contradiction uses; `None` if these are all.
pub(super) fn restricted(sequent: &Sequent, used: &BTreeSet<usize>) -> Option<ProofState> {
    if used.len() == sequent.assumptions.len() {
        return None;
    }
    let mut state = ProofState::new(sequent.clone());
    for position in (0..sequent.assumptions.len()).rev() {
        if !used.contains(&position) {
            state.go(Rule::Drop(position));
        }
    }
    Some(state)
}
