//! Polynomials over numbered atoms.

use calipers_number::{Int, fits};
use calipers_support::order::Order;
use std::collections::BTreeMap;

/// Limit of the terms of a product.
const MAX_TERMS: usize = 64;

/// Limit of the atoms of a product: a chain of squares has as many as two to the power of its length.
const MAX_DEGREE: usize = 32;

/// A sum of products of atoms, each with its coefficient. The atoms of a product are sorted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Polynomial {
    terms: BTreeMap<Vec<usize>, Int>,
}

impl Polynomial {
    pub(crate) fn integer(value: Int) -> Polynomial {
        Polynomial::of(vec![], value)
    }

    /// A product of atoms.
    pub(crate) fn of(mut atoms: Vec<usize>, factor: Int) -> Polynomial {
        atoms.order();
        let mut found = Polynomial::default();
        found.add(atoms, factor);
        found
    }

    fn add(&mut self, atoms: Vec<usize>, factor: Int) {
        let sum = self.terms.entry(atoms).or_insert(Int::ZERO);
        *sum += factor;
        self.terms.retain(|_, factor| !factor.is_zero());
    }

    /// The products with their coefficients.
    pub(crate) fn terms(&self) -> impl Iterator<Item = (&[usize], &Int)> {
        self.terms
            .iter()
            .map(|(atoms, factor)| (&atoms[..], factor))
    }

    /// The atoms; an atom may come several times.
    pub(crate) fn atoms(&self) -> impl Iterator<Item = usize> {
        self.terms.keys().flatten().copied()
    }

    pub(crate) fn is_zero(&self) -> bool {
        self.terms.is_empty()
    }

    pub(crate) fn as_integer(&self) -> Option<Int> {
        match self.terms.iter().next() {
            None => Some(Int::ZERO),
            Some((atoms, factor)) if atoms.is_empty() && self.terms.len() == 1 => {
                Some(factor.clone())
            }
            Some(_) => None,
        }
    }

    /// The atom that it is.
    pub(crate) fn as_atom(&self) -> Option<usize> {
        match self.terms.iter().next() {
            Some((atoms, factor)) if atoms.len() == 1 && factor.is_one() => {
                (self.terms.len() == 1).then_some(atoms[0])
            }
            _ => None,
        }
    }

    pub(crate) fn plus(&self, other: &Polynomial) -> Polynomial {
        let mut sum = self.clone();
        for (atoms, factor) in &other.terms {
            sum.add(atoms.clone(), factor.clone());
        }
        sum
    }

    /// The product; none if it has too many terms, atoms or digits.
    pub(crate) fn times(&self, other: &Polynomial) -> Option<Polynomial> {
        let mut product = Polynomial::default();
        if self.terms.len() * other.terms.len() > MAX_TERMS {
            return None;
        }
        for (one, a) in &self.terms {
            for (two, b) in &other.terms {
                let factor = a * b;
                if one.len() + two.len() > MAX_DEGREE || !fits(&factor) {
                    return None;
                }
                let mut atoms = [&one[..], two].concat();
                atoms.order();
                product.add(atoms, factor);
            }
        }
        Some(product)
    }

    /// The terms that a product divides, divided by it, and the other ones.
    pub(crate) fn split(&self, by: &[usize], number: &Int) -> (Polynomial, Polynomial) {
        let (mut whole, mut rest) = (Polynomial::default(), Polynomial::default());
        for (atoms, factor) in &self.terms {
            match (without(atoms, by), (factor % number).is_zero()) {
                (Some(left), true) => whole.add(left, factor / number),
                _ => rest.add(atoms.clone(), factor.clone()),
            }
        }
        (whole, rest)
    }

    /// Both polynomials without the terms that they share and whose atoms are all known to be equal.
    pub(crate) fn reduced(
        a: &Polynomial,
        b: &Polynomial,
        is_equal: impl Fn(usize) -> bool,
    ) -> [Polynomial; 2] {
        let (mut one, mut two) = (a.clone(), b.clone());
        for (atoms, factor) in &a.terms {
            if atoms.iter().all(|&atom| is_equal(atom))
                && let Some(other) = b.terms.get(atoms)
            {
                let common = factor.clone().min(other.clone());
                one.add(atoms.clone(), -&common);
                two.add(atoms.clone(), -&common);
            }
        }
        [one, two]
    }
}

/// A sorted list without the elements of another one; none if some are not in it.
fn without(all: &[usize], removed: &[usize]) -> Option<Vec<usize>> {
    let mut left = all.to_vec();
    for atom in removed {
        let at = left.iter().position(|it| it == atom)?;
        left.remove(at);
    }
    Some(left)
}
