//! Lemmas: what a search finds for itself only late, and proves at once if it is asked for it.

use super::constants::is_division;
use super::digits::bounds_of_digits;
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
/// Maximum divisor of quotients whose sums are compared with linear terms.
const MAX_PERIOD: i64 = 16;
/// Maximum number of comparisons of divisions.
const MAX_ORDERS: usize = 6;

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

/// What is tried before the claim itself: that dividends are multiples, and that divisors are positive.
pub(super) fn early(claim: &Claim) -> Vec<Term> {
    let mut lemmas = multiples(claim);
    lemmas.extend(positive_divisors(claim));
    lemmas.retain(|lemma| *lemma != claim.goal && !claim.assumptions.contains(lemma));
    lemmas
}

/// That `t mod d = 0`, where an equation is about `d·(t / d)`: people state divisibility in this way, too.
fn multiples(claim: &Claim) -> Vec<Term> {
    let mut lemmas = vec![];
    for assumption in &claim.assumptions {
        if let Expr::Apply(Operator::Eq, sides) = assumption {
            let mut products = vec![];
            sides.iter().for_each(|it| add_products(it, &mut products));
            for factors in products {
                let of_division = factors.iter().find_map(|factor| match factor {
                    Expr::Apply(Operator::FloorDiv | Operator::CeilDiv, of) => Some(of),
                    _ => None,
                });
                let of_division = of_division.filter(|of| factors.contains(&&of[1]));
                lemmas.extend(of_division.map(|of| {
                    let rest = Expr::apply(Operator::Mod, [of[0].clone(), of[1].clone()]);
                    Expr::equal(rest, Expr::integer(0))
                }));
            }
        }
    }
    lemmas.truncate(MAX);
    lemmas
}

/// That the divisors in the goal are positive, smallest first, where that is neither plain nor an assumption. Divisions by
/// positive divisors round in one way only, and an engine simplifies them.
fn positive_divisors(claim: &Claim) -> Vec<Term> {
    let mut divisors = vec![];
    add_divisors(&claim.goal, &mut divisors);
    divisors.retain(|divisor| !is_positive(divisor, claim));
    divisors.order_by_key(|divisor| size(divisor, usize::MAX));
    divisors.truncate(MAX);
    let divisors = divisors.into_iter();
    divisors
        .map(|divisor| Expr::at_most(Expr::integer(1), divisor))
        .collect()
}

/// Lists of lemmas, each to be tried by itself: what products need; comparisons of divisions as well, which a search with
/// products may be too long for; sums of quotients of one variable; and the bounds of digits.
pub(super) fn late(claim: &Claim) -> Vec<Vec<Term>> {
    let (limits, orders) = (limits(claim), orders(claim));
    let mut lists = match orders.is_empty() {
        true => vec![limits],
        false => vec![limits.clone(), [limits, orders].concat()],
    };
    lists.push(quotients(claim));
    lists.push(complements(claim));
    lists.extend(bounds_of_digits(&claim.goal).into_iter().map(Vec::from));
    lists
}

/// What two quotients of one variable by the same number add up to, or differ by, where that is linear:
/// `x floordiv 2 + x ceildiv 2 = x`.
fn complements(claim: &Claim) -> Vec<Term> {
    let mut divisions = vec![];
    for term in claim.assumptions.iter().chain([&claim.goal]) {
        add_divisions(term, &mut divisions);
    }
    let divided: Vec<_> = divisions.iter().filter_map(of_one_variable).collect();
    let mut lemmas = vec![];
    for (n, (one, variable, divisor)) in divided.iter().enumerate() {
        let others = divided[n + 1..].iter();
        let others = others.filter(|it| (it.1, it.2) == (*variable, *divisor));
        for (other, ..) in others {
            let sum = Expr::sum((*one).clone(), (*other).clone());
            let difference = Expr::difference((*one).clone(), (*other).clone());
            for sum in [sum, difference] {
                let linear = as_linear(&sum, *variable, *divisor);
                lemmas.extend(linear.map(|linear| Expr::equal(sum, linear)));
            }
        }
    }
    lemmas.retain(|it| *it != claim.goal && !claim.assumptions.contains(it));
    lemmas.truncate(MAX);
    lemmas
}

/// A division by a small number, its only variable, and the number.
fn of_one_variable(division: &Term) -> Option<(&Term, Column, i64)> {
    let (_, dividend, divisor) = division.as_binary()?;
    let Expr::Integer(divisor) = divisor else {
        return None;
    };
    let divisor = i64::try_from(divisor).ok()?;
    let mut variables = vec![];
    dividend.for_each_leaf(&mut |&column| variables.push(column));
    variables.dedup();
    let &[variable]: &[_; 1] = variables[..].try_into().ok()?;
    (2..=MAX_PERIOD)
        .contains(&divisor)
        .then_some((division, variable, divisor))
}

/// The linear term that a term of one variable equals on two periods of its quotients.
fn as_linear(term: &Term, variable: Column, period: i64) -> Option<Term> {
    let value = |at: i64| term.evaluate(&|it| (*it == variable).then(|| Int::from(at)));
    let (first, next) = (value(0)?, value(1)?);
    let slope = next - &first;
    let mut values =
        (-period..period).map(|at| Some(value(at)? == &first + &slope * Int::from(at)));
    let is_linear = values.all(|it| it == Some(true));
    let linear = Expr::sum(
        Expr::scaled(slope, Expr::Leaf(variable)),
        Expr::Integer(first),
    );
    is_linear.then_some(linear)
}

