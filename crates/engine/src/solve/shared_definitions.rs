//! Shallow decisions: a comparison whose sides differ by a constant after a few definitions, without the definition of
//! everything below them.

use super::columns::{ColumnDefinition, State};
use super::define::{Attempt, Definitions};
use super::knowledge::Knowledge;
use crate::number::{Int, Linear};
use crate::program::Column;
use crate::term::{Expr, Operator};

/// Limit of the definitions that are substituted for one comparison.
const MAX_DEFINITIONS: usize = 16;

impl Definitions<'_> {
    /// Decides a comparison whose sides differ by a constant after shallow definitions; it holds wherever both exist.
    /// `None` if its columns have classes already, so that nothing would be saved.
    pub(super) fn decide_nearby(
        &mut self,
        known: &mut Knowledge<'_>,
        condition: &Expr<Column>,
    ) -> Option<bool> {
        let mut is_new = false;
        condition.for_each_leaf(&mut |&column| is_new |= known.columns.done(column).is_none());
        match is_new {
            true => self.decide_by_nearest(known, condition),
            false => None,
        }
    }

    fn decide_by_nearest(
        &mut self,
        known: &mut Knowledge<'_>,
        condition: &Expr<Column>,
    ) -> Option<bool> {
        let Expr::Apply(operator, parts) = condition else {
            return None;
        };
        match (operator, &parts[..]) {
            (Operator::Le, [a, b]) => Some(self.nearby_difference(known, b, a)? >= Int::ZERO),
            (Operator::Eq, [a, b]) => Some(self.nearby_difference(known, a, b)?.is_zero()),
            // The negation of a condition.
            (Operator::Add, [Expr::Integer(one), Expr::Apply(Operator::Mul, factors)])
                if one.is_one() =>
            {
                match &factors[..] {
                    [Expr::Integer(sign), inner] if *sign == Int::NEG_ONE => {
                        self.decide_by_nearest(known, inner).map(|holds| !holds)
                    }
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// `a − b`, if it is a constant after definitions were substituted repeatedly for the youngest column. A definition
    /// never mentions a younger column.
    fn nearby_difference(
        &mut self,
        known: &mut Knowledge<'_>,
        a: &Expr<Column>,
        b: &Expr<Column>,
    ) -> Option<Int> {
        let mut difference = linear(a)?.sub(&linear(b)?)?;
        for _ in 0..MAX_DEFINITIONS {
            let Some(youngest) = difference.atoms().max_by_key(|it| it.value()) else {
                break;
            };
            let term = self.nearby_definition(known, youngest)?;
            difference = difference.substitute(youngest, &linear(&term)?)?;
        }
        difference.as_constant().cloned()
    }

    /// The defining term of a column that may have no class yet, if its op alone determines it.
    fn nearby_definition(
        &mut self,
        known: &mut Knowledge<'_>,
        column: Column,
    ) -> Option<Expr<Column>> {
        if let Some(number) = known.columns.get(column) {
            let entry = known.columns.entry(number);
            if !matches!(entry.state, State::New) {
                return Some(entry.definition.as_ref()?.term.clone());
            }
        }
        if let Some(definition) = self.nearby.get(&column) {
            return Some(definition.term.clone());
        }
        let Attempt::Defined(Some(definition)) = self.attempt(known, column) else {
            return None;
        };
        let term = definition.term.clone();
        self.nearby.insert(column, definition);
        Some(term)
    }

    /// Attempts to define a column. It reuses the definition that a shallow decision found.
    pub(super) fn attempt_once(&mut self, known: &mut Knowledge<'_>, column: Column) -> Attempt {
        let found: Option<ColumnDefinition> = match self.nearby.is_empty() {
            true => None,
            false => self.nearby.remove(&column),
        };
        match found {
            Some(definition) => Attempt::Defined(Some(definition)),
            None => self.attempt(known, column),
        }
    }
}

/// A term as a linear form over columns, if it is linear.
fn linear(term: &Expr<Column>) -> Option<Linear<Column>> {
    match term {
        Expr::Integer(value) => Linear::from_constant(value.clone()),
        Expr::Leaf(column) => Some(Linear::atom(*column)),
        Expr::Apply(Operator::Add, terms) => {
            let mut terms = terms.iter();
            terms.try_fold(Linear::zero(), |sum, term| sum.add(&linear(term)?))
        }
        Expr::Apply(Operator::Mul, factors) => {
            let one = Linear::from_constant(Int::ONE)?;
            factors.iter().try_fold(one, |product, factor| {
                let factor = linear(factor)?;
                match (product.as_constant(), factor.as_constant()) {
                    (Some(k), _) => factor.scale(k),
                    (None, Some(k)) => product.scale(k),
                    (None, None) => None,
                }
            })
        }
        Expr::Apply(..) => None,
    }
}
