//! What assumed conditions say of the terms of an access: sizes that are products, and limits of quotients.

use super::equations::{Equations, Side};
use crate::instances::Instances;
use crate::polynomial::Polynomial;
use crate::term::Term;
use calipers_egraph::Operator;
use calipers_number::Int;
use calipers_program::{Column, ValueId};
use calipers_support::order::Order;

/// Limit of the factors of a product, whose subsets are tried.
const MAX_FACTORS: usize = 4;

impl<'p> Instances<'p> {
    /// No equations yet about the sides, with the conditions that are assumed.
    pub(super) fn equations<'e>(
        &self,
        sides: Vec<Side<'p>>,
        is_shared: &'e dyn Fn(Column) -> bool,
    ) -> Equations<'e, 'p> {
        let mut equations = Equations::new(self.program, sides, is_shared);
        // Of the others, the equality of two results says more than that of their digits.
        let is_sum = |term: &&Term| {
            let parts = term.as_binary();
            matches!(parts, Some((Operator::Add, Term::Leaf(_), Term::Leaf(_))))
        };
        let all = self.sums.iter();
        let sums = all.filter_map(|(&value, term)| {
            let sum = term.as_ref().filter(is_sum)?;
            Some((value, sum.clone()))
        });
        equations.sums = sums.collect();
        let mut open: Vec<&Term> = self.conditions.iter().collect();
        while let Some(condition) = open.pop() {
            match condition {
                Term::Apply(Operator::Min, parts) => open.extend(parts.iter()),
                other => equations.stated.push(other.clone()),
            }
        }
        equations
    }
}

impl Equations<'_, '_> {
    /// The term that a size of a buffer is assumed to be.
    pub(super) fn stated_size(&self, column: Column) -> Option<Term> {
        if !matches!(column, Column::Dim(..)) {
            return None;
        }
        self.stated.iter().find_map(|condition| match condition {
            Term::Apply(Operator::Eq, sides) => match &sides[..] {
                [Term::Leaf(own), other] | [other, Term::Leaf(own)] if *own == column => {
                    Some(other.clone())
                }
                _ => None,
            },
            _ => None,
        })
    }

    /// From an assumption `a < l·b` follows `a floordiv b < l`, for a positive divisor `b`.
    pub(super) fn limit_quotient(
        &mut self,
        side: usize,
        quotient: ValueId,
        [dividend, divisor]: [ValueId; 2],
    ) {
        let [dividend, divisor] =
            [dividend, divisor].map(|it| self.column(side, Column::Value(it)));
        let mut factors = divisor.terms();
        let (Some((by, number)), None) = (factors.next(), factors.next()) else {
            return;
        };
        let (by, number) = (by.to_vec(), number.clone());
        if by.is_empty() || number.is_negative() {
            return;
        }
        let end = dividend.plus(&Polynomial::integer(Int::ONE));
        for condition in self.stated.clone() {
            let Term::Apply(Operator::Le, sides) = &condition else {
                continue;
            };
            let [below, most] = &sides[..] else {
                continue;
            };
            let (Some(below), Some(most)) =
                (self.polynomial(side, below), self.polynomial(side, most))
            else {
                continue;
            };
            let (limit, rest) = most.split(&by, &number);
            if below == end && rest.is_zero() {
                let quotient = self.column(side, Column::Value(quotient));
                let below = Term::less(self.term(&quotient), self.term(&limit));
                self.sides[side].given.push(below);
            }
        }
    }
}

/// Products that divide a product: the bases of digits.
pub(super) fn bases(factors: &[usize], factor: &Int) -> Vec<(Vec<usize>, Int)> {
    let mut found: Vec<(Vec<usize>, Int)> = vec![];
    let factors = &factors[..factors.len().min(MAX_FACTORS)];
    for subset in 1_u32..1 << factors.len() {
        let chosen = factors.iter().enumerate();
        let chosen = chosen.filter(|(at, _)| subset >> at & 1 == 1);
        found.push((chosen.map(|(_, &atom)| atom).collect(), Int::ONE));
    }
    found.order_by_key(|(atoms, _)| atoms.len());
    if !factor.is_one() && !factor.is_negative() && !factors.is_empty() {
        let scaled = |(atoms, _): &(Vec<usize>, Int)| (atoms.clone(), factor.clone());
        let with: Vec<_> = found.iter().map(scaled).collect();
        found.insert(0, (vec![], factor.clone()));
        found.extend(with);
    }
    found
}
