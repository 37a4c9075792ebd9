//! The best lower bound of a form at a point: by ranges, by a linear program, by cases.

use super::derivation::{Derivation, Effort, Lower};
use super::engine::Engine;
use super::facts::Relation;
use super::lp::{self, Certificate, Options, Outcome, Problem, Row};
use super::system::{RowOrigin, System, SystemRow};
use crate::number::{Int, Linear, Range};
use crate::program::{Column, Point};
use crate::term::{Expr, Form};
use dashu_ratio::RBig;
use egg::Id;
use hashbrown::HashMap;

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

    /// The range of a term at a point, by all that is known: all values it can have there lie in
    /// it. Empty where no run reaches the point.
    pub fn best_range(&mut self, term: &Expr<Column>, point: Option<Point>) -> Range {
        let class = self.class_of_term(term);
        if let Some(point) = point {
            self.enter(point);
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

    /// The bound by a system to which is added, for each of these atoms of the goal, what integers can
    /// be of the bound that the rows give for it (a Gomory–Chvátal cut).
    fn solve_with_cuts(
        &mut self,
        goal: &Form,
        mut system: System,
        atoms: &[Id],
        point: Option<Point>,
    ) -> Lower {
        let mut cuts = vec![];
        for atom in atoms {
            let sign = match goal.coefficient(atom) > Int::ZERO {
                true => Int::ONE,
                false => Int::NEG_ONE,
            };
            let Some(side) = Form::atom(*atom).scale(&sign) else {
                continue;
            };
            let found = self.solve_rows(&side, &system, point);
            if let Lower::Bound(bound, Derivation::Farkas(rows)) = found
                && let Some(form) = side.add_constant(&-bound)
            {
                cuts.push(SystemRow {
                    form,
                    relation: Relation::AtLeastZero,
                    origin: RowOrigin::Cut(rows.into()),
                });
            }
        }
        if cuts.is_empty() {
            return Lower::None { budget: false };
        }
        system.rows.extend(cuts);
        self.solve_rows(goal, &system, point)
    }

    pub(super) fn solve_rows(
        &mut self,
        goal: &Form,
        system: &System,
        point: Option<Point>,
    ) -> Lower {
        self.statistics.linear_programs += 1;
        let index: HashMap<Id, usize> = system
            .atoms
            .iter()
            .enumerate()
            .map(|(n, &atom)| (atom, n))
            .collect();
        let over = |form: &Form| -> Option<Linear<usize>> {
            let terms: Option<Vec<(usize, Int)>> = form
                .terms()
                .iter()
                .map(|(atom, k)| Some((*index.get(atom)?, k.clone())))
                .collect();
            Linear::from_terms(form.constant().clone(), terms?)
        };
        let none = Lower::None {
            budget: system.cut_short,
        };
        let Some(objective) = over(goal) else {
            return none;
        };
        let Ok(mut problem) = Problem::new(system.atoms.len(), objective) else {
            return none;
        };
        let mut used = vec![];
        for row in &system.rows {
            let Some(form) = over(&row.form) else {
                continue;
            };
            let lp_row = match row.relation {
                Relation::AtLeastZero => Row::non_negative(form),
                Relation::Zero => Row::zero(form),
            };
            if problem.push(lp_row).is_ok() {
                used.push(row);
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
                .map(|(n, y)| (used[*n].clone(), y.clone()))
                .collect()
        };
        match lp::solve(&problem, &options, &mut self.statistics.solver) {
            Outcome::Bound { bound, certificate } => {
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
        }
    }
}

/// How many atoms of a goal are bounded one by one.
const MAX_CUTS: usize = 4;

/// The atoms of a goal of several terms that some row has a multiple of: bounds of them by the rows may
/// be fractions.
fn fractional_atoms(goal: &Form, system: &System) -> Vec<Id> {
    if goal.terms().len() < 2 {
        return vec![];
    }
    let has_multiple = |atom: &Id| {
        system.rows.iter().any(|row| {
            let k = row.form.coefficient(atom);
            row.form.terms().len() > 1 && !k.is_zero() && k != Int::ONE && k != Int::NEG_ONE
        })
    };
    let atoms = goal.atoms().filter(has_multiple);
    atoms.take(MAX_CUTS).collect()
}
