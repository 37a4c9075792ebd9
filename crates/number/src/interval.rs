//! Closed intervals of integers, possibly unbounded.

use std::fmt;

use super::{Int, fits, floor_div, floor_mod, is_negative, trunc_div};

/// A closed interval of integers; an endpoint that is `None` is infinite.
///
/// An interval denotes a set of possible values. Each operation is *sound*: its result contains every result of the
/// operation on values of its operands, with the conventions of the [module](super) for division by zero. `neg`,
/// `add`, `sub`, `scale`, `mul`, `min`, `max`, `floor_div`, `ceil_div` and `trunc_div` give the smallest such
/// interval; `modulo` and `trunc_mod` do so if the divisor is a constant or has at most eight values. All operations
/// map an empty operand to the empty interval, and cost a handful of integer operations.
///
/// ```
/// use calipers_number::Interval;
/// let lanes = Interval::between(0, 14);
/// assert_eq!(lanes.scale(&(-2).into()).to_string(), "[-28, 0]");
/// assert_eq!(lanes.floor_div(&Interval::between(2, 4)).to_string(), "[0, 7]");
/// assert_eq!(Interval::at_least(3).neg().to_string(), "[-inf, -3]");
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Interval {
    lower: Option<Int>,
    upper: Option<Int>,
}

/// The maximum number of divisors that `modulo` enumerates.
const FEW_DIVISORS: usize = 8;

impl Interval {
    /// All integers.
    #[inline]
    pub fn full() -> Self {
        Interval {
            lower: None,
            upper: None,
        }
    }

    /// The empty interval, with the endpoints 1 and 0.
    #[inline]
    pub fn empty() -> Self {
        Interval {
            lower: Some(Int::ONE),
            upper: Some(Int::ZERO),
        }
    }

    /// Exactly `value`; all integers if it does not [fit](super::fits).
    #[inline]
    pub fn point(value: impl Into<Int>) -> Self {
        let value = value.into();
        Interval::new(Some(value.clone()), Some(value))
    }

    /// `[lower, +inf]`
    #[inline]
    pub fn at_least(lower: impl Into<Int>) -> Self {
        Interval::new(Some(lower.into()), None)
    }

    /// `[-inf, upper]`
    #[inline]
    pub fn at_most(upper: impl Into<Int>) -> Self {
        Interval::new(None, Some(upper.into()))
    }

    /// `[lower, upper]`, which is empty if `lower > upper`.
    #[inline]
    pub fn between(lower: impl Into<Int>, upper: impl Into<Int>) -> Self {
        Interval::new(Some(lower.into()), Some(upper.into()))
    }

    /// The interval with these endpoints; an endpoint that does not [fit](super::fits) becomes infinite.
    #[inline]
    pub fn new(lower: Option<Int>, upper: Option<Int>) -> Self {
        match (&lower, &upper) {
            (Some(l), Some(u)) if l > u => Interval::empty(),
            _ => Interval {
                lower: lower.filter(fits),
                upper: upper.filter(fits),
            },
        }
    }

    /// The least value, `None` if unbounded below.
    #[inline]
    pub fn lower(&self) -> Option<&Int> {
        self.lower.as_ref()
    }

    /// The greatest value, `None` if unbounded above.
    #[inline]
    pub fn upper(&self) -> Option<&Int> {
        self.upper.as_ref()
    }

    /// Whether no integer is contained.
    #[inline]
    pub fn is_empty(&self) -> bool {
        matches!((&self.lower, &self.upper), (Some(l), Some(u)) if l > u)
    }

    /// Whether every integer is contained.
    #[inline]
    pub fn is_full(&self) -> bool {
        self.lower.is_none() && self.upper.is_none()
    }

    /// Whether exactly one integer is contained.
    #[inline]
    pub fn is_singleton(&self) -> bool {
        self.as_constant().is_some()
    }

    /// The only value, if there is exactly one.
    #[inline]
    pub fn as_constant(&self) -> Option<&Int> {
        match (&self.lower, &self.upper) {
            (Some(l), Some(u)) if l == u => Some(l),
            _ => None,
        }
    }

    /// Whether `value` is in the interval.
    #[inline]
    pub fn contains(&self, value: &Int) -> bool {
        self.lower.as_ref().is_none_or(|l| l <= value)
            && self.upper.as_ref().is_none_or(|u| value <= u)
    }

