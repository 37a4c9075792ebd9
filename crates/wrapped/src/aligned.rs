//! Fixed-width integers with congruences.
//!
//! The congruence describes the signed reading. If an operation may wrap around, the congruence of the exact result
//! holds only modulo a power of two, where both readings agree.

use super::{NoWrap, WrappedRange};
use calipers_number::{self as number, Congruence, Int};

/// A range of words with a congruence of their signed reading.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Aligned {
    /// The intervals.
    pub word: WrappedRange,
    /// The congruence of the signed reading.
    pub congruence: Congruence,
}

/// 2ⁿ
fn power(n: u32) -> Int {
    Int::ONE << n as usize
}

/// The congruence after truncation to `width` bits.
fn wrapped(congruence: &Congruence, width: u32) -> Congruence {
    congruence.add(&Congruence::multiple_of(power(width)))
}

impl Aligned {
    /// A word with the congruence that its intervals imply.
    #[inline]
    pub fn of(word: WrappedRange) -> Aligned {
        let congruence = word
            .as_signed_constant()
            .map_or_else(Congruence::any, Congruence::constant);
        Aligned { word, congruence }
    }

    /// A word with an additional congruence.
    #[inline]
    pub fn new(word: WrappedRange, congruence: Congruence) -> Aligned {
        match word.as_constant() {
            Some(_) => Aligned::of(word),
            None => Aligned { word, congruence },
        }
    }

    /// The congruence of the unsigned reading.
    #[inline]
    pub fn unsigned(&self) -> Congruence {
        match (self.word.smin >= 0, self.word.as_constant()) {
            (true, _) => self.congruence.clone(),
            (_, Some(bits)) => Congruence::constant(bits),
            _ => wrapped(&self.congruence, self.word.width),
        }
    }

    /// Converts a congruence of the unsigned reading of `result` to one of its signed reading.
    fn from_unsigned(result: WrappedRange, congruence: Congruence) -> Congruence {
        match result.smin >= 0 {
            true => congruence,
            false => wrapped(&congruence, result.width),
        }
    }

    /// The congruence of one of the two operands: for `select`, `min` and `max`.
    #[inline]
    pub fn join(&self, other: &Aligned) -> Congruence {
        self.congruence.join(&other.congruence)
    }

    /// Converts a congruence of the exact result of an operation to one of the truncated word. The endpoints of the
    /// signed reading decide whether truncation changes the value.
    fn cut(
        &self,
        other: &Aligned,
        exact: Congruence,
        promise: NoWrap,
        compute: fn(&Int, &Int) -> Int,
    ) -> Congruence {
        let (least, most) = self.word.widest().signed();
        let (least, most) = (Int::from(least), Int::from(most));
        let fits = |a: i128, b: i128| {
            let value = compute(&Int::from(a), &Int::from(b));
            least <= value && value <= most
        };
        let (a, b) = (self.word.signed(), other.word.signed());
        let never = fits(a.0, b.0) && fits(a.0, b.1) && fits(a.1, b.0) && fits(a.1, b.1);
        match never || promise.signed {
            true => exact,
            false => wrapped(&exact, self.word.width),
        }
    }

    /// `a + b`.
    #[inline]
    pub fn add(&self, other: &Aligned, promise: NoWrap) -> Congruence {
        let exact = self.congruence.add(&other.congruence);
        self.cut(other, exact, promise, |a, b| a + b)
    }

    /// `a − b`.
    #[inline]
    pub fn sub(&self, other: &Aligned, promise: NoWrap) -> Congruence {
        let exact = self.congruence.sub(&other.congruence);
        self.cut(other, exact, promise, |a, b| a - b)
    }

    /// `a · b`.
    #[inline]
    pub fn mul(&self, other: &Aligned, promise: NoWrap) -> Congruence {
        let exact = self.congruence.mul(&other.congruence);
        self.cut(other, exact, promise, |a, b| a * b)
    }

