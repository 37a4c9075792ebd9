//! The shape dialect, as far as shapes are lists of extents.

use super::machine::Machine;
use super::stop::{Run, Undefined, require};
use super::value::{Shaped, Value};
use calipers::program::{Attribute, OpId, Program, TypeView};

pub(super) fn execute(machine: &mut Machine<'_, '_>, op: OpId, name: &str) -> Run {
    let operands = machine.operands(op)?;
    let Some(&result) = machine.module.results(op).first() else {
        return Err(machine.unsupported(op));
    };
    // Shapes and sizes that may carry an error are not interpreted.
    if machine.module.value_type(result) == TypeView::Other {
        return Err(machine.unsupported(op));
    }
    let value = match (name, &operands[..]) {
        ("shape_of", [Value::Shaped(source)]) => {
            machine.shaped(result, Shaped::list(source.dims.clone()))?
        }
        ("const_shape", []) => match machine.module.attribute(op, "shape") {
            Some(Attribute::Integers(extents)) => {
                let extents = extents.iter().map(|&extent| extent.into()).collect();
                machine.shaped(result, Shaped::list(extents))?
            }
            _ => return Err(machine.unsupported(op)),
        },
        ("from_extents", extents) => {
            let integer = |value: &Value| match value {
                Value::Integer(value) => Some(*value),
                _ => None,
            };
            let extents: Option<Vec<i128>> = extents.iter().map(integer).collect();
            let extents = extents.ok_or_else(|| machine.unsupported(op))?;
            machine.shaped(result, Shaped::list(extents))?
        }
        ("get_extent", [Value::Shaped(shape), Value::Integer(at)]) => {
            let within = (0..shape.dims[0]).contains(at);
            require(within, Undefined::OutOfBounds)?;
            match &shape.elements {
                Some(elements) => elements[*at as usize].into(),
                None => machine.arbitrary(result),
            }
        }
        ("dim", [Value::Shaped(source), Value::Integer(at)]) => {
            let size = usize::try_from(*at).ok().and_then(|at| source.dims.get(at));
            require(size.is_some(), Undefined::OutOfBounds)?;
            size.copied().unwrap_or(0).into()
        }
        ("rank", [Value::Shaped(shape)]) => shape.dims[0].into(),
        ("num_elements", [Value::Shaped(shape)]) => match &shape.elements {
            Some(elements) => {
                let mut product = 1;
                for element in elements {
                    product = machine.index(product * element)?;
                }
                product.into()
            }
            None => machine.arbitrary(result),
        },
        _ => return Err(machine.unsupported(op)),
    };
    machine.set_results(op, vec![value])
}
