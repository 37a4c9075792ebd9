//! The best lower bound of a form at a point: by ranges, by a linear program, by cases.

use super::cuts::fractional_atoms;
use super::derivation::{Derivation, Effort, Lower};
use super::engine::Engine;
use super::facts::Relation;
use super::lp::{self, Certificate, Options, Outcome, Problem, Row};
use super::system::{System, SystemRow};
use crate::number::{Int, Linear, Range};
use crate::program::{Column, Point};
use crate::term::{Expr, Form};
use dashu_ratio::RBig;

impl Engine<'_> {
    /// The best lower bound of a form at a point that is found within budget.
    pub fn lower_bound(&mut self, goal: &Form, point: Option<Point>, effort: Effort) -> Lower {
        let reached = |bound: Option<&Int>| match effort {
            Effort::Reach(wanted) => bound.is_some_and(|bound| *bound >= Int::from(wanted)),
            Effort::Best => false,
        };
        let by_range = self.range_of_goal(goal, point).lower().cloned();
        if goal.is_constant() || reached(by_range.as_ref()) {
            return match by_range {
                Some(bound) => Lower::Bound(bound, Derivation::Range),
                None => Lower::None { budget: false },
            };
        }
        let system = self.gather(goal, point);
        // Where the ranges give no bound, their ends may merely be too large.
        if let Some(bound) = &by_range
            && self.is_separable(&system, point)
        {
            return Lower::Bound(bound.clone(), Derivation::Range);
        }
        let mut cases = self.config.max_cases;
        let fractional = fractional_atoms(goal, &system);
        let by_rows = match system.rows.is_empty() {
            true => Lower::None {
                budget: system.cut_short,
            },
            false if fractional.is_empty() => {
                self.solve_cases(goal, system, point, effort, &mut cases, 0)
            }
            false => {
                let plain = self.solve_cases(goal, system.clone(), point, effort, &mut cases, 0);
                match &plain {
                    Lower::Bound(bound, Derivation::Farkas(_)) if !reached(Some(bound)) => {
                        let cut = self.solve_with_cuts(goal, system, &fractional, point);
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
        match (by_rows, by_range) {
            (Lower::Bound(a, _), Some(b)) if b >= a => Lower::Bound(b, Derivation::Range),
            (Lower::None { .. }, Some(b)) => Lower::Bound(b, Derivation::Range),
            (by_rows, _) => by_rows,
        }
    }

    /// Whether every row is about one atom alone, which its range tells already, and no atom is a
    /// condition: then neither rows nor cases say more than the ranges.
    fn is_separable(&mut self, system: &System, point: Option<Point>) -> bool {
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
            && !atoms.any(|&atom| self.is_open_condition(atom, point))
    }

    /// The range of a term at a point, by all that is known: all values it can have there lie in
    /// it. Empty where no run reaches the point.
    pub fn best_range(&mut self, term: &Expr<Column>, point: Option<Point>) -> Range {
        let class = self.class_of_term(term);
        if let Some(point) = point {
            self.enter(point);
        }
        if self.is_unreachable(point) {
            return Range::empty();
        }
        let form = self.form(class);
        let mut range = self.range_of_goal(&form, point);
        match self.lower_bound(&form, point, Effort::Best) {
            Lower::Bound(lower, _) => range = range.intersect(&Range::at_least(lower)),
            Lower::Unreachable(_) => return Range::empty(),
            Lower::None { .. } => {}
        }
        match self.lower_bound(&form.neg(), point, Effort::Best) {
            Lower::Bound(lower, _) => range = range.intersect(&Range::at_most(-lower)),
            Lower::Unreachable(_) => return Range::empty(),
            Lower::None { .. } => {}
        }
        range
    }

    /// The range of a form at a point: of its terms, and of the class it is.
    pub fn range_of_goal(&mut self, goal: &Form, point: Option<Point>) -> Range {
        let by_terms = self.form_range_at(goal, point);
        let class = self.store.class_of(goal);
        let both = by_terms.intersect(&self.range_at(class, point));
        if both.is_empty() { by_terms } else { both }
    }

    /// The best bound by a linear program alone, and which of the system's rows are 0 where the goal
    /// is that low, in ascending order, if the solver tells.
    pub(super) fn solve_rows(
        &mut self,
        goal: &Form,
        system: &System,
        point: Option<Point>,
    ) -> (Lower, Option<Vec<usize>>) {
        self.statistics.linear_programs += 1;
        let mut variables = system.atoms.clone();
        variables.sort_unstable();
        let over = |form: &Form| -> Option<Linear<usize>> {
            form.renamed(|atom| variables.binary_search(&atom).ok())
        };
        let mut tight = None;
        let none = Lower::None {
            budget: system.cut_short,
        };
        let Some(objective) = over(goal) else {
            return (none, tight);
        };
        let Ok(mut problem) = Problem::new(system.atoms.len(), objective) else {
            return (none, tight);
        };
        let mut used = vec![];
        for (number, row) in system.rows.iter().enumerate() {
            let Some(form) = over(&row.form) else {
                continue;
            };
            let lp_row = match row.relation {
                Relation::AtLeastZero => Row::non_negative(form),
                Relation::Zero => Row::zero(form),
            };
            if problem.push(lp_row).is_ok() {
                used.push(number);
            }
        }
        let options = Options {
            engine: self.config.solver,
            max_pivots: self.config.max_pivots,
            ..Options::default()
        };
        let multipliers = |certificate: &Certificate| -> Vec<(SystemRow, RBig)> {
            certificate
                .multipliers()
                .iter()
                .map(|(n, y)| (system.rows[used[*n]].clone(), y.clone()))
                .collect()
        };
        let lower = match lp::solve(&problem, &options, &mut self.statistics.solver) {
            Outcome::Bound {
                bound,
                certificate,
                tight: rows,
            } => {
                tight = rows.map(|rows| rows.into_iter().map(|row| used[row]).collect());
                let congruence = self.range_of_goal(goal, point).congruence();
                match lp::tighten(&bound, &congruence) {
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
