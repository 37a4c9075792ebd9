//! Executes ops speculatively, as loop-invariant code motion does.
//!
//! The interpreter defines which ops may be moved: those that give poison, rather than being undefined, if their
//! operands violate the precondition.

use crate::equivalence::{holds_any_op, parse};
use crate::generate::{program, speculative};
use crate::interpret::may_be_speculated;
use calipers::ir::{InsertionPoint, Module};
use calipers::program::{Definition, OpId, Program, ValueId};
use fastrand::Rng;
use hashbrown::HashMap;

/// One in this many programs has many such ops.
const SPECULATIVE: u64 = 2;

/// The text of a program for passes. One in a few has many speculatable ops, most of them moved out of loops and
/// branches.
pub fn numbered(seed: u64, number: u64) -> String {
    match number % SPECULATIVE {
        0 => program(seed),
        _ => hoisted(seed),
    }
}

/// The text of a program with many ops that are executed speculatively.
pub fn hoisted(seed: u64) -> String {
    let text = speculative(seed);
    let Ok(mut module) = parse(&text) else {
        return text;
    };
    hoist(&mut module, &mut Rng::with_seed(seed), 60);
    module.to_string()
}

/// Moves speculatable ops out of loops and branches: `percent` of the possible steps are made.
pub fn hoist(module: &mut Module, random: &mut Rng, percent: u32) {
    // The first op moves first, so that its users can follow.
    for op in module.walk(module.top()).collect::<Vec<_>>() {
        let mut at = op;
        while let Some(around) = way_out(module, at) {
            if random.u32(0..100) >= percent {
                break;
            }
            at = moved(module, at, around);
        }
    }
}

/// The op before which an op can be moved out of its parent.
fn way_out(module: &Module, op: OpId) -> Option<OpId> {
    if !may_be_speculated(module, op) || !holds_any_op(module, op) {
        return None;
    }
    let around = module.parent_op(op)?;
    if module.op_name(around) == "func.func" || !holds_any_op(module, around) {
        return None;
    }
    let mut operands = module.operands(op).iter();
    operands
        .all(|&operand| !is_inside(module, operand, around))
        .then_some(around)
}

/// Whether a value is defined in a region of an op.
fn is_inside(module: &Module, value: ValueId, around: OpId) -> bool {
    let mut parent = match module.definition(value) {
        Definition::Result { op, .. } => module.parent_op(op),
        Definition::Argument { block, .. } => {
            Some(module.region_parent(module.block_region(block)))
        }
    };
    while let Some(op) = parent {
        if op == around {
            return true;
        }
        parent = module.parent_op(op);
    }
    false
}

/// Moves an op before another.
fn moved(module: &mut Module, op: OpId, before: OpId) -> OpId {
    let copy = module.clone_op(op, &mut HashMap::new());
    module.insert(copy, InsertionPoint::Before(before));
    let pairs: Vec<(ValueId, ValueId)> = {
        let (old, new) = (module.results(op), module.results(copy));
        old.iter().copied().zip(new.iter().copied()).collect()
    };
    for (old, new) in pairs {
        module.replace_all_uses(old, new);
    }
    module.erase(op);
    copy
}
