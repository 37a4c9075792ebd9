//! `canonicalize`: constants folded, merged and gathered at the start of their function; simple
//! identities; ops that nobody needs erased.
//!
//! What an op folds to is found by [`Folder`]s. The one for constants is always there; an analysis
//! may add its own.

use super::effects::{is_dead, is_pure};
use super::fold::{Constants, Folded, Folder};
use super::inserter::Inserter;
use super::pass::{Pass, PassFailure, Scope, is_function};
use crate::diagnostic::Diagnostic;
use crate::ir::{Attr, Module, Type};
use crate::program::{BlockId, Definition, OpId, Program, ValueId};
use hashbrown::{HashMap, HashSet};

/// The pass.
#[derive(Default)]
pub struct Canonicalize {
    further: Vec<Box<dyn Folder>>,
}

impl Canonicalize {
    /// Asks `folder` too, after those that are there.
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
    fn scope(&self) -> Scope {
        Scope::Any
    }

    fn run(
        &self,
        module: &mut Module,
        root: OpId,
        _report: &mut Vec<Diagnostic>,
    ) -> Result<(), PassFailure> {
        let mut work = Work::on(module, root);
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
            } else {
                order_operands(module, op);
            }
        }
        Ok(())
    }
}

/// The constants of a function: where they stand, and what they are.
type ConstantKey = (BlockId, Type, Attr);

/// The ops to look at, next last, and the constants seen.
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

    /// Erases a dead op, and has a look at what computed its operands.
    fn erase(&mut self, module: &mut Module, op: OpId) {
        let inner: Vec<OpId> = module.walk(op).collect();
        let operands = inner.iter().flat_map(|&op| module.operands(op));
        let mut defining: Vec<OpId> = operands
            .filter_map(|&operand| match module.definition(operand) {
                Definition::Result { op, .. } => Some(op),
                Definition::Argument { .. } => None,
            })
            .collect();
        defining.sort_unstable();
        defining.dedup();
        module.erase(op);
        for op in defining {
            self.push(op);
        }
    }

    /// Puts `folded` in the place of the only result of `op`.
    fn replace(&mut self, module: &mut Module, op: OpId, folded: Folded) {
        let result = module.results(op)[0];
        let value = match folded {
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

    fn replace_uses(&mut self, module: &mut Module, old: ValueId, new: ValueId) {
        for &user in module.users(old) {
            self.push(user);
        }
        module.replace_all_uses(old, new);
    }

    /// Keeps one of equal constants, at the start of the function.
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

/// Whether only constants stand before `op` in its block.
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
fn home(module: &Module, op: OpId) -> BlockId {
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

/// Puts a constant operand of a commutative op on the right, where folds look for it.
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
