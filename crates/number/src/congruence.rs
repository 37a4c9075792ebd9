//! Congruences: sets of the form `x ≡ r (mod m)`.

use std::fmt;

use super::{Int, ceil_div, fits, floor_div, floor_mod, gcd, is_negative, trunc_div};

/// The integers congruent to `residue` modulo `modulus`.
///
/// Modulus 1 means any integer, modulus 0 exactly the residue; otherwise `0 <= residue < modulus`. The representation
/// is canonical: two congruences are equal if and only if they denote the same set. Each operation is sound: its
/// result contains every result of the operation on members of its operands. Results that do not [fit](super::fits)
/// become [`Congruence::any`].
///
/// The domain and its transfer functions are those of P. Granger, *Static analysis of arithmetical congruences*
/// (1989).
///
/// ```
/// use calipers_number::Congruence;
/// let aligned = Congruence::new(8, 4);
/// assert_eq!(aligned.add(&Congruence::constant(2)).to_string(), "8k+6");
/// assert_eq!(aligned.floor_div(&4.into()).to_string(), "2k+1");
/// assert_eq!(aligned.modulo(&Congruence::constant(4)), Congruence::constant(0));
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Congruence {
    modulus: Int,
    residue: Int,
}

impl Congruence {
    /// `x ≡ residue (mod modulus)`; the sign of the modulus is ignored.
    pub fn new(modulus: impl Into<Int>, residue: impl Into<Int>) -> Self {
        let (modulus, residue) = (modulus.into().magnitude(), residue.into());
        if !fits(&modulus) {
            return Congruence::any();
        }
        match floor_mod(&residue, &modulus) {
            Some(residue) => Congruence { modulus, residue },
            None if fits(&residue) => Congruence { modulus, residue },
            None => Congruence::any(),
        }
    }

    /// Any integer.
    #[inline]
    pub fn any() -> Self {
        Congruence {
            modulus: Int::ONE,
            residue: Int::ZERO,
        }
    }

    /// Exactly `value`.
    #[inline]
    pub fn constant(value: impl Into<Int>) -> Self {
        Congruence::new(Int::ZERO, value)
    }

    /// The multiples of `factor`.
    #[inline]
    pub fn multiple_of(factor: impl Into<Int>) -> Self {
        Congruence::new(factor, Int::ZERO)
    }

    /// The modulus, `>= 0`.
    #[inline]
    pub fn modulus(&self) -> &Int {
        &self.modulus
    }

    /// The residue, in `0..modulus` unless the modulus is 0.
    #[inline]
    pub fn residue(&self) -> &Int {
        &self.residue
    }

    /// Whether every integer is a member.
    #[inline]
    pub fn is_any(&self) -> bool {
        self.modulus.is_one()
    }

    /// The only member, if there is exactly one.
    #[inline]
    pub fn as_constant(&self) -> Option<&Int> {
        self.modulus.is_zero().then_some(&self.residue)
    }

    /// Whether `value` is a member.
    #[inline]
    pub fn contains(&self, value: &Int) -> bool {
        match floor_mod(value, &self.modulus) {
            Some(residue) => residue == self.residue,
            None => *value == self.residue,
        }
    }

    /// Whether every member of `other` is a member.
    #[inline]
    pub fn contains_all(&self, other: &Congruence) -> bool {
        divides(&self.modulus, &other.modulus) && self.contains(&other.residue)
    }

    /// Whether every member is a multiple of `factor` (of 0: whether every member is 0).
    #[inline]
    pub fn is_multiple_of(&self, factor: &Int) -> bool {
        divides(factor, &self.modulus) && divides(factor, &self.residue)
    }

    /// `-x`
    #[inline]
    pub fn neg(&self) -> Congruence {
        Congruence::new(self.modulus.clone(), -&self.residue)
    }

    /// `x + y`
    #[inline]
    pub fn add(&self, other: &Congruence) -> Congruence {
        Congruence::new(
            gcd(&self.modulus, &other.modulus),
            &self.residue + &other.residue,
        )
    }

    /// `x - y`
    #[inline]
    pub fn sub(&self, other: &Congruence) -> Congruence {
        self.add(&other.neg())
    }

