//! Polynomials with rational coefficients over atoms.

use calipers_number::{Int, fits, gcd};
use hashbrown::HashMap;
use std::collections::BTreeMap;

/// A variable, a parameter, or a quotient, which a table of atoms describes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Atom(pub(crate) u32);

/// A product of atoms with their positive exponents, ordered by atom.
pub(crate) type Monomial = Vec<(Atom, u32)>;

/// `(Σ coefficient·monomial) / denominator`. No coefficient is 0, the denominator is positive, and it has no factor in
/// common with all coefficients.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Polynomial {
    terms: BTreeMap<Monomial, Int>,
    denominator: Int,
}

/// The maximum number of terms of a polynomial.
const MAX_TERMS: usize = 200;
/// The maximum degree of a polynomial.
const MAX_DEGREE: u32 = 16;

impl From<i64> for Polynomial {
    fn from(value: i64) -> Polynomial {
        Polynomial::constant(Int::from(value))
    }
}

impl From<Atom> for Polynomial {
    fn from(atom: Atom) -> Polynomial {
        Polynomial {
            terms: BTreeMap::from([(vec![(atom, 1)], Int::ONE)]),
            denominator: Int::ONE,
        }
    }
}

impl Polynomial {
    pub(crate) fn constant(value: Int) -> Polynomial {
        Polynomial::of(Int::ONE, [(vec![], value)])
    }

    /// The sum of terms over a positive denominator.
    pub(crate) fn of(
        denominator: Int,
        terms: impl IntoIterator<Item = (Monomial, Int)>,
    ) -> Polynomial {
        let mut sum = BTreeMap::new();
        for (monomial, coefficient) in terms {
            *sum.entry(monomial).or_insert(Int::ZERO) += &coefficient;
        }
        sum.retain(|_, coefficient: &mut Int| !coefficient.is_zero());
        let mut polynomial = Polynomial {
            terms: sum,
            denominator,
        };
        polynomial.reduce();
        polynomial
    }

    fn reduce(&mut self) {
        if self.denominator.is_one() {
            return;
        }
        let common = gcd(&self.content(), &self.denominator);
        if self.terms.is_empty() {
            self.denominator = Int::ONE;
        } else if !common.is_one() {
            self.denominator /= &common;
            self.terms.values_mut().for_each(|it| *it /= &common);
        }
    }

    /// The greatest common divisor of the coefficients above the denominator.
    fn content(&self) -> Int {
        let terms = self.terms.values();
        terms.fold(Int::ZERO, |common, it| gcd(&common, it))
    }

    pub(crate) fn terms(&self) -> impl Iterator<Item = (&Monomial, &Int)> {
        self.terms.iter()
    }

    pub(crate) fn denominator(&self) -> &Int {
        &self.denominator
    }

    pub(crate) fn len(&self) -> usize {
        self.terms.len()
    }

    pub(crate) fn is_zero(&self) -> bool {
        self.terms.is_empty()
    }

    /// The integer that it is; none if it depends on atoms, or is a fraction.
    pub(crate) fn as_integer(&self) -> Option<Int> {
        if !self.denominator.is_one() {
            return None;
        }
        match self.terms.len() {
            0 => Some(Int::ZERO),
            1 => self.terms.get(&vec![]).cloned(),
            _ => None,
        }
    }

    pub(crate) fn atoms(&self) -> impl Iterator<Item = Atom> {
        let monomials = self.terms.keys();
        monomials.flat_map(|monomial| monomial.iter().map(|&(atom, _)| atom))
    }

    pub(crate) fn plus(&self, other: &Polynomial) -> Polynomial {
        self.plus_scaled(&Int::ONE, other)
    }

    pub(crate) fn minus(&self, other: &Polynomial) -> Polynomial {
        self.plus_scaled(&Int::NEG_ONE, other)
    }

    fn plus_scaled(&self, factor: &Int, other: &Polynomial) -> Polynomial {
        let denominator = &self.denominator * &other.denominator;
        let factor = factor * &self.denominator;
        let own = self.terms.iter();
        let own = own.map(|(monomial, it)| (monomial.clone(), it * &other.denominator));
        let others = other.terms.iter();
        let others = others.map(|(monomial, it)| (monomial.clone(), it * &factor));
        Polynomial::of(denominator, own.chain(others))
    }

    pub(crate) fn plus_integer(&self, value: i64) -> Polynomial {
        self.plus(&Polynomial::from(value))
    }

    pub(crate) fn negated(&self) -> Polynomial {
        self.scaled(&Int::NEG_ONE)
    }

    pub(crate) fn scaled(&self, factor: &Int) -> Polynomial {
        let terms = self.terms.iter();
        let terms = terms.map(|(monomial, it)| (monomial.clone(), it * factor));
        Polynomial::of(self.denominator.clone(), terms)
    }

