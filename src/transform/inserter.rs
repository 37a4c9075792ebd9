//! Making the ops that the transforms need.

use crate::ir::{InsertionPoint, MemrefLayout, Module, OpBuilder, Type, TypeData};
use crate::program::{AffineMap, BlockId, OpId, ValueId};
use hashbrown::HashMap;

/// `slt` among the predicates of `arith.cmpi`.
const LESS_THAN: i64 = 2;

/// Inserts ops at a place, in order.
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

    /// `tensor.dim` or `memref.dim`, with its constant.
    pub(super) fn dim(&mut self, value: ValueId, dim: u32) -> ValueId {
        self.builder.dim(value, i64::from(dim))
    }

    /// `memref.extract_strided_metadata` of a memref with a rank.
    pub(super) fn strided_metadata(&mut self, memref: ValueId) -> OpId {
        let module = &mut *self.builder.module;
        let ty = module.type_of(memref);
        let (base, rank) = match module.type_data(ty).clone() {
            TypeData::Memref {
                dims,
                element,
                space,
                ..
            } => {
                let base = TypeData::Memref {
                    dims: Some(Box::default()),
                    element,
                    layout: MemrefLayout::Identity,
                    space,
                };
                (module.intern_type(base), dims.map_or(0, |dims| dims.len()))
            }
            _ => (ty, 0),
        };
        let mut results = vec![Type::INDEX; 2 + 2 * rank];
        results[0] = base;
        self.builder
            .create("memref.extract_strided_metadata", &[memref], &results, &[])
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
        let predicate = self.builder.module.integer_attribute(LESS_THAN, Type::I64);
        let attributes = [("predicate", predicate)];
        self.builder
            .value("arith.cmpi", &[lhs, rhs], Type::I1, &attributes)
    }

    /// `arith.select`.
    pub(super) fn select(&mut self, condition: ValueId, yes: ValueId, no: ValueId) -> ValueId {
        let ty = self.builder.module.type_of(yes);
        self.builder
            .value("arith.select", &[condition, yes, no], ty, &[])
    }

    /// `affine.apply`, its operands dimensions first.
    pub(super) fn affine_apply(&mut self, map: AffineMap, operands: &[ValueId]) -> ValueId {
        self.builder.affine_apply(map, operands)
    }
}
