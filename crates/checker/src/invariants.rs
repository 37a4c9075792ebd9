//! Invariants of loops: what holds at the start of each iteration.
//!
//! They are shown together, by induction over the run: each holds before the first iteration of its
//! loop, and at the end of an iteration for the next, where all of them may be used as far as they
//! have been shown by then. A run comes to a point of a loop only after the iteration began, so what
//! is assumed at a point is of an earlier time than what is shown there.

use super::check::{Checked, Checker, check_with, require};
use super::definition::Derived;
use super::object::{Claim, Proof, Term};
use super::rejection::Reason;
use crate::program::{Column, OpId, Point};
use crate::rules::CarriedLoop;
use std::sync::Arc;

/// A condition on what a loop carries, and why it holds at the start of each iteration.
#[derive(Clone, PartialEq, Debug)]
pub struct Invariant {
    /// The loop.
    pub op: OpId,
    /// The condition: about arguments of the body, trips so far, and what is known before the loop.
    pub condition: Term,
    /// A proof of it before the loop, about the initial values and no trips.
    pub base: Proof,
    /// A proof of it at the end of an iteration, about what is passed on, and one trip more.
    pub step: Proof,
}

/// Invariants that are shown together. In their proofs they are hypotheses, by their positions.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Invariants {
    /// All of them.
    pub all: Vec<Invariant>,
}

/// What may be used of invariants without looking at their proofs.
#[derive(Clone, Default, Debug)]
pub struct Lemmas {
    /// Those that are being shown, by number.
    pub hypotheses: Vec<(usize, OpId, Term)>,
    /// Those that have been shown.
    pub shown: Vec<Arc<Invariants>>,
}

impl Checker<'_> {
    /// Where it begins to hold that an invariant is as a fact says, and that it is one.
    pub(super) fn stated_by_invariant(
        &mut self,
        condition: &Term,
        from: Option<Point>,
        invariants: &Arc<Invariants>,
        number: usize,
    ) -> Checked<Option<Point>> {
        let invariant = invariants.all.get(number).ok_or(Reason::NoSuchInvariant)?;
        if !self
            .lemmas
            .shown
            .iter()
            .any(|it| Arc::ptr_eq(it, invariants))
        {
            self.are_shown(invariants)?;
            self.lemmas.shown.push(invariants.clone());
        }
        self.is_instance_of(condition, from, invariant.op, &invariant.condition)
    }

    /// The same of one that is being shown.
    pub(super) fn stated_by_hypothesis(
        &mut self,
        condition: &Term,
        from: Option<Point>,
        number: usize,
    ) -> Checked<Option<Point>> {
        let known = self.lemmas.hypotheses.iter().find(|it| it.0 == number);
        let (_, op, invariant) = known.cloned().ok_or(Reason::NoSuchInvariant)?;
        self.is_instance_of(condition, from, op, &invariant)
    }

    /// Whether a condition is that of an invariant at the point from which it is to hold.
    fn is_instance_of(
        &mut self,
        condition: &Term,
        from: Option<Point>,
        op: OpId,
        invariant: &Term,
    ) -> Checked<Option<Point>> {
        let (rules, program) = (self.rules, self.program);
        let the_loop = rules.carried_loop(program, &self.dominance, op);
        let the_loop = the_loop.ok_or(Reason::NotCarried)?;
        if from.is_some_and(|from| the_loop.starts.contains(&from)) {
            require(condition == invariant, Reason::RuleSaysOtherwise)?;
            return Ok(from);
        }
        let fits = from.is_some() && from == the_loop.after;
        require(fits, Reason::WrongPoint)?;
        let after = the_loop.after(invariant, rules, program, &mut Derived(self));
        let after = after.map_err(|_| Reason::RuleDoesNotApply)?;
        require(*condition == after, Reason::RuleSaysOtherwise)?;
        Ok(from)
    }

    /// Whether invariants hold, by their proofs.
    fn are_shown(&self, invariants: &Invariants) -> Checked {
        let hypotheses = (0..).zip(&invariants.all);
        let lemmas = Lemmas {
            hypotheses: hypotheses
                .map(|(n, it)| (n, it.op, it.condition.clone()))
                .collect(),
            shown: self.lemmas.shown.clone(),
        };
        for invariant in &invariants.all {
            let the_loop = self.loop_of(invariant)?;
            let parts = [
                (
                    &invariant.base,
                    the_loop.first(&invariant.condition),
                    the_loop.before,
                ),
                (
                    &invariant.step,
                    the_loop.next(&invariant.condition),
                    the_loop.end,
                ),
            ];
            for (proof, condition, point) in parts {
                let fits = match &proof.claim {
                    Claim::Holds(claimed) => *claimed == condition,
                    Claim::Unreachable => true,
                    _ => false,
                };
                require(fits && proof.point == Some(point), Reason::OtherGoal)?;
                check_with(
                    proof,
                    self.program,
                    self.rules,
                    self.setting,
                    lemmas.clone(),
                )
                .map_err(|rejection| Reason::Premise(Box::new(rejection)))?;
            }
        }
        Ok(())
    }

    /// The loop of an invariant, if it may be one of its.
    fn loop_of(&self, invariant: &Invariant) -> Checked<CarriedLoop> {
        let (rules, program) = (self.rules, self.program);
        let the_loop = rules.carried_loop(program, &self.dominance, invariant.op);
        let the_loop = the_loop.ok_or(Reason::NotCarried)?;
        for carried in &the_loop.carried {
            self.has_definitions(carried.argument)?;
        }
        let exists = |column: Column| self.exists_at(column, the_loop.before);
        let admitted = the_loop.admits(&invariant.condition, exists);
        require(admitted, Reason::RuleSaysOtherwise)?;
        Ok(the_loop)
    }
}
