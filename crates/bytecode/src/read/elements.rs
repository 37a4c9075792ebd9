//! Dense arrays and elements.

use super::values;
use crate::cursor::Cursor;
use crate::error::Read;
use calipers_ir::{AttrData, DenseElements, FloatValue, Module, Type, TypeData, float_width};
use calipers_number::Int;

/// How the bytes of an element are read.
#[derive(Clone)]
enum Format {
    /// Bits and whether they are unsigned.
    Integer(u32, bool),
    /// The float type.
    Float(&'static str),
    /// Two parts with the type of a part.
    Complex(Box<Format>, Type),
}

impl Format {
    fn of(module: &Module, ty: Type) -> Option<Format> {
        Some(match module.type_data(ty) {
            TypeData::Float(name) => Format::Float(name),
            TypeData::Complex(part) => {
                let format = match Format::of(module, *part)? {
                    Format::Complex(..) => return None,
                    format => format,
                };
                Format::Complex(Box::new(format), *part)
            }
            _ => {
                let (width, unsigned) = values::integer_format(module, ty)?;
                Format::Integer(width, unsigned)
            }
        })
    }

    /// The size in bytes.
    fn size(&self) -> usize {
        match self {
            Format::Integer(width, _) => width.div_ceil(8).max(1) as usize,
            Format::Float(name) => float_width(name).unwrap_or(64).div_ceil(8) as usize,
            Format::Complex(part, _) => 2 * part.size(),
        }
    }

    fn integer(&self, bytes: &[u8]) -> Int {
        match self {
            Format::Integer(width @ 1..=64, unsigned) => {
                let mut word = [0; 8];
                word[..bytes.len()].copy_from_slice(bytes);
                let high = u64::from_le_bytes(word) << (64 - width);
                match unsigned {
                    true => Int::from(high >> (64 - width)),
                    false => Int::from(high as i64 >> (64 - width)),
                }
            }
            Format::Integer(width, unsigned) => {
                values::signed(values::of_bytes(bytes, *width), *width, *unsigned)
            }
            _ => Int::ZERO,
        }
    }

    fn float(&self, bytes: &[u8]) -> FloatValue {
        let mut word = [0; 16];
        word[..bytes.len()].copy_from_slice(bytes);
        match self {
            Format::Float(name) => FloatValue::from_bits(u128::from_le_bytes(word), name),
            _ => FloatValue::Number(0),
        }
    }

    /// A part of a complex number, as an attribute.
    fn part(&self, bytes: &[u8], ty: Type) -> AttrData {
        match self {
            Format::Float(_) => AttrData::Float {
                value: self.float(bytes),
                ty,
            },
            _ if ty == Type::I1 => AttrData::Bool(!self.integer(bytes).is_zero()),
            _ => AttrData::Integer {
                value: self.integer(bytes),
                ty,
            },
        }
    }

