//! A sequent on the way to its proof.

use crate::proof::sequent::{Inference, Rule, Sequent};

/// A sequent, and the steps by which what was to be shown came to it.
pub(super) struct ProofState {
    pub(super) sequent: Sequent,
    steps: Vec<(Rule, Vec<Inference>)>,
}

impl ProofState {
    pub(super) fn new(sequent: Sequent) -> ProofState {
        ProofState {
            sequent,
            steps: vec![],
        }
    }

    /// Goes on to the last sequent that a rule leaves, if the rule applies and `show` shows the
    /// others; false, and nothing changed, if not.
    pub(super) fn step(
        &mut self,
        rule: Rule,
        show: impl FnMut(Sequent) -> Option<Inference>,
    ) -> bool {
        let Ok(mut left) = rule.apply(&self.sequent) else {
            return false;
        };
        let Some(main) = left.pop() else {
            return false;
        };
        let Some(premises) = left.into_iter().map(show).collect() else {
            return false;
        };
        self.sequent = main;
        self.steps.push((rule, premises));
        true
    }

    /// Goes on by a rule that leaves one sequent.
    pub(super) fn go(&mut self, rule: Rule) -> bool {
        self.step(rule, |_| None)
    }

    /// What was to be shown, where the sequent that it came to is shown so.
    pub(super) fn closed(self, last: Inference) -> Inference {
        let mut steps = self.steps;
        let mut inference = last;
        while let Some((rule, mut premises)) = steps.pop() {
            premises.push(inference);
            inference = Inference { rule, premises };
        }
        inference
    }
}