    /// Whether every value of `other` is in this interval.
    #[inline]
    pub fn contains_interval(&self, other: &Interval) -> bool {
        let above = |end: &Int| other.lower.as_ref().is_some_and(|lower| end <= lower);
        let below = |end: &Int| other.upper.as_ref().is_some_and(|upper| end >= upper);
        other.is_empty()
            || self.lower.as_ref().is_none_or(above) && self.upper.as_ref().is_none_or(below)
    }

    /// Whether every value is `>= 0`, which is true for the empty interval.
    #[inline]
    pub fn is_non_negative(&self) -> bool {
        self.lower.as_ref().is_some_and(|l| !is_negative(l))
    }

    /// The values in both.
    #[inline]
    pub fn intersect(&self, other: &Interval) -> Interval {
        Interval::new(
            larger(&self.lower, &other.lower),
            smaller(&self.upper, &other.upper),
        )
    }

    /// The smallest interval that contains both.
    pub fn hull(&self, other: &Interval) -> Interval {
        match (self.is_empty(), other.is_empty()) {
            (true, _) => other.clone(),
            (_, true) => self.clone(),
            _ => Interval {
                lower: both(&self.lower, &other.lower, |a, b| a.min(b).clone()),
                upper: both(&self.upper, &other.upper, |a, b| a.max(b).clone()),
            },
        }
    }

    /// The values of `-x`.
    #[inline]
    pub fn neg(&self) -> Interval {
        self.unless_empty(|| Interval {
            lower: self.upper.as_ref().map(|u| -u),
            upper: self.lower.as_ref().map(|l| -l),
        })
    }

    /// The values of `x + y`.
    #[inline]
    pub fn add(&self, other: &Interval) -> Interval {
        self.unless_either_empty(other, || {
            Interval::new(
                both(&self.lower, &other.lower, |a, b| a + b),
                both(&self.upper, &other.upper, |a, b| a + b),
            )
        })
    }

    /// The values of `x - y`.
    #[inline]
    pub fn sub(&self, other: &Interval) -> Interval {
        self.unless_either_empty(other, || {
            Interval::new(
                both(&self.lower, &other.upper, |a, b| a - b),
                both(&self.upper, &other.lower, |a, b| a - b),
            )
        })
    }

    /// The values of `factor·x`.
    pub fn scale(&self, factor: &Int) -> Interval {
        self.unless_empty(|| {
            if factor.is_zero() {
                return Interval::point(0);
            }
            let end = |end: &Option<Int>| end.as_ref().map(|e| e * factor);
            let (low, high) = (end(&self.lower), end(&self.upper));
            if is_negative(factor) {
                Interval::new(high, low)
            } else {
                Interval::new(low, high)
            }
        })
    }

    /// The values of `x·y`.
    pub fn mul(&self, other: &Interval) -> Interval {
        if let Some(factor) = other.as_constant() {
            return self.scale(factor);
        }
        if let Some(factor) = self.as_constant() {
            return other.scale(factor);
        }
        self.unless_either_empty(other, || {
            let (a, b) = (End::of(self), End::of(other));
            let mut products = Vec::with_capacity(4);
            for x in &a {
                for y in &b {
                    products.push(x.times(y));
                }
            }
            End::hull(&products)
        })
    }

    /// The values of `min(x, y)`.
    #[inline]
    pub fn min(&self, other: &Interval) -> Interval {
        self.unless_either_empty(other, || Interval {
            lower: both(&self.lower, &other.lower, |a, b| a.min(b).clone()),
            upper: smaller(&self.upper, &other.upper),
        })
    }

    /// The values of `max(x, y)`.
    #[inline]
    pub fn max(&self, other: &Interval) -> Interval {
        self.unless_either_empty(other, || Interval {
            lower: larger(&self.lower, &other.lower),
            upper: both(&self.upper, &other.upper, |a, b| a.max(b).clone()),
        })
    }

    /// The values of `⌊x / m⌋`, with `⌊x / 0⌋ = 0`.
    #[inline]
    pub fn floor_div(&self, divisor: &Interval) -> Interval {
        self.divide(divisor, floor_div, |x| {
            Int::from(-i32::from(is_negative(x)))
        })
    }

    /// The values of `⌈x / m⌉`, with `⌈x / 0⌉ = 0`.
    #[inline]
    pub fn ceil_div(&self, divisor: &Interval) -> Interval {
        self.neg().floor_div(divisor).neg()
    }

