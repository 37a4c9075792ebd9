//! Invariants: what holds at the start of each iteration of a loop, and what holds of the results of a join
//! whichever region ran.
//!
//! They are shown together, by induction over the run: each holds where control comes to the values it is about
//! (before the first iteration of its loop, and at the end of an iteration for the next; at the end of each region of
//! its join), where all of them may be used as far as they have been shown by then. A run comes to a point of a loop
//! only after the iteration began, and to a point after a join only after a region ended, so what is assumed at a
//! point is of an earlier time than what is shown there.

use super::check::{Checked, Checker, check_with, require};
use super::definition::Derived;
use super::object::{Claim, Proof, Term};
use super::rejection::Reason;
use crate::program::{Column, OpId, Point};
use crate::rules::Merge;
use std::sync::Arc;

/// A condition on what a loop carries, or on the results of a join, and why it holds.
#[derive(Clone, PartialEq, Debug)]
pub struct Invariant {
    /// The loop or the join.
    pub op: OpId,
    /// The condition: about arguments of the body and trips so far, or about results; and about what exists before
    /// the op.
    pub condition: Term,
    /// Proofs of its premises ([`Merge::premises`]), in their order: of a loop one before it, about the initial values
    /// and no trips, and one at the end of an iteration, about what is passed on and one trip more; of a join one at
    /// the end of each region, about what it yields.
    pub premises: Vec<Proof>,
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
    /// Those that are being shown, in the order of their numbers.
    pub hypotheses: Arc<[(usize, OpId, Term)]>,
    /// Those that have been shown.
    pub shown: Vec<Arc<Invariants>>,
}

impl Lemmas {
    /// The one of that number among those that are being shown.
    pub fn hypothesis(&self, number: usize) -> Option<&(usize, OpId, Term)> {
        let at = self.hypotheses.binary_search_by_key(&number, |it| it.0);
        at.ok().map(|at| &self.hypotheses[at])
    }
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
        let known = self.lemmas.hypothesis(number).cloned();
        let (_, op, invariant) = known.ok_or(Reason::NoSuchInvariant)?;
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
        let merge = rules.merge(program, &self.dominance, op);
        let merge = merge.ok_or(Reason::NotCarried)?;
        if from.is_some_and(|from| merge.starts().contains(&from)) {
            require(condition == invariant, Reason::RuleSaysOtherwise)?;
            return Ok(from);
        }
        let Merge::Loop(the_loop) = merge else {
            return Err(Reason::WrongPoint);
        };
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
            let premises = self.merge_of(invariant)?.premises(&invariant.condition);
            let all_there = premises.len() == invariant.premises.len();
            require(all_there, Reason::OtherGoal)?;
            for (proof, (condition, point)) in invariant.premises.iter().zip(premises) {
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

    /// The loop or the join of an invariant, if it may be one of its.
    fn merge_of(&self, invariant: &Invariant) -> Checked<Merge> {
        let (rules, program) = (self.rules, self.program);
        let merge = rules.merge(program, &self.dominance, invariant.op);
        let merge = merge.ok_or(Reason::NotCarried)?;
        for value in merge.values() {
            self.has_definitions(value)?;
        }
        let exists = |column: Column, point: Point| self.exists_at(column, point);
        let admitted = merge.admits(&invariant.condition, exists);
        require(admitted, Reason::RuleSaysOtherwise)?;
        Ok(merge)
    }
}
