//! Closed forms of carried columns that change by the same amount in each iteration, or not at all.

use super::super::agenda::{Parked, Waiting};
use super::super::columns::{Carried, ColumnDefinition, Induction, Origin};
use super::super::define::{Definitions, Frame};
use super::super::definitions::Known;
use super::super::knowledge::Knowledge;
use super::outside::write_before;
use super::polynomial::Attempt;
use super::polynomial::polynomial_form;
use crate::number::Int;
use crate::program::{Column, OpId, Point};
use crate::rules::Stop;
use crate::term::{Expr, Form, Operator, Reason};
use smallvec::smallvec;
use std::sync::Arc;

/// The closed form over the trip number, and whether it is linear in it.
fn closed_form(known: &Knowledge<'_>, carried: Carried) -> (Attempt, bool) {
    let Some(difference) = difference(known, carried) else {
        return (Attempt::None, false);
    };
    match linear_form(known, carried, &difference) {
        Some(term) => (Attempt::Found(term), true),
        None => (polynomial_form(known, carried, &difference), false),
    }
}

/// The yielded column minus the argument.
fn difference(known: &Knowledge<'_>, carried: Carried) -> Option<Form> {
    let own = known.columns.done(carried.argument)?;
    let yielded = known.columns.done(carried.yielded)?;
    known.egraph.form(yielded).sub(known.egraph.form(own))
}

/// `initial + difference·trip`.
fn linear_form(known: &Knowledge<'_>, carried: Carried, difference: &Form) -> Option<Expr<Column>> {
    let initial = Expr::Leaf(carried.initial);
    if difference.as_constant() == Some(&Int::ZERO) {
        return Some(initial);
    }
    let trip = Expr::Leaf(Column::Trip(carried.counter?));
    let before = Point::before(known.points.program, carried.op)?;
    let difference = write_before(known, difference, before)?;
    let sum = match difference {
        Expr::Integer(value) if value == Int::ONE => trip,
        difference => Expr::apply(Operator::Mul, [difference, trip]),
    };
    Some(Expr::sum(initial, sum))
}

impl Definitions<'_> {
    /// Demands the yielded column, and then the decision.
    pub(in crate::solve) fn begin_induction(
        &mut self,
        known: &mut Knowledge<'_>,
        argument: Column,
        stack: &mut Vec<Frame>,
    ) {
        let number = known.columns.number(argument);
        let entry = known.columns.entry_mut(number);
        let Some(carried) = entry.carried.as_deref().copied() else {
            return;
        };
        if entry.induction == Induction::Open {
            entry.induction = Induction::Begun;
            stack.push(Frame::Decide(argument));
            self.push_new(known, vec![carried.yielded], stack);
        }
    }

    /// The induction step: with an arbitrary argument, is the yielded column the argument plus an amount that is the
    /// same in each iteration?
    pub(in crate::solve) fn decide_induction(
        &mut self,
        known: &mut Knowledge<'_>,
        argument: Column,
        stack: &mut Vec<Frame>,
    ) {
        let number = known.columns.number(argument);
        known.columns.entry_mut(number).induction = Induction::Decided;
        let Some(carried) = known.columns.entry(number).carried.as_deref().copied() else {
            return;
        };
        let (attempt, is_linear) = closed_form(known, carried);
        let term = match attempt {
            Attempt::Found(term) => term,
            Attempt::Needs(column) if known.columns.is_new(column) => {
                known.columns.entry_mut(number).induction = Induction::Begun;
                stack.push(Frame::Decide(argument));
                self.push_new(known, vec![column], stack);
                return;
            }
            Attempt::Needs(_) | Attempt::None => {
                self.agenda.parked.push(Parked {
                    open: vec![],
                    conditions: smallvec![],
                    waiting: Waiting::Induction(argument),
                });
                self.open_loops.push((argument, carried.op));
                return;
            }
        };
        // The ranges of the factors say little about a product: invariants are searched as if there were no closed form.
        if !is_linear {
            known.columns.entry_mut(number).induction = Induction::Polynomial;
            self.open_loops.push((argument, carried.op));
        }
        let mut needed = vec![];
        term.for_each_leaf(&mut |&column| needed.push(column));
        let definition = ColumnDefinition {
            term,
            origin: Origin::Induction(carried.op),
        };
        known.columns.entry_mut(number).definition = Some(Arc::new(definition));
        stack.push(Frame::Unite(argument));
        self.push_new(known, needed, stack);
    }

    /// Unites a leaf with its late definition, whose columns have their classes by now.
    pub(in crate::solve) fn unite_with_definition(
        &mut self,
        known: &mut Knowledge<'_>,
        column: Column,
    ) {
        let number = known.columns.number(column);
        let Some(definition) = known.columns.entry(number).definition.clone() else {
            return;
        };
        let mut open = false;
        definition
            .term
            .for_each_leaf(&mut |&column| open |= known.columns.done(column).is_none());
        if let (Some(own), false) = (known.columns.done(column), open) {
            let class = self.intern_unfolded(known, &definition.term);
            known.egraph.unite(own, class, Reason::Definition(number));
            self.agenda.late.note_defined(number);
            known.refresh_facts();
            self.agenda.has_news = true;
        }
    }

    /// The trip count of a loop, as a term over columns that exist before it.
    pub(in crate::solve) fn trips(
        &mut self,
        known: &mut Knowledge<'_>,
        the_loop: OpId,
    ) -> Option<Expr<Column>> {
        let op_rules = self.rules.op(known.points.program.op_name(the_loop))?;
        loop {
            let mut constants =
                Known::new(&known.columns, &known.egraph, self.config.integer_overflow);
            match op_rules.trips(self.rules, known.points.program, the_loop, &mut constants) {
                Ok(trips) => return Some(trips),
                Err(Stop::Demand(column)) => {
                    self.define(known, column);
                }
                Err(Stop::Inapplicable) => return None,
            }
        }
    }

    /// The definition of a loop's result: the closed form of the argument after all iterations.
    ///
    /// # Errors
    /// The column that must be defined first.
    pub(in crate::solve) fn after_all_trips(
        &mut self,
        known: &mut Knowledge<'_>,
        carried: Carried,
    ) -> Result<Option<ColumnDefinition>, Column> {
        let argument = known.columns.number(carried.argument);
        let Some(definition) = known.columns.entry(argument).definition.as_deref().cloned() else {
            return Ok(None);
        };
        let counter = carried.counter.map(Column::Trip);
        let mut counts = false;
        definition
            .term
            .for_each_leaf(&mut |&column| counts |= Some(column) == counter);
        if !counts {
            return Ok(Some(definition));
        }
        let Some(op_rules) = self.rules.op(known.points.program.op_name(carried.op)) else {
            return Ok(None);
        };
        let mut constants = Known::new(&known.columns, &known.egraph, self.config.integer_overflow);
        let trips =
            match op_rules.trips(self.rules, known.points.program, carried.op, &mut constants) {
                Ok(trips) => trips,
                Err(Stop::Demand(column)) => return Err(column),
                Err(Stop::Inapplicable) => return Ok(None),
            };
        let term = definition
            .term
            .map(&mut |&column| match Some(column) == counter {
                true => trips.clone(),
                false => Expr::Leaf(column),
            });
        Ok(Some(ColumnDefinition { term, ..definition }))
    }
}
