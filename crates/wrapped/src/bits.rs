//! Bitwise operations, shifts, and known bits.

use super::arithmetic::corners;
use super::{NoWrap, WrappedRange, extend, mask};

impl WrappedRange {
    /// Masks of the bits that are known to be 0 and to be 1: the common prefix of the endpoints of the unsigned
    /// reading.
    ///
    /// ```
    /// use calipers_wrapped::WrappedRange;
    /// let word = WrappedRange::unsigned_between(8, 0b0100, 0b0110).expect("some words lie there");
    /// assert_eq!(word.known_bits(), (0b1111_1000, 0b0000_0100));
    /// ```
    #[inline]
    pub fn known_bits(self) -> (u128, u128) {
        let varying = self.varying();
        let known = mask(self.width) & !varying;
        (known & !self.umin, known & self.umin)
    }

    /// A mask of the bits from the first one on in which the endpoints of the unsigned reading differ.
    fn varying(self) -> u128 {
        match self.umin ^ self.umax {
            0 => 0,
            differing => u128::MAX >> differing.leading_zeros(),
        }
    }

    /// The words between the minimum and the maximum of the varying bits.
    fn between_bits(self, certain: u128, varying: u128) -> WrappedRange {
        self.of_unsigned(certain & !varying, certain | varying)
    }

    /// `a & b`.
    #[inline]
    pub fn and(self, other: WrappedRange) -> WrappedRange {
        let (low, high) = (self.bit_ends(), other.bit_ends());
        self.of_unsigned(low.0 & high.0, low.1 & high.1)
    }

    /// `a | b`.
    #[inline]
    pub fn or(self, other: WrappedRange) -> WrappedRange {
        let (low, high) = (self.bit_ends(), other.bit_ends());
        self.of_unsigned(low.0 | high.0, low.1 | high.1)
    }

    /// `a ^ b`.
    #[inline]
    pub fn xor(self, other: WrappedRange) -> WrappedRange {
        let varying = self.varying() | other.varying();
        self.between_bits(self.umin ^ other.umin, varying)
    }

    /// The words with all varying bits 0 and with all varying bits 1.
    fn bit_ends(self) -> (u128, u128) {
        let varying = self.varying();
        (self.umin & !varying, self.umax | varying)
    }

    /// `a · 2ᵇ`; poison for `b >= N`.
    pub fn shl(self, by: WrappedRange, promise: NoWrap) -> WrappedRange {
        let full = self.widest();
        let width = self.width;
        let shifted = |a: u128, b: u128| (b < u128::from(width)).then(|| a << b);
        if let Some(known) = self.known(by, promise, shifted) {
            return known;
        }
        let amount = |b: u128| (b < u128::from(width)).then_some(b as u32);
        let unsigned = |a: u128, b: u128| {
            let fits = amount(b).filter(|&b| a <= full.umax >> b);
            match fits {
                Some(b) => Some(a << b),
                None => promise
                    .unsigned
                    .then_some(if a == 0 { 0 } else { full.umax }),
            }
        };
        let signed = |a: i128, b: u128| {
            let fits = amount(b).filter(|&b| full.smin >> b <= a && a <= full.smax >> b);
            match fits {
                Some(b) => Some(a << b),
                None if !promise.signed => None,
                None => Some(match a {
                    0 => 0,
                    1.. => full.smax,
                    _ => full.smin,
                }),
            }
        };
        let amounts = (by.umin, by.umax);
        let unsigned = corners((self.umin, self.umax), amounts, unsigned)
            .map_or(full, |(low, high)| full.of_unsigned(low, high));
        let signed = corners((self.smin, self.smax), amounts, signed)
            .map_or(full, |(low, high)| full.of_signed(low, high));
        unsigned.and_also(signed)
    }

    /// `⌊a / 2ᵇ⌋`, signed; poison for `b >= N`.
    #[inline]
    pub fn shr_signed(self, by: WrappedRange) -> WrappedRange {
        let width = u128::from(self.width);
        let shift = |a: i128, b: u128| (b < width).then(|| a >> b);
        match corners((self.smin, self.smax), (by.umin, by.umax), shift) {
            Some((low, high)) => self.of_signed(low, high),
            None => self.widest(),
        }
    }

    /// `⌊a / 2ᵇ⌋`, unsigned; poison for `b >= N`.
    #[inline]
    pub fn shr_unsigned(self, by: WrappedRange) -> WrappedRange {
        let width = u128::from(self.width);
        let shift = |a: u128, b: u128| (b < width).then(|| a >> b);
        match corners((self.umin, self.umax), (by.umin, by.umax), shift) {
            Some((low, high)) => self.of_unsigned(low, high),
            None => self.widest(),
        }
    }

    /// The signed reading of a constant.
    #[inline]
    pub fn as_signed_constant(self) -> Option<i128> {
        self.as_constant().map(|bits| extend(bits, self.width))
    }
}
