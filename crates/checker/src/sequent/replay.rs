//! The checker of inferences: applies the rules again, from the conclusion to the leaves.

use super::{Deduction, Inference, MAX_SEQUENT, Rule, Sequent};
use crate::check::check_with;
use crate::object::{Claim, Integers, Lemmas, Proof, Setting};
use crate::rejection::{Checked, Reason, require};
use calipers_program::NoProgram;
use calipers_program::term::condition::{is_condition, is_truth, negated, size};
use calipers_program::term::{Expr, Operator};
use calipers_semantics::RuleSet;

/// The budget for the enumeration of points in a whole proof.
const MAX_WORK: usize = 5_000_000;
/// The maximum total number of operators, integers and variables in the sequents of a proof.
const MAX_SIZE: usize = 20_000_000;

/// An inference that is being replayed.
pub(crate) struct Replay<'r> {
    rules: &'r dyn RuleSet,
    integers: Integers,
    /// The remaining budget for the enumeration of points.
    work: usize,
    /// The remaining total size of sequents.
    size: usize,
    /// The path of premise positions to the current step.
    pub(crate) path: Vec<usize>,
}

impl<'r> Replay<'r> {
    pub(crate) fn new(rules: &'r dyn RuleSet, integers: Integers) -> Replay<'r> {
        Replay {
            rules,
            integers,
            work: MAX_WORK,
            size: MAX_SIZE,
            path: vec![],
        }
    }

    /// Checks that the inference proves the sequent. On failure, the path points at the faulty step.
    pub(crate) fn follows(&mut self, inference: &Inference, sequent: &Sequent) -> Checked {
        let size = self.size.checked_sub(sequent.size());
        self.size = size.ok_or(Reason::TooLarge)?;
        let left = inference.rule.apply(sequent)?;
        match &inference.rule {
            Rule::Proof(proof) => self.is_proof(proof, sequent)?,
            Rule::Points => match sequent.holds_at_all_points(&mut self.work) {
                Some(true) => {}
                Some(false) => return Err(Reason::FailsAtPoint),
                None => return Err(Reason::TooLarge),
            },
            _ => {}
        }
        require(left.len() == inference.premises.len(), Reason::DoesNotFit)?;
        for (n, (premise, sequent)) in inference.premises.iter().zip(&left).enumerate() {
            self.path.push(n);
            self.follows(premise, sequent)?;
            self.path.pop();
        }
        Ok(())
    }

    /// Checks that a proof without cases proves a sequent.
    fn is_proof(&self, proof: &Proof, sequent: &Sequent) -> Checked {
        let fits = match (&proof.claim, &sequent.goal) {
            (Claim::Holds(condition), goal) => condition == goal,
            (Claim::Unreachable, _) => true,
            (Claim::AtMost(a, b), goal) | (Claim::AtLeast(b, a), goal) => {
                goal.as_binary() == Some((Operator::Le, a, b))
            }
            (Claim::Equal(a, b), goal) => goal.as_binary() == Some((Operator::Eq, a, b)),
            _ => false,
        };
        require(fits, Reason::OtherGoal)?;
        let is_alone = proof.argument.is_plain() && proof.point.is_none();
        require(is_alone, Reason::DoesNotFit)?;
        let setting = sequent.setting(self.integers);
        check_with(proof, &NoProgram, self.rules, &setting, Lemmas::default())
            .map_err(|rejection| Reason::Premise(Box::new(rejection)))
    }
}

impl Sequent {
    /// The number of operators, integers and variables, up to the maximum.
    fn size(&self) -> usize {
        let terms = self.terms().map(|term| size(term, MAX_SEQUENT));
        1 + self.ranges.len() + terms.sum::<usize>()
    }

    /// The setting with the ranges and the assumptions of the sequent; only assumptions that are 0 or 1 are included,
    /// numbered by their position.
    pub fn setting(&self, integers: Integers) -> Setting {
        let assumptions = (0..).zip(&self.assumptions);
        Setting {
            integers,
            symbols: self.ranges.clone(),
            assumptions: assumptions
                .filter(|(_, term)| is_truth(term))
                .map(|(n, term)| (n, term.clone()))
                .collect(),
        }
    }
}

impl Deduction {
    /// Checks that the sequent states the claim, under the ranges and assumptions of a setting.
    pub(crate) fn is_about(&self, claim: &Claim, setting: &Setting) -> Checked {
        let goal = match claim {
            Claim::Holds(condition) => condition.clone(),
            Claim::Fails(condition) if is_condition(condition) => negated(condition),
            Claim::Unreachable => Expr::integer(0),
            _ => return Err(Reason::DoesNotFit),
        };
        let sequent = &self.sequent;
        require(sequent.goal == goal, Reason::OtherGoal)?;
        for (number, range) in &sequent.ranges {
            let stated = setting.symbols.get(number);
            let holds = range.is_full() || stated.is_some_and(|known| range.contains_range(known));
            require(holds, Reason::RangeNotShown)?;
        }
        for assumption in &sequent.assumptions {
            let mut in_force = setting.assumptions.iter();
            let is_assumed = in_force.any(|(_, term)| term == assumption);
            require(is_assumed && is_truth(assumption), Reason::NotAssumed)?;
        }
        Ok(())
    }
}
