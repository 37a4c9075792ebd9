//! Queries for bounds: constants, or affine expressions in other columns.

use super::bounds::Bounds;
use super::search::{Search, constant};
use super::stop_condition::{self, AffineTerm, StopCondition};
use super::{Analysis, Unknown, Variable};
use crate::number::Int;
use crate::program::{AffineMap, Column, Point};
use calipers_support::affine::plus;
use std::cell::RefCell;

/// The kind of a bound.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BoundKind {
    /// `variable >= bound`.
    Lower,
    /// `variable <= bound` (closed), or `variable < bound` (open).
    Upper,
    /// `variable = bound`.
    Equal,
}

/// A bound: an affine expression over columns.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Bound {
    /// An affine map of one result over symbols only.
    pub map: AffineMap,
    /// Its operands, in order of first occurrence in the definitions that led to them.
    pub operands: Vec<Column>,
    /// The point from which on it holds; `None` if it holds by definitions alone.
    pub valid_at: Option<Point>,
}

impl Bound {
    pub(super) fn new(term: AffineTerm, valid_at: Option<Point>) -> Bound {
        let AffineTerm { map, operands } = term;
        Bound {
            map,
            operands,
            valid_at,
        }
    }

    /// `bound + shift`.
    pub(super) fn shifted(self, shift: &Int) -> Bound {
        let Bound {
            map,
            operands,
            valid_at,
        } = self;
        Bound::new(shifted(AffineTerm { map, operands }, shift), valid_at)
    }

    /// The bound as an integer, if it is constant.
    pub fn as_constant(&self) -> Option<&Int> {
        self.map
            .results
            .first()
            .and_then(|result| result.as_constant())
    }
}

/// A query for a bound. By default it is closed and constant.
pub struct BoundQuery<'a, 'p> {
    analysis: &'a mut Analysis<'p>,
    question: Question<'a>,
}

/// The parameters of a query.
pub(super) struct Question<'a> {
    pub(super) kind: BoundKind,
    pub(super) variable: Variable,
    pub(super) closed: bool,
    pub(super) semi_affine: bool,
    pub(super) point: Option<Point>,
    /// The columns that the bound may mention; only constants if `None`.
    pub(super) allowed: Option<Box<dyn Fn(Column) -> bool + 'a>>,
    /// The allowed columns, if the caller listed them.
    pub(super) listed: Vec<Column>,
}

impl<'a, 'p> BoundQuery<'a, 'p> {
    pub(super) fn new(
        analysis: &'a mut Analysis<'p>,
        kind: BoundKind,
        variable: Variable,
    ) -> BoundQuery<'a, 'p> {
        BoundQuery {
            analysis,
            question: Question {
                kind,
                variable,
                closed: true,
                semi_affine: false,
                point: None,
                allowed: None,
                listed: vec![],
            },
        }
    }

    /// Whether an upper bound is inclusive (closed) or exclusive (open).
    pub fn closed(mut self, closed: bool) -> Self {
        self.question.closed = closed;
        self
    }

    /// Whether the bound may contain products of columns, as the offset of a slice does. Its map is then semi-affine.
    pub fn semi_affine(mut self, semi_affine: bool) -> Self {
        self.question.semi_affine = semi_affine;
        self
    }

    /// Sets the point at which the bound must hold.
    pub fn at(mut self, point: Point) -> Self {
        self.question.point = Some(point);
        self
    }

    /// Allows the bound to mention the columns that satisfy a predicate. The search visits the columns that the
    /// variable's definitions and facts lead to. A constant bound stays constant.
    pub fn in_terms_of(mut self, allowed: impl Fn(Column) -> bool + 'a) -> Self {
        self.question.allowed = Some(Box::new(allowed));
        self
    }

