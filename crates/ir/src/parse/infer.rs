//! Inference of types that custom assembly omits, by the rules of the op tables.

use super::{OpState, Parser};
use crate::derivation::{TypeList, Types};
use crate::registry::{Arity, OpSpec, Rule, Slot};
use crate::{Attr, AttrData, DenseElements, Module, Type};

impl<'s> Parser<'s> {
    /// Infers types by the op's rules until a fixed point.
    pub(super) fn infer(
        &mut self,
        state: &OpState,
        spec: &'static OpSpec,
        counts: &[usize],
        types: &mut [Option<Types>],
    ) {
        if types.iter().all(Option::is_some) {
            return;
        }
        for (slot, count) in counts.iter().enumerate() {
            // The types of no operands are known, unless a rule checks their number.
            let is_checked = || {
                let mut rules = spec.rules.iter();
                rules.any(|(target, rule)| *target == slot && rule.is_exact())
            };
            if *count == 0 && types[slot].is_none() && arity(spec, slot) != Arity::One {
                types[slot] = (!is_checked()).then(|| Types::Many(TypeList::new()));
            }
        }
        // No rule concerns a type that has a default, which may depend on other types.
        self.apply_all(state, spec, &spec.default_types, counts, types);
        self.apply_all(state, spec, &spec.rules, counts, types);
        if spec
            .default_types
            .iter()
            .any(|(slot, _)| types[*slot].is_none())
        {
            self.apply_all(state, spec, &spec.default_types, counts, types);
            self.apply_all(state, spec, &spec.rules, counts, types);
        }
    }

    fn apply_all(
        &mut self,
        state: &OpState,
        spec: &'static OpSpec,
        rules: &'static [(Slot, Rule)],
        counts: &[usize],
        types: &mut [Option<Types>],
    ) {
        loop {
            let mut changed = false;
            for (target, rule) in rules {
                if types[*target].is_some() {
                    continue;
                }
                let Some(found) = self.apply(state, spec, rule, counts, types) else {
                    continue;
                };
                types[*target] = Some(found);
                changed = true;
            }
            if !changed || types.iter().all(Option::is_some) {
                return;
            }
        }
    }

    fn apply(
        &mut self,
        state: &OpState,
        spec: &'static OpSpec,
        rule: &'static Rule,
        counts: &[usize],
        types: &[Option<Types>],
    ) -> Option<Types> {
        let first = |slot: Slot| types[slot].as_ref()?.as_slice().first().copied();
        let attribute = |module: &Module, at: usize| -> Option<Attr> {
            let name = spec.attributes[at].name;
            let mut attributes = state.attributes.iter();
            let found = attributes.find(|attribute| module.name(attribute.name) == name);
            found.map(|attribute| attribute.value)
        };
        Some(match rule {
            Rule::Fixed(text) => Types::One(self.module.static_type(text)),
            Rule::Same(slot) => types[*slot]
                .clone()
                .filter(|it| !it.as_slice().is_empty())?,
            Rule::First(slot) => {
                let types = types[*slot].as_ref()?.as_slice();
                Types::One(types.first().copied().unwrap_or(Type::INDEX))
            }
            Rule::Derived(how, slot) => {
                let values = |module: &Module, at: usize| {
                    let list = module.attribute_data(attribute(module, at)?);
                    list.as_dense_array().map(<[i64]>::to_vec)
                };
                self.module.derived(how, first(*slot)?, first, values)?
            }
            Rule::Repeated(text, slot) => {
                let ty = self.module.static_type(text);
                Types::repeated(ty, *counts.get(*slot)?)
            }
            Rule::OfAttribute(at) => {
                let value = attribute(&self.module, *at)?;
                Types::One(self.module.attribute_type(value)?)
            }
        })
    }
}

/// The number of values of a slot.
pub(super) fn arity(spec: &OpSpec, slot: Slot) -> Arity {
    match slot.checked_sub(spec.operands.len()) {
        None => spec.operands[slot].arity,
        Some(result) => spec.results[result].arity,
    }
}

impl Module {
    /// `array<i32: sizes>`.
    pub(crate) fn segments(&mut self, sizes: &[usize]) -> Attr {
        let elements = DenseElements::Integers(sizes.iter().map(|&size| size as i64).collect());
        self.intern_attribute(AttrData::DenseArray {
            element: Type::I32,
            elements,
        })
    }
}