    /// `factor·x`
    #[inline]
    pub fn scale(&self, factor: &Int) -> Congruence {
        Congruence::new(&self.modulus * factor, &self.residue * factor)
    }

    /// `x·y`: with `x = m·i + r` and `y = n·j + s`, the product is `rs` modulo `gcd(mn, ms, nr)`.
    #[inline]
    pub fn mul(&self, other: &Congruence) -> Congruence {
        let (m, r, n, s) = (&self.modulus, &self.residue, &other.modulus, &other.residue);
        let modulus = gcd(&(m * n), &gcd(&(m * s), &(n * r)));
        Congruence::new(modulus, r * s)
    }

    /// `⌊x / divisor⌋`, exact if the divisor divides the modulus; 0 if the divisor is 0.
    #[inline]
    pub fn floor_div(&self, divisor: &Int) -> Congruence {
        self.divide(divisor, floor_div)
    }

    /// `⌈x / divisor⌉`, exact if the divisor divides the modulus; 0 if the divisor is 0.
    #[inline]
    pub fn ceil_div(&self, divisor: &Int) -> Congruence {
        self.divide(divisor, ceil_div)
    }

    /// `x / divisor` rounded towards zero, exact if the divisor divides modulus and residue; 0 if
    /// the divisor is 0.
    #[inline]
    pub fn trunc_div(&self, divisor: &Int) -> Congruence {
        // The direction of rounding depends on the sign of x, unless the division is exact.
        if self.as_constant().is_some() || divisor.is_zero() || self.is_multiple_of(divisor) {
            self.divide(divisor, trunc_div)
        } else {
            Congruence::any()
        }
    }

    /// `x mod y` with `x mod 0 = x`: it differs from `x` by a multiple of `y` for any rounding of the quotient. It is
    /// therefore sound for the truncating remainder of non-constants, too.
    #[inline]
    pub fn remainder(&self, divisor: &Congruence) -> Congruence {
        let step = gcd(&divisor.modulus, &divisor.residue);
        Congruence::new(gcd(&self.modulus, &step), self.residue.clone())
    }

    /// `x mod y` with rounding down and `x mod 0 = x`. A constant if `y` is a constant that divides the modulus of
    /// `x`.
    #[inline]
    pub fn modulo(&self, divisor: &Congruence) -> Congruence {
        if let Some(m) = divisor.as_constant()
            && let (true, Some(rest)) = (divides(m, &self.modulus), floor_mod(&self.residue, m))
        {
            return Congruence::constant(rest);
        }
        self.remainder(divisor)
    }

    /// The smallest congruence that contains both operands, for `select`, `min` and `max`.
    #[inline]
    pub fn join(&self, other: &Congruence) -> Congruence {
        let modulus = gcd(
            &gcd(&self.modulus, &other.modulus),
            &(&self.residue - &other.residue),
        );
        Congruence::new(modulus, self.residue.clone())
    }

    /// The members of both, by the Chinese remainder theorem; `None` if there are none.
    ///
    /// If the modulus of the result does not fit, returns the more precise operand.
    pub fn intersect(&self, other: &Congruence) -> Option<Congruence> {
        if let Some(value) = self.as_constant() {
            return other.contains(value).then(|| self.clone());
        }
        if let Some(value) = other.as_constant() {
            return self.contains(value).then(|| other.clone());
        }
        let common = gcd(&self.modulus, &other.modulus);
        let distance = &other.residue - &self.residue;
        if !divides(&common, &distance) {
            return None;
        }
        if self.is_any() || divides(&self.modulus, &other.modulus) {
            return Some(other.clone());
        }
        if divides(&other.modulus, &self.modulus) {
            return Some(self.clone());
        }
        // r + m·t ≡ s (mod n)  ⟺  t ≡ ((s − r)/g)·(m/g)⁻¹ (mod n/g), with g = gcd(m, n)
        let step = &self.modulus / &common;
        let period = &other.modulus / &common;
        let times = distance / &common * inverse(&step, &period);
        let times = floor_mod(&times, &period).expect("the quotient of a modulus is positive");
        let modulus = &self.modulus * &period;
        if !fits(&modulus) {
            let more_precise = if self.modulus >= other.modulus {
                self
            } else {
                other
            };
            return Some(more_precise.clone());
        }
        Some(Congruence::new(
            modulus,
            &self.residue + &self.modulus * times,
        ))
    }

