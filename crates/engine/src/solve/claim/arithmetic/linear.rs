//! Which claims are linear: their decision is complete.

use super::system::is_positive;
use crate::program::Column;
use crate::proof::Sequent as Claim;
use crate::term::condition::is_condition;
use crate::term::{Expr, Operator};

type Term = Expr<Column>;

/// Whether the terms of a claim are linear.
pub fn is_linear_claim(claim: &Claim) -> bool {
    claim.assumptions.iter().chain([&claim.goal]).all(is_linear)
}

/// Whether a term contains no product of variables, and no division by a term that is not a positive constant.
pub fn is_linear(term: &Term) -> bool {
    let Expr::Apply(operator, arguments) = term else {
        return true;
    };
    let is_constant = |term: &Term| matches!(term, Expr::Integer(_));
    let is_own = match operator {
        Operator::Mul => arguments.iter().filter(|it| !is_constant(it)).count() < 2,
        Operator::FloorDiv | Operator::CeilDiv | Operator::Mod => {
            arguments.last().is_some_and(is_positive)
        }
        Operator::TruncDiv | Operator::TruncMod => arguments.last().is_some_and(is_constant),
        _ => true,
    };
    is_own && arguments.iter().all(is_linear)
}

/// Whether a term is, or contains, a `select`.
pub fn has_selection(term: &Term) -> bool {
    match term {
        Expr::Apply(Operator::Select, _) => true,
        Expr::Apply(_, arguments) => arguments.iter().any(has_selection),
        _ => false,
    }
}

/// Whether a condition is not linear, or has remainders, selections or disjunctions, among them conditions as numbers.
pub fn has_cases(condition: &Term) -> bool {
    !is_linear(condition) || splits(condition)
}

fn splits(condition: &Term) -> bool {
    fn is_case(term: &Term) -> bool {
        let Expr::Apply(operator, arguments) = term else {
            return false;
        };
        match operator {
            Operator::Mod | Operator::TruncMod | Operator::Select | Operator::Le | Operator::Eq => {
                true
            }
            _ => arguments.iter().any(is_case),
        }
    }
    match condition {
        Expr::Apply(Operator::Le | Operator::Eq, sides) => sides.iter().any(is_case),
        Expr::Apply(Operator::Min, parts) if is_condition(condition) => parts.iter().any(splits),
        _ => is_case(condition),
    }
}
