//! A program that the caller owns, which is read through callbacks as far as questions need it.

mod callbacks;
mod data;
mod table;

pub use callbacks::Callbacks;

use calipers::number::Int;
use calipers::program::{
    Attribute, BlockId, Datum, Definition, OpId, Program, RegionId, SourceLocation, TypeView,
    ValueId,
};
use callbacks::{AttributeView, NONE, Span, Text, view};
use data::{AttributeData, Reader, TypeData};
use std::cell::RefCell;
use table::Table;

/// The parts of a program that were read so far. Each is read once, until a change of it is reported.
pub(crate) struct LiveProgram {
    callbacks: Callbacks,
    values: Table<Value>,
    ops: Table<Op>,
    blocks: Table<Block>,
    regions: Table<Region>,
    types: Table<TypeData>,
    attributes: Table<AttributeData>,
    users: Table<Box<[OpId]>>,
    reader: RefCell<Option<Reader>>,
}

/// A value: none if it does not exist.
struct Value {
    definition: Option<Definition>,
    ty: u32,
}

struct Op {
    exists: bool,
    name: Box<str>,
    operands: Box<[ValueId]>,
    results: Box<[ValueId]>,
    regions: Box<[RegionId]>,
    successors: Box<[BlockId]>,
    successor_operands: Box<[Span]>,
    block: Option<BlockId>,
    /// The numbers of the attributes that were asked for; none for those that the op does not have.
    attributes: RefCell<Vec<(Box<str>, Option<u32>)>>,
}

struct Block {
    exists: bool,
    arguments: Box<[ValueId]>,
    ops: Box<[OpId]>,
    /// The ops with their positions, by number.
    positions: Box<[(OpId, u32)]>,
    region: RegionId,
}

struct Region {
    blocks: Box<[BlockId]>,
    parent: OpId,
    has_ssa_dominance: bool,
}

impl LiveProgram {
    pub(crate) fn new(callbacks: Callbacks) -> LiveProgram {
        LiveProgram {
            callbacks,
            values: Table::new(),
            ops: Table::new(),
            blocks: Table::new(),
            regions: Table::new(),
            types: Table::new(),
            attributes: Table::new(),
            users: Table::new(),
            reader: RefCell::new(None),
        }
    }

    fn value(&self, value: ValueId) -> &Value {
        let Callbacks {
            context,
            value: read,
            ..
        } = self.callbacks;
        self.values.get_or_add(value.0, || {
            // SAFETY: the caller of `calipers_analysis_new_live` has promised it.
            let found = view(|it| unsafe { read(context, value.0, it) });
            let definition = found.as_ref().map(|it| match it.is_argument {
                true => Definition::Argument {
                    block: BlockId(it.owner),
                    index: it.index as usize,
                },
                false => Definition::Result {
                    op: OpId(it.owner),
                    index: it.index as usize,
                },
            });
            let ty = found.map_or(NONE, |it| it.ty);
            Value { definition, ty }
        })
    }

    fn op(&self, op: OpId) -> &Op {
        let Callbacks {
            context, op: read, ..
        } = self.callbacks;
        self.ops.get_or_add(op.0, || {
            // SAFETY: as above.
            match view::<callbacks::OpView>(|it| unsafe { read(context, op.0, it) }) {
                Some(view) => Op {
                    exists: true,
                    name: view.name.read(),
                    operands: view.operands(),
                    results: view.results(),
                    regions: view.regions(),
                    successors: view.successors(),
                    successor_operands: view.successor_operands(),
                    block: (view.block != NONE).then_some(BlockId(view.block)),
                    attributes: RefCell::default(),
                },
                None => Op {
                    exists: false,
                    name: "".into(),
                    operands: [].into(),
                    results: [].into(),
                    regions: [].into(),
                    successors: [].into(),
                    successor_operands: [].into(),
                    block: None,
                    attributes: RefCell::default(),
                },
            }
        })
    }

    fn block(&self, block: BlockId) -> &Block {
        let Callbacks {
            context,
            block: read,
            ..
        } = self.callbacks;
        self.blocks.get_or_add(block.0, || {
            // SAFETY: as above.
            let found = view::<callbacks::BlockView>(|it| unsafe { read(context, block.0, it) });
            let ops = found.as_ref().map_or([].into(), |view| view.ops());
            let mut positions: Box<[(OpId, u32)]> = ops.iter().copied().zip(0..).collect();
            positions.sort_unstable();
            Block {
                exists: found.is_some(),
                arguments: found.as_ref().map_or([].into(), |view| view.arguments()),
                ops,
                positions,
                region: RegionId(found.map_or(NONE, |view| view.region)),
            }
        })
    }

