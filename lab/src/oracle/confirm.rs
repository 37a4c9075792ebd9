//! Answers as scripts for other solvers: each is unsatisfiable if the answer is right.

use super::answer::{Answer, bound_term};
use super::question::{Ask, Question, Term};
use calipers::analysis::{Analysis, BoundKind, Comparison, Variable, Verdict};
use calipers::smt::written;
use calipers::term::Expr;
use calipers::term::condition::negated;

/// The SMT-LIB scripts of an answer, with the facts that the question may use. Empty for unknown, and where a question
/// does not fit.
pub(super) fn scripts(
    analysis: &mut Analysis<'_>,
    question: &Question,
    answer: &Answer,
) -> Vec<String> {
    // At a point that no run reaches, everything holds, by facts that need not concern the terms of the question.
    let term = Variable::term(question.term.clone());
    let never = analysis.compare_at(&term, Comparison::Ne, &term, Some(question.point));
    if never == Verdict::Unreachable || matches!(answer, Answer::Unreachable) {
        return vec![];
    }
    let (text, _) = question.text();
    let written = |goal: &Term| {
        let found = analysis
            .engine()
            .claim_with_values(goal, Some(question.point));
        let (claim, _) = found?;
        let script = written(&claim, &|number| format!("v{number}"));
        Some(format!("; {text}\n; {answer:?}\n{script}"))
    };
    goals(question, answer).iter().filter_map(written).collect()
}

/// The conditions that an answer claims.
fn goals(question: &Question, answer: &Answer) -> Vec<Term> {
    let term = &question.term;
    let compared = |comparison: Comparison, other: Term| comparison.condition(term, &other);
    match (answer, &question.ask) {
        (Answer::Truth(true), Ask::Compare(comparison, other)) => {
            vec![comparison.condition(term, other)]
        }
        (Answer::Truth(false), Ask::Compare(comparison, other)) => {
            vec![negated(&comparison.condition(term, other))]
        }
        (Answer::Range(range), _) => {
            let at_least = |it: &_| compared(Comparison::Ge, Expr::integer(Clone::clone(it)));
            let at_most = |it: &_| compared(Comparison::Le, Expr::integer(Clone::clone(it)));
            let ends = range.lower().map(at_least).into_iter();
            ends.chain(range.upper().map(at_most)).collect()
        }
        (Answer::Bound(bound), Ask::Bound { kind, closed, .. }) => {
            let comparison = match (kind, closed) {
                (BoundKind::Lower, _) => Comparison::Ge,
                (BoundKind::Upper, true) => Comparison::Le,
                (BoundKind::Upper, false) => Comparison::Lt,
                (BoundKind::Equal, _) => Comparison::Eq,
            };
            let other = bound_term(bound);
            other
                .map(|it| compared(comparison, it))
                .into_iter()
                .collect()
        }
        _ => vec![],
    }
}
