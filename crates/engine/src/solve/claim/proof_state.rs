//! The state of a sequent's proof.

use crate::proof::sequent::{Inference, Rule, Sequent};

/// The current sequent, and the steps that reduced the original one to it.
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

    /// Applies a rule and continues with its last premise, if `show` proves the others. Otherwise returns `false` and
    /// changes nothing.
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

    /// Applies a rule with a single premise.
    pub(super) fn go(&mut self, rule: Rule) -> bool {
        self.step(rule, |_| None)
    }

    /// The inference of the original sequent, given that of the current one.
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
