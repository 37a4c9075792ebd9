//! Conditions on the results of a join that hold for the yielded values at the end of each region.
//!
//! The definition of such a result is a term over the yielded values. It does not include the facts that hold only
//! inside of a region. Conditions are searched if there are such facts, or if there is no definition.

use super::super::derivation::{Effort, Lower};
use super::super::facts::Relation;
use super::super::knowledge::Knowledge;
use super::invariants::Search;
use super::outside::write_before;
use crate::number::{Int, Range};
use crate::program::{Column, OpId, Point, ShapedKind, TypeView, ValueId};
use crate::rules::{Anchor, Join, Merge, OpRules};
use crate::term::{Expr, Form, Operator};
use calipers_support::order::Order;
use smallvec::{SmallVec, smallvec};

/// Limit of the facts of a region.
const MAX_FACTS: usize = 32;
/// Limit of the candidate conditions from the facts of a region.
const MAX_RELATIONS: usize = 8;

/// A column of a result, with the column that each region yields for it.
struct Joined {
    result: Column,
    yields: Vec<Column>,
}

fn facts_of_regions(known: &Knowledge<'_>, join: &Join) -> Vec<Vec<u32>> {
    let ends = join.ends.iter();
    ends.map(|(end, _)| facts_inside(known, *end)).collect()
}

/// The facts of a region's ops at its end.
fn facts_inside(known: &Knowledge<'_>, end: Point) -> Vec<u32> {
    let placed = known.facts.placed(Some(end), Some(Point::start(end.block)));
    let mut found: Vec<u32> = placed
        .into_iter()
        .filter(|&fact| !known.facts.is_retired(fact))
        .collect();
    found.truncate(MAX_FACTS);
    found
}

/// Replaces the yielded values in a form by the results: the first of them, and others if that is necessary or
/// `all` is set. `None` if the form does not mention the first, or mentions other values of the region.
fn over_results(
    known: &Knowledge<'_>,
    form: &Form,
    yields: &[&(Column, Form)],
    all: bool,
    before: Point,
) -> Option<Expr<Column>> {
    let ((first, yielded), others) = yields.split_first()?;
    let (factor, mut rest) = without(form, yielded)?;
    let mut parts = vec![Expr::scaled(factor, Expr::Leaf(*first))];
    let mut written = write_before(known, &rest, before);
    for (result, yielded) in others {
        if written.is_some() && !all {
            break;
        }
        if let Some((factor, other)) = without(&rest, yielded) {
            parts.push(Expr::scaled(factor, Expr::Leaf(*result)));
            written = write_before(known, &other, before);
            rest = other;
        }
    }
    parts.push(written?);
    Some(Expr::apply(Operator::Add, parts))
}

impl Search<'_, '_> {
    /// Queues the search for conditions on the results of a join, if ops in its regions may state facts, or no rule
    /// defines the results. Costs the number of ops in the regions.
    pub(in crate::solve) fn note_join(&mut self, op: OpId, known: &OpRules) {
        let is_asked = |&result: &ValueId| match self.engine.program.value_type(result) {
            TypeView::Index => true,
            TypeView::Integer { width } => width > 1,
            kind => kind.shape().is_some_and(|it| it.kind != ShapedKind::Vector),
        };
        let mut results = self.engine.program.results(op).iter();
        // Values that branches yield have no definition either.
        let mut regions = self.engine.program.regions(op).iter();
        let has_branches = regions.any(|&it| self.engine.program.blocks(it).len() > 1);
        if self.engine.config.invariants
            && (self.has_facts_inside(op) || known.defines.is_empty() || has_branches)
            && results.any(|result| {
                is_asked(result)
                    && self
                        .engine
                        .definitions
                        .has_definitions(&self.engine.known, *result)
            })
        {
            self.note_merge(op);
        }
    }

    /// Whether an op in the regions of a join, or of nested joins, may state a fact that holds at the end of its
    /// region.
    fn has_facts_inside(&self, join: OpId) -> bool {
        let mut work: SmallVec<[OpId; 4]> = smallvec![join];
        while let Some(join) = work.pop() {
            let regions = self.engine.program.regions(join).iter();
            let blocks = regions.flat_map(|&region| self.engine.program.blocks(region));
            for &block in blocks {
                let ops = self.engine.program.block_ops(block).split_last();
                for &op in ops.map_or(&[][..], |(_, ops)| ops) {
                    if self.may_state_facts(op) {
                        return true;
                    }
                    if self.is_join(op) {
                        work.push(op);
                    }
                }
            }
        }
        false
    }

