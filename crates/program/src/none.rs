//! The empty program, for questions about terms alone.

use super::{Attribute, BlockId, Definition, OpId, Program, RegionId, TypeView, ValueId};

/// A program without values. No handle is valid, so methods that take one are never called.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct NoProgram;

/// Methods that give the same answer for all arguments.
macro_rules! answers {
    ($($method:ident($($argument:ty),*) -> $result:ty = $answer:expr;)*) => { $(
        fn $method(&self, $(_: $argument),*) -> $result {
            $answer
        }
    )* };
}

impl Program for NoProgram {
    answers! {
        has_value(ValueId) -> bool = false;
        has_op(OpId) -> bool = false;
        has_block(BlockId) -> bool = false;
        definition(ValueId) -> Definition = Definition::Argument { block: BlockId(0), index: 0 };
        value_type(ValueId) -> TypeView<'_> = TypeView::Other;
        op_name(OpId) -> &str = "";
        operands(OpId) -> &[ValueId] = &[];
        results(OpId) -> &[ValueId] = &[];
        attribute(OpId, &str) -> Option<Attribute<'_>> = None;
        regions(OpId) -> &[RegionId] = &[];
        block_of(OpId) -> Option<BlockId> = None;
        position(OpId) -> usize = 0;
        blocks(RegionId) -> &[BlockId] = &[];
        region_parent(RegionId) -> OpId = OpId(0);
        has_ssa_dominance(RegionId) -> bool = false;
        block_arguments(BlockId) -> &[ValueId] = &[];
        block_ops(BlockId) -> &[OpId] = &[];
        block_region(BlockId) -> RegionId = RegionId(0);
        users(ValueId) -> &[OpId] = &[];
    }
}
