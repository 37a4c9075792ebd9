//! Queries about the terms and facts of the engine.

use super::Engine;
use crate::number::{Int, Range};
use crate::program::{Column, OpId, Point};
use crate::solve::columns::State;
use crate::solve::derivation::{Effort, Lower};
use crate::solve::facts::{FactOrigin, Stated};
use crate::term::{Expr, Form, Id, Leaf};
use calipers_support::order::Order;
use std::sync::Arc;

impl Engine<'_> {
    /// The range of a class under the facts visible at `point` (unscoped facts only if `None`).
    ///
    /// The first query costs the size of the term.
    pub fn range_at(&mut self, class: Id, point: Option<Point>) -> Range {
        self.known.range_at(class, point)
    }

    /// The range of a linear form at a point.
    pub fn form_range_at(&mut self, form: &Form, point: Option<Point>) -> Range {
        self.known.form_range_at(form, point)
    }

    /// The points that were found unreachable since the last call, in order of the queries.
    pub fn take_unreached(&mut self) -> Vec<Point> {
        std::mem::take(&mut self.known.unreachable.points)
    }

    /// The best lower bound of a form at a point within the budget.
    pub fn lower_bound(&mut self, goal: &Form, point: Option<Point>, effort: Effort) -> Lower {
        self.bounds
            .lower_bound(&mut self.known, goal, point, effort)
    }

    /// The best lower bound of a form at a point within the budget. At an unreachable point, the bound of the elastic
    /// program.
    ///
    /// Costs as [`Engine::lower_bound`], and one more linear program if the point is unreachable.
    ///
    /// # Errors
    /// If there is no bound. The value says whether a budget was exhausted.
    pub fn best_lower_bound(&mut self, form: &Form, point: Option<Point>) -> Result<Int, bool> {
        self.bounds.best_lower_bound(&mut self.known, form, point)
    }

    /// Whether ranges or a linear program with cutting planes prove that a form is not negative at a point.
    pub fn is_at_least_zero_at_once(&mut self, goal: &Form, point: Option<Point>) -> bool {
        self.bounds
            .is_at_least_zero_at_once(&mut self.known, goal, point, true)
    }

    /// Whether ranges or a single linear program prove that a form is not negative at a point.
    pub(in crate::solve) fn is_at_least_zero_by_one_program(
        &mut self,
        goal: &Form,
        point: Option<Point>,
    ) -> bool {
        self.bounds
            .is_at_least_zero_at_once(&mut self.known, goal, point, false)
    }

    /// The rows around a form; the flag marks equalities.
    pub fn rows_around(&mut self, form: &Form, point: Option<Point>) -> Vec<(Form, bool)> {
        self.bounds.rows_around(&mut self.known, form, point)
    }

    /// Whether the facts and assumptions visible at a point contradict each other, as far as a linear program over the
    /// facts nearest to the point can prove.
    ///
    /// Costs nothing if a model reaches the point, else a linear program for each point.
    pub fn is_unreachable(&mut self, point: Option<Point>) -> bool {
        self.bounds.is_unreachable(&mut self.known, point)
    }

    /// Whether every statement about a point holds vacuously: no execution reaches it according to the facts, or no CFG
    /// edge does. Costs as [`Engine::is_unreachable`].
    pub fn is_vacuous(&mut self, point: Option<Point>) -> bool {
        self.bounds.is_vacuous(&mut self.known, point)
    }

    /// Whether a form has different values in the models at a point.
    pub fn is_seen_to_vary(&mut self, form: &Form, point: Option<Point>) -> bool {
        self.bounds
            .models
            .is_seen_to_vary(&mut self.known, form, point)
    }

    /// Whether a model satisfies every fact visible at a point.
    pub fn is_seen_reached(&mut self, point: Option<Point>) -> bool {
        self.bounds.models.is_seen_reached(&mut self.known, point)
    }

    /// The trip count of a loop, as a term over columns that exist before it.
    pub fn trips(&mut self, the_loop: OpId) -> Option<Expr<Column>> {
        self.definitions.trips(&mut self.known, the_loop)
    }

    /// Whether a point dominates another one.
    pub fn passes(&self, before: Point, point: Point) -> bool {
        self.known.points.passes(before, point)
    }

    /// Whether a column's value exists at a point (anywhere if `None`).
    pub fn exists_at(&self, column: Column, point: Option<Point>) -> bool {
        self.known.points.exists_at(column, point)
    }

    /// The first point at which all columns exist: the latest definition among their values, if the others dominate it.
    pub fn common_point(&self, columns: impl IntoIterator<Item = Column>) -> Option<Point> {
        self.known.points.common_point(columns)
    }

    /// The column that a leaf of the e-graph represents.
    pub fn column_of(&self, leaf: Leaf) -> Column {
        self.known.columns.entry(leaf).column
    }

    /// The columns that have a class, in order of insertion.
    pub fn defined_columns(&self) -> impl Iterator<Item = (Column, Id)> {
        self.known
            .columns
            .all()
            .filter_map(|entry| match entry.state {
                State::Done(id) => Some((entry.column, self.known.egraph.find(id))),
                _ => None,
            })
    }

    /// The loop or join op that an invariant belongs to.
    pub fn op_of_invariant(&self, number: u32) -> Option<OpId> {
        Some(self.invariants.all.get(number as usize)?.op)
    }

    /// The first fact visible at a point that never holds, as the rules state it, with its origin.
    pub fn refuted_at(&self, point: Point) -> Option<(FactOrigin, Arc<Stated>)> {
        let mut refuted = self.known.facts.refuted().iter();
        let first = refuted.find(|&&it| self.known.is_visible(it, Some(point)))?;
        let fact = self.known.facts.get(*first);
        Some((fact.origin.clone(), fact.stated.clone()))
    }

    /// The facts visible at a point, as the rules state them, with their origins, in program order. Costs the number of
    /// all facts.
    pub fn facts_at(&mut self, point: Point) -> Vec<(FactOrigin, Arc<Stated>)> {
        self.enter(point);
        let mut found: Vec<(FactOrigin, Arc<Stated>)> = vec![];
        for number in self.known.facts.numbers() {
            if !self.known.is_visible(number, Some(point)) {
                continue;
            }
            let fact = self.known.facts.get(number);
            // One condition may have become several linear facts.
            if !found
                .iter()
                .rev()
                .any(|(_, stated)| Arc::ptr_eq(stated, &fact.stated))
            {
                found.push((fact.origin.clone(), fact.stated.clone()));
            }
        }
        let path = self.known.points.path(point);
        for (from, origin, stated) in self.known.facts.restated() {
            if from.is_none_or(|from| path.passes(from)) {
                found.push((origin.clone(), stated.clone()));
            }
        }
        found.order_by_key(|(origin, _)| match origin {
            FactOrigin::Type(column) => (0, column.value().map_or(0, |value| value.0)),
            FactOrigin::Rule(_, op) => (1, op.0),
            FactOrigin::Invariant(number) => (2, self.invariants.all[*number as usize].op.0),
            FactOrigin::Assumption(number) => (3, *number),
        });
        found
    }

    /// The best range of a term at a point: it contains every value that the term can have there. Empty if no execution
    /// reaches the point.
    pub fn best_range(&mut self, term: &Expr<Column>, point: Option<Point>) -> Range {
        let class = self.class_of_term(term);
        if let Some(point) = point {
            self.enter(point);
        }
        if self.is_unreachable(point) {
            return Range::empty();
        }
        let form = self.form(class);
        self.bounds.form_bounds(&mut self.known, &form, point)
    }

    /// The least and the greatest value of a term over the models at a point.
    pub fn seen_values_of(
        &mut self,
        term: &Expr<Column>,
        point: Option<Point>,
    ) -> Option<(Int, Int)> {
        let class = self.class_of_term(term);
        let form = self.form(class);
        self.bounds
            .models
            .seen_values(&mut self.known, &form, point)
    }

    /// Whether two classes differ in a model at a point, so that no proof of their equality there exists.
    pub fn are_seen_to_differ(&mut self, a: Id, b: Id, point: Option<Point>) -> bool {
        if let Some(point) = point {
            self.enter(point);
        }
        let difference = self.known.egraph.form(a).sub(self.known.egraph.form(b));
        let seen = difference.and_then(|difference| {
            self.bounds
                .models
                .seen_values(&mut self.known, &difference, point)
        });
        seen.is_some_and(|(least, greatest)| least != Int::ZERO || greatest != Int::ZERO)
    }

    /// The columns in the visible facts about the atoms of a class, as the rules state them, in program order of the
    /// ops. An invariant contributes only to the class of its youngest atom, since which other invariants are known
    /// depends on earlier queries.
    pub fn related_columns(&self, class: Id, point: Option<Point>) -> Vec<Column> {
        let path = point.map(|point| self.known.points.path(point));
        let form = self.known.egraph.form(class);
        let atoms = form.atoms();
        let mut facts: Vec<u32> = atoms
            .flat_map(|atom| self.known.facts.visible_about(atom, path.as_deref()))
            .collect();
        // Which rule of an op applied first depends on earlier queries.
        let place = |&number: &u32| match &self.known.facts.get(number).origin {
            FactOrigin::Rule(name, op) => {
                let rules = self.rules.op(self.program.op_name(*op));
                let all = rules.map_or(&[][..], |it| &it.facts);
                let rule = all.iter().position(|it| it.head.name == *name);
                (op.0, rule.unwrap_or(all.len()), &name[..], number)
            }
            FactOrigin::Invariant(of) => (self.invariants.all[*of as usize].op.0, 0, "", number),
            _ => (0, 0, "", number),
        };
        facts.order_by_cached_key(place);
        facts.dedup();
        facts
            .into_iter()
            .flat_map(|fact| {
                let mut columns = vec![];
                let fact = self.known.facts.get(fact);
                let leads = match fact.origin {
                    // `size >= 0` relates the size to no other column.
                    FactOrigin::Type(Column::Dim(..)) => false,
                    FactOrigin::Invariant(_) => {
                        let youngest = self.known.egraph.atoms_in_order(&fact.form).pop();
                        youngest.is_some_and(|atom| !form.coefficient(&atom).is_zero())
                    }
                    _ => true,
                };
                if leads {
                    let condition = &fact.stated.condition;
                    condition.for_each_leaf(&mut |&column| columns.push(column));
                }
                columns
            })
            .collect()
    }

    /// The columns without definition below a term whose range is unbounded on both sides at a point.
    pub fn unbounded_columns(&mut self, term: &Expr<Column>, point: Option<Point>) -> Vec<Column> {
        const MAX: usize = 64;
        let (mut found, mut seen) = (vec![], vec![]);
        let mut work = vec![];
        term.for_each_leaf(&mut |&column| work.push(column));
        while let Some(column) = work.pop() {
            if seen.contains(&column) || seen.len() >= MAX {
                continue;
            }
            seen.push(column);
            let class = self.class(column);
            let definition = self.definition(column).map(|it| it.term.clone());
            match definition {
                Some(term) => term.for_each_leaf(&mut |&column| work.push(column)),
                None if self.range_at(class, point).interval().is_full() => found.push(column),
                None => {}
            }
        }
        found
    }
}
