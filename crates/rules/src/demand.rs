//! Guards that can be decided without evaluating a formula: tests of operand types and of the presence of attributes.
//! Most rules that do not apply to an op are rejected by these tests.

use super::fields::Source;
use super::formula::{Formula, Function, Slot};
use super::rule::Head;
use super::schema::Schema;
use crate::program::{OpId, Program, TypeView};
use std::sync::Arc;

/// A requirement of a rule on an op.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Demand {
    /// The guard that this requirement replaces.
    guard: usize,
    /// The tested field.
    field: usize,
    question: Question,
    /// The result that the test must have.
    answer: bool,
}

/// A test of a field.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Question {
    /// Whether the operand has a type for which this predicate holds.
    Type(Function),
    /// Whether the attribute is present; a flag must also be set.
    Presence,
}

/// Whether the type satisfies the type predicate `function`; none if `function` is not a type predicate.
pub(super) fn is_of_type(function: Function, ty: TypeView<'_>) -> Option<bool> {
    Some(match function {
        Function::IsIndex => ty == TypeView::Index,
        Function::IsInteger => matches!(ty, TypeView::Integer { .. }),
        Function::IsCondition => matches!(ty, TypeView::Integer { width: 1 }),
        Function::IsShaped => ty.shape().is_some_and(|shape| shape.dims.is_some()),
        _ => return None,
    })
}

impl Head {
    /// The head for ops with this schema, in which the fields of the rule have these positions.
    pub(super) fn on(&self, schema: &Arc<Schema>, fields: Vec<(usize, Slot)>) -> Head {
        let mut head = Head {
            fields,
            schema: schema.clone(),
            demands: vec![],
            ..self.clone()
        };
        let guards = self.when.iter().enumerate();
        let demands = guards.filter_map(|(number, guard)| head.demand(number, guard));
        head.demands = demands.collect();
        head
    }

    /// The requirement that a guard states, if it is a single test.
    fn demand(&self, number: usize, guard: &Formula) -> Option<Demand> {
        let (function, arguments, answer) = match guard {
            Formula::Call(function, arguments) => (function, arguments, true),
            Formula::Not(part) => match &**part {
                Formula::Call(function, arguments) => (function, arguments, false),
                _ => return None,
            },
            _ => return None,
        };
        let [Formula::Variable(slot)] = &arguments[..] else {
            return None;
        };
        let (field, _) = *self.fields.iter().find(|(_, other)| other == slot)?;
        let question = match (function, &self.schema.fields.get(field)?.source) {
            (Function::IsPresent, Source::Attribute(_)) => Question::Presence,
            (function, Source::Operand) => {
                is_of_type(*function, TypeView::Index)?;
                Question::Type(*function)
            }
            _ => return None,
        };
        Some(Demand {
            guard: number,
            field,
            question,
            answer,
        })
    }

    /// The guards that are not requirements and need an evaluation.
    #[inline]
    pub(super) fn other_guards(&self) -> impl Iterator<Item = &Formula> {
        let is_other = |number: &usize| self.demands.iter().all(|it| it.guard != *number);
        let guards = self.when.iter().enumerate();
        guards.filter_map(move |(number, guard)| is_other(&number).then_some(guard))
    }

    /// Whether a requirement rejects an op when the rule is applied to the op's values, not to their elements.
    pub(super) fn is_ruled_out(&self, program: &(impl Program + ?Sized), op: OpId) -> bool {
        let fields = &self.schema.fields;
        let is_met = |demand: &Demand| {
            let said = match demand.question {
                Question::Type(function) => fields
                    .operand(program, op, demand.field)
                    .and_then(|operand| is_of_type(function, program.value_type(operand))),
                Question::Presence => Some(fields.is_present(program, op, demand.field)),
            };
            said == Some(demand.answer)
        };
        !self.demands.iter().all(is_met)
    }
}
