//! What a variable is equal to, as a term over allowed columns, where that is no affine expression.
//!
//! As for affine answers, definitions are unfolded as the rules wrote them, to the first allowed columns;
//! minima, maxima, selections and divisions stay where they stand, over affine parts.

use super::frontier::{self, Depth, Frontier, Unfolding};
use super::{Analysis, Bound, BoundKind, Unknown, Variable};
use crate::program::Column;
use crate::solve::Engine;
use crate::term::Expr;

/// How many parts that are not affine a term may have.
const MAX_PARTS: usize = 48;

/// How deep they may lie in each other.
const MAX_DEPTH: usize = 48;

impl Analysis<'_> {
    /// What a variable is equal to, in terms of allowed columns: an affine expression where there is one
    /// (products may be in it), else what definitions say, with minima, maxima, selections and divisions.
    ///
    /// # Errors
    /// [`Unknown`]: why there is none.
    pub fn expression(
        &mut self,
        variable: &Variable,
        allowed: impl Fn(Column) -> bool,
    ) -> Result<Variable, Unknown> {
        let query = self.bound(BoundKind::Equal, variable.clone());
        let affine = query.semi_affine(true).in_terms_of(&allowed).compute();
        match affine {
            Ok(bound) => bound.as_term().map(Variable::term).ok_or(Unknown::NoBound),
            Err(unknown @ (Unknown::Budget | Unknown::BadRule)) => Err(unknown),
            Err(unknown) => {
                let frontier = Frontier {
                    allowed: &allowed,
                    point: self.point_of_question(variable, &[]),
                    semi_affine: true,
                    by_facts: true,
                };
                let mut left = MAX_PARTS;
                let term = variable.as_term();
                let found = unfolded(&mut self.engine, &frontier, term, (0, &mut left));
                found.map(Variable::term).ok_or(unknown)
            }
        }
    }
}

/// The term over what the frontier admits that a term equals by definitions.
fn unfolded(
    engine: &mut Engine<'_>,
    frontier: &Frontier<'_>,
    term: &Expr<Column>,
    (depth, left): (usize, &mut usize),
) -> Option<Expr<Column>> {
    let affine = [Depth::First, Depth::Last].into_iter().find_map(|depth| {
        let affine = frontier::affine_equality(engine, term, frontier, depth)?;
        Bound::new(affine, None).as_term()
    });
    if affine.is_some() {
        return affine;
    }
    *left = left.checked_sub(1)?;
    if depth == MAX_DEPTH {
        return None;
    }
    let mut unfolding = Unfolding::new(engine, frontier, Depth::First);
    match term {
        Expr::Integer(_) => Some(term.clone()),
        Expr::Leaf(column) => {
            let definition = unfolding.definition(*column)?;
            unfolded(engine, frontier, &definition, (depth + 1, left))
        }
        Expr::Apply(operator, arguments) => {
            if let Some(chosen) = unfolding.chosen(*operator, arguments) {
                return unfolded(engine, frontier, chosen, (depth + 1, left));
            }
            let mut parts = vec![];
            for argument in arguments.iter() {
                parts.push(unfolded(engine, frontier, argument, (depth + 1, left))?);
            }
            Some(Expr::apply(*operator, parts))
        }
    }
}
