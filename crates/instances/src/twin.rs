//! A program in which a part of another program stands twice.
//!
//! The copy follows an op inside the original part, so that there is a point at which the facts of both instances
//! hold: the values of the copy are those of another instance. Values from outside the part are shared.
//!
//! Every pair of instances of the original program is a run of the program with the copy that reaches that point,
//! because what an op reads from memory is an arbitrary value in both. So what holds there in all runs holds of all
//! pairs of instances.

use calipers_number::Int;
use calipers_program::{
    Attribute, BlockId, Datum, Definition, OpId, Point, Program, RegionId, SourceLocation,
    TypeView, ValueId,
};
use hashbrown::{HashMap, HashSet};

/// The name of the copy of an op whose result differs between the instances. No rules concern it.
const OTHER_INSTANCE: &str = "calipers.other_instance";

/// The first numbers that no handle of a program has.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Numbers {
    values: u32,
    ops: u32,
    blocks: u32,
    regions: u32,
}

impl Numbers {
    /// Those of the program that contains an op.
    pub(crate) fn of(program: &dyn Program, op: OpId) -> Numbers {
        let mut numbers = Numbers::default();
        let mut stack = vec![outermost(program, op)];
        while let Some(op) = stack.pop() {
            numbers.ops = numbers.ops.max(op.0 + 1);
            numbers.see_values(program.results(op));
            for &region in program.regions(op) {
                numbers.regions = numbers.regions.max(region.0 + 1);
                for &block in program.blocks(region) {
                    numbers.blocks = numbers.blocks.max(block.0 + 1);
                    numbers.see_values(program.block_arguments(block));
                    stack.extend(program.block_ops(block));
                }
            }
        }
        numbers
    }

    fn see_values(&mut self, values: &[ValueId]) {
        let last = values.iter().map(|value| value.0 + 1).max();
        self.values = self.values.max(last.unwrap_or(0));
    }
}

fn outermost(program: &dyn Program, mut op: OpId) -> OpId {
    while let Some(block) = program.block_of(op) {
        op = program.region_parent(program.block_region(block));
    }
    op
}

/// The handles of the copy of an op.
#[derive(Default)]
struct CopiedOp {
    operands: Vec<ValueId>,
    results: Vec<ValueId>,
    regions: Vec<RegionId>,
    successors: Vec<BlockId>,
    successor_operands: Vec<Vec<ValueId>>,
}

/// The handles of the copy of a block.
#[derive(Default)]
struct CopiedBlock {
    arguments: Vec<ValueId>,
    ops: Vec<OpId>,
}

/// The program with the copy.
pub(crate) struct Twin<'p> {
    base: &'p dyn Program,
    first: Numbers,
    /// The original handles of the copies.
    values: Vec<ValueId>,
    ops: Vec<OpId>,
    blocks: Vec<BlockId>,
    regions: Vec<RegionId>,
    copied_ops: Vec<CopiedOp>,
    copied_blocks: Vec<CopiedBlock>,
    copied_regions: Vec<Vec<BlockId>>,
    value_copies: HashMap<ValueId, ValueId>,
    op_copies: HashMap<OpId, OpId>,
    block_copies: HashMap<BlockId, BlockId>,
    region_copies: HashMap<RegionId, RegionId>,
    /// Where the copies of `part` stand, in order.
    place: Point,
    /// The number of these copies, and the position of the first original.
    part: (usize, usize),
    /// The ops of the block with the copies.
    around: Vec<OpId>,
    /// The users of the values from outside the copied part.
    users: HashMap<ValueId, Vec<OpId>>,
    /// The original ops whose results differ between the instances.
    varying: HashSet<OpId>,
}

