//! `inline`: replaces calls of functions of one block by their bodies.

use super::pass::{Pass, PassResult, Report, is_function};
use crate::ir::{InsertionPoint, Module};
use crate::program::{Attribute, BlockId, OpId, Program, ValueId};
use crate::rules::is_replaceable;
use hashbrown::HashMap;

/// The maximum number of copied ops.
const MAX_COPIES: usize = 100_000;

/// The pass. It skips calls of (mutually) recursive functions, calls beyond the limit of copies, and calls and functions
/// with the attribute `no_inline`. It erases private functions without remaining calls.
pub struct Inline;

impl Pass for Inline {
    fn run(&self, module: &mut Module, root: OpId, _report: &mut Report) -> PassResult {
        let functions: Vec<OpId> = module
            .walk(root)
            .filter(|&op| is_function(module, op))
            .collect();
        let mut room = MAX_COPIES;
        for &function in &functions {
            inline_calls(module, function, &mut room);
        }
        erase_unused(module, &functions);
        Ok(())
    }
}

/// A call, and the functions that it was inlined from.
struct Call {
    op: OpId,
    within: Vec<OpId>,
}

fn inline_calls(module: &mut Module, function: OpId, room: &mut usize) {
    let mut work: Vec<Call> = calls_in(module, function)
        .map(|op| Call {
            op,
            within: vec![function],
        })
        .collect();
    while let Some(call) = work.pop() {
        let Some((callee, body)) = callee(module, call.op) else {
            continue;
        };
        let size = module.walk(callee).count();
        if call.within.contains(&callee) || size > *room {
            continue;
        }
        *room -= size;
        for op in inline(module, call.op, body) {
            let within = call.within.iter().chain([&callee]);
            let within: Vec<OpId> = within.copied().collect();
            let nested: Vec<OpId> = calls_in(module, op).collect();
            work.extend(nested.into_iter().map(|op| Call {
                op,
                within: within.clone(),
            }));
        }
    }
}

fn calls_in(module: &Module, op: OpId) -> impl Iterator<Item = OpId> + '_ {
    module
        .walk(op)
        .filter(|&op| module.op_name(op) == "func.call")
}

/// The callee and its block, if it has a single block and the types agree.
fn callee(module: &Module, call: OpId) -> Option<(OpId, BlockId)> {
    let Attribute::Symbol(name) = module.attribute(call, "callee")? else {
        return None;
    };
    let callee = module.symbol(call, name)?;
    let is_kept = |op| module.attribute(op, "no_inline").is_some();
    if is_kept(call) || is_kept(callee) {
        return None;
    }
    let linkage = module.attribute(callee, "llvm.linkage");
    if module.op_name(callee) != "func.func" || linkage.is_some_and(|it| is_replaceable(&it)) {
        return None;
    }
    let &[body] = module.regions(callee) else {
        return None;
    };
    let &[block] = module.blocks(body) else {
        return None;
    };
    let end = *module.block_ops(block).last()?;
    let types =
        |values: &[ValueId]| -> Vec<_> { values.iter().map(|it| module.type_of(*it)).collect() };
    let fits = module.op_name(end) == "func.return"
        && types(module.block_arguments(block)) == types(module.operands(call))
        && types(module.operands(end)) == types(module.results(call));
    fits.then_some((callee, block))
}

/// Replaces a call by copies of a block's ops, and returns the copies.
fn inline(module: &mut Module, call: OpId, body: BlockId) -> Vec<OpId> {
    let arguments = module.block_arguments(body).to_vec();
    let operands = module.operands(call).to_vec();
    let mut mapping: HashMap<ValueId, ValueId> = arguments.into_iter().zip(operands).collect();
    let mut ops = module.block_ops(body).to_vec();
    let end = ops.pop();
    let mut copies = vec![];
    for op in ops {
        let copy = module.clone_op(op, &mut mapping);
        module.insert(copy, InsertionPoint::Before(call));
        copies.push(copy);
    }
    let returned = end.map_or(vec![], |end| module.operands(end).to_vec());
    let results = module.results(call).to_vec();
    for (result, value) in results.into_iter().zip(returned) {
        let value = mapping.get(&value).copied().unwrap_or(value);
        module.replace_all_uses(result, value);
    }
    module.erase(call);
    copies
}

/// Erases unreferenced private functions until a fixpoint.
fn erase_unused(module: &mut Module, functions: &[OpId]) {
    let mut left = functions.to_vec();
    loop {
        let is_unused = |module: &Module, op: OpId| {
            module.symbol_users(op).is_some_and(|users| {
                users
                    .iter()
                    .all(|&user| user == op || module.walk(op).any(|inside| inside == user))
            })
        };
        let unused = left.iter().position(|&op| is_unused(module, op));
        match unused {
            Some(at) => module.erase(left.swap_remove(at)),
            None => return,
        }
    }
}
