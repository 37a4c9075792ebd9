//! The search for a bound: by definitions, facts and linear programs.

use super::Analysis;
use super::alternatives::{Towards, alternatives};
use super::bound::BoundKind;
use super::stop_condition::{self, AffineTerm, Depth, StopCondition};
use crate::number::Int;
use crate::program::{Column, Point};
use crate::solve::{Effort, Engine, Lower};
use crate::term::{Expr, Form};
use calipers_support::affine::divides;
use hashbrown::HashSet;

/// A search for a bound over the columns that a stop condition admits.
pub(super) struct Search<'a, 'p, 'f> {
    pub(super) analysis: &'a mut Analysis<'p>,
    pub(super) frontier: StopCondition<'f>,
    /// The allowed columns, if the caller listed them.
    pub(super) listed: &'a [Column],
    pub(super) point: Option<Point>,
}

/// A bound with this many bits says no more than that the value fits into a register.
const WIDE: usize = 31;

/// A bound; the error says whether a budget was exhausted.
pub(super) type Found = Result<AffineTerm, bool>;

impl Search<'_, '_, '_> {
    pub(super) fn by_definition(&mut self, term: &Expr<Column>) -> Option<AffineTerm> {
        [Depth::First, Depth::Last].into_iter().find_map(|depth| {
            stop_condition::affine_equality(&mut self.analysis.engine, term, &self.frontier, depth)
        })
    }

    pub(super) fn equal(&mut self, term: &Expr<Column>, form: &Form) -> Found {
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
            Ok(value) => return stop_condition::from_columns(&value, &[]).ok_or(false),
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
                return stop_condition::from_columns(&value, &[(column, Int::ONE)]).ok_or(false);
            }
        }
        Err(budget)
    }

    pub(super) fn lower(&mut self, term: &Expr<Column>, form: &Form) -> Found {
        match self.by_definition(term) {
            Some(equality) => Ok(self.simplest(BoundKind::Lower, term, form, equality)),
            None => self.one_sided(term, form, &Int::ONE),
        }
    }

    pub(super) fn upper(&mut self, term: &Expr<Column>, form: &Form) -> Found {
        match self.by_definition(term) {
            Some(equality) => Ok(self.simplest(BoundKind::Upper, term, form, equality)),
            None => self.one_sided(term, &form.neg(), &Int::NEG_ONE),
        }
    }

    /// The equality; or a constant bound, if there is one and the equality has quotients and mentions columns beyond
    /// the first definition.
    fn simplest(
        &mut self,
        kind: BoundKind,
        term: &Expr<Column>,
        form: &Form,
        equality: AffineTerm,
    ) -> AffineTerm {
        if !equality.map.results.iter().any(divides) {
            return equality;
        }
        let (mut near, mut work) = (HashSet::new(), vec![]);
        term.for_each_leaf(&mut |&column| work.push((column, true)));
        while let Some((column, is_seen_through)) = work.pop() {
            if !near.insert(column) || !is_seen_through {
                continue;
            }
            let engine = &self.analysis.engine;
            let Some(definition) = engine.definition(column) else {
                continue;
            };
            // A chain of composed ops counts as one definition.
            let is_composed = |column| stop_condition::composed(engine, column).is_some();
            let goes_on = is_composed(column);
            let leaves = &mut |&leaf: &_| work.push((leaf, goes_on && is_composed(leaf)));
            definition.term.for_each_leaf(leaves);
        }
        if equality.operands.iter().all(|it| near.contains(it)) {
            return equality;
        }
        let number = constant(&mut self.analysis.engine, kind, form, self.point).ok();
        let number = number.and_then(|number| stop_condition::from_columns(&number, &[]));
        number.unwrap_or(equality)
    }

    /// A bound of `term` from a lower bound of `sign·term`, whose form is given.
    pub(super) fn one_sided(&mut self, term: &Expr<Column>, form: &Form, sign: &Int) -> Found {
        let engine = &mut self.analysis.engine;
        match engine.best_lower_bound(form, self.point) {
            Ok(bound) => {
                let number = stop_condition::from_columns(&(&bound * sign), &[]).ok_or(false);
                // A bound that only reflects the register's width is less useful than a limit in the program.
                match bound.bit_len() < WIDE {
                    true => number,
                    false => self.symbolic(term, form, sign, false).or(number),
                }
            }
            Err(budget) => self.symbolic(term, form, sign, budget),
        }
    }

    /// A symbolic bound; `budget` says whether a budget was exhausted in the search for a constant.
    fn symbolic(&mut self, term: &Expr<Column>, form: &Form, sign: &Int, budget: bool) -> Found {
        if let Some(found) = self.by_alternatives(term, sign) {
            return Ok(found);
        }
        let candidates = self.candidates(term);
        // Keep the allowed columns, and bound the rest by a constant.
        if let Some(found) = self.keeping_allowed(form, &candidates, sign) {
            return Ok(found);
        }
        for &column in &candidates {
            let class = self.analysis.engine.class(column);
            let own = self.analysis.engine.form(class).scale(sign);
            let Some(difference) = own.and_then(|own| form.sub(&own)) else {
                continue;
            };
            let engine = &mut self.analysis.engine;
            if let Ok(bound) = engine.best_lower_bound(&difference, self.point) {
                let term = stop_condition::from_columns(&(bound * sign), &[(column, Int::ONE)]);
                return term.ok_or(false);
            }
        }
        self.by_elimination(form, &candidates, sign).ok_or(budget)
    }

    /// The first of several bounds that follow from definitions.
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
        let engine = &mut self.analysis.engine;
        let bound = engine.best_lower_bound(&rest, self.point).ok()?;
        let kept: Vec<(Column, Int)> = kept
            .into_iter()
            .map(|(column, k)| (column, k * sign))
            .collect();
        stop_condition::from_columns(&(bound * sign), &kept)
    }

    /// Splits a form into allowed columns, in the order of the candidates, and the rest.
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

    /// Eliminates atoms that the answer may not mention by rows that bound them, until only allowed columns and a rest
    /// with a constant bound are left.
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
            let egraph = self.analysis.engine.egraph();
            let Some(&atom) = egraph.atoms_in_order(&rest).first() else {
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

    /// The candidate columns: the listed ones, or the allowed ones that definitions and facts lead to, in order of
    /// first occurrence.
    pub(super) fn candidates(&mut self, term: &Expr<Column>) -> Vec<Column> {
        if !self.listed.is_empty() {
            let admits = |column: &Column| self.frontier.admits(&self.analysis.engine, *column);
            let mut seen = HashSet::new();
            let once = self.listed.iter().copied().filter(|it| seen.insert(*it));
            return once.filter(admits).collect();
        }
        let mut found = vec![];
        let mut seen = HashSet::new();
        let mut work = std::collections::VecDeque::new();
        term.for_each_leaf(&mut |&column| work.push_back(column));
        while let Some(column) = work.pop_front() {
            if !seen.insert(column) || seen.len() > 256 {
                continue;
            }
            let class = self.analysis.engine.class(column);
            if self.analysis.engine.egraph().as_constant(class).is_some() {
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
        found
    }
}

/// A constant bound of a form. The error says whether a budget was exhausted.
pub(super) fn constant(
    engine: &mut Engine<'_>,
    kind: BoundKind,
    form: &Form,
    point: Option<Point>,
) -> Result<Int, bool> {
    if let Some(value) = form.as_constant() {
        return Ok(value.clone());
    }
    let lower = |engine: &mut Engine<'_>| engine.best_lower_bound(form, point);
    let upper = |engine: &mut Engine<'_>| Ok(-engine.best_lower_bound(&form.neg(), point)?);
    match kind {
        BoundKind::Lower => lower(engine),
        BoundKind::Upper => upper(engine),
        // A model is cheap compared to the bounds.
        BoundKind::Equal if engine.is_seen_to_vary(form, point) => Err(false),
        BoundKind::Equal => {
            let lower = lower(engine)?;
            let above = Form::from_constant(lower.clone())
                .and_then(|lower| lower.sub(form))
                .ok_or(false)?;
            match engine.lower_bound(&above, point, Effort::Reach(0)) {
                Lower::Bound(bound, _) if bound >= Int::ZERO => Ok(lower),
                _ => Err(false),
            }
        }
    }
}