    fn is_join(&self, op: OpId) -> bool {
        let known = || self.engine.rules.op(self.engine.program.op_name(op));
        !self.engine.program.regions(op).is_empty() && known().is_some_and(|known| known.is_join)
    }

    fn may_state_facts(&self, op: OpId) -> bool {
        let has_sizes = |&result: &ValueId| {
            let shape = self.engine.program.value_type(result).shape();
            shape.is_some_and(|shape| shape.kind != ShapedKind::Vector)
        };
        if self.engine.program.results(op).iter().any(has_sizes) {
            return true;
        }
        let known = self.engine.rules.op(self.engine.program.op_name(op));
        known.is_some_and(|known| {
            let mut facts = known.facts.iter();
            let mut defines = known.defines.iter();
            known.loop_.is_some()
                || facts.any(|fact| {
                    self.engine.definitions.may_hold_from(
                        &self.engine.known,
                        fact,
                        Anchor::After,
                        op,
                    )
                })
                || defines.any(|define| !define.head.given.is_empty())
        })
    }

    /// Finds conditions on the results of a join outside of loops. Its premises need no invariants that are still
    /// unknown.
    pub(super) fn find_of_join(&mut self, merge: &Merge) {
        let found: Vec<_> = self.candidates(merge);
        let found = found
            .into_iter()
            .filter(|it| self.are_premises_shown(it, merge))
            .collect();
        let numbers = self.add_system(vec![(merge, found)]);
        for (number, merge) in numbers {
            self.state_invariant(number, merge);
        }
    }

    /// The candidate conditions on the results of a join. Inside of a loop, bounds of carried values may still be
    /// unknown; a bound of one region's yielded value is then tried for all regions.
    pub(super) fn candidates_of_join(&mut self, join: &Join) -> Vec<Expr<Column>> {
        let local = facts_of_regions(&self.engine.known, join);
        let mut found = vec![];
        // Regions with facts first: if they give no bound, the others need no query.
        let mut ends: Vec<usize> = (0..local.len()).collect();
        ends.retain(|&end| !self.engine.is_unreachable(Some(join.ends[end].0)));
        ends.order_by_key(|&end| local[end].is_empty());
        let joined = self.joined_columns(join);
        for column in &joined {
            self.bounds_of_joined(column, join, &ends, &mut found);
        }
        for (number, facts) in local.iter().enumerate() {
            self.relations_of_region(number, facts, &joined, join, &mut found);
        }
        found
    }

    /// The columns of the results that conditions may mention.
    fn joined_columns(&self, join: &Join) -> Vec<Joined> {
        let mut all = vec![];
        for (number, &result) in join.results.iter().enumerate() {
            for result in self.merged_columns(result) {
                let is_number = self
                    .engine
                    .known
                    .columns
                    .done(result)
                    .is_some_and(|class| self.engine.known.egraph.form(class).is_constant());
                let yields = join.ends.iter().map(|(_, yields)| yields[number]);
                if !is_number {
                    all.push(Joined {
                        result,
                        yields: yields.map(|value| result.of_value(value)).collect(),
                    });
                }
            }
        }
        all
    }

    /// Constant bounds of the yielded values of all regions that are tighter than those of the result. `ends` are the
    /// numbers of the regions whose ends are reachable.
    fn bounds_of_joined(
        &mut self,
        column: &Joined,
        join: &Join,
        ends: &[usize],
        found: &mut Vec<Expr<Column>>,
    ) {
        let Some(class) = self.engine.known.columns.done(column.result) else {
            return;
        };
        let known = self.engine.known.egraph.form(class).clone();
        let known = self.engine.known.range_of_goal(&known, Some(join.after));
        let mut forms = vec![];
        for &end in ends {
            let Some(class) = self.engine.known.columns.done(column.yields[end]) else {
                return;
            };
            forms.push((
                self.engine.known.egraph.form(class).clone(),
                join.ends[end].0,
            ));
        }
        let result = Expr::Leaf(column.result);
        if let Some(lower) = self.least_of_all(&forms, known.lower(), join) {
            found.push(Expr::at_most(Expr::Integer(lower), result.clone()));
        }
        forms.iter_mut().for_each(|(form, _)| *form = form.neg());
        if let Some(opposite) = self.least_of_all(&forms, known.neg().lower(), join) {
            found.push(Expr::at_most(result.clone(), Expr::Integer(-opposite)));
        }
        let ranges = forms
            .iter()
            .map(|(form, end)| self.engine.known.range_of_goal(form, Some(*end)).neg());
        let either = ranges.reduce(|a, b| a.join(&b)).unwrap_or_else(Range::full);
        let congruence = either.congruence();
        if *congruence.modulus() > Int::ONE && !congruence.contains_all(&known.congruence()) {
            let modulus = Expr::Integer(congruence.modulus().clone());
            let rest = Expr::apply(Operator::Mod, [result, modulus]);
            let residue = Expr::Integer(congruence.residue().clone());
            found.push(Expr::equal(rest, residue));
        }
    }

