//! Escape analysis of buffers: whether a buffer lives only as long as the region that allocates it.

use crate::ir::Module;
use crate::program::{OpId, Program, ValueId};

/// Ops that return a view of their first operand.
const VIEWS: &[&str] = &[
    "memref.assume_alignment",
    "memref.cast",
    "memref.collapse_shape",
    "memref.expand_shape",
    "memref.memory_space_cast",
    "memref.reinterpret_cast",
    "memref.subview",
    "memref.transpose",
    "memref.view",
];

/// Ops that access memory without capturing its address, with the index of the operand for which this holds; any
/// operand if there is no index.
const ACCESSES: &[(&str, Option<usize>)] = &[
    ("affine.load", Some(0)),
    ("affine.store", Some(1)),
    ("affine.vector_load", Some(0)),
    ("affine.vector_store", Some(1)),
    ("memref.copy", None),
    ("memref.dim", Some(0)),
    ("memref.load", Some(0)),
    ("memref.rank", Some(0)),
    ("memref.store", Some(1)),
    ("vector.gather", Some(0)),
    ("vector.load", Some(0)),
    ("vector.maskedload", Some(0)),
    ("vector.maskedstore", Some(0)),
    ("vector.scatter", Some(0)),
    ("vector.store", Some(1)),
    ("vector.transfer_read", Some(0)),
    ("vector.transfer_write", Some(1)),
];

/// The uses of a buffer.
#[derive(Default)]
pub(super) struct Uses {
    /// The ops that free it.
    pub(super) freed_by: Vec<OpId>,
    /// All ops that use it or a view of it.
    pub(super) users: Vec<OpId>,
}

/// The uses of a buffer, if none can outlive the op that allocates it; none if its address may be captured. Costs its
/// uses and those of its views.
pub(super) fn uses(module: &Module, buffer: ValueId) -> Option<Uses> {
    let mut found = Uses::default();
    let mut stack = vec![buffer];
    let mut seen = vec![buffer];
    while let Some(value) = stack.pop() {
        for &user in module.users(value) {
            let name = module.op_name(user);
            found.users.push(user);
            if name == "memref.dealloc" {
                if value != buffer {
                    return None;
                }
                found.freed_by.push(user);
            } else if VIEWS.contains(&name) {
                for &result in module.results(user) {
                    if !seen.contains(&result) {
                        seen.push(result);
                        stack.push(result);
                    }
                }
            } else if !accesses(module, user, value) {
                return None;
            }
        }
    }
    Some(found)
}

/// Whether an op only accesses the memory of `buffer`.
fn accesses(module: &Module, op: OpId, buffer: ValueId) -> bool {
    let name = module.op_name(op);
    if name.starts_with("linalg.") {
        // Structured ops on buffers; the terminators of their bodies yield elements, not buffers.
        return name != "linalg.yield" && module.results(op).is_empty();
    }
    let Some((_, place)) = ACCESSES.iter().find(|(known, _)| *known == name) else {
        return false;
    };
    let operands = module.operands(op).iter().enumerate();
    operands
        .filter(|&(_, &operand)| operand == buffer)
        .all(|(at, _)| place.is_none_or(|place| place == at))
}
