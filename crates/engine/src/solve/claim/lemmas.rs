//! Lemmas: that divisors of unknown sign are positive. Divisions by positive divisors round in one way only, and an
//! engine simplifies them.

use super::constants::is_division;
use super::outcome::Outcome;
use crate::number::Int;
use crate::program::Column;
use crate::proof::Sequent as Claim;
use crate::term::condition::size;
use crate::term::{Expr, Operator};
use calipers_support::order::Order;

type Term = Expr<Column>;

/// Maximum number of divisors.
const MAX: usize = 4;

/// The claim with each lemma as an assumption that `decide` proves from the assumptions and the lemmas before it, and
/// these lemmas, if there are any.
pub(super) fn with_lemmas(
    claim: &Claim,
    mut decide: impl FnMut(&Claim) -> Outcome,
) -> Option<(Claim, Vec<Term>)> {
    let (mut general, mut lemmas) = (claim.clone(), vec![]);
    for lemma in candidates(claim) {
        if decide(&general.with_goal(lemma.clone())) == Outcome::Proved {
            general.assumptions.push(lemma.clone());
            lemmas.push(lemma);
        }
    }
    (!lemmas.is_empty()).then_some((general, lemmas))
}

/// That the divisors in the goal are positive, smallest first, where that is neither plain nor an assumption.
fn candidates(claim: &Claim) -> Vec<Term> {
    let mut divisors = vec![];
    add_divisors(&claim.goal, &mut divisors);
    divisors.retain(|divisor| !is_positive(divisor, claim));
    divisors.order_by_key(|divisor| size(divisor, usize::MAX));
    divisors.truncate(MAX);
    let lemmas = divisors.into_iter();
    let lemmas = lemmas.map(|divisor| Expr::at_most(Expr::integer(1), divisor));
    lemmas
        .filter(|lemma| !claim.assumptions.contains(lemma))
        .collect()
}

fn add_divisors(term: &Term, found: &mut Vec<Term>) {
    let Expr::Apply(operator, arguments) = term else {
        return;
    };
    if is_division(*operator) && !found.contains(&arguments[1]) {
        found.push(arguments[1].clone());
    }
    arguments.iter().for_each(|it| add_divisors(it, found));
}

/// Whether a term is plainly positive: by its range, or as a product of such terms.
fn is_positive(term: &Term, claim: &Claim) -> bool {
    match term {
        Expr::Integer(value) => *value > Int::ZERO,
        Expr::Leaf(Column::Symbol(number)) => {
            let lower = claim.ranges.get(number).and_then(|range| range.lower());
            lower.is_some_and(|lower| *lower > Int::ZERO)
        }
        Expr::Apply(Operator::Mul, factors) => factors.iter().all(|it| is_positive(it, claim)),
        _ => false,
    }
}
