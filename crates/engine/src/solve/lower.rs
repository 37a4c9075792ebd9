//! The best lower bound of a form at a point: by ranges, a linear program and case splits.

use super::bounds::Bounds;
use super::cases::is_open_condition;
use super::chain::lower_by_chain;
use super::derivation::{Derivation, Effort, Lower};
use super::facts::Relation;
use super::knowledge::Knowledge;
use super::lp::{self, Certificate, Options, Outcome, Problem, Row};
use super::ranges::{bounded_by_multiple, meet};
use super::system::{System, SystemRow};
use crate::number::{Congruence, Int, Interval, Linear, Range};
use crate::program::Point;
use crate::term::{Form, Id};
use calipers_support::order::Order;
use dashu_ratio::RBig;

/// Maximum number of equations that are combined.
const MAX_EQUATIONS: usize = 2;
/// Maximum number of equations per form, and of the terms of a form.
const MAX_FACTS: usize = 6;
const MAX_TERMS: usize = 6;

/// A rewriting of a form by an equation.
#[derive(Clone, Debug)]
pub(super) struct ByEquation {
    /// The equation.
    pub(super) fact: u32,
    /// The rest of the form after the equation was subtracted.
    pub(super) rest: Form,
    /// The range of the form by this rewriting.
    pub(super) range: Range,
}

/// The goal of a system: a form to be bounded from below.
pub(super) struct Goal<'g> {
    /// The form.
    pub(super) form: &'g Form,
    /// Its congruence at the point.
    pub(super) congruence: &'g Congruence,
    /// The point at which the bound must hold.
    pub(super) point: Option<Point>,
    /// The effort to spend.
    pub(super) effort: Effort,
    /// The least value of the form in a model that reaches the point.
    pub(super) least: Option<Int>,
    /// A bound that is known already.
    pub(super) known: Option<Int>,
}

impl Goal<'_> {
    /// Whether a bound satisfies the effort, or a model attains it, so that no better bound exists.
    pub(super) fn is_reached(&self, bound: &Int) -> bool {
        let enough = match self.effort {
            Effort::Reach(wanted) => *bound >= Int::from(wanted),
            Effort::Best => false,
        };
        enough || self.least.as_ref() == Some(bound)
    }

    /// Whether a bound is useful and better than both the known bound and `other`. A bound of 0 is useful even if a
    /// greater one is wanted.
    pub(super) fn gains_by(&self, bound: &Int, other: Option<&Int>) -> bool {
        let is_of_use = match self.effort {
            Effort::Reach(wanted) => *bound >= Int::from(wanted.min(0)),
            Effort::Best => true,
        };
        is_of_use && self.known.as_ref() < Some(bound) && other < Some(bound)
    }
}

/// What is tried besides the linear program of a goal.
#[derive(Clone, Copy)]
struct Extent {
    /// Maximum number of cases.
    cases: usize,
    /// Whether the program is solved again with cutting planes, which takes several times as long.
    cuts: bool,
}

/// Numbers the atoms of a system as variables of a linear program, in the order of the system, so that the optimum does
/// not depend on which atom was created first.
pub(super) struct Numbering(Vec<(Id, usize)>);

impl Numbering {
    pub(super) fn of(system: &System) -> Numbering {
        let mut variables: Vec<(Id, usize)> = system.atoms.iter().copied().zip(0..).collect();
        variables.order();
        Numbering(variables)
    }

    /// The form over variables; `None` if it has an atom outside of the system.
    pub(super) fn renamed(&self, form: &Form) -> Option<Linear<usize>> {
        form.renamed(|atom| {
            let found = self.0.binary_search_by_key(&atom, |&(id, _)| id).ok()?;
            Some(self.0[found].1)
        })
    }
}

impl Relation {
    /// The row of a linear program for this relation.
    pub(super) fn of(self, form: Linear<usize>) -> Row {
        match self {
            Relation::AtLeastZero => Row::non_negative(form),
            Relation::Zero => Row::zero(form),
        }
    }
}

/// The work of a linear program beyond which it is not solved again with cuts, which takes several times as much.
const MAX_WORK_WITH_CUTS: usize = 1 << 22;

