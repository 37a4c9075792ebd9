//! Creates the ops that the transforms insert.

use super::sized_ops::Size;
use crate::ir::{Attr, InsertionPoint, MemrefLayout, Module, OpBuilder, Type, TypeData};
use crate::program::{AffineMap, BlockId, OpId, ValueId};
use crate::rules::{ReadAttribute, ReadOperand, ReadResult, Reading};
use hashbrown::HashMap;

/// Predicates of `arith.cmpi`.
const EQUAL: i64 = 0;
const LESS_THAN: i64 = 2;
const AT_MOST: i64 = 3;

/// Inserts ops at a position, in order.
pub(super) struct Inserter<'m> {
    builder: OpBuilder<'m>,
}

impl<'m> Inserter<'m> {
    /// Inserts right before `op`.
    pub(super) fn before(module: &'m mut Module, op: OpId) -> Inserter<'m> {
        Inserter {
            builder: OpBuilder::new(module, InsertionPoint::Before(op)),
        }
    }

    /// Creates detached ops.
    pub(super) fn nowhere(module: &'m mut Module) -> Inserter<'m> {
        Inserter {
            builder: OpBuilder::new(module, InsertionPoint::Nowhere),
        }
    }

    /// Inserts at the start of `block`.
    pub(super) fn at_start(module: &'m mut Module, block: BlockId) -> Inserter<'m> {
        Inserter {
            builder: OpBuilder::new(module, InsertionPoint::Start(block)),
        }
    }

    /// The program.
    pub(super) fn module(&self) -> &Module {
        self.builder.module
    }

    /// A copy of `op`.
    pub(super) fn copy(&mut self, op: OpId) -> OpId {
        let copy = self.builder.module.clone_op(op, &mut HashMap::new());
        self.builder.module.insert(copy, self.builder.point);
        self.builder.point = InsertionPoint::After(copy);
        copy
    }

    /// `arith.constant` of an integer type.
    pub(super) fn constant(&mut self, ty: Type, value: i64) -> ValueId {
        self.builder.constant(value, ty)
    }

    /// `arith.constant` of type `index`.
    pub(super) fn constant_index(&mut self, value: i64) -> ValueId {
        self.constant(Type::INDEX, value)
    }

    /// A size as a value.
    pub(super) fn index(&mut self, size: Size) -> ValueId {
        match size {
            Size::Static(size) => self.constant_index(size),
            Size::Dynamic(value) => value,
        }
    }

    /// `tensor.dim` or `memref.dim`, with its constant.
    pub(super) fn dim(&mut self, value: ValueId, dim: u32) -> ValueId {
        self.builder.dim(value, i64::from(dim))
    }

    /// An op that reads a column, with its constant operands.
    pub(super) fn reading(&mut self, reading: &Reading) -> OpId {
        let mut read = None;
        let mut operands = vec![];
        for operand in &reading.operands {
            operands.push(match operand {
                ReadOperand::Value(value) => *read.insert(*value),
                ReadOperand::Constant(number) => self.builder.constant(number.clone(), Type::INDEX),
            });
        }
        let module = &mut *self.builder.module;
        let results: Vec<Type> = reading
            .results
            .iter()
            .map(|result| match (result, read) {
                (ReadResult::Base, Some(memref)) => base(module, memref),
                (ReadResult::Element, Some(value)) => {
                    let ty = module.type_of(value);
                    module.type_data(ty).element().unwrap_or(ty)
                }
                _ => Type::INDEX,
            })
            .collect();
        let attributes: Vec<(&str, Attr)> = reading
            .attributes
            .iter()
            .map(|(name, attribute)| {
                let attribute = match attribute {
                    ReadAttribute::Integer(number) => {
                        module.integer_attribute(number.clone(), Type::I64)
                    }
                    ReadAttribute::Text(text) => module.string_attribute(text),
                };
                (name.as_str(), attribute)
            })
            .collect();
        self.builder
            .create(&reading.op, &operands, &results, &attributes)
    }

    /// A cast of an integer to `index`.
    pub(super) fn cast_to_index(&mut self, op: &str, value: ValueId) -> ValueId {
        self.builder.value(op, &[value], Type::INDEX, &[])
    }

    /// An op on two values of one type.
    pub(super) fn binary(&mut self, op: &str, lhs: ValueId, rhs: ValueId) -> ValueId {
        self.builder.binary(op, lhs, rhs)
    }

    /// `arith.cmpi slt`.
    pub(super) fn less_than(&mut self, lhs: ValueId, rhs: ValueId) -> ValueId {
        self.compare(LESS_THAN, lhs, rhs)
    }

    /// `arith.cmpi sle`.
    pub(super) fn at_most(&mut self, lhs: ValueId, rhs: ValueId) -> ValueId {
        self.compare(AT_MOST, lhs, rhs)
    }

    /// `arith.cmpi eq`.
    pub(super) fn equal(&mut self, lhs: ValueId, rhs: ValueId) -> ValueId {
        self.compare(EQUAL, lhs, rhs)
    }

    fn compare(&mut self, predicate: i64, lhs: ValueId, rhs: ValueId) -> ValueId {
        let predicate = self.builder.module.integer_attribute(predicate, Type::I64);
        let attributes = [("predicate", predicate)];
        self.builder
            .value("arith.cmpi", &[lhs, rhs], Type::I1, &attributes)
    }

    /// The remainder that rounds down, for a positive divisor `m`: `a mod m = r < 0 ? r + m : r`, for
    /// `r = a remsi m`.
    pub(super) fn remainder(&mut self, dividend: ValueId, divisor: ValueId) -> ValueId {
        let rest = self.binary("arith.remsi", dividend, divisor);
        let zero = self.constant_index(0);
        let is_negative = self.less_than(rest, zero);
        let shifted = self.binary("arith.addi", rest, divisor);
        self.select(is_negative, shifted, rest)
    }

    /// `arith.select`.
    pub(super) fn select(&mut self, condition: ValueId, yes: ValueId, no: ValueId) -> ValueId {
        let ty = self.builder.module.type_of(yes);
        self.builder
            .value("arith.select", &[condition, yes, no], ty, &[])
    }

    /// `affine.apply` with the dimensions before the symbols.
    pub(super) fn affine_apply(&mut self, map: AffineMap, operands: &[ValueId]) -> ValueId {
        self.builder.affine_apply(map, operands)
    }
}

/// The memref of rank 0 without layout that a memref is based on.
fn base(module: &mut Module, memref: ValueId) -> Type {
    let ty = module.type_of(memref);
    match module.type_data(ty).clone() {
        TypeData::Memref { element, space, .. } => module.intern_type(TypeData::Memref {
            dims: Some(Box::default()),
            element,
            layout: MemrefLayout::Identity,
            space,
        }),
        _ => ty,
    }
}