    /// `a · 2ᵇ`.
    pub fn shl(&self, by: &Aligned, promise: NoWrap) -> Congruence {
        let width = self.word.width;
        let least = match u32::try_from(by.word.umin) {
            Ok(least) if least < width => least,
            // The shift amount is at least the width: poison.
            _ => return Congruence::any(),
        };
        if by.word.as_constant().is_some() {
            let factor = power(least);
            let exact = self.congruence.scale(&factor);
            let (low, high) = self.word.signed();
            let (first, last) = self.word.widest().signed();
            let fits = |n: i128| {
                let n = Int::from(n) * &factor;
                Int::from(first) <= n && n <= Int::from(last)
            };
            return match promise.signed || fits(low) && fits(high) {
                true => exact,
                false => wrapped(&exact, width),
            };
        }
        // A multiple of the divisor of a, times at least 2ᵇ.
        let zero = self.congruence.join(&Congruence::constant(0));
        let shifted = Congruence::multiple_of(zero.modulus() * power(least));
        wrapped(&shifted, width)
    }

    /// `⌊a / 2ᵇ⌋`, signed.
    #[inline]
    pub fn shr_signed(&self, by: &Aligned) -> Congruence {
        match by.shift(self.word.width) {
            Some(divisor) => self.congruence.floor_div(&divisor),
            None => Congruence::any(),
        }
    }

    /// `⌊a / 2ᵇ⌋`, unsigned.
    #[inline]
    pub fn shr_unsigned(&self, by: &Aligned, result: WrappedRange) -> Congruence {
        match by.shift(self.word.width) {
            Some(divisor) => Aligned::from_unsigned(result, self.unsigned().floor_div(&divisor)),
            None => Congruence::any(),
        }
    }

    /// The power of two of a constant shift amount, if it is less than the width.
    fn shift(&self, width: u32) -> Option<Int> {
        let by = u32::try_from(self.word.as_constant()?).ok()?;
        (by < width).then(|| power(by))
    }

    /// `a / b`, signed, with a constant divisor and a given rounding.
    #[inline]
    pub fn div_signed(
        &self,
        other: &Aligned,
        divide: fn(&Congruence, &Int) -> Congruence,
    ) -> Congruence {
        // The quotient of the least word by −1 may exceed the width and wrap around.
        let may_wrap = self.word.smin == self.word.widest().smin;
        match other.word.as_signed_constant() {
            Some(divisor) if divisor != 0 && !may_wrap => {
                divide(&self.congruence, &Int::from(divisor))
            }
            _ => Congruence::any(),
        }
    }

    /// `a / b`, unsigned, with a constant divisor.
    #[inline]
    pub fn div_unsigned(
        &self,
        other: &Aligned,
        result: WrappedRange,
        divide: fn(&Congruence, &Int) -> Congruence,
    ) -> Congruence {
        match other.word.as_constant() {
            Some(divisor) if divisor != 0 => {
                let quotient = divide(&self.unsigned(), &Int::from(divisor));
                Aligned::from_unsigned(result, quotient)
            }
            _ => Congruence::any(),
        }
    }

    /// The remainder of `a / b` rounded to zero.
    #[inline]
    pub fn rem_signed(&self, other: &Aligned) -> Congruence {
        // The remainder has the sign of the dividend; the sign of the divisor is irrelevant.
        match other.congruence.as_constant() {
            Some(divisor) if self.word.smin >= 0 || self.congruence.is_multiple_of(divisor) => {
                let divisor = match *divisor < Int::ZERO {
                    true => -divisor,
                    false => divisor.clone(),
                };
                self.congruence.modulo(&Congruence::constant(divisor))
            }
            _ => self.congruence.remainder(&other.congruence),
        }
    }

    /// `a mod b`, unsigned.
    #[inline]
    pub fn rem_unsigned(&self, other: &Aligned, result: WrappedRange) -> Congruence {
        let remainder = self.unsigned().modulo(&other.unsigned());
        Aligned::from_unsigned(result, remainder)
    }

