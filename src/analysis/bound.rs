//! Bounds: constant, or in terms of other columns.

use super::alternatives::{Towards, alternatives};
use super::frontier::{self, AffineTerm, Depth, Frontier};
use super::{Analysis, Unknown, Variable};
use crate::number::Int;
use crate::program::{AffineExpr, AffineMap, Column, Point};
use crate::solve::{Effort, Engine, Lower};
use crate::term::{Expr, Form};
use hashbrown::HashSet;

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
    pub(super) analysis: &'a mut Analysis<'p>,
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
            kind,
            variable,
            closed: true,
            semi_affine: false,
            point: None,
            allowed: None,
            listed: vec![],
        }
    }

    /// Whether an upper bound is the greatest value (closed) or one more (open).
    pub fn closed(mut self, closed: bool) -> Self {
        self.closed = closed;
        self
    }

    /// Whether it may have products of columns in it, as the offset of a slice has; then its map is
    /// semi-affine.
    pub fn semi_affine(mut self, semi_affine: bool) -> Self {
        self.semi_affine = semi_affine;
        self
    }

    /// The point at which it is to hold.
    pub fn at(mut self, point: Point) -> Self {
        self.point = Some(point);
        self
    }

    /// The columns in terms of which it may be told: those that its own definitions and the facts about
    /// it lead to. Constants are always told as such.
    pub fn in_terms_of(mut self, allowed: impl Fn(Column) -> bool + 'a) -> Self {
        self.allowed = Some(Box::new(allowed));
        self
    }

    /// The few columns in terms of which it may be told. What these are defined by counts as well, so
    /// that `x` is `a - 1` where `a` is `x + 1`; and by default it is told where they exist, too, if they
    /// share a point with the variable.
    pub fn in_terms_of_these(self, columns: impl IntoIterator<Item = Column>) -> Self {
        let listed: Vec<Column> = columns.into_iter().collect();
        let allowed = listed.clone();
        let query = self.in_terms_of(move |column| allowed.contains(&column));
        BoundQuery { listed, ..query }
    }

    /// The affine expression that it equals by definitions, as far as facts at the point choose among
    /// them; nothing is searched for.
    pub(super) fn by_definition(self) -> Option<Bound> {
        let point = self.point;
        let allowed = self.allowed?;
        let engine = &mut self.analysis.engine;
        engine.class_of_term(self.variable.as_term());
        if let Some(point) = point {
            engine.enter(point);
        }
        let frontier = Frontier {
            allowed: &*allowed,
            point,
            semi_affine: self.semi_affine,
            by_facts: self.kind == BoundKind::Equal,
        };
        let mut search = Search {
            analysis: self.analysis,
            frontier,
            listed: self.listed,
            point,
        };
        let found = search.by_definition(self.variable.as_term())?;
        Some(Bound::new(found, point))
    }

    /// Computes it. Of several bounds: an affine equality (of bounds on one side only if it has no
    /// quotients in it, or none of columns further away than the first definition), else a constant,
    /// else the first that the definitions and facts lead to.
    ///
    /// # Errors
    /// [`Unknown`]: why there is none.
    pub fn compute(self) -> Result<Bound, Unknown> {
        let BoundQuery {
            analysis,
            kind,
            variable,
            closed,
            semi_affine,
            point,
            allowed,
            listed,
        } = self;
        let point = point.or_else(|| analysis.point_of_question(&variable, &listed));
        for &column in &listed {
            analysis.engine.class(column);
        }
        let class = analysis.engine.class_of_term(variable.as_term());
        if let Some(point) = point {
            analysis.engine.enter(point);
        }
        if let Some(unknown) = analysis.unanswerable() {
            return Err(unknown);
        }
        let open = Int::from(kind == BoundKind::Upper && !closed);
        let form = analysis.engine.form(class);
        let Some(allowed) = allowed else {
            let constant = constant(&mut analysis.engine, kind, &form, point);
            let constant =
                constant.map_err(|budget| analysis.why_unknown(budget, &[variable.as_term()]))?;
            let term = frontier::from_columns(&constant, &[]).ok_or(Unknown::NoBound)?;
            return Ok(Bound::new(shifted(term, &open), point));
        };
        let frontier = Frontier {
            allowed: &*allowed,
            point,
            semi_affine,
            by_facts: kind == BoundKind::Equal,
        };
        let mut search = Search {
            analysis,
            frontier,
            listed,
            point,
        };
        let found = match kind {
            BoundKind::Equal => search.equal(variable.as_term(), &form),
            BoundKind::Lower => search.lower(variable.as_term(), &form),
            BoundKind::Upper => search.upper(variable.as_term(), &form),
        };
        let found = found.map_err(|budget| {
            let analysis = &mut *search.analysis;
            analysis.why_unknown(budget, &[variable.as_term()])
        })?;
        Ok(Bound::new(shifted(found, &open), point))
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
        query.point = point;
        let bound = query.compute()?;
        bound.as_constant().cloned().ok_or(Unknown::NoBound)
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

pub(super) struct Search<'a, 'p, 'f> {
    pub(super) analysis: &'a mut Analysis<'p>,
    pub(super) frontier: Frontier<'f>,
    /// The allowed columns, where they were listed.
    pub(super) listed: Vec<Column>,
    pub(super) point: Option<Point>,
}

