//! Construction of terms with constant folding.

use crate::item::Item;
use calipers_number::Int;
use calipers_program::term::{Expr, Operator};
use calipers_program::{AffineExpr, Column};
use smallvec::{SmallVec, smallvec};

/// The item of a term.
#[inline]
pub(super) fn item<'p>(term: Expr<Column>) -> Item<'p> {
    match term {
        Expr::Integer(value) => Item::Integer(value),
        term => Item::Term(term),
    }
}

#[inline]
pub(super) fn negated(term: Expr<Column>) -> Expr<Column> {
    fold(Operator::Mul, smallvec![Expr::integer(-1), term])
}

/// The operands of an operator; most have at most three.
pub(super) type Terms = SmallVec<[Expr<Column>; 3]>;

/// Applies `operator` to terms, with constants folded and neutral elements removed.
pub(super) fn fold(operator: Operator, mut terms: Terms) -> Expr<Column> {
    if let Some(value) = computed(operator, &terms) {
        return Expr::Integer(value);
    }
    let neutral = match operator {
        Operator::Add => Some(Int::ZERO),
        Operator::Mul => Some(Int::ONE),
        _ => None,
    };
    if let Some(neutral) = neutral {
        terms.retain(|term| !matches!(term, Expr::Integer(value) if *value == neutral));
    }
    match terms.len() {
        1 if operator.arity().is_none() => terms.remove(0),
        2 => {
            let mut terms = terms.into_iter();
            let two: [_; 2] = std::array::from_fn(|_| terms.next().expect("there are two"));
            Expr::apply(operator, two)
        }
        _ => Expr::apply(operator, terms.into_vec()),
    }
}

/// The result of `operator` on integers.
fn computed(operator: Operator, terms: &[Expr<Column>]) -> Option<Int> {
    match terms {
        // Fast path: most operators have two arguments.
        [Expr::Integer(one), Expr::Integer(other)] => {
            return operator.apply(&[one.clone(), other.clone()]);
        }
        [_, _] => return None,
        _ => {}
    }
    let integers = terms.iter().map(|term| match term {
        Expr::Integer(value) => Some(value.clone()),
        _ => None,
    });
    let integers: Option<SmallVec<[Int; 3]>> = integers.collect();
    operator.apply(&integers?)
}

/// An affine expression over operands, the first `dims` of which are its dimensions. MLIR gives no consistent meaning
/// to a division by a negative number: the folder returns poison, the lowering computes a number. The term is
/// therefore correct only under the conditions `0 <= d` for each divisor `d` that is not a constant, which are added
/// to `given`. Division by 0 is poison or undefined, so any value of the term is correct there. None if a divisor is
/// a constant that is not positive.
pub(super) fn affine(
    expr: &AffineExpr,
    dims: usize,
    operands: &[Expr<Column>],
    given: &mut Vec<Expr<Column>>,
) -> Option<Expr<Column>> {
    Some(match expr {
        AffineExpr::Dim(n) => operands.get(*n as usize)?.clone(),
        AffineExpr::Symbol(n) => operands.get(dims + *n as usize)?.clone(),
        AffineExpr::Constant(value) => Expr::Integer(value.clone()),
        AffineExpr::Binary(operator, lhs, rhs) => {
            let operator = Operator::from(*operator);
            let lhs = affine(lhs, dims, operands, given)?;
            let rhs = affine(rhs, dims, operands, given)?;
            let divides = !matches!(operator, Operator::Add | Operator::Mul);
            match &rhs {
                Expr::Integer(divisor) if divides && *divisor <= Int::ZERO => return None,
                Expr::Integer(_) => {}
                _ if divides => given.push(Expr::at_most(Expr::integer(0), rhs.clone())),
                _ => {}
            }
            fold(operator, smallvec![lhs, rhs])
        }
    })
}
