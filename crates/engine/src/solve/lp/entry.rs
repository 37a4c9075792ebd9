//! The integer types of a tableau.

use std::cmp::Ordering;

use dashu_int::IBig;

use crate::number::{Int, fits};

/// An integer type of a tableau. `None` means overflow.
pub(super) trait Entry: Clone + Ord {
    const ZERO: Self;
    const ONE: Self;

    fn from_int(number: &Int) -> Option<Self>;
    fn to_int(&self) -> Int;
    /// The bit length of the absolute value, for a type without a fixed width; else 0.
    fn length(&self) -> usize {
        0
    }
    /// Compares with 0.
    fn sign(&self) -> Ordering;
    fn negated(&self) -> Option<Self>;
    fn plus(&self, other: &Self) -> Option<Self>;
    /// `(a·p − b·c) / d`, where `d` divides the numerator.
    fn eliminate(a: &Self, p: &Self, b: &Self, c: &Self, d: &Self) -> Option<Self>;
    /// `a − b·c / d`, where `d` divides the product.
    fn reduce(a: &Self, b: &Self, c: &Self, d: &Self) -> Option<Self>;
    /// `a·p / d`, where `d` divides the numerator.
    fn rescale(a: &Self, p: &Self, d: &Self) -> Option<Self> {
        Self::eliminate(a, p, &Self::ZERO, &Self::ZERO, d)
    }
    /// Compares `a/b` with `c/d` for positive `b` and `d`.
    fn compare_ratios(a: &Self, b: &Self, c: &Self, d: &Self) -> Option<Ordering>;
    /// The number as `f64`; infinite if it is too large.
    fn approximate(&self) -> f64;

    fn is_zero(&self) -> bool {
        self.sign() == Ordering::Equal
    }
    fn is_negative(&self) -> bool {
        self.sign() == Ordering::Less
    }
    fn is_positive(&self) -> bool {
        self.sign() == Ordering::Greater
    }
}

impl Entry for i64 {
    const ZERO: i64 = 0;
    const ONE: i64 = 1;

    fn from_int(number: &Int) -> Option<i64> {
        i64::try_from(number).ok()
    }

    fn to_int(&self) -> Int {
        Int::from(*self)
    }

    fn sign(&self) -> Ordering {
        self.cmp(&0)
    }

    fn negated(&self) -> Option<i64> {
        self.checked_neg()
    }

    fn plus(&self, other: &i64) -> Option<i64> {
        self.checked_add(*other)
    }

    fn eliminate(a: &i64, p: &i64, b: &i64, c: &i64, d: &i64) -> Option<i64> {
        let left = i128::from(*a) * i128::from(*p);
        let numerator = left.checked_sub(i128::from(*b) * i128::from(*c))?;
        match i64::try_from(numerator) {
            Ok(numerator) if *d == 1 => Some(numerator),
            Ok(numerator) => numerator.checked_div(*d),
            Err(_) => i64::try_from(numerator.checked_div(i128::from(*d))?).ok(),
        }
    }

    #[inline]
    fn reduce(a: &i64, b: &i64, c: &i64, d: &i64) -> Option<i64> {
        // The usual case: the denominator is 1, and the product fits into 64 bits.
        match b.checked_mul(*c) {
            Some(product) if *d == 1 => a.checked_sub(product),
            Some(product) => a.checked_sub(product.checked_div(*d)?),
            None => i64::eliminate(a, d, b, c, d),
        }
    }

    fn compare_ratios(a: &i64, b: &i64, c: &i64, d: &i64) -> Option<Ordering> {
        let (a, b, c, d) = (
            i128::from(*a),
            i128::from(*b),
            i128::from(*c),
            i128::from(*d),
        );
        Some((a * d).cmp(&(c * b)))
    }

    fn approximate(&self) -> f64 {
        *self as f64
    }
}

impl Entry for i128 {
    const ZERO: i128 = 0;
    const ONE: i128 = 1;

    fn from_int(number: &Int) -> Option<i128> {
        i128::try_from(number).ok()
    }

    fn to_int(&self) -> Int {
        Int::from(*self)
    }

    fn sign(&self) -> Ordering {
        self.cmp(&0)
    }

    fn negated(&self) -> Option<i128> {
        self.checked_neg()
    }

    fn plus(&self, other: &i128) -> Option<i128> {
        self.checked_add(*other)
    }

    fn eliminate(a: &i128, p: &i128, b: &i128, c: &i128, d: &i128) -> Option<i128> {
        let numerator = a.checked_mul(*p)?.checked_sub(b.checked_mul(*c)?)?;
        numerator.checked_div(*d)
    }

    fn reduce(a: &i128, b: &i128, c: &i128, d: &i128) -> Option<i128> {
        a.checked_sub(b.checked_mul(*c)?.checked_div(*d)?)
    }

    fn compare_ratios(a: &i128, b: &i128, c: &i128, d: &i128) -> Option<Ordering> {
        Some(a.checked_mul(*d)?.cmp(&c.checked_mul(*b)?))
    }

    fn approximate(&self) -> f64 {
        *self as f64
    }
}

impl Entry for Int {
    const ZERO: Int = Int::ZERO;
    const ONE: Int = Int::ONE;

    fn from_int(number: &Int) -> Option<Int> {
        Some(number.clone())
    }

    fn to_int(&self) -> Int {
        self.clone()
    }

    fn length(&self) -> usize {
        self.bit_len()
    }

    fn sign(&self) -> Ordering {
        self.cmp(&Int::ZERO)
    }

    fn negated(&self) -> Option<Int> {
        Some(-self)
    }

    fn plus(&self, other: &Int) -> Option<Int> {
        Some(self + other)
    }

    fn eliminate(a: &Int, p: &Int, b: &Int, c: &Int, d: &Int) -> Option<Int> {
        let value = (a * p - b * c) / d;
        fits(&value).then_some(value)
    }

    fn reduce(a: &Int, b: &Int, c: &Int, d: &Int) -> Option<Int> {
        let value = a - (b * c) / d;
        fits(&value).then_some(value)
    }

    fn compare_ratios(a: &Int, b: &Int, c: &Int, d: &Int) -> Option<Ordering> {
        Some((a * d).cmp(&(c * b)))
    }

    fn approximate(&self) -> f64 {
        match i64::try_from(self) {
            Ok(number) => number as f64,
            Err(_) => IBig::from(self.clone()).to_f64().value(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn to_reduce_is_to_eliminate_by_what_is_the_denominator() {
        let numbers = [
            0,
            1,
            -1,
            6,
            -35,
            1 << 20,
            (1 << 40) + 1,
            -(1 << 61),
            i64::MAX,
        ];
        for a in numbers {
            for b in numbers {
                for (c, d) in [(3, 1), (12, 6), (-70, 35), (1 << 42, 2), (i64::MAX, 1)] {
                    let told = i64::eliminate(&a, &d, &b, &c, &d);
                    assert_eq!(i64::reduce(&a, &b, &c, &d), told, "{a} − {b}·{c} / {d}");
                    let wide = [a, b, c, d].map(i128::from);
                    let [x, y, z, w] = &wide;
                    assert_eq!(i128::reduce(x, y, z, w), i128::eliminate(x, w, y, z, w));
                    let [x, y, z, w] = &wide.map(Int::from);
                    assert_eq!(Int::reduce(x, y, z, w), Int::eliminate(x, w, y, z, w));
                }
            }
        }
    }
}
