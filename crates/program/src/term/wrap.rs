//! Terms that wrap integers to a fixed width.

use super::{Expr, Operator};
use calipers_number::Int;

/// `t mod 2ʷ`
pub fn wrap_unsigned<L: Clone>(term: Expr<L>, width: usize) -> Expr<L> {
    match &term {
        Expr::Integer(value) => match Operator::Mod.apply(&[value.clone(), Int::ONE << width]) {
            Some(value) => Expr::Integer(value),
            None => term,
        },
        _ => Expr::apply(Operator::Mod, [term, Expr::Integer(Int::ONE << width)]),
    }
}

/// `(t + 2ʷ⁻¹) mod 2ʷ − 2ʷ⁻¹`
pub fn wrap_signed<L: Clone>(term: Expr<L>, width: usize) -> Expr<L> {
    let half = Int::ONE << (width.max(1) - 1);
    let shifted = match &term {
        Expr::Integer(value) => Expr::Integer(value + &half),
        _ => Expr::sum(term, Expr::Integer(half.clone())),
    };
    match wrap_unsigned(shifted, width) {
        Expr::Integer(value) => Expr::Integer(value - half),
        wrapped => Expr::sum(wrapped, Expr::Integer(-half)),
    }
}
