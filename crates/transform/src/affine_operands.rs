//! Constraints on the operands of affine ops.

use crate::program::{Definition, OpId, Program, ValueId};
use hashbrown::HashSet;

/// Whether `value` may be an operand of `affine.apply` only as a dimension, not as a symbol: an induction variable of
/// an affine loop, or a value that affine ops compute from one. Costs the backward slice of affine ops.
pub fn needs_dimension(program: &(impl Program + ?Sized), value: ValueId) -> bool {
    let mut seen: HashSet<ValueId> = [value].into_iter().collect();
    let mut stack = vec![value];
    while let Some(value) = stack.pop() {
        match program.definition(value) {
            Definition::Argument { block, index } => {
                let loop_op = program.region_parent(program.block_region(block));
                if index < induction_variables(program, loop_op) {
                    return true;
                }
            }
            Definition::Result { op, .. } => {
                if matches!(
                    program.op_name(op),
                    "affine.apply" | "affine.delinearize_index" | "affine.linearize_index"
                ) {
                    let new = program.operands(op).iter().filter(|v| seen.insert(**v));
                    stack.extend(new);
                }
            }
        }
    }
    false
}

/// The number of leading arguments of `op`'s body that are induction variables of an affine loop.
fn induction_variables(program: &(impl Program + ?Sized), op: OpId) -> usize {
    match program.op_name(op) {
        "affine.for" => 1,
        "affine.parallel" => usize::MAX,
        _ => 0,
    }
}
