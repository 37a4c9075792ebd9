//! The encodings of builtin types, which are decoded to their text.

use super::entries::Entries;
use super::fields::{Fields, Shape};
use crate::cursor::Cursor;
use crate::error::Read;
use calipers_ir::{AttrData, Module, Type};
use std::fmt::Write;

/// The shapes of the codes of builtin types.
pub(super) const SHAPES: &[Option<Shape>] = &[
    Some("n"),    // 0: integer
    Some(""),     // 1: index
    Some("TT"),   // 2: function
    Some(""),     // 3: bf16
    Some(""),     // 4: f16
    Some(""),     // 5: f32
    Some(""),     // 6: f64
    Some(""),     // 7: f80
    Some(""),     // 8: f128
    Some("t"),    // 9: complex
    Some("Ita"),  // 10: memref
    Some("aIta"), // 11: memref with a memory space
    Some(""),     // 12: none
    Some("It"),   // 13: tensor
    Some("aIt"),  // 14: tensor with an encoding
    Some("T"),    // 15: tuple
    Some("t"),    // 16: unranked memref
    Some("at"),   // 17: unranked memref with a memory space
    Some("t"),    // 18: unranked tensor
    Some("It"),   // 19: vector
    Some("FIt"),  // 20: vector with scalable dimensions
];

/// The shapes of the codes of quantized types.
pub(super) const QUANTIZED: &[Option<Shape>] = &[
    None,
    Some("ntii"),      // 1: any
    Some("nttii"),     // 2: any, with the expressed type
    Some("tdd"),       // 3: calibrated
    Some("nttdiii"),   // 4: uniform
    Some("nttniiDI"),  // 5: uniform, per axis
    Some("nttiiIIaa"), // 6: uniform, in blocks
];

/// The dimension that is not static.
const DYNAMIC: i64 = i64::MIN;

/// The text of a builtin type.
pub(super) fn build(
    entries: &Entries,
    module: &Module,
    at: &Cursor,
    code: u64,
    fields: &Fields,
) -> Read<String> {
    let text = Texts { entries, module };
    Ok(match code {
        0 => integer(fields, at)?,
        1 => "index".into(),
        2 => {
            let (inputs, results) = fields.types.split_at(fields.counts[0]);
            format!("({}) -> ({})", text.types(inputs)?, text.types(results)?)
        }
        3 => "bf16".into(),
        4 => "f16".into(),
        5 => "f32".into(),
        6 => "f64".into(),
        7 => "f80".into(),
        8 => "f128".into(),
        9 => format!("complex<{}>", text.ty(fields.types[0])?),
        10 => text.memref(at, fields, fields.attributes[0], None)?,
        11 => text.memref(at, fields, fields.attributes[1], Some(fields.attributes[0]))?,
        12 => "none".into(),
        13 => format!("tensor<{}>", text.shaped(at, fields, &[])?),
        14 => {
            let encoding = text.attribute(fields.attributes[0])?;
            format!("tensor<{}, {encoding}>", text.shaped(at, fields, &[])?)
        }
        15 => format!("tuple<{}>", text.types(&fields.types)?),
        16 => format!("memref<*x{}>", text.ty(fields.types[0])?),
        17 => {
            let space = text.attribute(fields.attributes[0])?;
            format!("memref<*x{}, {space}>", text.ty(fields.types[0])?)
        }
        18 => format!("tensor<*x{}>", text.ty(fields.types[0])?),
        19 => format!("vector<{}>", text.shaped(at, fields, &[])?),
        _ => {
            if fields.numbers.len() != fields.signed.len() {
                return at.fail("expected a flag for each dimension of a vector");
            }
            format!("vector<{}>", text.shaped(at, fields, &fields.numbers)?)
        }
    })
}

fn integer(fields: &Fields, at: &Cursor) -> Read<String> {
    let (width, sign) = (fields.numbers[0] >> 2, fields.numbers[0] & 3);
    match ["", "s", "u"].get(sign as usize) {
        Some(sign) => Ok(format!("{sign}i{width}")),
        None => at.fail("expected an integer type with a signedness of 0, 1 or 2"),
    }
}

/// The texts of the parts of a type.
struct Texts<'a, 'b> {
    entries: &'a Entries<'b>,
    module: &'a Module,
}

impl Texts<'_, '_> {
    fn ty(&self, index: usize) -> Read<String> {
        Ok(self.module.type_text(self.entries.known_type(index)?))
    }

    fn types(&self, indices: &[usize]) -> Read<String> {
        let texts: Read<Vec<String>> = indices.iter().map(|&index| self.ty(index)).collect();
        Ok(texts?.join(", "))
    }

    fn attribute(&self, index: usize) -> Read<String> {
        let attribute = self.entries.known_attribute(index)?;
        Ok(self.module.attribute_text(attribute))
    }

    /// The dimensions with an `x` after each, and the element type.
    fn shaped(&self, at: &Cursor, fields: &Fields, scalable: &[u64]) -> Read<String> {
        let mut text = dimensions(at, &fields.signed, scalable)?;
        text.push_str(&self.ty(fields.types[0])?);
        Ok(text)
    }

