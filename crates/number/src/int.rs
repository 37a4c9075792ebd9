//! Integers of arbitrary size, optimized for small ones.

use std::borrow::Borrow;
use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::iter::{Product, Sum};
use std::ops::{
    Add, AddAssign, Div, DivAssign, Mul, MulAssign, Neg, Rem, RemAssign, Shl, Shr, Sub, SubAssign,
};
use std::str::FromStr;

use dashu_int::ops::{BitTest, DivRem, DivRemEuclid, Gcd};
use dashu_int::{IBig, Sign, UBig};
use dashu_ratio::RBig;
use thiserror::Error;

/// An exact integer. Integers of 64 bits are stored inline, and operations on them take a few instructions; larger
/// ones are on the heap.
///
/// Division and remainder behave as for machine integers: they round towards zero, and panic if the divisor is 0.
///
/// ```
/// use calipers_number::Int;
/// let large = Int::from(i64::MAX) * 4 + 1;
/// assert_eq!(large.to_string(), "36893488147419103229");
/// assert_eq!((large - 1) / 4, Int::from(i64::MAX));
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Int(Repr);

#[derive(Clone, PartialEq, Eq)]
enum Repr {
    Small(i64),
    /// An integer that does not fit into 64 bits.
    Large(Box<IBig>),
}

use Repr::{Large, Small};

/// The number does not fit the machine integer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("the number is out of range")]
pub struct OutOfRange;

/// The text is not an integer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("not an integer")]
pub struct NotANumber;

impl Int {
    /// 0
    pub const ZERO: Int = Int(Small(0));
    /// 1
    pub const ONE: Int = Int(Small(1));
    /// −1
    pub const NEG_ONE: Int = Int(Small(-1));

    #[inline]
    fn large(number: IBig) -> Int {
        match i64::try_from(&number) {
            Ok(small) => Int(Small(small)),
            Err(_) => Int(Large(Box::new(number))),
        }
    }

    #[inline]
    fn to_big(&self) -> IBig {
        match &self.0 {
            Small(small) => IBig::from(*small),
            Large(large) => (**large).clone(),
        }
    }

    /// Whether it is 0.
    #[inline]
    pub fn is_zero(&self) -> bool {
        matches!(self.0, Small(0))
    }

    /// Whether it is 1.
    #[inline]
    pub fn is_one(&self) -> bool {
        matches!(self.0, Small(1))
    }

    /// Whether it is less than 0.
    #[inline]
    pub fn is_negative(&self) -> bool {
        match &self.0 {
            Small(small) => *small < 0,
            Large(large) => large.sign() == Sign::Negative,
        }
    }

    /// The absolute value.
    #[inline]
    pub fn magnitude(&self) -> Int {
        if self.is_negative() {
            -self
        } else {
            self.clone()
        }
    }

    /// The number of bits of its absolute value; 0 for 0.
    #[inline]
    pub fn bit_len(&self) -> usize {
        match &self.0 {
            Small(small) => (u64::BITS - small.unsigned_abs().leading_zeros()) as usize,
            Large(large) => large.bit_len(),
        }
    }

    /// The number of trailing zeros of its binary representation; none for 0.
    #[inline]
    pub fn trailing_zeros(&self) -> Option<usize> {
        match &self.0 {
            Small(0) => None,
            Small(small) => Some(small.trailing_zeros() as usize),
            Large(large) => large.trailing_zeros(),
        }
    }

    /// Parses an integer in that base, with an optional sign.
    ///
    /// # Errors
    /// The text is not an integer.
    #[inline]
    pub fn from_str_radix(text: &str, base: u32) -> Result<Int, NotANumber> {
        IBig::from_str_radix(text, base)
            .map(Int::large)
            .map_err(|_| NotANumber)
    }

    /// The greatest common divisor, which is nonnegative; 0 for 0 and 0.
    pub fn gcd(&self, other: &Int) -> Int {
        if let (Small(a), Small(b)) = (&self.0, &other.0) {
            let (mut a, mut b) = (a.unsigned_abs(), b.unsigned_abs());
            while b != 0 {
                (a, b) = (b, a % b);
            }
            return Int::from(a);
        }
        match (self.is_zero(), other.is_zero()) {
            (true, _) => other.magnitude(),
            (_, true) => self.magnitude(),
            _ => Int::from((&self.to_big()).gcd(&other.to_big())),
        }
    }

    /// Quotient and remainder with rounding towards zero; panics if `divisor` is 0.
    #[inline]
    pub(super) fn div_rem(&self, divisor: &Int) -> (Int, Int) {
        if let (Small(a), Small(b)) = (&self.0, &divisor.0)
            && let (Some(quotient), Some(rest)) = (a.checked_div(*b), a.checked_rem(*b))
        {
            return (Int(Small(quotient)), Int(Small(rest)));
        }
        let (quotient, rest) = (&self.to_big()).div_rem(&divisor.to_big());
        (Int::large(quotient), Int::large(rest))
    }

