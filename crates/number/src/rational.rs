//! Fractions of machine integers with overflow checks.

use std::cmp::Ordering;
use std::fmt;

use dashu_ratio::RBig;

/// An exact fraction of two `i128`, in lowest terms with a positive denominator.
///
/// Each operation returns `None` if the result does not fit; the caller then falls back to [`RBig`]. For small
/// numbers this is several times faster than [`RBig`].
///
/// ```
/// use calipers_number::Fraction;
/// let half = Fraction::new(2, 4).expect("the denominator is not 0");
/// assert_eq!(half.checked_add(half), Some(Fraction::from(1)));
/// assert_eq!(half.to_string(), "1/2");
/// assert_eq!(Fraction::from(i128::MAX).checked_mul(Fraction::from(2)), None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Fraction {
    numerator: i128,
    denominator: i128,
}

impl Fraction {
    /// 0
    pub const ZERO: Fraction = Fraction {
        numerator: 0,
        denominator: 1,
    };
    /// 1
    pub const ONE: Fraction = Fraction {
        numerator: 1,
        denominator: 1,
    };

    /// `numerator / denominator`; `None` for a zero denominator or an overflow.
    pub fn new(numerator: i128, denominator: i128) -> Option<Fraction> {
        if denominator == 0 {
            return None;
        }
        let divisor =
            i128::try_from(gcd(numerator.unsigned_abs(), denominator.unsigned_abs())).ok()?;
        let (numerator, denominator) = (numerator / divisor, denominator / divisor);
        if denominator > 0 {
            Some(Fraction {
                numerator,
                denominator,
            })
        } else {
            Some(Fraction {
                numerator: numerator.checked_neg()?,
                denominator: denominator.checked_neg()?,
            })
        }
    }

    /// The fraction equal to `number`, if numerator and denominator fit.
    pub fn from_big(number: &RBig) -> Option<Fraction> {
        Some(Fraction {
            numerator: i128::try_from(number.numerator()).ok()?,
            denominator: i128::try_from(number.denominator()).ok()?,
        })
    }

    /// The numerator in lowest terms.
    pub fn numerator(self) -> i128 {
        self.numerator
    }

    /// The denominator in lowest terms, `>= 1`.
    pub fn denominator(self) -> i128 {
        self.denominator
    }

    /// Whether it is 0.
    pub fn is_zero(self) -> bool {
        self.numerator == 0
    }

    /// Whether it is a whole number.
    pub fn is_integer(self) -> bool {
        self.denominator == 1
    }

    /// −1, 0 or 1.
    pub fn signum(self) -> i128 {
        self.numerator.signum()
    }

    /// The greatest integer that is at most this.
    pub fn floor(self) -> i128 {
        self.numerator.div_euclid(self.denominator)
    }

    /// The least integer that is at least this.
    pub fn ceil(self) -> i128 {
        self.floor() + i128::from(!self.is_integer())
    }

    /// `-self`
    pub fn checked_neg(self) -> Option<Fraction> {
        Some(Fraction {
            numerator: self.numerator.checked_neg()?,
            denominator: self.denominator,
        })
    }

    /// `self + other`
    pub fn checked_add(self, other: Fraction) -> Option<Fraction> {
        if self.denominator == other.denominator {
            let sum = self.numerator.checked_add(other.numerator)?;
            return if self.denominator == 1 {
                Some(Fraction::from(sum))
            } else {
                Fraction::new(sum, self.denominator)
            };
        }
        // a/b + c/d with g = gcd(b, d): (a·(d/g) + c·(b/g)) / (b·(d/g))
        let shared = common(self.denominator, other.denominator);
        let scale = other.denominator / shared;
        let left = self.numerator.checked_mul(scale)?;
        let right = other.numerator.checked_mul(self.denominator / shared)?;
        let denominator = self.denominator.checked_mul(scale)?;
        Fraction::new(left.checked_add(right)?, denominator)
    }

    /// `self - other`
    pub fn checked_sub(self, other: Fraction) -> Option<Fraction> {
        self.checked_add(other.checked_neg()?)
    }

    /// `self · other`
    pub fn checked_mul(self, other: Fraction) -> Option<Fraction> {
        if self.denominator == 1 && other.denominator == 1 {
            return Some(Fraction::from(self.numerator.checked_mul(other.numerator)?));
        }
        // Cross-reduction keeps the products as small as the result.
        let across = common(self.numerator, other.denominator);
        let back = common(other.numerator, self.denominator);
        let numerator = (self.numerator / across).checked_mul(other.numerator / back)?;
        let denominator = (self.denominator / back).checked_mul(other.denominator / across)?;
        Some(Fraction {
            numerator,
            denominator,
        })
    }

    /// `1 / self`; `None` for 0 or an overflow.
    pub fn checked_recip(self) -> Option<Fraction> {
        Fraction::new(self.denominator, self.numerator)
    }

    /// `self / other`; `None` if `other` is 0 or on overflow.
    pub fn checked_div(self, other: Fraction) -> Option<Fraction> {
        self.checked_mul(other.checked_recip()?)
    }
}

impl From<i128> for Fraction {
    fn from(numerator: i128) -> Self {
        Fraction {
            numerator,
            denominator: 1,
        }
    }
}

