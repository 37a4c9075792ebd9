//! Floating-point numbers in MLIR's format.

use crate::FloatValue;
use std::fmt::Write;

/// Prints six digits if they are exact, else as many as are needed to parse the same number.
pub(super) fn write_float(out: &mut String, value: &FloatValue, ty: &str) {
    let number = match value {
        FloatValue::Text(text) => return out.push_str(text),
        FloatValue::Number(bits) => f64::from_bits(*bits),
    };
    let short = short_float(number);
    let read: Option<f64> = match ty {
        "f32" => short.parse::<f32>().ok().map(f64::from),
        _ => short.parse().ok(),
    };
    let narrow = matches!(ty, "f16" | "bf16") && close(read, number, ty);
    if narrow || read.is_some_and(|read| read.to_bits() == number.to_bits()) {
        return out.push_str(&short);
    }
    let digits = match ty {
        "f32" => 9,
        "f16" => 5,
        "bf16" => 4,
        _ => 17,
    };
    match full(number, digits) {
        Some(text) => out.push_str(&text),
        None => {
            let hex = match ty {
                "f32" => format!("0x{:X}", (number as f32).to_bits()),
                _ => format!("0x{:X}", number.to_bits()),
            };
            out.push_str(&hex);
        }
    }
}

/// Whether a number of a narrow type is close to the one that was parsed back; seven digits are always exact for
/// them.
fn close(read: Option<f64>, number: f64, ty: &str) -> bool {
    let relative = if ty == "f16" { 2e-4 } else { 2e-3 };
    read.is_some_and(|read| (read - number).abs() <= number.abs() * relative)
}

/// A number with six digits after the point.
pub(crate) fn short_float(number: f64) -> String {
    with_padded_exponent(&format!("{number:.6e}"))
}

/// Converts `1.5e0` to `1.5e+00`.
fn with_padded_exponent(text: &str) -> String {
    let (mantissa, exponent) = text.split_once('e').unwrap_or((text, "0"));
    let (sign, digits) = match exponent.strip_prefix('-') {
        Some(digits) => ('-', digits),
        None => ('+', exponent),
    };
    format!("{mantissa}e{sign}{digits:0>2}")
}

/// Prints all digits, with an exponent only for very large and very small numbers; none for an integer.
fn full(number: f64, digits: usize) -> Option<String> {
    let text = format!("{:.*e}", digits - 1, number.abs());
    let (mantissa, exponent) = text.split_once('e')?;
    let most: i32 = exponent.parse().ok()?;
    let significand: String = mantissa.chars().filter(|c| *c != '.').collect();
    let significand = significand.trim_end_matches('0');
    let significand = if significand.is_empty() {
        "0"
    } else {
        significand
    };
    let count = significand.len() as i32;
    let least = most - (count - 1);
    let sign = if number.is_sign_negative() { "-" } else { "" };
    let mut out = String::from(sign);
    let scientific = if least >= 0 {
        least > 3 || count + least > digits as i32
    } else {
        most < -3
    };
    if scientific {
        let (head, tail) = significand.split_at(1);
        let tail = if tail.is_empty() { "0" } else { tail };
        write!(out, "{head}.{tail}E{most:+}").ok()?;
    } else if least >= 0 {
        return None;
    } else if most >= 0 {
        let (head, tail) = significand.split_at(most as usize + 1);
        write!(out, "{head}.{tail}").ok()?;
    } else {
        let zeros = "0".repeat((-most - 1) as usize);
        write!(out, "0.{zeros}{significand}").ok()?;
    }
    Some(out)
}
