//! What the guards of a rule demand of an op that is seen without an evaluation: the types of operands,
//! that there is an attribute. Most rules that do not apply to an op fail there.

use super::formula::{Formula, Function, Slot};
use super::rule::Head;
use super::schema::{Schema, Source};
use crate::program::{OpId, Program, TypeView};
use std::sync::Arc;

/// One thing that an op must have for the rule to apply.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Demand {
    /// The operand of that number is of a type for which the function says so.
    Type(usize, Function),
    /// The field of that number, an attribute, is there.
    Attribute(usize),
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
        let single = |&(field, slot): &(usize, Slot)| match schema.fields.get(field)?.source {
            Source::Operand => Some((schema.fixed_operand(field)?, slot)),
            _ => None,
        };
        let singles = fields.iter().filter_map(single).collect();
        let mut head = Head {
            fields,
            singles,
            schema: schema.clone(),
            demands: vec![],
            ..self.clone()
        };
        let demands = self.when.iter().filter_map(|guard| head.demand(guard));
        head.demands = demands.collect();
        head
    }

    /// What a guard demands, if it is as simple as that.
    fn demand(&self, guard: &Formula) -> Option<Demand> {
        let Formula::Call(function, arguments) = guard else {
            return None;
        };
        let [Formula::Variable(slot)] = &arguments[..] else {
            return None;
        };
        let (field, _) = *self.fields.iter().find(|(_, other)| other == slot)?;
        match (function, &self.schema.fields.get(field)?.source) {
            (Function::IsPresent, Source::Attribute(_)) => Some(Demand::Attribute(field)),
            (function, Source::Operand) => {
                is_of_type(*function, TypeView::Index)?;
                Some(Demand::Type(self.schema.fixed_operand(field)?, *function))
            }
            _ => None,
        }
    }

    /// Whether the rule cannot apply to an op, read of its own values and not of their elements.
    pub(super) fn is_ruled_out(&self, program: &(impl Program + ?Sized), op: OpId) -> bool {
        let is_met = |demand: &Demand| match demand {
            Demand::Type(operand, function) => {
                let operand = program.operands(op).get(*operand);
                let ty = operand.map(|&operand| program.value_type(operand));
                ty.and_then(|ty| is_of_type(*function, ty)) == Some(true)
            }
            Demand::Attribute(field) => match &self.schema.fields[*field].source {
                Source::Attribute(names) => {
                    let mut names = names.iter();
                    names.any(|name| program.attribute(op, name).is_some())
                }
                _ => true,
            },
        };
        !self.demands.iter().all(is_met)
    }
}
