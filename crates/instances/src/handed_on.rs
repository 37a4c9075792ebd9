//! Tensors that ops and loops hand on: each is the one before it, with some elements replaced. Once they have memory, they
//! are one buffer.

use calipers_program::{Definition, Program, ValueId};

/// Limit of the ops between the tensors at the start and at the end of a body.
const MAX_STEPS: usize = 64;

/// Limit of the loops in loops.
const MAX_DEPTH: usize = 16;

/// The value that a value is with some elements replaced: the destination of an op that inserts elements into a tensor,
/// or what a loop begins with, of what it carries.
pub(crate) fn handed_on(program: &dyn Program, value: ValueId) -> Option<ValueId> {
    before(program, value, 0)
}

fn before(program: &dyn Program, value: ValueId, depth: usize) -> Option<ValueId> {
    let (op, index) = match program.definition(value) {
        Definition::Result { op, index } => (op, index),
        Definition::Argument { block, index } => {
            let the_loop = program.region_parent(program.block_region(block));
            return initial(program, the_loop, index.checked_sub(1)?, depth);
        }
    };
    let operands = program.operands(op);
    match program.op_name(op) {
        "tensor.insert" | "tensor.insert_slice" | "vector.transfer_write" => {
            operands.get(1).copied()
        }
        // The iterations insert into it.
        "scf.forall" => {
            let first = operands.len().checked_sub(program.results(op).len())?;
            operands.get(first + index).copied()
        }
        _ => initial(program, op, index, depth),
    }
}

/// What a loop begins with, if each iteration hands it on.
fn initial(
    program: &dyn Program,
    op: calipers_program::OpId,
    carried: usize,
    depth: usize,
) -> Option<ValueId> {
    let is_loop = matches!(program.op_name(op), "scf.for" | "affine.for");
    if !is_loop || depth > MAX_DEPTH {
        return None;
    }
    let count = program.results(op).len();
    let operands = program.operands(op);
    let initials = operands.get(operands.len().checked_sub(count)?..)?;
    let [region] = program.regions(op) else {
        return None;
    };
    let [block] = program.blocks(*region) else {
        return None;
    };
    let argument = *program.block_arguments(*block).get(carried + 1)?;
    let end = *program.block_ops(*block).last()?;
    let mut at = *program.operands(end).get(carried)?;
    for _ in 0..MAX_STEPS {
        if at == argument {
            return initials.get(carried).copied();
        }
        // An argument of another loop is no value of this iteration.
        if matches!(program.definition(at), Definition::Argument { .. }) {
            return None;
        }
        at = before(program, at, depth + 1)?;
    }
    None
}