    /// The known low bits; all bits for a constant.
    fn low_bits(&self) -> LowBits {
        let width = self.word.width;
        let (known, bits) = match self.word.as_constant() {
            Some(bits) => (width, bits),
            None => {
                let known = self.congruence.modulus().trailing_zeros().unwrap_or(0);
                let known = u32::try_from(known).unwrap_or(u32::MAX).min(width);
                let low = number::floor_mod(self.congruence.residue(), &power(known));
                let low = low.and_then(|low| u128::try_from(low).ok());
                low.map_or((0, 0), |low| (known, low))
            }
        };
        let known = below(known);
        LowBits {
            zeros: known & !bits,
            ones: known & bits,
        }
    }

    /// `a & b`, `a | b` or `a ^ b`, from the known low bits.
    #[inline]
    pub fn bitwise(&self, other: &Aligned, combine: fn(LowBits, LowBits) -> LowBits) -> Congruence {
        let LowBits { zeros, ones } = combine(self.low_bits(), other.low_bits());
        let certain = (zeros | ones).trailing_ones().min(self.word.width);
        Congruence::new(power(certain), Int::from(ones & below(certain)))
    }

    /// Truncation, or extension with the sign or with zeros.
    #[inline]
    pub fn resized(&self, result: WrappedRange, zeros: ZerosInFront) -> Congruence {
        let own = match zeros {
            ZerosInFront::Yes if result.width > self.word.width => self.unsigned(),
            _ => self.congruence.clone(),
        };
        let (low, high) = result.widest().signed();
        let fits = low <= self.word.smin && self.word.smax <= high;
        match fits || result.width > self.word.width {
            true => own,
            false => wrapped(&own, result.width),
        }
    }
}

/// Masks of the bits that are known to be 0 and to be 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LowBits {
    zeros: u128,
    ones: u128,
}

impl LowBits {
    /// `a & b`
    #[inline]
    pub fn and(self, other: LowBits) -> LowBits {
        LowBits {
            zeros: self.zeros | other.zeros,
            ones: self.ones & other.ones,
        }
    }

    /// `a | b`
    #[inline]
    pub fn or(self, other: LowBits) -> LowBits {
        LowBits {
            zeros: self.zeros & other.zeros,
            ones: self.ones | other.ones,
        }
    }

    /// `a ^ b`
    #[inline]
    pub fn xor(self, other: LowBits) -> LowBits {
        LowBits {
            zeros: self.zeros & other.zeros | self.ones & other.ones,
            ones: self.zeros & other.ones | self.ones & other.zeros,
        }
    }
}

/// A mask of the lowest bits.
fn below(bits: u32) -> u128 {
    match bits {
        0 => 0,
        bits => super::mask(bits),
    }
}

/// The kind of extension of a word.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ZerosInFront {
    /// Zero extension.
    Yes,
    /// Sign extension.
    No,
}

impl WrappedRange {
    /// The words of this range whose signed reading satisfies a congruence; moves the endpoints inwards. None if
    /// there are none.
    ///
    /// ```
    /// use calipers_number::Congruence;
    /// use calipers_wrapped::WrappedRange;
    /// let word = WrappedRange::unsigned_between(8, 1, 30).expect("some words lie there");
    /// let multiple = word.within(&Congruence::multiple_of(8)).expect("some are multiples");
    /// assert_eq!(multiple.unsigned(), (8, 24));
    /// ```
    pub fn within(self, congruence: &Congruence) -> Option<WrappedRange> {
        if congruence.is_any() {
            return Some(self);
        }
        let low = congruence.round_up(&Int::from(self.smin))?;
        let high = congruence.round_down(&Int::from(self.smax))?;
        if low > high {
            return None;
        }
        let (low, high) = (i128::try_from(low).ok()?, i128::try_from(high).ok()?);
        let signed = WrappedRange::signed_between(self.width, low, high)?;
        let unsigned = Aligned::new(self, congruence.clone()).unsigned();
        let low = unsigned.round_up(&Int::from(self.umin))?;
        let high = unsigned.round_down(&Int::from(self.umax))?;
        let (low, high) = (u128::try_from(low).ok()?, u128::try_from(high).ok()?);
        let unsigned = WrappedRange::unsigned_between(self.width, low, high)?;
        self.meet(signed)?.meet(unsigned).map(WrappedRange::reduced)
    }
}
