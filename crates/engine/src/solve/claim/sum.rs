//! Linear combinations of terms.

use crate::number::Int;
use crate::program::Column;
use crate::term::{Expr, Operator};
use std::collections::BTreeMap;

type Term = Expr<Column>;

/// A linear combination of variables, other terms and an integer.
#[derive(Clone, Default)]
pub(super) struct Sum {
    constant: Int,
    variables: BTreeMap<u32, Int>,
    others: Vec<(Int, Term)>,
}

impl Sum {
    /// The difference `b − a` of the sides of `a <= b` or `a = b`.
    pub(super) fn room(sides: &[Term]) -> Sum {
        let mut room = Sum::default();
        room.take_in(&sides[1], &Int::ONE);
        room.take_in(&sides[0], &Int::NEG_ONE);
        room
    }

    /// The variable, its coefficient and the constant of a sum of nothing else.
    pub(super) fn single(&self) -> Option<(u32, &Int, &Int)> {
        let mut variables = self.variables.iter().filter(|it| !it.1.is_zero());
        let (number, k) = variables.next()?;
        let is_alone = variables.next().is_none() && self.others.iter().all(|it| it.0.is_zero());
        is_alone.then_some((*number, k, &self.constant))
    }

    /// Adds `k·term`.
    pub(super) fn take_in(&mut self, term: &Term, k: &Int) {
        match term {
            Expr::Integer(value) => self.constant += k * value,
            Expr::Leaf(Column::Symbol(number)) => {
                *self.variables.entry(*number).or_insert(Int::ZERO) += k;
            }
            Expr::Apply(Operator::Add, all) => all.iter().for_each(|part| self.take_in(part, k)),
            Expr::Apply(Operator::Mul, all) => match &all[..] {
                [Expr::Integer(factor), part] | [part, Expr::Integer(factor)] => {
                    self.take_in(part, &(k * factor));
                }
                _ => self.others.push((k.clone(), term.clone())),
            },
            _ => self.others.push((k.clone(), term.clone())),
        }
    }

    /// The variables with a coefficient in the sum.
    pub(super) fn variables(&self) -> impl Iterator<Item = u32> {
        self.variables.keys().copied()
    }

    /// Removes a variable and returns its coefficient, if the variable occurs in no other term.
    pub(super) fn take_out(&mut self, number: u32) -> Option<Int> {
        let leaf = Expr::Leaf(Column::Symbol(number));
        let occurs = |(_, part): &(Int, Term)| is_part(&leaf, part);
        if self.others.iter().any(occurs) {
            return None;
        }
        self.variables.remove(&number)
    }

    /// `k` times the sum.
    pub(super) fn scaled(&self, k: &Int) -> Term {
        let variables = self.variables.iter();
        let mut parts: Vec<Term> = variables
            .map(|(number, factor)| (factor, Expr::Leaf(Column::Symbol(*number))))
            .chain(
                self.others
                    .iter()
                    .map(|(factor, part)| (factor, part.clone())),
            )
            .filter(|(factor, _)| !factor.is_zero())
            .map(|(factor, part)| match factor * k {
                one if one == Int::ONE => part,
                factor => Expr::scaled(factor, part),
            })
            .collect();
        if !self.constant.is_zero() || parts.is_empty() {
            parts.push(Expr::Integer(&self.constant * k));
        }
        match parts.len() {
            1 => parts.remove(0),
            _ => Expr::apply(Operator::Add, parts),
        }
    }
}

/// Whether a term equals a part, or contains it.
pub(super) fn is_part(part: &Term, term: &Term) -> bool {
    part == term
        || match term {
            Expr::Apply(_, arguments) => arguments.iter().any(|argument| is_part(part, argument)),
            _ => false,
        }
}
