//! Exact number domains: intervals, congruences, their reduced product, and linear forms.
//!
//! All operations are exact. Results with more than [`MAX_BITS`] bits are dropped: an endpoint of an interval becomes
//! infinite, a congruence becomes trivial, and operations on linear forms return `None`. Numbers are therefore never
//! wrong, and never grow without bound.
//!
//! # Division
//!
//! The terms of Calipers are total over the integers, so division by zero has a value:
//!
//! | operation | for a divisor `m != 0` | for `m = 0` |
//! | --- | --- | --- |
//! | floor division | `⌊x / m⌋` | `0` |
//! | ceiling division | `⌈x / m⌉` | `0` |
//! | modulo | `x − m·⌊x / m⌋`, of the sign of `m` | `x` |
//! | truncating division | `x / m` rounded towards zero | `0` |
//! | truncating remainder | `x − m·trunc(x / m)`, of the sign of `x` | `x` |
//!
//! The domains ([`Interval`], [`Congruence`], [`Range`]) use these conventions. The functions on plain numbers below
//! return `None` for a zero divisor, so that a caller must handle that case.

mod congruence;
mod int;
mod interval;
mod linear;
mod range;

pub use congruence::Congruence;
pub use int::fraction;
pub use int::{Int, NotANumber, OutOfRange};
pub use interval::Interval;
pub use linear::Linear;
pub use range::Range;

/// The maximum number of bits of a number in the domains.
pub const MAX_BITS: usize = 4096;

/// Whether `number` has at most [`MAX_BITS`] bits, the limit for the domains.
///
/// ```
/// use calipers_number::{Int, fits};
/// assert!(fits(&Int::from(1_000_000)));
/// assert!(!fits(&(Int::from(1) << 5000)));
/// ```
#[inline]
pub fn fits(number: &Int) -> bool {
    number.is_small() || number.bit_len() <= MAX_BITS
}

/// `⌊x / m⌋`, or `None` if `m = 0`.
///
/// ```
/// use calipers_number::{Int, floor_div};
/// assert_eq!(floor_div(&Int::from(-7), &Int::from(2)), Some(Int::from(-4)));
/// assert_eq!(floor_div(&Int::from(1), &Int::from(0)), None);
/// ```
#[inline]
pub fn floor_div(x: &Int, m: &Int) -> Option<Int> {
    floor_div_mod(x, m).map(|(quotient, _)| quotient)
}

/// `⌈x / m⌉`, or `None` if `m = 0`.
#[inline]
pub fn ceil_div(x: &Int, m: &Int) -> Option<Int> {
    let (quotient, remainder) = floor_div_mod(x, m)?;
    Some(if remainder.is_zero() {
        quotient
    } else {
        quotient + Int::ONE
    })
}

/// `x − m·⌊x / m⌋`, which has the sign of `m`, or `None` if `m = 0`.
///
/// ```
/// use calipers_number::{Int, floor_mod};
/// assert_eq!(floor_mod(&Int::from(-7), &Int::from(3)), Some(Int::from(2)));
/// ```
#[inline]
pub fn floor_mod(x: &Int, m: &Int) -> Option<Int> {
    floor_div_mod(x, m).map(|(_, remainder)| remainder)
}

/// `x / m` rounded towards zero, or `None` if `m = 0`.
#[inline]
pub fn trunc_div(x: &Int, m: &Int) -> Option<Int> {
    (!m.is_zero()).then(|| x / m)
}

/// `x − m·trunc(x / m)`, which has the sign of `x`, or `None` if `m = 0`.
#[inline]
pub fn trunc_mod(x: &Int, m: &Int) -> Option<Int> {
    (!m.is_zero()).then(|| x % m)
}

/// The greatest common divisor, never negative; `gcd(0, 0) = 0`.
///
/// ```
/// use calipers_number::{Int, gcd};
/// assert_eq!(gcd(&Int::from(-12), &Int::from(18)), Int::from(6));
/// assert_eq!(gcd(&Int::from(0), &Int::from(-5)), Int::from(5));
/// ```
#[inline]
pub fn gcd(a: &Int, b: &Int) -> Int {
    if a.is_one() || b.is_one() {
        return Int::ONE;
    }
    a.gcd(b)
}

/// Whether `a < 0`.
#[inline]
pub fn is_negative(a: &Int) -> bool {
    a.is_negative()
}

/// Quotient and remainder with rounding towards −∞.
fn floor_div_mod(x: &Int, m: &Int) -> Option<(Int, Int)> {
    if m.is_zero() {
        return None;
    }
    if m.is_one() {
        return Some((x.clone(), Int::ZERO));
    }
    if is_negative(m) {
        // x = q·m + r with m < r <= 0.
        let (quotient, remainder) = x.div_rem(m);
        let rounded_up = !remainder.is_zero() && !is_negative(&remainder);
        return Some(if rounded_up {
            (quotient - Int::ONE, remainder + m)
        } else {
            (quotient, remainder)
        });
    }
    Some(x.div_rem_euclid(m))
}

/// The number, if it [`fits`].
#[inline]
fn keep(number: Int) -> Option<Int> {
    fits(&number).then_some(number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn divisions_agree_with_their_definitions() {
        for x in -20i64..=20 {
            for m in -7i64..=7 {
                let (big, divisor) = (Int::from(x), Int::from(m));
                if m == 0 {
                    assert_eq!(floor_div(&big, &divisor), None);
                    assert_eq!(ceil_div(&big, &divisor), None);
                    assert_eq!(floor_mod(&big, &divisor), None);
                    assert_eq!(trunc_div(&big, &divisor), None);
                    assert_eq!(trunc_mod(&big, &divisor), None);
                    continue;
                }
                let floor = (x as f64 / m as f64).floor() as i64;
                let ceil = (x as f64 / m as f64).ceil() as i64;
                assert_eq!(floor_div(&big, &divisor), Some(Int::from(floor)));
                assert_eq!(ceil_div(&big, &divisor), Some(Int::from(ceil)));
                assert_eq!(floor_mod(&big, &divisor), Some(Int::from(x - m * floor)));
                assert_eq!(trunc_div(&big, &divisor), Some(Int::from(x / m)));
                assert_eq!(trunc_mod(&big, &divisor), Some(Int::from(x % m)));
            }
        }
    }
}
