//! Exact bounds from linear programs, each with a certificate.
//!
//! Given rows `aᵢ·x + cᵢ >= 0` (or `= 0`) over free variables and an objective `g·x`, the question is
//! the greatest `L` with `objective >= L`. The answer is a [`Certificate`]: multipliers `yᵢ` with
//! `objective − L = Σ yᵢ·rowᵢ`. Both engines look for them in the dual, `min c·y` subject to
//! `Aᵀy = g`, `y >= 0`:
//!
//! - an exact simplex tableau in integers, the faster one for small systems;
//! - `good_lp` with `microlp` in `f64`, whose multipliers are rounded to small rationals, or used to
//!   tell the support that is then solved exactly.
//!
//! How they were found does not matter: nothing leaves this module but what
//! [`Certificate::verify_bound`] or [`Certificate::verify_infeasible`] accepts in exact arithmetic.
//!
//! ```
//! use calipers::number::Linear;
//! use calipers::solve::lp::{Options, Outcome, Problem, Row, Statistics, solve};
//! let form = |constant: i64, terms: [i64; 2]| {
//!     let terms = terms.into_iter().map(Into::into).enumerate();
//!     Linear::from_terms(constant.into(), terms).expect("the numbers are small")
//! };
//! // x0 >= 3 and x1 >= 2·x0 − 1: how small is x0 + x1?
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
mod entry;
mod exact;
mod float;
mod problem;
mod tableau;

pub use certificate::{Certificate, tighten};
pub use problem::{Problem, Relation, Row, UnknownVariable};

use std::time::Duration;

use dashu_ratio::RBig;
use thiserror::Error;

/// Which engine looks for multipliers.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Engine {
    /// The tableau for few variables, then the `f64` solver. For more variables the tableau as long
    /// as 64 bits and a few pivots do (which is fastest for difference constraints of any size),
    /// then the `f64` solver, then the tableau in earnest.
    #[default]
    Auto,
    /// Only the exact tableau.
    Tableau,
    /// Only the `f64` solver.
    Float,
    /// None: every question is given up.
    Off,
}

/// How to solve, and how hard to try.
#[derive(Clone, Debug)]
pub struct Options {
    /// Which engine to use.
    pub engine: Engine,
    /// The most pivots of the tableau for one problem.
    pub max_pivots: usize,
    /// Up to this many variables [`Engine::Auto`] gives the tableau all pivots before it tries the
    /// `f64` solver.
    pub tableau_limit: usize,
    /// How long the `f64` solver may take for one linear program, as a last resort: the answers of
    /// the tableau do not depend on the clock.
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

/// What was done, summed up over the problems that were solved with it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Statistics {
    /// Problems.
    pub solves: usize,
    /// Runs of the tableau.
    pub tableau_runs: usize,
    /// Its pivots.
    pub pivots: usize,
    /// How often it started again with wider integers.
    pub widened: usize,
    /// Linear programs given to the `f64` solver.
    pub float_runs: usize,
    /// How many of them ran out of time.
    pub timeouts: usize,
    /// Certificates found by rounding its multipliers.
    pub rounded: usize,
    /// Certificates found by solving their support exactly.
    pub resolved: usize,
    /// Problems that no engine could solve.
    pub gave_up: usize,
}

/// Why there is no answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum GaveUp {
    /// The pivots are used up.
    #[error("the pivot budget is used up")]
    Pivots,
    /// Numbers grew too long.
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
    /// No exact certificate came of the multipliers.
    #[error("the multipliers are not exact")]
    Inexact,
    /// The engines are switched off.
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
        /// Which rows are 0 at a point where the objective is the bound, in ascending order; none
        /// if the engine does not tell. A hint: nothing verifies it.
        tight: Option<Vec<usize>>,
    },
    /// No values satisfy the rows, not even rational ones.
    Infeasible {
        /// The proof.
        certificate: Certificate,
    },
    /// No bound was found, and it seems there is none. This claims nothing.
    Unbounded,
    /// No answer.
    GaveUp(GaveUp),
}

/// A way to look for multipliers.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Attempt {
    /// The tableau, in 64 bits and with few pivots.
    Narrow,
    /// The tableau, in whatever numbers it takes.
    Tableau,
    /// The `f64` solver.
    Float,
}

/// Multipliers that an engine came up with, not verified yet.
enum Found {
    /// For a bound, and the rows that are 0 at an optimum.
    Bound(Certificate, Option<Vec<usize>>),
    /// For a contradiction between the rows.
    Contradiction(Certificate),
    /// There are none of either kind.
    Nothing,
}

/// Finds a lower bound of the objective, or a contradiction between the rows.
///
/// Deterministic, except that the `f64` solver can run out of time; `statistics` tells whether it did.
pub fn solve(problem: &Problem, options: &Options, statistics: &mut Statistics) -> Outcome {
    statistics.solves += 1;
    let small = problem.variables() <= options.tableau_limit;
    let attempts: &[Attempt] = match options.engine {
        Engine::Auto if small => &[Attempt::Tableau, Attempt::Float],
        Engine::Auto => &[Attempt::Narrow, Attempt::Float, Attempt::Tableau],
        Engine::Tableau => &[Attempt::Tableau],
        Engine::Float => &[Attempt::Float],
        Engine::Off => &[],
    };
    let mut failure = Outcome::GaveUp(GaveUp::Off);
    for attempt in attempts {
        let found = match attempt {
            Attempt::Narrow => {
                let few = options.max_pivots.min(4 * problem.variables());
                tableau::solve_narrow(problem, few, statistics)
            }
            Attempt::Tableau => tableau::solve(problem, options.max_pivots, statistics),
            Attempt::Float => float::solve(problem, options.time_limit, statistics),
        };
        match found.and_then(|found| verified(problem, found)) {
            // On large coefficients it says so falsely at times: the tableau may know better.
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

/// The only way out.
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
