//! ONNX, from the documentation of its operators.

use super::elements::{
    Elements, broadcast, constant, gathered, joined, joined_lists, known, nth, product, tensor,
    tensors,
};
use super::machine::Machine;
use super::stop::{Run, Undefined, require};
use super::value::{Shaped, Value, ceil_div};
use calipers::program::{Attribute, OpId, Program};

pub(super) fn execute(machine: &mut Machine<'_, '_>, op: OpId, name: &str) -> Run {
    match name {
        "Constant" => return constant(machine, op, &["value"]),
        "NoValue" => {
            return machine.set_results(op, vec![Value::Opaque]);
        }
        _ => {}
    }
    let operands = tensors(machine, op)?;
    let (dims, elements) = result_of(machine, op, name, &operands)?;
    let results = machine.module.results(op);
    let Some((&first, others)) = results.split_first() else {
        return Err(machine.unsupported(op));
    };
    let mut values = vec![tensor(machine, first, dims, elements)?];
    for &other in others {
        values.push(machine.arbitrary(other));
    }
    machine.set_results(op, values)
}

fn result_of(
    machine: &Machine<'_, '_>,
    op: OpId,
    name: &str,
    operands: &[Shaped],
) -> Run<(Vec<i128>, Elements)> {
    const OF_ONE: &str = "Abs Cast Ceil Clip Cos Elu Erf Exp Floor Gelu HardSigmoid Identity LeakyRelu Log \
        LogSoftmax Neg Not Reciprocal Relu Round Sigmoid Sign Sin Softmax Softplus Sqrt Tanh Dropout \
        LayerNormalization";
    const OF_TWO: &str =
        "Add And Div Equal Greater GreaterOrEqual Less LessOrEqual Mod Mul Or Pow Sub Xor";
    let is_in = |list: &str| list.split_whitespace().any(|known| known == name);
    let first = nth(machine, op, operands, 0)?;
    let source = &first.dims;
    let only = |dims: Vec<i128>| Ok((dims, None));
    let has = |name: &str| machine.module.attribute(op, name).is_some();
    let number = |name: &str, default: i128| match has(name) {
        true => machine.integer(op, name),
        false => Ok(default),
    };
    match name {
        _ if is_in(OF_ONE) => only(source.clone()),
        _ if is_in(OF_TWO) => {
            let second = nth(machine, op, operands, 1)?;
            only(broadcast(&[source, &second.dims])?)
        }
        "Shape" => {
            // Ends are normalized as in a slice.
            let rank = source.len() as i128;
            let end = |at: i128| if at < 0 { at + rank } else { at }.clamp(0, rank);
            let (from, to) = (end(number("start", 0)?), end(number("end", rank)?));
            let sizes = source.get(from as usize..to.max(from) as usize);
            let sizes = sizes.ok_or_else(|| machine.unsupported(op))?;
            Ok((vec![sizes.len() as i128], Some(sizes.to_vec())))
        }
        "Concat" => {
            let axis = counted(number("axis", 0)?, source.len())?;
            Ok((joined(operands, axis)?, joined_lists(operands)))
        }
        "Reshape" => {
            let stated = known(machine, op, operands, 1)?;
            let keeps = number("allowzero", 0)? == 0;
            let mut dims = vec![];
            for (at, &size) in stated.iter().enumerate() {
                require(size >= -1, Undefined::NegativeSize)?;
                dims.push(match size {
                    0 if keeps => match source.get(at) {
                        Some(&size) => size,
                        None => return Err(machine.unsupported(op)),
                    },
                    size => size,
                });
            }
            let open: Vec<usize> = (0..dims.len()).filter(|&at| stated[at] == -1).collect();
            let others: Vec<i128> = (0..dims.len())
                .filter(|at| !open.contains(at))
                .map(|at| dims[at])
                .collect();
            let (count, others) = (product(source)?, product(&others)?);
            let fits = match open[..] {
                [] => count == others,
                [at] if others > 0 && count % others == 0 => {
                    dims[at] = count / others;
                    true
                }
                _ => false,
            };
            require(fits, Undefined::ShapeMismatch)?;
            Ok((dims, first.elements.clone()))
        }
        "Expand" => {
            let shape = known(machine, op, operands, 1)?;
            require(shape.iter().all(|&size| size >= 0), Undefined::NegativeSize)?;
            only(broadcast(&[source, shape])?)
        }
        "Transpose" => {
            let order = match has("perm") {
                true => machine.integers(op, "perm")?,
                false => (0..source.len() as i64).rev().collect(),
            };
            only(order.iter().map(|&at| source[at as usize]).collect())
        }
        "Unsqueeze" => {
            let axes = known(machine, op, operands, 1)?;
            let rank = source.len() + axes.len();
            let axes: Run<Vec<usize>> = axes.iter().map(|&axis| counted(axis, rank)).collect();
            let axes = axes?;
            let mut own = source.iter().copied();
            let size = |at: usize| match axes.contains(&at) {
                true => Some(1),
                false => own.next(),
            };
            let dims: Option<Vec<i128>> = (0..rank).map(size).collect();
            let dims = dims.ok_or_else(|| machine.unsupported(op))?;
            Ok((dims, first.elements.clone()))
        }
        "Squeeze" => {
            let axes = known(machine, op, operands, 1)?;
            let axes: Run<Vec<usize>> = axes
                .iter()
                .map(|&axis| counted(axis, source.len()))
                .collect();
            let axes = axes?;
            let single = axes.iter().all(|&at| source[at] == 1);
            require(single, Undefined::ShapeMismatch)?;
            let kept = source
                .iter()
                .enumerate()
                .filter(|(at, _)| !axes.contains(at));
            Ok((
                kept.map(|(_, &size)| size).collect(),
                first.elements.clone(),
            ))
        }
        "Gather" => {
            let axis = counted(number("axis", 0)?, source.len())?;
            let indices = nth(machine, op, operands, 1)?;
            let dims = [&source[..axis], &indices.dims, &source[axis + 1..]].concat();
            if source.len() != 1 {
                return only(dims);
            }
            // A negative index counts from the end; one out of bounds is an error.
            if let Some(places) = &indices.elements {
                let fits = places.iter().all(|at| (-source[0]..source[0]).contains(at));
                require(fits, Undefined::OutOfBounds)?;
            }
            let elements = first.elements.as_ref().zip(indices.elements.as_ref());
            let elements = elements.map(|(elements, places)| {
                let taken = places.iter();
                taken
                    .map(|&at| elements[at.rem_euclid(source[0]) as usize])
                    .collect()
            });
            Ok((dims, elements))
        }
        "Slice" => {
            let lists = [1, 2, 3, 4].map(|n| known(machine, op, operands, n));
            let [starts, ends, axes, steps] = lists;
            let (starts, ends, axes, steps) = (starts?, ends?, axes?, steps?);
            let mut dims = source.clone();
            let mut from: Vec<(i128, i128)> = vec![(0, 1); dims.len()];
            for (k, &axis) in axes.iter().enumerate() {
                let axis = counted(axis, source.len())?;
                let (size, step) = (source[axis], steps[k]);
                require(step != 0, Undefined::StepNotPositive)?;
                let end = |at: i128| if at < 0 { at + size } else { at };
                let (start, end) = match step > 0 {
                    true => (end(starts[k]).clamp(0, size), end(ends[k]).clamp(0, size)),
                    false => (
                        end(starts[k]).clamp(0, (size - 1).max(0)),
                        end(ends[k]).clamp(-1, size - 1),
                    ),
                };
                dims[axis] = ceil_div(end - start, step).max(0);
                if size == 0 {
                    dims[axis] = 0;
                }
                from[axis] = (start, step);
            }
            let elements = gathered(first, &dims, |indices| {
                let pairs = indices.iter().zip(&from);
                pairs.map(|(i, (start, step))| start + i * step).collect()
            });
            Ok((dims, elements))
        }
        "MatMul" => {
            let other = &nth(machine, op, operands, 1)?.dims;
            let ([outer_a @ .., rows, sum_a], [outer_b @ .., sum_b, columns]) =
                (&source[..], &other[..])
            else {
                return Err(machine.unsupported(op));
            };
            require(sum_a == sum_b, Undefined::ShapeMismatch)?;
            let mut dims = broadcast(&[outer_a, outer_b])?;
            dims.extend([rows, columns]);
            only(dims)
        }
        "Gemm" => {
            let turned = |dims: &[i128], is_turned: bool| match is_turned {
                true => (dims[1], dims[0]),
                false => (dims[0], dims[1]),
            };
            let other = &nth(machine, op, operands, 1)?.dims;
            let (rows, sum) = turned(source, number("transA", 0)? != 0);
            let (sum_b, columns) = turned(other, number("transB", 0)? != 0);
            require(sum == sum_b, Undefined::ShapeMismatch)?;
            only(vec![rows, columns])
        }
        "Conv" => {
            let set = machine.module.attribute(op, "auto_pad");
            if !matches!(set, None | Some(Attribute::String("NOTSET"))) {
                return Err(machine.unsupported(op));
            }
            let kernel = &nth(machine, op, operands, 1)?.dims;
            let fits = source[1] == kernel[1] * number("group", 1)?;
            require(fits, Undefined::ShapeMismatch)?;
            let [pads, strides, dilations] =
                ["pads", "strides", "dilations"].map(|name| machine.integers(op, name));
            let (pads, strides, dilations) = (pads?, strides?, dilations?);
            let or = |list: &[i64], at: usize, default: i64| {
                i128::from(list.get(at).copied().unwrap_or(default))
            };
            let count = source.len() - 2;
            let mut dims = vec![source[0], kernel[0]];
            for d in 0..count {
                let window = (kernel[2 + d] - 1) * or(&dilations, d, 1) + 1;
                let padded = source[2 + d] + or(&pads, d, 0) + or(&pads, count + d, 0);
                require(0 < window && window <= padded, Undefined::OutOfBounds)?;
                dims.push((padded - window) / or(&strides, d, 1) + 1);
            }
            only(dims)
        }
        "GlobalAveragePool" | "GlobalMaxPool" | "GlobalLpPool" => {
            let dims = source.iter().enumerate();
            only(
                dims.map(|(d, &size)| if d < 2 { size } else { 1 })
                    .collect(),
            )
        }
        "Flatten" => {
            let (axis, rank) = (number("axis", 1)?, source.len() as i128);
            let axis = if axis < 0 { axis + rank } else { axis };
            require((0..=rank).contains(&axis), Undefined::OutOfBounds)?;
            let (outer, inner) = source.split_at(axis as usize);
            only(vec![product(outer)?, product(inner)?])
        }
        "Where" => {
            let (x, y) = (
                nth(machine, op, operands, 1)?,
                nth(machine, op, operands, 2)?,
            );
            only(broadcast(&[source, &x.dims, &y.dims])?)
        }
        _ if name.starts_with("Reduce") => {
            let axes: Vec<i128> = match (has("axes"), operands.len()) {
                (true, _) => machine
                    .integers(op, "axes")?
                    .into_iter()
                    .map(i128::from)
                    .collect(),
                (false, 2) => known(machine, op, operands, 1)?.to_vec(),
                (false, _) => vec![],
            };
            let is_all = axes.is_empty() && number("noop_with_empty_axes", 0)? == 0;
            let axes: Run<Vec<usize>> = axes.iter().map(|&it| counted(it, source.len())).collect();
            let (axes, keeps) = (axes?, number("keepdims", 1)? != 0);
            let is_reduced = |at: usize| is_all || axes.contains(&at);
            let size = |(at, &size): (usize, &i128)| match is_reduced(at) {
                true => keeps.then_some(1),
                false => Some(size),
            };
            only(source.iter().enumerate().filter_map(size).collect())
        }
        _ => Err(machine.unsupported(op)),
    }
}

/// An axis; a negative one counts from the end.
fn counted(axis: i128, rank: usize) -> Run<usize> {
    let count = rank as i128;
    require((-count..count).contains(&axis), Undefined::OutOfBounds)?;
    Ok(axis.rem_euclid(count) as usize)
}
