//! Counts as terms over columns.

use crate::failure::Failure;
use crate::polynomial::Polynomial;
use crate::sum::{Piece, Summation, tightened};
use calipers_number::Int;
use calipers_program::Column;
use calipers_program::term::condition::size;
use calipers_program::term::{Expr, Operator};
use calipers_support::order::Order;

/// The maximum number of pieces of an answer.
const MAX_PIECES: usize = 200;

/// The maximum number of operators, integers and leaves of an answer.
const MAX_SIZE: usize = 3000;

/// How a term relates to the number that it counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Exactness {
    /// It is equal.
    Exact,
    /// It is at least as large.
    Upper,
}

/// A number of points or elements.
#[derive(Clone, PartialEq, Debug)]
pub struct Count {
    /// A term over columns outside of what is counted.
    pub term: Expr<Column>,
    /// How it relates to the number.
    pub exactness: Exactness,
}

impl Count {
    /// Whether it is the number itself.
    pub(crate) fn is_exact(&self) -> bool {
        self.exactness == Exactness::Exact
    }

    /// A number that is known.
    pub(crate) fn exact(number: usize) -> Count {
        Count {
            term: Expr::Integer(Int::from(number as u64)),
            exactness: Exactness::Exact,
        }
    }
}

/// A sum of values, each under conditions without variables.
#[derive(Default)]
pub(crate) struct Total {
    pieces: Vec<Piece>,
}

impl Total {
    pub(crate) fn add(&mut self, factor: i64, pieces: Vec<Piece>) {
        for mut piece in pieces {
            piece.value = piece.value.scaled(&Int::from(factor));
            self.pieces.push(piece);
        }
    }

    /// The sum as a term.
    pub(crate) fn into_term(self, summation: &mut Summation<'_>) -> Result<Expr<Column>, Failure> {
        let mut merged: Vec<Piece> = vec![];
        for mut piece in self.pieces {
            if !summation.tidy(&mut piece) || piece.value.is_zero() {
                continue;
            }
            widen(&mut piece);
            if !summation.tidy(&mut piece) {
                continue;
            }
            piece.constraints.order();
            piece.equalities.order();
            let same = merged.iter_mut().find(|it| {
                it.constraints == piece.constraints && it.equalities == piece.equalities
            });
            match same {
                Some(same) => same.value = same.value.plus(&piece.value),
                None => merged.push(piece),
            }
        }
        merged.retain(|piece| !piece.value.is_zero());
        if merged.len() > MAX_PIECES {
            return Err(Failure::Budget);
        }
        let terms: Vec<_> = merged.iter().map(|it| piece_term(summation, it)).collect();
        let term = match terms.is_empty() {
            true => Expr::integer(0),
            false => crate::atoms::apply(Operator::Add, terms),
        };
        match size(&term, MAX_SIZE + 1) <= MAX_SIZE {
            true => Ok(term),
            false => Err(Failure::Budget),
        }
    }
}

/// Replaces conditions `c >= 0` by `c + 1 >= 0` where the value has the factor `c + 1`, and is 0 in between.
fn widen(piece: &mut Piece) {
    for constraint in &mut piece.constraints {
        let wider = constraint.plus_integer(1);
        if piece.value.divided_by(&wider).is_some() {
            *constraint = wider;
        }
    }
}

/// `value` where the conditions hold, else 0. A condition `f >= 0` on a factor of the value becomes `max(0, f)`.
fn piece_term(summation: &Summation<'_>, piece: &Piece) -> Expr<Column> {
    let atoms = &summation.atoms;
    let (mut value, mut factors, mut conditions) = (piece.value.clone(), vec![], vec![]);
    for constraint in &piece.constraints {
        let constraint = tightened(constraint);
        match value.divided_by(&constraint) {
            Some(quotient) => {
                let term = atoms.term(&constraint);
                factors.push(Expr::apply(Operator::Max, [Expr::integer(0), term]));
                value = quotient;
            }
            None => conditions.push(compared(summation, &constraint, Operator::Le)),
        }
    }
    for equality in &piece.equalities {
        conditions.push(compared(summation, equality, Operator::Eq));
    }
    let divisor = value.denominator().clone();
    let numerator = value.scaled(&divisor);
    if factors.is_empty() || numerator != Polynomial::from(1) {
        factors.insert(0, atoms.term(&numerator));
    }
    let product = crate::atoms::apply(Operator::Mul, factors);
    let product = match divisor.is_one() {
        true => product,
        false => Expr::apply(Operator::FloorDiv, [product, Expr::Integer(divisor)]),
    };
    if conditions.is_empty() {
        return product;
    }
    let condition = crate::atoms::apply(Operator::Min, conditions);
    Expr::apply(Operator::Select, [condition, product, Expr::integer(0)])
}

/// `0 <= polynomial` or `0 = polynomial`, without negative coefficients.
fn compared(
    summation: &Summation<'_>,
    polynomial: &Polynomial,
    operator: Operator,
) -> Expr<Column> {
    let part = |is_negative: bool| {
        let terms = polynomial.terms();
        let terms = terms.filter(|(_, it)| it.is_negative() == is_negative);
        let terms = terms.map(|(monomial, it)| (monomial.clone(), it.magnitude()));
        summation.atoms.term(&Polynomial::of(Int::ONE, terms))
    };
    Expr::apply(operator, [part(true), part(false)])
}
