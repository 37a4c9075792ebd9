//! Cleanup after a rewrite.

use super::canonicalize::home;
use super::effects::is_dead;
use crate::ir::{Attr, InsertionPoint, Module, Type};
use crate::program::{BlockId, OpId, Program, ValueId};
use calipers_support::order::Order;
use hashbrown::HashMap;

/// Replaces the uses of each key by its replacement, and erases the ops that define the keys. A replacement may
/// itself be replaced.
pub(super) fn replace(module: &mut Module, replaced: &HashMap<ValueId, ValueId>) {
    let mut pairs: Vec<(ValueId, ValueId)> = replaced.iter().map(|(&a, &b)| (a, b)).collect();
    pairs.order();
    for (old, mut new) in pairs {
        let mut steps = 0;
        while let Some(&next) = replaced.get(&new)
            && steps < replaced.len()
        {
            new = next;
            steps += 1;
        }
        if new != old {
            module.replace_all_uses(old, new);
        }
    }
}

/// Merges equal constants in each function, at its start.
pub(super) fn gather_constants(module: &mut Module, root: OpId) {
    let constants: Vec<OpId> = module
        .walk(root)
        .filter(|&op| op != root && module.op_name(op) == "arith.constant")
        .collect();
    // For each function: its constants so far, and the last of those at its start.
    let mut known: HashMap<(BlockId, Type, Attr), ValueId> = HashMap::new();
    let mut ends: HashMap<BlockId, Option<OpId>> = HashMap::new();
    for op in constants {
        let (&[result], Some(value)) = (module.results(op), module.op_attribute(op, "value"))
        else {
            continue;
        };
        let home = home(module, op);
        let end = *ends.entry(home).or_insert_with(|| {
            let ops = module.block_ops(home).iter();
            let leading = ops.take_while(|&&op| module.op_name(op) == "arith.constant");
            leading.last().copied()
        });
        let key = (home, module.type_of(result), value);
        let leads = module.block_of(op) == Some(home)
            && end.is_some_and(|end| module.position(op) <= module.position(end));
        match known.get(&key) {
            Some(&kept) => module.replace_all_uses(result, kept),
            None if leads => {
                known.insert(key, result);
                continue;
            }
            None => {
                let copy = module.clone_op(op, &mut HashMap::new());
                let point = end.map_or(InsertionPoint::Start(home), InsertionPoint::After);
                module.insert(copy, point);
                ends.insert(home, Some(copy));
                let kept = module.results(copy)[0];
                known.insert(key, kept);
                module.replace_all_uses(result, kept);
            }
        }
        if end == Some(op) {
            // The remaining constant precedes the merged one.
            let ops = module.block_ops(home).iter();
            let before = ops.take_while(|&&other| other != op).last().copied();
            ends.insert(home, before);
        }
        module.erase(op);
    }
}

/// Erases dead ops.
pub(super) fn erase_dead(module: &mut Module, root: OpId) {
    let mut ops: Vec<OpId> = module.walk(root).filter(|&op| op != root).collect();
    // Users follow their operands, except in cycles of blocks, which take another iteration.
    loop {
        let mut left = vec![];
        let before = ops.len();
        while let Some(op) = ops.pop() {
            if !module.is_live(op) {
                continue;
            }
            if is_dead(module, op) {
                module.erase(op);
            } else {
                left.push(op);
            }
        }
        if left.len() == before {
            return;
        }
        left.reverse();
        ops = left;
    }
}