    /// The values of `x / m` rounded towards zero, with `x / 0 = 0`.
    #[inline]
    pub fn trunc_div(&self, divisor: &Interval) -> Interval {
        self.divide(divisor, trunc_div, |_| Int::ZERO)
    }

    /// The values of `x mod m`, with `x mod 0 = x`.
    pub fn modulo(&self, divisor: &Interval) -> Interval {
        self.unless_either_empty(divisor, || {
            if let Some(m) = divisor.as_constant()
                && *m > Int::ZERO
            {
                return self.modulo_constant(m);
            }
            let positive = divisor.intersect(&Interval::at_least(1));
            let negative = divisor.intersect(&Interval::at_most(-1)).neg();
            let mut values = self.modulo_positive(&positive);
            // x mod −m = −((−x) mod m)
            values = values.hull(&self.neg().modulo_positive(&negative).neg());
            if divisor.contains(&Int::ZERO) {
                values = values.hull(self);
            }
            values
        })
    }

    /// The values of `x − m·trunc(x / m)`, with the remainder by 0 being `x`.
    pub fn trunc_mod(&self, divisor: &Interval) -> Interval {
        self.unless_either_empty(divisor, || {
            // The sign of the divisor is irrelevant, and each sign of x reduces to a plain modulo.
            let magnitude = divisor.magnitude();
            let positive = self.intersect(&Interval::at_least(0));
            let negative = self.intersect(&Interval::at_most(-1)).neg();
            positive
                .modulo(&magnitude)
                .hull(&negative.modulo(&magnitude).neg())
        })
    }

    /// The values of `|x|`.
    #[inline]
    pub fn magnitude(&self) -> Interval {
        self.intersect(&Interval::at_least(0))
            .hull(&self.intersect(&Interval::at_most(-1)).neg())
    }

    /// `x mod m` for divisors that are all positive.
    fn modulo_positive(&self, divisor: &Interval) -> Interval {
        if self.is_empty() || divisor.is_empty() {
            return Interval::empty();
        }
        if let Some(few) = divisor.few_values() {
            return few.iter().fold(Interval::empty(), |values, m| {
                values.hull(&self.modulo_constant(m))
            });
        }
        // 0 <= x mod m < m, and x mod m <= x for x >= 0, with equality for x < m.
        let below = divisor.upper.as_ref().map(|u| u - Int::ONE);
        if !self.is_non_negative() {
            return Interval::new(Some(Int::ZERO), below);
        }
        let upper = smaller(&self.upper, &below);
        let untouched = both(&self.upper, &divisor.lower, |u, m| u < m) == Some(true);
        let lower = if untouched {
            self.lower.clone()
        } else {
            Some(Int::ZERO)
        };
        Interval::new(lower, upper)
    }

    /// `x mod m` for one positive divisor.
    #[inline]
    fn modulo_constant(&self, m: &Int) -> Interval {
        if let (Some(l), Some(u)) = (&self.lower, &self.upper) {
            let one_period = floor_div(l, m) == floor_div(u, m);
            if let (true, Some(low), Some(high)) = (one_period, floor_mod(l, m), floor_mod(u, m)) {
                return Interval::new(Some(low), Some(high));
            }
        }
        Interval::new(Some(Int::ZERO), Some(m - Int::ONE))
    }

    /// The values, if there are at most [`FEW_DIVISORS`].
    #[inline]
    fn few_values(&self) -> Option<Vec<Int>> {
        let (lower, upper) = (self.lower.as_ref()?, self.upper.as_ref()?);
        let count = usize::try_from(&(upper - lower + Int::ONE)).ok()?;
        (count <= FEW_DIVISORS)
            .then(|| (0..count).map(|offset| lower + Int::from(offset)).collect())
    }