/// The order of quotients by the same divisor, and of divisors of the same dividend. Bounds of products follow with them,
/// and the order of quotients by different divisors.
fn orders(claim: &Claim) -> Vec<Term> {
    let mut divisions = vec![];
    add_divisions(&claim.goal, &mut divisions);
    for assumption in &claim.assumptions {
        if let Expr::Apply(Operator::Eq, sides) = assumption {
            let both = sides.iter().zip(sides.iter().rev());
            divisions.extend(both.filter_map(|(one, other)| exact_quotient(one, other)));
            sides
                .iter()
                .for_each(|side| add_divisions(side, &mut divisions));
        }
    }
    let mut lemmas = vec![];
    for one in &divisions {
        for other in &divisions {
            let lemma = order(one, other).filter(|it| !claim.assumptions.contains(it));
            if let Some(lemma) = lemma.filter(|it| !lemmas.contains(it)) {
                lemmas.push(lemma);
            }
        }
    }
    lemmas.truncate(MAX_ORDERS);
    lemmas
}

/// That a quotient by a product is 0, and that a factor of `d` is less than a quotient by `d` that is rounded up.
fn quotients(claim: &Claim) -> Vec<Term> {
    let less =
        |a: &Term, b: &Term| Expr::at_most(Expr::sum(a.clone(), Expr::integer(1)), b.clone());
    let (mut divisions, mut products) = (vec![], vec![]);
    add_divisions(&claim.goal, &mut divisions);
    add_products(&claim.goal, &mut products);
    let mut lemmas: Vec<Term> = vec![];
    for division in &divisions {
        if let Expr::Apply(Operator::FloorDiv, of) = division
            && matches!(of[1], Expr::Apply(Operator::Mul, _))
        {
            lemmas.push(less(&of[0], &of[1]));
        }
    }
    let assumptions = claim.assumptions.iter();
    assumptions.for_each(|it| add_divisions(it, &mut divisions));
    for division in &divisions {
        let Expr::Apply(Operator::CeilDiv, of) = division else {
            continue;
        };
        for factors in &products {
            if let [one, other] = factors[..]
                && (*one == of[1] || *other == of[1])
            {
                let factor = if *one == of[1] { other } else { one };
                lemmas.push(less(factor, division));
            }
        }
    }
    lemmas.retain(|lemma| !claim.assumptions.contains(lemma));
    lemmas.truncate(MAX_ORDERS);
    lemmas
}

/// Adds the factors of the products in a term.
fn add_products<'t>(term: &'t Term, found: &mut Vec<Vec<&'t Term>>) {
    let Expr::Apply(operator, arguments) = term else {
        return;
    };
    if *operator == Operator::Mul {
        let factors = arguments.iter();
        found.push(
            factors
                .filter(|it| !matches!(it, Expr::Integer(_)))
                .collect(),
        );
    }
    arguments.iter().for_each(|it| add_products(it, found));
}

/// `x floordiv d` for `x mod d = 0`.
fn exact_quotient(one: &Term, other: &Term) -> Option<Term> {
    let (Expr::Apply(Operator::Mod, of), Expr::Integer(zero)) = (one, other) else {
        return None;
    };
    zero.is_zero()
        .then(|| Expr::apply(Operator::FloorDiv, [of[0].clone(), of[1].clone()]))
}

/// That a quotient is less than another one with the same divisor, or that a divisor is at most that of another division
/// of the same dividend.
fn order(one: &Term, other: &Term) -> Option<Term> {
    let (Expr::Apply(left, of_left), Expr::Apply(right, of_right)) = (one, other) else {
        return None;
    };
    // Integer arithmetic compares quotients by constants.
    let is_open = |divisor: &Term| !matches!(divisor, Expr::Integer(_));
    let is_less = *left == Operator::FloorDiv
        && is_open(&of_left[1])
        && matches!(right, Operator::FloorDiv | Operator::CeilDiv)
        && of_left[1] == of_right[1]
        && of_left[0] != of_right[0];
    if is_less {
        let next = Expr::sum(one.clone(), Expr::integer(1));
        return Some(Expr::at_most(next, other.clone()));
    }
    let is_divided = left == right && of_left[0] == of_right[0] && of_left[1] != of_right[1];
    let is_open = is_open(&of_left[1]) || is_open(&of_right[1]);
    (is_divided && is_open).then(|| Expr::at_most(of_left[1].clone(), of_right[1].clone()))
}

fn add_divisions(term: &Term, found: &mut Vec<Term>) {
    let Expr::Apply(operator, arguments) = term else {
        return;
    };
    let is_quotient = matches!(operator, Operator::FloorDiv | Operator::CeilDiv);
    if is_quotient && !found.contains(term) {
        found.push(term.clone());
    }
    arguments.iter().for_each(|it| add_divisions(it, found));
}

/// Where the goal has products: that quotients and remainders below them are at most their dividends, and that the
/// difference of what has the same remainder is a multiple. A search multiplies assumptions, but not what an engine
/// derives from them.
fn limits(claim: &Claim) -> Vec<Term> {
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
