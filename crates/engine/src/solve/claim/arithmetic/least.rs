//! The least value of a linear term, by a binary search over decisions.

use super::limits::Limits;
use super::values::value;
use super::{Found, Solver, assuming, is_of_size};
use crate::number::{Int, floor_div};
use crate::proof::Sequent as Claim;
use crate::solve::Config;
use crate::solve::claim::cases::Leaves;
use crate::term::Expr;

/// The number of bits of a number that is taken for unbounded.
const FAR: usize = 130;

/// The least value of the goal, a number, between a known lower bound and the values in models. `None` if the
/// assumptions contradict each other, or it is not found: they are not linear, the budget is exhausted, or there is no
/// least value.
pub(in crate::solve::claim) fn least(
    claim: &Claim,
    config: &Config,
    known: Option<&Int>,
) -> Option<Int> {
    if !is_of_size(claim) {
        return None;
    }
    let mut solver = Solver::new(config, Leaves::Open)?;
    let mut least_of = |limit: Option<&Int>| {
        let condition = match limit {
            Some(limit) => Expr::at_most(claim.goal.clone(), Expr::Integer(limit.clone())),
            None => Expr::integer(1),
        };
        match solver.contradiction(assuming(claim, condition), Limits::new()) {
            Found::Contradiction(_) => Some(None),
            Found::Model(model) => value(&claim.goal, &model).map(Some),
            Found::Unknown => None,
        }
    };
    // Without a bound, far below all numbers of a machine.
    let far = -(Int::ONE << FAR);
    let start = known.unwrap_or(&far);
    if let Some(attained) = least_of(Some(start))? {
        return (Some(&attained) == known).then_some(attained);
    }
    let mut low = start + Int::ONE;
    let mut attained = least_of(None)??;
    while low < attained {
        // Rounded down, so that it is below the attained value.
        let limit = floor_div(&(&low + &attained), &Int::from(2))?;
        match least_of(Some(&limit))? {
            Some(value) => attained = value,
            None => low = limit + Int::ONE,
        }
    }
    Some(attained)
}
