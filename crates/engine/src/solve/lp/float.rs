//! Exact multipliers from the `f64` solver.
//!
//! `microlp` loops and fails on free variables, and the last digits of its objective are unreliable. It therefore
//! solves only the dual, where every variable is `>= 0`, always with a time limit, and only the multipliers of its
//! answer are used.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use dashu_int::UBig;
use dashu_ratio::RBig;
use good_lp::solvers::{SolutionStatus, WithTimeLimit};
use good_lp::{
    Expression, ProblemVariables, ResolutionError, Solution, SolverModel, Variable, microlp,
    variable,
};

use super::certificate::Certificate;
use super::exact::System;
use super::problem::{Problem, Relation};
use super::{Found, GaveUp, Statistics};
use crate::number::Int;

/// Multipliers below this count as 0.
const NEGLIGIBLE: f64 = 1e-9;

/// Maximum denominators of rounded multipliers.
const DENOMINATORS: [u32; 2] = [1_000, 1_000_000];

/// Maximum number of columns of a system for the solver.
const MAX_COLUMNS: usize = 20_000;

/// The required combination of the multipliers.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Goal {
    /// The objective minus a constant.
    Objective,
    /// A negative constant. Multiples of a solution are solutions, so that the sum of the multipliers is limited to 1.
    Contradiction,
}

/// Finds multipliers and makes them exact.
pub(super) fn solve(
    problem: &Problem,
    time_limit: Duration,
    statistics: &mut Statistics,
) -> Result<Found, GaveUp> {
    let dual = Dual::new(problem)?;
    if dual.columns.is_empty() {
        let certificate = Certificate::default();
        return Ok(match certificate.verify_bound(problem) {
            Some(_) => Found::Bound(certificate, None),
            None => Found::Nothing,
        });
    }
    match dual.optimize(Goal::Objective, time_limit, statistics) {
        Ok(multipliers) => {
            let verify = |c: &Certificate| c.verify_bound(problem).is_some();
            let certificate = dual.exact(&multipliers, Goal::Objective, verify, statistics);
            return certificate.map(|certificate| Found::Bound(certificate, None));
        }
        Err(ResolutionError::Unbounded | ResolutionError::Infeasible) => {}
        Err(error) => return Err(failure(&error, statistics)),
    }
    match dual.optimize(Goal::Contradiction, time_limit, statistics) {
        Ok(multipliers) if multipliers.iter().all(|y| *y < NEGLIGIBLE) => Ok(Found::Nothing),
        Ok(multipliers) => {
            let verify = |c: &Certificate| c.verify_infeasible(problem);
            let certificate = dual.exact(&multipliers, Goal::Contradiction, verify, statistics);
            certificate.map(Found::Contradiction)
        }
        Err(error) => Err(failure(&error, statistics)),
    }
}

fn failure(error: &ResolutionError, statistics: &mut Statistics) -> GaveUp {
    if matches!(error, ResolutionError::Other(_)) {
        statistics.timeouts += 1;
        GaveUp::Time
    } else {
        GaveUp::Solver
    }
}

/// The dual: one column per row, two of opposite sign for an equality.
struct Dual<'p> {
    problem: &'p Problem,
    columns: Vec<(usize, bool)>,
}

impl<'p> Dual<'p> {
    fn new(problem: &'p Problem) -> Result<Self, GaveUp> {
        let forms = problem.rows().iter().map(|row| row.form());
        for form in forms.chain([problem.objective()]) {
            let coefficients = form.terms().iter().map(|(_, coefficient)| coefficient);
            for number in coefficients.chain([form.constant()]) {
                float(number).ok_or(GaveUp::HugeCoefficient)?;
            }
        }
        let mut columns = Vec::with_capacity(problem.rows().len());
        for (index, row) in problem.rows().iter().enumerate() {
            columns.push((index, false));
            if row.relation() == Relation::Zero {
                columns.push((index, true));
            }
        }
        if columns.len() > MAX_COLUMNS {
            return Err(GaveUp::TooLarge);
        }
        Ok(Dual { problem, columns })
    }

    /// Optimal multipliers, in the order of the columns. A timeout is [`ResolutionError::Other`].
    fn optimize(
        &self,
        goal: Goal,
        time_limit: Duration,
        statistics: &mut Statistics,
    ) -> Result<Vec<f64>, ResolutionError> {
        statistics.float_runs += 1;
        // `microlp` panics if rounding errors break its invariants. Treat that as a failed attempt.
        let attempt = catch_unwind(AssertUnwindSafe(|| self.run(goal, time_limit)));
        attempt.unwrap_or_else(|_| Err(ResolutionError::Str("the solver panicked".into())))
    }

    fn run(&self, goal: Goal, time_limit: Duration) -> Result<Vec<f64>, ResolutionError> {
        let mut variables = ProblemVariables::new();
        let multipliers: Vec<Variable> = self
            .columns
            .iter()
            .map(|_| variables.add(variable().min(0)))
            .collect();
        let mut cost = Expression::from(0.0);
        let mut sum = Expression::from(0.0);
        let mut equations = vec![Expression::from(0.0); self.problem.variables()];
        for (&(row, negated), &multiplier) in self.columns.iter().zip(&multipliers) {
            let form = self.problem.rows()[row].form();
            let sign = if negated { -1.0 } else { 1.0 };
            let number = |n: &Int| sign * float(n).unwrap_or(f64::NAN);
            cost.add_mul(number(form.constant()), multiplier);
            sum.add_mul(1.0, multiplier);
            for (variable, coefficient) in form.terms() {
                equations[*variable].add_mul(number(coefficient), multiplier);
            }
        }
        let mut goals = vec![0.0; self.problem.variables()];
        if goal == Goal::Objective {
            for (variable, coefficient) in self.problem.objective().terms() {
                goals[*variable] = float(coefficient).unwrap_or(f64::NAN);
            }
        }
        let mut model = variables
            .minimise(cost)
            .using(microlp)
            .with_time_limit(time_limit.as_secs_f64());
        for (equation, goal) in equations.into_iter().zip(goals) {
            model.add_constraint(equation.eq(goal));
        }
        if goal == Goal::Contradiction {
            model.add_constraint(sum.leq(1.0));
        }
        let solution = model.solve()?;
        if !matches!(solution.status(), SolutionStatus::Optimal) {
            return Err(ResolutionError::Other("out of time"));
        }
        Ok(multipliers.iter().map(|&y| solution.value(y)).collect())
    }

