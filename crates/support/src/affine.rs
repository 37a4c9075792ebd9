//! Operations on affine expressions.

use crate::number::Int;
use crate::program::{AffineBinary, AffineExpr};

/// An expression with its symbols renumbered; a symbol without a number in the list is unchanged.
pub fn with_symbols(expr: &AffineExpr, numbers: &[u32]) -> AffineExpr {
    match expr {
        AffineExpr::Symbol(own) => {
            let other = numbers.get(*own as usize);
            AffineExpr::Symbol(other.copied().unwrap_or(*own))
        }
        AffineExpr::Binary(operator, lhs, rhs) => {
            let (lhs, rhs) = (with_symbols(lhs, numbers), with_symbols(rhs, numbers));
            AffineExpr::binary(*operator, lhs, rhs)
        }
        other => other.clone(),
    }
}

/// `expr + shift`, merged with a trailing constant.
pub fn plus(expr: &AffineExpr, shift: &Int) -> AffineExpr {
    match expr {
        AffineExpr::Constant(value) => AffineExpr::Constant(value + shift),
        AffineExpr::Binary(AffineBinary::Add, lhs, rhs) if rhs.as_constant().is_some() => {
            match plus(rhs, shift) {
                AffineExpr::Constant(zero) if zero.is_zero() => (**lhs).clone(),
                sum => AffineExpr::binary(AffineBinary::Add, (**lhs).clone(), sum),
            }
        }
        other => AffineExpr::binary(
            AffineBinary::Add,
            other.clone(),
            AffineExpr::Constant(shift.clone()),
        ),
    }
}

/// Whether an expression contains quotients or remainders.
pub fn divides(expr: &AffineExpr) -> bool {
    match expr {
        AffineExpr::Binary(operator, lhs, rhs) => {
            let divides_here = !matches!(operator, AffineBinary::Add | AffineBinary::Mul);
            divides_here || divides(lhs) || divides(rhs)
        }
        _ => false,
    }
}
