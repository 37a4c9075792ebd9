//! `canonicalize`: folds constants, merges them and moves them to the start of their function; applies simple
//! identities; folds branches on constants; replaces loops that run at most once; erases dead ops.
//!
//! [`Folder`]s compute the folded results of ops. The one for constants is always present; an analysis may add
//! another.

use super::effects::{is_dead, is_pure};
use super::fold::{Constants, Folded, Folder};
use super::inserter::Inserter;
use super::pass::{Pass, PassResult, Report, is_function};
use super::trivial_loops::{Trivial, results_of, trivial_loop};
use crate::ir::{Attr, InsertionPoint, Module, Type};
use crate::program::{BlockId, Definition, OpId, Program, RegionId, ValueId};
use calipers_support::order::Order;
use hashbrown::{HashMap, HashSet};

/// The pass.
#[derive(Default)]
pub struct Canonicalize {
    further: Vec<Box<dyn Folder>>,
    control: Control,
}

/// The treatment of branches on constants.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
enum Control {
    /// The taken region or successor replaces the branch.
    #[default]
    Simplified,
    /// They remain.
    Kept,
}

impl Canonicalize {
    /// Folds ops, and does not change regions and blocks.
    pub fn in_place() -> Canonicalize {
        Canonicalize {
            control: Control::Kept,
            ..Canonicalize::default()
        }
    }

    /// Adds `folder` after the existing ones.
    pub fn with(mut self, folder: Box<dyn Folder>) -> Canonicalize {
        self.further.push(folder);
        self
    }

    fn fold(&self, module: &Module, op: OpId) -> Option<Folded> {
        let mut further = self.further.iter();
        let constants = Constants.fold(module, op);
        constants.or_else(|| further.find_map(|folder| folder.fold(module, op)))
    }
}

impl Pass for Canonicalize {
    fn run(&self, module: &mut Module, root: OpId, _report: &mut Report) -> PassResult {
        let mut work = Work::on(module, root);
        let simplifies = self.control == Control::Simplified;
        while let Some(op) = work.pop() {
            if !module.is_live(op) || op == root {
                continue;
            }
            if is_dead(module, op) {
                work.erase(module, op);
            } else if module.op_name(op) == "arith.constant" {
                work.gather(module, op);
            } else if let Some(folded) = self.fold(module, op) {
                work.replace(module, op, folded);
            } else if let Some(branch) = taken_branch(module, op)
                && simplifies
            {
                work.inline(module, op, branch, HashMap::new());
            } else if simplifies && let Some(trivial) = trivial_loop(module, op) {
                work.replace_loop(module, op, trivial);
            } else if let Some(successor) = taken_successor(module, op)
                && simplifies
            {
                work.straighten(module, op, successor);
            } else {
                order_operands(module, op);
                drop_true_witnesses(module, op);
            }
        }
        if simplifies {
            erase_unreachable_blocks(module, root);
        }
        Ok(())
    }
}

/// The constants of a function, with their ops and values.
type ConstantKey = (BlockId, Type, Attr);

/// The worklist of ops, a stack, and the constants seen.
struct Work {
    stack: Vec<OpId>,
    waiting: HashSet<OpId>,
    constants: HashMap<ConstantKey, OpId>,
}

impl Work {
    fn on(module: &Module, root: OpId) -> Work {
        let mut stack: Vec<OpId> = module.walk(root).collect();
        stack.reverse();
        Work {
            waiting: stack.iter().copied().collect(),
            stack,
            constants: HashMap::new(),
        }
    }

    fn pop(&mut self) -> Option<OpId> {
        let op = self.stack.pop()?;
        self.waiting.remove(&op);
        Some(op)
    }

    fn push(&mut self, op: OpId) {
        if self.waiting.insert(op) {
            self.stack.push(op);
        }
    }

    /// Erases a dead op, and adds the ops of its operands to the worklist.
    fn erase(&mut self, module: &mut Module, op: OpId) {
        let inner: Vec<OpId> = module.walk(op).collect();
        let operands = inner.iter().flat_map(|&op| module.operands(op));
        let mut defining: Vec<OpId> = operands
            .filter_map(|&operand| match module.definition(operand) {
                Definition::Result { op, .. } => Some(op),
                Definition::Argument { .. } => None,
            })
            .collect();
        defining.order();
        defining.dedup();
        module.erase(op);
        for op in defining {
            self.push(op);
        }
    }

