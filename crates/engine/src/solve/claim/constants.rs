//! Constants in place of the quotients and remainders that equal them: overflow flags state that the quotients of wraps
//! are 0, for instance. An extracted claim has a variable with one value for such a term.

use super::Tried;
use crate::number::{Int, Range};
use crate::program::Column;
use crate::proof::Sequent as Claim;
use crate::term::{Expr, Operator};

type Term = Expr<Column>;

/// Whether a term with this operator is a quotient or a remainder.
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

/// A claim with constants in place of the variables that have one value.
pub(super) struct Settled {
    pub(super) claim: Claim,
    constants: Vec<(u32, Int)>,
}

impl Settled {
    /// `None` if no variable has one value.
    pub(super) fn of(claim: &Claim) -> Option<Settled> {
        let constant = |range: &Range| range.as_constant().cloned();
        let constants = claim.ranges.iter();
        let constants = constants.filter_map(|(&it, range)| Some((it, constant(range)?)));
        let constants: Vec<(u32, Int)> = constants.collect();
        if constants.is_empty() {
            return None;
        }
        let put_in = |term: &Term| {
            let term = term.map(&mut |column: &Column| match column {
                Column::Symbol(number) => match claim.ranges.get(number).and_then(constant) {
                    Some(value) => Expr::Integer(value),
                    None => Expr::Leaf(*column),
                },
                _ => Expr::Leaf(*column),
            });
            folded(&term)
        };
        let mut assumptions: Vec<Term> = claim.assumptions.iter().map(put_in).collect();
        assumptions.retain(|it| *it != Expr::integer(1));
        let mut ranges = claim.ranges.clone();
        ranges.retain(|_, range| range.as_constant().is_none());
        let claim = Claim {
            ranges,
            assumptions,
            goal: put_in(&claim.goal),
        };
        Some(Settled { claim, constants })
    }

    /// The points of the original claim.
    pub(super) fn original(&self, mut tried: Tried) -> Tried {
        let points = [&mut tried.holds, &mut tried.fails];
        for point in points.into_iter().flatten() {
            point.extend(self.constants.iter().cloned());
        }
        tried
    }
}

/// What the value of a term tells: bounds of the dividend of a quotient by a constant, else the equation.
pub(super) fn consequences(term: &Term, value: &Int) -> Vec<Term> {
    if let Some((Operator::FloorDiv, dividend, Expr::Integer(divisor))) = term.as_binary()
        && *divisor > Int::ZERO
    {
        let least = Expr::Integer(divisor * value);
        let greatest = Expr::Integer(divisor * &(value + Int::ONE) - Int::ONE);
        return vec![
            Expr::at_most(least, dividend.clone()),
            Expr::at_most(dividend.clone(), greatest),
        ];
    }
    vec![Expr::equal(term.clone(), Expr::Integer(value.clone()))]
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
