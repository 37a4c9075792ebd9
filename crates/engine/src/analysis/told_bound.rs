//! A bound over listed columns by all means that there are, in its shortest form: what every interface tells.

use super::{Analysis, Bound, BoundKind, Unknown, Variable, is_of_argument};
use crate::program::{Column, Point};
use crate::solve::claim;
use crate::term::{Expr, condition};

/// A bound, as a map or as a term.
#[derive(Clone, Debug)]
pub enum ToldBound {
    /// A bound that is affine, or semi-affine.
    Bound(Bound),
    /// A term that is neither, or shorter than the bound that was found.
    Term(Variable),
}

impl ToldBound {
    /// The bound as a term; `None` if it has more results than one.
    pub fn as_term(&self) -> Option<Expr<Column>> {
        match self {
            ToldBound::Bound(bound) => bound.as_term(),
            ToldBound::Term(term) => Some(term.as_term().clone()),
        }
    }
}

impl Analysis<'_> {
    /// The bound of a variable at a point (the default point if `None`) over listed columns, in its shortest form. An equality
    /// may be any term; it is also looked for as a lower bound that is an upper one, and with the assumptions that state a
    /// value for a column.
    ///
    /// Costs a bound, and the search for its shortest form; an equality that is not found at once costs two bounds more.
    ///
    /// # Errors
    /// [`Unknown`], with the reason why there is no bound.
    pub fn told_bound(
        &mut self,
        kind: BoundKind,
        variable: &Variable,
        point: Option<Point>,
        listed: &[Column],
    ) -> Result<ToldBound, Unknown> {
        let mut found = self.bound_over(kind, variable, point, listed);
        if kind != BoundKind::Equal {
            let default = self.default_point(variable);
            let allowed = |column| listed.contains(&column);
            let found = found?;
            let shortest = self.shortest_bound(found, point.or(default), allowed);
            return Ok(ToldBound::Bound(shortest));
        }
        if found.is_err()
            && let Ok(lower) = self.bound_over(BoundKind::Lower, variable, point, listed)
            && let Ok(upper) = self.bound_over(BoundKind::Upper, variable, point, listed)
            && lower == upper
        {
            found = Ok(lower);
        }
        if found.is_err()
            && let Some(solved) = self.solved(variable.as_term(), listed)
        {
            let query = self.bound(kind, Variable::term(solved));
            let query = query.in_terms_of_these(listed.iter().copied());
            found = query.compute().or(found);
        }
        match self.shorter(variable, found.as_ref().ok(), point, listed) {
            Some(shorter) => Ok(ToldBound::Term(shorter)),
            None => found.map(ToldBound::Bound),
        }
    }

    fn bound_over(
        &mut self,
        kind: BoundKind,
        variable: &Variable,
        point: Option<Point>,
        listed: &[Column],
    ) -> Result<Bound, Unknown> {
        let query = self.bound(kind, variable.clone());
        let query = match point {
            Some(point) => query.at(point),
            None => query,
        };
        let query = query.semi_affine(true);
        query.in_terms_of_these(listed.iter().copied()).compute()
    }

    /// A term over the listed columns that equals a variable and is shorter than the expression that was found for it. If
    /// none was found, any term over these columns.
    fn shorter(
        &mut self,
        variable: &Variable,
        found: Option<&Bound>,
        point: Option<Point>,
        listed: &[Column],
    ) -> Option<Variable> {
        let point = point.or_else(|| self.default_point(variable));
        let allowed = |column: Column| listed.contains(&column);
        let long = match found {
            Some(bound) => Variable::term(bound.as_term()?),
            None => {
                // Facts may tell the arguments in terms of the listed columns.
                let program = self.engine.sources().0;
                let wider = |column| allowed(column) || is_of_argument(program, column);
                let mut known = self.expression_at(variable, point, allowed);
                if known.is_err() && !listed.is_empty() {
                    known = self.expression_at(variable, point, wider);
                }
                known.unwrap_or_else(|_| variable.clone())
            }
        };
        self.shortest_of(variable, &long, point, allowed)
    }

    /// A term in which the columns that an answer may not mention are replaced by terms that assumptions equate with
    /// them; none if there are no such assumptions.
    fn solved(&self, term: &Expr<Column>, listed: &[Column]) -> Option<Expr<Column>> {
        const MAX_STEPS: usize = 16;
        let mut solved = term.clone();
        for _ in 0..MAX_STEPS {
            if !claim::is_small([&solved]) {
                return None;
            }
            let mut open = vec![];
            solved.for_each_leaf(&mut |&column| open.push(column));
            open.retain(|column| !listed.contains(column));
            let known = open.iter().find_map(|&column| {
                let assumed = self.engine.assumed().iter().map(|(_, term)| term);
                let value = assumed.filter_map(|term| claim::value_of(term, &column));
                Some((column, value.into_iter().next()?))
            });
            match known {
                Some((column, value)) => {
                    solved = condition::replaced(&solved, &Expr::Leaf(column), &value);
                }
                None => break,
            }
        }
        (solved != *term).then_some(solved)
    }
}
