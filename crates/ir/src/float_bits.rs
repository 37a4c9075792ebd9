//! The bits of floating-point numbers in the formats of MLIR's float types.

use super::FloatValue;
use super::float_formats::{Narrow, Special, float_width, narrow};
use super::parse::float_of_bits;
use super::print::short_float;

impl FloatValue {
    /// The number with these bits in a float type; the hex digits of one that is not finite.
    pub fn from_bits(bits: u128, ty: &str) -> FloatValue {
        let digits = float_width(ty).unwrap_or(64).div_ceil(4) as usize;
        let known = match ty {
            "f16" | "bf16" | "f32" | "f64" => u64::try_from(bits)
                .ok()
                .and_then(|bits| float_of_bits(bits, ty)),
            _ => decoded(bits, ty).and_then(|value| {
                let text = short_float(value);
                let exact = float_width(ty)? < 64 || text.parse() == Ok(value);
                exact.then(|| FloatValue::Text(text.into()))
            }),
        };
        known.unwrap_or_else(|| FloatValue::Text(format!("0x{bits:0digits$X}").into()))
    }

    /// The bits of the number in a float type; none if its text is not exact in a format that is not supported.
    pub fn to_bits(&self, ty: &str) -> Option<u128> {
        let value = match self {
            FloatValue::Number(bits) => f64::from_bits(*bits),
            FloatValue::Text(text) => match text.strip_prefix("0x") {
                Some(digits) => return u128::from_str_radix(digits, 16).ok(),
                None => text.parse().ok()?,
            },
        };
        Some(match ty {
            "f64" => value.to_bits().into(),
            "f32" => (value as f32).to_bits().into(),
            "bf16" => ((value as f32).to_bits() >> 16).into(),
            "f16" => nearest(value, 1 << 16, |bits| {
                match float_of_bits(bits as u64, ty) {
                    Some(FloatValue::Number(bits)) => Some(f64::from_bits(bits)),
                    _ => None,
                }
            })?,
            _ if float_width(ty)? == 19 => return None,
            _ => nearest(
                value,
                1 << float_width(ty).filter(|width| *width <= 8)?,
                |bits| decoded(bits, ty),
            )?,
        })
    }
}

/// The first of the `count` patterns whose number is nearest to `value`, of the same sign.
fn nearest(value: f64, count: u128, decode: impl Fn(u128) -> Option<f64>) -> Option<u128> {
    let distance = |bits: u128| {
        let number = decode(bits)?;
        let same = number.is_sign_negative() == value.is_sign_negative();
        same.then(|| (number - value).abs())
    };
    let candidates = (0..count).filter_map(|bits| Some((distance(bits)?, bits % 2, bits)));
    let least = candidates.min_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)))?;
    Some(least.2)
}

/// The finite number with these bits in a format other than those of 16, 32 and 64 bits.
fn decoded(bits: u128, ty: &str) -> Option<f64> {
    match ty {
        "f8E8M0FNU" => (bits < 0xff).then(|| 2f64.powi(bits as i32 - 127)),
        "f80" => wide(
            bits >> 79 == 1,
            bits >> 64,
            bits << 65 >> 65,
            bits >> 63 & 1 == 1,
            63,
        ),
        "f128" => {
            let exponent = bits >> 112;
            wide(
                bits >> 127 == 1,
                exponent,
                bits << 16 >> 16,
                exponent & 0x7fff != 0,
                112,
            )
        }
        _ => decoded_narrow(bits, narrow(ty)?),
    }
}

/// A number with an exponent of 15 bits; none if an `f64` does not represent it.
fn wide(negative: bool, exponent: u128, fraction: u128, leading: bool, width: u32) -> Option<f64> {
    let exponent = (exponent & 0x7fff) as i32;
    let sign = if negative { -1.0 } else { 1.0 };
    if exponent == 0 && fraction == 0 && !leading {
        return Some(sign * 0.0);
    }
    let power = exponent - 16383;
    let dropped = width - 52;
    if !leading || !(-1000..1000).contains(&power) || fraction & ((1 << dropped) - 1) != 0 {
        return None;
    }
    let fraction = (fraction >> dropped) as f64 / 2f64.powi(52);
    Some(sign * (1.0 + fraction) * 2f64.powi(power))
}

fn decoded_narrow(
    bits: u128,
    (exponent_bits, mantissa_bits, bias, special): Narrow,
) -> Option<f64> {
    let bits = u32::try_from(bits).ok()?;
    let mask = |count: u32| (1u32 << count) - 1;
    let mantissa = bits & mask(mantissa_bits);
    let exponent = bits >> mantissa_bits & mask(exponent_bits);
    let negative = bits >> (exponent_bits + mantissa_bits) & 1 == 1;
    let high = exponent == mask(exponent_bits);
    let finite = match special {
        Special::Ieee => !high,
        Special::Ones => !(high && mantissa == mask(mantissa_bits)),
        Special::NegativeZero => !(negative && exponent == 0 && mantissa == 0),
        Special::None => true,
    };
    let scale = 2f64.powi(-(mantissa_bits as i32));
    let value = match exponent {
        0 => f64::from(mantissa) * scale * 2f64.powi(1 - bias),
        _ => (1.0 + f64::from(mantissa) * scale) * 2f64.powi(exponent as i32 - bias),
    };
    finite.then_some(if negative { -value } else { value })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(bits: u128, ty: &str) -> String {
        match FloatValue::from_bits(bits, ty) {
            FloatValue::Number(bits) => f64::from_bits(bits).to_string(),
            FloatValue::Text(text) => text.into(),
        }
    }

    #[test]
    fn bits_become_numbers() {
        assert_eq!(text(0x3f80_0000, "f32"), "1");
        assert_eq!(text(0x7fc0_0000, "f32"), "0x7FC00000");
        assert_eq!(text(0x3c, "f8E5M2"), "1.000000e+00");
        assert_eq!(text(0x7f, "f8E4M3FN"), "0x7F");
        assert_eq!(text(0x80, "f8E4M3FNUZ"), "0x80");
        assert_eq!(text(127, "f8E8M0FNU"), "1.000000e+00");
        assert_eq!(text(0x7, "f4E2M1FN"), "6.000000e+00");
        assert_eq!(text(0x3fff_8000_0000_0000_0000, "f80"), "1.000000e+00");
        assert_eq!(text(0x3fff << 112, "f128"), "1.000000e+00");
        assert_eq!(text(1, "f128"), "0x00000000000000000000000000000001");
    }

    #[test]
    fn numbers_become_their_bits() {
        let types = [
            "f8E5M2",
            "f8E4M3",
            "f8E3M4",
            "f8E4M3FN",
            "f8E5M2FNUZ",
            "f8E8M0FNU",
            "f4E2M1FN",
        ];
        for ty in types {
            for bits in 0..1 << float_width(ty).expect("the type is one of floats") {
                assert_eq!(
                    FloatValue::from_bits(bits, ty).to_bits(ty),
                    Some(bits),
                    "{ty}"
                );
            }
        }
        for bits in (0..1 << 16).step_by(251) {
            assert_eq!(
                FloatValue::from_bits(bits, "f16").to_bits("f16"),
                Some(bits)
            );
            assert_eq!(
                FloatValue::from_bits(bits, "bf16").to_bits("bf16"),
                Some(bits)
            );
        }
    }
}
