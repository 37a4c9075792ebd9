//! Traversal of all terms and integers of a proof.

use super::object::*;
use super::rejection::{Checked, Reason, require};
use calipers_number::Int;

/// The maximum nesting depth of cases and premises.
pub const MAX_ARGUMENT_DEPTH: usize = 200;

/// A part of a proof.
pub(super) enum Piece<'p> {
    Term(&'p Term),
    Integer(&'p Int),
}

/// The action on each part.
type Visit<'v, 'p> = dyn FnMut(Piece<'p>) -> Checked + 'v;

/// Calls `visit` on every term and integer of the facts, the ranges, the argument and the claim. Fails if the argument
/// is nested too deeply. Proofs inside of the proof have their own settings and are not visited.
pub(super) fn pieces<'p>(proof: &'p Proof, visit: &mut Visit<'_, 'p>) -> Checked {
    for fact in &proof.facts {
        terms([&fact.condition], visit)?;
        terms(&fact.given, visit)?;
    }
    for step in &proof.ranges {
        match &step.reason {
            RangeReason::Operator(term) | RangeReason::Fact { row: term, .. } => {
                terms([&step.term, term], visit)?;
            }
        }
    }
    match &proof.argument {
        Argument::Same | Argument::Deduction(_) | Argument::Instance(_) => {}
        Argument::Bound(by) => bounding(by, 0, visit)?,
        Argument::Both(both) => boundings(&both[..], 1, visit)?,
        Argument::Decision(by) => decision(by, 0, visit)?,
    }
    match &proof.claim {
        Claim::AtLeast(a, b) | Claim::AtMost(a, b) | Claim::Equal(a, b) => terms([a, b], visit),
        Claim::Holds(condition) | Claim::Fails(condition) => terms([condition], visit),
        Claim::Unreachable => Ok(()),
    }
}

fn terms<'p>(terms: impl IntoIterator<Item = &'p Term>, visit: &mut Visit<'_, 'p>) -> Checked {
    let mut terms = terms.into_iter();
    terms.try_for_each(|term| visit(Piece::Term(term)))
}

fn boundings<'p>(all: &'p [Bounding], depth: usize, visit: &mut Visit<'_, 'p>) -> Checked {
    all.iter().try_for_each(|by| bounding(by, depth, visit))
}

fn bounding<'p>(by: &'p Bounding, depth: usize, visit: &mut Visit<'_, 'p>) -> Checked {
    require(depth <= MAX_ARGUMENT_DEPTH, Reason::TooLarge)?;
    terms([&by.goal], visit)?;
    let mut bound = by.bound.iter();
    bound.try_for_each(|it| visit(Piece::Integer(it)))?;
    match &by.derivation {
        Derivation::Range => Ok(()),
        Derivation::Rows(rows) => rows.iter().try_for_each(|(it, _)| row(it, visit)),
        Derivation::Cases(split, cases) => {
            terms([split.term()], visit)?;
            if let Split::Limit(_, limit) = split {
                visit(Piece::Integer(limit))?;
            }
            boundings(&cases[..], depth + 1, visit)
        }
    }
}

fn row<'p>(row: &'p Row, visit: &mut Visit<'_, 'p>) -> Checked {
    terms([&row.term], visit)?;
    match &row.reason {
        RowReason::Fact(_) | RowReason::Range | RowReason::Case(_) => Ok(()),
        RowReason::Selected { factor: term, .. } | RowReason::Operator(term) => {
            terms([term], visit)
        }
        RowReason::Comparison { condition, end } => {
            visit(Piece::Integer(end))?;
            terms([condition], visit)
        }
        RowReason::Product {
            left,
            right,
            left_end,
            right_end,
        } => {
            visit(Piece::Integer(left_end))?;
            visit(Piece::Integer(right_end))?;
            terms([left, right], visit)
        }
        RowReason::Cut(rows) => rows.iter().try_for_each(|(part, _)| {
            let is_cut = matches!(part.reason, RowReason::Cut(_));
            require(!is_cut, Reason::IllFormed)?;
            self::row(part, visit)
        }),
    }
}

fn decision<'p>(by: &'p Decision, depth: usize, visit: &mut Visit<'_, 'p>) -> Checked {
    require(depth <= MAX_ARGUMENT_DEPTH, Reason::TooLarge)?;
    match by {
        Decision::Range => Ok(()),
        Decision::Number(by) => bounding(by, depth, visit),
        Decision::Comparison(condition, by) => {
            terms([condition], visit)?;
            boundings(by, depth + 1, visit)
        }
        Decision::Not(condition, by) | Decision::One(condition, _, by) => {
            terms([condition], visit)?;
            decision(by, depth + 1, visit)
        }
        Decision::All(condition, all) => {
            terms([condition], visit)?;
            let mut all = all.iter();
            all.try_for_each(|by| decision(by, depth + 1, visit))
        }
    }
}