    /// Replaces the only result of `op` by `folded`.
    fn replace(&mut self, module: &mut Module, op: OpId, folded: Folded) {
        let &[result] = module.results(op) else {
            return;
        };
        let value = match folded {
            // In unreachable code a value may be defined by itself.
            Folded::Value(value) if value == result => return,
            Folded::Value(value) => value,
            Folded::Integer(integer) => {
                let home = home(module, op);
                let ty = module.type_of(result);
                let new = Inserter::at_start(module, home).constant(ty, integer);
                if let Definition::Result { op, .. } = module.definition(new) {
                    self.push(op);
                }
                new
            }
        };
        self.replace_uses(module, result, value);
        if is_pure(module, op) {
            self.erase(module, op);
        }
    }

    /// Replaces `op` by the contents of its region that runs. `copies` are the values of the region's arguments.
    fn inline(
        &mut self,
        module: &mut Module,
        op: OpId,
        branch: RegionId,
        mut copies: HashMap<ValueId, ValueId>,
    ) {
        let ops = match module.blocks(branch) {
            [] => Vec::new(),
            [block] => module.block_ops(*block).to_vec(),
            _ => return,
        };
        let (last, ops) = match ops.split_last() {
            Some((last, ops)) => (Some(*last), ops),
            None => (None, &[][..]),
        };
        for &inner in ops {
            let copy = module.clone_op(inner, &mut copies);
            module.insert(copy, InsertionPoint::Before(op));
            self.push(copy);
        }
        let yielded = last.map_or(Vec::new(), |last| results_of(module, op, last, &copies));
        self.replace_results(module, op, yielded);
    }

    /// Replaces the results of `op`, and erases it.
    fn replace_results(&mut self, module: &mut Module, op: OpId, values: Vec<ValueId>) {
        let results = module.results(op).to_vec();
        for (result, value) in results.into_iter().zip(values) {
            self.replace_uses(module, result, value);
        }
        self.erase(module, op);
    }

    /// Replaces a loop that runs at most once by its body, or by its initial values.
    fn replace_loop(&mut self, module: &mut Module, op: OpId, trivial: Trivial) {
        match trivial {
            Trivial::Never(inits) => self.replace_results(module, op, inits),
            Trivial::Once(once) => {
                let arguments = once.arguments(module, op);
                for &(_, value) in &arguments {
                    if let Definition::Result { op, .. } = module.definition(value) {
                        self.push(op);
                    }
                }
                self.inline(module, op, once.body, arguments.into_iter().collect());
            }
        }
    }

    /// Replaces the terminator of a block by a branch to one successor.
    fn straighten(&mut self, module: &mut Module, op: OpId, successor: usize) {
        let Some(&target) = module.successors(op).get(successor) else {
            return;
        };
        let operands = module.successor_operands(op, successor).to_vec();
        let branch = module.create_op("cf.br", &operands, &[], &[], 0);
        module.set_successors(branch, &[target]);
        module.insert(branch, InsertionPoint::Before(op));
        self.erase(module, op);
    }

    fn replace_uses(&mut self, module: &mut Module, old: ValueId, new: ValueId) {
        for &user in module.users(old) {
            self.push(user);
        }
        module.replace_all_uses(old, new);
    }

    /// Merges equal constants at the start of the function.
    fn gather(&mut self, module: &mut Module, op: OpId) {
        let (&[result], Some(attribute)) = (module.results(op), module.op_attribute(op, "value"))
        else {
            return;
        };
        let home = home(module, op);
        let key = (home, module.type_of(result), attribute);
        let known = self.constants.get(&key).copied();
        let kept = match known.filter(|&known| module.is_live(known)) {
            Some(known) if known == op => return,
            Some(known) => known,
            None if module.block_of(op) == Some(home) && leads(module, op) => {
                self.constants.insert(key, op);
                return;
            }
            None => {
                let copy = Inserter::at_start(module, home).copy(op);
                self.constants.insert(key, copy);
                copy
            }
        };
        let value = module.results(kept)[0];
        self.replace_uses(module, result, value);
        module.erase(op);
    }
}