    /// A certificate close to the multipliers: by rounding, else by an exact solution over their support.
    fn exact(
        &self,
        multipliers: &[f64],
        goal: Goal,
        verify: impl Fn(&Certificate) -> bool,
        statistics: &mut Statistics,
    ) -> Result<Certificate, GaveUp> {
        let largest = multipliers.iter().fold(0.0, |a: f64, b| a.max(*b));
        if !largest.is_finite() {
            return Err(GaveUp::Solver);
        }
        // Multiples of a contradiction are equivalent: scale the largest multiplier to 1.
        let unit = match goal {
            Goal::Contradiction => largest,
            Goal::Objective => 1.0,
        };
        for limit in DENOMINATORS {
            let rounded = multipliers.iter().map(|y| round(y / unit, limit));
            if let Some(certificate) = rounded.collect::<Option<Vec<_>>>().map(|y| self.pack(y))
                && verify(&certificate)
            {
                statistics.rounded += 1;
                return Ok(certificate);
            }
        }
        let certificate = self.solve_support(multipliers, goal).map(|y| self.pack(y));
        match certificate.filter(verify) {
            Some(certificate) => {
                statistics.resolved += 1;
                Ok(certificate)
            }
            None => Err(GaveUp::Inexact),
        }
    }

    /// The exact multipliers of the columns with a multiplier that is not negligible.
    fn solve_support(&self, multipliers: &[f64], goal: Goal) -> Option<Vec<RBig>> {
        let support: Vec<usize> = (0..self.columns.len())
            .filter(|&column| multipliers[column] > NEGLIGIBLE)
            .collect();
        let lines = self.problem.variables();
        let extra = usize::from(goal == Goal::Contradiction);
        let mut system = System::new(lines + extra, support.len());
        for (unknown, &column) in support.iter().enumerate() {
            let (row, negated) = self.columns[column];
            for (variable, coefficient) in self.problem.rows()[row].form().terms() {
                let entry = system.entry(*variable, unknown);
                *entry = if negated {
                    -coefficient
                } else {
                    coefficient.clone()
                };
            }
            if goal == Goal::Contradiction {
                *system.entry(lines, unknown) = Int::ONE;
            }
        }
        match goal {
            Goal::Contradiction => *system.entry(lines, support.len()) = Int::ONE,
            Goal::Objective => {
                for (variable, coefficient) in self.problem.objective().terms() {
                    *system.entry(*variable, support.len()) = coefficient.clone();
                }
            }
        }
        let solution = system.solve()?;
        let mut exact = vec![RBig::ZERO; self.columns.len()];
        for (column, value) in support.into_iter().zip(solution) {
            exact[column] = value;
        }
        Some(exact)
    }

    /// The certificate of multipliers in the order of the columns.
    fn pack(&self, multipliers: Vec<RBig>) -> Certificate {
        let mut packed: Vec<(usize, RBig)> = Vec::new();
        for (&(row, negated), value) in self.columns.iter().zip(multipliers) {
            match packed.last_mut() {
                Some((last, sum)) if *last == row => *sum -= value,
                _ => packed.push((row, if negated { -value } else { value })),
            }
        }
        Certificate::new(packed)
    }
}

/// The number as `f64`, if that is exact and at most 2^53 in magnitude.
fn float(number: &Int) -> Option<f64> {
    const LIMIT: i64 = 1 << 53;
    let number = i64::try_from(number).ok()?;
    (-LIMIT..=LIMIT).contains(&number).then_some(number as f64)
}

/// The last convergent of the continued fraction of `value` with a denominator of at most `limit`. Takes O(log limit)
/// steps.
fn round(value: f64, limit: u32) -> Option<RBig> {
    const LARGEST: f64 = (1_u64 << 53) as f64;
    if value < NEGLIGIBLE {
        return Some(RBig::ZERO);
    }
    let (mut numerator, mut before_numerator) = (1_i128, 0_i128);
    let (mut denominator, mut before_denominator) = (0_i128, 1_i128);
    let mut rest = value;
    loop {
        if !(0.0..=LARGEST).contains(&rest) {
            break;
        }
        let digit = rest.floor();
        let next_numerator = numerator
            .checked_mul(digit as i128)?
            .checked_add(before_numerator)?;
        let next_denominator = denominator
            .checked_mul(digit as i128)?
            .checked_add(before_denominator)?;
        if next_denominator > i128::from(limit) {
            break;
        }
        (before_numerator, numerator) = (numerator, next_numerator);
        (before_denominator, denominator) = (denominator, next_denominator);
        let fraction = rest - digit;
        if fraction < NEGLIGIBLE {
            break;
        }
        rest = fraction.recip();
    }
    let denominator = u128::try_from(denominator)
        .ok()
        .filter(|denominator| *denominator > 0)?;
    Some(RBig::from_parts(numerator.into(), UBig::from(denominator)))
}
