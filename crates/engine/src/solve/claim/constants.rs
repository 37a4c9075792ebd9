//! Constants in place of terms that equal them: overflow flags state that the quotients of wraps are 0, for instance.

use super::polynomial::expanded;
use super::sum::Sum;
use crate::number::Int;
use crate::program::Column;
use crate::proof::Sequent as Claim;
use crate::term::condition::replaced;
use crate::term::{Expr, Operator};

type Term = Expr<Column>;

/// Maximum number of terms that are replaced.
const MAX: usize = 16;

/// With constants in place of the terms that assumptions equate with them, and without the assumptions that hold then.
pub(super) fn with_constants(claim: Claim) -> Claim {
    let mut claim = folded_claim(claim);
    for _ in 0..MAX {
        let mut stated = claim.assumptions.iter();
        let Some((position, term, value)) = stated.by_ref().enumerate().find_map(|(n, it)| {
            let (term, value) = value_of(it)?;
            Some((n, term, Expr::Integer(value)))
        }) else {
            break;
        };
        claim.assumptions.remove(position);
        let all = claim.assumptions.iter_mut().chain([&mut claim.goal]);
        all.for_each(|it| *it = replaced(it, &term, &value));
        claim = folded_claim(claim);
    }
    claim
}

/// The term, other than a variable, that an equation states the value of.
fn value_of(assumption: &Term) -> Option<(Term, Int)> {
    let Expr::Apply(Operator::Eq, sides) = assumption else {
        return None;
    };
    let mut room = Sum::default();
    room.take_in(
        &expanded(&Expr::difference(sides[1].clone(), sides[0].clone()))?,
        &Int::ONE,
    );
    let (term, k, constant) = room.other()?;
    (constant % k)
        .is_zero()
        .then(|| (term.clone(), -(constant / k)))
}

fn folded_claim(claim: Claim) -> Claim {
    let mut assumptions: Vec<Term> = claim.assumptions.iter().map(folded).collect();
    assumptions.retain(|it| *it != Expr::integer(1));
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
