//! The loops around an op.

use crate::ir::Module;
use crate::program::{OpId, Program, ValueId};

/// How an op executes one of its regions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Around {
    /// Repeatedly and sequentially.
    Loop,
    /// Repeatedly, possibly in parallel.
    Parallel,
    /// At most once.
    Once,
    /// Unknown.
    Other,
}

pub(super) fn around(module: &Module, op: OpId) -> Around {
    match module.op_name(op) {
        "scf.for" | "affine.for" | "scf.while" => Around::Loop,
        "scf.forall" | "scf.parallel" | "affine.parallel" => Around::Parallel,
        "scf.if" | "affine.if" | "scf.index_switch" => Around::Once,
        _ => Around::Other,
    }
}

/// The induction variables of a loop.
pub(super) fn induction_variables(module: &Module, op: OpId) -> Vec<ValueId> {
    let Some(&entry) = module
        .regions(op)
        .first()
        .and_then(|&region| module.blocks(region).first())
    else {
        return vec![];
    };
    let arguments = module.block_arguments(entry);
    let count = match module.op_name(op) {
        "scf.for" | "affine.for" => 1,
        "scf.parallel" | "affine.parallel" => arguments.len(),
        // The shared outputs follow the induction variables.
        "scf.forall" => arguments.len().saturating_sub(module.results(op).len()),
        _ => 0,
    };
    arguments.iter().take(count).copied().collect()
}

/// The `count` innermost loops around `op`, innermost first; none if there are fewer.
pub(super) fn innermost(module: &Module, op: OpId, count: usize) -> Option<Vec<OpId>> {
    let mut found = vec![];
    let mut at = op;
    while found.len() < count {
        at = module.parent_op(at)?;
        if matches!(around(module, at), Around::Loop | Around::Parallel) {
            found.push(at);
        }
    }
    Some(found)
}