    /// A common lower bound of forms, each at a point, if it is greater than the known one. Inside of a loop, forms
    /// without a bound are skipped.
    fn least_of_all(
        &mut self,
        forms: &[(Form, Point)],
        known: Option<&Int>,
        join: &Join,
    ) -> Option<Int> {
        let guesses = self.is_in_loop(join.op);
        let mut ranges = vec![];
        for (form, end) in forms {
            let range = self.engine.known.range_of_goal(form, Some(*end));
            // A form that attains the known bound has no greater one. If it has none at all, it may be skipped.
            if (range.lower().is_some() || !guesses) && self.attains(form, *end, known) {
                return None;
            }
            ranges.push(range);
        }
        let mut least: Option<Int> = None;
        for ((form, end), range) in forms.iter().zip(ranges) {
            let bound = match self.engine.lower_bound(form, Some(*end), Effort::Best) {
                Lower::Bound(bound, _) => Some(bound),
                _ => None,
            };
            match range.lower().cloned().max(bound) {
                Some(bound) if known.is_some_and(|known| bound <= *known) => return None,
                Some(bound) => {
                    least = Some(least.map_or(bound.clone(), |least| least.min(bound)));
                }
                None if guesses => {}
                None => return None,
            }
        }
        least
    }

    /// Whether a form has a value that is not greater than a known lower bound in a model at a point.
    fn attains(&mut self, form: &Form, point: Point, known: Option<&Int>) -> bool {
        known.is_some_and(|known| {
            let seen =
                self.engine
                    .bounds
                    .models
                    .seen_values(&mut self.engine.known, form, Some(point));
            seen.is_some_and(|(least, _)| least <= *known)
        })
    }

    /// Restates the facts of a region about its yielded values for the results.
    fn relations_of_region(
        &mut self,
        region: usize,
        facts: &[u32],
        joined: &[Joined],
        join: &Join,
        found: &mut Vec<Expr<Column>>,
    ) {
        let yields: Vec<(Column, Form)> = joined
            .iter()
            .filter_map(|it| {
                let form = self
                    .engine
                    .known
                    .egraph
                    .form(self.engine.known.columns.done(it.yields[region])?)
                    .clone();
                (!form.is_constant()).then_some((it.result, form))
            })
            .collect();
        let mut relations: Vec<Expr<Column>> = vec![];
        for &fact in facts {
            let fact = self.engine.known.facts.get(fact);
            let (form, relation) = (fact.form.clone(), fact.relation);
            // The ranges cover constant bounds.
            if form.terms().len() < 2 {
                continue;
            }
            for first in 0..yields.len() {
                for all in [false, true] {
                    let order = (0..yields.len()).cycle().skip(first).take(yields.len());
                    let order: Vec<&(Column, Form)> = order.map(|n| &yields[n]).collect();
                    let Some(sum) =
                        over_results(&self.engine.known, &form, &order, all, join.before)
                    else {
                        continue;
                    };
                    let zero = Expr::integer(0);
                    let condition = match relation {
                        Relation::AtLeastZero => Expr::at_most(zero, sum),
                        Relation::Zero => Expr::equal(zero, sum),
                    };
                    if relations.len() < MAX_RELATIONS && !relations.contains(&condition) {
                        relations.push(condition);
                    }
                }
            }
        }
        relations.retain(|condition| !found.contains(condition));
        found.extend(relations);
    }

    /// Whether an op is grouped under an op around it, as [`outermost_loop`](Search::outermost_loop) defines.
    pub(super) fn is_in_loop(&self, op: OpId) -> bool {
        self.outermost_loop(op) != op
    }
}

/// The coefficient of a form within another one, and the rest; `None` if it does not occur.
fn without(form: &Form, part: &Form) -> Option<(Int, Form)> {
    let is_unit = |own: &Int| *own == Int::ONE || *own == Int::NEG_ONE;
    let (atom, own) = part.terms().iter().find(|(_, own)| is_unit(own))?;
    let factor = form.coefficient(atom) * own;
    if factor.is_zero() {
        return None;
    }
    let left = form.add_scaled(&-&factor, part)?;
    (left.terms().len() < form.terms().len()).then_some((factor, left))
}