impl Knowledge<'_> {
    /// Whether every row is about a single atom and implied by its range, and no atom is a condition. Then neither the
    /// rows nor case splits improve on the ranges.
    pub(super) fn is_separable(&mut self, system: &System, point: Option<Point>) -> bool {
        let is_told = |engine: &mut Self, row: &SystemRow| {
            let values = engine.form_range_at(&row.form, point);
            match row.relation {
                Relation::AtLeastZero => values.interval().is_non_negative(),
                Relation::Zero => values.as_constant().is_some_and(|value| value.is_zero()),
            }
        };
        let mut rows = system.rows.iter();
        let mut atoms = system.atoms.iter();
        rows.all(|row| row.form.terms().len() == 1 && is_told(self, row))
            && !atoms.any(|&atom| is_open_condition(self, atom, point))
    }

    /// The range of a form at a point, by its terms and by its class.
    pub(super) fn range_of_goal(&mut self, goal: &Form, point: Option<Point>) -> Range {
        let mut range = self.form_range_at(goal, point);
        // An atom, or a form without a class, has no range beyond that of its terms.
        if goal.as_atom().is_none() {
            range = match self.egraph.known_class_of(goal) {
                Some(class) => meet(range, self.range_at(class, point)),
                None => self.bounded_by_facts(goal, range, point),
            };
            // The range of a multiple of an atom follows from that of the atom.
            if goal.terms().len() > 1
                && let Some(opposite) = self.egraph.known_class_of(&goal.neg())
            {
                range = meet(range, self.range_at(opposite, point).neg());
            }
        }
        self.by_equations(goal, point, MAX_EQUATIONS)
            .into_iter()
            .fold(range, |range, by| meet(range, by.range))
    }

    /// The range of a form of several terms, narrowed by the facts that bound it by a constant.
    fn bounded_by_facts(&self, form: &Form, range: Range, point: Option<Point>) -> Range {
        if form.terms().len() < 2 {
            return range;
        }
        let path = point.map(|point| self.points.path(point));
        let facts = self
            .facts
            .visible_bounding(form, path.as_deref())
            .into_iter();
        facts.fold(range, |range, number| {
            meet(range, bounded_by_multiple(form, self.facts.get(number)))
        })
    }

    /// Rewrites a form by the equations at a point: `k·form = equation − rest`. The range of the rest uses further
    /// equations if they improve it.
    pub(super) fn by_equations(
        &mut self,
        form: &Form,
        point: Option<Point>,
        depth: usize,
    ) -> Vec<ByEquation> {
        let mut found: Vec<ByEquation> = vec![];
        if depth == 0 || form.terms().len() < 2 || form.terms().len() > MAX_TERMS {
            return found;
        }
        let path = point.map(|point| self.points.path(point));
        let Some(body) = form.add_constant(&-form.constant()) else {
            return found;
        };
        let mut facts: Vec<(u32, Form)> = vec![];
        for atom in form.atoms() {
            for number in self.facts.visible_about(atom, path.as_deref()) {
                let fact = self.facts.get(number);
                let is_equation = fact.relation == Relation::Zero && fact.given.is_empty();
                if is_equation && facts.len() < MAX_FACTS && !facts.iter().any(|it| it.0 == number)
                {
                    facts.push((number, fact.form.clone()));
                }
            }
        }
        for (fact, equation) in facts {
            for (atom, own) in body.terms() {
                // `k` must be ±1, so that the rest determines the congruence of the form.
                let k = match equation.coefficient(atom) {
                    k if k == *own => Int::ONE,
                    k if k == -own => Int::NEG_ONE,
                    _ => continue,
                };
                let Some(rest) = equation.add_scaled(&-&k, &body) else {
                    continue;
                };
                if found.iter().any(|it| it.rest == rest) {
                    continue;
                }
                let inner = self.by_equations(&rest, point, depth - 1);
                let plain = self.form_range_at(&rest, point);
                let of_rest = inner
                    .iter()
                    .fold(plain, |range, by| meet(range, by.range.clone()));
                let congruence = of_rest.scale(&-k).congruence();
                let shifted = Range::new(Interval::full(), congruence);
                let shifted = shifted.add(&Range::constant(form.constant().clone()));
                if !shifted.congruence().is_any() {
                    found.push(ByEquation {
                        fact,
                        rest,
                        range: shifted,
                    });
                }
            }
        }
        found
    }
}

