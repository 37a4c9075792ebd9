//! The integer types of a tableau.

use std::cmp::Ordering;
use std::ops::{Add, Div, Mul, Neg, Sub};

use dashu_int::IBig;

use crate::number::{Int, fits};

/// An integer type of a tableau. `None` means overflow.
pub(super) trait Entry: Clone + Ord {
    const ZERO: Self;
    const ONE: Self;
    /// The [work](super::Statistics::work) of changing an entry.
    const WORK: usize;

    fn from_int(number: &Int) -> Option<Self>;
    fn to_int(&self) -> Int;
    /// The bit length of the absolute value, for a type without a fixed width; else 0.
    fn length(&self) -> usize {
        0
    }
    /// Whether a common denominator is so long that another type is faster.
    fn is_long(&self) -> bool {
        false
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
    /// Divides a line by its entry at the pivot, for a type whose quotients need no common denominator.
    fn normalize(_line: &mut [Self], _pivot: usize) {}
    /// Multiplies lines and columns of a tableau by factors that bring the entries near to 1, for a type whose precision
    /// depends on it. The last column, and the lines from `height` on, are multiplied only as wholes. The result are the
    /// exponents of the factors of the columns, to base 2; empty if no column was multiplied.
    fn equilibrate(_cells: &mut [Self], _height: usize, _width: usize) -> Vec<i32> {
        vec![]
    }
    /// Compares `a/b` with `c/d` for positive `b` and `d`.
    fn compare_ratios(a: &Self, b: &Self, c: &Self, d: &Self) -> Option<Ordering>;
    /// The number as `f64`; infinite if it is too large.
    fn approximate(&self) -> f64;

    fn is_zero(&self) -> bool {
        self.sign() == Ordering::Equal
    }
    /// Whether the number is so small that it may be 0 but for rounding, as an entry of a tableau.
    fn is_doubtful(&self) -> bool {
        self.is_zero()
    }
    /// Whether a cost is so small beside the one at the start that it may be 0 but for rounding.
    fn is_noise(&self, _start: &Self) -> bool {
        false
    }
    fn is_negative(&self) -> bool {
        self.sign() == Ordering::Less
    }
    fn is_positive(&self) -> bool {
        self.sign() == Ordering::Greater
    }
}

/// The greatest common denominator in 64 bits. Beyond it, a tableau of rounded numbers, whose pivots need no divisions,
/// is faster.
const MAX_DENOMINATOR: u64 = 1 << 36;

impl Entry for i64 {
    const ZERO: i64 = 0;
    const ONE: i64 = 1;
    const WORK: usize = 1;

    fn is_long(&self) -> bool {
        self.unsigned_abs() > MAX_DENOMINATOR
    }

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
    const WORK: usize = 16;

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
    const WORK: usize = 64;

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

/// A real number of limited precision.
pub(super) trait Real:
    Copy
    + PartialOrd
    + Neg<Output = Self>
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
{
    /// The part of a number below which a difference is only an error of rounding.
    const PRECISION: f64;
    /// Smaller entries are no pivots.
    const DOUBTFUL: f64;
    /// Costs below this part of what they were at the start count as 0.
    const NOISE: f64;

    const ZERO: Self;
    const ONE: Self;
    /// As [`Entry::WORK`].
    const WORK: usize;

    fn from_f64(number: f64) -> Self;
    fn rounded(number: &Int) -> Self;
    fn as_f64(self) -> f64;
}

impl Real for f64 {
    const PRECISION: f64 = 1e-11;
    const DOUBTFUL: f64 = 1e-7;
    const NOISE: f64 = 1e-12;
    const ZERO: f64 = 0.0;
    const ONE: f64 = 1.0;
    const WORK: usize = 1;

    fn from_f64(number: f64) -> f64 {
        number
    }

    fn rounded(number: &Int) -> f64 {
        number.approximate()
    }

    fn as_f64(self) -> f64 {
        self
    }
}

/// A number that is rounded: a tableau of such numbers only suggests a basis.
#[derive(Clone, Copy, PartialEq)]
pub(super) struct Rounded<R>(R);

impl<R: Real> Rounded<R> {
    fn finite(number: R) -> Option<Rounded<R>> {
        number.as_f64().is_finite().then_some(Rounded(number))
    }

    /// `a − b`, or 0 if that is only an error of rounding.
    fn minus(a: R, b: R) -> Option<Rounded<R>> {
        let difference = a - b;
        let size = a.as_f64().abs().max(b.as_f64().abs());
        match difference.as_f64().abs() <= R::PRECISION * size {
            true => Some(Rounded::ZERO),
            false => Rounded::finite(difference),
        }
    }

    /// Multiplies by a power of 2.
    pub(super) fn scale(&mut self, exponent: i32) {
        self.0 = self.0 * R::from_f64(power(exponent));
    }
}

impl<R: Real> Eq for Rounded<R> {}

impl<R: Real> PartialOrd for Rounded<R> {
    fn partial_cmp(&self, other: &Rounded<R>) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<R: Real> Ord for Rounded<R> {
    fn cmp(&self, other: &Rounded<R>) -> Ordering {
        (self.0 - other.0).as_f64().total_cmp(&0.0)
    }
}

impl<R: Real> Entry for Rounded<R> {
    const ZERO: Rounded<R> = Rounded(R::ZERO);
    const ONE: Rounded<R> = Rounded(R::ONE);
    const WORK: usize = R::WORK;

