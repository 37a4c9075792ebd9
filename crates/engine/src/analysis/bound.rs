//! Bounds: constant, or in terms of other columns.

use super::bounds::Bounds;
use super::search::{Search, constant};
use super::stop_condition::{self, AffineTerm, StopCondition};
use super::{Analysis, Unknown, Variable};
use crate::number::Int;
use crate::program::{AffineMap, Column, Point};

/// Which bound.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BoundKind {
    /// The variable is at least this.
    Lower,
    /// The variable is at most (closed) or less than (open) this.
    Upper,
    /// The variable is this.
    Equal,
}

/// A bound, as data: an affine expression over columns.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Bound {
    /// An affine map of one result over symbols only.
    pub map: AffineMap,
    /// Its operands, in order of first occurrence in the definitions that led to them.
    pub operands: Vec<Column>,
    /// The point from which on it holds; none if it holds by definitions alone.
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

    /// `bound + shift`
    pub(super) fn shifted(self, shift: &Int) -> Bound {
        let Bound {
            map,
            operands,
            valid_at,
        } = self;
        Bound::new(shifted(AffineTerm { map, operands }, shift), valid_at)
    }

    /// The integer that it is, if it is one.
    pub fn as_constant(&self) -> Option<&Int> {
        self.map
            .results
            .first()
            .and_then(|result| result.as_constant())
    }
}

/// A question for a bound. Closed and in terms of nothing (a constant) unless said otherwise.
pub struct BoundQuery<'a, 'p> {
    analysis: &'a mut Analysis<'p>,
    question: Question<'a>,
}

/// What is asked of an analysis.
pub(super) struct Question<'a> {
    pub(super) kind: BoundKind,
    pub(super) variable: Variable,
    pub(super) closed: bool,
    pub(super) semi_affine: bool,
    pub(super) point: Option<Point>,
    /// None: only constants.
    pub(super) allowed: Option<Box<dyn Fn(Column) -> bool + 'a>>,
    /// The columns that are allowed, where they were listed.
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

    /// Whether an upper bound is the greatest value (closed) or one more (open).
    pub fn closed(mut self, closed: bool) -> Self {
        self.question.closed = closed;
        self
    }

    /// Whether it may have products of columns in it, as the offset of a slice has; then its map is
    /// semi-affine.
    pub fn semi_affine(mut self, semi_affine: bool) -> Self {
        self.question.semi_affine = semi_affine;
        self
    }

    /// The point at which it is to hold.
    pub fn at(mut self, point: Point) -> Self {
        self.question.point = Some(point);
        self
    }

    /// The columns in terms of which it may be told: those that its own definitions and the facts about
    /// it lead to. Constants are always told as such.
    pub fn in_terms_of(mut self, allowed: impl Fn(Column) -> bool + 'a) -> Self {
        self.question.allowed = Some(Box::new(allowed));
        self
    }

    /// The few columns in terms of which it may be told, those to be preferred first. What these are defined
    /// by counts as well, so that `x` is `a - 1` where `a` is `x + 1`; and by default it is told where they
    /// exist, too, if they share a point with the variable.
    pub fn in_terms_of_these(self, columns: impl IntoIterator<Item = Column>) -> Self {
        let listed: Vec<Column> = columns.into_iter().collect();
        let allowed = listed.clone();
        let mut query = self.in_terms_of(move |column| allowed.contains(&column));
        query.question.listed = listed;
        query
    }

    /// The affine expression that it equals by definitions, as far as facts at the point choose among
    /// them; nothing is searched for.
    pub(super) fn by_definition(self) -> Option<Bound> {
        let BoundQuery { analysis, question } = self;
        question.by_definition(analysis)
    }

    /// Computes it. Of several bounds: an affine equality (of bounds on one side only if it has no
    /// quotients in it, or none of columns further away than the first definition), else a constant,
    /// else the first that the definitions and facts lead to.
    ///
    /// # Errors
    /// [`Unknown`]: why there is none.
    pub fn compute(self) -> Result<Bound, Unknown> {
        let BoundQuery { analysis, question } = self;
        question.answered(analysis, Question::bound)
    }

    /// Computes all lower or upper bounds that are found, without those that another one of them
    /// makes superfluous at the point; the one that [`compute`](BoundQuery::compute) gives is first.
    /// Of an equality there is one.
    ///
    /// Costs a few linear programs for each pair of bounds that come into question.
    ///
    /// # Errors
    /// [`Unknown`]: why there is none.
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
    /// Asks it at its point.
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

    /// The search for a bound in terms of what is allowed.
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
            },
            listed: &self.listed,
            point: self.point,
        }
    }

    /// What an open bound is more than a closed one.
    pub(super) fn open(&self) -> Int {
        Int::from(self.kind == BoundKind::Upper && !self.closed)
    }

    fn bound(&self, analysis: &mut Analysis<'_>) -> Result<Bound, Unknown> {
        let bound = self.closed_bound(analysis)?;
        Ok(bound.shifted(&self.open()))
    }

    /// The bound at the question's point; an upper one is the greatest value.
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
                found.map(Some)
            }
        };
        let found = analysis.tightened(kind, term, point, found);
        let found = found.map_err(|budget| analysis.why_unknown(budget, &[term]))?;
        let found = found.ok_or(Unknown::NoBound)?;
        Ok(Bound::new(found, point))
    }
}

impl Analysis<'_> {
    /// Where a bound is told by default: right after the latest definition among the values of the
    /// variable and of what it is told in terms of.
    pub(super) fn point_of_question(
        &self,
        variable: &Variable,
        listed: &[Column],
    ) -> Option<Point> {
        let columns = variable.columns().into_iter().chain(listed.iter().copied());
        let together = self.engine.common_point(columns);
        together.or_else(|| self.default_point(variable))
    }

    /// The best constant bound at a point (the default one if none is given).
    ///
    /// # Errors
    /// [`Unknown`]: why there is none.
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
    /// The best constant bounds of many variables, each at its default point. What they are made of is
    /// unfolded in one pass before the first is bounded.
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
    /// [`Unknown`], of each by itself: why there is none.
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
        .map(|result| result.plus(shift))
        .collect();
    AffineTerm {
        map: AffineMap {
            results,
            ..term.map
        },
        operands: term.operands,
    }
}
