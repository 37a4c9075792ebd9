//! `remove-lane-masks`: removes the mask of a `tt.load` or `tt.store` that is proved to exclude no lane, and the value in
//! place of what the mask excludes.
//!
//! Soundness: a mask is removed only if it is true for every lane wherever the op executes. Integers of fixed width
//! wrap, and facts that hold only if no op gives poison are not used.

use super::Rewrite;
use crate::ir::{AttrData, DenseElements, Module, Type};
use crate::program::{Attribute, OpId, Program, ValueId};
use calipers_instances::Instances;

/// The change: the operands without the mask.
pub struct RemoveLaneMasks;

impl Rewrite for RemoveLaneMasks {
    type Change = Vec<ValueId>;

    fn find(
        &self,
        module: &Module,
        instances: &mut Instances<'_>,
        op: OpId,
    ) -> Option<Vec<ValueId>> {
        let operands = unmasked(module, op)?;
        instances.accesses_all_lanes(op).then_some(operands)
    }

    fn apply(&self, module: &mut Module, op: OpId, operands: Vec<ValueId>) {
        if module.attribute(op, "operandSegmentSizes").is_some() {
            let sizes = module.intern_attribute(AttrData::DenseArray {
                element: Type::I32,
                elements: DenseElements::Integers([1, 0, 0].into()),
            });
            module.set_attribute(op, "operandSegmentSizes", sizes);
        }
        module.set_operands(op, &operands);
    }
}

/// The operands of a masked access without the mask.
fn unmasked(module: &Module, op: OpId) -> Option<Vec<ValueId>> {
    let operands = module.operands(op);
    let kept = match module.op_name(op) {
        "tt.load" => 1,
        "tt.store" => 2,
        _ => return None,
    };
    // A load of a block through its descriptor may have another value without a mask.
    if let Some(Attribute::Integers(sizes)) = module.attribute(op, "operandSegmentSizes")
        && sizes.get(1) == Some(&0)
    {
        return None;
    }
    (operands.len() > kept).then(|| operands[..kept].to_vec())
}