    fn region(&self, region: RegionId) -> &Region {
        let Callbacks {
            context,
            region: read,
            ..
        } = self.callbacks;
        self.regions.get_or_add(region.0, || {
            // SAFETY: as above.
            match view::<callbacks::RegionView>(|it| unsafe { read(context, region.0, it) }) {
                Some(view) => Region {
                    blocks: view.blocks(),
                    parent: OpId(view.parent),
                    has_ssa_dominance: view.has_ssa_dominance,
                },
                None => Region {
                    blocks: [].into(),
                    parent: OpId(NONE),
                    has_ssa_dominance: false,
                },
            }
        })
    }

    fn reading<T>(&self, read: impl FnOnce(&mut Reader) -> T) -> T {
        read(self.reader.borrow_mut().get_or_insert_with(Reader::new))
    }

    fn type_of(&self, value: ValueId) -> &TypeData {
        let ty = self.value(value).ty;
        let Callbacks {
            context, type_text, ..
        } = self.callbacks;
        self.types.get_or_add(ty, || {
            // SAFETY: as above.
            let text = view::<Text>(|it| unsafe { type_text(context, ty, it) });
            let data = text.map(|text| self.reading(|reader| reader.type_data(&text.read())));
            data.unwrap_or_else(TypeData::unknown)
        })
    }

    fn attribute_number(&self, op: OpId, name: &str) -> Option<u32> {
        let known = &self.op(op).attributes;
        let found = known
            .borrow()
            .iter()
            .find(|it| &*it.0 == name)
            .map(|it| it.1);
        found.unwrap_or_else(|| {
            let number = self.read_attribute(op, name);
            known.borrow_mut().push((name.into(), number));
            number
        })
    }

    fn read_attribute(&self, op: OpId, name: &str) -> Option<u32> {
        let Callbacks {
            context, attribute, ..
        } = self.callbacks;
        let found = view::<AttributeView>(|it| {
            // SAFETY: as above.
            unsafe { attribute(context, op.0, name.as_ptr().cast(), name.len(), it) }
        })?;
        self.attributes
            .get_or_add(found.number, || match found.kind {
                0 => AttributeData::Unit,
                1 => AttributeData::Bool(found.integer != 0),
                2 => AttributeData::Integer(Int::from(found.integer)),
                3 => AttributeData::String(found.text.read()),
                4 => AttributeData::Integers(found.integers()),
                5 => AttributeData::Symbol(found.text.read()),
                _ => match self.attribute_text(found.number) {
                    Some(text) => self.reading(|reader| reader.attribute(&text)),
                    None => AttributeData::Other,
                },
            });
        Some(found.number)
    }

    fn attribute_text(&self, number: u32) -> Option<Box<str>> {
        let Callbacks {
            context,
            attribute_text,
            ..
        } = self.callbacks;
        // SAFETY: as above.
        let text = view::<Text>(|it| unsafe { attribute_text(context, number, it) })?;
        Some(text.read())
    }
}

/// Changes, which are reported before the next question.
impl LiveProgram {
    /// Whether an op is known as it was when it was read.
    pub(crate) fn has_read(&self, op: OpId) -> bool {
        self.ops.get(op.0).is_some()
    }

    /// Forgets an op and what it owns: results, regions, their blocks and arguments.
    pub(crate) fn forget_op(&mut self, op: OpId) {
        // The users of its old and its new operands may be others now.
        self.users = Table::new();
        let Some(old) = self.ops.remove(op.0) else {
            return;
        };
        for value in &old.results {
            self.forget_value(*value);
        }
        for region in &old.regions {
            let Some(region) = self.regions.remove(region.0) else {
                continue;
            };
            for &block in &region.blocks {
                self.forget_block(block);
            }
        }
    }

    fn forget_value(&mut self, value: ValueId) {
        self.values.remove(value.0);
    }

    /// Forgets the arguments and the list of ops of a block.
    pub(crate) fn forget_block(&mut self, block: BlockId) {
        let Some(old) = self.blocks.remove(block.0) else {
            return;
        };
        for &argument in &old.arguments {
            self.forget_value(argument);
        }
    }

    /// Forgets everything except for types and attributes, which do not change.
    pub(crate) fn forget_all(&mut self) {
        self.values = Table::new();
        self.ops = Table::new();
        self.blocks = Table::new();
        self.regions = Table::new();
        self.users = Table::new();
    }
}

impl Program for LiveProgram {
    fn has_value(&self, value: ValueId) -> bool {
        value.0 != NONE && self.value(value).definition.is_some()
    }

    fn has_op(&self, op: OpId) -> bool {
        op.0 != NONE && self.op(op).exists
    }

    fn has_block(&self, block: BlockId) -> bool {
        block.0 != NONE && self.block(block).exists
    }

    fn definition(&self, value: ValueId) -> Definition {
        let nowhere = Definition::Argument {
            block: BlockId(NONE),
            index: 0,
        };
        self.value(value).definition.unwrap_or(nowhere)
    }

