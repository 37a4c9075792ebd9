//! Evaluation of `(is X CONCEPT)`.

use super::{Evaluator, Result};
use crate::RuleSet;
use crate::concept::{Constraint, Interfaces, Matcher, Sort, Thing};
use crate::fields::{Fields, Source};
use crate::formula::Formula;
use crate::item::Item;
use calipers_number::Int;
use calipers_program::{Datum, OpId, Program, ValueId};
use std::borrow::Cow;

/// The interfaces that rules declare.
struct Members<'r>(&'r dyn RuleSet);

impl Interfaces for Members<'_> {
    fn is_member(&self, interface: &str, op: &str) -> Option<bool> {
        let known = self.0.has_interface(interface);
        known.then(|| self.0.is_member(interface, op))
    }
}

impl<'c, P: Program + ?Sized> Evaluator<'_, 'c, P> {
    /// Whether the subject satisfies the constraint; none if the program does not say. A missing subject satisfies no
    /// constraint.
    pub(super) fn is(
        &mut self,
        subject: &Formula,
        constraint: &Constraint,
    ) -> Result<Option<bool>> {
        if let Formula::Word(_) = subject {
            let holds = |op| self.holds_of(constraint, Thing::Op(op));
            return Ok(self.op.and_then(holds));
        }
        if let Some((op, names)) = self.attribute(subject) {
            let program = self.program;
            let mut data = names.iter().map(|name| program.attribute_datum(op, name));
            let is_there = |name: &String| program.attribute(op, name).is_some();
            return Ok(match data.find_map(|datum| datum) {
                Some(datum) => self.of_attribute(constraint, datum),
                None if names.iter().any(is_there) => None,
                None => Some(false),
            });
        }
        let item = self.evaluate(subject)?;
        Ok(match item {
            Item::Value(value) => self.of_value(constraint, value),
            Item::List(items) => {
                let mut all_known = true;
                for item in items {
                    let Item::Value(value) = item else {
                        return Ok(None);
                    };
                    match self.of_value(constraint, value) {
                        Some(true) => {}
                        Some(false) => return Ok(Some(false)),
                        None => all_known = false,
                    }
                }
                all_known.then_some(true)
            }
            Item::Missing => Some(false),
            _ => None,
        })
    }

    fn holds_of(&self, constraint: &Constraint, thing: Thing<'_>) -> Option<bool> {
        Matcher::new(self.program, &Members(self.rules)).holds(&constraint.predicate, &thing)
    }

    fn of_value(&self, constraint: &Constraint, value: ValueId) -> Option<bool> {
        match constraint.sort {
            Sort::Type => {
                let datum = self.program.type_datum(value)?;
                self.holds_of(constraint, Thing::Datum(Cow::Owned(datum)))
            }
            Sort::Value => self.holds_of(constraint, Thing::Value(value)),
            _ => None,
        }
    }

    /// A concept on types applies to the type that a type attribute holds.
    fn of_attribute(&self, constraint: &Constraint, attribute: Datum) -> Option<bool> {
        let datum = match constraint.sort {
            Sort::Attribute => attribute,
            Sort::Type => match (attribute.head(), attribute.field("type")) {
                (Some("type"), Some(ty)) => ty.clone(),
                _ => return Some(false),
            },
            _ => return None,
        };
        self.holds_of(constraint, Thing::Datum(Cow::Owned(datum)))
    }

    /// Whether a formula is a variable bound to an attribute, which may be absent.
    pub(super) fn is_attribute(&self, subject: &Formula) -> bool {
        self.attribute_field(subject).is_some()
    }

    /// A static extent in the type held by the attribute to which a variable is bound.
    pub(super) fn attribute_extent(&self, subject: &Formula, dim: usize) -> Option<Int> {
        let (op, names) = self.attribute(subject)?;
        let mut data = names.iter();
        let datum = data.find_map(|name| self.program.attribute_datum(op, name))?;
        let extent = datum.field("type")?.list_field("dims")?.get(dim)?;
        match extent.head() {
            Some("static") => extent.integer_field("size").cloned(),
            _ => None,
        }
    }

    /// The op and the possible names of the attribute to which a variable is bound; none if it is bound to something
    /// else.
    fn attribute(&self, subject: &Formula) -> Option<(OpId, &'c [String])> {
        let (op, fields, field) = self.attribute_field(subject)?;
        Some((op, fields.get(field)?.source.attributes()?))
    }

    /// The op and the field to which a variable is bound, if the field is an attribute.
    pub(super) fn attribute_field(&self, subject: &Formula) -> Option<(OpId, &'c Fields, usize)> {
        let (op, fields, field) = self.field(subject)?;
        fields.get(field)?.source.attributes()?;
        Some((op, fields, field))
    }

    /// The operand to which a variable is bound, if its field is a single operand: as the variable, without a lookup.
    pub(super) fn operand_field(&self, subject: &Formula) -> Option<ValueId> {
        let (op, fields, field) = self.field(subject)?;
        let is_operand = fields.get(field)?.source == Source::Operand;
        is_operand.then(|| fields.operand(self.program, op, field))?
    }

    fn field(&self, subject: &Formula) -> Option<(OpId, &'c Fields, usize)> {
        let Formula::Variable(slot) = subject else {
            return None;
        };
        let (op, fields) = (self.op?, &self.schema?.fields);
        let &(field, _) = self.fields.iter().find(|(_, bound)| bound == slot)?;
        Some((op, fields, field))
    }
}
