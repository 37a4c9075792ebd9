//! Terms without their wrapping to a fixed width.

use crate::number::Int;
use crate::term::{Expr, Operator};

/// The term that was wrapped to that width by one of the functions of `term::wrap`.
pub fn unwrapped<L>(term: &Expr<L>, width: usize) -> Option<&Expr<L>> {
    let half = Int::ONE << (width.max(1) - 1);
    match parts(term)? {
        (Operator::Add, wrapped, offset) if *offset == -&half => match parts(wrapped)? {
            (Operator::Mod, shifted, modulus) if *modulus == Int::ONE << width => {
                let (operator, term, offset) = parts(shifted)?;
                (operator == Operator::Add && *offset == half).then_some(term)
            }
            _ => None,
        },
        (Operator::Mod, term, modulus) if *modulus == Int::ONE << width => Some(term),
        _ => None,
    }
}

/// An operator applied to a term and an integer.
fn parts<L>(term: &Expr<L>) -> Option<(Operator, &Expr<L>, &Int)> {
    let Expr::Apply(operator, arguments) = term else {
        return None;
    };
    match &arguments[..] {
        [first, Expr::Integer(second)] => Some((*operator, first, second)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use calipers_program::term::wrap::{wrap_signed, wrap_unsigned};

    #[test]
    fn what_was_wrapped_is_found_again() {
        let term = Expr::apply(Operator::Mul, [Expr::Leaf('x'), Expr::Leaf('y')]);
        for width in [1, 8, 32] {
            let wrapped = [
                wrap_signed(term.clone(), width),
                wrap_unsigned(term.clone(), width),
            ];
            for wrapped in wrapped {
                assert_eq!(unwrapped(&wrapped, width), Some(&term));
                assert_eq!(unwrapped(&wrapped, width + 1), None);
            }
        }
    }
}