    fn memref(
        &self,
        at: &Cursor,
        fields: &Fields,
        layout: usize,
        space: Option<usize>,
    ) -> Read<String> {
        let mut text = format!("memref<{}", self.shaped(at, fields, &[])?);
        let layout = self.entries.known_attribute(layout)?;
        // The text form has no identity layout of another rank, and MLIR's verifier accepts none.
        let is_identity = match self.module.attribute_data(layout) {
            AttrData::Map(map) => {
                map.symbols == 0
                    && map.dims as usize == fields.signed.len()
                    && calipers_ir::affine::is_identity(map)
            }
            _ => false,
        };
        if !is_identity {
            let layout = self.module.attribute_text(layout);
            text.push_str(", ");
            text.push_str(&layout);
        }
        if let Some(space) = space {
            text.push_str(", ");
            text.push_str(&self.attribute(space)?);
        }
        text.push('>');
        Ok(text)
    }
}

/// Dimensions with an `x` after each.
pub(super) fn dimensions(at: &Cursor, dims: &[i64], scalable: &[u64]) -> Read<String> {
    let mut text = String::new();
    for (number, &dim) in dims.iter().enumerate() {
        let scales = scalable.get(number).is_some_and(|&flag| flag != 0);
        let written = match dim {
            DYNAMIC if !scales => write!(text, "?x"),
            0.. if scales => write!(text, "[{dim}]x"),
            0.. => write!(text, "{dim}x"),
            _ => {
                return at.fail(format!(
                    "expected a dimension of at least 0, but found {dim}"
                ));
            }
        };
        written.expect("writing to a string does not fail");
    }
    Ok(text)
}

/// The text of a quantized type.
pub(super) fn quantized(
    entries: &Entries,
    module: &Module,
    at: &Cursor,
    code: u64,
    fields: &Fields,
) -> Read<String> {
    let text = Texts { entries, module };
    if code == 3 {
        let range = format!(
            "{}:{}",
            double(fields.numbers[0]),
            double(fields.numbers[1])
        );
        return Ok(format!(
            "!quant.calibrated<{}<{range}>>",
            text.ty(fields.types[0])?
        ));
    }
    let (least, greatest) = match code {
        1 | 2 => (fields.signed[0], fields.signed[1]),
        4 => (fields.signed[1], fields.signed[2]),
        _ => (fields.signed[0], fields.signed[1]),
    };
    let storage = text.storage(fields.types[0], fields.numbers[0] & 1 == 1, least, greatest)?;
    Ok(match code {
        1 => format!("!quant.any<{storage}>"),
        2 => format!("!quant.any<{storage}:{}>", text.ty(fields.types[1])?),
        4 => {
            let scale = scale(fields.numbers[1], fields.signed[0]);
            format!(
                "!quant.uniform<{storage}:{}, {scale}>",
                text.ty(fields.types[1])?
            )
        }
        5 => {
            let (scales, zeros) = (&fields.numbers[2..], &fields.signed[2..]);
            if scales.len() != zeros.len() {
                return at.fail("expected a zero point for each scale");
            }
            let scales: Vec<String> = scales
                .iter()
                .zip(zeros)
                .map(|(s, z)| scale(*s, *z))
                .collect();
            let (expressed, axis) = (text.ty(fields.types[1])?, fields.numbers[1]);
            format!(
                "!quant.uniform<{storage}:{expressed}:{axis}, {{{}}}>",
                scales.join(",")
            )
        }
        _ => {
            return at
                .fail("quantized types in blocks are not supported; convert the file to text");
        }
    })
}

impl Texts<'_, '_> {
    /// The storage type, with its range unless that is the range of the type.
    fn storage(&self, index: usize, signed: bool, least: i64, greatest: i64) -> Read<String> {
        let ty: Type = self.entries.known_type(index)?;
        let name = self.module.type_text(ty);
        let width: u32 = name
            .trim_start_matches(|c: char| !c.is_ascii_digit())
            .parse()
            .unwrap_or(64);
        // An unsigned storage type has no `i`: `u8`.
        let name = match (signed, name.strip_prefix('i')) {
            (false, Some(width)) => format!("u{width}"),
            _ => name,
        };
        let whole = match (signed, width) {
            (true, 1..=63) => (-(1 << (width - 1)), (1 << (width - 1)) - 1),
            (false, 1..=62) => (0, (1 << width) - 1),
            _ => (i64::MIN, i64::MAX),
        };
        Ok(match (least, greatest) == whole {
            true => name,
            false => format!("{name}<{least}:{greatest}>"),
        })
    }
}

/// A scale with its zero point, which is omitted if it is 0.
fn scale(bits: u64, zero: i64) -> String {
    match zero {
        0 => double(bits),
        _ => format!("{}:{zero}", double(bits)),
    }
}

/// An f64 with six digits after the point, or with as many as are needed to read it back.
fn double(bits: u64) -> String {
    let value = f64::from_bits(bits);
    let short = format!("{value:.6e}");
    let exact = short.parse() == Ok(value);
    let text = if exact { short } else { format!("{value:e}") };
    let (digits, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let point = if digits.contains('.') { "" } else { ".0" };
    let (sign, exponent) = match exponent.strip_prefix('-') {
        Some(exponent) => ('-', exponent),
        None => ('+', exponent),
    };
    format!("{digits}{point}e{sign}{exponent:0>2}")
}
