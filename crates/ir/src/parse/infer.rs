//! Inference of types that custom assembly omits, by the rules of the op tables.

use super::{OpState, Parsed, Parser};
use crate::program::Extent;
use crate::registry::{Arity, OpSpec, Rule, Slot};
use crate::{Attr, AttrData, DenseElements, Type, TypeData};

/// The maximum number of results of an op whose operand type determines that number.
const MAX_RESULTS: usize = 1 << 16;

/// The types of a slot.
#[derive(Clone)]
pub(super) enum Types {
    One(Type),
    Many(Vec<Type>),
}

impl Types {
    pub(super) fn as_slice(&self) -> &[Type] {
        match self {
            Types::One(ty) => std::slice::from_ref(ty),
            Types::Many(types) => types,
        }
    }
}

impl<'s> Parser<'s> {
    /// Infers types by the op's rules until a fixed point.
    pub(super) fn infer(
        &mut self,
        state: &OpState,
        spec: &'static OpSpec,
        counts: &[usize],
        types: &mut [Option<Types>],
    ) -> Parsed<()> {
        loop {
            let mut changed = false;
            for (target, rule) in &spec.rules {
                if types[*target].is_some() {
                    continue;
                }
                let Some(found) = self.apply(state, spec, rule, types) else {
                    continue;
                };
                let absent = counts.get(*target) == Some(&0) && arity(spec, *target) != Arity::One;
                types[*target] = Some(if absent {
                    Types::Many(Vec::new())
                } else {
                    found
                });
                changed = true;
            }
            if !changed || types.iter().all(Option::is_some) {
                return Ok(());
            }
        }
    }

    fn apply(
        &mut self,
        state: &OpState,
        spec: &'static OpSpec,
        rule: &'static Rule,
        types: &[Option<Types>],
    ) -> Option<Types> {
        let first = |slot: Slot| types[slot].as_ref()?.as_slice().first().copied();
        Some(match rule {
            Rule::Fixed(text) => Types::One(self.module.static_type(text)),
            Rule::Same(slot) => types[*slot]
                .clone()
                .filter(|it| !it.as_slice().is_empty())?,
            Rule::First(slot) => {
                let types = types[*slot].as_ref()?.as_slice();
                Types::One(types.first().copied().unwrap_or(Type::INDEX))
            }
            Rule::BoolLike(slot) => {
                let ty = first(*slot)?;
                Types::One(self.module.with_element(ty, Type::I1))
            }
            Rule::Element(slot) => {
                let ty = first(*slot)?;
                Types::One(self.module.element_of(ty))
            }
            Rule::Elements(slot) => {
                let data = self.module.type_data(first(*slot)?);
                let count = data
                    .dims()?
                    .iter()
                    .try_fold(1usize, |count, dim| match dim {
                        Extent::Static(n) => count.checked_mul(usize::try_from(*n).ok()?),
                        _ => None,
                    })?;
                Types::Many(vec![data.element()?; count.min(MAX_RESULTS)])
            }
            Rule::OfAttribute(at) => {
                let name = &spec.attributes[*at].name;
                let value = state
                    .attributes
                    .iter()
                    .find(|attribute| self.module.name(attribute.name) == name)?
                    .value;
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

impl crate::Module {
    /// `ty` with another element type; the element type itself if `ty` is not a container.
    pub(crate) fn with_element(&mut self, ty: Type, element: Type) -> Type {
        let data = match self.type_data(ty).clone() {
            TypeData::Vector { dims, .. } => TypeData::Vector { dims, element },
            TypeData::Tensor { dims, encoding, .. } => TypeData::Tensor {
                dims,
                element,
                encoding,
            },
            _ => return element,
        };
        self.intern_type(data)
    }

    /// The element type, also of a type of a dialect; the type itself if it is not a container.
    pub(crate) fn element_of(&mut self, ty: Type) -> Type {
        let data = self.type_data(ty);
        if let Some(element) = data.element() {
            return element;
        }
        let text = data.opaque_element().map(str::to_owned);
        text.and_then(|text| self.parse_type(&text).ok())
            .unwrap_or(ty)
    }

    /// The type of a typed attribute.
    pub(crate) fn attribute_type(&self, attribute: Attr) -> Option<Type> {
        match self.attribute_data(attribute) {
            AttrData::Bool(_) => Some(Type::I1),
            AttrData::Integer { ty, .. }
            | AttrData::Float { ty, .. }
            | AttrData::Dense { ty, .. }
            | AttrData::Elements { ty, .. } => Some(*ty),
            AttrData::String { ty, .. } | AttrData::Opaque { ty, .. } => *ty,
            _ => None,
        }
    }

    /// `array<i32: sizes>`.
    pub(crate) fn segments(&mut self, sizes: &[usize]) -> Attr {
        let elements = DenseElements::Integers(sizes.iter().map(|&size| size as i64).collect());
        self.intern_attribute(AttrData::DenseArray {
            element: Type::I32,
            elements,
        })
    }
}