impl Bounds {
    /// Whether ranges or a linear program prove that a form is not negative at a point: without case splits, and
    /// with cutting planes if `cuts`.
    pub(super) fn is_at_least_zero_at_once(
        &mut self,
        known: &mut Knowledge<'_>,
        goal: &Form,
        point: Option<Point>,
        cuts: bool,
    ) -> bool {
        let extent = Extent { cases: 0, cuts };
        let lower = self.lower_bound_within(known, goal, point, Effort::Reach(0), extent);
        lower.bound().is_some_and(|bound| *bound >= Int::ZERO)
    }

    /// The best lower bound of a form at a point within the budget.
    pub(super) fn lower_bound(
        &mut self,
        known: &mut Knowledge<'_>,
        goal: &Form,
        point: Option<Point>,
        effort: Effort,
    ) -> Lower {
        let extent = Extent {
            cases: self.config.max_cases,
            cuts: true,
        };
        self.lower_bound_within(known, goal, point, effort, extent)
    }

    /// [`lower_bound`](Engine::lower_bound) with limits of what is tried besides one linear program.
    fn lower_bound_within(
        &mut self,
        known: &mut Knowledge<'_>,
        goal: &Form,
        point: Option<Point>,
        effort: Effort,
        extent: Extent,
    ) -> Lower {
        let reached = |bound: Option<&Int>| match effort {
            Effort::Reach(wanted) => bound.is_some_and(|bound| *bound >= Int::from(wanted)),
            Effort::Best => false,
        };
        let by_goal = known.range_of_goal(goal, point);
        let by_range = by_goal.lower().cloned();
        if goal.is_constant() || reached(by_range.as_ref()) {
            return match by_range {
                Some(bound) => Lower::Bound(bound, Derivation::Range),
                None => Lower::None { budget: false },
            };
        }
        // A model may show that no better bound exists, or none that would be useful.
        let least = self
            .models
            .seen_values(known, goal, point)
            .map(|(least, _)| least);
        let suffices = match (&least, effort) {
            (None, _) => false,
            (least, Effort::Best) => *least == by_range,
            (least, Effort::Reach(wanted)) => {
                *least == by_range || *least < Some(Int::from(wanted.min(0)))
            }
        };
        if suffices {
            return match by_range {
                Some(bound) => Lower::Bound(bound, Derivation::Range),
                None => Lower::None { budget: false },
            };
        }
        let system = self.gather(known, goal, point);
        // If the ranges give no bound, their ends may merely be too large.
        let is_told = by_range.is_some() && known.is_separable(&system, point);
        let goal = &Goal {
            form: goal,
            congruence: &by_goal.congruence(),
            point,
            effort,
            least,
            known: by_range.clone(),
        };
        let has_rows = !is_told && !system.rows.is_empty();
        let was_cut_short = system.cut_short;
        let by_rows = match has_rows {
            false => Lower::None {
                budget: system.cut_short,
            },
            true => {
                let before = self.statistics.solver.work;
                let mut cases = extent.cases;
                let plain = self.solve_cases(known, goal, &system, &mut cases, 0);
                let is_large = self.statistics.solver.work - before > MAX_WORK_WITH_CUTS;
                match &plain {
                    Lower::Bound(bound, Derivation::Farkas(_))
                        if extent.cuts && !goal.is_reached(bound) && !is_large =>
                    {
                        let cut = self.solve_with_cuts(known, goal, system);
                        match cut {
                            Lower::Bound(better, _) if better <= *bound => plain,
                            Lower::None { .. } => plain,
                            cut => cut,
                        }
                    }
                    _ => plain,
                }
            }
        };
        let by_rows = match was_cut_short {
            true => self.or_by_chain(known, goal, by_rows),
            false => by_rows,
        };
        let by_rows = match effort {
            Effort::Best => self.by_alternatives(known, goal, by_rows),
            Effort::Reach(_) => by_rows,
        };
        match (by_rows, by_range) {
            (Lower::Bound(a, _), Some(b)) if b >= a => Lower::Bound(b, Derivation::Range),
            (Lower::None { .. }, Some(b)) => Lower::Bound(b, Derivation::Range),
            (by_rows, _) => by_rows,
        }
    }

    /// The bound found so far, or a better one by a chain of facts that do not all fit into the system.
    fn or_by_chain(&mut self, known: &mut Knowledge<'_>, goal: &Goal<'_>, found: Lower) -> Lower {
        let is_done = match &found {
            Lower::Bound(bound, _) => goal.is_reached(bound),
            Lower::Unreachable(_) => true,
            Lower::None { .. } => false,
        };
        if is_done {
            return found;
        }
        match (lower_by_chain(known, goal), found) {
            (Some(Lower::Bound(a, by)), Lower::Bound(b, _)) if a > b => Lower::Bound(a, by),
            (Some(better), Lower::None { .. }) => better,
            (_, found) => found,
        }
    }

