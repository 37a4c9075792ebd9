//! Traversal of all terms of a proof.

use super::object::*;

/// Calls `visit` on every term of the facts, the ranges, the argument and the claim.
pub(super) fn for_each_term(proof: &Proof, visit: &mut dyn FnMut(&Term)) {
    for fact in &proof.facts {
        visit(&fact.condition);
        fact.given.iter().for_each(&mut *visit);
    }
    for step in &proof.ranges {
        visit(&step.term);
        match &step.reason {
            RangeReason::Operator(term) | RangeReason::Fact { row: term, .. } => visit(term),
        }
    }
    match &proof.argument {
        Argument::Same => {}
        Argument::Bound(bounding) => of_bounding(bounding, visit),
        Argument::Both(both) => both
            .iter()
            .for_each(|bounding| of_bounding(bounding, visit)),
        Argument::Decision(decision) => of_decision(decision, visit),
        // Nested proofs have their own settings.
        Argument::Deduction(_) | Argument::Instance(_) => {}
    }
    match &proof.claim {
        Claim::AtLeast(a, b) | Claim::AtMost(a, b) | Claim::Equal(a, b) => {
            visit(a);
            visit(b);
        }
        Claim::Holds(condition) | Claim::Fails(condition) => visit(condition),
        Claim::Unreachable => {}
    }
}

fn of_bounding(bounding: &Bounding, visit: &mut dyn FnMut(&Term)) {
    visit(&bounding.goal);
    match &bounding.derivation {
        Derivation::Range => {}
        Derivation::Rows(rows) => {
            rows.iter().for_each(|(row, _)| of_row(row, visit));
        }
        Derivation::Cases(split, cases) => {
            visit(split.term());
            cases.iter().for_each(|case| of_bounding(case, visit));
        }
    }
}

fn of_row(row: &Row, visit: &mut dyn FnMut(&Term)) {
    visit(&row.term);
    match &row.reason {
        RowReason::Fact(_) | RowReason::Range | RowReason::Case(_) => {}
        RowReason::Selected { factor: term, .. }
        | RowReason::Operator(term)
        | RowReason::Comparison {
            condition: term, ..
        } => visit(term),
        RowReason::Product { left, right, .. } => {
            visit(left);
            visit(right);
        }
        RowReason::Cut(rows) => rows.iter().for_each(|(row, _)| of_row(row, visit)),
    }
}

fn of_decision(decision: &Decision, visit: &mut dyn FnMut(&Term)) {
    match decision {
        Decision::Range => {}
        Decision::Number(bounding) => of_bounding(bounding, visit),
        Decision::Comparison(condition, by) => {
            visit(condition);
            by.iter().for_each(|bounding| of_bounding(bounding, visit));
        }
        Decision::Not(condition, by) | Decision::One(condition, _, by) => {
            visit(condition);
            of_decision(by, visit);
        }
        Decision::All(condition, all) => {
            visit(condition);
            all.iter().for_each(|decision| of_decision(decision, visit));
        }
    }
}
