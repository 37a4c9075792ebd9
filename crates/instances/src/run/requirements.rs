//! What the rules require of the operands of an op: where it fails, no execution that is asked about executes the op.

use super::{Conditional, Run};
use calipers_engine::solve::{IntegerOverflow, PureOpsAssert};
use calipers_number::Int;
use calipers_program::{Column, OpId, TypeView};
use calipers_rules::{
    Anchor, Anchors, Body, Constants, Fact, Rules, Shown, Stop, is_assumption, may_hold_from,
};
use std::sync::Arc;

/// Constants for rules: the columns that have one value in all executions.
pub(super) struct InAllExecutions<'a, 'r, 'p>(pub(super) &'a mut Run<'r, 'p>);

impl Constants for InAllExecutions<'_, '_, '_> {
    fn constant(&mut self, column: Column) -> Result<Option<Int>, Stop> {
        Ok(self.0.input_range(column).as_constant().cloned())
    }

    fn wraps(&self) -> bool {
        self.0.analysis.config().integer_overflow == IntegerOverflow::Wrap
    }
}

impl<'p> Run<'_, 'p> {
    /// Whether an op is known to be undefined on the values of its operands. Poison counts as well, if the configuration
    /// takes ops not to give it.
    pub(super) fn is_undefined_op(&mut self, op: OpId) -> bool {
        let requirements = self.requirements_of(op);
        let is = |run: &mut Self, term, value: bool| {
            run.term(term).is_some_and(|it| it.is_zero() != value)
        };
        requirements.iter().any(|(given, condition)| {
            given.iter().all(|it| is(self, it, true)) && is(self, condition, false)
        })
    }

    /// The conditions on operands that hold after an op has executed, though not for all operands. Those on sizes are left
    /// out: a size that is no value of the program is an input like others, and facts exclude the instance later.
    fn requirements_of(&mut self, op: OpId) -> Arc<[Conditional]> {
        if let Some(known) = self.memo.requirements.get(&op) {
            return known.clone();
        }
        let program = self.program;
        let config = self.analysis.config();
        let assumes = config.pure_ops_assert != PureOpsAssert::Never;
        let is_required = |fact: &&Arc<Fact>| {
            matches!(fact.body, Body::Formula(_))
                && fact.anchors == Anchors::One(Anchor::After)
                && fact.shown != Shown::ByResult
                && may_hold_from(fact, Anchor::After, program, op)
                && (assumes || !is_assumption(fact, program, op))
        };
        let rules: &'p Rules = self.analysis.rules();
        let facts = rules.op(program.op_name(op));
        let facts = facts.map_or(&[][..], |rules| &rules.facts[..]).iter();
        let facts: Vec<&Arc<Fact>> = facts.filter(is_required).collect();
        let mut found: Vec<Conditional> = vec![];
        for fact in facts {
            let mut constants = InAllExecutions(self);
            let instance = fact.instantiate(rules, program, op, Anchor::After, &mut constants);
            if let Ok(instance) = instance {
                let conditions = instance.terms.into_iter();
                found.extend(conditions.map(|it| (instance.given.clone(), it)));
            }
        }
        let operands = program.operands(op);
        found.retain(|(given, condition)| {
            let (mut is_of_values, mut is_of_operands) = (true, false);
            for term in given.iter().chain([condition]) {
                term.for_each_leaf(&mut |column| {
                    is_of_values &= matches!(column, Column::Value(_) | Column::Unsigned(_));
                    is_of_operands |= column.value().is_some_and(|it| operands.contains(&it));
                });
            }
            is_of_values && is_of_operands
        });
        let found: Arc<[Conditional]> = found.into();
        self.memo.requirements.insert(op, found.clone());
        found
    }

    /// Whether the value of a column is no index, which has 64 bits. Arithmetic on index values is assumed not to
    /// overflow.
    pub(super) fn overflows(&self, column: Column, number: &Int) -> bool {
        let Column::Value(value) = column else {
            return false;
        };
        let is_word = || i64::try_from(number).is_ok();
        self.program.value_type(value) == TypeView::Index && !is_word()
    }
}
