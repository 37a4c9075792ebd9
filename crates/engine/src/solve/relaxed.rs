//! Bounds where no run comes: the facts contradict each other, so that any bound is right. Given is one that
//! they say as far as they go together: the optimum of the elastic program (J. W. Chinneck, "Feasibility and
//! Infeasibility in Optimization", 2008, chapter 6), in which a row may be violated and pays for it. So dead
//! code is told about as other code is, and in the same way whatever was asked before.

use super::derivation::{Effort, Lower};
use super::engine::Engine;
use super::facts::Relation;
use super::lower::Numbering;
use super::lp::{self, Outcome, Problem, Row};
use crate::number::{Congruence, Int, Linear};
use crate::program::Point;
use crate::term::Form;

impl Engine<'_> {
    /// The best lower bound of a form at a point that is found within budget, by what the facts say as far as
    /// they go together.
    ///
    /// Costs what [`Engine::lower_bound`] costs, and one more linear program where no run comes.
    ///
    /// # Errors
    /// If there is none: whether a budget ran out.
    pub fn best_lower_bound(&mut self, form: &Form, point: Option<Point>) -> Result<Int, bool> {
        match self.lower_bound(form, point, Effort::Best) {
            Lower::Bound(bound, _) => Ok(bound),
            Lower::None { budget } => Err(budget),
            Lower::Unreachable(_) => self.elastic_bound(form, point).ok_or(false),
        }
    }

    fn elastic_bound(&mut self, form: &Form, point: Option<Point>) -> Option<Int> {
        let system = self.gather(form, point);
        let numbering = Numbering::of(&system);
        let mut objective = numbering.renamed(form)?;
        // No row counts for more than the goal's own coefficients, so that the optimum is finite.
        let price = objective
            .terms()
            .iter()
            .map(|(_, k)| k.clone().max(-k))
            .max()?;
        let mut rows = vec![];
        let mut variables = system.atoms.len();
        // What says that something else is not so says nothing of the goal.
        for row in system.rows.iter().filter(|row| !row.form.is_constant()) {
            let Some(mut form) = numbering.renamed(&row.form) else {
                continue;
            };
            let directions: &[Int] = match row.relation {
                Relation::AtLeastZero => &[Int::ONE],
                Relation::Zero => &[Int::ONE, Int::NEG_ONE],
            };
            for direction in directions {
                let violation = Linear::atom(variables);
                variables += 1;
                form = form.add_scaled(direction, &violation)?;
                objective = objective.add_scaled(&price, &violation)?;
                rows.push(Row::non_negative(violation));
            }
            rows.push(row.relation.of(form));
        }
        let mut problem = Problem::new(variables, objective).ok()?;
        for row in rows {
            problem.push(row).ok()?;
        }
        let options = self.lp_options();
        match lp::solve(&problem, &options, &mut self.statistics.solver) {
            Outcome::Bound { bound, .. } => lp::tighten(&bound, &Congruence::any()),
            _ => None,
        }
    }
}