impl From<Fraction> for RBig {
    fn from(fraction: Fraction) -> RBig {
        super::fraction(fraction.numerator.into(), fraction.denominator.into())
    }
}

impl Ord for Fraction {
    /// The numerical order. Comparing continued fractions avoids overflow.
    fn cmp(&self, other: &Self) -> Ordering {
        let cross = (
            self.numerator.checked_mul(other.denominator),
            other.numerator.checked_mul(self.denominator),
        );
        if let (Some(left), Some(right)) = cross {
            return left.cmp(&right);
        }
        let (mut left, mut right) = (*self, *other);
        let mut reversed = false;
        loop {
            let (a, b) = (left.floor(), right.floor());
            let rest = |f: Fraction| f.numerator.rem_euclid(f.denominator);
            let (r, s) = (rest(left), rest(right));
            let order = match a.cmp(&b) {
                Ordering::Equal if r == 0 || s == 0 => r.cmp(&s),
                Ordering::Equal => {
                    // r/b < s/d  ⟺  d/s < b/r
                    left = Fraction {
                        numerator: left.denominator,
                        denominator: r,
                    };
                    right = Fraction {
                        numerator: right.denominator,
                        denominator: s,
                    };
                    reversed = !reversed;
                    continue;
                }
                different => different,
            };
            return if reversed { order.reverse() } else { order };
        }
    }
}

impl PartialOrd for Fraction {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Fraction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_integer() {
            write!(f, "{}", self.numerator)
        } else {
            write!(f, "{}/{}", self.numerator, self.denominator)
        }
    }
}

/// The greatest common divisor of a numerator and a denominator, at least 1.
fn common(a: i128, b: i128) -> i128 {
    i128::try_from(gcd(a.unsigned_abs(), b.unsigned_abs())).map_or(1, |divisor| divisor.max(1))
}

/// Stein's binary algorithm, in 64 bits once the numbers are small enough.
fn gcd(a: u128, b: u128) -> u128 {
    if a == 0 || b == 0 {
        return a | b;
    }
    let shift = (a | b).trailing_zeros();
    let (mut a, mut b) = (a >> a.trailing_zeros(), b >> b.trailing_zeros());
    while a != b {
        if let (Ok(a), Ok(b)) = (u64::try_from(a), u64::try_from(b)) {
            return u128::from(gcd_odd(a, b)) << shift;
        }
        if a < b {
            std::mem::swap(&mut a, &mut b);
        }
        a -= b;
        a >>= a.trailing_zeros();
    }
    a << shift
}

/// Stein's algorithm for odd numbers.
fn gcd_odd(mut a: u64, mut b: u64) -> u64 {
    while a != b {
        if a < b {
            std::mem::swap(&mut a, &mut b);
        }
        a -= b;
        a >>= a.trailing_zeros();
    }
    a
}

#[cfg(test)]
mod tests {
    use super::*;

    fn small() -> Vec<Fraction> {
        (-6..=6)
            .flat_map(|n| (1..=6).filter_map(move |d| Fraction::new(n, d)))
            .collect()
    }

    #[test]
    fn operations_agree_with_big_rationals() {
        for &a in &small() {
            for &b in &small() {
                let (x, y) = (RBig::from(a), RBig::from(b));
                let same = |f: Option<Fraction>, r: RBig| assert_eq!(f.map(RBig::from), Some(r));
                same(a.checked_add(b), &x + &y);
                same(a.checked_sub(b), &x - &y);
                same(a.checked_mul(b), &x * &y);
                if b.is_zero() {
                    assert_eq!(a.checked_div(b), None);
                } else {
                    same(a.checked_div(b), &x / &y);
                }
                assert_eq!(a.cmp(&b), x.cmp(&y));
            }
            assert_eq!(dashu_int::IBig::from(a.floor()), RBig::from(a).floor());
            assert_eq!(dashu_int::IBig::from(a.ceil()), RBig::from(a).ceil());
            assert_eq!(Fraction::from_big(&RBig::from(a)), Some(a));
        }
    }

    #[test]
    fn the_order_survives_large_numbers() {
        let large = [
            i128::MIN,
            i128::MIN + 1,
            -(1 << 100) - 1,
            1 << 100,
            i128::MAX - 1,
            i128::MAX,
        ];
        let mut fractions = Vec::new();
        for n in large {
            for d in [1, 3, (1 << 90) + 1, i128::MAX - 2, i128::MAX] {
                fractions.extend(Fraction::new(n, d));
            }
        }
        for a in &fractions {
            for b in &fractions {
                assert_eq!(a.cmp(b), RBig::from(*a).cmp(&RBig::from(*b)), "{a} {b}");
            }
        }
    }

    #[test]
    fn overflow_is_none() {
        assert_eq!(Fraction::new(1, 0), None);
        assert_eq!(Fraction::from(i128::MIN).checked_neg(), None);
        assert_eq!(Fraction::new(1, i128::MIN), None);
        assert_eq!(Fraction::from(i128::MAX).checked_add(Fraction::ONE), None);
        let tiny = Fraction::new(1, i128::MAX).expect("it fits");
        assert_eq!(tiny.checked_mul(tiny), None);
    }
}
