//! `infer-contiguity`: states how the elements of accesses through tensors of pointers lie in memory, as the attributes
//! `tt.contiguity` and `tt.divisibility` of the `tt.addptr` that computes the pointers.
//!
//! Soundness: the attributes of a dimension say that each group of so many lanes has consecutive elements, and that the
//! address of the first one, in bytes, is a multiple of the divisor. They are stated for the last dimension, if they are
//! proved wherever the access executes, and if no other op uses the pointers; the other dimensions have groups of one
//! lane. A mask excludes either all lanes of a group or none. Integers of fixed width wrap, and facts that hold only if
//! no op gives poison are not used.

use super::Rewrite;
use crate::ir::{AttrData, DenseElements, Module};
use crate::program::{Attribute, Definition, OpId, Program, ValueId};
use calipers_instances::{Instances, bytes_of};

/// The change: the op that computes the pointers, the number of consecutive lanes of the last dimension, and what
/// divides the addresses.
pub struct InferContiguity;

impl Rewrite for InferContiguity {
    type Change = (OpId, i64, i64);

    fn find(
        &self,
        module: &Module,
        instances: &mut Instances<'_>,
        op: OpId,
    ) -> Option<(OpId, i64, i64)> {
        let value = match module.op_name(op) {
            "tt.load" => *module.results(op).first()?,
            "tt.store" => *module.operands(op).get(1)?,
            _ => return None,
        };
        let pointer = *module.operands(op).first()?;
        let addition = defining(module, pointer, "tt.addptr")?;
        let base = *module.operands(addition).first()?;
        let base = defining(module, base, "tt.splat")?;
        let base = *module.operands(base).first()?;
        let is_new = module.op_attribute(addition, "tt.contiguity").is_none();
        let is_alone = module.users(pointer) == [op];
        if !is_new || !is_alone || module.block_of(addition) != module.block_of(op) {
            return None;
        }
        let width = instances.alignment(op).ok()?.width();
        let divisor = stated_divisor(module, base).unwrap_or(1);
        let bytes = bytes_of(module, value)?.checked_mul(width)?;
        let greatest_power = |number: i64| number & number.wrapping_neg();
        let divisor = greatest_power(divisor).min(greatest_power(bytes));
        (width > 1).then_some((addition, width, divisor))
    }

    fn apply(&self, module: &mut Module, _: OpId, (op, width, divisor): (OpId, i64, i64)) {
        for (name, number) in [("tt.contiguity", width), ("tt.divisibility", divisor)] {
            set_last(module, op, name, number);
        }
    }
}

/// Sets an attribute with a number for each dimension of the result of an op: 1, but for the last one.
fn set_last(module: &mut Module, op: OpId, name: &str, number: i64) -> Option<()> {
    let result = *module.results(op).first()?;
    let rank = module.value_type(result).shape()?.rank()?;
    let mut numbers = vec![1; rank];
    *numbers.last_mut()? = number;
    let ty = module.parse_type(&format!("tensor<{rank}xi32>")).ok()?;
    let (elements, splat) = DenseElements::Integers(numbers.into()).merged(false);
    let list = module.intern_attribute(AttrData::Dense {
        ty,
        elements,
        splat,
    });
    module.set_attribute(op, name, list);
    Some(())
}

/// What the function states to divide the address of an argument.
fn stated_divisor(module: &Module, base: ValueId) -> Option<i64> {
    let Definition::Argument { block, index } = module.definition(base) else {
        return None;
    };
    let function = module.region_parent(module.block_region(block));
    let Some(Attribute::Array(all)) = module.attribute(function, "arg_attrs") else {
        return None;
    };
    let Some(Attribute::Parameters(own)) = all.get(index) else {
        return None;
    };
    let stated = own
        .iter()
        .find(|(name, _)| *name == Some("tt.divisibility"));
    match stated.map(|(_, value)| value) {
        Some(Attribute::Integer(divisor)) => i64::try_from(divisor).ok().filter(|&it| it > 0),
        _ => None,
    }
}

/// The op of that name that defines a value.
fn defining(module: &Module, value: ValueId, name: &str) -> Option<OpId> {
    match module.definition(value) {
        Definition::Result { op, .. } => (module.op_name(op) == name).then_some(op),
        Definition::Argument { .. } => None,
    }
}
