//! The verification of types of ops in generic form, which custom assembly would infer.

use super::fault::Fault;
use crate::program::OpId;
use crate::registry::{Arity, Derivation, OpSpec, Rule, Slot};
use crate::{Module, Type, TypeData};

impl Module {
    /// Checks the types of an op's operands and results against the rules of its definition.
    pub(super) fn check_types(&mut self, op: OpId) -> Result<(), Fault> {
        let Some(spec) = self.spec(op) else {
            return Ok(());
        };
        for (target, rule) in &spec.rules {
            let Some(found) = self.slot_types(op, spec, *target) else {
                continue;
            };
            let Some(expected) = self.rule_types(op, spec, rule) else {
                continue;
            };
            let fits = match expected[..] {
                _ if rule.is_exact() => found == expected,
                [] => true,
                [ty] => found.iter().all(|it| self.is_same_type(*it, ty)),
                _ => found.is_empty() || found == expected,
            };
            if !fits {
                let name = match target.checked_sub(spec.operands.len()) {
                    None => &spec.operands[*target].name,
                    Some(result) => &spec.results[result].name,
                };
                return self.fault(op, format!("has a wrong type for '{name}'"));
            }
        }
        Ok(())
    }

    /// Whether two types are equal, up to blanks in the text of a type of a dialect.
    fn is_same_type(&self, a: Type, b: Type) -> bool {
        let tight = |ty| self.type_text(ty).replace(' ', "");
        let is_opaque = |ty| matches!(self.type_data(ty), TypeData::Opaque { .. });
        a == b || (is_opaque(a) && is_opaque(b) && tight(a) == tight(b))
    }

    fn slot_types(&self, op: OpId, spec: &OpSpec, slot: Slot) -> Option<Vec<Type>> {
        let values = match slot.checked_sub(spec.operands.len()) {
            None => self.operand_group(op, spec, slot)?,
            Some(result) => self.result_group(op, spec, result)?,
        };
        Some(values.iter().map(|value| self.type_of(*value)).collect())
    }

    fn rule_types(&mut self, op: OpId, spec: &OpSpec, rule: &'static Rule) -> Option<Vec<Type>> {
        let first = |module: &Module, slot: Slot| {
            let types = module.slot_types(op, spec, slot)?;
            types.first().copied()
        };
        Some(match rule {
            Rule::Fixed(text) => vec![self.static_type(text)],
            Rule::Same(slot) => {
                let group = match slot.checked_sub(spec.operands.len()) {
                    None => &spec.operands[*slot],
                    Some(result) => &spec.results[result],
                };
                let types = self.slot_types(op, spec, *slot)?;
                if group.arity != Arity::One && types.is_empty() {
                    return None;
                }
                types
            }
            Rule::First(slot) => vec![first(self, *slot).unwrap_or(Type::INDEX)],
            Rule::Derived(Derivation::Elements, slot) => {
                let ty = first(self, *slot)?;
                vec![self.element_of(ty)]
            }
            Rule::Derived(how, slot) => {
                let ty = first(self, *slot)?;
                let values = |module: &Module, at: usize| {
                    let attribute = module.op_attribute(op, spec.attributes[at].name)?;
                    let values = module.attribute_data(attribute).as_dense_array();
                    values.map(<[i64]>::to_vec)
                };
                let other = match how {
                    Derivation::Outer(other) => first(self, *other),
                    _ => None,
                };
                self.derived(how, ty, |_| other, values)?
                    .as_slice()
                    .to_vec()
            }
            Rule::Repeated(text, slot) => {
                let count = self.slot_types(op, spec, *slot)?.len();
                vec![self.static_type(text); count]
            }
            Rule::OfAttribute(at) => {
                let value = self.op_attribute(op, spec.attributes[*at].name)?;
                vec![self.attribute_type(value)?]
            }
        })
    }
}
