//! The empty program, for questions about terms alone.

use super::{
    Attribute, BlockId, Definition, OpId, Program, RegionId, SourceLocation, TypeView, ValueId,
};

/// A program without values. No handle is valid, so methods that take one are never called.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct NoProgram;

impl Program for NoProgram {
    fn has_value(&self, _: ValueId) -> bool {
        false
    }

    fn has_op(&self, _: OpId) -> bool {
        false
    }

    fn has_block(&self, _: BlockId) -> bool {
        false
    }

    fn definition(&self, _: ValueId) -> Definition {
        Definition::Argument {
            block: BlockId(0),
            index: 0,
        }
    }

    fn value_type(&self, _: ValueId) -> TypeView<'_> {
        TypeView::Other
    }

    fn value_name(&self, value: ValueId) -> String {
        format!("%{}", value.0)
    }

    fn op_name(&self, _: OpId) -> &str {
        ""
    }

    fn operands(&self, _: OpId) -> &[ValueId] {
        &[]
    }

    fn results(&self, _: OpId) -> &[ValueId] {
        &[]
    }

    fn attribute(&self, _: OpId, _: &str) -> Option<Attribute<'_>> {
        None
    }

    fn regions(&self, _: OpId) -> &[RegionId] {
        &[]
    }

    fn successors(&self, _: OpId) -> &[BlockId] {
        &[]
    }

    fn successor_operands(&self, _: OpId, _: usize) -> &[ValueId] {
        &[]
    }

    fn block_of(&self, _: OpId) -> Option<BlockId> {
        None
    }

    fn position(&self, _: OpId) -> usize {
        0
    }

    fn location(&self, _: OpId) -> Option<SourceLocation> {
        None
    }

    fn blocks(&self, _: RegionId) -> &[BlockId] {
        &[]
    }

    fn region_parent(&self, _: RegionId) -> OpId {
        OpId(0)
    }

    fn has_ssa_dominance(&self, _: RegionId) -> bool {
        false
    }

    fn block_arguments(&self, _: BlockId) -> &[ValueId] {
        &[]
    }

    fn block_ops(&self, _: BlockId) -> &[OpId] {
        &[]
    }

    fn block_region(&self, _: BlockId) -> RegionId {
        RegionId(0)
    }

    fn users(&self, _: ValueId) -> &[OpId] {
        &[]
    }

    fn symbol(&self, _: OpId, _: &str) -> Option<OpId> {
        None
    }
}