    /// Quotient and nonnegative remainder; panics if `divisor` is 0.
    pub(super) fn div_rem_euclid(&self, divisor: &Int) -> (Int, Int) {
        if let (Small(a), Small(b)) = (&self.0, &divisor.0)
            && let (Some(quotient), Some(rest)) =
                (a.checked_div_euclid(*b), a.checked_rem_euclid(*b))
        {
            return (Int(Small(quotient)), Int(Small(rest)));
        }
        let (quotient, rest) = (&self.to_big()).div_rem_euclid(&divisor.to_big());
        (Int::large(quotient), Int::from(rest))
    }

    /// Whether it fits into 64 bits.
    #[inline]
    pub(super) fn is_small(&self) -> bool {
        matches!(self.0, Small(_))
    }

    /// Its value as an `i64`, if it fits.
    #[inline]
    fn small(&self) -> Option<i64> {
        match &self.0 {
            Small(small) => Some(*small),
            Large(_) => None,
        }
    }
}

impl Default for Int {
    #[inline]
    fn default() -> Int {
        Int::ZERO
    }
}

impl Hash for Int {
    #[inline]
    fn hash<H: Hasher>(&self, state: &mut H) {
        match &self.0 {
            Small(small) => state.write_i64(*small),
            Large(large) => large.hash(state),
        }
    }
}

impl PartialOrd for Int {
    #[inline]
    fn partial_cmp(&self, other: &Int) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Int {
    #[inline]
    fn cmp(&self, other: &Int) -> Ordering {
        match (&self.0, &other.0) {
            (Small(a), Small(b)) => a.cmp(b),
            (Small(_), Large(_)) if other.is_negative() => Ordering::Greater,
            (Large(_), Small(_)) if self.is_negative() => Ordering::Less,
            (Small(_), Large(_)) => Ordering::Less,
            (Large(_), Small(_)) => Ordering::Greater,
            (Large(a), Large(b)) => a.cmp(b),
        }
    }
}

impl fmt::Display for Int {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Small(small) => small.fmt(f),
            Large(large) => large.fmt(f),
        }
    }
}

impl fmt::Debug for Int {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Int {
    type Err = NotANumber;

    #[inline]
    fn from_str(text: &str) -> Result<Int, Self::Err> {
        text.parse().map(Int::large).map_err(|_| NotANumber)
    }
}

impl From<IBig> for Int {
    #[inline]
    fn from(number: IBig) -> Int {
        Int::large(number)
    }
}

impl From<UBig> for Int {
    #[inline]
    fn from(number: UBig) -> Int {
        Int::large(number.into())
    }
}

impl From<Int> for IBig {
    #[inline]
    fn from(number: Int) -> IBig {
        match number.0 {
            Small(small) => small.into(),
            Large(large) => *large,
        }
    }
}

impl From<Int> for RBig {
    #[inline]
    fn from(number: Int) -> RBig {
        RBig::from(IBig::from(number))
    }
}

/// A fraction of two integers; the denominator must not be 0.
#[inline]
pub fn fraction(numerator: Int, denominator: Int) -> RBig {
    RBig::from_parts_signed(numerator.into(), denominator.into())
}

impl From<bool> for Int {
    #[inline]
    fn from(truth: bool) -> Int {
        Int(Small(truth.into()))
    }
}

macro_rules! converts {
    ($($machine:ty)*) => { $(
        impl From<$machine> for Int {
            #[inline]
            fn from(number: $machine) -> Int {
                match i64::try_from(number) {
                    Ok(small) => Int(Small(small)),
                    Err(_) => Int(Large(Box::new(IBig::from(number)))),
                }
            }
        }

        impl TryFrom<&Int> for $machine {
            type Error = OutOfRange;

            #[inline]
            fn try_from(number: &Int) -> Result<$machine, OutOfRange> {
                match &number.0 {
                    Small(small) => <$machine>::try_from(*small).map_err(|_| OutOfRange),
                    Large(large) => <$machine>::try_from(&**large).map_err(|_| OutOfRange),
                }
            }
        }

        impl TryFrom<Int> for $machine {
            type Error = OutOfRange;

            #[inline]
            fn try_from(number: Int) -> Result<$machine, OutOfRange> {
                <$machine>::try_from(&number)
            }
        }
    )* };
}

converts!(i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize);

impl Neg for &Int {
    type Output = Int;

    #[inline]
    fn neg(self) -> Int {
        match self.small().and_then(i64::checked_neg) {
            Some(small) => Int(Small(small)),
            None => Int::large(-self.to_big()),
        }
    }
}

impl Neg for Int {
    type Output = Int;