impl<'p> Twin<'p> {
    /// Copies `part`, consecutive ops of one block, to right after the op `after`. The results of copies of `varying` are
    /// arbitrary.
    pub(crate) fn new(
        base: &'p dyn Program,
        first: Numbers,
        part: &[OpId],
        after: OpId,
        varying: HashSet<OpId>,
    ) -> Option<Twin<'p>> {
        let place = Point::after(base, after)?;
        let mut twin = Twin {
            base,
            first,
            values: vec![],
            ops: vec![],
            blocks: vec![],
            regions: vec![],
            copied_ops: vec![],
            copied_blocks: vec![],
            copied_regions: vec![],
            value_copies: HashMap::new(),
            op_copies: HashMap::new(),
            block_copies: HashMap::new(),
            region_copies: HashMap::new(),
            place,
            part: (part.len(), part.first().map_or(0, |&op| base.position(op))),
            around: vec![],
            users: HashMap::new(),
            varying,
        };
        twin.number(part);
        twin.connect();
        let mut around = base.block_ops(place.block).to_vec();
        let roots: Vec<OpId> = part.iter().map(|&op| twin.copy_of(op)).collect();
        around.splice(place.index..place.index, roots);
        twin.around = around;
        Some(twin)
    }

    /// The copy of an op; the op itself if it was not copied.
    pub(crate) fn copy_of(&self, op: OpId) -> OpId {
        self.op_copies.get(&op).copied().unwrap_or(op)
    }

    /// The copy of a value; the value itself if it was not copied.
    pub(crate) fn copy_of_value(&self, value: ValueId) -> ValueId {
        self.value_copies.get(&value).copied().unwrap_or(value)
    }

    /// The op that an op of this program is or is a copy of.
    pub(crate) fn original(&self, op: OpId) -> OpId {
        self.copied_op(op).map_or(op, |(original, _)| original)
    }

    /// Numbers the copies of all handles of some ops.
    fn number(&mut self, part: &[OpId]) {
        let base = self.base;
        let mut stack: Vec<OpId> = part.iter().rev().copied().collect();
        while let Some(op) = stack.pop() {
            let copy = OpId(self.first.ops + self.ops.len() as u32);
            self.ops.push(op);
            self.op_copies.insert(op, copy);
            self.number_values(base.results(op));
            for &region in base.regions(op) {
                let copy = RegionId(self.first.regions + self.regions.len() as u32);
                self.regions.push(region);
                self.region_copies.insert(region, copy);
                for &block in base.blocks(region) {
                    let copy = BlockId(self.first.blocks + self.blocks.len() as u32);
                    self.blocks.push(block);
                    self.block_copies.insert(block, copy);
                    self.number_values(base.block_arguments(block));
                    stack.extend(base.block_ops(block).iter().rev());
                }
            }
        }
    }

    fn number_values(&mut self, values: &[ValueId]) {
        for &value in values {
            let copy = ValueId(self.first.values + self.values.len() as u32);
            self.values.push(value);
            self.value_copies.insert(value, copy);
        }
    }

    /// Fills the tables of the copies.
    fn connect(&mut self) {
        let base = self.base;
        for index in 0..self.ops.len() {
            let op = self.ops[index];
            let operands = self.copies(base.operands(op));
            for (&value, &copy) in base.operands(op).iter().zip(&operands) {
                let users = self.users.entry(copy);
                let users = users.or_insert_with(|| match value == copy {
                    true => base.users(value).to_vec(),
                    false => vec![],
                });
                let user = OpId(self.first.ops + index as u32);
                if users.last() != Some(&user) {
                    users.push(user);
                }
            }
            let successors = base.successors(op);
            let of_block = |block: &BlockId| self.block_copies.get(block).copied();
            let copied = CopiedOp {
                results: self.copies(base.results(op)),
                regions: {
                    let regions = base.regions(op).iter();
                    regions.map(|region| self.region_copies[region]).collect()
                },
                successor_operands: (0..successors.len())
                    .map(|it| self.copies(base.successor_operands(op, it)))
                    .collect(),
                successors: {
                    let copy = |block| of_block(block).unwrap_or(*block);
                    successors.iter().map(copy).collect()
                },
                operands,
            };
            self.copied_ops.push(copied);
        }
        for index in 0..self.blocks.len() {
            let block = self.blocks[index];
            let ops = base.block_ops(block).iter();
            let copied = CopiedBlock {
                arguments: self.copies(base.block_arguments(block)),
                ops: ops.map(|&op| self.copy_of(op)).collect(),
            };
            self.copied_blocks.push(copied);
        }
        for &region in &self.regions {
            let blocks = base.blocks(region).iter();
            let blocks = blocks.map(|block| self.block_copies[block]).collect();
            self.copied_regions.push(blocks);
        }
    }

    fn copies(&self, values: &[ValueId]) -> Vec<ValueId> {
        values.iter().map(|&it| self.copy_of_value(it)).collect()
    }

    fn copied_op(&self, op: OpId) -> Option<(OpId, &CopiedOp)> {
        let index = op.0.checked_sub(self.first.ops)? as usize;
        Some((*self.ops.get(index)?, self.copied_ops.get(index)?))
    }

    fn copied_block(&self, block: BlockId) -> Option<(BlockId, &CopiedBlock)> {
        let index = block.0.checked_sub(self.first.blocks)? as usize;
        Some((*self.blocks.get(index)?, self.copied_blocks.get(index)?))
    }

    fn original_value(&self, value: ValueId) -> Option<ValueId> {
        let index = value.0.checked_sub(self.first.values)?;
        self.values.get(index as usize).copied()
    }

    fn value(&self, value: ValueId) -> ValueId {
        self.original_value(value).unwrap_or(value)
    }

    fn original_region(&self, region: RegionId) -> Option<RegionId> {
        let index = region.0.checked_sub(self.first.regions)?;
        self.regions.get(index as usize).copied()
    }
}

