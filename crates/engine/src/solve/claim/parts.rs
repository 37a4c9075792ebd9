//! Claims that together imply a claim, and are decided each for itself. A search by cases takes the same steps, but has one
//! budget for all of them, and does without canonical forms, more general claims and shorter terms from the first step on.

use super::cases::by_goal;
use super::constants::is_division;
use crate::program::Column;
use crate::proof::Sequent as Claim;
use crate::proof::sequent::{Distinction, Rule};
use crate::term::condition::as_negated;
use crate::term::{Expr, Operator};

type Term = Expr<Column>;

/// The parts of a goal that is a conjunction or alike, or else the signs of a divisor that is not 0. With the rule by which
/// they imply the claim.
pub(super) fn of(claim: &Claim) -> Option<(Rule, Vec<Claim>)> {
    let rule = match by_goal(&claim.goal) {
        Some(rule @ Rule::AndIntro) => rule,
        _ => {
            let mut assumptions = claim.assumptions.iter();
            let position = assumptions.position(|it| is_about_divisor(it, &claim.goal))?;
            Rule::Cases(Distinction::Unequal(position))
        }
    };
    let parts = rule.apply(claim).ok()?;
    Some((rule, parts))
}

/// Whether an assumption states that a divisor in a goal is not 0.
fn is_about_divisor(assumption: &Term, goal: &Term) -> bool {
    let Some(Expr::Apply(Operator::Eq, sides)) = as_negated(assumption) else {
        return false;
    };
    sides
        .iter()
        .any(|side| !matches!(side, Expr::Integer(_)) && divides(side, goal))
}

fn divides(divisor: &Term, term: &Term) -> bool {
    let Expr::Apply(operator, arguments) = term else {
        return false;
    };
    is_division(*operator) && arguments[1] == *divisor
        || arguments.iter().any(|it| divides(divisor, it))
}
