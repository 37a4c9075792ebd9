//! Exclusive or in indices: `a ^ b` and one operand determine the other one.

use super::Question;
use crate::Term;
use crate::access::leaf;
use crate::program::{Definition, OpId, Program, ValueId};
use crate::term::Operator;
use crate::twin::Twin;

/// Limit of the ops that are visited.
const MAX_OPS: usize = 128;

/// For each exclusive or that the indices depend on, with operands a and b, and its copy: if the results are equal and
/// so is one operand, the other one is equal too. This holds for all integers.
pub(super) fn implications(
    program: &dyn Program,
    twin: &Twin<'_>,
    question: &Question,
) -> Vec<Term> {
    let mut found = vec![];
    for op in operations(program, question) {
        let (&[a, b], &[result]) = (program.operands(op), program.results(op)) else {
            continue;
        };
        let differ = |value: ValueId| Term::negation(equal(twin, value));
        if twin.copy_of_value(result) != result {
            for (given, other) in [(a, b), (b, a)] {
                let parts = [differ(result), differ(given), equal(twin, other)];
                found.push(Term::apply(Operator::Max, parts));
            }
        }
    }
    found
}

/// Whether a value is the same in both instances.
fn equal(twin: &Twin<'_>, value: ValueId) -> Term {
    Term::equal(leaf(value), leaf(twin.copy_of_value(value)))
}

/// The ops of exclusive or that the indices of the accesses depend on.
fn operations(program: &dyn Program, question: &Question) -> Vec<OpId> {
    let mut stack = vec![];
    for index in question
        .first
        .indices
        .iter()
        .chain(&question.second.indices)
    {
        index.for_each_leaf(&mut |column| stack.extend(column.value()));
    }
    let mut seen: Vec<OpId> = vec![];
    while let Some(value) = stack.pop() {
        if let Definition::Result { op, .. } = program.definition(value)
            && seen.len() < MAX_OPS
            && !seen.contains(&op)
        {
            seen.push(op);
            stack.extend(program.operands(op));
        }
    }
    let is_xor = |op: &OpId| matches!(program.op_name(*op), "arith.xori" | "index.xor");
    seen.into_iter().filter(is_xor).collect()
}
