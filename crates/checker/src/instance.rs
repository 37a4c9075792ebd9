//! Claims about the values of a program, as instances of sequents.

use super::check::{Checker, check_with};
use super::object::{Claim, Instance, Proof, Term};
use super::rejection::{Checked, Reason, require};
use super::sequent::replay::Replay;
use calipers_program::term::condition::is_truth;

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
