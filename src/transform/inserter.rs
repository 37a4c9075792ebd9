//! Making ops.

use crate::ir::{Module, Type};
use crate::program::{AffineMap, BlockId, OpId, ValueId};

/// Inserts ops before another, with its location.
pub(super) struct Inserter<'m> {
    module: &'m mut Module,
    before: OpId,
}

impl<'m> Inserter<'m> {
    /// Inserts right before `before`.
    pub(super) fn before(module: &'m mut Module, before: OpId) -> Inserter<'m> {
        Inserter { module, before }
    }

    pub(super) fn at_start(module: &'m mut Module, block: BlockId, like: OpId) -> Inserter<'m> { todo!() }
    pub(super) fn constant(&mut self, ty: Type, value: i64) -> ValueId { todo!() }
    pub(super) fn copy(&mut self, op: OpId) -> OpId { todo!() }
    /// The program.
    pub(super) fn module(&self) -> &Module {
        self.module
    }
    pub(super) fn constant_index(&mut self, value: i64) -> ValueId { todo!() }
    pub(super) fn dim(&mut self, value: ValueId, dim: u32) -> ValueId { todo!() }
    pub(super) fn cast_to_index(&mut self, op: &str, value: ValueId) -> ValueId { todo!() }
    pub(super) fn binary(&mut self, op: &str, lhs: ValueId, rhs: ValueId) -> ValueId { todo!() }
    pub(super) fn less_than(&mut self, lhs: ValueId, rhs: ValueId) -> ValueId { todo!() }
    pub(super) fn select(&mut self, condition: ValueId, yes: ValueId, no: ValueId) -> ValueId { todo!() }
    pub(super) fn affine_apply(&mut self, map: AffineMap, operands: &[ValueId]) -> ValueId { todo!() }
}