    /// Allows the bound to mention the listed columns, the preferred ones first. The search also uses the definitions
    /// of these columns: `x` is `a - 1` if `a` is defined as `x + 1`. The default point is then the first at which the
    /// variable and the listed columns exist, if they share one.
    pub fn in_terms_of_these(self, columns: impl IntoIterator<Item = Column>) -> Self {
        let listed: Vec<Column> = columns.into_iter().collect();
        let allowed = listed.clone();
        let mut query = self.in_terms_of(move |column| allowed.contains(&column));
        query.question.listed = listed;
        query
    }

    /// The affine expression that the variable equals by definitions. Facts at the point may select among them; there
    /// is no further search.
    pub(super) fn by_definition(self) -> Option<Bound> {
        let BoundQuery { analysis, question } = self;
        question.by_definition(analysis)
    }

    /// Computes the bound. The order of preference is: an affine equality, a constant, the first bound that definitions
    /// and facts lead to. For a lower or upper bound, a constant precedes an equality that has quotients and
    /// mentions columns beyond the first definition.
    ///
    /// # Errors
    /// [`Unknown`], with the reason why there is no bound.
    pub fn compute(self) -> Result<Bound, Unknown> {
        let BoundQuery { analysis, question } = self;
        question.answered(analysis, Question::bound)
    }

    /// Computes all lower or upper bounds, without those that another bound makes redundant at the point. The first one
    /// is the result of [`compute`](BoundQuery::compute). An equality is a single bound.
    ///
    /// Costs a few linear programs per pair of candidate bounds.
    ///
    /// # Errors
    /// [`Unknown`], with the reason why there is no bound.
    pub fn compute_all(self) -> Result<Bounds, Unknown> {
        let BoundQuery {
            analysis,
            mut question,
        } = self;
        question.allowed.get_or_insert_with(|| Box::new(|_| false));
        question.answered(analysis, Question::all_bounds)
    }
}

impl Question<'_> {
    /// Asks the question at its point, or at the default point.
    fn answered<'p, T>(
        mut self,
        analysis: &mut Analysis<'p>,
        ask: fn(&Self, &mut Analysis<'p>) -> T,
    ) -> T {
        let point = self.point;
        self.point = point.or_else(|| analysis.point_of_question(&self.variable, &self.listed));
        analysis.answer(self.point, |analysis| ask(&self, analysis))
    }

    fn by_definition(&self, analysis: &mut Analysis<'_>) -> Option<Bound> {
        analysis.engine.class_of_term(self.variable.as_term());
        if let Some(point) = self.point {
            analysis.engine.enter(point);
        }
        let mut search = self.search(analysis, self.allowed.as_deref()?);
        let found = search.by_definition(self.variable.as_term())?;
        Some(Bound::new(found, self.point))
    }

    /// A search for a bound in terms of the allowed columns.
    pub(super) fn search<'s, 'p>(
        &'s self,
        analysis: &'s mut Analysis<'p>,
        allowed: &'s dyn Fn(Column) -> bool,
    ) -> Search<'s, 'p, 's> {
        Search {
            analysis,
            frontier: StopCondition {
                allowed,
                point: self.point,
                semi_affine: self.semi_affine,
                by_facts: self.kind == BoundKind::Equal,
                compared: RefCell::default(),
            },
            listed: &self.listed,
            point: self.point,
        }
    }

    /// The difference between an open and a closed bound.
    pub(super) fn open(&self) -> Int {
        Int::from(self.kind == BoundKind::Upper && !self.closed)
    }

    fn bound(&self, analysis: &mut Analysis<'_>) -> Result<Bound, Unknown> {
        let bound = self.closed_bound(analysis)?;
        Ok(bound.shifted(&self.open()))
    }

    /// The closed bound at the question's point.
    pub(super) fn closed_bound(&self, analysis: &mut Analysis<'_>) -> Result<Bound, Unknown> {
        let Question { kind, point, .. } = *self;
        let term = self.variable.as_term();
        for &column in &self.listed {
            analysis.engine.class(column);
        }
        let class = analysis.engine.class_of_term(term);
        if let Some(point) = point {
            analysis.engine.enter(point);
        }
        if let Some(unknown) = analysis.unanswerable() {
            return Err(unknown);
        }
        let form = analysis.engine.form(class);
        let found = match self.allowed.as_deref() {
            None => constant(&mut analysis.engine, kind, &form, point)
                .map(|constant| stop_condition::from_columns(&constant, &[])),
            Some(allowed) => {
                let mut search = self.search(analysis, allowed);
                let found = match kind {
                    BoundKind::Equal => search.equal(term, &form),
                    BoundKind::Lower => search.lower(term, &form),
                    BoundKind::Upper => search.upper(term, &form),
                };
                let found = found.or_else(|unknown| search.in_all_cases(term, kind).ok_or(unknown));
                found.map(Some)
            }
        };
        let found = analysis.tightened(kind, (term, &form), point, found);
        let found = found.map_err(|budget| analysis.why_unknown(budget, &[term]))?;
        let found = found.ok_or(Unknown::NoBound)?;
        Ok(Bound::new(found, point))
    }
}

