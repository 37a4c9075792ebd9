//! Decides systems of linear equations and inequalities over the integers: either integers that satisfy all rows (a
//! model), or a refutation that a few lines of exact arithmetic check.
//!
//! 1. The equations are solved over the integers by unimodular changes of coordinates (Hermite normal form; A.
//!    Schrijver, "Theory of Linear and Integer Programming", 1986, chapter 4). An equation without integer solution
//!    gives a linear form that has a fractional value in all rational solutions.
//! 2. The inequalities are divided by the common factors of their coefficients, and their constants rounded.
//! 3. A simplex tableau with bounds (B. Dutertre and L. de Moura, "A Fast Linear-Arithmetic Solver for DPLL(T)", 2006)
//!    decides the rational relaxation, and a small search by branch and bound most of the rest.
//! 4. For what remains: inequalities that are unbounded on the polyhedron do not matter (M. Bromberger, "A Reduction
//!    from Unbounded Linear Mixed Arithmetic Problems into Bounded Problems", 2018); inequalities that cannot be
//!    strict are equations; and after a reduction of the lattice in which the polyhedron is round (H. W. Lenstra,
//!    "Integer Programming with a Fixed Number of Variables", 1983), branch and bound visits few nodes.
//!
//! The procedure is complete up to its [`Budget`], which counts work and not time.
//!
//! ```
//! use calipers_integers::{Answer, Budget, Relation, Row, decide};
//! use calipers_number::Linear;
//! let form = |constant: i64, terms: [i64; 2]| {
//!     let terms = terms.into_iter().map(Into::into).enumerate();
//!     Linear::from_terms(constant.into(), terms).expect("the numbers are small")
//! };
//! // 3x − 5y = 1 and x >= 0
//! let rows = [
//!     Row::new(form(-1, [3, -5]), Relation::Zero),
//!     Row::new(form(0, [1, 0]), Relation::AtLeastZero),
//! ];
//! let Answer::Model(model) = decide(2, &rows, &mut Budget::default()) else { panic!("2 and 1 satisfy them") };
//! assert_eq!(model[0].clone() * 3 - model[1].clone() * 5, 1.into());
//! // 6x − 10y = 1 has no integer solution.
//! let rows = [Row::new(form(-1, [6, -10]), Relation::Zero)];
//! let Answer::Infeasible(refutation) = decide(2, &rows, &mut Budget::default()) else { panic!("the parities differ") };
//! assert!(refutation.refutes(&rows));
//! ```

mod bounded;
mod coordinates;
mod lattice;
mod refutation;
mod search;
mod simplex;

pub use refutation::{Premise, Refutation};

use calipers_number::{Int, Linear};
use search::Search;

/// The relation of a form to zero.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Relation {
    /// `form >= 0`
    AtLeastZero,
    /// `form = 0`
    Zero,
}

/// A linear form over the variables `0, 1, …`, and its relation to zero.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Row {
    /// The form.
    pub form: Linear<usize>,
    /// Its relation to zero.
    pub relation: Relation,
}

impl Row {
    /// A row.
    pub fn new(form: Linear<usize>, relation: Relation) -> Row {
        Row { form, relation }
    }
}

/// The work that decisions may do, in total.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Budget {
    /// Pivots of the tableau.
    pub pivots: usize,
    /// Nodes of the search.
    pub nodes: usize,
}

impl Default for Budget {
    fn default() -> Budget {
        Budget {
            pivots: 50_000,
            nodes: 5_000,
        }
    }
}

/// The outcome of a decision.
#[derive(Clone, PartialEq, Debug)]
pub enum Answer {
    /// No integers satisfy all rows.
    Infeasible(Refutation),
    /// These values of the variables satisfy all rows.
    Model(Vec<Int>),
    /// The budget is exhausted, or numbers grew too large.
    Unknown,
}

/// Decides whether integers satisfy all rows, which are over variables below `variables`.
///
/// Costs a few pivots for usual systems of up to twenty variables; at most the budget, from which the work is taken.
/// A form with a variable that does not exist gives [`Answer::Unknown`].
pub fn decide(variables: usize, rows: &[Row], budget: &mut Budget) -> Answer {
    let is_within = |row: &Row| row.form.atoms().all(|variable| variable < variables);
    if !rows.iter().all(is_within) {
        return Answer::Unknown;
    }
    let found = Search::new(variables, rows, budget).decide();
    match &found {
        Ok(Answer::Model(model)) if !rows.iter().all(|row| is_satisfied(row, model)) => {
            Answer::Unknown
        }
        Ok(_) => found.unwrap_or(Answer::Unknown),
        Err(_) => Answer::Unknown,
    }
}

fn is_satisfied(row: &Row, model: &[Int]) -> bool {
    let value = value_of(&row.form, model);
    match row.relation {
        Relation::AtLeastZero => !value.is_negative(),
        Relation::Zero => value.is_zero(),
    }
}

/// The value of a form.
fn value_of(form: &Linear<usize>, model: &[Int]) -> Int {
    let terms = form.terms().iter();
    terms.fold(form.constant().clone(), |sum, (variable, k)| {
        sum + k * &model[*variable]
    })
}

#[cfg(test)]
mod tests;
