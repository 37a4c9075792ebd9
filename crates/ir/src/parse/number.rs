//! The parser of number literals, depending on their type.

use super::{Parsed, Parser};
use crate::number::Int;
use crate::{AttrData, FloatValue, Signedness, Type, TypeData};

impl Parser<'_> {
    /// The attribute of a number literal of a type.
    pub(crate) fn number(
        &self,
        text: &str,
        float: bool,
        negative: bool,
        ty: Type,
        at: u32,
    ) -> Parsed<AttrData> {
        match self.module.type_data(ty) {
            TypeData::Float(name) => {
                let value = self.float(text, float, negative, name, at)?;
                Ok(AttrData::Float { value, ty })
            }
            TypeData::Index | TypeData::Integer { .. } if float => {
                self.error_at(at, "floating point value not valid for specified type")
            }
            TypeData::Index | TypeData::Integer { .. } => {
                let value = self.integer(text, negative, ty, at)?;
                if ty == Type::I1 {
                    return Ok(AttrData::Bool(value != Int::ZERO));
                }
                Ok(AttrData::Integer { value, ty })
            }
            _ => self.error_at(at, "integer literal not valid for specified type"),
        }
    }

    /// An integer literal, in the signedness of its type.
    pub(crate) fn integer(&self, text: &str, negative: bool, ty: Type, at: u32) -> Parsed<Int> {
        let digits = text.strip_prefix("0x");
        let value = match digits {
            Some(digits) => Int::from_str_radix(digits, 16),
            None => Int::from_str_radix(text, 10),
        };
        let Ok(value) = value else {
            return self.error_at(at, "expected an integer");
        };
        let value = if negative { -value } else { value };
        let (width, signedness) = match self.module.type_data(ty) {
            TypeData::Integer { width, signedness } => (*width, *signedness),
            _ => (64, Signedness::Signless),
        };
        match in_range(value, width, signedness, digits.is_some()) {
            Some(value) => Ok(value),
            None => self.error_at(at, "integer constant out of range for attribute"),
        }
    }

    fn float(
        &self,
        text: &str,
        float: bool,
        negative: bool,
        name: &str,
        at: u32,
    ) -> Parsed<FloatValue> {
        if !float {
            let Some(digits) = text.strip_prefix("0x") else {
                let message = "unexpected decimal integer literal for a floating point value";
                return self.error_at(at, message);
            };
            let bits = u64::from_str_radix(digits, 16).ok();
            return Ok(bits
                .and_then(|bits| float_of_bits(bits, name))
                .unwrap_or_else(|| FloatValue::Text(text.into())));
        }
        let text = if negative {
            format!("-{text}")
        } else {
            text.to_owned()
        };
        let value = match name {
            "f32" => text.parse::<f32>().ok().map(f64::from),
            "f64" => text.parse::<f64>().ok(),
            "bf16" => text.parse().ok().map(|value| round(value, 8)),
            "f16" => text.parse().ok().map(|value| round(value, 11)),
            _ => return Ok(FloatValue::Text(text.into())),
        };
        Ok(match value {
            Some(value) if value.is_finite() => FloatValue::Number(value.to_bits()),
            _ => FloatValue::Text(text.into()),
        })
    }
}

/// `value` as a number of a type of `width` bits; `None` if it does not fit. Hex digits of a signed type may set the
/// sign bit.
fn in_range(value: Int, width: u32, signedness: Signedness, bits: bool) -> Option<Int> {
    let width = width as usize;
    let modulus = Int::ONE << width;
    let half = if width == 0 {
        Int::ZERO
    } else {
        Int::ONE << (width - 1)
    };
    match signedness {
        Signedness::Unsigned => (value >= Int::ZERO && value < modulus).then_some(value),
        _ if width == 0 => (value == Int::ZERO).then_some(value),
        Signedness::Signed if !bits => (value >= -&half && value < half).then_some(value),
        _ if value < -&half || value >= modulus => None,
        _ if value >= half => Some(value - modulus),
        _ => Some(value),
    }
}

/// Rounds `value` to a significand of `precision` bits, ties to even.
fn round(value: f64, precision: u32) -> f64 {
    if value == 0.0 || !value.is_finite() {
        return value;
    }
    let drop = 53 - precision;
    let bits = value.to_bits();
    let half = 1u64 << (drop - 1);
    let odd = (bits >> drop) & 1;
    f64::from_bits(((bits + half - 1 + odd) >> drop) << drop)
}

/// The number with these bits in a float type, if it is finite.
pub(crate) fn float_of_bits(bits: u64, name: &str) -> Option<FloatValue> {
    let value = match name {
        "f64" => f64::from_bits(bits),
        "f32" => f64::from(f32::from_bits(u32::try_from(bits).ok()?)),
        "bf16" => f64::from(f32::from_bits(u32::from(u16::try_from(bits).ok()?) << 16)),
        "f16" => half_to_f64(u16::try_from(bits).ok()?),
        _ => return None,
    };
    value
        .is_finite()
        .then(|| FloatValue::Number(value.to_bits()))
}

fn half_to_f64(bits: u16) -> f64 {
    let sign = if bits >> 15 == 1 { -1.0 } else { 1.0 };
    let exponent = i32::from((bits >> 10) & 0x1f);
    let fraction = f64::from(bits & 0x3ff);
    match exponent {
        0 => sign * fraction * 2f64.powi(-24),
        31 if fraction == 0.0 => sign * f64::INFINITY,
        31 => f64::NAN,
        _ => sign * (1.0 + fraction / 1024.0) * 2f64.powi(exponent - 15),
    }
}
