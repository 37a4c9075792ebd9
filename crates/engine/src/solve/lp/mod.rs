//! Exact bounds by linear programs, each with a certificate.
//!
//! Given rows `aᵢ·x + cᵢ >= 0` (or `= 0`) over free variables and an objective `g·x`, [`solve`] computes the greatest
//! `L` with `objective >= L`. The answer is a [`Certificate`]: multipliers `yᵢ` with `objective − L = Σ yᵢ·rowᵢ`. Both
//! engines find them in the dual, `min c·y` subject to `Aᵀy = g`, `y >= 0`:
//!
//! - an exact simplex tableau in integers, the faster one for small systems. Where its numbers would become long, the
//!   same method in `f64`, or in 106 bits, suggests the basis from which it goes on exactly, without a tableau;
//! - `good_lp` with `microlp` in `f64`, whose multipliers are rounded to small rationals, or determine the support that
//!   is then solved exactly.
//!
//! The module returns only results that [`Certificate::verify_bound`] or [`Certificate::verify_infeasible`] accepts in
//! exact arithmetic, so that errors of an engine cannot make an answer wrong.
//!
//! ```
//! use calipers::number::Linear;
//! use calipers::solve::lp::{Options, Outcome, Problem, Row, Statistics, solve};
//! let form = |constant: i64, terms: [i64; 2]| {
//!     let terms = terms.into_iter().map(Into::into).enumerate();
//!     Linear::from_terms(constant.into(), terms).expect("the numbers are small")
//! };
//! // Minimize x0 + x1 subject to x0 >= 3 and x1 >= 2·x0 − 1.
//! let mut problem = Problem::new(2, form(0, [1, 1]))?;
//! problem.push(Row::non_negative(form(-3, [1, 0])))?;
//! problem.push(Row::non_negative(form(1, [-2, 1])))?;
//! let outcome = solve(&problem, &Options::default(), &mut Statistics::default());
//! let Outcome::Bound { bound, certificate, .. } = outcome else { panic!("{outcome:?}") };
//! assert_eq!(bound, 8.into());
//! assert_eq!(certificate.multipliers(), [(0, 3.into()), (1, 1.into())]);
//! # Ok::<(), calipers::solve::lp::UnknownVariable>(())
//! ```

mod certificate;
mod double;
mod entry;
mod exact;
mod float;
mod guided;
mod lifted;
mod memo;
mod problem;
mod tableau;

pub use certificate::{Certificate, tighten};
pub use memo::Memo;
pub use problem::{Problem, Relation, Row, UnknownVariable};

use std::time::Duration;

use dashu_ratio::RBig;
use thiserror::Error;

/// The engine that finds multipliers.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Engine {
    /// The tableau in 64 bits, for many variables with a few pivots only (which is fastest for difference constraints
    /// of any size), then exact steps from the last basis of the tableau in rounded numbers, then the `f64` solver and
    /// the exact tableau without these limits, the latter first for few variables.
    #[default]
    Auto,
    /// Only the exact tableau.
    Tableau,
    /// Only the `f64` solver.
    Float,
    /// None: every problem is given up.
    Off,
}

/// The choice of the engine, and its budgets.
#[derive(Clone, Debug)]
pub struct Options {
    /// The engine.
    pub engine: Engine,
    /// Maximum number of pivots of the tableau per problem.
    pub max_pivots: usize,
    /// Up to this many variables, [`Engine::Auto`] gives the tableau all pivots before it tries the `f64` solver.
    pub tableau_limit: usize,
    /// Maximum time of the `f64` solver per linear program. The results of the tableau do not depend on time.
    pub time_limit: Duration,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            engine: Engine::Auto,
            max_pivots: 2_000,
            tableau_limit: 20,
            time_limit: Duration::from_millis(500),
        }
    }
}

/// Counters, summed over all solved problems.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Statistics {
    /// Problems.
    pub solves: usize,
    /// Runs of the tableau.
    pub tableau_runs: usize,
    /// Pivots of the tableau.
    pub pivots: usize,
    /// The entries that pivots changed, those in long numbers with a weight: about as many nanoseconds.
    pub work: usize,
    /// Restarts of the tableau with wider integers.
    pub widened: usize,
    /// Runs of the tableau with integers of any length.
    pub long: usize,
    /// Linear programs given to the `f64` solver.
    pub float_runs: usize,
    /// Timeouts of the `f64` solver.
    pub timeouts: usize,
    /// Certificates found by rounding multipliers.
    pub rounded: usize,
    /// Certificates found by solving the support exactly.
    pub resolved: usize,
    /// Problems that no engine solved.
    pub gave_up: usize,
}

