//! A program as tables.
//!
//! An optimizer with an IR of its own implements [`Program`] or [`Listing`](crate::listing::Listing), or copies what an
//! analysis reads into [`Tables`], which takes a call for each op:
//!
//! ```
//! use calipers::prelude::*;
//! use calipers::tables::{Data, Tables, Type};
//!
//! let mut rules = Rules::embedded();
//! rules.load("kernel.rules", "
//!   (op kernel.for (from operand) (to operand))
//!   (fact kernel-for (kernel.for ?from ?to) (list (<= ?from (argument 0 0)) (< (argument 0 0) ?to)) :in 0)
//! ")?;
//! let mut tables = Tables::new();
//! let top = tables.body();
//! let number = |tables: &mut Tables, value: i64| {
//!     let op = tables.op(top, "arith.constant", &[], &[Type::Index]);
//!     tables.set_attribute(op, "value", Data::Integer(value.into()));
//!     tables.result(op, 0)
//! };
//! let (zero, ten) = (number(&mut tables, 0), number(&mut tables, 10));
//! let the_loop = tables.op(top, "kernel.for", &[zero, ten], &[]);
//! let region = tables.region(the_loop);
//! let body = tables.block(region, &[Type::Index]);
//! let i = tables.argument(body, 0);
//! let sum = tables.op(body, "arith.addi", &[i, i], &[Type::Index]);
//! let sum = tables.result(sum, 0);
//!
//! let mut analysis = Analysis::new(&tables, &rules);
//! assert_eq!(analysis.range(sum).to_string(), "[0, 18] 2k");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Ops are added in program order, so that the numbers of values ascend in it. The order decides which of several equal
//! expressions an answer uses, and in which order models are built; proofs do not depend on it. After an insertion the
//! new values may have higher numbers than later ones: answers remain sound, but may be written differently.

use crate::number::Int;
use crate::program::{
    AffineMap, Attribute, BlockId, Definition, Extent, Layout, OpId, Program, RegionId, Shape,
    ShapedKind, SourceLocation, TypeView, ValueId,
};
use std::borrow::Cow;

/// The type of a value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Type {
    /// An index.
    Index,
    /// An integer of that many bits.
    Integer(u32),
    /// A tensor, a memref without a layout, or a vector, with its sizes.
    Shaped(ShapedKind, Vec<Extent>),
    /// A type without an integer in it.
    Other,
}

/// An attribute.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Data {
    /// An integer.
    Integer(Int),
    /// `true` or `false`.
    Bool(bool),
    /// A text, or the name of a symbol.
    Text(String),
    /// A list of integers.
    Integers(Vec<i64>),
    /// An affine map.
    Map(AffineMap),
}

#[derive(Debug)]
struct Value {
    ty: Type,
    name: Option<String>,
    definition: Definition,
    users: Vec<OpId>,
}

#[derive(Default, Debug)]
struct Op {
    name: String,
    operands: Vec<ValueId>,
    results: Vec<ValueId>,
    attributes: Vec<(String, Data)>,
    regions: Vec<RegionId>,
    successors: Vec<BlockId>,
    passed: Vec<Vec<ValueId>>,
    location: Option<SourceLocation>,
    /// Its block, and its position there.
    place: Option<(BlockId, usize)>,
}

#[derive(Debug)]
struct Block {
    region: RegionId,
    arguments: Vec<ValueId>,
    ops: Vec<OpId>,
}

#[derive(Debug)]
struct Region {
    parent: OpId,
    blocks: Vec<BlockId>,
}

/// A program as tables; see the [module](self).
#[derive(Debug)]
pub struct Tables {
    values: Vec<Value>,
    ops: Vec<Op>,
    blocks: Vec<Block>,
    regions: Vec<Region>,
}

impl Default for Tables {
    fn default() -> Tables {
        Tables::new()
    }
}

/// The number of the next entry of a table.
///
/// # Panics
/// If the table has 2³² entries, which need more memory than there is.
fn next<T>(table: &[T]) -> u32 {
    u32::try_from(table.len()).expect("a table has fewer than 2^32 entries")
}

impl Tables {
    /// A program without ops, except for a `builtin.module` around them.
    pub fn new() -> Tables {
        let mut tables = Tables {
            values: vec![],
            ops: vec![Op {
                name: "builtin.module".to_owned(),
                ..Op::default()
            }],
            blocks: vec![],
            regions: vec![],
        };
        let region = tables.region(OpId(0));
        tables.block(region, &[]);
        tables
    }

    /// The block of the outermost ops.
    pub fn body(&self) -> BlockId {
        BlockId(0)
    }