impl Analysis<'_> {
    /// The default point of a question: right after the latest definition among the values of the variable and of the
    /// listed columns.
    pub(super) fn point_of_question(
        &self,
        variable: &Variable,
        listed: &[Column],
    ) -> Option<Point> {
        let columns = variable.columns().into_iter().chain(listed.iter().copied());
        let together = self.engine.common_point(columns);
        together.or_else(|| self.default_point(variable))
    }

    /// The best constant bound at a point (the default point if `None`).
    ///
    /// # Errors
    /// [`Unknown`], with the reason why there is no bound.
    pub fn constant_bound(
        &mut self,
        kind: BoundKind,
        variable: &Variable,
        point: Option<Point>,
    ) -> Result<Int, Unknown> {
        let mut query = self.bound(kind, variable.clone());
        query.question.point = point;
        let bound = query.compute()?;
        bound.as_constant().cloned().ok_or(Unknown::NoBound)
    }
}

impl Analysis<'_> {
    /// The best constant bounds of many variables, each at its default point. All their columns are defined in one pass
    /// before the first bound is computed.
    ///
    /// ```
    /// use calipers::analysis::{Analysis, BoundKind, Variable};
    /// use calipers::ir::{Module, ParseOptions};
    /// use calipers::rules::Rules;
    ///
    /// let text = "func.func @f(%n: index) {
    ///   %a = affine.min affine_map<(d0) -> (d0, 8)>(%n)
    ///   %b = affine.apply affine_map<(d0) -> (d0 + 1)>(%a)
    ///   return
    /// }";
    /// let module = Module::parse(text, "f.mlir", ParseOptions::default())?;
    /// let values = ["%a", "%b", "%n"].map(|name| module.value_named(name).expect("it is there"));
    /// let rules = Rules::embedded();
    /// let mut analysis = Analysis::new(&module, &rules);
    /// let bounds = analysis.bounds(BoundKind::Upper, &values.map(Variable::value));
    /// assert_eq!(bounds[..2], [Ok(8.into()), Ok(9.into())]);
    /// assert!(bounds[2].is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Unknown`] for each variable without a bound, with the reason.
    pub fn bounds(&mut self, kind: BoundKind, variables: &[Variable]) -> Vec<Result<Int, Unknown>> {
        let terms = variables.iter().map(Variable::as_term);
        self.engine.define_all(terms);
        let bound = |variable| self.constant_bound(kind, variable, None);
        variables.iter().map(bound).collect()
    }
}

/// `term + shift`.
fn shifted(term: AffineTerm, shift: &Int) -> AffineTerm {
    if shift.is_zero() {
        return term;
    }
    let results = term
        .map
        .results
        .into_iter()
        .map(|result| plus(&result, shift))
        .collect();
    AffineTerm {
        map: AffineMap {
            results,
            ..term.map
        },
        operands: term.operands,
    }
}