/// A bound, or whether a budget ran out while none was found.
pub(super) type Found = Result<AffineTerm, bool>;

impl Search<'_, '_, '_> {
    pub(super) fn by_definition(&mut self, term: &Expr<Column>) -> Option<AffineTerm> {
        [Depth::First, Depth::Last].into_iter().find_map(|depth| {
            frontier::affine_equality(&mut self.analysis.engine, term, &self.frontier, depth)
        })
    }

    fn equal(&mut self, term: &Expr<Column>, form: &Form) -> Found {
        if let Some(equality) = self.by_definition(term) {
            return Ok(equality);
        }
        let fixed = constant(
            &mut self.analysis.engine,
            BoundKind::Equal,
            form,
            self.point,
        );
        let budget = match fixed {
            Ok(value) => return frontier::from_columns(&value, &[]).ok_or(false),
            Err(budget) => budget,
        };
        for column in self.candidates(term) {
            let class = self.analysis.engine.class(column);
            let difference = form.sub(&self.analysis.engine.form(class));
            let Some(difference) = difference else {
                continue;
            };
            let fixed = constant(
                &mut self.analysis.engine,
                BoundKind::Equal,
                &difference,
                self.point,
            );
            if let Ok(value) = fixed {
                return frontier::from_columns(&value, &[(column, Int::ONE)]).ok_or(false);
            }
        }
        Err(budget)
    }

    fn lower(&mut self, term: &Expr<Column>, form: &Form) -> Found {
        match self.by_definition(term) {
            Some(equality) => Ok(self.simplest(BoundKind::Lower, term, form, equality)),
            None => self.one_sided(term, form, &Int::ONE),
        }
    }

    fn upper(&mut self, term: &Expr<Column>, form: &Form) -> Found {
        match self.by_definition(term) {
            Some(equality) => Ok(self.simplest(BoundKind::Upper, term, form, equality)),
            None => self.one_sided(term, &form.neg(), &Int::NEG_ONE),
        }
    }

    /// What a term is equal to, or a number where one bounds it and the equality has quotients of what
    /// lies behind columns that may not be named.
    fn simplest(
        &mut self,
        kind: BoundKind,
        term: &Expr<Column>,
        form: &Form,
        equality: AffineTerm,
    ) -> AffineTerm {
        if !equality.map.results.iter().any(AffineExpr::divides) {
            return equality;
        }
        let mut near = vec![];
        term.for_each_leaf(&mut |&column| near.push(column));
        for column in near.clone() {
            if let Some(definition) = self.analysis.engine.definition(column) {
                definition
                    .term
                    .for_each_leaf(&mut |&column| near.push(column));
            }
        }
        if equality.operands.iter().all(|it| near.contains(it)) {
            return equality;
        }
        let number = constant(&mut self.analysis.engine, kind, form, self.point).ok();
        let number = number.and_then(|number| frontier::from_columns(&number, &[]));
        number.unwrap_or(equality)
    }

    /// A lower bound of `sign·term`, whose form is given, as a bound of `term`.
    pub(super) fn one_sided(&mut self, term: &Expr<Column>, form: &Form, sign: &Int) -> Found {
        let engine = &mut self.analysis.engine;
        let budget = match engine.lower_bound(form, self.point, Effort::Best) {
            Lower::Bound(bound, _) => {
                return frontier::from_columns(&(bound * sign), &[]).ok_or(false);
            }
            Lower::Unreachable(_) => return Err(false),
            Lower::None { budget } => budget,
        };
        if let Some(found) = self.by_alternatives(term, sign) {
            return Ok(found);
        }
        let candidates = self.candidates(term);
        // What is allowed stays; what is not is bounded by a constant.
        if let Some(found) = self.keeping_allowed(form, &candidates, sign) {
            return Ok(found);
        }
        for &column in &candidates {
            let class = self.analysis.engine.class(column);
            let own = self.analysis.engine.form(class).scale(sign);
            let Some(difference) = own.and_then(|own| form.sub(&own)) else {
                continue;
            };
            if let Lower::Bound(bound, _) =
                self.analysis
                    .engine
                    .lower_bound(&difference, self.point, Effort::Best)
            {
                let term = frontier::from_columns(&(bound * sign), &[(column, Int::ONE)]);
                return term.ok_or(false);
            }
        }
        self.by_elimination(form, &candidates, sign).ok_or(budget)
    }

    /// The first of several bounds that definitions give.
    fn by_alternatives(&mut self, term: &Expr<Column>, sign: &Int) -> Option<AffineTerm> {
        let towards = match *sign == Int::ONE {
            true => Towards::Below,
            false => Towards::Above,
        };
        let engine = &mut self.analysis.engine;
        let all = alternatives(engine, &self.frontier, term, towards);
        if all.len() < 2 {
            return None;
        }
        all.iter().find_map(|bound| self.by_definition(bound))
    }

    fn keeping_allowed(
        &mut self,
        form: &Form,
        candidates: &[Column],
        sign: &Int,
    ) -> Option<AffineTerm> {
        let (kept, rest) = self.split(form, candidates)?;
        if kept.is_empty() {
            return None;
        }
        let bound = self
            .analysis
            .engine
            .lower_bound(&rest, self.point, Effort::Best)
            .bound()?
            .clone();
        let kept: Vec<(Column, Int)> = kept
            .into_iter()
            .map(|(column, k)| (column, k * sign))
            .collect();
        frontier::from_columns(&(bound * sign), &kept)
    }

    /// A form as allowed columns, in the order of the candidates, and the rest.
    fn split(&mut self, form: &Form, candidates: &[Column]) -> Option<(Vec<(Column, Int)>, Form)> {
        let mut kept = vec![];
        let mut rest = form.clone();
        for &column in candidates {
            let class = self.analysis.engine.class(column);
            let Some(atom) = self.analysis.engine.form(class).as_atom() else {
                continue;
            };
            let k = rest.coefficient(&atom);
            if !k.is_zero() {
                rest = rest.substitute(atom, &Form::zero())?;
                kept.push((column, k));
            }
        }
        Some((kept, rest))
    }

    /// Replaces atoms that may not be mentioned by what bounds them, until only allowed columns
    /// and what a constant bounds are left.
    fn by_elimination(
        &mut self,
        form: &Form,
        candidates: &[Column],
        sign: &Int,
    ) -> Option<AffineTerm> {
        let rows = self.analysis.engine.rows_around(form, self.point);
        let mut work = std::collections::VecDeque::from([(form.clone(), 0)]);
        let mut seen = HashSet::new();
        while let Some((form, depth)) = work.pop_front() {
            if !seen.insert(form.clone()) || seen.len() > 128 {
                continue;
            }
            let (kept, rest) = self.split(&form, candidates)?;
            if !kept.is_empty()
                && self
                    .analysis
                    .engine
                    .form_range_at(&rest, self.point)
                    .lower()
                    .is_some()
            {
                return self.keeping_allowed(&form, candidates, sign);
            }
            if depth == 6 {
                continue;
            }
            let store = self.analysis.engine.store();
            let Some(&atom) = store.atoms_in_order(&rest).first() else {
                continue;
            };
            let k = rest.coefficient(&atom);
            for (row, is_equality) in &rows {
                let own = row.coefficient(&atom);
                if own.is_zero() || !(&k % &own).is_zero() {
                    continue;
                }
                let multiplier = &k / &own;
                if multiplier < Int::ZERO && !is_equality {
                    continue;
                }
                if let Some(next) = form.add_scaled(&-multiplier, row) {
                    work.push_back((next, depth + 1));
                }
            }
        }
        None
    }

    /// The allowed columns that definitions and facts lead to, in order of first occurrence, and what
    /// else was listed.
    pub(super) fn candidates(&mut self, term: &Expr<Column>) -> Vec<Column> {
        let mut found = vec![];
        let mut seen = HashSet::new();
        let mut work = std::collections::VecDeque::new();
        term.for_each_leaf(&mut |&column| work.push_back(column));
        while let Some(column) = work.pop_front() {
            if !seen.insert(column) || seen.len() > 256 {
                continue;
            }
            let class = self.analysis.engine.class(column);
            if self.analysis.engine.store().as_constant(class).is_some() {
                continue;
            }
            if self.frontier.admits(&self.analysis.engine, column) {
                found.push(column);
                if found.len() >= 16 {
                    break;
                }
            }
            if let Some(definition) = self.analysis.engine.definition(column) {
                definition
                    .term
                    .for_each_leaf(&mut |&column| work.push_back(column));
            }
            work.extend(self.analysis.engine.related_columns(class, self.point));
        }
        for &column in &self.listed {
            if !found.contains(&column) && self.frontier.admits(&self.analysis.engine, column) {
                found.push(column);
            }
        }
        found
    }
}

