//! The shape dialect, restricted to shapes that are lists of extents.

use super::machine::Machine;
use super::stop::{Run, Stop, Undefined, require};
use super::value::{Shaped, Value, floor_div};
use calipers::program::{Attribute, OpId, Program, TypeView, ValueId};

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
    // An invalid shape or size makes results of shape types invalid; other uses are undefined.
    if operands.contains(&Value::Opaque) {
        let results = machine.module.results(op);
        let carries = |id: &ValueId| machine.module.value_type(*id) == TypeView::Other;
        let all = results.iter().all(carries) && !name.starts_with("cstr_");
        require(all, Undefined::ShapeMismatch)?;
        return machine.set_results(op, vec![Value::Opaque; results.len()]);
    }
    if name == "reduce" {
        let [Value::Shaped(shape), carried @ ..] = &operands[..] else {
            return Err(machine.unsupported(op));
        };
        let mut carried = carried.to_vec();
        let Some(extents) = shape.elements.clone() else {
            // The elements are unknown, so the result is arbitrary.
            let results = machine.module.results(op).to_vec();
            let any = results.into_iter().map(|result| machine.arbitrary(result));
            let any = any.collect();
            return machine.set_results(op, any);
        };
        for (at, extent) in extents.into_iter().enumerate() {
            let first = [Value::from(at as i128), extent.into()];
            let arguments = first.into_iter().chain(carried).collect();
            carried = machine.region(machine.module.regions(op)[0], arguments)?.1;
        }
        return machine.set_results(op, carried);
    }
    let may_be_invalid = machine.module.value_type(result) == TypeView::Other;
    if name == "split_at" {
        let [head, tail] = split(machine, op, &operands)?;
        let results = machine.module.results(op);
        let head = shape_value(machine, results[0], head)?;
        let tail = shape_value(machine, results[1], tail)?;
        return machine.set_results(op, vec![head, tail]);
    }
    let value = match (name, &operands[..]) {
        ("shape_of", [Value::Shaped(source)]) => {
            shape_value(machine, result, Some(source.dims.clone()))?
        }
        ("const_shape", []) => match machine.module.attribute(op, "shape") {
            Some(Attribute::Integers(extents)) => {
                let extents = extents.iter().map(|&extent| extent.into()).collect();
                shape_value(machine, result, Some(extents))?
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
            shape_value(machine, result, Some(extents))?
        }
        ("get_extent", [Value::Shaped(shape), Value::Integer(at)]) => {
            let within = (0..shape.dims[0]).contains(at);
            if may_be_invalid && !within {
                return machine.set_results(op, vec![Value::Opaque]);
            }
            require(within, Undefined::OutOfBounds)?;
            match &shape.elements {
                Some(elements) => elements[*at as usize].into(),
                None => machine.arbitrary(result),
            }
        }
        ("dim", [Value::Shaped(source), Value::Integer(at)]) => {
            let size = usize::try_from(*at).ok().and_then(|at| source.dims.get(at));
            require(size.is_some() || may_be_invalid, Undefined::OutOfBounds)?;
            size.map_or(Value::Opaque, |size| (*size).into())
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
            shape_value(machine, result, Some(elements))?
        }
        ("broadcast", shapes) => {
            let extents = broadcast(&lists(machine, op, shapes)?);
            shape_value(machine, result, extents)?
        }
        ("any" | "meet", shapes @ [Value::Shaped(_), ..]) => {
            let shapes = lists(machine, op, shapes)?;
            let same = all_same(&shapes);
            // The result of `any` is unspecified then.
            require(same || name == "meet", Undefined::ShapeMismatch)?;
            shape_value(machine, result, same.then(|| shapes[0].clone()))?
        }
        ("max" | "min", shapes @ [Value::Shaped(_), Value::Shaped(_)]) => {
            let shapes = lists(machine, op, shapes)?;
            let pairs = shapes[0].iter().zip(&shapes[1]);
            let chosen = pairs.map(|(a, b)| if name == "max" { *a.max(b) } else { *a.min(b) });
            let chosen = chosen.collect();
            let fits = shapes[0].len() == shapes[1].len();
            shape_value(machine, result, fits.then_some(chosen))?
        }
        ("value_as_shape" | "to_extent_tensor" | "from_extent_tensor", [Value::Shaped(shape)]) => {
            let elements = known(machine, op, shape)?;
            shape_value(machine, result, Some(elements))?
        }
        // A value with a shape that differs from its own is invalid.
        ("with_shape", [Value::Shaped(value), Value::Shaped(shape)]) => {
            match known(machine, op, shape)? == value.dims {
                true => Value::Shaped(value.clone()),
                false => Value::Opaque,
            }
        }
        ("value_of", [Value::Shaped(value)]) => machine.shaped(result, (**value).clone())?,
        ("const_size", []) => machine.integer(op, "value")?.into(),
        ("size_to_index" | "index_to_size", [Value::Integer(size)]) => (*size).into(),
        ("meet", [Value::Integer(a), Value::Integer(b)]) if a != b => match may_be_invalid {
            true => Value::Opaque,
            false => return Err(Stop::Undefined(Undefined::ShapeMismatch)),
        },
        (
            "add" | "mul" | "div" | "max" | "min" | "meet",
            [Value::Integer(a), Value::Integer(b)],
        ) => {
            if name == "div" && *b == 0 {
                require(may_be_invalid, Undefined::DivisionByZero)?;
                return machine.set_results(op, vec![Value::Opaque]);
            }
            let value = match name {
                "add" => a + b,
                "mul" => a * b,
                "div" => floor_div(*a, *b),
                "max" => *a.max(b),
                _ => *a.min(b),
            };
            machine.index(value)?.into()
        }
        ("const_witness", []) => i128::from(machine.flag(op, "passing")).into(),
        ("assuming_all", witnesses) => {
            let holds = |witness: &Value| *witness == Value::Integer(1);
            i128::from(witnesses.iter().all(holds)).into()
        }
        // A witness is 1 if its constraint holds; an `i1` is read as signed.
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

/// A shape with those extents, or an invalid one; an invalid tensor of extents is undefined.
fn shape_value(
    machine: &Machine<'_, '_>,
    result: ValueId,
    extents: Option<Vec<i128>>,
) -> Run<Value> {
    let is_shape = machine.module.value_type(result) == TypeView::Other;
    match extents {
        Some(extents) if is_shape => Ok(Shaped::list(extents).into()),
        Some(extents) => machine.shaped(result, Shaped::list(extents)),
        None if is_shape => Ok(Value::Opaque),
        None => Err(Stop::Undefined(Undefined::ShapeMismatch)),
    }
}

/// Splits a shape before an index, which counts from the end if negative; none if it is out of bounds.
fn split(machine: &Machine<'_, '_>, op: OpId, operands: &[Value]) -> Run<[Option<Vec<i128>>; 2]> {
    let [Value::Shaped(shape), Value::Integer(at)] = operands else {
        return Err(machine.unsupported(op));
    };
    let extents = known(machine, op, shape)?;
    let count = extents.len() as i128;
    let at = if *at < 0 { at + count } else { *at };
    let parts = usize::try_from(at)
        .ok()
        .and_then(|at| extents.split_at_checked(at));
    Ok(match parts {
        Some((head, tail)) => [Some(head.to_vec()), Some(tail.to_vec())],
        None => [None, None],
    })
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

/// The broadcast of all shapes, aligned at the last extent.
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
