//! `cse`: merges ops that compute the same function of the same operands into the first, if it dominates the others.
//! This includes ops with pure regions, which have the same results in every execution.

use super::effects::{is_dead, is_repeatable};
use super::pass::{Pass, PassResult, Report};
use crate::ir::Module;
use crate::program::{BlockId, Dominance, OpId, Program, RegionId, ValueId};
use hashbrown::{HashMap, HashTable};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::rc::Rc;

/// The pass.
pub struct Cse;

impl Pass for Cse {
    fn run(&self, module: &mut Module, root: OpId, _report: &mut Report) -> PassResult {
        eliminate(module, root);
        Ok(())
    }
}

/// The children of each block in a region's dominator tree.
type Tree = Rc<HashMap<BlockId, Vec<BlockId>>>;

/// The work that remains, a stack.
enum Step {
    /// All blocks of a region.
    Region(RegionId),
    /// A block, then the blocks that it immediately dominates.
    Block(BlockId, Tree),
    /// The remaining ops of one block, in reverse.
    Ops(Vec<OpId>, Order),
    /// Restores the table to this length of the trail.
    Forget(usize),
    /// Restores the table from outside an isolated op.
    Restore(Known),
}

/// Whether the ops of a block execute in order.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Order {
    Sequential,
    Graph,
}

/// The ops that dominate the current position, by their hashes.
#[derive(Default)]
struct Known {
    ops: HashTable<(u64, OpId)>,
    trail: Vec<(u64, OpId)>,
}

impl Known {
    /// An op that is congruent to `op`; if there is none, `op` is recorded.
    fn congruent(&mut self, module: &Module, op: OpId) -> Option<OpId> {
        let hash = hash(module, op);
        // The meaning of such an op depends on the enclosing op.
        let is_local = module.op_name(op) == "linalg.index";
        let same = |&(_, other): &(u64, OpId)| {
            (!is_local || module.block_of(op) == module.block_of(other))
                && are_congruent(module, op, other, &mut HashMap::new())
        };
        if let Some(&(_, first)) = self.ops.find(hash, same) {
            return Some(first);
        }
        self.trail.push((hash, op));
        self.ops.insert_unique(hash, (hash, op), |&(hash, _)| hash);
        None
    }

    fn forget_since(&mut self, length: usize) {
        for (hash, op) in self.trail.drain(length..) {
            if let Ok(entry) = self.ops.find_entry(hash, |&(_, other)| other == op) {
                entry.remove();
            }
        }
    }
}

/// A hash that is equal for congruent ops.
fn hash(module: &Module, op: OpId) -> u64 {
    let mut hasher = DefaultHasher::new();
    module.op_name(op).hash(&mut hasher);
    module.operands(op).hash(&mut hasher);
    for attribute in module.op_attributes(op) {
        (attribute.name, attribute.value).hash(&mut hasher);
    }
    for &result in module.results(op) {
        module.type_of(result).hash(&mut hasher);
    }
    hasher.finish()
}

/// Whether two ops are congruent, given that each key of `inside` equals its value: values inside one op, and the
/// corresponding values in the other. Costs the size of the ops.
fn are_congruent(
    module: &Module,
    a: OpId,
    b: OpId,
    inside: &mut HashMap<ValueId, ValueId>,
) -> bool {
    let types = |op| {
        module
            .results(op)
            .iter()
            .map(|&result| module.type_of(result))
    };
    let attributes = |op| module.op_attributes(op).iter().map(|a| (a.name, a.value));
    module.op_name(a) == module.op_name(b)
        && operands_agree(module, a, b, inside)
        && attributes(a).eq(attributes(b))
        && types(a).eq(types(b))
        && module.successors(a).is_empty()
        && module.successors(b).is_empty()
        && module.regions(a).len() == module.regions(b).len()
        && module
            .regions(a)
            .iter()
            .zip(module.regions(b))
            .all(|(&a, &b)| regions_agree(module, a, b, inside))
}

fn operands_agree(module: &Module, a: OpId, b: OpId, inside: &HashMap<ValueId, ValueId>) -> bool {
    let (a, b) = (module.operands(a), module.operands(b));
    let mapped = a.iter().map(|value| inside.get(value).unwrap_or(value));
    a.len() == b.len() && mapped.eq(b)
}

