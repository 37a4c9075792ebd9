//! Facts that come with definitions: those of the ops that define columns, and those of types.

use super::config::IntegerOverflow;
use super::define::Definitions;
use super::facts::{FactOrigin, Relation};
use super::knowledge::Knowledge;
use crate::program::{Column, OpId, Point, TypeView, ValueId};
use crate::rules::{Anchor, Fact, OpRules, is_assumption, may_hold_from, owner};
use crate::term::wrap::wrap_unsigned;
use crate::term::{Expr, Id};
use std::sync::Arc;

impl Definitions<'_> {
    /// Queues the facts of an op at an anchor.
    pub(super) fn touch(&mut self, known: &mut Knowledge<'_>, op: OpId, anchor: Anchor) {
        if let Some(op_rules) = self.rules.op(known.points.program.op_name(op)) {
            self.touch_known(known, op, op_rules, anchor);
        }
    }

    /// Whether a rule may state a fact of an op from that anchor on, given the configuration.
    pub(super) fn may_hold_from(
        &self,
        known: &Knowledge<'_>,
        fact: &Fact,
        anchor: Anchor,
        op: OpId,
    ) -> bool {
        may_hold_from(fact, anchor, known.points.program, op)
            && (self.config.pure_ops_assert() || !is_assumption(fact, known.points.program, op))
    }

    pub(super) fn touch_known(
        &mut self,
        known: &mut Knowledge<'_>,
        op: OpId,
        op_rules: &OpRules,
        anchor: Anchor,
    ) {
        let may_hold = |fact: &Arc<Fact>| self.may_hold_from(known, fact, anchor, op);
        if op_rules.facts.iter().any(may_hold) && self.agenda.touched.insert((op, anchor)) {
            self.agenda.waiting.push((op, anchor));
        }
    }

    /// Asserts what the type of a column's value states.
    pub(super) fn note_type(&mut self, known: &mut Knowledge<'_>, column: Column, class: Id) {
        match column {
            Column::Dim(..) => self.note_size(known, column, class),
            Column::Unsigned(value) => self.note_reading(known, value),
            _ => {}
        }
    }

    /// Asserts that the unsigned reading of a value that a loop carries, or that is a join, is the signed one modulo
    /// the range of the type: each has a definition or induction of its own. That holds wherever the value is known, also
    /// as the last one after a loop.
    fn note_reading(&mut self, known: &mut Knowledge<'_>, value: ValueId) {
        let program = known.points.program;
        if let TypeView::Integer { width } = program.value_type(value)
            && width > 1
            && self.config.integer_overflow == IntegerOverflow::Wrap
            && self.is_carried(known, value)
        {
            let column = Column::Unsigned(value);
            let reading = wrap_unsigned(Expr::Leaf(Column::Value(value)), width as usize);
            let condition = Expr::equal(Expr::Leaf(column), reading);
            known
                .facts
                .defer(condition, vec![], None, FactOrigin::Type(column));
        }
    }

    /// Asserts that a size is not negative where the value exists, nor above the limit that its type states.
    fn note_size(&mut self, known: &mut Knowledge<'_>, column: Column, class: Id) {
        if let Column::Dim(value, dim) = column
            && (self.config.pure_ops_assert() || self.is_size_given(known, column, value))
            && let Some(point) = Point::of(known.points.program, value)
        {
            let size = known.egraph.form(class).clone();
            if !size.is_constant() {
                if let Some(limit) = known.points.program.size_limit(value, dim)
                    && let Some(room) = size.neg().add_constant(&limit)
                {
                    let claim = Expr::at_most(Expr::Leaf(column), Expr::integer(limit));
                    known.add_fact(
                        room,
                        Relation::AtLeastZero,
                        Some(point),
                        FactOrigin::Type(column),
                        claim,
                    );
                }
                known.add_fact(
                    size,
                    Relation::AtLeastZero,
                    Some(point),
                    FactOrigin::Type(column),
                    Expr::at_most(Expr::integer(0), Expr::Leaf(column)),
                );
            }
        }
    }

    /// Whether a size exists independently of an op's operands: it has no definition and no loop carries it. The value
    /// of any other size may be poison if the size is negative.
    fn is_size_given(&self, known: &Knowledge<'_>, column: Column, value: ValueId) -> bool {
        let defined = known.columns.definition(column).is_some();
        !defined && !self.is_carried(known, value)
    }

    /// Whether a value is carried by a loop: an argument of a branch target, or a result of a loop.
    fn is_carried(&self, known: &Knowledge<'_>, value: ValueId) -> bool {
        match owner(known.points.program, value) {
            None => true,
            Some((op, place)) => {
                let op_rules = self.rules.op(known.points.program.op_name(op));
                op_rules.is_some_and(|op_rules| {
                    op_rules.carried(known.points.program, op, place).is_some()
                })
            }
        }
    }
}