    fn elements(&self, module: &mut Module, bytes: &[u8]) -> DenseElements {
        let chunks = bytes.chunks_exact(self.size());
        match self {
            // As in the text form, which does not tell the kind of no elements.
            _ if bytes.is_empty() => DenseElements::Integers(Box::default()),
            Format::Integer(..) => {
                DenseElements::of_integers(chunks.map(|chunk| self.integer(chunk)).collect())
            }
            Format::Float(_) => DenseElements::Floats(chunks.map(|it| self.float(it)).collect()),
            Format::Complex(format, ty) => {
                let pairs = chunks.map(|chunk| {
                    let (re, im) = chunk.split_at(format.size());
                    let parts = [re, im].map(|part| format.part(part, *ty));
                    let parts = parts.map(|part| module.intern_attribute(part));
                    module.intern_attribute(AttrData::Array(parts.into()))
                });
                DenseElements::Other(pairs.collect())
            }
        }
    }
}

/// The elements of a dense array.
pub(super) fn array(
    module: &mut Module,
    at: &Cursor,
    element: Type,
    count: u64,
    bytes: &[u8],
) -> Read<DenseElements> {
    let format = match Format::of(module, element) {
        Some(format @ (Format::Integer(1 | 8 | 16 | 32 | 64, _) | Format::Float(_))) => format,
        _ => return at.fail("expected an array of integers or floats of whole bytes"),
    };
    let expected = count.checked_mul(format.size() as u64);
    if expected != Some(bytes.len() as u64) {
        let found = bytes.len();
        return at.fail(format!(
            "expected {count} elements, but found {found} bytes of data"
        ));
    }
    let elements = format.elements(module, bytes);
    Ok(match (format, elements) {
        (Format::Integer(1, _), DenseElements::Integers(flags)) => {
            DenseElements::Integers(flags.iter().map(|&flag| i64::from(flag != 0)).collect())
        }
        (Format::Integer(..), DenseElements::Wide(_)) => {
            return at.fail("expected an array whose integers have at most 63 bits");
        }
        (_, elements) => elements,
    })
}

/// `dense<…>` of the shaped type `ty`.
pub(super) fn dense(module: &mut Module, at: &Cursor, ty: Type, bytes: &[u8]) -> Read<AttrData> {
    let data = module.type_data(ty);
    let (element, count) = (data.element(), data.element_count());
    let format = element.and_then(|element| Format::of(module, element));
    let (Some(element), Some(count), Some(format)) = (element, count, format) else {
        return at
            .fail("expected elements of a static shape of integers, floats or complex numbers");
    };
    let (elements, splat) = if is_bit(module, element) {
        let (flags, splat) = flags(at, count, bytes)?;
        (DenseElements::Integers(flags), splat)
    } else {
        let size = format.size() as u64;
        let whole = count.checked_mul(size) == Some(bytes.len() as u64);
        let splat = bytes.len() as u64 == size && count != 1;
        if !whole && !splat {
            let found = bytes.len();
            return at.fail(format!(
                "expected {count} elements of {size} bytes or a single one, but found {found} bytes"
            ));
        }
        (format.elements(module, bytes), splat)
    };
    let (elements, splat) = elements.merged(splat);
    Ok(AttrData::Dense {
        ty,
        elements,
        splat,
    })
}

fn is_bit(module: &Module, ty: Type) -> bool {
    matches!(module.type_data(ty), TypeData::Integer { width: 1, .. })
}

/// Booleans, which are packed into bits. Some writers used a byte for each.
fn flags(at: &Cursor, count: u64, bytes: &[u8]) -> Read<(Box<[i64]>, bool)> {
    let length = bytes.len() as u64;
    if let [0xff] = bytes {
        return Ok(([1].into(), count != 1));
    }
    if length == count.div_ceil(8) {
        let bit = |at: u64| i64::from(bytes[(at / 8) as usize] >> (at % 8) & 1);
        return Ok(((0..count).map(bit).collect(), false));
    }
    if let [0] = bytes {
        return Ok(([0].into(), true));
    }
    if length == count {
        return Ok((
            bytes.iter().map(|&byte| i64::from(byte != 0)).collect(),
            false,
        ));
    }
    at.fail(format!(
        "expected {count} booleans, but found {length} bytes"
    ))
}

/// `dense<…>` of strings: a single one for a splat, else one for each element.
pub(super) fn strings(
    module: &mut Module,
    ty: Type,
    splat: bool,
    mut data: Cursor,
    strings: &[&[u8]],
) -> Read<AttrData> {
    let count = match (splat, module.type_data(ty).element_count()) {
        (true, Some(_)) => 1,
        (false, Some(count)) => data.checked_count(count, data.left(), "a number of strings")?,
        (_, None) => return data.fail("expected strings of a static shape"),
    };
    let mut items = Vec::with_capacity(count);
    for _ in 0..count {
        let index = data.index(strings.len(), "the number of a string")?;
        let value = strings[index].into();
        items.push(module.intern_attribute(AttrData::String { value, ty: None }));
    }
    data.expect_end("the strings")?;
    Ok(AttrData::Dense {
        ty,
        elements: DenseElements::Other(items.into()),
        splat,
    })
}
