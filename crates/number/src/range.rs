//! The reduced product of intervals and congruences.

use std::fmt;
use std::sync::Arc;

use super::{Congruence, Int, Interval, MAX_BITS, fits, gcd, is_negative};

/// The range of an integer: an interval and a congruence, each reduced by the other.
///
/// *Reduced* means: both endpoints of the interval are members of the congruence, and a single value has modulus 0.
/// Equal sets therefore have equal representations, as far as the two domains can distinguish sets. Every operation
/// is sound, with the conventions of the [module](super) for division by zero; an empty operand gives the empty
/// range. A range takes 40 bytes, and no heap memory unless its congruence is nontrivial or its endpoints exceed 64
/// bits.
///
/// ```
/// use calipers_number::{Congruence, Interval, Range};
/// let size = Range::new(Interval::between(1, 15), Congruence::new(4, 2));
/// assert_eq!(size.to_string(), "[2, 14] 4k+2");
/// assert_eq!(size.modulo(&Range::constant(4)).to_string(), "[2, 2]");
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Range {
    interval: Interval,
    /// The congruence if it is more precise than the interval, that is, if its modulus is at least 2.
    alignment: Option<Arc<Congruence>>,
}

impl Range {
    /// The integers in both.
    pub fn new(interval: Interval, congruence: Congruence) -> Self {
        if interval.is_empty() {
            return Range::empty();
        }
        if let Some(value) = interval.as_constant() {
            return Range::of(if congruence.contains(value) {
                interval
            } else {
                Interval::empty()
            });
        }
        if congruence.is_any() {
            return Range::of(interval);
        }
        if let Some(value) = congruence.as_constant() {
            return Range::of(interval.intersect(&Interval::point(value.clone())));
        }
        let lower = interval.lower().and_then(|end| congruence.round_up(end));
        let upper = interval.upper().and_then(|end| congruence.round_down(end));
        let interval = Interval::new(lower, upper);
        if interval.is_empty() || interval.is_singleton() {
            return Range::of(interval);
        }
        Range {
            interval,
            alignment: Some(Arc::new(congruence)),
        }
    }

    /// Any integer.
    #[inline]
    pub fn full() -> Self {
        Range::of(Interval::full())
    }

    /// No integer.
    #[inline]
    pub fn empty() -> Self {
        Range::of(Interval::empty())
    }

    /// Exactly `value` (any integer if it does not [fit](super::fits)).
    #[inline]
    pub fn constant(value: impl Into<Int>) -> Self {
        Range::of(Interval::point(value))
    }

    /// `[lower, upper]`, which is empty if `lower > upper`.
    #[inline]
    pub fn between(lower: impl Into<Int>, upper: impl Into<Int>) -> Self {
        Range::of(Interval::between(lower, upper))
    }

    /// `[lower, +inf]`
    #[inline]
    pub fn at_least(lower: impl Into<Int>) -> Self {
        Range::of(Interval::at_least(lower))
    }

    /// `[-inf, upper]`
    #[inline]
    pub fn at_most(upper: impl Into<Int>) -> Self {
        Range::of(Interval::at_most(upper))
    }

    /// The values of an unsigned integer of `bits` bits: `[0, 2^bits - 1]`.
    #[inline]
    pub fn unsigned(bits: u32) -> Self {
        match modulus(bits) {
            Some(modulus) => Range::between(0, modulus - 1),
            // The modulus exceeds every number that fits.
            None => Range::at_least(0),
        }
    }

    /// The values of a signed integer of `bits` bits: `[-2^(bits-1), 2^(bits-1) - 1]`. For width 0, the value is 0.
    #[inline]
    pub fn signed(bits: u32) -> Self {
        match modulus(bits) {
            Some(modulus) => {
                let half = &modulus >> 1usize;
                Range::between(-&half, modulus - half - 1)
            }
            None => Range::full(),
        }
    }

    /// The interval.
    #[inline]
    pub fn interval(&self) -> &Interval {
        &self.interval
    }

    /// The congruence, with modulus 0 for a single value.
    #[inline]
    pub fn congruence(&self) -> Congruence {
        match (&self.alignment, self.interval.as_constant()) {
            (Some(congruence), _) => (**congruence).clone(),
            (None, Some(value)) => Congruence::constant(value.clone()),
            (None, None) => Congruence::any(),
        }
    }

    /// The least value, `None` if unbounded below.
    #[inline]
    pub fn lower(&self) -> Option<&Int> {
        self.interval.lower()
    }

