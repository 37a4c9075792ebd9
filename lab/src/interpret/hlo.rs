//! StableHLO, MHLO and CHLO, from the specification of StableHLO.

use super::elements::{
    Elements, broadcast, by_elements, constant, dilated, element_width, gathered, indices, joined,
    joined_lists, known, nth, permuted, product, static_sizes, tensor, tensors, windows, wrapped,
};
use super::hlo_products::{
    convolution, dot_general, gather, gathered_elements, wide_list, without,
};
use super::machine::Machine;
use super::stop::{Run, Undefined, require};
use super::value::{Shaped, ceil_div};
use super::{control, hlo_moves};
use calipers::program::{Attribute, OpId, Program, ValueId};

pub(super) fn execute(machine: &mut Machine<'_, '_>, op: OpId, name: &str) -> Run {
    match name {
        "constant" => return constant(machine, op, &["value"]),
        "while" => return control::repeat(machine, op),
        "if" => return control::branch(machine, op),
        "optimization_barrier" => {
            let operands = machine.operands(op)?;
            return machine.set_results(op, operands);
        }
        _ => {}
    }
    let operands = tensors(machine, op)?;
    if name == "custom_call" {
        let target = machine.module.attribute(op, "call_target_name");
        if target == Some(Attribute::String("shape_assertion")) {
            let holds = known(machine, op, &operands, 0)?[0] & 1 == 1;
            require(holds, Undefined::Assertion)?;
        }
        return match machine.module.results(op) {
            [] => Ok(()),
            _ => Err(machine.unsupported(op)),
        };
    }
    let results = machine.module.results(op);
    let mut values = vec![];
    for (k, &result) in results.iter().enumerate() {
        let (dims, elements) = result_of(machine, op, name, &operands, (k, result))?;
        values.push(tensor(machine, result, dims, elements)?);
    }
    machine.set_results(op, values)
}

