//! The reasons of answers: facts, proofs, and what is missing for one.

use crate::expression::{proof_text, text};
use calipers::analysis::{Analysis, BoundKind, Unknown, Variable, Verdict};
use calipers::ir::Module;
use calipers::program::{Column, OpId, Point, Program};
use calipers::proof::Proof;
use calipers::solve::{FactOrigin, NoProof};
use calipers::term::condition::{is_condition, negated};
use calipers::term::{Expr, Operator};
use pyo3::exceptions::PyUserWarning;
use pyo3::prelude::*;

/// The maximum number of ops without rules that are named.
const MAX_OPS: usize = 8;

/// The conditions that hold at a point, each with its reason. A fact that holds only under conditions is an
/// implication.
pub(crate) fn facts(
    analysis: &mut Analysis<'_>,
    module: &Module,
    point: Point,
) -> Vec<(Expr<Column>, String)> {
    let engine = analysis.engine();
    let facts = engine.facts_at(point).into_iter();
    let facts = facts.map(|(origin, stated)| {
        let reason = match origin {
            FactOrigin::Rule(rule, op) => format!("{rule} of {}", op_text(module, op)),
            FactOrigin::Type(Column::Dim(..)) => "a size".to_owned(),
            FactOrigin::Type(_) => "a type".to_owned(),
            FactOrigin::Assumption(_) => "an assumption".to_owned(),
            FactOrigin::Invariant(number) => match engine.op_of_invariant(number) {
                Some(op) => format!("an invariant of {}", op_text(module, op)),
                None => "an induction".to_owned(),
            },
        };
        let holds = stated.condition.clone();
        let condition = match &stated.given[..] {
            [] => holds,
            given => {
                let parts: Vec<_> = given.iter().map(negated).chain([holds]).collect();
                Expr::apply(Operator::Max, parts)
            }
        };
        (condition, reason)
    });
    facts.collect()
}

/// The answer about a condition or a range, with its reasons.
pub(crate) fn why(
    analysis: &mut Analysis<'_>,
    module: &Module,
    term: &Expr<Column>,
    point: Option<Point>,
) -> String {
    let lines = match is_condition(term) {
        true => of_verdict(analysis, module, term, point),
        false => [BoundKind::Lower, BoundKind::Upper]
            .into_iter()
            .flat_map(|kind| of_end(analysis, module, term, kind, point))
            .collect(),
    };
    lines.join("\n")
}

fn of_verdict(
    analysis: &mut Analysis<'_>,
    module: &Module,
    term: &Expr<Column>,
    point: Option<Point>,
) -> Vec<String> {
    let (verdict, proof) = analysis.explain(term, point);
    let mut lines = vec![format!("{} is {}", text(term, module), name(&verdict))];
    match &verdict {
        Verdict::Unknown(unknown) => {
            lines.push(missing(module, unknown));
            let example = analysis.counterexample_at(term, point).unwrap_or_default();
            let example = example.iter();
            let example = example.map(|(term, value)| format!("{} = {value}", text(term, module)));
            let example: Vec<String> = example.collect();
            if !example.is_empty() {
                lines.push(format!("the known facts allow {}", example.join(", ")));
            }
        }
        _ => lines.push(accepted(analysis, module, proof)),
    }
    lines
}

/// One end of a range, with its proof.
fn of_end(
    analysis: &mut Analysis<'_>,
    module: &Module,
    term: &Expr<Column>,
    kind: BoundKind,
    point: Option<Point>,
) -> Vec<String> {
    let sign = match kind {
        BoundKind::Lower => ">=",
        _ => "<=",
    };
    let variable = Variable::term(term.clone());
    let name = text(term, module);
    match analysis.explain_constant_bound(kind, &variable, point) {
        Ok((end, proof)) => {
            let proof = accepted(analysis, module, proof);
            vec![format!("{name} {sign} {end}"), proof]
        }
        Err(unknown) => {
            let reason = missing(module, &unknown);
            vec![format!("{name} {sign} a constant is unknown"), reason]
        }
    }
}

/// The proofs of the answer about a condition, or of the ends of a range.
pub(crate) fn proofs(
    analysis: &mut Analysis<'_>,
    term: &Expr<Column>,
    point: Option<Point>,
) -> Vec<Proof> {
    if is_condition(term) {
        return analysis.explain(term, point).1.into_iter().collect();
    }
    let variable = Variable::term(term.clone());
    let ends = [BoundKind::Lower, BoundKind::Upper].into_iter();
    let proofs = ends.filter_map(|kind| {
        let explained = analysis.explain_constant_bound(kind, &variable, point);
        explained.ok()?.1.ok()
    });
    proofs.collect()
}

fn name(verdict: &Verdict) -> &'static str {
    match verdict {
        Verdict::Proved => "proved",
        Verdict::Refuted => "refuted",
        Verdict::Unreachable => "at an unreachable point",
        Verdict::Unknown(_) => "unknown",
    }
}

/// The text of a proof that the checker accepts.
fn accepted(analysis: &Analysis<'_>, module: &Module, proof: Result<Proof, NoProof>) -> String {
    match proof {
        Ok(proof) => match analysis.check_proof(&proof) {
            Ok(()) => proof_text(&proof, module),
            Err(_) => "the checker does not accept the proof".to_owned(),
        },
        Err(none) => none.to_string(),
    }
}

/// Why there is no answer.
fn missing(module: &Module, unknown: &Unknown) -> String {
    match unknown {
        Unknown::MissingRule(ops) => {
            let ops = ops.iter().take(MAX_OPS).map(|&op| op_text(module, op));
            let ops: Vec<String> = ops.collect();
            format!("it depends on ops without rules: {}", ops.join(", "))
        }
        other => other.to_string(),
    }
}

fn op_text(module: &Module, op: OpId) -> String {
    let name = module.op_name(op);
    match module.location(op) {
        Some(place) => format!("`{name}` (line {})", place.line),
        None => format!("`{name}`"),
    }
}

/// Warns that assumptions contradict each other: every answer after them is about no run.
pub(crate) fn warn_of_contradiction(py: Python<'_>, is_contradictory: bool) -> PyResult<()> {
    if !is_contradictory {
        return Ok(());
    }
    let message = c"the assumptions contradict the program or each other: from here on, verdicts are UNREACHABLE and \
                    ranges are empty; `pop` takes back what came after `push`";
    PyErr::warn(py, &py.get_type::<PyUserWarning>(), message, 1)
}
