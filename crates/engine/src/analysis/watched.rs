//! A wrapper of a program that records which parts of it are read.

use crate::number::Int;
use crate::program::{
    Attribute, BlockId, Datum, Definition, OpId, Point, Program, RegionId, SourceLocation,
    TypeView, ValueId,
};
use hashbrown::HashMap;
use std::cell::RefCell;

/// The parts of a program that were read.
///
/// A result that was computed from these reads stays valid after a change that affects none of them.
/// [`Reads::rest_on`] and [`Reads::rest_on_order`] decide whether a change affects some.
#[derive(Clone, Default, Debug)]
pub struct Reads {
    /// A bit for each op that was read: the op itself, its regions or its values.
    ops: Vec<u64>,
    /// For each block whose order of ops was read, the greatest position on which a result depends; none if the list
    /// of ops was read, but no position.
    orders: HashMap<BlockId, Option<usize>>,
    /// Whether symbols were looked up.
    symbols: bool,
    /// Whether the users of some value or symbol were read.
    users: bool,
}

impl Reads {
    fn note(&mut self, op: OpId) {
        let (word, bit) = (op.index() / 64, 1 << (op.index() % 64));
        if self.ops.len() <= word {
            self.ops.resize(word + 1, 0);
        }
        self.ops[word] |= bit;
    }

    fn note_position(&mut self, block: BlockId, position: usize) {
        let greatest = self.orders.entry(block).or_default();
        *greatest = Some(greatest.map_or(position, |greatest| greatest.max(position)));
    }

    /// Whether a change of an op in place affects a read: of its operands, attributes, result types or successors, or
    /// of the blocks in its regions and their arguments.
    pub fn rest_on(&self, program: &dyn Program, op: OpId) -> bool {
        let word = self.ops.get(op.index() / 64).copied().unwrap_or(0);
        let is_symbol = || program.attribute(op, "sym_name").is_some();
        word & (1 << (op.index() % 64)) != 0 || self.users || self.symbols && is_symbol()
    }

    /// Whether inserting an op at its current position, or erasing it from there, affects a read.
    pub fn rest_on_order(&self, program: &dyn Program, op: OpId) -> bool {
        let Some(block) = program.block_of(op) else {
            return true;
        };
        let Some(&greatest) = self.orders.get(&block) else {
            return false;
        };
        let position = program.position(op);
        let is_last = position + 1 == program.block_ops(block).len();
        is_last || greatest.is_some_and(|greatest| position <= greatest)
    }
}

/// A program that records which of its parts are read, and otherwise behaves as the wrapped program.
pub struct Watched<'p> {
    program: &'p dyn Program,
    reads: RefCell<Reads>,
}

impl<'p> Watched<'p> {
    /// Wraps a program; `reads` are the earlier reads.
    pub fn new(program: &'p dyn Program, reads: Reads) -> Watched<'p> {
        Watched {
            program,
            reads: RefCell::new(reads),
        }
    }

    /// All recorded reads.
    pub fn into_reads(self) -> Reads {
        self.reads.into_inner()
    }

    fn op(&self, op: OpId) -> &'p dyn Program {
        self.reads.borrow_mut().note(op);
        self.program
    }

    fn region(&self, region: RegionId) -> &'p dyn Program {
        self.op(self.program.region_parent(region))
    }

    fn block(&self, block: BlockId) -> &'p dyn Program {
        self.region(self.program.block_region(block))
    }

    fn value(&self, value: ValueId) -> &'p dyn Program {
        match self.program.definition(value) {
            Definition::Result { op, .. } => self.op(op),
            Definition::Argument { block, .. } => self.block(block),
        }
    }

    fn users_matter(&self) -> &'p dyn Program {
        self.reads.borrow_mut().users = true;
        self.program
    }
}

