//! Passes that use wrapped integer ranges.

pub mod narrowing;
pub mod optimizations;
pub mod unsigned;

use crate::ir::{Attr, AttrData, DenseElements, Module, Signedness, Type, TypeData};
use crate::number::Int;
use crate::wrapped::WrappedRange;

/// The attribute of a constant range, for a value of that type.
fn constant_attribute(module: &mut Module, word: WrappedRange, ty: Type) -> Option<Attr> {
    let value = word.as_signed_constant()?;
    Some(match module.type_data(ty).clone() {
        TypeData::Index => module.integer_attribute(value, ty),
        TypeData::Integer { signedness, .. } => {
            let value = match signedness {
                Signedness::Unsigned => Int::from(word.as_constant()?),
                _ => Int::from(value),
            };
            module.integer_attribute(value, ty)
        }
        data @ (TypeData::Vector { .. } | TypeData::Tensor { .. }) => {
            data.element_count()?;
            let value = match word.width() {
                1 => i64::from(value != 0),
                _ => i64::try_from(value).ok()?,
            };
            module.intern_attribute(AttrData::Dense {
                ty,
                elements: DenseElements::Integers(Box::new([value])),
                splat: true,
            })
        }
        _ => return None,
    })
}
