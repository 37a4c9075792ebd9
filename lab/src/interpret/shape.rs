//! The shape dialect, as far as shapes are lists of extents.

use super::machine::Machine;
use super::stop::{Run, Undefined, require};
use super::value::{Shaped, Value};
use calipers::program::{Attribute, OpId, Program, TypeView};

pub(super) fn execute(machine: &mut Machine<'_, '_>, op: OpId, name: &str) -> Run {
    let operands = machine.operands(op)?;
    if name == "assuming" {
        let holds = matches!(operands[..], [Value::Integer(holds)] if holds != 0);
        require(holds, Undefined::Assertion)?;
        let (_, yielded) = machine.region(machine.module.regions(op)[0], vec![])?;
        return machine.set_results(op, yielded);
    }
    let Some(&result) = machine.module.results(op).first() else {
        return Err(machine.unsupported(op));
    };
    // Shapes and sizes that may carry an error are not interpreted.
    let is_witness = name.starts_with("cstr_");
    if machine.module.value_type(result) == TypeView::Other && !is_witness {
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
        ("concat", [Value::Shaped(a), Value::Shaped(b)]) => {
            let elements = [known(machine, op, a)?, known(machine, op, b)?].concat();
            machine.shaped(result, Shaped::list(elements))?
        }
        ("broadcast", shapes) => {
            let shapes = lists(machine, op, shapes)?;
            let extents = broadcast(&shapes);
            require(extents.is_some(), Undefined::ShapeMismatch)?;
            machine.shaped(result, Shaped::list(extents.unwrap_or_default()))?
        }
        // A witness is 1 where its constraint holds, an `i1` is read with its sign.
        ("cstr_broadcastable", shapes) => {
            i128::from(broadcast(&lists(machine, op, shapes)?).is_some()).into()
        }
        ("is_broadcastable", shapes) => {
            (-i128::from(broadcast(&lists(machine, op, shapes)?).is_some())).into()
        }
        ("cstr_eq", shapes) => i128::from(all_same(&lists(machine, op, shapes)?)).into(),
        ("shape_eq", shapes) => (-i128::from(all_same(&lists(machine, op, shapes)?))).into(),
        ("cstr_require", [Value::Integer(condition)]) => i128::from(*condition != 0).into(),
        _ => return Err(machine.unsupported(op)),
    };
    machine.set_results(op, vec![value])
}

fn known(machine: &Machine<'_, '_>, op: OpId, shape: &Shaped) -> Run<Vec<i128>> {
    shape
        .elements
        .clone()
        .ok_or_else(|| machine.unsupported(op))
}

fn lists(machine: &Machine<'_, '_>, op: OpId, shapes: &[Value]) -> Run<Vec<Vec<i128>>> {
    let list = |shape: &Value| match shape {
        Value::Shaped(shape) => known(machine, op, shape),
        _ => Err(machine.unsupported(op)),
    };
    shapes.iter().map(list).collect()
}

fn all_same(shapes: &[Vec<i128>]) -> bool {
    shapes.windows(2).all(|pair| pair[0] == pair[1])
}

/// The shape that all of them broadcast to, aligned at the last extent.
fn broadcast(shapes: &[Vec<i128>]) -> Option<Vec<i128>> {
    let rank = shapes.iter().map(Vec::len).max()?;
    let mut extents = vec![1; rank];
    for shape in shapes {
        let missing = rank - shape.len();
        for (own, &extent) in extents[missing..].iter_mut().zip(shape) {
            match (*own, extent) {
                (_, 1) => {}
                (1, _) => *own = extent,
                (a, b) if a == b => {}
                _ => return None,
            }
        }
    }
    Some(extents)
}
