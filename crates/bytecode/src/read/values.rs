//! Integers and floats of a known type.

use crate::cursor::Cursor;
use crate::error::Read;
use calipers_ir::{AttrData, FloatValue, Module, Signedness, Type, TypeData, float_width};
use calipers_number::Int;

/// The width of an integer or index type, and whether its numbers are unsigned.
pub(super) fn integer_format(module: &Module, ty: Type) -> Option<(u32, bool)> {
    match module.type_data(ty) {
        TypeData::Index => Some((64, false)),
        TypeData::Integer { width, signedness } => {
            Some((*width, *signedness == Signedness::Unsigned))
        }
        _ => None,
    }
}

/// An integer attribute of the type `ty`.
pub(super) fn integer(module: &Module, ty: Type, mut data: Cursor) -> Read<AttrData> {
    let Some((width, unsigned)) = integer_format(module, ty) else {
        return data.fail("expected an integer attribute of an integer type or of the index type");
    };
    let bits = bits(&mut data, width)?;
    data.expect_end("an integer")?;
    Ok(match ty == Type::I1 {
        true => AttrData::Bool(!bits.is_zero()),
        false => AttrData::Integer {
            value: signed(bits, width, unsigned),
            ty,
        },
    })
}

/// A float attribute of the type `ty`.
pub(super) fn float(module: &Module, ty: Type, mut data: Cursor) -> Read<AttrData> {
    let TypeData::Float(name) = *module.type_data(ty) else {
        return data.fail("expected a float attribute of a float type");
    };
    let value = float_bits(&mut data, name)?;
    data.expect_end("a float")?;
    Ok(AttrData::Float { value, ty })
}

/// The bits of a float type.
pub(super) fn float_bits(data: &mut Cursor, name: &str) -> Read<FloatValue> {
    let width = float_width(name).unwrap_or(64);
    let bits = bits(data, width)?;
    match u128::try_from(&bits) {
        Ok(bits) => Ok(FloatValue::from_bits(bits, name)),
        Err(_) => data.fail("expected the bits of a float"),
    }
}

/// Bits of a known width: a byte, a number, or several numbers after their count, least significant first.
fn bits(data: &mut Cursor, width: u32) -> Read<Int> {
    let words = match width {
        0..=8 => vec![u64::from(data.byte("an integer")?)],
        9..=64 => vec![data.signed("an integer")? as u64],
        _ => data.list("the number of words", |data| {
            data.signed("a word of an integer").map(|word| word as u64)
        })?,
    };
    Ok(of_words(words.into_iter(), width))
}

/// The number of `width` bits in words, least significant first.
fn of_words(words: impl DoubleEndedIterator<Item = u64>, width: u32) -> Int {
    let mut value = Int::ZERO;
    for word in words.rev() {
        value = (value << 64usize) + Int::from(word);
    }
    truncated(value, width)
}

/// The lowest `width` bits of a number that is not negative.
fn truncated(value: Int, width: u32) -> Int {
    if value.bit_len() <= width as usize {
        return value;
    }
    let high = (&value >> width as usize) << width as usize;
    value - high
}

/// The number with those bits, in the signedness of its type.
pub(super) fn signed(bits: Int, width: u32, unsigned: bool) -> Int {
    let negative = !unsigned && width > 0 && bits.bit_len() == width as usize;
    match negative {
        true => bits - (Int::ONE << width as usize),
        false => bits,
    }
}

/// The number in little-endian bytes.
pub(super) fn of_bytes(bytes: &[u8], width: u32) -> Int {
    let words = bytes.chunks(8).map(|chunk| {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        u64::from_le_bytes(word)
    });
    of_words(words.collect::<Vec<_>>().into_iter(), width)
}