/// The region of an `scf.if` that runs, if the condition is a constant; that of a `shape.assuming` if the witness is.
fn taken_branch(module: &Module, op: OpId) -> Option<RegionId> {
    match module.op_name(op) {
        "scf.if" => {}
        "shape.assuming" => {
            let (&[witness], &[body]) = (module.operands(op), module.regions(op)) else {
                return None;
            };
            return super::fold::is_true_witness(module, witness).then_some(body);
        }
        _ => return None,
    }
    let (&[condition], &[yes, no]) = (module.operands(op), module.regions(op)) else {
        return None;
    };
    let holds = super::fold::constant(module, condition)? != 0;
    Some(if holds { yes } else { no })
}

/// The index of the successor of a `cf.cond_br`, if the condition is a constant.
fn taken_successor(module: &Module, op: OpId) -> Option<usize> {
    if module.op_name(op) != "cf.cond_br" {
        return None;
    }
    let holds = super::fold::constant(module, *module.operands(op).first()?)? != 0;
    Some(usize::from(!holds))
}

/// Erases the unreachable blocks.
fn erase_unreachable_blocks(module: &mut Module, root: OpId) {
    let regions: Vec<RegionId> = module
        .walk(root)
        .flat_map(|op| module.regions(op).to_vec())
        .collect();
    for region in regions {
        let Some(&entry) = module.blocks(region).first() else {
            continue;
        };
        let mut reached: HashSet<BlockId> = [entry].into_iter().collect();
        let mut stack = vec![entry];
        while let Some(block) = stack.pop() {
            let last = module.block_ops(block).last();
            let successors = last.map_or(&[][..], |&op| module.successors(op));
            stack.extend(successors.iter().filter(|&&next| reached.insert(next)));
        }
        let blocks = module.blocks(region).to_vec();
        for block in blocks {
            if !reached.contains(&block) {
                module.erase_block(block);
            }
        }
    }
}

/// Whether only constants precede `op` in its block.
fn leads(module: &Module, op: OpId) -> bool {
    let ops = module
        .block_of(op)
        .map_or(&[][..], |block| module.block_ops(block));
    let before = ops.iter().take_while(|&&other| other != op);
    before
        .into_iter()
        .all(|&other| module.op_name(other) == "arith.constant")
}

/// The entry block of the function (or module) around `op`.
pub(super) fn home(module: &Module, op: OpId) -> BlockId {
    let mut block = module
        .block_of(op)
        .expect("an op inside the root has a block");
    loop {
        let region = module.block_region(block);
        let parent = module.region_parent(region);
        let outer = module.block_of(parent);
        match outer {
            Some(outer) if !is_function(module, parent) && !holds_symbols(module, parent) => {
                block = outer;
            }
            _ => return module.blocks(region)[0],
        }
    }
}

fn holds_symbols(module: &Module, op: OpId) -> bool {
    matches!(
        module.op_name(op),
        "builtin.module" | "gpu.module" | "gpu.launch"
    )
}

/// Constant witnesses are dropped from a conjunction.
fn drop_true_witnesses(module: &mut Module, op: OpId) {
    if module.op_name(op) != "shape.assuming_all" {
        return;
    }
    let open = super::fold::open_witnesses(module, op);
    if !open.is_empty() && open.len() < module.operands(op).len() {
        module.set_operands(op, &open);
    }
}

/// Moves a constant operand of a commutative op to the right, where folds expect it.
fn order_operands(module: &mut Module, op: OpId) {
    const COMMUTATIVE: &[&str] = &[
        "arith.addi",
        "arith.andi",
        "arith.maxsi",
        "arith.maxui",
        "arith.minsi",
        "arith.minui",
        "arith.muli",
        "arith.ori",
        "arith.xori",
    ];
    let &[lhs, rhs] = module.operands(op) else {
        return;
    };
    let is_constant = |value| super::fold::constant(module, value).is_some();
    if COMMUTATIVE.contains(&module.op_name(op)) && is_constant(lhs) && !is_constant(rhs) {
        module.set_operand(op, 0, rhs);
        module.set_operand(op, 1, lhs);
    }
}
