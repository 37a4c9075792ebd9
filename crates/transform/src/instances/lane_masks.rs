//! `remove-lane-masks`: removes the mask of a `tt.load` or `tt.store` that is proved to exclude no lane, and the value in
//! place of what the mask excludes.
//!
//! Soundness: a mask is removed only if it is true for every lane wherever the op executes. Integers of fixed width
//! wrap, and facts that hold only if no op gives poison are not used.

use super::proofs;
use crate::diagnostic::Diagnostic;
use crate::ir::{AttrData, DenseElements, Module, Type};
use crate::pass::{Pass, PassFailure, Scope};
use crate::program::{Attribute, OpId, Program, ValueId};
use crate::rules::Rules;
use crate::solve::Config;
use std::sync::Arc;

/// The pass.
pub struct RemoveLaneMasks {
    /// The semantics of ops.
    pub rules: Arc<Rules>,
    /// The configuration of the analysis.
    pub config: Config,
}

impl Pass for RemoveLaneMasks {
    fn scope(&self) -> Scope {
        Scope::Any
    }

    fn run(
        &self,
        module: &mut Module,
        root: OpId,
        _report: &mut Vec<Diagnostic>,
    ) -> Result<(), PassFailure> {
        let found: Vec<(OpId, Vec<ValueId>)> = {
            let module = &*module;
            let mut instances = proofs(module, &self.rules, &self.config, false);
            let without_mask = |op| {
                let operands = unmasked(module, op)?;
                instances.accesses_all_lanes(op).then_some((op, operands))
            };
            module.walk(root).filter_map(without_mask).collect()
        };
        for (op, operands) in found {
            if module.attribute(op, "operandSegmentSizes").is_some() {
                let sizes = module.intern_attribute(AttrData::DenseArray {
                    element: Type::I32,
                    elements: DenseElements::Integers([1, 0, 0].into()),
                });
                module.set_attribute(op, "operandSegmentSizes", sizes);
            }
            module.set_operands(op, &operands);
        }
        Ok(())
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
