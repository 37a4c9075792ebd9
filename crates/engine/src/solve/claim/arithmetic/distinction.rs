//! Selects the case distinction for an assumption that a model violates.

use super::system::comparison;
use crate::proof::Term;
use crate::proof::sequent::{Distinction, Sequent};
use crate::term::condition::{as_negated, is_condition};
use crate::term::{Expr, Operator};

/// Cases for an assumption that a model violates although it satisfies all rows.
pub(super) fn distinction(sequent: &Sequent, violated: usize) -> Option<Distinction> {
    let assumption = sequent.assumptions.get(violated)?;
    let part = match comparison(assumption) {
        Some((term, _)) => split_inside(&term),
        None => split_inside(assumption),
    };
    // The innermost parts first: their values decide which part of the assumption matters.
    if let Some(part) = part {
        return Some(part);
    }
    if let Some(Expr::Apply(Operator::Eq, _)) = as_negated(assumption) {
        return Some(Distinction::Unequal(violated));
    }
    match assumption {
        Expr::Apply(Operator::Max, _) if is_condition(assumption) => {
            Some(Distinction::AndElim(violated))
        }
        _ => None,
    }
}

/// Cases for the first innermost part of a term that is not linear.
fn split_inside(term: &Term) -> Option<Distinction> {
    let Expr::Apply(operator, arguments) = term else {
        return None;
    };
    let is_own = is_condition(term);
    if let Some(inner) = as_negated(term) {
        return match comparison(inner) {
            Some((term, _)) => split_inside(&term),
            None => split_inside(inner),
        };
    }
    // The members of a disjunction are split as a whole.
    if *operator == Operator::Max && is_own {
        return None;
    }
    for argument in arguments.iter() {
        if let Some(found) = split_inside(argument) {
            return Some(found);
        }
        if is_condition(argument) && *operator != Operator::Select {
            return Some(Distinction::Condition(argument.clone()));
        }
    }
    match operator {
        Operator::Select => Some(Distinction::Select(term.clone())),
        Operator::Min | Operator::Max if arguments.len() > 1 && !is_own => {
            Some(Distinction::Extremum(term.clone()))
        }
        Operator::TruncDiv | Operator::TruncMod => Some(Distinction::Dividend(term.clone())),
        _ => None,
    }
}