impl Program for Twin<'_> {
    fn has_value(&self, value: ValueId) -> bool {
        self.original_value(value).is_some() || self.base.has_value(value)
    }

    fn has_op(&self, op: OpId) -> bool {
        self.copied_op(op).is_some() || self.base.has_op(op)
    }

    fn has_block(&self, block: BlockId) -> bool {
        self.copied_block(block).is_some() || self.base.has_block(block)
    }

    fn definition(&self, value: ValueId) -> Definition {
        let Some(original) = self.original_value(value) else {
            return self.base.definition(value);
        };
        match self.base.definition(original) {
            Definition::Result { op, index } => Definition::Result {
                op: self.op_copies[&op],
                index,
            },
            Definition::Argument { block, index } => Definition::Argument {
                block: self.block_copies[&block],
                index,
            },
        }
    }

    fn value_type(&self, value: ValueId) -> TypeView<'_> {
        self.base.value_type(self.value(value))
    }

    fn word_width(&self, value: ValueId) -> Option<u32> {
        self.base.word_width(self.value(value))
    }

    fn element_type(&self, value: ValueId) -> Option<TypeView<'_>> {
        self.base.element_type(self.value(value))
    }

    fn size_limit(&self, value: ValueId, dim: u32) -> Option<Int> {
        self.base.size_limit(self.value(value), dim)
    }

    fn type_name(&self, value: ValueId) -> Option<&str> {
        self.base.type_name(self.value(value))
    }

    fn type_datum(&self, value: ValueId) -> Option<Datum> {
        self.base.type_datum(self.value(value))
    }

    fn type_number(&self, value: ValueId) -> Option<u32> {
        self.base.type_number(self.value(value))
    }

    fn attribute_datum(&self, op: OpId, name: &str) -> Option<Datum> {
        self.base.attribute_datum(self.original(op), name)
    }

    fn value_name(&self, value: ValueId) -> String {
        match self.original_value(value) {
            Some(original) => format!("{}'", self.base.value_name(original)),
            None => self.base.value_name(value),
        }
    }

    fn op_name(&self, op: OpId) -> &str {
        match self.copied_op(op) {
            Some((original, _)) if self.varying.contains(&original) => OTHER_INSTANCE,
            Some((original, _)) => self.base.op_name(original),
            None => self.base.op_name(op),
        }
    }

    fn operands(&self, op: OpId) -> &[ValueId] {
        match self.copied_op(op) {
            Some((_, copy)) => &copy.operands,
            None => self.base.operands(op),
        }
    }

    fn results(&self, op: OpId) -> &[ValueId] {
        match self.copied_op(op) {
            Some((_, copy)) => &copy.results,
            None => self.base.results(op),
        }
    }

    fn attribute(&self, op: OpId, name: &str) -> Option<Attribute<'_>> {
        self.base.attribute(self.original(op), name)
    }

    fn regions(&self, op: OpId) -> &[RegionId] {
        match self.copied_op(op) {
            Some((_, copy)) => &copy.regions,
            None => self.base.regions(op),
        }
    }

    fn successors(&self, op: OpId) -> &[BlockId] {
        match self.copied_op(op) {
            Some((_, copy)) => &copy.successors,
            None => self.base.successors(op),
        }
    }

    fn successor_operands(&self, op: OpId, index: usize) -> &[ValueId] {
        match self.copied_op(op) {
            Some((_, copy)) => copy.successor_operands.get(index).map_or(&[], |it| it),
            None => self.base.successor_operands(op, index),
        }
    }

    fn block_of(&self, op: OpId) -> Option<BlockId> {
        match self.copied_op(op) {
            Some((original, _)) => {
                let block = self.base.block_of(original)?;
                let copy = self.block_copies.get(&block).copied();
                Some(copy.unwrap_or(self.place.block))
            }
            None => self.base.block_of(op),
        }
    }

    fn position(&self, op: OpId) -> usize {
        if let Some((original, _)) = self.copied_op(op) {
            let position = self.base.position(original);
            let block = self.base.block_of(original);
            return match block.is_some_and(|block| self.block_copies.contains_key(&block)) {
                true => position,
                false => self.place.index + (position - self.part.1),
            };
        }
        let position = self.base.position(op);
        let is_behind = position >= self.place.index;
        match is_behind && self.base.block_of(op) == Some(self.place.block) {
            true => position + self.part.0,
            false => position,
        }
    }

    fn location(&self, op: OpId) -> Option<SourceLocation> {
        self.base.location(self.original(op))
    }

    fn blocks(&self, region: RegionId) -> &[BlockId] {
        let index = region.0.checked_sub(self.first.regions);
        match index.and_then(|index| self.copied_regions.get(index as usize)) {
            Some(blocks) => blocks,
            None => self.base.blocks(region),
        }
    }

    fn region_parent(&self, region: RegionId) -> OpId {
        match self.original_region(region) {
            Some(original) => self.copy_of(self.base.region_parent(original)),
            None => self.base.region_parent(region),
        }
    }

    fn has_ssa_dominance(&self, region: RegionId) -> bool {
        let region = self.original_region(region).unwrap_or(region);
        self.base.has_ssa_dominance(region)
    }

    fn is_acyclic(&self, region: RegionId) -> bool {
        let region = self.original_region(region).unwrap_or(region);
        self.base.is_acyclic(region)
    }

    fn block_arguments(&self, block: BlockId) -> &[ValueId] {
        match self.copied_block(block) {
            Some((_, copy)) => &copy.arguments,
            None => self.base.block_arguments(block),
        }
    }

    fn block_ops(&self, block: BlockId) -> &[OpId] {
        match self.copied_block(block) {
            Some((_, copy)) => &copy.ops,
            None if block == self.place.block => &self.around,
            None => self.base.block_ops(block),
        }
    }

    fn block_region(&self, block: BlockId) -> RegionId {
        match self.copied_block(block) {
            Some((original, _)) => self.region_copies[&self.base.block_region(original)],
            None => self.base.block_region(block),
        }
    }

    fn users(&self, value: ValueId) -> &[OpId] {
        match (self.users.get(&value), self.original_value(value)) {
            (Some(users), _) => users,
            (None, Some(_)) => &[],
            (None, None) => self.base.users(value),
        }
    }

    fn symbol(&self, from: OpId, name: &str) -> Option<OpId> {
        self.base.symbol(self.original(from), name)
    }

    fn symbol_users(&self, op: OpId) -> Option<Vec<OpId>> {
        self.base.symbol_users(self.original(op))
    }
}
