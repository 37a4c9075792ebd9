//! Which buffers are never alive at once.

use super::escape::{self, Uses};
use super::loops::{Around, around};
use crate::effects::is_pure;
use crate::ir::Module;
use crate::program::{BlockId, OpId, Program};

/// Dialects whose ops without regions return.
const RETURNING: &[&str] = &[
    "affine", "arith", "index", "linalg", "math", "memref", "scf", "tensor", "vector",
];

/// The life of a buffer.
pub(super) struct Life {
    /// The op that allocates it.
    pub(super) op: OpId,
    pub(super) uses: Uses,
}

impl Life {
    /// The life of the buffer that an op allocates; none if its address may be captured, or if a use may take place
    /// later than the ops around it return.
    pub(super) fn of(module: &Module, op: OpId) -> Option<Life> {
        let uses = escape::uses(module, *module.results(op).first()?)?;
        let block = module.block_of(op)?;
        let users = uses.users.iter();
        let is_inside = |user: &OpId| {
            let path = path(module, *user);
            let at = path.iter().position(|(inner, _)| *inner == block);
            at.is_some_and(|at| {
                path[..at]
                    .iter()
                    .all(|(_, outer)| is_structured(module, *outer))
            })
        };
        users
            .into_iter()
            .all(is_inside)
            .then_some(Life { op, uses })
    }

    /// Whether this buffer is never used while the other one is alive, and the other way around.
    pub(super) fn is_apart(&self, module: &Module, other: &Life) -> bool {
        let Some((block, [one, two])) = common(module, self.op, other.op) else {
            return false;
        };
        if one == two {
            // Only one of the branches is executed.
            return matches!(
                module.op_name(one),
                "scf.if" | "affine.if" | "scf.index_switch"
            );
        }
        match module.position(one) < module.position(two) {
            true => self.ends_before(module, block, two),
            false => other.ends_before(module, block, one),
        }
    }

    /// Whether no use comes after the start of an op of a block around this buffer.
    fn ends_before(&self, module: &Module, block: BlockId, end: OpId) -> bool {
        let mut users = self.uses.users.iter();
        users.all(|&user| {
            let above = ancestor_in(module, user, block);
            above.is_some_and(|it| module.position(it) < module.position(end))
        })
    }
}

/// The blocks around an op from the innermost one, each with the op that contains it.
fn path(module: &Module, op: OpId) -> Vec<(BlockId, OpId)> {
    let mut found = vec![];
    let mut at = op;
    while let Some(block) = module.block_of(at) {
        at = module.region_parent(module.block_region(block));
        found.push((block, at));
    }
    found
}

/// Whether an op executes its regions before it returns.
fn is_structured(module: &Module, op: OpId) -> bool {
    let name = module.op_name(op);
    !matches!(around(module, op), Around::Other) || name.starts_with("linalg.")
}

/// The ancestor of an op, or the op itself, that is directly in a block.
pub(super) fn ancestor_in(module: &Module, op: OpId, block: BlockId) -> Option<OpId> {
    let mut at = op;
    while module.block_of(at)? != block {
        at = module.parent_op(at)?;
    }
    Some(at)
}

/// The innermost block around two ops, with their ancestors in it.
fn common(module: &Module, a: OpId, b: OpId) -> Option<(BlockId, [OpId; 2])> {
    path(module, a).into_iter().find_map(|(block, _)| {
        let other = ancestor_in(module, b, block)?;
        Some((block, [ancestor_in(module, a, block)?, other]))
    })
}

/// Whether an op returns whenever it is executed, unless it is undefined.
pub(super) fn returns(module: &Module, op: OpId) -> bool {
    module.walk(op).all(|inner| {
        let name = module.op_name(inner);
        let dialect = name.split('.').next().unwrap_or(name);
        is_pure(module, inner) || RETURNING.contains(&dialect) && name != "scf.while"
    })
}
