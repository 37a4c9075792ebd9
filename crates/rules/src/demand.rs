//! What the guards of a rule demand of an op that is seen without an evaluation: the types of operands,
//! whether there is an attribute. Most rules that do not apply to an op fail there.

use super::fields::Source;
use super::formula::{Formula, Function, Slot};
use super::rule::Head;
use super::schema::Schema;
use crate::program::{OpId, Program, TypeView};
use std::sync::Arc;

/// One thing that an op must have for the rule to apply.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Demand {
    /// The number of the guard that says this and nothing else.
    guard: usize,
    /// The field that is asked.
    field: usize,
    question: Question,
    /// What the answer must be.
    answer: bool,
}

/// What a guard asks of a field.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Question {
    /// Whether the operand is of a type for which the function says so.
    Type(Function),
    /// Whether the attribute is there, a flag set.
    Presence,
}

/// Whether a function that asks for a type says so of this one; none if it is another function.
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
    /// The head for ops of that schema, in which the rule's fields lie there.
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

    /// What a guard demands, if it is as simple as that.
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

    /// The guards that are more than a demand.
    #[inline]
    pub(super) fn other_guards(&self) -> impl Iterator<Item = &Formula> {
        let is_other = |number: &usize| self.demands.iter().all(|it| it.guard != *number);
        let guards = self.when.iter().enumerate();
        guards.filter_map(move |(number, guard)| is_other(&number).then_some(guard))
    }

    /// Whether the rule cannot apply to an op, read of its own values and not of their elements.
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
