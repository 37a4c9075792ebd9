//! Asserts conditions that hold, and keeps retractable assumptions.

use super::Engine;
use crate::number::{Int, Range};
use crate::program::{Column, Point};
use crate::solve::assert::not_equal;
use crate::solve::disequalities::Apart;
use crate::solve::facts::{FactOrigin, Relation, Stated};
use crate::solve::implied::implied;
use crate::solve::induction::Search;
use crate::term::{Expr, Form, Id};
use std::sync::Arc;

impl Engine<'_> {
    /// Adds the linear facts that follow directly from a condition that holds, given its class.
    pub(in crate::solve) fn assert(
        &mut self,
        condition: Id,
        point: Option<Point>,
        given: Vec<Id>,
        origin: FactOrigin,
        stated: Arc<Stated>,
    ) {
        let relations = match self.known.egraph.as_constant(condition) {
            // All conditions that are always true share one class, so that the linear form comes from the stated
            // expression.
            Some(truth) if truth.is_one() => self
                .definitions
                .stated_relations(&mut self.known, &stated.condition),
            Some(_) => {
                let never = self
                    .known
                    .egraph
                    .form(condition)
                    .add_constant(&Int::NEG_ONE);
                never
                    .map(|form| (form, Relation::Zero))
                    .into_iter()
                    .collect()
            }
            None => implied(&self.known.egraph, condition, true),
        };
        for (form, relation) in relations {
            let equality = not_equal(&self.known.egraph, &form, relation);
            self.known
                .add_fact_given(form, relation, point, given.clone(), origin.clone(), || {
                    stated.clone()
                });
            // A retractable assumption must not lead to lasting facts.
            if let Some(equality) = equality.filter(|_| origin.lasts()) {
                self.disequalities.push(Apart {
                    equality,
                    point,
                    given: given.clone(),
                    origin: origin.clone(),
                    stated: stated.clone(),
                });
            }
        }
    }

    /// Assumes that a condition holds everywhere, until [`forget_assumptions`](Engine::forget_assumptions) retracts it.
    /// Invariants may need it, so that they are searched again.
    pub fn assume(&mut self, condition: &Expr<Column>) {
        self.suppose(condition);
        Search::new(self).search_again();
    }

    /// Assumes a condition while a closure runs. The known invariants stay in force.
    pub(in crate::solve) fn supposing<T>(
        &mut self,
        condition: &Expr<Column>,
        run: impl FnOnce(&mut Self) -> T,
    ) -> T {
        let (count, systems) = (self.scope.assumptions, self.invariants.systems());
        let is_paused = self.disequalities.pause(true);
        self.suppose(condition);
        let result = run(self);
        self.retract(count);
        self.disequalities.pause(is_paused);
        if self.invariants.systems() > systems {
            Search::new(self).search_again();
        }
        result
    }

    fn suppose(&mut self, condition: &Expr<Column>) {
        let class = self.class_of_term(condition);
        let origin = FactOrigin::Assumption(self.scope.assumptions);
        self.scope
            .assumed
            .push((self.scope.assumptions, condition.clone()));
        self.scope.assumptions += 1;
        let stated = Arc::new(Stated {
            condition: condition.clone(),
            given: vec![],
        });
        self.assert(class, None, vec![], origin, stated);
        if self
            .known
            .egraph
            .as_constant(class)
            .is_some_and(|value| value.is_zero())
        {
            // The assumption is contradictory.
            let origin = FactOrigin::Assumption(self.scope.assumptions - 1);
            if let Some(never) = Form::from_constant(-1) {
                self.known.add_fact(
                    never,
                    Relation::AtLeastZero,
                    None,
                    origin,
                    condition.clone(),
                );
            }
        }
    }

    /// The assumptions in force, with their numbers.
    pub fn assumed(&self) -> &[(u32, Expr<Column>)] {
        &self.scope.assumed
    }

    /// How many assumptions have been made so far.
    pub fn assumption_count(&self) -> u32 {
        self.scope.assumptions
    }

    /// The number of the last assumption in force.
    pub(crate) fn last_assumption(&self) -> Option<u32> {
        self.scope.assumed.last().map(|it| it.0)
    }

    /// The declared range of a symbol, which no program defines.
    pub(crate) fn declared(&self, symbol: u32) -> Option<&Range> {
        self.definitions.symbols.get(&symbol)
    }

    /// Retracts the assumptions made since [`assumption_count`](Engine::assumption_count) was `count`.
    pub fn forget_assumptions(&mut self, count: u32) {
        let before = self.scope.assumed.len();
        self.retract(count);
        if self.scope.assumed.len() < before {
            Search::new(self).search_again();
        }
    }

    fn retract(&mut self, count: u32) {
        self.known.facts.retire_assumptions(count);
        self.scope.assumed.retain(|(number, _)| *number < count);
        self.known.forget_ranges();
        self.bounds.models.forget(0);
    }
}
