//! Real numbers of 106 bits, as sums of two (T. J. Dekker, *A floating-point technique for extending the available
//! precision*, 1971). Products of the limits of types by each other are too long for the 53 bits of `f64`.

use super::entry::{Entry, Real};
use crate::number::Int;
use std::cmp::Ordering;
use std::ops::{Add, Div, Mul, Neg, Sub};

/// The sum of two numbers, the second of which is at most half a unit in the last place of the first.
#[derive(Clone, Copy, PartialEq)]
pub(super) struct Double {
    high: f64,
    low: f64,
}

impl Double {
    /// `a + b` where `a` is the longer one, or 0.
    fn normal(a: f64, b: f64) -> Double {
        let high = a + b;
        let low = b - (high - a);
        Double { high, low }
    }

    /// The exact sum.
    fn sum(a: f64, b: f64) -> Double {
        let high = a + b;
        let part = high - a;
        let low = (a - (high - part)) + (b - part);
        Double { high, low }
    }

    /// The exact product.
    fn product(a: f64, b: f64) -> Double {
        let high = a * b;
        let ([a, a_low], [b, b_low]) = (halves(a), halves(b));
        let low = ((a * b - high) + a * b_low + a_low * b) + a_low * b_low;
        Double { high, low }
    }
}

/// A number as the sum of two of 26 bits.
fn halves(number: f64) -> [f64; 2] {
    const SPLITTER: f64 = 134_217_729.0;
    let scaled = SPLITTER * number;
    let high = scaled - (scaled - number);
    [high, number - high]
}

impl PartialOrd for Double {
    fn partial_cmp(&self, other: &Double) -> Option<Ordering> {
        let by_high = self.high.partial_cmp(&other.high)?;
        Some(by_high.then(self.low.partial_cmp(&other.low)?))
    }
}

impl Neg for Double {
    type Output = Double;

    fn neg(self) -> Double {
        Double {
            high: -self.high,
            low: -self.low,
        }
    }
}

impl Add for Double {
    type Output = Double;

    fn add(self, other: Double) -> Double {
        let Double { high, low } = Double::sum(self.high, other.high);
        Double::normal(high, low + (self.low + other.low))
    }
}

impl Sub for Double {
    type Output = Double;

    fn sub(self, other: Double) -> Double {
        self + -other
    }
}

impl Mul for Double {
    type Output = Double;

    fn mul(self, other: Double) -> Double {
        let Double { high, low } = Double::product(self.high, other.high);
        Double::normal(high, low + (self.high * other.low + self.low * other.high))
    }
}

impl Div for Double {
    type Output = Double;

    fn div(self, other: Double) -> Double {
        let first = self.high / other.high;
        let rest = self - other * Double::from_f64(first);
        Double::normal(first, rest.high / other.high)
    }
}

impl Real for Double {
    const PRECISION: f64 = 1e-26;
    const DOUBTFUL: f64 = 1e-16;
    const NOISE: f64 = 1e-26;
    const ZERO: Double = Double {
        high: 0.0,
        low: 0.0,
    };
    const WORK: usize = 8;
    const ONE: Double = Double {
        high: 1.0,
        low: 0.0,
    };

    fn from_f64(number: f64) -> Double {
        Double {
            high: number,
            low: 0.0,
        }
    }

    fn rounded(number: &Int) -> Double {
        let bits = number.bit_len();
        let Some(shift) = bits.checked_sub(53) else {
            return Double::from_f64(number.approximate());
        };
        let high = (number >> shift) << shift;
        let low = number - &high;
        Double::normal(high.approximate(), low.approximate())
    }

    fn as_f64(self) -> f64 {
        self.high
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_product_is_exact() {
        let number = (Int::ONE << 52) + Int::ONE;
        let square = Double::rounded(&number) * Double::rounded(&number);
        assert!(square == Double::rounded(&(&number * &number)));
        assert!((square - Double::rounded(&(Int::ONE << 104))).as_f64() > 9e15);
    }

    #[test]
    fn quotients_times_divisors_are_the_dividends() {
        for (a, b) in [(1, 3), (-7, 10), (123_456_789, 1_000_003)] {
            let [a, b] = [a, b].map(|it: i64| Double::rounded(&Int::from(it)));
            let error = (a / b * b - a).as_f64().abs();
            assert!(error <= 1e-30 * a.as_f64().abs());
        }
    }
}
