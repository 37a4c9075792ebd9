//! All bounds of a variable that are not redundant.

use super::alternatives::{Towards, alternatives, cases};
use super::bound::{Bound, BoundKind, Question};
use super::search::Search;
use super::stop_condition::{self, AffineTerm};
use super::{Analysis, Unknown};
use crate::number::Int;
use crate::program::{AffineMap, Column, Point};
use crate::term::{Expr, Form, Operator};
use calipers_support::affine::with_symbols;

/// Limit of the candidate bounds.
const MAX_BOUNDS: usize = 8;

/// Selects the least or the greatest of several numbers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Extreme {
    /// The least, as in `affine.min`.
    Least,
    /// The greatest, as in `affine.max`.
    Greatest,
}

/// A bound that is the least or the greatest of several affine expressions.
///
/// If each expression bounds the variable by itself, the bound is the greatest of the lower bounds, or the least of the
/// upper bounds. If no expression does so by itself, but in every case one of them does, it is the reverse.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Bounds {
    /// Whether the bound is the least or the greatest of the expressions.
    pub extreme: Extreme,
    /// The expressions, each as an affine map with one result.
    pub all: Vec<Bound>,
}

impl Bounds {
    /// The bound as one affine map over symbols with a result per expression, and its operands, in the form that
    /// `affine.min` and `affine.max` take.
    pub fn as_map(&self) -> (AffineMap, Vec<Column>) {
        let mut operands: Vec<Column> = vec![];
        let mut results = vec![];
        for bound in &self.all {
            let places: Vec<u32> = bound
                .operands
                .iter()
                .map(|column| {
                    let known = operands.iter().position(|other| other == column);
                    known.unwrap_or_else(|| {
                        operands.push(*column);
                        operands.len() - 1
                    }) as u32
                })
                .collect();
            let expressions = bound.map.results.iter();
            results.extend(expressions.map(|it| with_symbols(it, &places)));
        }
        let map = AffineMap {
            dims: 0,
            symbols: operands.len() as u32,
            results,
        };
        (map, operands)
    }

    /// The bound as a term over columns.
    pub fn as_term(&self) -> Option<Expr<Column>> {
        let terms: Option<Vec<_>> = self.all.iter().map(Bound::as_term).collect();
        let mut terms = terms?;
        let operator = match self.extreme {
            Extreme::Least => Operator::Min,
            Extreme::Greatest => Operator::Max,
        };
        let first = terms.remove(0);
        let both = |a, b| Expr::apply(operator, [a, b]);
        Some(terms.into_iter().fold(first, both))
    }
}

impl Question<'_> {
    /// All bounds at the question's point.
    pub(super) fn all_bounds(&self, analysis: &mut Analysis<'_>) -> Result<Bounds, Unknown> {
        let first = self.closed_bound(analysis);
        let kind = self.kind;
        if kind == BoundKind::Equal {
            let all = vec![first?];
            let extreme = Extreme::Least;
            return Ok(Bounds { extreme, all });
        }
        let mut search = self.search(analysis, self.allowed.as_deref().unwrap_or(&|_| false));
        let (towards, sign) = match kind {
            BoundKind::Lower => (Towards::Below, Int::ONE),
            _ => (Towards::Above, Int::NEG_ONE),
        };
        let term = self.variable.as_term();
        let (by_itself, in_cases) = match kind {
            BoundKind::Lower => (Extreme::Greatest, Extreme::Least),
            _ => (Extreme::Least, Extreme::Greatest),
        };
        let (extreme, found) = match first {
            Ok(first) => {
                let mut found = vec![first];
                found.extend(search.each_by_itself(term, towards, &sign));
                (by_itself, search.undominated(found, &sign))
            }
            Err(unknown) => {
                let cases = search.one_in_each_case(term, towards, &sign);
                (in_cases, search.undominated(cases.ok_or(unknown)?, &-sign))
            }
        };
        let all = found
            .into_iter()
            .map(|bound| bound.shifted(&self.open()))
            .collect();
        Ok(Bounds { extreme, all })
    }
}