/// A constant bound of a form, or whether a budget ran out while none was found.
fn constant(
    engine: &mut Engine<'_>,
    kind: BoundKind,
    form: &Form,
    point: Option<Point>,
) -> Result<Int, bool> {
    let lower = |engine: &mut Engine<'_>| bound_of(engine.lower_bound(form, point, Effort::Best));
    let upper = |engine: &mut Engine<'_>| {
        Ok(-bound_of(engine.lower_bound(
            &form.neg(),
            point,
            Effort::Best,
        ))?)
    };
    match kind {
        BoundKind::Lower => lower(engine),
        BoundKind::Upper => upper(engine),
        // Costs next to nothing beside the bounds.
        BoundKind::Equal if engine.is_seen_to_vary(form, point) => Err(false),
        BoundKind::Equal => {
            let lower = lower(engine)?;
            let above = Form::from_constant(lower.clone())
                .and_then(|lower| lower.sub(form))
                .ok_or(false)?;
            match engine.lower_bound(&above, point, Effort::Reach(0)) {
                Lower::Bound(bound, _) if bound >= Int::ZERO => Ok(lower),
                Lower::None { budget } => Err(budget),
                _ => Err(false),
            }
        }
    }
}

fn bound_of(lower: Lower) -> Result<Int, bool> {
    match lower {
        Lower::Bound(bound, _) => Ok(bound),
        Lower::Unreachable(_) => Err(false),
        Lower::None { budget } => Err(budget),
    }
}