    /// The polynomial divided by a positive integer.
    pub(crate) fn over(&self, divisor: &Int) -> Polynomial {
        let terms = self.terms.iter();
        let terms = terms.map(|(monomial, it)| (monomial.clone(), it.clone()));
        Polynomial::of(&self.denominator * divisor, terms)
    }

    pub(crate) fn times(&self, other: &Polynomial) -> Polynomial {
        let mut products = Vec::with_capacity(self.len() * other.len());
        for (a, x) in &self.terms {
            for (b, y) in &other.terms {
                products.push((product(a, b), x * y));
            }
        }
        Polynomial::of(&self.denominator * &other.denominator, products)
    }

    /// The coefficients of the powers of an atom, from the power 0.
    pub(crate) fn coefficients(&self, atom: Atom) -> Vec<Polynomial> {
        let mut powers: Vec<Vec<(Monomial, Int)>> = vec![vec![]];
        for (monomial, coefficient) in &self.terms {
            let mut rest = monomial.clone();
            let at = rest.iter().position(|&(other, _)| other == atom);
            let power = at.map_or(0, |at| rest.remove(at).1 as usize);
            if powers.len() <= power {
                powers.resize(power + 1, vec![]);
            }
            powers[power].push((rest, coefficient.clone()));
        }
        let powers = powers.into_iter();
        powers
            .map(|terms| Polynomial::of(self.denominator.clone(), terms))
            .collect()
    }

    /// The polynomial with an atom replaced.
    pub(crate) fn with(&self, atom: Atom, value: &Polynomial) -> Polynomial {
        if !self.atoms().any(|other| other == atom) {
            return self.clone();
        }
        // Horner's rule.
        let coefficients = self.coefficients(atom).into_iter().rev();
        coefficients.fold(Polynomial::from(0), |sum, it| sum.times(value).plus(&it))
    }

    /// The polynomial with all atoms replaced at once.
    pub(crate) fn with_all(&self, values: &HashMap<Atom, Polynomial>) -> Polynomial {
        let mut sum = Polynomial::from(0);
        for (monomial, coefficient) in &self.terms {
            let mut product = Polynomial::constant(coefficient.clone());
            for (atom, power) in monomial {
                for _ in 0..*power {
                    product = match values.get(atom) {
                        Some(value) => product.times(value),
                        None => product.times(&(*atom).into()),
                    };
                }
            }
            sum = sum.plus(&product);
        }
        sum.over(&self.denominator)
    }

    /// `polynomial / divisor`, if the division leaves nothing.
    pub(crate) fn divided_by(&self, divisor: &Polynomial) -> Option<Polynomial> {
        let (leading, factor) = divisor.terms.last_key_value()?;
        let (mut rest, mut quotient) = (self.clone(), Polynomial::from(0));
        // The order of monomials is not that of a polynomial division in all cases, so the number of steps is limited.
        for _ in 0..=self.len().max(4) * 4 {
            if rest.is_zero() {
                return Some(quotient);
            }
            let step = rest.terms.iter().rev().find_map(|(monomial, it)| {
                let ratio = ratio(monomial, leading)?;
                Some((ratio, it.clone()))
            });
            let (monomial, coefficient) = step?;
            let sign = if factor.is_negative() { -1 } else { 1 };
            let numerator = coefficient * &divisor.denominator * Int::from(sign);
            let step = Polynomial::of(
                &rest.denominator * factor.magnitude(),
                [(monomial, numerator)],
            );
            rest = rest.minus(&step.times(divisor));
            quotient = quotient.plus(&step);
        }
        None
    }

    /// For a polynomial with integer coefficients: `divisor·quotient + rest`, where no term of the rest is a multiple of
    /// the divisor, an integer or a single term.
    pub(crate) fn split_by(&self, divisor: &Polynomial) -> (Polynomial, Polynomial) {
        let Some((leading, factor)) = divisor.terms.last_key_value() else {
            return (Polynomial::from(0), self.clone());
        };
        let (mut quotient, mut rest) = (vec![], vec![]);
        for (monomial, coefficient) in &self.terms {
            match ratio(monomial, leading) {
                Some(ratio) if divisor.len() == 1 => {
                    let whole = calipers_number::floor_div(coefficient, factor);
                    let whole = whole.unwrap_or(Int::ZERO);
                    rest.push((monomial.clone(), coefficient - &whole * factor));
                    quotient.push((ratio, whole));
                }
                _ => rest.push((monomial.clone(), coefficient.clone())),
            }
        }
        let one = || Int::ONE;
        (Polynomial::of(one(), quotient), Polynomial::of(one(), rest))
    }

