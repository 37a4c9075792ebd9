//! The records of ops and values, which dominate the memory use of large programs.

use super::{Module, Name, NamedAttribute, Type};
use crate::program::{BlockId, Definition, OpId, RegionId, ValueId};
use smallvec::SmallVec;
use std::sync::atomic::{AtomicU32, Ordering};

/// The offset of an op or value that has no source.
pub(super) const NO_OFFSET: u32 = u32::MAX;

/// The block of a detached op.
const NOWHERE: BlockId = BlockId(u32::MAX);

/// An op. It fits into a cache line; only long operand lists and [`Nested`] need further memory.
#[derive(Clone, Debug)]
pub(super) struct Op {
    pub(super) name: Name,
    /// Byte offset in the source, or [`NO_OFFSET`].
    pub(super) offset: u32,
    block: BlockId,
    pub(super) position: Position,
    /// Its results, which are consecutive values.
    pub(super) results: Results,
    /// Its attributes, sorted by name.
    pub(super) attributes: AttributeList,
    pub(super) erased: bool,
    pub(super) operands: SmallVec<[ValueId; 4]>,
    nested: Option<Box<Nested>>,
}

/// A range of consecutive values.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Results {
    pub(super) first: u32,
    pub(super) count: u32,
}

/// An interned list of attributes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct AttributeList(u32);

/// The parts that only few ops have.
#[derive(Clone, Default, Debug)]
struct Nested {
    regions: Box<[RegionId]>,
    successors: Box<[BlockId]>,
}

/// The position of an op in its block; after an edit, positions are recomputed on the next query.
#[derive(Default, Debug)]
pub(super) struct Position(pub(super) AtomicU32);

impl Clone for Position {
    #[inline]
    fn clone(&self) -> Position {
        Position(AtomicU32::new(self.0.load(Ordering::Relaxed)))
    }
}

impl Op {
    fn new(name: Name, offset: u32) -> Op {
        Op {
            name,
            offset,
            block: NOWHERE,
            position: Position::default(),
            results: Results::default(),
            attributes: AttributeList::EMPTY,
            erased: false,
            operands: SmallVec::new(),
            nested: None,
        }
    }

    /// The block that contains it; none if it is detached.
    #[inline]
    pub(super) fn block(&self) -> Option<BlockId> {
        (self.block != NOWHERE).then_some(self.block)
    }

    #[inline]
    pub(super) fn set_block(&mut self, block: Option<BlockId>) {
        self.block = block.unwrap_or(NOWHERE);
    }

    #[inline]
    pub(super) fn regions(&self) -> &[RegionId] {
        self.nested.as_ref().map_or(&[], |nested| &nested.regions)
    }

    #[inline]
    pub(super) fn set_regions(&mut self, regions: &[RegionId]) {
        if regions != self.regions() {
            self.nested.get_or_insert_default().regions = regions.into();
        }
    }

    #[inline]
    pub(super) fn successors(&self) -> &[BlockId] {
        self.nested
            .as_ref()
            .map_or(&[], |nested| &nested.successors)
    }

    #[inline]
    pub(super) fn set_successors(&mut self, successors: &[BlockId]) {
        if successors != self.successors() {
            self.nested.get_or_insert_default().successors = successors.into();
        }
    }
}

impl AttributeList {
    /// The empty list, which is interned first.
    pub(super) const EMPTY: AttributeList = AttributeList(0);
}

/// A value with its definition.
#[derive(Clone, Debug)]
pub(super) struct Value {
    pub(super) ty: Type,
    /// The number of its op, or of its block for an argument.
    owner: u32,
    /// Its index there, with the highest bit set for an argument.
    place: u32,
    /// Its name in the source without `%`, as a byte range; empty for an unnamed value.
    pub(super) name_start: u32,
    pub(super) name_length: u32,
}

/// The bit of `place` that marks arguments.
const ARGUMENT: u32 = 1 << 31;

impl Value {
    pub(super) fn new(ty: Type, definition: Definition) -> Value {
        let (owner, place) = match definition {
            Definition::Result { op, index } => (op.0, index as u32),
            Definition::Argument { block, index } => (block.0, index as u32 | ARGUMENT),
        };
        Value {
            ty,
            owner,
            place,
            name_start: 0,
            name_length: 0,
        }
    }

    /// Its name in the source without `%`.
    #[inline]
    pub(super) fn name_in<'s>(&self, source: &'s str) -> &'s str {
        let start = self.name_start as usize;
        let name = source.get(start..start + self.name_length as usize);
        name.unwrap_or_default()
    }

    /// The value with a name, which starts at that byte of the source.
    #[inline]
    pub(super) fn named(self, start: u32, name: &str) -> Value {
        Value {
            name_start: start,
            name_length: name.len() as u32,
            ..self
        }
    }

    pub(super) fn definition(&self) -> Definition {
        let index = (self.place & !ARGUMENT) as usize;
        match self.place & ARGUMENT {
            0 => Definition::Result {
                op: OpId(self.owner),
                index,
            },
            _ => Definition::Argument {
                block: BlockId(self.owner),
                index,
            },
        }
    }
}

impl Module {
    /// Creates an empty detached op.
    #[inline]
    pub(super) fn new_op(&mut self, name: Name, offset: u32) -> OpId {
        let op = OpId(self.ops.len() as u32);
        self.ops.push(Op::new(name, offset));
        op
    }

    /// Appends an op to a block whose positions are up to date.
    pub(super) fn append(&mut self, block: BlockId, op: OpId) {
        let ops = &mut self.blocks[block.index()].ops;
        let position = ops.len() as u32;
        ops.push(op);
        let op = &mut self.ops[op.index()];
        op.set_block(Some(block));
        op.position = Position(position.into());
    }

    /// Creates an unnamed value.
    #[inline]
    pub(super) fn new_value(&mut self, ty: Type, definition: Definition) -> ValueId {
        self.add_value(Value::new(ty, definition))
    }

    #[inline]
    pub(super) fn add_value(&mut self, value: Value) -> ValueId {
        let id = ValueId(self.values.len() as u32);
        self.values.push(value);
        self.value_ids.push(id);
        id
    }

    /// Creates the results of an op with these types.
    pub(super) fn new_results(&mut self, op: OpId, types: &[Type]) {
        let first = self.values.len() as u32;
        for (index, &ty) in types.iter().enumerate() {
            self.new_value(ty, Definition::Result { op, index });
        }
        let count = types.len() as u32;
        self.ops[op.index()].results = Results { first, count };
    }

    /// The results of an op.
    #[inline]
    pub(super) fn results_of(&self, op: &Op) -> &[ValueId] {
        let Results { first, count } = op.results;
        &self.value_ids[first as usize..][..count as usize]
    }

    /// The attributes of an op, sorted by name.
    #[inline]
    pub(super) fn attributes_of(&self, op: &Op) -> &[NamedAttribute] {
        self.attribute_lists.get(op.attributes.0)
    }

    /// Interns a list of attributes.
    #[inline]
    pub(super) fn intern_list(&mut self, list: &[NamedAttribute]) -> AttributeList {
        match list {
            [] => AttributeList::EMPTY,
            list => AttributeList(self.attribute_lists.intern_from(list)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_are_small() {
        assert_eq!(size_of::<Op>(), 64);
        assert_eq!(size_of::<Value>(), 20);
    }
}
