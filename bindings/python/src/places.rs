//! The points before ops, and whether values belong to the same program and function.

use crate::bad;
use crate::program::Op;
use calipers::ir::Module;
use calipers::program::{BlockId, Definition, OpId, Point, Program, ValueId};
use pyo3::prelude::*;
use std::sync::Arc;

/// An error if an object is of another program.
pub(crate) fn own(module: &Arc<Module>, other: &Arc<Module>) -> PyResult<()> {
    match Arc::ptr_eq(module, other) {
        true => Ok(()),
        false => Err(bad("this is of another program")),
    }
}

/// The op in the body of the module that a block is part of; none for that body.
fn function_around(module: &Arc<Module>, mut block: Option<BlockId>) -> Option<OpId> {
    let mut function = None;
    while let Some(inner) = block {
        let op = module.region_parent(module.block_region(inner));
        block = module.block_of(op);
        function = block.map(|_| op).or(function);
    }
    function
}

/// The point before an op, which must be in the function of the values.
pub(crate) fn point_for(
    module: &Arc<Module>,
    at: Option<&Op>,
    values: &[ValueId],
) -> PyResult<Option<Point>> {
    let Some(at) = at else {
        return Ok(None);
    };
    own(module, &at.module)?;
    let point = Point::before(&*at.module, at.op);
    let point = point.ok_or_else(|| bad("the outermost op stands nowhere"))?;
    let function = function_around(module, module.block_of(at.op));
    let is_elsewhere = |value: &&ValueId| {
        let block = match module.definition(**value) {
            Definition::Argument { block, .. } => Some(block),
            Definition::Result { op, .. } => module.block_of(op),
        };
        function_around(module, block) != function
    };
    match values.iter().find(is_elsewhere) {
        Some(value) => Err(bad(format!(
            "{} does not exist at this {}, which is not in its function",
            module.value_name(*value),
            module.op_name(at.op)
        ))),
        None => Ok(Some(point)),
    }
}
