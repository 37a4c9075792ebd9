//! Claims about the values of a program, as instances of sequents.

use super::check::{Checked, Checker, check_with, require};
use super::object::{Claim, Proof, Term};
use super::rejection::Reason;
use super::sequent::{Deduction, Replay};
use calipers_program::term::condition::is_truth;

/// A proof of a claim at a point from a sequent, which holds for all integers: the values satisfy the premises of the
/// sequent, and its goal for these values implies the claim.
#[derive(Clone, PartialEq, Debug)]
pub struct Instance {
    /// The sequent with its proof.
    pub deduction: Deduction,
    /// The terms substituted for the variables, by the number of their symbol.
    pub values: Vec<(u32, Term)>,
    /// For each range and assumption of the sequent, a proof without cases that the values satisfy it at the point.
    pub premises: Vec<Proof>,
    /// The number of the assumption under which the conclusion uses the instantiated goal; no assumption in force has
    /// it.
    pub hypothesis: u32,
    /// A proof without cases of the claim from the goal.
    pub conclusion: Proof,
}

impl Checker<'_> {
    /// Checks that an instance proves the claim of the proof.
    pub(super) fn is_instance(
        &self,
        proof: &Proof,
        instance: &Instance,
        path: &mut Vec<usize>,
    ) -> Checked {
        let (sequent, values) = (&instance.deduction.sequent, &instance.values);
        let conditions = sequent.instantiated(values)?;
        require(
            conditions.len() == instance.premises.len(),
            Reason::DoesNotFit,
        )?;
        let plain = |own: &Proof| {
            let is_plain = own.argument.is_plain();
            require(is_plain && own.point == proof.point, Reason::DoesNotFit)
        };
        let nested = |own: &Proof, setting| {
            plain(own)?;
            check_with(own, self.program, self.rules, setting, self.lemmas.clone())
                .map_err(|rejection| Reason::Premise(Box::new(rejection)))
        };
        for (n, (premise, condition)) in instance.premises.iter().zip(&conditions).enumerate() {
            path.push(n);
            let is_it = matches!(&premise.claim, Claim::Holds(claimed) if claimed == condition);
            require(is_it, Reason::OtherGoal)?;
            nested(premise, self.setting)?;
            path.pop();
        }
        path.push(conditions.len());
        let mut setting = self.setting.clone();
        let is_taken = |(number, _): &(u32, Term)| *number == instance.hypothesis;
        require(
            !setting.assumptions.iter().any(is_taken),
            Reason::NotFresh(instance.hypothesis),
        )?;
        let goal = sequent.instance(&sequent.goal, values)?;
        require(is_truth(&goal), Reason::DoesNotFit)?;
        setting.assumptions.push((instance.hypothesis, goal));
        require(instance.conclusion.claim == proof.claim, Reason::OtherGoal)?;
        nested(&instance.conclusion, &setting)?;
        path.pop();
        path.push(conditions.len() + 1);
        let mut replay = Replay::new(self.rules, self.setting.integers);
        let result = replay.follows(&instance.deduction.inference, sequent);
        path.extend(replay.path);
        result?;
        path.pop();
        Ok(())
    }
}
