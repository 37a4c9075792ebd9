//! Quotients and remainders. Division by zero is undefined, so any result is sound for it.

use super::arithmetic::corners;
use super::{WrappedRange, mask};

/// The rounding of a quotient.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Rounding {
    ToZero,
    Down,
    Up,
}

impl WrappedRange {
    /// `a / b`, unsigned, rounded down.
    #[inline]
    pub fn div_unsigned(self, other: WrappedRange) -> WrappedRange {
        self.unsigned_quotient(other, |a, b| Some(a / b))
    }

    /// `a / b`, unsigned, rounded up.
    #[inline]
    pub fn ceil_div_unsigned(self, other: WrappedRange) -> WrappedRange {
        self.unsigned_quotient(other, |a, b| Some(a.div_ceil(b)))
    }

    fn unsigned_quotient(
        self,
        other: WrappedRange,
        divide: fn(u128, u128) -> Option<u128>,
    ) -> WrappedRange {
        if other.umax == 0 {
            return self.of_unsigned(0, self.umax);
        }
        if other.umin == 0 {
            // a / b <= a, also with rounding up
            let low = divide(self.umin, other.umax).unwrap_or(0);
            return self.of_unsigned(low.min(self.umax), self.umax);
        }
        let quotients = corners((self.umin, self.umax), (other.umin, other.umax), divide);
        match quotients {
            Some((low, high)) => self.of_unsigned(low, high),
            None => self.widest(),
        }
    }

    /// `a / b`, signed, rounded towards zero.
    #[inline]
    pub fn div_signed(self, other: WrappedRange) -> WrappedRange {
        self.signed_quotient(other, Rounding::ToZero)
    }

    /// `⌊a / b⌋`, signed.
    #[inline]
    pub fn floor_div_signed(self, other: WrappedRange) -> WrappedRange {
        self.signed_quotient(other, Rounding::Down)
    }

    /// `⌈a / b⌉`, signed.
    #[inline]
    pub fn ceil_div_signed(self, other: WrappedRange) -> WrappedRange {
        self.signed_quotient(other, Rounding::Up)
    }

    /// `⌈a / b⌉`, signed, computed as `−(−a / b)`, as MLIR's analysis of integer ranges does.
    ///
    /// If `−a` overflows, `b > 0` and `b` does not divide `a`, this is not the quotient rounded up. As a constant, the
    /// result is the one of the overflow; within a larger range it may have either value.
    pub fn ceil_div_by_negation(self, other: WrappedRange) -> WrappedRange {
        let rounded_up = self.ceil_div_signed(other);
        let least = self.widest().smin;
        if self.smin != least || other.smin <= 0 {
            return rounded_up;
        }
        let negated = |b: i128| (least / b).checked_neg();
        let (Some(high), Some(low)) = (negated(other.smin), negated(other.smax)) else {
            return self.widest();
        };
        let single = self.smax == least && other.smin == other.smax;
        match single {
            true if least % other.smin == 0 => rounded_up,
            true => self.of_signed(low, low),
            false if high > self.widest().smax => self.widest(),
            false => rounded_up.join(self.of_signed(low, high)),
        }
    }

    fn signed_quotient(self, other: WrappedRange, rounding: Rounding) -> WrappedRange {
        let full = self.widest();
        if other.smin <= 0 && other.smax >= 0 {
            return full;
        }
        let divide = |a: i128, b: i128| {
            let (quotient, rest) = (a.checked_div(b)?, a.checked_rem(b)?);
            let exact_sign = (a < 0) == (b < 0);
            let rounded = match rounding {
                Rounding::Down if rest != 0 && !exact_sign => quotient.checked_sub(1)?,
                Rounding::Up if rest != 0 && exact_sign => quotient.checked_add(1)?,
                _ => quotient,
            };
            (full.smin <= rounded && rounded <= full.smax).then_some(rounded)
        };
        match corners((self.smin, self.smax), (other.smin, other.smax), divide) {
            Some((low, high)) => self.of_signed(low, high),
            None => full,
        }
    }

    /// `a mod b`, unsigned.
    #[inline]
    pub fn rem_unsigned(self, other: WrappedRange) -> WrappedRange {
        if other.umax == 0 {
            return self.of_unsigned(0, self.umax);
        }
        let (low, high) = (self.umin, self.umax);
        if other.umin == other.umax && high - low < other.umax {
            let (first, last) = (low % other.umax, high % other.umax);
            if first <= last {
                return self.of_unsigned(first, last);
            }
        }
        // The remainder is less than the divisor and at most the dividend.
        self.of_unsigned(0, (other.umax - 1).min(high))
    }

    /// The remainder of `a / b` with rounding towards zero, which has the sign of `a`.
    pub fn rem_signed(self, other: WrappedRange) -> WrappedRange {
        if other.smin <= 0 && other.smax >= 0 {
            return self.widest();
        }
        let largest = other.smin.unsigned_abs().max(other.smax.unsigned_abs());
        let (low, high) = (self.smin, self.smax);
        if other.smin == other.smax && low.abs_diff(high) < largest {
            let by = other.smin;
            if let (Some(first), Some(last)) = (low.checked_rem(by), high.checked_rem(by))
                && first <= last
                && ((low < 0) == (high < 0) || first == low && last == high)
            {
                return self.of_signed(first, last);
            }
        }
        let most = (largest - 1).min(mask(self.width) >> 1) as i128;
        let low = if low < 0 { -most } else { 0 };
        let high = if high > 0 { most } else { 0 };
        self.of_signed(low, high)
    }
}
