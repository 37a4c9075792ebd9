//! Polynomials over terms, and their division.

use crate::number::{self, Int};
use crate::program::Column;
use crate::term::{Expr, Operator};
use calipers_support::order::Order;
use std::collections::BTreeMap;

type Term = Expr<Column>;

/// Maximum number of monomials of a polynomial, and of steps of a division.
const MAX_MONOMIALS: usize = 64;
/// Maximum degree of a monomial.
const MAX_DEGREE: usize = 12;

/// The degree and the sorted numbers of the factors. Their lexicographic order is a monomial order.
type Monomial = (usize, Vec<usize>);

/// A polynomial over terms that are neither sums nor products.
type Polynomial = BTreeMap<Monomial, Int>;

/// The terms that are the variables of polynomials.
#[derive(Default)]
struct Atoms(Vec<Term>);

impl Atoms {
    fn number(&mut self, term: &Term) -> usize {
        let known = self.0.iter().position(|atom| atom == term);
        known.unwrap_or_else(|| {
            self.0.push(term.clone());
            self.0.len() - 1
        })
    }

    /// Expands a term into a polynomial; `None` if it becomes too long.
    fn polynomial(&mut self, term: &Term) -> Option<Polynomial> {
        let one = |monomial: Monomial, factor: Int| Polynomial::from([(monomial, factor)]);
        Some(match term {
            Expr::Integer(value) if value.is_zero() => Polynomial::new(),
            Expr::Integer(value) => one((0, vec![]), value.clone()),
            Expr::Apply(Operator::Add, all) => {
                let mut sum = Polynomial::new();
                for part in all.iter() {
                    let part = self.polynomial(part)?;
                    add(&mut sum, &part, &one((0, vec![]), Int::ONE))?;
                }
                sum
            }
            Expr::Apply(Operator::Mul, all) => {
                let mut product = one((0, vec![]), Int::ONE);
                for factor in all.iter() {
                    let (mut next, factor) = (Polynomial::new(), self.polynomial(factor)?);
                    add(&mut next, &product, &factor)?;
                    product = next;
                }
                product
            }
            atom => one((1, vec![self.number(atom)]), Int::ONE),
        })
    }

    fn term(&self, polynomial: &Polynomial) -> Term {
        let monomial = |((_, factors), k): (&Monomial, &Int)| {
            let mut all: Vec<Term> = factors.iter().map(|&n| self.0[n].clone()).collect();
            if *k != Int::ONE || all.is_empty() {
                all.insert(0, Expr::Integer(k.clone()));
            }
            match all.len() {
                1 => all.remove(0),
                _ => Expr::apply(Operator::Mul, all),
            }
        };
        let mut all: Vec<Term> = polynomial.iter().rev().map(monomial).collect();
        match all.len() {
            0 => Expr::integer(0),
            1 => all.remove(0),
            _ => Expr::apply(Operator::Add, all),
        }
    }
}

/// Adds `a·b`; `None` if the sum becomes too long.
fn add(sum: &mut Polynomial, a: &Polynomial, b: &Polynomial) -> Option<()> {
    for ((_, left), j) in a {
        for ((_, right), k) in b {
            let mut factors = [&left[..], right].concat();
            factors.order();
            let factor = j * k;
            if factors.len() > MAX_DEGREE || !number::fits(&factor) {
                return None;
            }
            let monomial = (factors.len(), factors);
            let own = sum.entry(monomial.clone()).or_insert(Int::ZERO);
            *own += factor;
            if own.is_zero() {
                sum.remove(&monomial);
            }
            if sum.len() > MAX_MONOMIALS {
                return None;
            }
        }
    }
    Some(())
}

/// The quotient of two monomials; `None` if the divisor does not divide the monomial.
fn without(monomial: &Monomial, divisor: &Monomial) -> Option<Monomial> {
    let mut left = monomial.1.clone();
    for factor in &divisor.1 {
        left.remove(left.iter().position(|other| other == factor)?);
    }
    Some((left.len(), left))
}

/// The factors of each monomial of an expanded term; `None` if it becomes too long.
pub(super) fn monomials_of(term: &Term) -> Option<Vec<Vec<Term>>> {
    let mut atoms = Atoms::default();
    let polynomial = atoms.polynomial(term)?;
    let factors = |(_, factors): &Monomial| factors.iter().map(|&n| atoms.0[n].clone()).collect();
    Some(polynomial.keys().map(factors).collect())
}

/// A term as a sum of products; `None` if it becomes too long.
pub(super) fn expanded(term: &Term) -> Option<Term> {
    let mut atoms = Atoms::default();
    let polynomial = atoms.polynomial(term)?;
    Some(atoms.term(&polynomial))
}

/// The `c` and `r` of `a = b·c + r`, such that no monomial of `r` is a multiple of the leading one of `b`. `None` if
/// `b` is 0, or a number or a polynomial becomes too large.
///
/// Division of polynomials in several variables (D. Cox, J. Little, D. O'Shea, "Ideals, Varieties, and
/// Algorithms", section 2.3), with integer coefficients.
pub(super) fn divided(a: &Term, b: &Term) -> Option<(Term, Term)> {
    let mut atoms = Atoms::default();
    let divisor = atoms.polynomial(b)?;
    let mut left = atoms.polynomial(a)?;
    let (greatest, by) = divisor.last_key_value()?;
    let (mut quotient, mut rest) = (Polynomial::new(), Polynomial::new());
    for _ in 0..MAX_MONOMIALS {
        let Some((monomial, k)) = left.pop_last() else {
            return Some((atoms.term(&quotient), atoms.term(&rest)));
        };
        match without(&monomial, greatest).filter(|_| (&k % by).is_zero()) {
            Some(factor) => {
                let factor = Polynomial::from([(factor, -(&k / by))]);
                left.insert(monomial, k);
                add(&mut left, &factor, &divisor)?;
                add(
                    &mut quotient,
                    &factor,
                    &Polynomial::from([((0, vec![]), Int::NEG_ONE)]),
                )?;
            }
            None => {
                rest.insert(monomial, k);
            }
        }
    }
    None
}
