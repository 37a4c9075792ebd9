//! Answers, and whether a run agrees with them.

use super::question::{Ask, Question, Term, evaluate};
use crate::interpret::State;
use calipers::analysis::{Analysis, Bound, BoundKind, Comparison, Unknown, Variable, Verdict};
use calipers::number::{Int, Range};
use calipers::program::Column;
use calipers::proof::Proof;
use calipers::solve::NoProof;
use calipers::term::Expr;

/// An answer of the engine.
#[derive(Clone, PartialEq, Debug)]
pub enum Answer {
    /// Unknown.
    Unknown,
    /// Unknown because a budget ran out.
    Budget,
    /// A range of the term.
    Range(Range),
    /// A bound.
    Bound(Bound),
    /// The comparison is proved, or refuted.
    Truth(bool),
    /// The point is unreachable.
    Unreachable,
}

/// Asks a question.
pub fn ask(analysis: &mut Analysis<'_>, question: &Question) -> Answer {
    let variable = Variable::term(question.term.clone());
    let point = question.point;
    match &question.ask {
        Ask::Range => match analysis.range_at(&variable, Some(point)) {
            range if range.is_full() => Answer::Unknown,
            range if range.is_empty() => Answer::Unreachable,
            range => Answer::Range(range),
        },
        Ask::Bound {
            kind,
            closed,
            allowed,
        } => {
            let query = analysis.bound(*kind, variable).closed(*closed).at(point);
            match query.in_terms_of_these(allowed.iter().copied()).compute() {
                Ok(bound) => Answer::Bound(bound),
                Err(Unknown::Budget) => Answer::Budget,
                Err(_) => Answer::Unknown,
            }
        }
        Ask::Compare(comparison, other) => {
            let other = Variable::term(other.clone());
            match analysis.compare_at(&variable, *comparison, &other, Some(point)) {
                Verdict::Proved => Answer::Truth(true),
                Verdict::Refuted => Answer::Truth(false),
                Verdict::Unreachable => Answer::Unreachable,
                Verdict::Unknown(Unknown::Budget) => Answer::Budget,
                Verdict::Unknown(_) => Answer::Unknown,
            }
        }
    }
}

/// The proof of an answer; none for answers without proofs.
pub fn prove(
    analysis: &mut Analysis<'_>,
    question: &Question,
    answer: &Answer,
) -> Option<Result<Proof, NoProof>> {
    let variable = Variable::term(question.term.clone());
    match (&question.ask, answer) {
        (Ask::Compare(comparison, other), Answer::Truth(_) | Answer::Unreachable) => {
            let condition = comparison.condition(&question.term, other);
            Some(analysis.explain(&condition, Some(question.point)).1)
        }
        (Ask::Bound { kind, closed, .. }, Answer::Bound(bound)) => {
            Some(analysis.explain_bound(*kind, &variable, bound, *closed))
        }
        (Ask::Range, Answer::Range(_)) => {
            let point = Some(question.point);
            let lower = analysis.explain_constant_bound(BoundKind::Lower, &variable, point);
            let upper = analysis.explain_constant_bound(BoundKind::Upper, &variable, point);
            let first = lower.ok().map(|(_, proof)| proof);
            match (first, upper.ok().map(|(_, proof)| proof)) {
                (Some(Ok(_)), Some(other)) => Some(other),
                (Some(proof), _) | (None, Some(proof)) => Some(proof),
                (None, None) => None,
            }
        }
        _ => None,
    }
}

/// Whether a run at the question's point agrees with an answer. None if the run cannot observe the answer there.
pub fn agrees(question: &Question, answer: &Answer, state: &State<'_>) -> Option<bool> {
    let value = |term: &Term| evaluate(term, &|column| state.column(column));
    match answer {
        Answer::Unknown | Answer::Budget => None,
        Answer::Unreachable => Some(false),
        Answer::Range(range) => Some(contains(range, &value(&question.term)?)),
        Answer::Truth(truth) => {
            let Ask::Compare(comparison, other) = &question.ask else {
                return None;
            };
            let (a, b) = (value(&question.term)?, value(other)?);
            Some(compares(*comparison, &a, &b) == *truth)
        }
        Answer::Bound(bound) => {
            let Ask::Bound {
                kind,
                closed,
                allowed,
            } = &question.ask
            else {
                return None;
            };
            // Its columns must be allowed by the question, and exist here.
            if bound.operands.iter().any(|it| !allowed.contains(it)) {
                return Some(false);
            }
            let own = value(&question.term)?;
            let told = value(&bound_term(bound)?)?;
            Some(match (kind, closed) {
                (BoundKind::Lower, _) => told <= own,
                (BoundKind::Upper, true) => own <= told,
                (BoundKind::Upper, false) => own < told,
                (BoundKind::Equal, _) => own == told,
            })
        }
    }
}

pub(super) fn bound_term(bound: &Bound) -> Option<Term> {
    let shown: Expr<Column> = bound.as_term()?;
    Some(shown)
}

/// Whether a number is between the two ends and has the residue for the modulus.
pub(super) fn contains(range: &Range, value: &Int) -> bool {
    let congruence = range.congruence();
    let modulus = congruence.modulus();
    let congruent = match *modulus == Int::ZERO {
        true => value == congruence.residue(),
        false => (value - congruence.residue()) % modulus == Int::ZERO,
    };
    range.lower().is_none_or(|lower| lower <= value)
        && range.upper().is_none_or(|upper| value <= upper)
        && congruent
}

fn compares(comparison: Comparison, a: &Int, b: &Int) -> bool {
    match comparison {
        Comparison::Eq => a == b,
        Comparison::Ne => a != b,
        Comparison::Lt => a < b,
        Comparison::Le => a <= b,
        Comparison::Gt => a > b,
        Comparison::Ge => a >= b,
    }
}
