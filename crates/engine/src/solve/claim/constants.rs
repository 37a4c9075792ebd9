//! Constants in place of the quotients and remainders that equal them: overflow flags state that the quotients of wraps
//! are 0, for instance.

use super::polynomial::expanded;
use super::sum::Sum;
use crate::number::Int;
use crate::program::Column;
use crate::proof::Sequent as Claim;
use crate::term::condition::{is_condition, size};
use crate::term::{Expr, Operator};

type Term = Expr<Column>;

/// Maximum number of terms that are replaced.
const MAX: usize = 16;

/// Whether terms with this operator are replaced.
pub(super) fn is_division(operator: Operator) -> bool {
    matches!(
        operator,
        Operator::FloorDiv
            | Operator::CeilDiv
            | Operator::TruncDiv
            | Operator::Mod
            | Operator::TruncMod
    )
}

/// With constants in place of the quotients and remainders that are known to equal them, and of those that assumptions
/// equate with them. What the constants say about the dividends is assumed
/// instead, as far as there is room for it.
pub(super) fn with_constants(claim: Claim, known: Vec<(Term, Int)>, max_size: usize) -> Claim {
    let mut claim = folded_claim(claim);
    let mut known = known.into_iter().rev().collect::<Vec<_>>();
    let mut told = vec![];
    for _ in 0..MAX {
        let stated = || claim.assumptions.iter().find_map(value_of);
        let Some((term, value)) = known.pop().or_else(stated) else {
            break;
        };
        if matches!(term, Expr::Integer(_)) {
            continue;
        }
        let constant = Expr::Integer(value.clone());
        let replace = |it: &Term| folded(&replaced(it, &term, &constant));
        known.iter_mut().for_each(|it| it.0 = replace(&it.0));
        told.iter_mut().for_each(|it| *it = replace(it));
        claim.assumptions = claim.assumptions.iter().map(replace).collect();
        claim.goal = replace(&claim.goal);
        told.extend(consequences(&term, value));
        claim = folded_claim(claim);
    }
    let all = claim.assumptions.iter().chain([&claim.goal]);
    let sizes = all.map(|it| size(it, max_size));
    let mut room = max_size.saturating_sub(sizes.sum());
    for assumption in told {
        let size = size(&assumption, room + 1);
        if size <= room && !is_true(&assumption) && !claim.assumptions.contains(&assumption) {
            room -= size;
            claim.assumptions.push(assumption);
        }
    }
    claim
}

/// A condition or a number with a constant in place of a term, where that follows from the equation by arithmetic: not
/// inside quotients and minima, which an e-graph does not take for equal then.
fn replaced(whole: &Term, term: &Term, constant: &Term) -> Term {
    if whole == term {
        return constant.clone();
    }
    match whole {
        Expr::Apply(operator, arguments)
            if matches!(
                operator,
                Operator::Add | Operator::Mul | Operator::Le | Operator::Eq
            ) || is_condition(whole) =>
        {
            let arguments = arguments.iter().map(|it| replaced(it, term, constant));
            Expr::Apply(*operator, arguments.collect())
        }
        _ => whole.clone(),
    }
}

/// What the value of a term tells: bounds of the dividend of a quotient by a constant, else the equation.
fn consequences(term: &Term, value: Int) -> Vec<Term> {
    if let Some((Operator::FloorDiv, dividend, Expr::Integer(divisor))) = term.as_binary()
        && *divisor > Int::ZERO
    {
        let least = Expr::Integer(divisor * &value);
        let greatest = Expr::Integer(divisor * &(value + Int::ONE) - Int::ONE);
        return vec![
            Expr::at_most(least, dividend.clone()),
            Expr::at_most(dividend.clone(), greatest),
        ];
    }
    vec![Expr::equal(term.clone(), Expr::Integer(value))]
}

/// The quotient or remainder that an equation states the value of.
fn value_of(assumption: &Term) -> Option<(Term, Int)> {
    let Some((Operator::Eq, a, b)) = assumption.as_binary() else {
        return None;
    };
    let mut room = Sum::default();
    let difference = Expr::difference(b.clone(), a.clone());
    room.take_in(&expanded(&difference)?, &Int::ONE);
    let (term, k, constant) = room.other()?;
    let is_replaced = matches!(term, Expr::Apply(operator, _) if is_division(*operator));
    (is_replaced && (constant % k).is_zero()).then(|| (term.clone(), -(constant / k)))
}

fn is_true(condition: &Term) -> bool {
    *condition == Expr::integer(1)
}

fn folded_claim(claim: Claim) -> Claim {
    let mut assumptions: Vec<Term> = claim.assumptions.iter().map(folded).collect();
    assumptions.retain(|it| !is_true(it));
    Claim {
        ranges: claim.ranges,
        assumptions,
        goal: folded(&claim.goal),
    }
}

/// With the value in place of each application to integers, and without what adds 0 or multiplies by 0 or 1.
fn folded(term: &Term) -> Term {
    let Expr::Apply(operator, arguments) = term else {
        return term.clone();
    };
    let arguments: Vec<Term> = arguments.iter().map(folded).collect();
    let is_integer = |it: &Term| matches!(it, Expr::Integer(_));
    if arguments.iter().all(is_integer)
        && let Some(value) = Expr::apply(*operator, arguments.clone()).evaluate(&|_| None)
    {
        return Expr::Integer(value);
    }
    let is = |term: &Term, number: i32| *term == Expr::integer(number);
    let neutral = match operator {
        Operator::Mul if arguments.iter().any(|it| is(it, 0)) => return Expr::integer(0),
        Operator::Mul => 1,
        Operator::Add => 0,
        _ => return Expr::Apply(*operator, arguments.into()),
    };
    let mut arguments: Vec<Term> = arguments
        .into_iter()
        .filter(|it| !is(it, neutral))
        .collect();
    match arguments.len() {
        1 => arguments.remove(0),
        _ => Expr::apply(*operator, arguments),
    }
}