impl Program for Watched<'_> {
    fn has_value(&self, value: ValueId) -> bool {
        self.program.has_value(value)
    }

    fn has_op(&self, op: OpId) -> bool {
        self.program.has_op(op)
    }

    fn has_block(&self, block: BlockId) -> bool {
        self.program.has_block(block)
    }

    fn definition(&self, value: ValueId) -> Definition {
        self.value(value).definition(value)
    }

    fn value_type(&self, value: ValueId) -> TypeView<'_> {
        self.value(value).value_type(value)
    }

    fn word_width(&self, value: ValueId) -> Option<u32> {
        self.value(value).word_width(value)
    }

    fn element_type(&self, value: ValueId) -> Option<TypeView<'_>> {
        self.value(value).element_type(value)
    }

    fn size_limit(&self, value: ValueId, dim: u32) -> Option<Int> {
        self.value(value).size_limit(value, dim)
    }

    fn type_name(&self, value: ValueId) -> Option<&str> {
        self.value(value).type_name(value)
    }

    fn type_datum(&self, value: ValueId) -> Option<Datum> {
        self.value(value).type_datum(value)
    }

    fn type_number(&self, value: ValueId) -> Option<u32> {
        self.value(value).type_number(value)
    }

    fn attribute_datum(&self, op: OpId, name: &str) -> Option<Datum> {
        self.op(op).attribute_datum(op, name)
    }

    fn value_name(&self, value: ValueId) -> String {
        self.value(value).value_name(value)
    }

    fn op_name(&self, op: OpId) -> &str {
        self.op(op).op_name(op)
    }

    fn operands(&self, op: OpId) -> &[ValueId] {
        self.op(op).operands(op)
    }

    fn results(&self, op: OpId) -> &[ValueId] {
        self.op(op).results(op)
    }

    fn attribute(&self, op: OpId, name: &str) -> Option<Attribute<'_>> {
        self.op(op).attribute(op, name)
    }

    fn regions(&self, op: OpId) -> &[RegionId] {
        self.op(op).regions(op)
    }

    fn successors(&self, op: OpId) -> &[BlockId] {
        self.op(op).successors(op)
    }

    fn successor_operands(&self, op: OpId, index: usize) -> &[ValueId] {
        self.op(op).successor_operands(op, index)
    }

    fn block_of(&self, op: OpId) -> Option<BlockId> {
        self.op(op).block_of(op)
    }

    fn position(&self, op: OpId) -> usize {
        let position = self.op(op).position(op);
        if let Some(block) = self.program.block_of(op) {
            self.reads.borrow_mut().note_position(block, position);
        }
        position
    }

    fn relies_on_order(&self, before: Point) {
        if let Some(last) = before.index.checked_sub(1) {
            self.reads.borrow_mut().note_position(before.block, last);
        }
    }

    fn location(&self, op: OpId) -> Option<SourceLocation> {
        self.op(op).location(op)
    }

    fn blocks(&self, region: RegionId) -> &[BlockId] {
        self.region(region).blocks(region)
    }

    fn region_parent(&self, region: RegionId) -> OpId {
        self.program.region_parent(region)
    }

    fn has_ssa_dominance(&self, region: RegionId) -> bool {
        self.region(region).has_ssa_dominance(region)
    }

    fn is_acyclic(&self, region: RegionId) -> bool {
        self.region(region).is_acyclic(region)
    }

    fn block_arguments(&self, block: BlockId) -> &[ValueId] {
        self.block(block).block_arguments(block)
    }

    fn block_ops(&self, block: BlockId) -> &[OpId] {
        self.reads.borrow_mut().orders.entry(block).or_default();
        self.program.block_ops(block)
    }

    fn block_region(&self, block: BlockId) -> RegionId {
        self.program.block_region(block)
    }

    fn users(&self, value: ValueId) -> &[OpId] {
        self.users_matter().users(value)
    }

    fn symbol(&self, from: OpId, name: &str) -> Option<OpId> {
        self.reads.borrow_mut().symbols = true;
        self.program.symbol(from, name)
    }

    fn symbol_users(&self, op: OpId) -> Option<Vec<OpId>> {
        self.users_matter().symbol_users(op)
    }
}
