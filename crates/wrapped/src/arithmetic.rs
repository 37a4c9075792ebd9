//! Sums, products, minima and maxima of words.

use super::{WrappedRange, mask};

/// The no-wrap flags of an op. If the op violates one of them, the result is poison.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct NoWrap {
    /// No wraparound of the signed reading (`nsw`).
    pub signed: bool,
    /// No wraparound of the unsigned reading (`nuw`).
    pub unsigned: bool,
}

/// An exact number, or the direction in which it exceeds a reading.
#[derive(Clone, Copy)]
enum Exact<N> {
    Fits(N),
    Below,
    Above,
}

impl WrappedRange {
    /// The unsigned number if it fits. If it does not fit and overflow is ruled out, the endpoint that it exceeds.
    fn settle_unsigned(self, number: Exact<u128>, ruled_out: bool) -> Option<u128> {
        let limit = mask(self.width);
        match number {
            Exact::Fits(n) if n <= limit => Some(n),
            _ if !ruled_out => None,
            Exact::Below => Some(0),
            _ => Some(limit),
        }
    }

    fn settle_signed(self, number: Exact<i128>, ruled_out: bool) -> Option<i128> {
        let full = self.widest();
        match number {
            Exact::Fits(n) if full.smin <= n && n <= full.smax => Some(n),
            _ if !ruled_out => None,
            Exact::Below => Some(full.smin),
            Exact::Fits(n) if n < full.smin => Some(full.smin),
            _ => Some(full.smax),
        }
    }

    /// The result of `f` on constant words, if there are no flags.
    pub(super) fn known(
        self,
        other: WrappedRange,
        promise: NoWrap,
        f: impl Fn(u128, u128) -> Option<u128>,
    ) -> Option<WrappedRange> {
        let (a, b) = self.as_constant().zip(other.as_constant())?;
        let promises = promise.signed || promise.unsigned;
        let bits = f(a, b).filter(|_| !promises)?;
        WrappedRange::constant(self.width, bits)
    }

    /// The words in the known intervals of both readings.
    fn of_both(self, unsigned: Option<(u128, u128)>, signed: Option<(i128, i128)>) -> WrappedRange {
        let full = self.widest();
        let unsigned = unsigned.map_or(full, |(low, high)| full.of_unsigned(low, high));
        let signed = signed.map_or(full, |(low, high)| full.of_signed(low, high));
        unsigned.and_also(signed)
    }

    /// `a + b`.
    ///
    /// ```
    /// use calipers_wrapped::{NoWrap, WrappedRange};
    /// let digit = WrappedRange::unsigned_between(8, 0, 9).expect("some words lie there");
    /// assert_eq!(digit.add(digit, NoWrap::default()).unsigned(), (0, 18));
    /// ```
    pub fn add(self, other: WrappedRange, promise: NoWrap) -> WrappedRange {
        if let Some(known) = self.known(other, promise, |a, b| Some(a.wrapping_add(b))) {
            return known;
        }
        let unsigned = |a: u128, b: u128| {
            let sum = a.checked_add(b).map_or(Exact::Above, Exact::Fits);
            self.settle_unsigned(sum, promise.unsigned)
        };
        let signed = |a: i128, b: i128| {
            let beyond = if b < 0 { Exact::Below } else { Exact::Above };
            let sum = a.checked_add(b).map_or(beyond, Exact::Fits);
            self.settle_signed(sum, promise.signed)
        };
        self.of_both(
            unsigned(self.umin, other.umin).zip(unsigned(self.umax, other.umax)),
            signed(self.smin, other.smin).zip(signed(self.smax, other.smax)),
        )
    }

    /// `a − b`.
    pub fn sub(self, other: WrappedRange, promise: NoWrap) -> WrappedRange {
        if let Some(known) = self.known(other, promise, |a, b| Some(a.wrapping_sub(b))) {
            return known;
        }
        let unsigned = |a: u128, b: u128| {
            let difference = a.checked_sub(b).map_or(Exact::Below, Exact::Fits);
            self.settle_unsigned(difference, promise.unsigned)
        };
        let signed = |a: i128, b: i128| {
            let beyond = if b < 0 { Exact::Above } else { Exact::Below };
            let difference = a.checked_sub(b).map_or(beyond, Exact::Fits);
            self.settle_signed(difference, promise.signed)
        };
        self.of_both(
            unsigned(self.umin, other.umax).zip(unsigned(self.umax, other.umin)),
            signed(self.smin, other.smax).zip(signed(self.smax, other.smin)),
        )
    }