    /// Applies a division `divide` that is increasing in x for each positive divisor, tends monotonically to
    /// `limit(x)` as the divisor grows, and is invariant under negating both operands.
    fn divide(
        &self,
        divisor: &Interval,
        divide: impl Fn(&Int, &Int) -> Option<Int>,
        limit: impl Fn(&Int) -> Int,
    ) -> Interval {
        self.unless_either_empty(divisor, || {
            if let Some(m) = divisor.as_constant()
                && *m > Int::ZERO
            {
                let end = |end: &Option<Int>| end.as_ref().and_then(|x| divide(x, m));
                return Interval::new(end(&self.lower), end(&self.upper));
            }
            let corners = |x: &Interval, m: &Interval| {
                if m.is_empty() {
                    return Interval::empty();
                }
                // The extremes over all divisors, for the least and the greatest x.
                let at = |end: &Option<Int>| {
                    end.as_ref().map(|x| {
                        let small = m.lower.as_ref().and_then(|m| divide(x, m));
                        let large = m.upper.as_ref().and_then(|m| divide(x, m));
                        let small = small.expect("the divisors are at least 1");
                        let large = large.unwrap_or_else(|| limit(x));
                        if small <= large {
                            (small, large)
                        } else {
                            (large, small)
                        }
                    })
                };
                Interval::new(
                    at(&x.lower).map(|(least, _)| least),
                    at(&x.upper).map(|(_, greatest)| greatest),
                )
            };
            let positive = divisor.intersect(&Interval::at_least(1));
            let negative = divisor.intersect(&Interval::at_most(-1)).neg();
            let mut values = corners(self, &positive).hull(&corners(&self.neg(), &negative));
            if divisor.contains(&Int::ZERO) {
                values = values.hull(&Interval::point(0));
            }
            values
        })
    }

    #[inline]
    fn unless_empty(&self, result: impl FnOnce() -> Interval) -> Interval {
        if self.is_empty() {
            Interval::empty()
        } else {
            result()
        }
    }

    #[inline]
    fn unless_either_empty(&self, other: &Interval, result: impl FnOnce() -> Interval) -> Interval {
        if self.is_empty() || other.is_empty() {
            Interval::empty()
        } else {
            result()
        }
    }
}

impl fmt::Display for Interval {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_empty() {
            return f.write_str("empty");
        }
        match &self.lower {
            Some(lower) => write!(f, "[{lower}, ")?,
            None => f.write_str("[-inf, ")?,
        }
        match &self.upper {
            Some(upper) => write!(f, "{upper}]"),
            None => f.write_str("+inf]"),
        }
    }
}

/// An endpoint of an interval, as a point of the extended number line.
enum End {
    Below,
    At(Int),
    Above,
}

impl End {
    #[inline]
    fn of(interval: &Interval) -> [End; 2] {
        [
            interval.lower.clone().map_or(End::Below, End::At),
            interval.upper.clone().map_or(End::Above, End::At),
        ]
    }

    /// −1, 0 or 1.
    #[inline]
    fn sign(&self) -> i32 {
        match self {
            End::Below => -1,
            End::Above => 1,
            End::At(value) if value.is_zero() => 0,
            End::At(value) if is_negative(value) => -1,
            End::At(_) => 1,
        }
    }

    /// The product, with 0 · ∞ = 0, since every value of the other operand is finite.
    fn times(&self, other: &End) -> End {
        match (self, other) {
            (End::At(a), End::At(b)) => End::At(a * b),
            _ => match self.sign() * other.sign() {
                0 => End::At(Int::ZERO),
                1 => End::Above,
                _ => End::Below,
            },
        }
    }

    fn hull(ends: &[End]) -> Interval {
        let finite = || {
            ends.iter().filter_map(|end| match end {
                End::At(value) => Some(value),
                _ => None,
            })
        };
        let unbounded_below = ends.iter().any(|end| matches!(end, End::Below));
        let unbounded_above = ends.iter().any(|end| matches!(end, End::Above));
        Interval::new(
            finite().min().filter(|_| !unbounded_below).cloned(),
            finite().max().filter(|_| !unbounded_above).cloned(),
        )
    }
}

/// Combines two finite endpoints.
#[inline]
fn both<T>(a: &Option<Int>, b: &Option<Int>, combine: impl FnOnce(&Int, &Int) -> T) -> Option<T> {
    Some(combine(a.as_ref()?, b.as_ref()?))
}

/// The larger of two lower endpoints, where `None` is −∞.
#[inline]
fn larger(a: &Option<Int>, b: &Option<Int>) -> Option<Int> {
    both(a, b, |a, b| a.max(b).clone())
        .or_else(|| a.clone())
        .or_else(|| b.clone())
}

/// The smaller of two upper endpoints, where `None` is +∞.
#[inline]
fn smaller(a: &Option<Int>, b: &Option<Int>) -> Option<Int> {
    both(a, b, |a, b| a.min(b).clone())
        .or_else(|| a.clone())
        .or_else(|| b.clone())
}

#[cfg(test)]
#[path = "interval_tests.rs"]
mod tests;
