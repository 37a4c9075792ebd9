//! Bounds at unreachable points. Contradictory facts make any bound sound, so that the engine has to choose one. It
//! uses the optimum of the elastic program, whose rows may be violated at a price (J. W. Chinneck, "Feasibility and
//! Infeasibility in Optimization", 2008, chapter 6). Dead code then gets bounds that resemble those of other code and
//! do not depend on earlier queries.

use super::bounds::Bounds;
use super::derivation::{Effort, Lower};
use super::facts::Relation;
use super::knowledge::Knowledge;
use super::lower::Numbering;
use super::lp::{self, Outcome, Problem, Row};
use crate::number::{Congruence, Int, Linear};
use crate::program::Point;
use crate::term::Form;

impl Bounds {
    /// The best lower bound of a form at a point within the budget. At an unreachable point, the bound of the elastic
    /// program.
    ///
    /// Costs as [`Engine::lower_bound`], and two more linear programs if the point is unreachable.
    ///
    /// # Errors
    /// If there is no bound. The value says whether a budget was exhausted.
    pub(super) fn best_lower_bound(
        &mut self,
        known: &mut Knowledge<'_>,
        form: &Form,
        point: Option<Point>,
    ) -> Result<Int, bool> {
        match self.lower_bound(known, form, point, Effort::Best) {
            Lower::Bound(bound, _) => Ok(bound),
            Lower::None { budget } => Err(budget),
            Lower::Unreachable(_) => self.elastic_bound(known, form, point).ok_or(false),
        }
    }

    fn elastic_bound(
        &mut self,
        known: &mut Knowledge<'_>,
        form: &Form,
        point: Option<Point>,
    ) -> Option<Int> {
        let system = self.gather(known, form, point);
        let numbering = Numbering::of(&system);
        let goal = numbering.renamed(form)?;
        // The price is the greatest coefficient of the goal, so that the optimum is finite.
        let price = goal.terms().iter().map(|(_, k)| k.clone().max(-k)).max()?;
        let mut rows = vec![];
        let mut paid = Linear::zero();
        let mut variables = system.atoms.len();
        // A constant row (a contradiction) does not restrict the goal.
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
                paid = paid.add_scaled(&price, &violation)?;
                rows.push(Row::non_negative(violation));
            }
            rows.push(row.relation.of(form));
        }
        let options = self.lp_options();
        let mut optimum = |objective: Linear<usize>| {
            let mut problem = Problem::new(variables, objective).ok()?;
            for row in &rows {
                problem.push(row.clone()).ok()?;
            }
            match lp::solve(&problem, &options, &mut self.statistics.solver) {
                Outcome::Bound { bound, .. } => Some(bound),
                _ => None,
            }
        };
        // What the contradiction costs in any case is no part of the bound.
        let least = optimum(paid.clone())?;
        let bound = optimum(goal.add_scaled(&Int::ONE, &paid)?)?;
        lp::tighten(&(bound - least), &Congruence::any())
    }
}