    #[inline]
    fn neg(self) -> Int {
        -&self
    }
}

macro_rules! operates {
    ($($operator:ident $method:ident $assign:ident $assigned:ident $checked:ident;)*) => { $(
        impl $operator<&Int> for &Int {
            type Output = Int;

            #[inline]
            fn $method(self, other: &Int) -> Int {
                if let (Small(a), Small(b)) = (&self.0, &other.0)
                    && let Some(small) = a.$checked(*b)
                {
                    return Int(Small(small));
                }
                Int::large(self.to_big().$method(other.to_big()))
            }
        }

        operates! {
            @forward $operator $method
            &Int, Int: |other| &other;
            Int, &Int: |other| other;
            Int, Int: |other| &other;
            Int, i64: |other| &Int(Small(other));
            &Int, i64: |other| &Int(Small(other));
        }

        impl $assign<&Int> for Int {
            #[inline]
            fn $assigned(&mut self, other: &Int) {
                *self = (&*self).$method(other);
            }
        }

        impl $assign<Int> for Int {
            #[inline]
            fn $assigned(&mut self, other: Int) {
                *self = (&*self).$method(&other);
            }
        }
    )* };
    (@forward $operator:ident $method:ident
        $($left:ty, $right:ty: |$other:ident| $by:expr;)*) => { $(
        impl $operator<$right> for $left {
            type Output = Int;

            #[inline]
            fn $method(self, $other: $right) -> Int {
                let left: &Int = self.borrow();
                left.$method($by)
            }
        }
    )* };
}

operates! {
    Add add AddAssign add_assign checked_add;
    Sub sub SubAssign sub_assign checked_sub;
    Mul mul MulAssign mul_assign checked_mul;
    Div div DivAssign div_assign checked_div;
    Rem rem RemAssign rem_assign checked_rem;
}

impl Shl<usize> for Int {
    type Output = Int;

    #[inline]
    fn shl(self, bits: usize) -> Int {
        Int::large(self.to_big() << bits)
    }
}

/// Rounds down.
impl Shr<usize> for &Int {
    type Output = Int;

    #[inline]
    fn shr(self, bits: usize) -> Int {
        match &self.0 {
            Small(small) => Int(Small(small >> bits.min(63))),
            Large(large) => Int::large(&**large >> bits),
        }
    }
}

impl<T> Sum<T> for Int
where
    Int: Add<T, Output = Int>,
{
    #[inline]
    fn sum<I: Iterator<Item = T>>(numbers: I) -> Int {
        numbers.fold(Int::ZERO, Add::add)
    }
}

impl<T> Product<T> for Int
where
    Int: Mul<T, Output = Int>,
{
    #[inline]
    fn product<I: Iterator<Item = T>>(numbers: I) -> Int {
        numbers.fold(Int::ONE, Mul::mul)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Integers around the limits of 64 bits, and small ones.
    fn numbers() -> Vec<IBig> {
        let ends = [0i128, 1 << 31, 1 << 32, 1 << 62, 1 << 63, 1 << 64, 1 << 100];
        let near = ends
            .iter()
            .flat_map(|end| (-3..=3).flat_map(move |by| [end + by, -end + by]));
        let mut numbers: Vec<IBig> = near.map(IBig::from).collect();
        numbers.extend([IBig::from(1) << 300, -(IBig::from(1) << 300)]);
        numbers
    }

    #[test]
    fn operations_agree_with_those_of_large_numbers() {
        for x in &numbers() {
            let a = Int::from(x.clone());
            assert_eq!(IBig::from(a.clone()), *x);
            assert_eq!(a.to_string(), x.to_string());
            assert_eq!(x.to_string().parse(), Ok(a.clone()));
            assert_eq!(IBig::from(-&a), -x);
            assert_eq!(a.bit_len(), x.bit_len(), "{x}");
            assert_eq!(a.trailing_zeros(), x.trailing_zeros(), "{x}");
            assert_eq!(a.is_negative(), x.sign() == Sign::Negative);
            assert_eq!((a.is_zero(), a.is_one()), (x.is_zero(), x.is_one()));
            for bits in [0usize, 1, 31, 63, 64, 70] {
                assert_eq!(IBig::from(&a >> bits), x >> bits, "{x} >> {bits}");
                assert_eq!(IBig::from(a.clone() << bits), x << bits, "{x} << {bits}");
            }
            assert_eq!(i64::try_from(&a).ok(), i64::try_from(x).ok());
            assert_eq!(u64::try_from(&a).ok(), u64::try_from(x).ok());
            assert_eq!(i128::try_from(&a).ok(), i128::try_from(x).ok());
            assert_eq!(u8::try_from(&a).ok(), u8::try_from(x).ok());
            for y in &numbers() {
                let b = Int::from(y.clone());
                assert_eq!(IBig::from(&a + &b), x + y);
                assert_eq!(IBig::from(&a - &b), x - y);
                assert_eq!(IBig::from(&a * &b), x * y);
                assert_eq!(a.cmp(&b), x.cmp(y), "{x} {y}");
                assert_eq!(a == b, x == y);
                if y.is_zero() {
                    continue;
                }
                assert_eq!(IBig::from(&a / &b), x / y, "{x} / {y}");
                assert_eq!(IBig::from(&a % &b), x % y, "{x} % {y}");
                let (quotient, rest) = a.div_rem_euclid(&b);
                assert_eq!(IBig::from(&quotient * &b + &rest), *x);
                assert!(!rest.is_negative() && rest < b.magnitude(), "{x} {y}");
                assert_eq!(a.div_rem(&b), (&a / &b, &a % &b));
                if !x.is_zero() {
                    assert_eq!(IBig::from(a.gcd(&b)), IBig::from(x.gcd(y)), "{x} {y}");
                }
            }
        }
    }
}