    /// Adds an op at the end of a block.
    pub fn op(
        &mut self,
        block: BlockId,
        name: &str,
        operands: &[ValueId],
        results: &[Type],
    ) -> OpId {
        let op = OpId(next(&self.ops));
        for &operand in operands {
            self.add_user(operand, op);
        }
        let results = results.iter().enumerate();
        let results = results
            .map(|(index, ty)| self.value(ty, Definition::Result { op, index }))
            .collect();
        let ops = &mut self.blocks[block.index()].ops;
        let place = Some((block, ops.len()));
        ops.push(op);
        self.ops.push(Op {
            name: name.to_owned(),
            operands: operands.to_vec(),
            results,
            place,
            ..Op::default()
        });
        op
    }

    /// Adds a region to an op.
    pub fn region(&mut self, op: OpId) -> RegionId {
        let region = RegionId(next(&self.regions));
        self.regions.push(Region {
            parent: op,
            blocks: vec![],
        });
        self.ops[op.index()].regions.push(region);
        region
    }

    /// Adds a block to a region; the first one is the entry.
    pub fn block(&mut self, region: RegionId, arguments: &[Type]) -> BlockId {
        let block = BlockId(next(&self.blocks));
        let arguments = arguments.iter().enumerate();
        let arguments = arguments
            .map(|(index, ty)| self.value(ty, Definition::Argument { block, index }))
            .collect();
        self.blocks.push(Block {
            region,
            arguments,
            ops: vec![],
        });
        self.regions[region.index()].blocks.push(block);
        block
    }

    /// Adds a successor to a terminator, with the values that it passes.
    pub fn add_successor(&mut self, op: OpId, block: BlockId, passed: &[ValueId]) {
        for &value in passed {
            self.add_user(value, op);
        }
        let op = &mut self.ops[op.index()];
        op.successors.push(block);
        op.operands.extend(passed);
        op.passed.push(passed.to_vec());
    }

    /// Sets an attribute of an op.
    pub fn set_attribute(&mut self, op: OpId, name: &str, data: Data) {
        let attributes = &mut self.ops[op.index()].attributes;
        attributes.retain(|(known, _)| known != name);
        attributes.push((name.to_owned(), data));
    }

    /// Sets the place of an op in a source file, for messages.
    pub fn set_location(&mut self, op: OpId, location: SourceLocation) {
        self.ops[op.index()].location = Some(location);
    }

    /// Names a value, for messages and proofs; otherwise its name is its number.
    pub fn set_name(&mut self, value: ValueId, name: &str) {
        self.values[value.index()].name = Some(name.to_owned());
    }

    /// A result of an op.
    ///
    /// # Panics
    /// If the op has no such result.
    pub fn result(&self, op: OpId, index: usize) -> ValueId {
        self.ops[op.index()].results[index]
    }

    /// An argument of a block.
    ///
    /// # Panics
    /// If the block has no such argument.
    pub fn argument(&self, block: BlockId, index: usize) -> ValueId {
        self.blocks[block.index()].arguments[index]
    }

    fn value(&mut self, ty: &Type, definition: Definition) -> ValueId {
        let value = ValueId(next(&self.values));
        self.values.push(Value {
            ty: ty.clone(),
            name: None,
            definition,
            users: vec![],
        });
        value
    }

    fn add_user(&mut self, value: ValueId, op: OpId) {
        let users = &mut self.values[value.index()].users;
        if !users.contains(&op) {
            users.push(op);
        }
    }
}

