//! Floating-point numbers of one and of two words, for tableaus of rounded numbers.

use super::entry::Entry;
use crate::number::Int;

/// A floating-point number whose results are rounded.
pub(super) trait Float: Copy + PartialEq {
    const ZERO: Self;
    const ONE: Self;
    /// Differences below this part of their operands count as 0.
    const PRECISION: f64;
    /// Smaller entries are no pivots.
    const DOUBTFUL: f64;
    /// Costs below this part of what they were at the start count as 0.
    const NOISE: f64;

    /// The number that is nearest to an integer; infinite if the integer is too large.
    fn of(number: &Int) -> Self;
    /// The nearest `f64`.
    fn leading(self) -> f64;
    fn plus(self, other: Self) -> Self;
    fn times(self, other: Self) -> Self;
    fn over(self, other: Self) -> Self;
    /// The product with a power of 2, which is exact.
    fn scaled(self, power: f64) -> Self;

    fn negated(self) -> Self {
        self.scaled(-1.0)
    }

    /// `a − b`, or 0 if that is only an error of rounding.
    fn minus(self, other: Self) -> Self {
        let difference = self.plus(other.negated());
        let largest = self.leading().abs().max(other.leading().abs());
        match difference.leading().abs() <= Self::PRECISION * largest {
            true => Self::ZERO,
            false => difference,
        }
    }
}

impl Float for f64 {
    const ZERO: f64 = 0.0;
    const ONE: f64 = 1.0;
    const PRECISION: f64 = 1e-11;
    const DOUBTFUL: f64 = 1e-7;
    const NOISE: f64 = 1e-12;

    fn of(number: &Int) -> f64 {
        number.approximate()
    }

    fn leading(self) -> f64 {
        self
    }

    fn plus(self, other: f64) -> f64 {
        self + other
    }

    fn times(self, other: f64) -> f64 {
        self * other
    }

    fn over(self, other: f64) -> f64 {
        self / other
    }

    fn scaled(self, power: f64) -> f64 {
        self * power
    }
}

/// The sum of two `f64`, the second of which is below the precision of the first: some 106 bits (T. Dekker, *A
/// floating-point technique for extending the available precision*, 1971).
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Pair {
    high: f64,
    low: f64,
}

impl Pair {
    /// `a + b` for `|a| >= |b|`.
    fn of_ordered(a: f64, b: f64) -> Pair {
        let high = a + b;
        Pair {
            high,
            low: b - (high - a),
        }
    }

    /// `a · b` without an error.
    fn product(a: f64, b: f64) -> Pair {
        let high = a * b;
        let ((a, a_low), (b, b_low)) = (halves(a), halves(b));
        let low = ((a * b - high) + a * b_low + a_low * b) + a_low * b_low;
        Pair { high, low }
    }

    /// `a + b` without an error.
    fn sum(a: f64, b: f64) -> Pair {
        let high = a + b;
        let own = high - a;
        Pair {
            high,
            low: (a - (high - own)) + (b - own),
        }
    }
}

/// `number = high + low` with 26 bits each, so that products of such parts are exact (G. W. Veltkamp).
fn halves(number: f64) -> (f64, f64) {
    const SPLITTER: f64 = 134_217_729.0;
    let scaled = number * SPLITTER;
    let high = scaled - (scaled - number);
    (high, number - high)
}

impl Float for Pair {
    const ZERO: Pair = Pair {
        high: 0.0,
        low: 0.0,
    };
    const ONE: Pair = Pair {
        high: 1.0,
        low: 0.0,
    };
    const PRECISION: f64 = 1e-24;
    const DOUBTFUL: f64 = 1e-17;
    const NOISE: f64 = 1e-24;

    fn of(number: &Int) -> Pair {
        let high = number.approximate();
        let low = i128::try_from(number).map_or(0.0, |it| it.wrapping_sub(high as i128) as f64);
        Pair::of_ordered(high, low)
    }

    fn leading(self) -> f64 {
        self.high
    }

    fn plus(self, other: Pair) -> Pair {
        let sum = Pair::sum(self.high, other.high);
        Pair::of_ordered(sum.high, sum.low + (self.low + other.low))
    }

    fn times(self, other: Pair) -> Pair {
        let product = Pair::product(self.high, other.high);
        let rest = self.high * other.low + self.low * other.high;
        Pair::of_ordered(product.high, product.low + rest)
    }

    fn over(self, other: Pair) -> Pair {
        let first = self.high / other.high;
        let rest = self.plus(other.times(Pair::of_ordered(first, 0.0)).negated());
        let second = rest.high / other.high;
        let rest = rest.plus(other.times(Pair::of_ordered(second, 0.0)).negated());
        let two = Pair::of_ordered(first, second);
        two.plus(Pair::of_ordered(rest.high / other.high, 0.0))
    }

    fn scaled(self, power: f64) -> Pair {
        Pair {
            high: self.high * power,
            low: self.low * power,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_hold_what_one_word_does_not() {
        let large = Pair::of(&Int::from((1i128 << 90) + 1));
        let rest = large.plus(Pair::of(&Int::from(1i128 << 90)).negated());
        assert_eq!(rest, Pair::ONE);
        let third = Pair::ONE.over(Pair::of(&Int::from(3)));
        let one = third.times(Pair::of(&Int::from(3)));
        assert_eq!(one.minus(Pair::ONE), Pair::ZERO);
        let product = Pair::of(&Int::from((1i64 << 52) + 1));
        let square = product.times(product);
        let exact = Pair::of(&Int::from((1i128 << 104) + (1i128 << 53)));
        assert_eq!(square.plus(exact.negated()), Pair::ONE);
        assert_eq!(Pair::ONE.minus(Pair::ONE.scaled(0.5)).leading(), 0.5);
    }
}
