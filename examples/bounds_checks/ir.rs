//! A small IR of kernels over arrays: loops, sums, and bounds checks.

use calipers::program::{BlockId, Definition, OpId, RegionId, ValueId};
use std::fmt::{self, Display, Formatter};

/// The kind of an op. `For` and `Check` have facts about their operands; see `kernel.rules`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// The kernel itself, whose region is the body.
    Kernel,
    /// An integer.
    Const(i64),
    /// The sum of two integers.
    Add,
    /// The minimum of two integers.
    Min,
    /// The number of elements of an array.
    Length,
    /// Runs its body for each integer from the first operand to below the second.
    For,
    /// Aborts the kernel unless `0 <= index < length(array)`.
    Check,
    /// Reads `array[index]`, which must be in bounds.
    Load,
}

/// The type of a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Type {
    /// An integer.
    Integer,
    /// An array of some length.
    Array,
    /// An element of an array.
    Element,
}

pub struct Op {
    pub kind: Kind,
    pub operands: Vec<ValueId>,
    pub results: Vec<ValueId>,
    pub regions: Vec<RegionId>,
    pub block: Option<BlockId>,
}

pub struct Block {
    pub arguments: Vec<ValueId>,
    pub ops: Vec<OpId>,
    /// Each region has exactly one block, which has the same number as the region.
    pub owner: OpId,
}

pub struct Value {
    pub ty: Type,
    pub definition: Definition,
    pub users: Vec<OpId>,
}

/// A kernel: its ops, blocks and values, indexed by their numbers.
pub struct Kernel {
    pub ops: Vec<Op>,
    pub blocks: Vec<Block>,
    pub values: Vec<Value>,
    /// The identity on block numbers: a region's blocks are a slice of it.
    pub numbers: Vec<BlockId>,
    /// The block to which ops are appended.
    at: BlockId,
}

impl Kernel {
    /// A kernel with parameters of these types, and its parameters.
    pub fn new(parameters: &[Type]) -> (Kernel, Vec<ValueId>) {
        let mut kernel = Kernel {
            ops: vec![],
            blocks: vec![],
            values: vec![],
            numbers: vec![],
            at: BlockId(0),
        };
        let op = kernel.op(Kind::Kernel, &[]);
        kernel.ops[op.index()].block = None;
        let arguments = kernel.body(op, parameters);
        (kernel, arguments)
    }

    /// Appends an op with one result.
    pub fn value(&mut self, kind: Kind, operands: &[ValueId]) -> ValueId {
        let op = self.append(kind, operands);
        let ty = match kind {
            Kind::Load => Type::Element,
            _ => Type::Integer,
        };
        let value = self.define(ty, Definition::Result { op, index: 0 });
        self.ops[op.index()].results.push(value);
        value
    }

    /// Appends a check and the load that it guards.
    pub fn load(&mut self, array: ValueId, index: ValueId) -> ValueId {
        self.append(Kind::Check, &[index, array]);
        self.value(Kind::Load, &[array, index])
    }

    /// Appends a loop and calls `body` with the counter to fill it.
    pub fn count(&mut self, from: ValueId, to: ValueId, body: impl FnOnce(&mut Kernel, ValueId)) {
        let outside = self.at;
        let op = self.append(Kind::For, &[from, to]);
        let counter = self.body(op, &[Type::Integer])[0];
        body(self, counter);
        self.at = outside;
    }

    /// The name of a value in the kernel's text.
    pub fn name(&self, value: ValueId) -> String {
        format!("%{}", value.0)
    }

    fn op(&mut self, kind: Kind, operands: &[ValueId]) -> OpId {
        let op = OpId(self.ops.len() as u32);
        self.ops.push(Op {
            kind,
            operands: operands.to_vec(),
            results: vec![],
            regions: vec![],
            block: Some(self.at),
        });
        op
    }

    fn append(&mut self, kind: Kind, operands: &[ValueId]) -> OpId {
        let op = self.op(kind, operands);
        self.blocks[self.at.index()].ops.push(op);
        for operand in operands {
            let users = &mut self.values[operand.index()].users;
            if users.last() != Some(&op) {
                users.push(op);
            }
        }
        op
    }

    fn body(&mut self, owner: OpId, arguments: &[Type]) -> Vec<ValueId> {
        let block = BlockId(self.blocks.len() as u32);
        let arguments: Vec<ValueId> = arguments
            .iter()
            .enumerate()
            .map(|(index, &ty)| self.define(ty, Definition::Argument { block, index }))
            .collect();
        self.blocks.push(Block {
            arguments: arguments.clone(),
            ops: vec![],
            owner,
        });
        self.numbers.push(block);
        self.ops[owner.index()].regions.push(RegionId(block.0));
        self.at = block;
        arguments
    }

    fn define(&mut self, ty: Type, definition: Definition) -> ValueId {
        let value = ValueId(self.values.len() as u32);
        self.values.push(Value {
            ty,
            definition,
            users: vec![],
        });
        value
    }

    fn write(&self, f: &mut Formatter<'_>, block: BlockId, indent: usize) -> fmt::Result {
        let names = |values: &[ValueId]| -> String {
            let names: Vec<String> = values.iter().map(|&value| self.name(value)).collect();
            names.join(", ")
        };
        for op in &self.blocks[block.index()].ops {
            let op = &self.ops[op.index()];
            write!(f, "{:indent$}", "")?;
            if !op.results.is_empty() {
                write!(f, "{} = ", names(&op.results))?;
            }
            match op.kind {
                Kind::Const(number) => write!(f, "{number}")?,
                kind => write!(f, "{} {}", mnemonic(kind), names(&op.operands))?,
            }
            for region in &op.regions {
                let body = BlockId(region.0);
                writeln!(f, " ({}) {{", names(&self.blocks[body.index()].arguments))?;
                self.write(f, body, indent + 2)?;
                write!(f, "{:indent$}}}", "")?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}

/// The name of an op, without its dialect.
fn mnemonic(kind: Kind) -> &'static str {
    match kind {
        Kind::Kernel => "kernel",
        Kind::Const(_) => "const",
        Kind::Add => "add",
        Kind::Min => "min",
        Kind::Length => "length",
        Kind::For => "for",
        Kind::Check => "check",
        Kind::Load => "load",
    }
}

impl Display for Kernel {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.write(f, BlockId(0), 0)
    }
}
