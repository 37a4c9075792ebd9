//! Invariants: conditions that hold at the start of each iteration of a loop, or of the results of a join.
//!
//! A set of invariants is proved by simultaneous induction over the run. Each one is proved on the incoming paths of
//! the values that it constrains: before the first iteration of its loop and at the end of each iteration, or at the
//! end of each region of its join. These proofs may assume all invariants of the set at the points where they are
//! visible. The induction is well-founded: control reaches a point in a loop only after the iteration began, and a
//! point after a join only after a region ended, so an invariant assumed at a point concerns an earlier time than the
//! one proved there.

use super::check::{Checker, check_with};
use super::definition::Derived;
use super::object::{Claim, Invariant, Invariants, Lemmas, Term};
use super::rejection::{Checked, Reason, require};
use calipers_program::{Column, OpId, Point};
use calipers_semantics::Merge;
use std::sync::Arc;

impl Checker<'_> {
    /// Checks that a fact is an instance of a proved invariant, and returns the point from which it holds.
    pub(super) fn stated_by_invariant(
        &mut self,
        condition: &Term,
        from: Option<Point>,
        invariants: &Arc<Invariants>,
        number: usize,
    ) -> Checked<Option<Point>> {
        let invariant = invariants.all.get(number).ok_or(Reason::NoSuchInvariant)?;
        let mut shown = self.lemmas.shown.iter();
        if !shown.any(|it| Arc::ptr_eq(it, invariants)) {
            self.are_shown(invariants)?;
            self.lemmas.shown.push(invariants.clone());
        }
        self.is_instance_of(condition, from, invariant.op, &invariant.condition)
    }

    /// The same for an induction hypothesis.
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

    /// Checks that a condition is that of an invariant at the point from which the fact holds.
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

    /// Checks the proofs of invariants.
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
                let lemmas = lemmas.clone();
                check_with(proof, self.program, self.rules, self.setting, lemmas)
                    .map_err(|rejection| Reason::Premise(Box::new(rejection)))?;
            }
        }
        Ok(())
    }

    /// The loop or the join of an invariant, if it admits the condition.
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