    /// The bound found so far, or a better one by facts that are disjunctions over the goal's atoms: each alternative
    /// is bounded separately.
    fn by_alternatives(
        &mut self,
        known: &mut Knowledge<'_>,
        goal: &Goal<'_>,
        mut found: Lower,
    ) -> Lower {
        let facts = known.alternatives(goal.form, goal.point);
        let together = (facts.len() > 1).then_some(&facts[..]);
        for facts in facts.chunks(1).chain(together) {
            let is_done = match &found {
                Lower::Bound(bound, _) => goal.is_reached(bound),
                Lower::Unreachable(_) => true,
                Lower::None { .. } => false,
            };
            if is_done {
                break;
            }
            let system = self.gather_with(known, goal.form, facts, goal.point);
            let mut cases = self.config.max_cases * facts.len();
            found = match (self.solve_cases(known, goal, &system, &mut cases, 0), found) {
                (Lower::Bound(a, _), Lower::Bound(b, by)) if a <= b => Lower::Bound(b, by),
                (Lower::None { .. }, found) => found,
                (better, _) => better,
            };
        }
        found
    }

    /// The best range of a form at a reachable point.
    pub(super) fn form_bounds(
        &mut self,
        known: &mut Knowledge<'_>,
        form: &Form,
        point: Option<Point>,
    ) -> Range {
        let mut range = known.range_of_goal(form, point);
        match self.lower_bound(known, form, point, Effort::Best) {
            Lower::Bound(lower, _) => range = range.intersect(&Range::at_least(lower)),
            Lower::Unreachable(_) => return Range::empty(),
            Lower::None { .. } => {}
        }
        match self.lower_bound(known, &form.neg(), point, Effort::Best) {
            Lower::Bound(lower, _) => range = range.intersect(&Range::at_most(-lower)),
            Lower::Unreachable(_) => return Range::empty(),
            Lower::None { .. } => {}
        }
        range
    }

    pub(super) fn lp_options(&self) -> Options {
        Options {
            engine: self.config.solver,
            max_pivots: self.config.max_pivots,
            ..Options::default()
        }
    }

    /// The best bound by a single linear program. If the solver reports them, also returns the rows that are tight at
    /// the optimum, in ascending order.
    pub(super) fn solve_rows(
        &mut self,
        goal: &Goal<'_>,
        system: &System,
    ) -> (Lower, Option<Vec<usize>>) {
        self.statistics.linear_programs += 1;
        let numbering = Numbering::of(system);
        let mut tight = None;
        let none = Lower::None {
            budget: system.cut_short,
        };
        let Some(objective) = numbering.renamed(goal.form) else {
            return (none, tight);
        };
        let Ok(mut problem) = Problem::new(system.atoms.len(), objective) else {
            return (none, tight);
        };
        problem.reserve(system.rows.len());
        let mut used = Vec::with_capacity(system.rows.len());
        for (number, row) in system.rows.iter().enumerate() {
            let Some(form) = numbering.renamed(&row.form) else {
                continue;
            };
            if problem.push(row.relation.of(form)).is_ok() {
                used.push(number);
            }
        }
        let options = self.lp_options();
        let multipliers = |certificate: &Certificate| -> Vec<(SystemRow, RBig)> {
            certificate
                .multipliers()
                .iter()
                .map(|(n, y)| (system.rows[used[*n]].clone(), y.clone()))
                .collect()
        };
        let statistics = &mut self.statistics.solver;
        let lower = match self.solved.solve(problem, &options, statistics) {
            Outcome::Bound {
                bound,
                certificate,
                tight: rows,
            } => {
                tight = rows.map(|rows| rows.into_iter().map(|row| used[row]).collect());
                match lp::tighten(&bound, goal.congruence) {
                    Some(bound) => {
                        Lower::Bound(bound, Derivation::Farkas(multipliers(&certificate)))
                    }
                    None => none,
                }
            }
            Outcome::Infeasible { certificate } => {
                Lower::Unreachable(Derivation::Contradiction(multipliers(&certificate)))
            }
            Outcome::Unbounded => none,
            Outcome::GaveUp(_) => Lower::None { budget: true },
        };
        (lower, tight)
    }
}
