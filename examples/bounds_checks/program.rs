//! Implements the `Program` trait for kernels without copying them.

use crate::ir::{Kernel, Kind, Type};
use calipers::program::{
    Attribute, BlockId, Definition, Extent, Layout, OpId, Program, RegionId, Shape, ShapedKind,
    TypeView, ValueId,
};

impl Program for Kernel {
    fn has_value(&self, value: ValueId) -> bool {
        value.index() < self.values.len()
    }

    fn has_op(&self, op: OpId) -> bool {
        op.index() < self.ops.len()
    }

    fn has_block(&self, block: BlockId) -> bool {
        block.index() < self.blocks.len()
    }

    fn definition(&self, value: ValueId) -> Definition {
        self.values[value.index()].definition
    }

    fn value_type(&self, value: ValueId) -> TypeView<'_> {
        match self.values[value.index()].ty {
            Type::Integer => TypeView::Index,
            Type::Element => TypeView::Other,
            Type::Array => TypeView::Shaped(Shape {
                kind: ShapedKind::Dialect,
                dims: Some(&[Extent::Dynamic]),
                layout: Layout::Other,
            }),
        }
    }

    fn value_name(&self, value: ValueId) -> String {
        self.name(value)
    }

    fn op_name(&self, op: OpId) -> &str {
        match self.ops[op.index()].kind {
            Kind::Kernel => "kernel.kernel",
            Kind::Const(_) => "kernel.const",
            Kind::Add => "kernel.add",
            Kind::Min => "kernel.min",
            Kind::Length => "kernel.length",
            Kind::For => "kernel.for",
            Kind::Check => "kernel.check",
            Kind::Load => "kernel.load",
        }
    }

    fn operands(&self, op: OpId) -> &[ValueId] {
        &self.ops[op.index()].operands
    }

    fn results(&self, op: OpId) -> &[ValueId] {
        &self.ops[op.index()].results
    }

    fn attribute(&self, op: OpId, name: &str) -> Option<Attribute<'_>> {
        match (self.ops[op.index()].kind, name) {
            (Kind::Const(number), "number") => Some(Attribute::Integer(number.into())),
            _ => None,
        }
    }

    fn regions(&self, op: OpId) -> &[RegionId] {
        &self.ops[op.index()].regions
    }

    fn block_of(&self, op: OpId) -> Option<BlockId> {
        self.ops[op.index()].block
    }

    fn position(&self, op: OpId) -> usize {
        let block = self.ops[op.index()].block;
        let ops = block.map_or(&[][..], |block| self.block_ops(block));
        ops.iter().position(|&other| other == op).unwrap_or(0)
    }

    fn blocks(&self, region: RegionId) -> &[BlockId] {
        // A region has the number of its only block.
        &self.numbers[region.index()..=region.index()]
    }

    fn region_parent(&self, region: RegionId) -> OpId {
        self.blocks[region.index()].owner
    }

    fn block_arguments(&self, block: BlockId) -> &[ValueId] {
        &self.blocks[block.index()].arguments
    }

    fn block_ops(&self, block: BlockId) -> &[OpId] {
        &self.blocks[block.index()].ops
    }

    fn block_region(&self, block: BlockId) -> RegionId {
        RegionId(block.0)
    }

    fn users(&self, value: ValueId) -> &[OpId] {
        &self.values[value.index()].users
    }
}