    /// The greatest common divisor of all coefficients but the constant one; 0 for a constant.
    pub(crate) fn common_factor(&self) -> Int {
        let terms = self.terms.iter().filter(|(it, _)| !it.is_empty());
        terms.fold(Int::ZERO, |common, (_, it)| gcd(&common, it))
    }

    /// The constant term, above the denominator.
    pub(crate) fn constant_term(&self) -> Int {
        self.terms.get(&vec![]).cloned().unwrap_or(Int::ZERO)
    }

    /// The atoms that divide all terms.
    pub(crate) fn common_atoms(&self) -> Vec<Atom> {
        let mut monomials = self.terms.keys();
        let first = monomials.next().into_iter().flatten();
        let mut common: Vec<Atom> = first.map(|&(atom, _)| atom).collect();
        for monomial in monomials {
            common.retain(|atom| monomial.iter().any(|(other, _)| other == atom));
        }
        common
    }

    /// Whether it may be worked on: its number of terms, its degree and its coefficients are limited.
    pub(crate) fn is_small(&self) -> bool {
        let is_small = self.terms.len() <= MAX_TERMS && self.degree() <= MAX_DEGREE;
        is_small && self.terms.values().all(fits)
    }

    pub(crate) fn degree(&self) -> u32 {
        let monomials = self.terms.keys();
        let degrees = monomials.map(|it| it.iter().map(|&(_, power)| power).sum());
        degrees.max().unwrap_or(0)
    }
}

fn product(a: &Monomial, b: &Monomial) -> Monomial {
    let mut result = Vec::with_capacity(a.len() + b.len());
    let (mut a, mut b) = (a.iter().peekable(), b.iter().peekable());
    while let (Some(x), Some(y)) = (a.peek(), b.peek()) {
        match x.0.cmp(&y.0) {
            std::cmp::Ordering::Less => result.extend(a.next()),
            std::cmp::Ordering::Greater => result.extend(b.next()),
            std::cmp::Ordering::Equal => {
                result.push((x.0, x.1 + y.1));
                a.next();
                b.next();
            }
        }
    }
    result.extend(a);
    result.extend(b);
    result
}

/// `a / b`, if that is a monomial.
fn ratio(a: &Monomial, b: &Monomial) -> Option<Monomial> {
    let mut rest = a.clone();
    for (atom, power) in b {
        let at = rest.iter().position(|(other, _)| other == atom)?;
        rest[at].1 = rest[at].1.checked_sub(*power)?;
    }
    rest.retain(|&(_, power)| power > 0);
    Some(rest)
}

/// `Σ value, for variable from 0 below end`, as a polynomial of the end: one whose difference at successive ends is the
/// value. The value depends on the variable by powers only.
pub(crate) fn sum_below(value: &Polynomial, variable: Atom, end: &Polynomial) -> Polynomial {
    let coefficients = value.coefficients(variable);
    // (k + 1)·Σ x^k = end^(k+1) − Σ_{j<k} C(k + 1, j)·Σ x^j
    let (mut sums, mut power): (Vec<Polynomial>, _) = (vec![], end.clone());
    for k in 0..coefficients.len() {
        let mut sum = power.clone();
        let mut binomial = Int::ONE;
        for (j, smaller) in sums.iter().enumerate() {
            sum = sum.minus(&smaller.scaled(&binomial));
            binomial = binomial * Int::from(k + 1 - j) / Int::from(j + 1);
        }
        sums.push(sum.over(&Int::from(k + 1)));
        power = power.times(end);
    }
    let products = coefficients.iter().zip(&sums).map(|(a, b)| a.times(b));
    products.fold(Polynomial::from(0), |sum, it| sum.plus(&it))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_of_powers_are_polynomials() {
        let (x, n) = (Atom(0), Atom(1));
        for power in 0..7u32 {
            let value = (0..power).fold(Polynomial::from(1), |it, _| it.times(&x.into()));
            let sum = sum_below(&value, x, &n.into());
            for end in 0..9i64 {
                let expected: i64 = (0..end).map(|it| it.pow(power)).sum();
                let at_end = sum.with(n, &Polynomial::from(end));
                assert_eq!(at_end.as_integer(), Some(Int::from(expected)));
            }
        }
    }

    #[test]
    fn exact_divisions_are_found() {
        let (x, n) = (Polynomial::from(Atom(0)), Polynomial::from(Atom(1)));
        let (a, b) = (x.minus(&n).plus_integer(3), x.times(&n).plus_integer(-1));
        let product = a.times(&b);
        assert_eq!(product.divided_by(&a), Some(b.clone()));
        assert_eq!(product.plus_integer(1).divided_by(&b), None);
    }
}