    /// The least member `>= bound`, if there is one.
    #[inline]
    pub fn round_up(&self, bound: &Int) -> Option<Int> {
        match floor_mod(&(&self.residue - bound), &self.modulus) {
            Some(distance) => Some(bound + distance),
            None => (self.residue >= *bound).then(|| self.residue.clone()),
        }
    }

    /// The greatest member `<= bound`, if there is one.
    #[inline]
    pub fn round_down(&self, bound: &Int) -> Option<Int> {
        match floor_mod(&(bound - &self.residue), &self.modulus) {
            Some(distance) => Some(bound - distance),
            None => (self.residue <= *bound).then(|| self.residue.clone()),
        }
    }

    /// Applies a division `divide` for which `(m·i + r)/d = (m/d)·i + r/d` holds if `d` divides `m`.
    fn divide(&self, divisor: &Int, divide: impl Fn(&Int, &Int) -> Option<Int>) -> Congruence {
        let Some(quotient) = divide(&self.residue, divisor) else {
            return Congruence::constant(0);
        };
        if divides(divisor, &self.modulus) {
            Congruence::new(&self.modulus / divisor, quotient)
        } else {
            Congruence::any()
        }
    }
}

impl fmt::Display for Congruence {
    /// `4k+2`; `4k` for a zero residue; the value for a constant; `k` for any integer.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.modulus.is_zero() {
            return write!(f, "{}", self.residue);
        }
        if !self.is_any() {
            write!(f, "{}", self.modulus)?;
        }
        f.write_str("k")?;
        if !self.residue.is_zero() {
            write!(f, "+{}", self.residue)?;
        }
        Ok(())
    }
}

/// Whether `a` divides `b`; 0 divides only 0.
#[inline]
fn divides(a: &Int, b: &Int) -> bool {
    if a.is_zero() {
        b.is_zero()
    } else {
        (b % a).is_zero()
    }
}

/// The inverse of `a` modulo `m`, for coprime `a` and `m >= 1` (extended Euclidean algorithm).
fn inverse(a: &Int, m: &Int) -> Int {
    let (mut previous, mut rest) = (m.clone(), a % m);
    let (mut previous_factor, mut factor) = (Int::ZERO, Int::ONE);
    while !rest.is_zero() {
        let quotient = &previous / &rest;
        let next = &previous - &quotient * &rest;
        previous = std::mem::replace(&mut rest, next);
        let next = &previous_factor - quotient * &factor;
        previous_factor = std::mem::replace(&mut factor, next);
    }
    debug_assert!(!is_negative(&previous));
    previous_factor
}

#[cfg(test)]
mod tests {
    use super::*;

    const SPAN: i64 = 40;

    fn small() -> Vec<Congruence> {
        let constants = (-4..=4).map(Congruence::constant);
        let periodic = (1..=6).flat_map(|m| (0..m).map(move |r| Congruence::new(m, r)));
        constants.chain(periodic).collect()
    }

    fn members(congruence: &Congruence) -> Vec<i64> {
        (-SPAN..=SPAN)
            .filter(|&v| congruence.contains(&Int::from(v)))
            .collect()
    }

    fn floor(x: i64, m: i64) -> i64 {
        if m == 0 {
            0
        } else {
            (x as f64 / m as f64).floor() as i64
        }
    }

    type Binary = (
        &'static str,
        fn(&Congruence, &Congruence) -> Congruence,
        fn(i64, i64) -> i64,
    );

    const OPERATIONS: &[Binary] = &[
        ("add", Congruence::add, |x, y| x + y),
        ("sub", Congruence::sub, |x, y| x - y),
        ("mul", Congruence::mul, |x, y| x * y),
        ("modulo", Congruence::modulo, |x, m| x - m * floor(x, m)),
        ("remainder", Congruence::remainder, |x, m| {
            if m == 0 { x } else { x % m }
        }),
        ("min", Congruence::join, |x, y| x.min(y)),
        ("max", Congruence::join, |x, y| x.max(y)),
    ];

