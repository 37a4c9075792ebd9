//! The data of dense arrays and elements.

use super::output::bytes;
use calipers_ir::{Attr, AttrData, DenseElements, Module, Type, TypeData, float_width};
use calipers_number::Int;

/// The width and the size in bytes of an integer or float type.
fn format(module: &Module, ty: Type) -> Option<(u32, usize)> {
    let width = match module.type_data(ty) {
        TypeData::Index => 64,
        TypeData::Integer { width, .. } => *width,
        TypeData::Float(name) => float_width(name)?,
        _ => return None,
    };
    Some((width, width.div_ceil(8).max(1) as usize))
}

/// The number of elements of a dense array, and their data.
pub(super) fn array(
    module: &Module,
    element: Type,
    elements: &DenseElements,
) -> Option<(usize, Vec<u8>)> {
    let (_, size) = format(module, element)?;
    let data = scalars(module, element, elements)?;
    Some((data.len() / size, data))
}

/// The data of dense elements of numbers; none if they are text.
pub(super) fn dense(
    module: &Module,
    ty: Type,
    elements: &DenseElements,
    splat: bool,
) -> Option<Vec<u8>> {
    let element = module.type_data(ty).element()?;
    if let TypeData::Integer { width: 1, .. } = module.type_data(element) {
        return flags(elements, splat);
    }
    match (module.type_data(element), elements) {
        (TypeData::Complex(part), DenseElements::Other(pairs)) => complex(module, *part, pairs),
        _ => scalars(module, element, elements),
    }
}

fn scalars(module: &Module, element: Type, elements: &DenseElements) -> Option<Vec<u8>> {
    let (width, size) = format(module, element)?;
    let mut data = Vec::new();
    match (elements, module.type_data(element)) {
        (DenseElements::Integers(items), TypeData::Index | TypeData::Integer { .. })
            if width <= 64 =>
        {
            for item in items {
                let bits = (*item as u64) << (64 - width.max(1)) >> (64 - width.max(1));
                data.extend(&bits.to_le_bytes()[..size]);
            }
        }
        (DenseElements::Integers(items), TypeData::Integer { .. }) => {
            for item in items {
                data.extend(bytes(&Int::from(*item), width, size));
            }
        }
        (DenseElements::Wide(items), TypeData::Index | TypeData::Integer { .. }) => {
            for item in items {
                data.extend(bytes(item, width, size));
            }
        }
        (DenseElements::Floats(items), TypeData::Float(name)) => {
            for item in items {
                data.extend(&item.to_bits(name)?.to_le_bytes()[..size]);
            }
        }
        (DenseElements::Integers(items), _) if items.is_empty() => {}
        _ => return None,
    }
    Some(data)
}

/// Booleans, which are packed into bits; a splat is a byte of equal bits.
fn flags(elements: &DenseElements, splat: bool) -> Option<Vec<u8>> {
    let DenseElements::Integers(items) = elements else {
        return None;
    };
    if splat {
        let first = items.first()?;
        return Some(vec![if *first == 0 { 0 } else { 0xff }]);
    }
    let pack = |chunk: &[i64]| {
        let bits = chunk.iter().enumerate();
        bits.fold(0, |byte, (at, &flag)| byte | u8::from(flag != 0) << at)
    };
    Some(items.chunks(8).map(pack).collect())
}

fn complex(module: &Module, part: Type, pairs: &[Attr]) -> Option<Vec<u8>> {
    let (width, size) = format(module, part)?;
    let mut data = Vec::new();
    for &pair in pairs {
        let AttrData::Array(parts) = module.attribute_data(pair) else {
            return None;
        };
        for &part in parts {
            match module.attribute_data(part) {
                AttrData::Float { value, ty } => {
                    let TypeData::Float(name) = module.type_data(*ty) else {
                        return None;
                    };
                    data.extend(&value.to_bits(name)?.to_le_bytes()[..size]);
                }
                AttrData::Integer { value, .. } => data.extend(bytes(value, width, size)),
                AttrData::Bool(value) => data.push((*value).into()),
                _ => return None,
            }
        }
    }
    Some(data)
}

/// The texts of elements that are strings.
pub(super) fn strings<'m>(module: &'m Module, elements: &DenseElements) -> Option<Vec<&'m [u8]>> {
    let DenseElements::Other(items) = elements else {
        return None;
    };
    let texts = items.iter().map(|&item| match module.attribute_data(item) {
        AttrData::String { value, .. } => Some(&**value),
        _ => None,
    });
    texts.collect()
}