    fn value_type(&self, value: ValueId) -> TypeView<'_> {
        self.type_of(value).view()
    }

    fn word_width(&self, value: ValueId) -> Option<u32> {
        self.type_of(value).width()
    }

    fn element_type(&self, value: ValueId) -> Option<TypeView<'_>> {
        self.type_of(value).element()
    }

    fn size_limit(&self, value: ValueId, dim: u32) -> Option<Int> {
        self.type_of(value).limit(dim)
    }

    fn type_name(&self, value: ValueId) -> Option<&str> {
        self.type_of(value).name()
    }

    fn type_datum(&self, value: ValueId) -> Option<Datum> {
        self.type_of(value).datum()
    }

    fn type_number(&self, value: ValueId) -> Option<u32> {
        Some(self.value(value).ty)
    }

    fn attribute_datum(&self, op: OpId, name: &str) -> Option<Datum> {
        let number = self.attribute_number(op, name)?;
        let text = self.attribute_text(number)?;
        self.reading(|reader| reader.attribute_datum(&text))
    }

    fn value_name(&self, value: ValueId) -> String {
        let Callbacks {
            context,
            value_name,
            ..
        } = self.callbacks;
        // SAFETY: as above.
        let name = view::<Text>(|it| unsafe { value_name(context, value.0, it) });
        name.map_or_else(|| format!("%{}", value.0), |name| name.read().into())
    }

    fn op_name(&self, op: OpId) -> &str {
        &self.op(op).name
    }

    fn operands(&self, op: OpId) -> &[ValueId] {
        &self.op(op).operands
    }

    fn results(&self, op: OpId) -> &[ValueId] {
        &self.op(op).results
    }

    fn attribute(&self, op: OpId, name: &str) -> Option<Attribute<'_>> {
        let number = self.attribute_number(op, name)?;
        self.attributes.get(number).map(AttributeData::view)
    }

    fn regions(&self, op: OpId) -> &[RegionId] {
        &self.op(op).regions
    }

    fn successors(&self, op: OpId) -> &[BlockId] {
        &self.op(op).successors
    }

    fn successor_operands(&self, op: OpId, index: usize) -> &[ValueId] {
        let op = self.op(op);
        let operands = op.successor_operands.get(index).and_then(|span| {
            let start = span.start as usize;
            op.operands
                .get(start..start.checked_add(span.size as usize)?)
        });
        operands.unwrap_or_default()
    }

    fn block_of(&self, op: OpId) -> Option<BlockId> {
        self.op(op).block
    }

    fn position(&self, op: OpId) -> usize {
        let Some(block) = self.op(op).block else {
            return 0;
        };
        let positions = &self.block(block).positions;
        let at = positions.binary_search_by_key(&op, |&(other, _)| other);
        at.map_or(0, |at| positions[at].1 as usize)
    }

    fn location(&self, op: OpId) -> Option<SourceLocation> {
        let Callbacks {
            context, location, ..
        } = self.callbacks;
        // SAFETY: as above.
        let found = view::<callbacks::LocationView>(|it| unsafe { location(context, op.0, it) })?;
        Some(SourceLocation {
            file: found.file.read().into(),
            line: found.line,
            column: found.column,
        })
    }

    fn blocks(&self, region: RegionId) -> &[BlockId] {
        &self.region(region).blocks
    }

    fn region_parent(&self, region: RegionId) -> OpId {
        self.region(region).parent
    }

    fn has_ssa_dominance(&self, region: RegionId) -> bool {
        self.region(region).has_ssa_dominance
    }

    fn block_arguments(&self, block: BlockId) -> &[ValueId] {
        &self.block(block).arguments
    }

    fn block_ops(&self, block: BlockId) -> &[OpId] {
        &self.block(block).ops
    }

    fn block_region(&self, block: BlockId) -> RegionId {
        self.block(block).region
    }

    fn users(&self, value: ValueId) -> &[OpId] {
        let Callbacks { context, users, .. } = self.callbacks;
        self.users.get_or_add(value.0, || {
            let (mut data, mut count) = (std::ptr::null(), 0);
            // SAFETY: as above.
            match unsafe { users(context, value.0, &mut data, &mut count) } {
                true => callbacks::ops(data, count),
                false => [].into(),
            }
        })
    }

    fn symbol(&self, from: OpId, name: &str) -> Option<OpId> {
        let Callbacks {
            context, symbol, ..
        } = self.callbacks;
        let name = name.strip_prefix('@').unwrap_or(name);
        // SAFETY: as above.
        let found = unsafe { symbol(context, from.0, name.as_ptr().cast(), name.len()) };
        (found != NONE).then_some(OpId(found))
    }
}