    #[test]
    fn binary_operations_are_sound() {
        for a in &small() {
            for b in &small() {
                for (name, op, model) in OPERATIONS {
                    let result = op(a, b);
                    for &x in &members(a) {
                        for &y in members(b).iter().filter(|y| y.abs() <= 12) {
                            let value = Int::from(model(x, y));
                            assert!(result.contains(&value), "{name} {a} {b}: {x} {y} {result}");
                        }
                    }
                }
            }
        }
    }

    /// The smallest congruence that contains the values.
    fn closure(values: impl IntoIterator<Item = i64>) -> Congruence {
        values
            .into_iter()
            .map(Congruence::constant)
            .reduce(|a, b| a.join(&b))
            .expect("there are values")
    }

    #[test]
    fn sums_products_and_joins_are_tight() {
        for a in &small() {
            for b in &small() {
                let pairs = || {
                    let (xs, ys) = (members(a), members(b));
                    xs.into_iter()
                        .flat_map(move |x| ys.clone().into_iter().map(move |y| (x, y)))
                };
                assert_eq!(a.add(b), closure(pairs().map(|(x, y)| x + y)), "{a} + {b}");
                assert_eq!(a.mul(b), closure(pairs().map(|(x, y)| x * y)), "{a} * {b}");
                assert_eq!(a.join(b), closure(pairs().flat_map(|(x, y)| [x, y])));
            }
        }
    }

    #[test]
    fn divisions_are_sound_and_exact_where_they_divide() {
        for a in &small() {
            for d in -6i64..=6 {
                let divisor = Int::from(d);
                let results = [
                    (a.floor_div(&divisor), floor as fn(i64, i64) -> i64),
                    (a.ceil_div(&divisor), |x, m| -floor(-x, m)),
                    (a.trunc_div(&divisor), |x, m| if m == 0 { 0 } else { x / m }),
                ];
                for (index, (result, model)) in results.iter().enumerate() {
                    let values = members(a).into_iter().map(|x| model(x, d));
                    let expected = closure(values);
                    assert_eq!(
                        result.join(&expected),
                        *result,
                        "{index} {a} / {d}: {result}"
                    );
                    if divides(&divisor, &a.modulus) && index < 2 {
                        assert_eq!(*result, expected, "{index} {a} / {d}");
                    }
                }
            }
        }
    }

    #[test]
    fn intersections_are_exact() {
        for a in &small() {
            for b in &small() {
                let expected: Vec<i64> = members(a)
                    .into_iter()
                    .filter(|&v| b.contains(&Int::from(v)))
                    .collect();
                match a.intersect(b) {
                    None => assert!(expected.is_empty(), "{a} ∩ {b}"),
                    Some(both) => assert_eq!(members(&both), expected, "{a} ∩ {b} = {both}"),
                }
            }
        }
    }

    #[test]
    fn rounding_finds_the_next_member() {
        for a in &small() {
            for bound in -10i64..=10 {
                let up = members(a).into_iter().find(|&v| v >= bound);
                let down = members(a).into_iter().rev().find(|&v| v <= bound);
                assert_eq!(a.round_up(&Int::from(bound)), up.map(Int::from));
                assert_eq!(a.round_down(&Int::from(bound)), down.map(Int::from));
            }
        }
    }

    #[test]
    fn numbers_over_the_cap_say_nothing() {
        let huge = Congruence::new(Int::from(1) << 4000, 1);
        assert!(huge.mul(&huge).contains(&Int::from(1)));
        assert!(huge.scale(&(Int::from(1) << 4000)).is_any());
        let odd = Congruence::new((Int::from(1) << 4000) + Int::from(1), 1);
        assert_eq!(huge.intersect(&odd), Some(odd));
    }

    #[test]
    fn display() {
        assert_eq!(Congruence::new(4, 2).to_string(), "4k+2");
        assert_eq!(Congruence::new(-4, -4).to_string(), "4k");
        assert_eq!(Congruence::constant(-3).to_string(), "-3");
        assert_eq!(Congruence::any().to_string(), "k");
    }
}