impl Program for Tables {
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
        match &self.values[value.index()].ty {
            Type::Index => TypeView::Index,
            Type::Integer(width) => TypeView::Integer { width: *width },
            Type::Shaped(kind, dims) => TypeView::Shaped(Shape {
                kind: *kind,
                dims: Some(dims),
                layout: Layout::Identity,
            }),
            Type::Other => TypeView::Other,
        }
    }

    fn value_name(&self, value: ValueId) -> String {
        match &self.values[value.index()].name {
            Some(name) => format!("%{name}"),
            None => format!("%{}", value.0),
        }
    }

    fn op_name(&self, op: OpId) -> &str {
        &self.ops[op.index()].name
    }

    fn operands(&self, op: OpId) -> &[ValueId] {
        &self.ops[op.index()].operands
    }

    fn results(&self, op: OpId) -> &[ValueId] {
        &self.ops[op.index()].results
    }

    fn attribute(&self, op: OpId, name: &str) -> Option<Attribute<'_>> {
        let mut attributes = self.ops[op.index()].attributes.iter();
        let (_, data) = attributes.find(|(known, _)| known == name)?;
        Some(match data {
            Data::Integer(value) => Attribute::Integer(value.clone()),
            Data::Bool(value) => Attribute::Bool(*value),
            Data::Text(text) => Attribute::String(text),
            Data::Integers(list) => Attribute::Integers(Cow::Borrowed(list)),
            Data::Map(map) => Attribute::Map(map),
        })
    }

    fn regions(&self, op: OpId) -> &[RegionId] {
        &self.ops[op.index()].regions
    }

    fn successors(&self, op: OpId) -> &[BlockId] {
        &self.ops[op.index()].successors
    }

    fn successor_operands(&self, op: OpId, index: usize) -> &[ValueId] {
        let passed = self.ops[op.index()].passed.get(index);
        passed.map_or(&[], Vec::as_slice)
    }

    fn block_of(&self, op: OpId) -> Option<BlockId> {
        self.ops[op.index()].place.map(|(block, _)| block)
    }

    fn position(&self, op: OpId) -> usize {
        self.ops[op.index()]
            .place
            .map_or(0, |(_, position)| position)
    }

    fn location(&self, op: OpId) -> Option<SourceLocation> {
        self.ops[op.index()].location.clone()
    }

    fn blocks(&self, region: RegionId) -> &[BlockId] {
        &self.regions[region.index()].blocks
    }

    fn region_parent(&self, region: RegionId) -> OpId {
        self.regions[region.index()].parent
    }

    fn has_ssa_dominance(&self, _: RegionId) -> bool {
        true
    }

    fn block_arguments(&self, block: BlockId) -> &[ValueId] {
        &self.blocks[block.index()].arguments
    }

    fn block_ops(&self, block: BlockId) -> &[OpId] {
        &self.blocks[block.index()].ops
    }

    fn block_region(&self, block: BlockId) -> RegionId {
        self.blocks[block.index()].region
    }

    fn users(&self, value: ValueId) -> &[OpId] {
        &self.values[value.index()].users
    }

    fn symbol(&self, _: OpId, name: &str) -> Option<OpId> {
        let has_name = |op: &Op| {
            let mut attributes = op.attributes.iter();
            attributes.any(|(known, data)| {
                known == "sym_name" && matches!(data, Data::Text(text) if text == name)
            })
        };
        let found = self.ops.iter().position(has_name)?;
        Some(OpId(found as u32))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::Analysis;
    use crate::program::Column;
    use crate::rules::Rules;

    #[test]
    fn a_branch_passes_values_to_blocks() {
        let mut tables = Tables::new();
        let top = tables.body();
        let function = tables.op(top, "func.func", &[], &[]);
        tables.set_attribute(function, "sym_name", Data::Text("f".to_owned()));
        let region = tables.region(function);
        let entry = tables.block(region, &[Type::Integer(1)]);
        let end = tables.block(region, &[Type::Index]);
        let mut numbers = vec![];
        for value in [3, 5] {
            let op = tables.op(entry, "arith.constant", &[], &[Type::Index]);
            tables.set_attribute(op, "value", Data::Integer(Int::from(value)));
            numbers.push(tables.result(op, 0));
        }
        let condition = tables.argument(entry, 0);
        let branch = tables.op(entry, "cf.cond_br", &[condition], &[]);
        tables.add_successor(branch, end, &numbers[..1]);
        tables.add_successor(branch, end, &numbers[1..]);
        tables.op(end, "func.return", &[], &[]);
        let joined = tables.argument(end, 0);
        tables.set_name(joined, "joined");
        assert_eq!(tables.value_name(joined), "%joined");
        assert_eq!(tables.symbol(branch, "f"), Some(function));
        let rules = Rules::embedded();
        let mut analysis = Analysis::new(&tables, &rules);
        assert_eq!(analysis.range(joined).to_string(), "[3, 5] 2k+1");
    }

    #[test]
    fn sizes_are_columns() {
        let mut tables = Tables::new();
        let top = tables.body();
        let sizes = vec![Extent::Static(4), Extent::Dynamic];
        let tensor = Type::Shaped(ShapedKind::Tensor, sizes);
        let op = tables.op(top, "my.source", &[], &[tensor]);
        let value = tables.result(op, 0);
        let rules = Rules::embedded();
        let mut analysis = Analysis::new(&tables, &rules);
        assert_eq!(analysis.range(Column::Dim(value, 0)).to_string(), "[4, 4]");
        assert_eq!(
            analysis.range(Column::Dim(value, 1)).to_string(),
            "[0, +inf]"
        );
    }
}