impl Search<'_, '_, '_> {
    fn form_of(&mut self, term: &Expr<Column>) -> Form {
        let class = self.analysis.engine.class_of_term(term);
        self.analysis.engine.form(class)
    }

    fn at_least(&mut self, form: &Form, point: Option<Point>) -> Option<Int> {
        self.analysis.engine.best_lower_bound(form, point).ok()
    }

    /// Bounds that hold by themselves: those from definitions, a constant, allowed columns plus a constant.
    fn each_by_itself(&mut self, term: &Expr<Column>, towards: Towards, sign: &Int) -> Vec<Bound> {
        let mut terms: Vec<AffineTerm> = vec![];
        for bound in alternatives(&mut self.analysis.engine, &self.frontier, term, towards) {
            terms.extend(self.by_definition(&bound));
        }
        let Some(form) = self.form_of(term).scale(sign) else {
            return vec![];
        };
        if let Some(bound) = self.at_least(&form, self.point) {
            terms.extend(stop_condition::from_columns(&(bound * sign), &[]));
        }
        for column in self.candidates(term) {
            let own = self.form_of(&Expr::Leaf(column)).scale(sign);
            let difference = own.and_then(|own| form.sub(&own));
            if let Some(difference) = difference
                && let Some(bound) = self.at_least(&difference, self.point)
            {
                let bound = bound * sign;
                terms.extend(stop_condition::from_columns(&bound, &[(column, Int::ONE)]));
            }
        }
        let valid_at = self.point;
        terms.truncate(MAX_BOUNDS);
        let bounds = terms.into_iter();
        bounds.map(|term| Bound::new(term, valid_at)).collect()
    }

    /// A bound for each case of the definitions; `None` if a case has no bound.
    fn one_in_each_case(
        &mut self,
        term: &Expr<Column>,
        towards: Towards,
        sign: &Int,
    ) -> Option<Vec<Bound>> {
        let cases = cases(&mut self.analysis.engine, &self.frontier, term, towards)?;
        let mut found = vec![];
        for case in cases {
            let form = self.form_of(&case).scale(sign)?;
            let bound = match self.by_definition(&case) {
                Some(bound) => bound,
                None => self.one_sided(&case, &form, sign).ok()?,
            };
            found.push(Bound::new(bound, self.point));
        }
        Some(found)
    }

    /// The bound of one case of the definitions that bounds the other cases, too.
    pub(super) fn in_all_cases(
        &mut self,
        term: &Expr<Column>,
        kind: BoundKind,
    ) -> Option<AffineTerm> {
        let (towards, sign) = match kind {
            BoundKind::Lower => (Towards::Below, Int::ONE),
            BoundKind::Upper => (Towards::Above, Int::NEG_ONE),
            BoundKind::Equal => return None,
        };
        let cases = self.one_in_each_case(term, towards, &sign)?;
        let mut left = self.undominated(cases, &-sign).into_iter();
        match (left.next(), left.next()) {
            (Some(Bound { map, operands, .. }), None) => Some(AffineTerm { map, operands }),
            _ => None,
        }
    }

    /// Removes redundant bounds: with sign 1, those that are always below another one. The first of equal bounds stays.
    fn undominated(&mut self, bounds: Vec<Bound>, sign: &Int) -> Vec<Bound> {
        let mut kept: Vec<(Bound, Form)> = vec![];
        for bound in bounds {
            let term = bound.as_term();
            let Some(form) = term.and_then(|term| self.form_of(&term).scale(sign)) else {
                continue;
            };
            let point = self.point;
            let is_below = |search: &mut Self, a: &Form, b: &Form| {
                let difference = b.sub(a);
                difference
                    .and_then(|difference| search.at_least(&difference, point))
                    .is_some_and(|least| least >= Int::ZERO)
            };
            let forms: Vec<Form> = kept.iter().map(|(_, form)| form.clone()).collect();
            if forms.iter().any(|other| is_below(self, &form, other)) {
                continue;
            }
            let mut stays = forms.iter().map(|other| !is_below(self, other, &form));
            let stays: Vec<bool> = stays.by_ref().collect();
            let mut stays = stays.into_iter();
            kept.retain(|_| stays.next().unwrap_or(true));
            kept.push((bound, form));
        }
        kept.into_iter().map(|(bound, _)| bound).collect()
    }
}