    /// The greatest value, `None` if unbounded above.
    #[inline]
    pub fn upper(&self) -> Option<&Int> {
        self.interval.upper()
    }

    /// Whether no integer is contained.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.interval.is_empty()
    }

    /// Whether every integer is contained.
    #[inline]
    pub fn is_full(&self) -> bool {
        self.interval.is_full() && self.alignment.is_none()
    }

    /// The only value, if there is exactly one.
    #[inline]
    pub fn as_constant(&self) -> Option<&Int> {
        self.interval.as_constant()
    }

    /// Whether `value` is contained.
    #[inline]
    pub fn contains(&self, value: &Int) -> bool {
        self.interval.contains(value) && self.alignment.as_ref().is_none_or(|c| c.contains(value))
    }

    /// Whether every value of `other` is contained, as far as the domains can decide.
    pub fn contains_range(&self, other: &Range) -> bool {
        if other.is_empty() {
            return true;
        }
        // The endpoints of `other` are among its values.
        self.interval.contains_interval(&other.interval)
            && match (&self.alignment, &other.alignment) {
                (None, _) => true,
                (Some(own), Some(other)) => own.contains_all(other),
                // `other` is a single value or contains consecutive ones.
                (Some(own), None) => other.as_constant().is_some_and(|value| own.contains(value)),
            }
    }

    /// The values in both.
    pub fn intersect(&self, other: &Range) -> Range {
        let interval = self.interval.intersect(&other.interval);
        match (&self.alignment, &other.alignment) {
            (None, None) => Range::of(interval),
            (Some(_), None) if interval == self.interval => self.clone(),
            (None, Some(_)) if interval == other.interval => other.clone(),
            (Some(one), None) | (None, Some(one)) => Range::new(interval, (**one).clone()),
            (Some(a), Some(b)) => match a.intersect(b) {
                Some(congruence) => Range::new(interval, congruence),
                None => Range::empty(),
            },
        }
    }

    /// The smallest range that contains both: the values of `select(c, x, y)` for an unknown `c`.
    #[inline]
    pub fn join(&self, other: &Range) -> Range {
        match (self.is_empty(), other.is_empty()) {
            (true, _) => other.clone(),
            (_, true) => self.clone(),
            _ => self.combine(other, Interval::hull, Congruence::join),
        }
    }

    /// The range without one value, if that is an endpoint; otherwise unchanged.
    ///
    /// ```
    /// use calipers_number::{Int, Range};
    /// assert_eq!(Range::at_least(0).without(&Int::ZERO), Range::at_least(1));
    /// assert_eq!(Range::between(-1, 1).without(&Int::ZERO), Range::between(-1, 1));
    /// ```
    #[inline]
    pub fn without(&self, value: &Int) -> Range {
        if self.lower() == Some(value) {
            return self.intersect(&Range::at_least(value + Int::ONE));
        }
        if self.upper() == Some(value) {
            return self.intersect(&Range::at_most(value + Int::NEG_ONE));
        }
        self.clone()
    }

    /// The values of `-x`.
    #[inline]
    pub fn neg(&self) -> Range {
        self.transform(self.interval.neg(), Congruence::neg)
    }

    /// The values of `x + y`.
    pub fn add(&self, other: &Range) -> Range {
        if (self.is_interval() || other.is_interval()) && !self.is_empty() && !other.is_empty() {
            return Range::of(self.interval.add(&other.interval));
        }
        match (self.as_constant(), other.as_constant()) {
            (Some(shift), _) => return other.shifted(shift),
            (_, Some(shift)) => return self.shifted(shift),
            _ => {}
        }
        self.combine(other, Interval::add, Congruence::add)
    }

    /// The values of `x - y`.
    #[inline]
    pub fn sub(&self, other: &Range) -> Range {
        self.combine(other, Interval::sub, Congruence::sub)
    }

    /// The integers `x` for which `factor·x` is in the range, for a nonzero factor.
    pub fn unscale(&self, factor: &Int) -> Range {
        match factor {
            factor if factor.is_one() => self.clone(),
            factor if *factor == Int::NEG_ONE => self.neg(),
            // Only multiples of the factor are possible.
            factor => self
                .intersect(&Range::full().scale(factor))
                .floor_div(&Range::constant(factor.clone())),
        }
    }

    /// The values of `factor·x`.
    pub fn scale(&self, factor: &Int) -> Range {
        if self.is_empty() {
            return Range::empty();
        }
        if factor.is_one() {
            return self.clone();
        }
        if *factor == Int::NEG_ONE {
            return self.neg();
        }
        let interval = self.interval.scale(factor);
        if factor.is_zero() || self.interval.is_singleton() {
            return Range::of(interval);
        }
        // Scaled endpoints remain members of the scaled congruence, so no reduction is needed.
        let congruence = match &self.alignment {
            Some(congruence) => congruence.scale(factor),
            None => Congruence::multiple_of(factor.clone()),
        };
        let alignment = (!congruence.is_any()).then(|| Arc::new(congruence));
        Range {
            interval,
            alignment,
        }
    }

    /// The values of `constant + Σ kᵢ·xᵢ`, for pairs of `kᵢ` and the range of `xᵢ`; faster than single operations.
    pub fn combination<'r>(
        constant: &Int,
        terms: impl IntoIterator<Item = (&'r Int, &'r Range)>,
    ) -> Range {
        let moved = |end: Option<Int>, by: Option<&Int>, k: &Int| {
            let sum = end? + k * by?;
            fits(&sum).then_some(sum)
        };
        let (mut lower, mut upper) = (Some(constant.clone()), Some(constant.clone()));
        let (mut modulus, mut residue) = (Int::ZERO, constant.clone());
        for (k, range) in terms {
            if range.is_empty() {
                return Range::empty();
            }
            let (low, high) = match is_negative(k) {
                true => (range.upper(), range.lower()),
                false => (range.lower(), range.upper()),
            };
            let is_zero = k.is_zero();
            lower = if is_zero { lower } else { moved(lower, low, k) };
            upper = if is_zero {
                upper
            } else {
                moved(upper, high, k)
            };
            if modulus.is_one() {
                continue;
            }
            match (&range.alignment, range.as_constant()) {
                (Some(own), _) => {
                    modulus = gcd(&modulus, &(own.modulus() * k));
                    residue += own.residue() * k;
                }
                (None, Some(value)) => residue += value * k,
                (None, None) => modulus = gcd(&modulus, k),
            }
        }
        let interval = Interval::new(lower, upper);
        match modulus.is_one() {
            true => Range::of(interval),
            false => Range::new(interval, Congruence::new(modulus, residue)),
        }
    }

    /// The values of `x·y`.
    #[inline]
    pub fn mul(&self, other: &Range) -> Range {
        match (self.as_constant(), other.as_constant()) {
            (_, Some(factor)) => self.scale(factor),
            (Some(factor), _) => other.scale(factor),
            _ => self.combine(other, Interval::mul, Congruence::mul),
        }
    }

    /// The values of `min(x, y)`.
    #[inline]
    pub fn min(&self, other: &Range) -> Range {
        self.select_by_order(other, Interval::min)
    }

    /// The values of `max(x, y)`.
    #[inline]
    pub fn max(&self, other: &Range) -> Range {
        self.select_by_order(other, Interval::max)
    }

    /// The values of `⌊x / m⌋`, with `⌊x / 0⌋ = 0`.
    #[inline]
    pub fn floor_div(&self, divisor: &Range) -> Range {
        self.divide(divisor, Interval::floor_div, Congruence::floor_div)
    }

    /// The values of `⌈x / m⌉`, with `⌈x / 0⌉ = 0`.
    #[inline]
    pub fn ceil_div(&self, divisor: &Range) -> Range {
        self.divide(divisor, Interval::ceil_div, Congruence::ceil_div)
    }

    /// The values of `x / m` rounded towards zero, with `x / 0 = 0`.
    pub fn trunc_div(&self, divisor: &Range) -> Range {
        // If the signs are known, it equals one of the other divisions, which are more precise.
        if self.is_non_negative() && divisor.is_non_negative()
            || self.is_non_positive() && divisor.is_non_positive()
        {
            return self.floor_div(divisor);
        }
        if self.is_non_negative() && divisor.is_non_positive()
            || self.is_non_positive() && divisor.is_non_negative()
        {
            return self.ceil_div(divisor);
        }
        self.divide(divisor, Interval::trunc_div, Congruence::trunc_div)
    }

    /// The values of `x mod m`, with `x mod 0 = x`.
    #[inline]
    pub fn modulo(&self, divisor: &Range) -> Range {
        self.combine(divisor, Interval::modulo, Congruence::modulo)
            .intersect(&self.less_constant_quotient(divisor, Interval::floor_div))
    }

    /// The values of `x − m·trunc(x / m)`, with the remainder by 0 being `x`.
    #[inline]
    pub fn trunc_mod(&self, divisor: &Range) -> Range {
        if self.is_non_negative() && divisor.is_non_negative() {
            return self.modulo(divisor);
        }
        self.combine(divisor, Interval::trunc_mod, Congruence::remainder)
            .intersect(&self.less_constant_quotient(divisor, Interval::trunc_div))
    }

    /// The values of `x + shift`.
    #[inline]
    fn shifted(&self, shift: &Int) -> Range {
        if shift.is_zero() || self.is_empty() {
            return self.clone();
        }
        let shift_congruence = Congruence::constant(shift.clone());
        self.transform(self.interval.add(&Interval::point(shift.clone())), |it| {
            it.add(&shift_congruence)
        })
    }

    /// Whether its congruence is more precise than its interval.
    #[inline]
    pub fn is_aligned(&self) -> bool {
        self.alignment.is_some()
    }

    /// Whether its congruence is trivial.
    #[inline]
    fn is_interval(&self) -> bool {
        self.alignment.is_none() && !self.interval.is_singleton()
    }

    /// A range with a trivial congruence.
    #[inline]
    fn of(interval: Interval) -> Range {
        Range {
            interval,
            alignment: None,
        }
    }

    #[inline]
    fn is_non_negative(&self) -> bool {
        self.interval.is_non_negative()
    }

    #[inline]
    fn is_non_positive(&self) -> bool {
        let upper = self.upper();
        upper.is_some_and(|u| is_negative(u) || u.is_zero())
    }

    /// `x − q·m` if the quotient `q` is a constant, else any integer.
    #[inline]
    fn less_constant_quotient(
        &self,
        divisor: &Range,
        quotient: impl Fn(&Interval, &Interval) -> Interval,
    ) -> Range {
        match quotient(&self.interval, &divisor.interval).as_constant() {
            Some(quotient) => self.sub(&divisor.scale(quotient)),
            None => Range::full(),
        }
    }

    #[inline]
    fn transform(
        &self,
        interval: Interval,
        congruence: impl Fn(&Congruence) -> Congruence,
    ) -> Range {
        Range {
            interval,
            alignment: self
                .alignment
                .as_ref()
                .map(|alignment| Arc::new(congruence(alignment))),
        }
    }

    fn combine(
        &self,
        other: &Range,
        interval: impl Fn(&Interval, &Interval) -> Interval,
        congruence: impl Fn(&Congruence, &Congruence) -> Congruence,
    ) -> Range {
        if self.is_empty() || other.is_empty() {
            return Range::empty();
        }
        let interval = interval(&self.interval, &other.interval);
        // If both congruences are trivial, so is that of the result.
        if self.is_interval() && other.is_interval() {
            return Range::of(interval);
        }
        Range::new(
            interval,
            congruence(&self.congruence(), &other.congruence()),
        )
    }

    /// One of the two operands, chosen by their order; `interval` is the interval of the result.
    fn select_by_order(
        &self,
        other: &Range,
        interval: impl Fn(&Interval, &Interval) -> Interval,
    ) -> Range {
        if self.is_empty() || other.is_empty() {
            return Range::empty();
        }
        let interval = interval(&self.interval, &other.interval);
        // One of the operands has all values of the interval.
        if self.alignment.is_none() && other.alignment.is_none() {
            return Range::of(interval);
        }
        // Values of an operand that the result cannot have are removed before the congruences are joined.
        let possible = |operand: &Range| operand.intersect(&Range::of(interval.clone()));
        let (x, y) = (possible(self), possible(other));
        let joined = x.join(&y);
        Range::of(interval).intersect(&joined)
    }

    fn divide(
        &self,
        divisor: &Range,
        interval: impl Fn(&Interval, &Interval) -> Interval,
        congruence: impl Fn(&Congruence, &Int) -> Congruence,
    ) -> Range {
        if self.is_empty() || divisor.is_empty() {
            return Range::empty();
        }
        let interval = interval(&self.interval, &divisor.interval);
        match divisor.as_constant() {
            Some(constant) if !self.is_interval() => {
                Range::new(interval, congruence(&self.congruence(), constant))
            }
            _ => Range::of(interval),
        }
    }
}

/// `2^bits`, if it fits.
#[inline]
fn modulus(bits: u32) -> Option<Int> {
    let bits = usize::try_from(bits).ok()?;
    (bits < MAX_BITS).then(|| Int::ONE << bits)
}

impl fmt::Display for Range {
    /// The interval, then the congruence unless it is implied.
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.interval)?;
        match &self.alignment {
            Some(congruence) => write!(f, " {congruence}"),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
#[path = "range_tests.rs"]
mod tests;