/// The sizes and the elements of a result.
fn result_of(
    machine: &mut Machine<'_, '_>,
    op: OpId,
    name: &str,
    operands: &[Shaped],
    (k, result): (usize, ValueId),
) -> Run<(Vec<i128>, Elements)> {
    let stated = |machine: &Machine<'_, '_>| {
        let shape = machine.module.value_type(result).shape();
        static_sizes(shape.and_then(|shape| shape.dims).unwrap_or(&[]))
    };
    if let Some(found) = elementwise(machine, op, name, operands, result)? {
        return Ok(found);
    }
    let first = || nth(machine, op, operands, 0);
    let only = |dims: Vec<i128>| Ok((dims, None));
    match name {
        "iota" => {
            let dims = stated(machine);
            let elements = counted(machine, op, result, &dims)?;
            Ok((dims, elements))
        }
        "dynamic_iota" => {
            let dims = sizes(machine, op, operands, 0)?;
            let elements = counted(machine, op, result, &dims)?;
            Ok((dims, elements))
        }
        "rng" => only(sizes(machine, op, operands, 2)?),
        "get_dimension_size" => {
            let axis = machine.integer(op, "dimension")? as usize;
            let size = first()?.dims[axis];
            // No result can equal a size that does not fit its type.
            let width = element_width(machine, result).unwrap_or(32);
            require(
                wrapped(machine, width, size)? == size,
                Undefined::TypeMismatch,
            )?;
            Ok((vec![], Some(vec![size])))
        }
        "set_dimension_size" => {
            let mut dims = first()?.dims.clone();
            let axis = machine.integer(op, "dimension")? as usize;
            dims[axis] = known(machine, op, operands, 1)?[0];
            only(dims)
        }
        "broadcast" => {
            let added = machine.integers(op, "broadcast_sizes")?;
            let mut dims: Vec<i128> = added.into_iter().map(i128::from).collect();
            dims.extend(&first()?.dims);
            only(dims)
        }
        "broadcast_in_dim" | "dynamic_broadcast_in_dim" => {
            let dims = match name {
                "broadcast_in_dim" => stated(machine),
                _ => sizes(machine, op, operands, 1)?,
            };
            let source = first()?;
            let to = machine.integers(op, "broadcast_dimensions")?;
            for (&size, &at) in source.dims.iter().zip(&to) {
                require(
                    size == 1 || size == dims[at as usize],
                    Undefined::ShapeMismatch,
                )?;
            }
            let elements = gathered(source, &dims, |indices| {
                let pairs = source.dims.iter().zip(&to);
                let index = |(&size, &at): (&i128, &i64)| match size {
                    1 => 0,
                    _ => indices[at as usize],
                };
                pairs.map(index).collect()
            });
            Ok((dims, elements))
        }
        "reshape" | "dynamic_reshape" => {
            let source = first()?;
            let dims = match name {
                "reshape" => stated(machine),
                _ => sizes(machine, op, operands, 1)?,
            };
            let same = product(&source.dims)? == product(&dims)?;
            require(same, Undefined::ShapeMismatch)?;
            Ok((dims, source.elements.clone()))
        }
        "compute_reshape_shape" => {
            let count = known(machine, op, operands, 0)?[0];
            let shape = known(machine, op, operands, 1)?;
            let open = shape.iter().filter(|&&size| size == -1).count();
            require(open <= 1, Undefined::ShapeMismatch)?;
            let others: Vec<i128> = shape.iter().copied().filter(|&size| size != -1).collect();
            let others = product(&others)?;
            let fits = open == 0 || (others != 0 && count % others == 0);
            require(fits, Undefined::ShapeMismatch)?;
            let fill = |&size: &i128| match size {
                -1 => count / others,
                size => size,
            };
            Ok((
                vec![shape.len() as i128],
                Some(shape.iter().map(fill).collect()),
            ))
        }
        "transpose" => {
            let source = first()?;
            let order = machine.integers(op, "permutation")?;
            let dims: Vec<i128> = order.iter().map(|&at| source.dims[at as usize]).collect();
            let elements = gathered(source, &dims, |indices| permuted(indices, &order));
            Ok((dims, elements))
        }
        "concatenate" => {
            let axis = machine.integer(op, "dimension")? as usize;
            Ok((joined(operands, axis)?, joined_lists(operands)))
        }
        "slice" => {
            let source = first()?;
            let [starts, limits, strides] = ["start_indices", "limit_indices", "strides"]
                .map(|name| machine.integers(op, name));
            let wide = |list: Run<Vec<i64>>| -> Run<Vec<i128>> {
                Ok(list?.into_iter().map(i128::from).collect())
            };
            let (starts, limits, strides) = (wide(starts)?, wide(limits)?, wide(strides)?);
            let dims = sliced(&source.dims, &starts, &limits, &strides)?;
            let elements = gathered(source, &dims, |indices| {
                let along = indices.iter().zip(&starts).zip(&strides);
                along
                    .map(|((i, start), stride)| start + i * stride)
                    .collect()
            });
            Ok((dims, elements))
        }
        "real_dynamic_slice" => {
            let [starts, limits, strides] = [1, 2, 3].map(|n| known(machine, op, operands, n));
            only(sliced(&first()?.dims, starts?, limits?, strides?)?)
        }
        "reverse" => {
            let along = machine.integers(op, "dimensions")?;
            Ok((first()?.dims.clone(), hlo_moves::reversed(first()?, &along)))
        }
        "dynamic_slice" => {
            let sizes = machine.integers(op, "slice_sizes")?;
            let sizes: Vec<i128> = sizes.into_iter().map(i128::from).collect();
            within(&sizes, &first()?.dims)?;
            let elements = hlo_moves::slice(first()?, &operands[1..], &sizes);
            Ok((sizes, elements))
        }
        "dynamic_update_slice" => {
            let update = nth(machine, op, operands, 1)?;
            within(&update.dims, &first()?.dims)?;
            let elements = hlo_moves::updated(first()?, update, &operands[2..]);
            Ok((first()?.dims.clone(), elements))
        }
        "pad" => {
            let names = ["edge_padding_low", "edge_padding_high", "interior_padding"];
            let mut lists = vec![];
            for name in names {
                let list = machine.integers(op, name)?;
                lists.push(list.into_iter().map(i128::from).collect::<Vec<i128>>());
            }
            let dims = padded(&first()?.dims, &lists[0], &lists[1], &lists[2])?;
            let value = nth(machine, op, operands, 1)?;
            let elements = hlo_moves::padded(first()?, value, &lists[0], &lists[2], &dims);
            Ok((dims, elements))
        }
        "dynamic_pad" => {
            let [low, high, interior] = [2, 3, 4].map(|n| known(machine, op, operands, n));
            only(padded(&first()?.dims, low?, high?, interior?)?)
        }
        "dot" => {
            let (a, b) = (&first()?.dims, &nth(machine, op, operands, 1)?.dims);
            let (sum, rows) = a.split_last().ok_or_else(|| machine.unsupported(op))?;
            require(*sum == b[0], Undefined::ShapeMismatch)?;
            only([rows, &b[1..]].concat())
        }
        "dot_general" => {
            let b = nth(machine, op, operands, 1)?;
            only(dot_general(machine, op, &first()?.dims, &b.dims)?)
        }
        "convolution" | "dynamic_conv" => {
            let padding = match name {
                "dynamic_conv" => known(machine, op, operands, 2)?.to_vec(),
                _ => wide_list(machine, op, "padding")?,
            };
            let kernel = nth(machine, op, operands, 1)?;
            only(convolution(
                machine,
                op,
                &first()?.dims,
                &kernel.dims,
                &padding,
            )?)
        }
        "reduce" => {
            let source = nth(machine, op, operands, k)?;
            require(source.dims == first()?.dims, Undefined::ShapeMismatch)?;
            let reduced = machine.integers(op, "dimensions")?;
            let dims = without(&source.dims, &reduced);
            let elements = match operands {
                [source, initial] => hlo_moves::reduced(machine, op, (source, initial), &reduced)?,
                _ => None,
            };
            Ok((dims, elements))
        }
        "reduce_window" => {
            let source = nth(machine, op, operands, k)?;
            let window = wide_list(machine, op, "window_dimensions")?;
            let padding = wide_list(machine, op, "padding")?;
            let [strides, base, dilation] =
                ["window_strides", "base_dilations", "window_dilations"]
                    .map(|name| wide_list(machine, op, name));
            let (strides, base, dilation) = (strides?, base?, dilation?);
            let or = |list: &[i128], at: usize, default| list.get(at).copied().unwrap_or(default);
            let mut dims = vec![];
            for (d, &size) in source.dims.iter().enumerate() {
                let (low, high) = (or(&padding, 2 * d, 0), or(&padding, 2 * d + 1, 0));
                let padded = low + dilated(size, or(&base, d, 1)) + high;
                let window = dilated(window[d], or(&dilation, d, 1));
                dims.push(windows(padded, window, or(&strides, d, 1))?);
            }
            only(dims)
        }
        "gather" | "dynamic_gather" => {
            let sizes = match name {
                "gather" => wide_list(machine, op, "slice_sizes")?,
                _ => sizes(machine, op, operands, 2)?,
            };
            within(&sizes, &first()?.dims)?;
            let indices = nth(machine, op, operands, 1)?;
            let dims = gather(machine, op, &indices.dims, &sizes)?;
            let has_sign = element_width(machine, machine.module.operands(op)[1]).is_some();
            let elements = match has_sign {
                true => gathered_elements(machine, op, (first()?, indices), &sizes, &dims)?,
                false => None,
            };
            Ok((dims, elements))
        }
        "scatter" | "sort" | "select_and_scatter" => {
            only(nth(machine, op, operands, k)?.dims.clone())
        }
        "map" => {
            let same = operands
                .iter()
                .all(|operand| operand.dims == operands[0].dims);
            require(same, Undefined::ShapeMismatch)?;
            only(first()?.dims.clone())
        }
        _ if name.starts_with("broadcast_") => {
            if machine
                .module
                .attribute(op, "broadcast_dimensions")
                .is_some()
            {
                return Err(machine.unsupported(op));
            }
            let b = nth(machine, op, operands, 1)?;
            only(broadcast(&[&first()?.dims, &b.dims])?)
        }
        _ => Err(machine.unsupported(op)),
    }
}