    /// `a · b`.
    pub fn mul(self, other: WrappedRange, promise: NoWrap) -> WrappedRange {
        if let Some(known) = self.known(other, promise, |a, b| Some(a.wrapping_mul(b))) {
            return known;
        }
        let unsigned = |a: u128, b: u128| {
            let product = a.checked_mul(b).map_or(Exact::Above, Exact::Fits);
            self.settle_unsigned(product, promise.unsigned)
        };
        let signed = |a: i128, b: i128| {
            let beyond = if (a < 0) != (b < 0) {
                Exact::Below
            } else {
                Exact::Above
            };
            let product = a.checked_mul(b).map_or(beyond, Exact::Fits);
            self.settle_signed(product, promise.signed)
        };
        let corners = corners((self.smin, self.smax), (other.smin, other.smax), signed);
        self.of_both(
            unsigned(self.umin, other.umin).zip(unsigned(self.umax, other.umax)),
            corners,
        )
    }

    /// 1 if the unsigned sum `a + b` overflows, else 0.
    #[inline]
    pub fn carry(self, other: WrappedRange) -> WrappedRange {
        let overflows = |a: u128, b: u128| {
            let sum = a.checked_add(b);
            u128::from(sum.is_none_or(|sum| sum > mask(self.width)))
        };
        let (low, high) = (
            overflows(self.umin, other.umin),
            overflows(self.umax, other.umax),
        );
        WrappedRange::full_of(1).of_unsigned(low, high)
    }

    /// The upper half of the unsigned product: `⌊a · b / 2ᴺ⌋`.
    #[inline]
    pub fn mul_high_unsigned(self, other: WrappedRange) -> WrappedRange {
        let high = |a: u128, b: u128| upper_half(product(a, b), self.width) & mask(self.width);
        self.of_unsigned(high(self.umin, other.umin), high(self.umax, other.umax))
    }

    /// The upper half of the signed product: `⌊a · b / 2ᴺ⌋`.
    #[inline]
    pub fn mul_high_signed(self, other: WrappedRange) -> WrappedRange {
        let high = |a: i128, b: i128| {
            let (low, mut high) = product(a as u128, b as u128);
            // Subtracts the excess of the unsigned readings over the signed ones beyond 128 bits.
            if a < 0 {
                high = high.wrapping_sub(b as u128);
            }
            if b < 0 {
                high = high.wrapping_sub(a as u128);
            }
            Some(upper_half((low, high), self.width) as i128)
        };
        let ends = corners((self.smin, self.smax), (other.smin, other.smax), high);
        ends.map_or(self.widest(), |(low, high)| self.of_signed(low, high))
    }

    /// The signed minimum.
    #[inline]
    pub fn min_signed(self, other: WrappedRange) -> WrappedRange {
        self.of_signed(self.smin.min(other.smin), self.smax.min(other.smax))
    }

    /// The signed maximum.
    #[inline]
    pub fn max_signed(self, other: WrappedRange) -> WrappedRange {
        self.of_signed(self.smin.max(other.smin), self.smax.max(other.smax))
    }

    /// The unsigned minimum.
    #[inline]
    pub fn min_unsigned(self, other: WrappedRange) -> WrappedRange {
        self.of_unsigned(self.umin.min(other.umin), self.umax.min(other.umax))
    }

    /// The unsigned maximum.
    #[inline]
    pub fn max_unsigned(self, other: WrappedRange) -> WrappedRange {
        self.of_unsigned(self.umin.max(other.umin), self.umax.max(other.umax))
    }
}

/// The minimum and maximum of `f` at the corners of two intervals; none if `f` is undefined at a corner.
pub(super) fn corners<A: Copy, B: Copy, N: Ord + Copy>(
    a: (A, A),
    b: (B, B),
    f: impl Fn(A, B) -> Option<N>,
) -> Option<(N, N)> {
    let values = [f(a.0, b.0)?, f(a.0, b.1)?, f(a.1, b.0)?, f(a.1, b.1)?];
    Some((*values.iter().min()?, *values.iter().max()?))
}

/// `a · b` in 256 bits, lower half first.
fn product(a: u128, b: u128) -> (u128, u128) {
    const HALF: u32 = 64;
    let split = |n: u128| (n & mask(HALF), n >> HALF);
    let ((a0, a1), (b0, b1)) = (split(a), split(b));
    let (low, high) = (a0 * b0, a1 * b1);
    let (across, carry) = (a0 * b1).overflowing_add(a1 * b0);
    let (low, carried) = low.overflowing_add(across << HALF);
    let carries = u128::from(carried) + (u128::from(carry) << HALF);
    (low, high + (across >> HALF) + carries)
}

/// The lowest 128 bits of a 256-bit number shifted right by `width`.
fn upper_half((low, high): (u128, u128), width: u32) -> u128 {
    match width {
        super::MAX_WIDTH => high,
        _ => low >> width | high << (super::MAX_WIDTH - width),
    }
}
