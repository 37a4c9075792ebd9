//! TOSA, from its specification.

use super::control;
use super::elements::{
    Elements, broadcast, by_places, constant, gathered, joined, joined_lists, known, nth, permuted,
    product, tensor, tensors,
};
use super::hlo_moves::reversed;
use super::machine::Machine;
use super::stop::{Run, Undefined, require};
use super::value::{Shaped, ceil_div, floor_div};
use calipers::program::{OpId, Program};

pub(super) fn execute(machine: &mut Machine<'_, '_>, op: OpId, name: &str) -> Run {
    match name {
        "const" | "const_shape" => return constant(machine, op, &["values", "value"]),
        "cond_if" => return control::branch(machine, op),
        "while_loop" => return control::repeat(machine, op),
        _ => {}
    }
    let operands = tensors(machine, op)?;
    let (dims, elements) = result_of(machine, op, name, &operands)?;
    let Some(&result) = machine.module.results(op).first() else {
        return Err(machine.unsupported(op));
    };
    let value = tensor(machine, result, dims, elements)?;
    machine.set_results(op, vec![value])
}

fn result_of(
    machine: &Machine<'_, '_>,
    op: OpId,
    name: &str,
    operands: &[Shaped],
) -> Run<(Vec<i128>, Elements)> {
    const OF_ONE: &str = "abs bitwise_not cast ceil clamp clz cos erf exp floor identity log logical_not \
        negate reciprocal rescale rsqrt sigmoid sin table tanh scatter";
    const OF_TWO: &str = "add arithmetic_right_shift bitwise_and bitwise_or bitwise_xor equal greater \
        greater_equal intdiv logical_and logical_left_shift logical_or logical_right_shift logical_xor \
        maximum minimum mul pow sub";
    let is_in = |list: &str| list.split_whitespace().any(|known| known == name);
    let list = |name: &str| -> Run<Vec<i128>> {
        let list = machine.integers(op, name)?;
        Ok(list.into_iter().map(i128::from).collect())
    };
    let first = nth(machine, op, operands, 0)?;
    let source = &first.dims;
    let only = |dims: Vec<i128>| Ok((dims, None));
    match name {
        _ if is_in(OF_ONE) => only(source.clone()),
        _ if is_in(OF_TWO) => {
            let second = nth(machine, op, operands, 1)?;
            only(broadcast(&[source, &second.dims])?)
        }
        "select" => {
            let all: Vec<&[i128]> = operands.iter().map(|it| &it.dims[..]).collect();
            only(broadcast(&all)?)
        }
        "dim" => {
            let axis = machine.integer(op, "axis")? as usize;
            Ok((vec![1], Some(vec![source[axis]])))
        }
        "concat_shape" => {
            let elements = joined_lists(operands);
            let count = elements.as_ref().map_or(0, Vec::len);
            Ok((vec![count as i128], elements))
        }
        _ if name.ends_with("_shape") => {
            let (a, b) = (
                known(machine, op, operands, 0)?,
                known(machine, op, operands, 1)?,
            );
            require(a.len() == b.len(), Undefined::ShapeMismatch)?;
            let mut elements = vec![];
            for (&a, &b) in a.iter().zip(b) {
                let divides = name.starts_with("div") || name.starts_with("mod");
                require(!divides || b > 0, Undefined::DivisorNotPositive)?;
                let value = match name {
                    "add_shape" => a + b,
                    "sub_shape" => a - b,
                    "mul_shape" => a * b,
                    "max_shape" => a.max(b),
                    "min_shape" => a.min(b),
                    "div_floor_shape" => floor_div(a, b),
                    "div_ceil_shape" => ceil_div(a, b),
                    "mod_shape" => a.rem_euclid(b),
                    _ => return Err(machine.unsupported(op)),
                };
                elements.push(machine.index(value)?);
            }
            Ok((vec![elements.len() as i128], Some(elements)))
        }
        "transpose" => {
            let order = machine.integers(op, "perms")?;
            let dims: Vec<i128> = order.iter().map(|&at| source[at as usize]).collect();
            let elements = gathered(first, &dims, |indices| permuted(indices, &order));
            Ok((dims, elements))
        }
        "reverse" => {
            let along = machine.integer(op, "axis")?;
            Ok((source.clone(), reversed(first, &[along as i64])))
        }
        "reshape" => {
            let stated = known(machine, op, operands, 1)?;
            let open = stated.iter().filter(|&&size| size == -1).count();
            require(open <= 1, Undefined::ShapeMismatch)?;
            let others: Vec<i128> = stated.iter().copied().filter(|&size| size != -1).collect();
            require(
                others.iter().all(|&size| size >= 0),
                Undefined::NegativeSize,
            )?;
            let (count, others) = (product(source)?, product(&others)?);
            let fits = match open {
                0 => count == others,
                _ => others > 0 && count % others == 0,
            };
            require(fits, Undefined::ShapeMismatch)?;
            let fill = |&size: &i128| match size {
                -1 => count / others,
                size => size,
            };
            only(stated.iter().map(fill).collect())
        }
        "concat" => only(joined(operands, machine.integer(op, "axis")? as usize)?),
        "pad" => {
            let padding = known(machine, op, operands, 1)?;
            require(padding.iter().all(|&n| n >= 0), Undefined::NegativeSize)?;
            let pairs = source.iter().zip(padding.chunks(2));
            only(
                pairs
                    .map(|(size, around)| size + around[0] + around[1])
                    .collect(),
            )
        }
        "slice" => {
            let (starts, sizes) = (
                known(machine, op, operands, 1)?,
                known(machine, op, operands, 2)?,
            );
            let mut dims = vec![];
            for ((&dim, &start), &size) in source.iter().zip(starts).zip(sizes) {
                // A size of −1 means the rest of the dimension.
                let size = if size == -1 { dim - start } else { size };
                let fits = start >= 0 && size >= 0 && start + size <= dim;
                require(fits, Undefined::OutOfBounds)?;
                dims.push(size);
            }
            only(dims)
        }
        "tile" => {
            let times = known(machine, op, operands, 1)?;
            require(times.iter().all(|&n| n > 0), Undefined::NegativeSize)?;
            let pairs = source.iter().zip(times);
            let dims: Vec<i128> = pairs.map(|(size, times)| size * times).collect();
            for &dim in &dims {
                machine.index(dim)?;
            }
            only(dims)
        }
        "gather" => {
            let indices = nth(machine, op, operands, 1)?;
            require(source[0] == indices.dims[0], Undefined::ShapeMismatch)?;
            if let Some(all) = &indices.elements {
                let within = all.iter().all(|index| (0..source[1]).contains(index));
                require(within, Undefined::OutOfBounds)?;
            }
            let dims = vec![source[0], indices.dims[1], source[2]];
            let elements = by_places(&dims, |at| {
                let index = indices.element(&at[..2])?;
                first.element(&[at[0], index, at[2]])
            });
            Ok((dims, elements))
        }
        "matmul" => {
            let other = &nth(machine, op, operands, 1)?.dims;
            let fits = source[0] == other[0] && source[2] == other[1];
            require(fits, Undefined::ShapeMismatch)?;
            only(vec![source[0], source[1], other[2]])
        }
        "argmax" => {
            let axis = machine.integer(op, "axis")? as usize;
            let mut dims = source.clone();
            dims.remove(axis);
            only(dims)
        }
        _ if name.starts_with("reduce_") => {
            let axis = machine.integer(op, "axis")? as usize;
            let mut dims = source.clone();
            dims[axis] = 1;
            only(dims)
        }
        "conv2d" | "depthwise_conv2d" => {
            let kernel = &nth(machine, op, operands, 1)?.dims;
            let (height, channels) = match name {
                "conv2d" => (1, kernel[0]),
                _ => (0, kernel[2] * kernel[3]),
            };
            let read = if name == "conv2d" {
                kernel[3]
            } else {
                kernel[2]
            };
            require(source[3] == read, Undefined::ShapeMismatch)?;
            let (pad, stride, dilation) = (list("pad")?, list("stride")?, list("dilation")?);
            let mut dims = vec![source[0]];
            for d in 0..2 {
                let window = (kernel[height + d] - 1) * dilation[d];
                let room = source[1 + d] - 1 + pad[2 * d] + pad[2 * d + 1] - window;
                require(room >= 0 && window >= 0, Undefined::OutOfBounds)?;
                dims.push(room / stride[d] + 1);
            }
            dims.push(channels);
            only(dims)
        }
        "max_pool2d" | "avg_pool2d" => {
            let (pad, stride, kernel) = (list("pad")?, list("stride")?, list("kernel")?);
            let mut dims = vec![source[0]];
            for d in 0..2 {
                let room = source[1 + d] + pad[2 * d] + pad[2 * d + 1] - kernel[d];
                require(room >= 0, Undefined::OutOfBounds)?;
                dims.push(room / stride[d] + 1);
            }
            dims.push(source[3]);
            only(dims)
        }
        _ => Err(machine.unsupported(op)),
    }
}