/// Elementwise ops; the sizes of all operands agree.
fn elementwise(
    machine: &mut Machine<'_, '_>,
    op: OpId,
    name: &str,
    operands: &[Shaped],
    result: ValueId,
) -> Run<Option<(Vec<i128>, Elements)>> {
    const OF_TWO: &str = "add atan2 complex divide maximum minimum multiply or power remainder shift_left \
        shift_right_arithmetic shift_right_logical subtract xor and compare next_after";
    const OF_ONE: &str = "abs cbrt ceil convert cosine count_leading_zeros exponential \
        exponential_minus_one floor imag is_finite log log_plus_one logistic negate not popcnt real \
        round_nearest_afz round_nearest_even rsqrt sign sine sqrt tan tanh reduce_precision acos \
        acosh asin asinh atan atanh conj cosh digamma erf erf_inv erfc is_inf lgamma sinh square";
    let is_in = |list: &str| list.split_whitespace().any(|known| known == name);
    let (main, scalars): (usize, &[usize]) = match name {
        "select" => (1, &[0]),
        "clamp" => (1, &[0, 2]),
        _ if is_in(OF_TWO) => (0, &[]),
        _ if is_in(OF_ONE) => (0, &[]),
        _ => return Ok(None),
    };
    let dims = nth(machine, op, operands, main)?.dims.clone();
    for (n, operand) in operands.iter().enumerate() {
        let is_scalar = scalars.contains(&n) && operand.dims.is_empty();
        require(is_scalar || operand.dims == dims, Undefined::ShapeMismatch)?;
    }
    let ids = machine.module.operands(op);
    let widths: Option<Vec<u32>> = ids.iter().map(|&id| element_width(machine, id)).collect();
    let Some(widths) = widths else {
        return Ok(Some((dims, None)));
    };
    let direction = match machine.module.attribute(op, "comparison_direction") {
        Some(Attribute::String(direction)) => direction.to_owned(),
        _ => String::new(),
    };
    let width = widths[main];
    let is_condition = element_width(machine, result) == Some(1);
    let pairs: Vec<(&Shaped, u32)> = operands.iter().zip(widths).collect();
    let count = Shaped::contiguous(dims.clone()).count();
    let compute = |x: &[i128]| of_integers(name, &direction, width, is_condition, x);
    let elements = by_elements(machine, result, count, &pairs, compute)?;
    Ok(Some((dims, elements)))
}