/// The reason why there is no answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum GaveUp {
    /// The pivot budget is exhausted.
    #[error("the pivot budget is used up")]
    Pivots,
    /// Numbers grew too large.
    #[error("numbers grew too large")]
    Overflow,
    /// The system has too many coefficients.
    #[error("the system is too large")]
    TooLarge,
    /// A coefficient is too large for the `f64` solver.
    #[error("a coefficient exceeds 2^53")]
    HugeCoefficient,
    /// The `f64` solver ran out of time.
    #[error("the f64 solver ran out of time")]
    Time,
    /// The `f64` solver failed.
    #[error("the f64 solver failed")]
    Solver,
    /// The multipliers could not be made exact.
    #[error("the multipliers are not exact")]
    Inexact,
    /// Linear programming is disabled.
    #[error("linear programming is switched off")]
    Off,
}

/// The answer to a [`Problem`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// `objective >= bound` wherever the rows hold. From the tableau it is the best such bound.
    Bound {
        /// The bound.
        bound: RBig,
        /// Its proof.
        certificate: Certificate,
        /// The rows that are 0 at a point where the objective equals the bound, in ascending order; `None` if the
        /// engine does not report them. This is an unverified hint.
        tight: Option<Vec<usize>>,
    },
    /// No values satisfy the rows, not even rational ones.
    Infeasible {
        /// The proof.
        certificate: Certificate,
    },
    /// No bound was found, and probably none exists. This is not verified.
    Unbounded,
    /// No answer.
    GaveUp(GaveUp),
}

/// One attempt to find multipliers.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Attempt {
    /// The tableau in 64 bits with few pivots.
    Few,
    /// The tableau in 64 bits.
    Narrow,
    /// Exact steps from the last basis of the tableau in rounded numbers.
    Guided,
    /// The tableau in integers of more than 64 bits.
    Wide,
    /// The tableau in integers of any width.
    Tableau,
    /// The `f64` solver.
    Float,
}

/// Multipliers from an engine, not verified yet.
enum Found {
    /// Multipliers for a bound, and the rows that are 0 at an optimum.
    Bound(Certificate, Option<Vec<usize>>),
    /// Multipliers for a contradiction between the rows.
    Contradiction(Certificate),
    /// The engine found that neither exists.
    Nothing,
}

/// Finds a lower bound of the objective, or a contradiction between the rows.
///
/// Deterministic, except for timeouts of the `f64` solver, which `statistics` counts.
pub fn solve(problem: &Problem, options: &Options, statistics: &mut Statistics) -> Outcome {
    statistics.solves += 1;
    let small = problem.variables() <= options.tableau_limit;
    let attempts: &[Attempt] = match options.engine {
        Engine::Auto if small => &[
            Attempt::Narrow,
            Attempt::Guided,
            Attempt::Wide,
            Attempt::Float,
        ],
        Engine::Auto => &[
            Attempt::Few,
            Attempt::Guided,
            Attempt::Float,
            Attempt::Tableau,
        ],
        Engine::Tableau => &[Attempt::Tableau],
        Engine::Float => &[Attempt::Float],
        Engine::Off => &[],
    };
    let mut failure = Outcome::GaveUp(GaveUp::Off);
    for attempt in attempts {
        let found = match attempt {
            Attempt::Few => {
                let few = options.max_pivots.min(4 * problem.variables());
                tableau::solve_narrow(problem, few, statistics)
            }
            Attempt::Narrow => tableau::solve_narrow(problem, options.max_pivots, statistics),
            Attempt::Guided => guided::solve(problem, options.max_pivots, statistics),
            Attempt::Wide => tableau::solve_wide(problem, options.max_pivots, statistics),
            Attempt::Tableau => tableau::solve(problem, options.max_pivots, statistics),
            Attempt::Float => float::solve(problem, options.time_limit, statistics),
        };
        match found.and_then(|found| verified(problem, found)) {
            // With large coefficients this may be wrong, so that the tableau is tried as well.
            Ok(Outcome::Unbounded) if *attempt == Attempt::Float => failure = Outcome::Unbounded,
            Ok(outcome) => return outcome,
            Err(_) if failure == Outcome::Unbounded => {}
            Err(reason) => failure = Outcome::GaveUp(reason),
        }
    }
    if failure != Outcome::Unbounded {
        statistics.gave_up += 1;
    }
    failure
}

/// Verifies a result. All results pass through here.
fn verified(problem: &Problem, found: Found) -> Result<Outcome, GaveUp> {
    match found {
        Found::Nothing => Ok(Outcome::Unbounded),
        Found::Bound(certificate, tight) => match certificate.verify_bound(problem) {
            Some(bound) => Ok(Outcome::Bound {
                bound,
                certificate,
                tight,
            }),
            None => Err(GaveUp::Inexact),
        },
        Found::Contradiction(certificate) if certificate.verify_infeasible(problem) => {
            Ok(Outcome::Infeasible { certificate })
        }
        Found::Contradiction(_) => Err(GaveUp::Inexact),
    }
}

#[cfg(test)]
mod tests;
