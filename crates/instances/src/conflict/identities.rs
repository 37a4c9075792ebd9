//! Implications between the values of two instances that their definitions do not show: some results of ops determine
//! an operand, if the other operands are equal.

use super::Question;
use crate::access::leaf;
use crate::nest::{GLOBAL_ID, Level, axis};
use crate::term::Term;
use crate::twin::Twin;
use calipers_egraph::Operator;
use calipers_program::{Definition, OpId, Program, ValueId};

/// Limit of the ops that are visited.
const MAX_OPS: usize = 128;

/// Limit of the implications.
const MAX_IMPLICATIONS: usize = 8;

/// Quotients, each with the remainder that it determines the dividend with.
pub(crate) const DIVISIONS: [(&str, &str); 4] = [
    ("arith.divsi", "arith.remsi"),
    ("arith.divui", "arith.remui"),
    ("index.divs", "index.rems"),
    ("index.divu", "index.remu"),
];

/// Values that, if each is equal in both instances, imply that another one is.
pub(super) struct Determined {
    pub(super) by: Vec<ValueId>,
    pub(super) value: ValueId,
}

/// The implications for the ops that the indices of the accesses depend on.
pub(super) fn implications(
    program: &dyn Program,
    twin: &Twin<'_>,
    question: &Question,
) -> Vec<Term> {
    let differs = |value: &ValueId| twin.copy_of_value(*value) != *value;
    let indices = question
        .first
        .indices
        .iter()
        .chain(&question.second.indices);
    let all = determined(program, &operations(program, indices)).into_iter();
    let relevant = all.filter(|it| differs(&it.value)).take(MAX_IMPLICATIONS);
    let implication = |it: Determined| {
        let by = it.by.iter().filter(|value| differs(value));
        let mut parts: Vec<Term> = by.map(|&it| Term::negation(equal(twin, it))).collect();
        parts.push(equal(twin, it.value));
        match parts.len() {
            1 => parts.remove(0),
            _ => Term::apply(Operator::Max, parts),
        }
    };
    relevant.map(implication).collect()
}

/// Whether a value is the same in both instances.
fn equal(twin: &Twin<'_>, value: ValueId) -> Term {
    Term::equal(leaf(value), leaf(twin.copy_of_value(value)))
}

pub(super) fn determined(program: &dyn Program, ops: &[OpId]) -> Vec<Determined> {
    let mut found = vec![];
    for &op in ops {
        let (name, operands) = (program.op_name(op), program.operands(op));
        match (name, operands, program.results(op)) {
            // a ^ b and a determine b.
            ("arith.xori" | "index.xor", &[a, b], &[result]) => {
                for (given, value) in [(a, b), (b, a)] {
                    let by = vec![result, given];
                    found.push(Determined { by, value });
                }
            }
            // a = b·(a / b) + a % b, however both are rounded and read.
            (_, &[a, b], &[quotient]) => {
                let division = DIVISIONS.iter().find(|(division, _)| *division == name);
                let is_rest = |&&other: &&OpId| {
                    division.is_some_and(|(_, rest)| program.op_name(other) == *rest)
                        && program.operands(other) == operands
                };
                let rest = ops.iter().find(is_rest);
                if let Some(&[rest]) = rest.map(|&rest| program.results(rest)) {
                    let by = vec![quotient, rest, b];
                    found.push(Determined { by, value: a });
                }
            }
            // The digits of a number determine it.
            ("affine.delinearize_index", [index, basis @ ..], digits) => {
                let by = digits.iter().chain(basis).copied().collect();
                found.push(Determined { by, value: *index });
            }
            _ => {}
        }
    }
    found
}

/// The number of a thread in the grid and those of its block and in its block determine each other.
pub(super) fn determined_ids(program: &dyn Program, level: &Level) -> Vec<Determined> {
    let mut found = vec![];
    let first = level.readers.iter().map(|readers| readers.first().copied());
    let ids: Vec<(ValueId, Option<OpId>)> = level.variables.iter().copied().zip(first).collect();
    for &(global, reader) in &ids {
        let Some(reader) = reader.filter(|&it| program.op_name(it) == GLOBAL_ID) else {
            continue;
        };
        let beside = |name: &str| {
            let is_it = |op: OpId| {
                program.op_name(op) == name && axis(program, op) == axis(program, reader)
            };
            ids.iter().find(|(_, op)| op.is_some_and(is_it))
        };
        let parts = (beside("gpu.block_id"), beside("gpu.thread_id"));
        if let (Some(&(block, _)), Some(&(thread, _))) = parts {
            for (by, value) in [
                (vec![block, thread], global),
                (vec![global], block),
                (vec![global], thread),
            ] {
                found.push(Determined { by, value });
            }
        }
    }
    found
}

/// The ops that terms depend on.
pub(crate) fn operations<'t>(
    program: &dyn Program,
    terms: impl Iterator<Item = &'t Term>,
) -> Vec<OpId> {
    let mut stack = vec![];
    for term in terms {
        term.for_each_leaf(&mut |column| stack.extend(column.value()));
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
    seen
}