/// The result of an op on integers of that width; none if it is unspecified.
fn of_integers(
    name: &str,
    direction: &str,
    width: u32,
    to_condition: bool,
    x: &[i128],
) -> Option<i128> {
    let bits = i128::from(width.clamp(1, 64));
    let low = |value: i128| value & ((1 << bits) - 1);
    Some(match (name, x) {
        ("abs", [x]) => x.abs(),
        ("negate", [x]) => -x,
        ("not", [x]) => !x,
        ("sign", [x]) => x.signum(),
        ("convert", [x]) if to_condition => i128::from(*x != 0),
        ("convert", [x]) => *x,
        ("add", [a, b]) if width == 1 => a | b,
        ("multiply", [a, b]) if width == 1 => a & b,
        ("add", [a, b]) => a + b,
        ("subtract", [a, b]) => a - b,
        ("multiply", [a, b]) => a * b,
        ("maximum", [a, b]) => *a.max(b),
        ("minimum", [a, b]) => *a.min(b),
        ("and", [a, b]) => a & b,
        ("or", [a, b]) => a | b,
        ("xor", [a, b]) => a ^ b,
        ("divide" | "remainder", [_, 0]) => return None,
        ("divide" | "remainder", [a, -1]) if low(*a) == 1 << (bits - 1) => return None,
        ("divide", [a, b]) => a / b,
        ("remainder", [a, b]) => a % b,
        ("shift_left", [a, b]) if (0..bits).contains(b) => a << b,
        ("shift_right_arithmetic", [a, b]) if (0..bits).contains(b) => a >> b,
        ("shift_right_logical", [a, b]) if (0..bits).contains(b) => low(*a) >> b,
        ("select", [c, a, b]) => *if c & 1 == 1 { a } else { b },
        ("clamp", [least, x, most]) => *x.max(least).min(most),
        ("compare", [a, b]) => i128::from(match direction {
            "EQ" => a == b,
            "NE" => a != b,
            "LT" => a < b,
            "LE" => a <= b,
            "GT" => a > b,
            "GE" => a >= b,
            _ => return None,
        }),
        _ => return None,
    })
}

/// The elements of an operand, as sizes.
fn sizes(machine: &Machine<'_, '_>, op: OpId, operands: &[Shaped], n: usize) -> Run<Vec<i128>> {
    let sizes = known(machine, op, operands, n)?.to_vec();
    require(sizes.iter().all(|&size| size >= 0), Undefined::NegativeSize)?;
    Ok(sizes)
}

/// Each element is its index along an axis.
fn counted(machine: &Machine<'_, '_>, op: OpId, result: ValueId, dims: &[i128]) -> Run<Elements> {
    let axis = machine.integer(op, "iota_dimension")? as usize;
    let count = Shaped::contiguous(dims.to_vec()).count();
    let (Some(width), Some(count @ ..64)) = (element_width(machine, result), count) else {
        return Ok(None);
    };
    let elements = (0..count as i128).map(|at| wrapped(machine, width, indices(at, dims)[axis]));
    elements.collect::<Run<Vec<i128>>>().map(Some)
}

fn within(parts: &[i128], dims: &[i128]) -> Run {
    let fits = parts.len() == dims.len() && parts.iter().zip(dims).all(|(a, b)| a <= b);
    require(fits, Undefined::OutOfBounds)
}

fn sliced(dims: &[i128], starts: &[i128], limits: &[i128], strides: &[i128]) -> Run<Vec<i128>> {
    let mut sizes = vec![];
    for (d, &size) in dims.iter().enumerate() {
        let (start, limit, stride) = (starts[d], limits[d], strides[d]);
        require(stride > 0, Undefined::StepNotPositive)?;
        let fits = 0 <= start && start <= limit && limit <= size;
        require(fits, Undefined::OutOfBounds)?;
        sizes.push(ceil_div(limit - start, stride));
    }
    Ok(sizes)
}

fn padded(dims: &[i128], low: &[i128], high: &[i128], interior: &[i128]) -> Run<Vec<i128>> {
    let mut sizes = vec![];
    for (d, &size) in dims.iter().enumerate() {
        require(interior[d] >= 0, Undefined::NegativeSize)?;
        let size = low[d] + size + (size - 1).max(0) * interior[d] + high[d];
        require(size >= 0, Undefined::NegativeSize)?;
        sizes.push(size);
    }
    Ok(sizes)
}
