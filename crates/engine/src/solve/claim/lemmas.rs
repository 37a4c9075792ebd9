//! Lemmas: what a search finds for itself only late, and proves at once if it is asked for it.

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
/// Maximum number of lemmas about products.
const MAX_OF_PRODUCTS: usize = 8;

/// The claim with each candidate as an assumption that `decide` proves from the assumptions and those before it, and
/// these lemmas, if there are any.
pub(super) fn with_lemmas(
    claim: &Claim,
    candidates: Vec<Term>,
    mut decide: impl FnMut(&Claim) -> Outcome,
) -> Option<(Claim, Vec<Term>)> {
    let (mut general, mut lemmas) = (claim.clone(), vec![]);
    for lemma in candidates {
        if decide(&general.with_goal(lemma.clone())) == Outcome::Proved {
            general.assumptions.push(lemma.clone());
            lemmas.push(lemma);
        }
    }
    (!lemmas.is_empty()).then_some((general, lemmas))
}

/// That the divisors in the goal are positive, smallest first, where that is neither plain nor an assumption. Divisions by
/// positive divisors round in one way only, and an engine simplifies them.
pub(super) fn positive_divisors(claim: &Claim) -> Vec<Term> {
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

/// Where the goal has products: that quotients and remainders below them are at most their dividends, and that the
/// difference of what has the same remainder is a multiple. A search multiplies assumptions, but not what an engine
/// derives from them.
pub(super) fn of_products(claim: &Claim) -> Vec<Term> {
    let (mut divisions, mut leaves) = (vec![], vec![]);
    add_below_products(&claim.goal, false, &mut divisions, &mut leaves);
    if divisions.is_empty() && leaves.is_empty() {
        return vec![];
    }
    let mut lemmas = vec![];
    for division in &divisions {
        add_limits(division, division, &mut lemmas);
    }
    for assumption in &claim.assumptions {
        let Expr::Apply(Operator::Eq, sides) = assumption else {
            continue;
        };
        for (one, other) in [(&sides[0], &sides[1]), (&sides[1], &sides[0])] {
            if leaves.contains(one) {
                add_limits(other, one, &mut lemmas);
            }
        }
        lemmas.extend(multiple(&sides[0], &sides[1]).or_else(|| multiple(&sides[1], &sides[0])));
    }
    lemmas.retain(|lemma| !claim.assumptions.contains(lemma));
    lemmas.truncate(MAX_OF_PRODUCTS);
    lemmas.extend(without_quotient(&claim.goal));
    lemmas
}

/// For `a <= b floordiv d` that `d·a <= b`, and for `b ceildiv d <= a` that `b <= d·a`. For positive divisors they are the
/// same.
fn without_quotient(goal: &Term) -> Option<Term> {
    let Expr::Apply(Operator::Le, sides) = goal else {
        return None;
    };
    let multiple =
        |divisor: &Term, of: &Term| Expr::apply(Operator::Mul, [divisor.clone(), of.clone()]);
    match (&sides[0], &sides[1]) {
        (a, Expr::Apply(Operator::FloorDiv, of)) => {
            Some(Expr::at_most(multiple(&of[1], a), of[0].clone()))
        }
        (Expr::Apply(Operator::CeilDiv, of), a) => {
            Some(Expr::at_most(of[0].clone(), multiple(&of[1], a)))
        }
        _ => None,
    }
}

/// Adds the divisions and the leaves below products of terms that are not integers.
fn add_below_products(
    term: &Term,
    is_below: bool,
    divisions: &mut Vec<Term>,
    leaves: &mut Vec<Term>,
) {
    let Expr::Apply(operator, arguments) = term else {
        if is_below && matches!(term, Expr::Leaf(_)) && !leaves.contains(term) {
            leaves.push(term.clone());
        }
        return;
    };
    if is_below && is_division(*operator) && !divisions.contains(term) {
        divisions.push(term.clone());
    }
    let is_product = || {
        let open = arguments
            .iter()
            .filter(|it| !matches!(it, Expr::Integer(_)));
        *operator == Operator::Mul && open.count() > 1
    };
    let is_below = is_below || is_product();
    arguments
        .iter()
        .for_each(|it| add_below_products(it, is_below, divisions, leaves));
}

/// That a division, which is written as another term, and its multiple by the divisor are at most the dividend.
fn add_limits(division: &Term, written: &Term, lemmas: &mut Vec<Term>) {
    let Expr::Apply(operator, arguments) = division else {
        return;
    };
    if !is_division(*operator) {
        return;
    }
    let (dividend, divisor) = (&arguments[0], &arguments[1]);
    let mut add = |lemma: Term| {
        if !lemmas.contains(&lemma) {
            lemmas.push(lemma);
        }
    };
    add(Expr::at_most(written.clone(), dividend.clone()));
    if matches!(operator, Operator::FloorDiv | Operator::TruncDiv) {
        let multiple = Expr::apply(Operator::Mul, [divisor.clone(), written.clone()]);
        add(Expr::at_most(multiple, dividend.clone()));
    }
}

/// For `a mod n = b mod n` that `(a − b) mod n = 0`, and for `a mod n = b` as well.
fn multiple(one: &Term, other: &Term) -> Option<Term> {
    let Expr::Apply(Operator::Mod, of_one) = one else {
        return None;
    };
    let rest = match other {
        Expr::Apply(Operator::Mod, of_other) if of_other[1] == of_one[1] => &of_other[0],
        Expr::Integer(zero) if zero.is_zero() => return None,
        other => other,
    };
    let difference = Expr::difference(of_one[0].clone(), rest.clone());
    let remainder = Expr::apply(Operator::Mod, [difference, of_one[1].clone()]);
    Some(Expr::equal(remainder, Expr::integer(0)))
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