    fn from_int(number: &Int) -> Option<Rounded<R>> {
        Rounded::finite(R::rounded(number))
    }

    fn to_int(&self) -> Int {
        Int::from(self.0.as_f64() as i64)
    }

    fn sign(&self) -> Ordering {
        let sign = self.0.as_f64().partial_cmp(&0.0);
        sign.unwrap_or(Ordering::Equal)
    }

    fn is_doubtful(&self) -> bool {
        self.0.as_f64().abs() < R::DOUBTFUL
    }

    fn is_noise(&self, start: &Rounded<R>) -> bool {
        self.0.as_f64().abs() < R::NOISE * start.0.as_f64().abs()
    }

    fn negated(&self) -> Option<Rounded<R>> {
        Some(Rounded(-self.0))
    }

    fn plus(&self, other: &Rounded<R>) -> Option<Rounded<R>> {
        Rounded::minus(self.0, -other.0)
    }

    fn eliminate(a: &Self, p: &Self, b: &Self, c: &Self, d: &Self) -> Option<Rounded<R>> {
        let numerator = Rounded::minus(a.0 * p.0, b.0 * c.0)?;
        Rounded::finite(numerator.0 / d.0)
    }

    /// The common denominator is 1, since each pivot is.
    fn reduce(a: &Self, b: &Self, c: &Self, _: &Self) -> Option<Rounded<R>> {
        Rounded::minus(a.0, b.0 * c.0)
    }

    fn equilibrate(cells: &mut [Rounded<R>], height: usize, width: usize) -> Vec<i32> {
        let (body, costs) = cells.split_at_mut(height * width);
        let own = width - 1;
        let mut entries = vec![];
        for (line, cells) in body.chunks_exact(width).enumerate() {
            let filled = (0..own).filter(|&column| !cells[column].is_zero());
            entries
                .extend(filled.map(|column| (line, column, exponent(cells[column].approximate()))));
        }
        let mut of_lines = vec![0; height];
        let mut of_columns = vec![0; width];
        for _ in 0..PASSES {
            let mut spans = vec![Span::NONE; height];
            for &(line, column, exponent) in &entries {
                spans[line].include(exponent + of_columns[column]);
            }
            of_lines.clear();
            of_lines.extend(spans.iter().map(|span| -span.middle()));
            let mut spans = vec![Span::NONE; width];
            for &(line, column, exponent) in &entries {
                spans[column].include(exponent + of_lines[line]);
            }
            of_columns.clear();
            of_columns.extend(spans.iter().map(|span| -span.middle()));
        }
        for &(line, column, _) in &entries {
            body[line * width + column].scale(of_lines[line] + of_columns[column]);
        }
        for (cells, &exponent) in body.chunks_exact_mut(width).zip(&of_lines) {
            cells[own].scale(exponent);
        }
        for line in costs.chunks_exact_mut(width) {
            let mut span = Span::NONE;
            for (cost, &column) in line[..own].iter_mut().zip(&of_columns) {
                cost.scale(column);
                if !cost.is_zero() {
                    span.include(exponent(cost.approximate()));
                }
            }
            line.iter_mut().for_each(|it| it.scale(-span.middle()));
        }
        of_columns
    }

    fn normalize(line: &mut [Rounded<R>], pivot: usize) {
        let divisor = line[pivot].0;
        line.iter_mut().for_each(|it| it.0 = it.0 / divisor);
        line[pivot] = Rounded::ONE;
    }

    fn compare_ratios(a: &Self, b: &Self, c: &Self, d: &Self) -> Option<Ordering> {
        let difference = Rounded::minus(a.0 / b.0, c.0 / d.0)?;
        Some(difference.sign())
    }

    fn approximate(&self) -> f64 {
        self.0.as_f64()
    }
}

/// How often lines and columns are equilibrated.
const PASSES: usize = 2;

/// The smallest and the largest exponent among numbers.
#[derive(Clone, Copy)]
struct Span {
    least: i32,
    largest: i32,
}

impl Span {
    const NONE: Span = Span {
        least: i32::MAX,
        largest: i32::MIN,
    };

    fn include(&mut self, exponent: i32) {
        self.least = self.least.min(exponent);
        self.largest = self.largest.max(exponent);
    }

    /// The exponent of the geometric mean of the two.
    fn middle(&self) -> i32 {
        match self.largest < self.least {
            true => 0,
            false => (self.least + self.largest) / 2,
        }
    }
}

/// The exponent of a number that is not 0, in base 2.
fn exponent(number: f64) -> i32 {
    (number.to_bits() >> 52 & 0x7ff) as i32 - 1023
}

/// A power of 2, by which a multiplication is exact.
fn power(exponent: i32) -> f64 {
    let biased = (exponent + 1023).clamp(1, 2046);
    f64::from_bits((biased as u64) << 52)
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
