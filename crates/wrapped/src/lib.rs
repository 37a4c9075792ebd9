//! Ranges of fixed-width integers with wraparound, in both readings.
//!
//! A word of N bits is read as an unsigned (`0 … 2ᴺ − 1`) or a signed (`−2ᴺ⁻¹ … 2ᴺ⁻¹ − 1`) number. [`WrappedRange`]
//! has an interval of each reading; constructors refine each by the other. Operations give ranges of the results of
//! MLIR's integer ops, including wraparound, and are at least as tight as MLIR's `InferIntRangeCommon`.

mod aligned;
mod arithmetic;
mod bits;
mod compare;
mod division;
mod resize;

pub use aligned::{Aligned, LowBits, ZerosInFront};
pub use arithmetic::NoWrap;
pub use compare::Predicate;
pub use resize::Portable;

use std::fmt;

/// The maximum width of a word, in bits.
pub const MAX_WIDTH: u32 = 128;

/// The range of a fixed-width integer: an interval of each reading. Never empty.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct WrappedRange {
    width: u32,
    umin: u128,
    umax: u128,
    smin: i128,
    smax: i128,
}

/// A mask of the lowest `width` bits.
#[inline]
fn mask(width: u32) -> u128 {
    u128::MAX >> (MAX_WIDTH - width)
}

/// Sign extension of the lowest `width` bits.
#[inline]
fn extend(bits: u128, width: u32) -> i128 {
    let unused = MAX_WIDTH - width;
    ((bits << unused) as i128) >> unused
}

impl WrappedRange {
    /// Any word of that width; none if the width exceeds [`MAX_WIDTH`] or is 0.
    ///
    /// ```
    /// use calipers_wrapped::WrappedRange;
    /// let byte = WrappedRange::full(8).expect("words of 8 bits are kept");
    /// assert_eq!(byte.unsigned(), (0, 255));
    /// assert_eq!(byte.signed(), (-128, 127));
    /// ```
    #[inline]
    pub fn full(width: u32) -> Option<WrappedRange> {
        (1..=MAX_WIDTH)
            .contains(&width)
            .then(|| WrappedRange::full_of(width))
    }

    fn full_of(width: u32) -> WrappedRange {
        let umax = mask(width);
        WrappedRange {
            width,
            umin: 0,
            umax,
            smin: extend(1 << (width - 1), width),
            smax: extend(umax >> 1, width),
        }
    }

    /// Any word of the same width.
    #[inline]
    pub fn widest(self) -> WrappedRange {
        WrappedRange::full_of(self.width)
    }

    /// The word of that width with these lowest bits.
    #[inline]
    pub fn constant(width: u32, bits: u128) -> Option<WrappedRange> {
        let full = WrappedRange::full(width)?;
        let bits = bits & full.umax;
        Some(full.of_unsigned(bits, bits))
    }

    /// The words whose unsigned reading is in a nonempty interval.
    fn of_unsigned(self, umin: u128, umax: u128) -> WrappedRange {
        debug_assert!(umin <= umax && umax <= mask(self.width));
        let (low, high) = (extend(umin, self.width), extend(umax, self.width));
        let full = self.widest();
        match (low < 0) == (high < 0) {
            true => WrappedRange {
                umin,
                umax,
                smin: low,
                smax: high,
                ..self
            },
            false => WrappedRange { umin, umax, ..full },
        }
    }

    /// The words whose signed reading is in a nonempty interval.
    fn of_signed(self, smin: i128, smax: i128) -> WrappedRange {
        let full = self.widest();
        debug_assert!(smin <= smax && full.smin <= smin && smax <= full.smax);
        match (smin < 0) == (smax < 0) {
            true => WrappedRange {
                umin: smin as u128 & full.umax,
                umax: smax as u128 & full.umax,
                smin,
                smax,
                ..self
            },
            false => WrappedRange { smin, smax, ..full },
        }
    }

    /// The words of that width whose unsigned reading is in an interval, which is clipped to the width; none if
    /// nothing remains.
    #[inline]
    pub fn unsigned_between(width: u32, low: u128, high: u128) -> Option<WrappedRange> {
        let full = WrappedRange::full(width)?;
        let high = high.min(full.umax);
        (low <= high).then(|| full.of_unsigned(low, high))
    }