/// Whether two regions are congruent; each has at most one block.
fn regions_agree(
    module: &Module,
    a: RegionId,
    b: RegionId,
    inside: &mut HashMap<ValueId, ValueId>,
) -> bool {
    let (a, b) = match (module.blocks(a), module.blocks(b)) {
        ([], []) => return true,
        (&[a], &[b]) => (a, b),
        _ => return false,
    };
    let (arguments, others) = (module.block_arguments(a), module.block_arguments(b));
    let types = |values: &[ValueId]| -> Vec<_> {
        let types = values.iter().map(|&value| module.type_of(value));
        types.collect()
    };
    if types(arguments) != types(others) {
        return false;
    }
    inside.extend(arguments.iter().copied().zip(others.iter().copied()));
    let (ops, others) = (module.block_ops(a), module.block_ops(b));
    ops.len() == others.len()
        && ops.iter().zip(others).all(|(&op, &other)| {
            let agree = are_congruent(module, op, other, inside);
            let results = module.results(op).iter().copied();
            inside.extend(results.zip(module.results(other).iter().copied()));
            agree
        })
}

/// Replaces congruent pure ops in `root` by the first that dominates them, and erases dead ops. Costs about the size
/// of `root`.
pub fn eliminate(module: &mut Module, root: OpId) {
    let dominance = Dominance::new();
    let mut known = Known::default();
    let regions = module.regions(root).iter().rev();
    let mut steps: Vec<Step> = regions.map(|&region| Step::Region(region)).collect();
    while let Some(step) = steps.pop() {
        match step {
            Step::Forget(length) => known.forget_since(length),
            Step::Restore(outer) => known = outer,
            Step::Region(region) => enter(module, &dominance, region, &mut steps),
            Step::Block(block, tree) => {
                steps.push(Step::Forget(known.trail.len()));
                let children = tree.get(&block).map_or(&[][..], Vec::as_slice);
                let children = children.iter().rev();
                steps.extend(children.map(|&child| Step::Block(child, Rc::clone(&tree))));
                let ops = module.block_ops(block).iter().rev().copied().collect();
                steps.push(Step::Ops(ops, Order::Sequential));
            }
            Step::Ops(mut ops, order) => {
                while let Some(op) = ops.pop() {
                    if order == Order::Sequential && simplify(module, op, &mut known) {
                        continue;
                    }
                    if !module.regions(op).is_empty() {
                        steps.push(Step::Ops(std::mem::take(&mut ops), order));
                        if !sees_outer_values(module.op_name(op)) {
                            steps.push(Step::Restore(std::mem::take(&mut known)));
                        }
                        let regions = module.regions(op).iter().rev();
                        steps.extend(regions.map(|&region| Step::Region(region)));
                    }
                }
            }
        }
    }
}

fn enter(module: &Module, dominance: &Dominance, region: RegionId, steps: &mut Vec<Step>) {
    let blocks = module.blocks(region);
    let Some(&entry) = blocks.first() else {
        return;
    };
    if !module.has_ssa_dominance(region) {
        for &block in blocks.iter().rev() {
            let ops = module.block_ops(block).iter().rev().copied().collect();
            steps.push(Step::Ops(ops, Order::Graph));
        }
        return;
    }
    let mut tree: HashMap<BlockId, Vec<BlockId>> = HashMap::new();
    for &block in &blocks[1..] {
        if let Some(parent) = dominance.immediate_dominator(module, block) {
            tree.entry(parent).or_default().push(block);
        }
    }
    steps.push(Step::Block(entry, Rc::new(tree)));
}

/// Whether `op` has been erased.
fn simplify(module: &mut Module, op: OpId, known: &mut Known) -> bool {
    if is_dead(module, op) {
        module.erase(op);
        return true;
    }
    if !is_repeatable(module, op) || module.results(op).is_empty() {
        return false;
    }
    let Some(first) = known.congruent(module, op) else {
        return false;
    };
    let pairs = module.results(op).iter().zip(module.results(first));
    let pairs: Vec<(ValueId, ValueId)> = pairs.map(|(&old, &new)| (old, new)).collect();
    for (old, new) in pairs {
        module.replace_all_uses(old, new);
    }
    module.erase(op);
    true
}

/// Whether the regions of such ops may use values from outside.
fn sees_outer_values(name: &str) -> bool {
    const DIALECTS: &[&str] = &[
        "affine", "linalg", "memref", "scf", "shape", "tensor", "vector",
    ];
    let dialect = name.split('.').next().unwrap_or_default();
    DIALECTS.contains(&dialect) || name == "gpu.launch"
}
