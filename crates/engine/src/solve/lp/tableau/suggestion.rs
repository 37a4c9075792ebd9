//! Bases that the simplex method in rounded numbers suggests, and their refinement by exact multipliers and costs (A. Gleixner,
//! D. Steffy and K. Wolter, *Iterative refinement for linear programming*, 2016).

use super::super::entry::{Entry, Real, Rounded};
use super::super::{GaveUp, Problem, Statistics};
use super::{Goal, Tableau};
use crate::number::Int;

/// Where the method ended, as the rows of the problem in the basis of each equation; none for an artificial variable.
pub(in crate::solve::lp) enum End {
    /// With the best multipliers, or with some that may grow without end.
    Bound(Vec<Option<usize>>),
    /// Where no multipliers give the objective, with some that may grow without end.
    Contradiction(Vec<Option<usize>>),
    /// No multipliers give the objective, as the first basis shows, and none a contradiction, as the second does.
    Nothing(Vec<Option<usize>>, Vec<Option<usize>>),
}

/// A tableau in rounded numbers, and the basis at which it ended.
pub(in crate::solve::lp) struct Suggestion<R> {
    tableau: Tableau<Rounded<R>>,
    pub(in crate::solve::lp) end: End,
}

/// Runs the method in rounded numbers. Where the pivots do not suffice, the result is the last basis.
pub(in crate::solve::lp) fn suggest<R: Real>(
    problem: &Problem,
    max_pivots: usize,
    statistics: &mut Statistics,
) -> Result<Suggestion<R>, GaveUp> {
    let mut budget = max_pivots;
    let mut tableau = Tableau::<Rounded<R>>::new(problem)?;
    let end = tableau.run_in_rounded_numbers(&mut budget);
    statistics.pivots += max_pivots - budget;
    statistics.work += tableau.work;
    let end = match end {
        Err(GaveUp::Pivots) => End::Bound(tableau.basic_rows()),
        end => end?,
    };
    Ok(Suggestion { tableau, end })
}

impl<R: Real> Suggestion<R> {
    /// Continues from the basis with its exact multipliers by equation and the exact values of the rows, each as the
    /// numerators over a common denominator. Whether that led to another basis.
    pub(in crate::solve::lp) fn refine(
        &mut self,
        multipliers: &[Int],
        values: &[Int],
        max_pivots: usize,
        statistics: &mut Statistics,
    ) -> bool {
        let before = self.tableau.basis.clone();
        if self.tableau.refresh(multipliers, values).is_none() {
            return false;
        }
        let mut budget = max_pivots;
        let work = self.tableau.work;
        // Also if the pivots do not suffice, the last basis is nearer to the best one.
        let _ = self.tableau.optimize(Goal::Value, &mut budget);
        statistics.pivots += max_pivots - budget;
        statistics.work += self.tableau.work - work;
        self.end = End::Bound(self.tableau.basic_rows());
        self.tableau.basis != before
    }
}

impl<R: Real> Tableau<Rounded<R>> {
    fn run_in_rounded_numbers(&mut self, budget: &mut usize) -> Result<End, GaveUp> {
        let feasible = self.find_feasible(budget)?;
        let first = self.basic_rows();
        if !feasible {
            self.forget_objective();
        }
        let unbounded = self.optimize(Goal::Value, budget)?;
        let last = self.basic_rows();
        Ok(match (feasible, unbounded) {
            // Also where the multipliers seem to grow without end: if rounding misled the method, the best are near.
            (true, _) => End::Bound(last),
            (false, Some(_)) => End::Contradiction(last),
            (false, None) => End::Nothing(first, last),
        })
    }

    /// Replaces the right-hand sides and the costs by the exact ones of the basis, which are given up to common factors.
    /// `None` if the basis is not feasible.
    fn refresh(&mut self, multipliers: &[Int], values: &[Int]) -> Option<()> {
        let right = self.width - 1;
        for (line, mut multiplier) in rounded(multipliers).into_iter().enumerate() {
            let Some(&(row, is_negated)) = self.columns.get(self.basis[line]) else {
                // An artificial variable.
                if !multiplier.is_zero() {
                    return None;
                }
                self.cells[line * self.width + right] = Rounded::ZERO;
                continue;
            };
            if is_negated {
                multiplier = multiplier.negated()?;
            }
            if multiplier.is_negative() {
                // The multiplier of an equality has two columns, one beside the other.
                let twin = match is_negated {
                    true => self.basis[line] - 1,
                    false => self.basis[line] + 1,
                };
                if self.columns.get(twin).is_none_or(|it| it.0 != row) {
                    return None;
                }
                self.negate(line)?;
                self.basis[line] = twin;
                multiplier = multiplier.negated()?;
            }
            multiplier.scale(-self.exponents[self.basis[line]]);
            self.cells[line * self.width + right] = multiplier;
        }
        let costs = (self.height + 1) * self.width;
        let values = rounded(values);
        for (column, &(row, is_negated)) in self.columns.iter().enumerate() {
            let mut cost = match is_negated {
                true => values[row].negated()?,
                false => values[row],
            };
            cost.scale(self.exponents[column]);
            self.cells[costs + column] = cost;
        }
        self.cells[costs + right] = Rounded::ZERO;
        self.costs = self.cells[costs..].to_vec();
        Some(())
    }
}

/// Numbers up to a common factor, by which even the longest ones are finite.
fn rounded<R: Real>(numbers: &[Int]) -> Vec<Rounded<R>> {
    /// The bits of the longest number in the result.
    const MAX_LENGTH: usize = 256;
    let longest = numbers.iter().map(Int::bit_len).max().unwrap_or(0);
    let excess = longest.saturating_sub(MAX_LENGTH);
    let short = |number: &Int| {
        let magnitude = &number.magnitude() >> excess;
        Rounded::from_int(&if number.is_negative() {
            -magnitude
        } else {
            magnitude
        })
    };
    let numbers = numbers
        .iter()
        .map(|number| short(number).unwrap_or(Rounded::ZERO));
    numbers.collect()
}