    /// The words of that width whose signed reading is in an interval, which is clipped to the width; none if nothing
    /// remains.
    #[inline]
    pub fn signed_between(width: u32, low: i128, high: i128) -> Option<WrappedRange> {
        let full = WrappedRange::full(width)?;
        let (low, high) = (low.max(full.smin), high.min(full.smax));
        (low <= high).then(|| full.of_signed(low, high))
    }

    /// The words of that width in the given interval of each reading, without refining one by the other. None if an
    /// interval is empty.
    pub fn stated(
        width: u32,
        unsigned: (u128, u128),
        signed: (i128, i128),
    ) -> Option<WrappedRange> {
        let full = WrappedRange::full(width)?;
        let (umin, umax) = (unsigned.0, unsigned.1.min(full.umax));
        let (smin, smax) = (signed.0.max(full.smin), signed.1.min(full.smax));
        (umin <= umax && smin <= smax).then_some(WrappedRange {
            width,
            umin,
            umax,
            smin,
            smax,
        })
    }

    /// The number of bits.
    #[inline]
    pub fn width(self) -> u32 {
        self.width
    }

    /// The minimum and maximum of the unsigned reading.
    #[inline]
    pub fn unsigned(self) -> (u128, u128) {
        (self.umin, self.umax)
    }

    /// The minimum and maximum of the signed reading.
    #[inline]
    pub fn signed(self) -> (i128, i128) {
        (self.smin, self.smax)
    }

    /// Whether it contains every word of its width.
    #[inline]
    pub fn is_full(self) -> bool {
        self == self.widest()
    }

    /// The bits of the only word, as an unsigned number.
    #[inline]
    pub fn as_constant(self) -> Option<u128> {
        match self.umin == self.umax {
            true => Some(self.umin),
            false => (self.smin == self.smax).then_some(self.smin as u128 & mask(self.width)),
        }
    }

    /// Whether it contains the word with these bits.
    #[inline]
    pub fn contains(self, bits: u128) -> bool {
        let (bits, signed) = (bits & mask(self.width), extend(bits, self.width));
        self.umin <= bits && bits <= self.umax && self.smin <= signed && signed <= self.smax
    }

    /// Whether it contains every word of `other`.
    #[inline]
    pub fn contains_all(self, other: WrappedRange) -> bool {
        self.join(other) == self
    }

    /// The union: the smallest interval of each reading that contains both.
    #[inline]
    pub fn join(self, other: WrappedRange) -> WrappedRange {
        WrappedRange {
            width: self.width,
            umin: self.umin.min(other.umin),
            umax: self.umax.max(other.umax),
            smin: self.smin.min(other.smin),
            smax: self.smax.max(other.smax),
        }
    }

    /// The intersection; none if it is empty.
    #[inline]
    pub fn meet(self, other: WrappedRange) -> Option<WrappedRange> {
        let met = WrappedRange {
            width: self.width,
            umin: self.umin.max(other.umin),
            umax: self.umax.min(other.umax),
            smin: self.smin.max(other.smin),
            smax: self.smax.min(other.smax),
        };
        (met.umin <= met.umax && met.smin <= met.smax).then_some(met)
    }

    /// The intersection of two sound ranges; this one if it is empty.
    #[inline]
    fn and_also(self, other: WrappedRange) -> WrappedRange {
        self.meet(other).unwrap_or(self)
    }

    /// Refines each reading by the other, unless the result would be empty.
    #[inline]
    pub fn reduced(self) -> WrappedRange {
        let unsigned = self.of_unsigned(self.umin, self.umax);
        let signed = self.of_signed(self.smin, self.smax);
        self.and_also(unsigned).and_also(signed)
    }

    /// Widening: `next`, with each endpoint that exceeds this range's moved to the limit of the width, so that
    /// ascending sequences become stationary soon.
    pub fn widen(self, next: WrappedRange) -> WrappedRange {
        let full = self.widest();
        let moved = |stays: bool, own, limit| if stays { own } else { limit };
        WrappedRange {
            width: self.width,
            umin: if next.umin < self.umin {
                full.umin
            } else {
                self.umin
            },
            umax: if next.umax > self.umax {
                full.umax
            } else {
                self.umax
            },
            smin: moved(next.smin >= self.smin, self.smin, full.smin),
            smax: moved(next.smax <= self.smax, self.smax, full.smax),
        }
    }
}

impl fmt::Display for WrappedRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let WrappedRange {
            width,
            umin,
            umax,
            smin,
            smax,
        } = self;
        write!(f, "i{width}: [{smin}, {smax}] unsigned [{umin}, {umax}]")
    }
}
