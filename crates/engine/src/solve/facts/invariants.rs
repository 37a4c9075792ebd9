//! The facts of invariants, which can be retracted, set aside, or restricted to those that were found before some other.

use super::FactBase;
use hashbrown::HashMap;

/// The facts of invariants.
#[derive(Default, Debug)]
pub(super) struct FactsOfInvariants {
    /// By the number of the invariant.
    facts: HashMap<u32, Vec<u32>>,
    /// The facts whose derivation may use invariants.
    pub(super) derived: Vec<u32>,
    /// How many invariants are in force; all of them if `None`.
    counted: Option<u32>,
}

impl FactsOfInvariants {
    pub(super) fn push(&mut self, invariant: u32, fact: u32) {
        self.facts.entry(invariant).or_default().push(fact);
    }
}

impl FactBase {
    /// Retracts the facts of an invariant. Returns the first of them, if there is one.
    pub(in crate::solve) fn retire_invariant(&mut self, invariant: u32) -> Option<u32> {
        let retired = self.invariants.facts.remove(&invariant)?;
        for &number in &retired {
            self.facts[number as usize].retired = true;
        }
        self.refuted.retain(|number| !retired.contains(number));
        retired.first().copied()
    }

    /// Whether a fact was retracted, or belongs to an invariant that is not in force.
    pub(in crate::solve) fn is_retired(&self, number: u32) -> bool {
        let fact = self.get(number);
        let is_left_out = match self.invariants.counted {
            Some(count) => fact.by_invariants > Some(count),
            None => fact.implied,
        };
        fact.retired || is_left_out
    }

    /// Retracts the facts whose derivation may use more than the first `count` invariants, or all of those derived if it
    /// is `None`, and returns them.
    pub(in crate::solve) fn retire_derived(&mut self, count: Option<u32>) -> Vec<u32> {
        let facts = &mut self.facts;
        let is_kept = |number: &u32| facts[*number as usize].by_invariants <= count;
        let (kept, retired): (Vec<u32>, Vec<u32>) =
            self.invariants.derived.iter().partition(|it| is_kept(it));
        self.invariants.derived = kept;
        for &number in &retired {
            facts[number as usize].retired = true;
        }
        self.refuted.retain(|number| !retired.contains(number));
        retired
    }

    /// The facts of an invariant.
    pub(in crate::solve) fn of_invariant(&self, invariant: u32) -> &[u32] {
        let facts = self.invariants.facts.get(&invariant);
        facts.map_or(&[], Vec::as_slice)
    }

    /// Keeps an invariant that others imply from questions. It counts where the number of invariants is restricted.
    pub(in crate::solve) fn set_aside(&mut self, invariant: u32) {
        for &number in self.invariants.facts.get(&invariant).into_iter().flatten() {
            self.facts[number as usize].implied = true;
        }
    }

    /// Whether an invariant states a fact.
    pub(in crate::solve) fn has_invariants(&self) -> bool {
        !self.invariants.facts.is_empty()
    }

    /// Restricts the invariants to the first `count` (all if `None`), and returns the previous limit.
    pub(in crate::solve) fn count_invariants(&mut self, count: Option<u32>) -> Option<u32> {
        std::mem::replace(&mut self.invariants.counted, count)
    }

    /// Whether only some of the invariants are in force.
    pub(in crate::solve) fn counts_some(&self) -> bool {
        self.invariants.counted.is_some()
    }
}
