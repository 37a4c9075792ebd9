//! `infer-in-bounds`: sets `in_bounds` of `vector.transfer_read` and `vector.transfer_write` in the dimensions in which
//! the vector is proved to be within the buffer.
//!
//! Soundness: a dimension is marked only if `0 <= index` and `index + size <= dim` hold wherever the op executes. Index
//! arithmetic is assumed not to overflow, and facts that hold only if no op gives poison are not used.

use super::Rewrite;
use crate::ir::{AttrData, Module};
use crate::program::{AffineExpr, Attribute, OpId, Program};
use calipers_instances::{Access, Instances};

/// The change: the flags.
pub struct InferInBounds;

impl Rewrite for InferInBounds {
    type Change = Vec<bool>;

    fn find(&self, module: &Module, instances: &mut Instances<'_>, op: OpId) -> Option<Vec<bool>> {
        inferred(module, instances, op)
    }

    fn apply(&self, module: &mut Module, op: OpId, flags: Vec<bool>) {
        let flags = flags.into_iter();
        let flags: Vec<_> = flags
            .map(|flag| module.intern_attribute(AttrData::Bool(flag)))
            .collect();
        let list = module.intern_attribute(AttrData::Array(flags.into()));
        module.set_attribute(op, "in_bounds", list);
    }
}

/// The flags of a transfer, if more of them hold than are stated.
fn inferred(module: &Module, instances: &mut Instances<'_>, op: OpId) -> Option<Vec<bool>> {
    let is_transfer = matches!(
        module.op_name(op),
        "vector.transfer_read" | "vector.transfer_write"
    );
    let access = Access::of(module, op).filter(|_| is_transfer)?;
    let proved = instances.dims_in_bounds(&access);
    let dims = vector_dims(module, op, proved.len())?;
    let stated = |at: usize| match module.attribute(op, "in_bounds") {
        Some(Attribute::Array(flags)) => flags.get(at) == Some(&Attribute::Bool(true)),
        _ => false,
    };
    let holds = |dim: &Option<usize>| dim.is_none_or(|dim| proved.get(dim) == Some(&true));
    let flags = dims.iter().enumerate();
    let flags: Vec<bool> = flags.map(|(at, dim)| stated(at) || holds(dim)).collect();
    let is_new = |(at, &flag): (usize, &bool)| flag && !stated(at);
    flags.iter().enumerate().any(is_new).then_some(flags)
}

/// The dimension of the buffer for each dimension of the vector; none for one that is broadcast.
fn vector_dims(module: &Module, op: OpId, rank: usize) -> Option<Vec<Option<usize>>> {
    if let Some(Attribute::Map(map)) = module.attribute(op, "permutation_map") {
        let dims = map.results.iter().map(|result| match result {
            AffineExpr::Dim(dim) => Some(Some(*dim as usize)),
            AffineExpr::Constant(_) => Some(None),
            _ => None,
        });
        return dims.collect();
    }
    let vector = match module.op_name(op) {
        "vector.transfer_read" => module.results(op).first(),
        _ => module.operands(op).first(),
    };
    let vector_rank = module.value_type(*vector?).shape()?.rank()?;
    Some((rank.checked_sub(vector_rank)?..rank).map(Some).collect())
}
