//! The linalg dialect: shapes, and the iterations of `linalg.generic`.

use super::elements::{
    Elements, MOST_ELEMENTS, by_elements, element_width, gathered, indices, permuted, tensor,
    wrapped,
};
use super::hlo_products::without;
use super::machine::Machine;
use super::stop::{Run, Stop, Undefined, require};
use super::value::{Shaped, Value, place};
use calipers::program::{AffineExpr, AffineMap, Attribute, OpId, Program, ValueId};
use std::rc::Rc;

pub(super) fn execute(machine: &mut Machine<'_, '_>, op: OpId, name: &str) -> Run {
    let operands = machine.operands(op)?;
    if name == "index" {
        let axis = machine.integer(op, "dim")? as usize;
        let point = machine.iterations.last().and_then(|point| point.get(axis));
        let index = *point.ok_or_else(|| Stop::Unsupported("linalg.index".into()))?;
        return machine.set_results(op, vec![index.into()]);
    }
    let shapes: Vec<Rc<Shaped>> = operands
        .iter()
        .filter_map(|operand| match operand {
            Value::Shaped(shaped) => Some(shaped.clone()),
            _ => None,
        })
        .collect();
    let dims: Vec<&[i128]> = shapes.iter().map(|shaped| &shaped.dims[..]).collect();
    let mut ran = vec![];
    let outputs = match (name, &dims[..]) {
        ("generic", _) => {
            ran = generic(machine, op, &operands)?;
            machine.segments(op)?.pop().unwrap_or_default()
        }
        ("fill", _) => operands[operands.len() - 1..].to_vec(),
        ("matmul", [a, b, c]) => {
            let agree = a.len() == 2
                && b.len() == 2
                && c.len() == 2
                && a[0] == c[0]
                && a[1] == b[0]
                && b[1] == c[1];
            require(agree, Undefined::ShapeMismatch)?;
            operands[2..].to_vec()
        }
        ("map", [first, ..]) => {
            let agree = dims.iter().all(|dims| dims == first);
            require(agree, Undefined::ShapeMismatch)?;
            let own = AffineMap {
                dims: first.len() as u32,
                symbols: 0,
                results: (0..first.len() as u32).map(AffineExpr::Dim).collect(),
            };
            let maps = vec![&own; operands.len()];
            ran = iterate(machine, op, &operands, &maps, first, 1)?;
            operands[operands.len() - 1..].to_vec()
        }
        ("reduce", [input, output]) => {
            let gone = machine.integers(op, "dimensions")?;
            let kept: Vec<i128> = input
                .iter()
                .enumerate()
                .filter(|(at, _)| !gone.contains(&(*at as i64)))
                .map(|(_, &size)| size)
                .collect();
            require(kept == **output, Undefined::ShapeMismatch)?;
            operands[1..].to_vec()
        }
        ("pack" | "unpack", [input, output, ..]) => {
            let (plain, tiled) = match name {
                "pack" => (input, output),
                _ => (output, input),
            };
            let positions = machine.integers(op, "inner_dims_pos")?;
            let tiles = machine.integers(op, "static_inner_tiles")?;
            let mut sizes = plain.to_vec();
            for (&at, &tile) in positions.iter().zip(&tiles) {
                // The generator creates only static tiles.
                let tile = i128::from(tile);
                require(tile > 0, Undefined::ShapeMismatch)?;
                sizes[at as usize] = super::value::ceil_div(sizes[at as usize], tile);
                sizes.push(tile);
            }
            require(sizes == **tiled, Undefined::ShapeMismatch)?;
            let dest = usize::from(matches!(operands.get(1), Some(Value::Shaped(_))));
            operands[dest..=dest].to_vec()
        }
        (_, all) if contraction(name).is_some() => {
            let letters = contraction(name).unwrap_or_default();
            let mut sizes: Vec<(char, i128)> = vec![];
            let parts: Vec<&str> = letters.split(' ').collect();
            require(parts.len() == all.len(), Undefined::ShapeMismatch)?;
            for (part, dims) in parts.iter().zip(all) {
                require(part.len() == dims.len(), Undefined::ShapeMismatch)?;
                for (letter, &size) in part.chars().zip(*dims) {
                    match sizes.iter().find(|(other, _)| *other == letter) {
                        Some((_, known)) => require(*known == size, Undefined::ShapeMismatch)?,
                        None => sizes.push((letter, size)),
                    }
                }
            }
            operands[operands.len() - 1..].to_vec()
        }
        // Sizes that do not agree are undefined, but answers do not rely on that.
        (_, [_, ..]) if is_windowed(name) => operands[operands.len() - 1..].to_vec(),
        (_, [first, ..]) if ELEMENTWISE.contains(&name) => {
            let agree = dims.iter().all(|dims| dims == first);
            require(agree, Undefined::ShapeMismatch)?;
            operands[operands.len() - 1..].to_vec()
        }
        ("transpose", [input, output]) => {
            let permutation = machine.integers(op, "permutation")?;
            let agree = permutation
                .iter()
                .zip(*output)
                .all(|(&from, size)| input.get(from as usize) == Some(size));
            require(agree, Undefined::ShapeMismatch)?;
            operands[1..].to_vec()
        }
        ("broadcast", [input, output]) => {
            let added = machine.integers(op, "dimensions")?;
            let kept: Vec<i128> = output
                .iter()
                .enumerate()
                .filter(|(at, _)| !added.contains(&(*at as i64)))
                .map(|(_, &size)| size)
                .collect();
            require(kept == **input, Undefined::ShapeMismatch)?;
            operands[1..].to_vec()
        }
        _ => return Err(machine.unsupported(op)),
    };
    // An op on buffers has no results.
    if machine.module.results(op).is_empty() {
        return Ok(());
    }
    let results = machine.module.results(op).to_vec();
    let mut values = vec![];
    for (k, (result, output)) in results.iter().zip(outputs).enumerate() {
        let Value::Shaped(output) = output else {
            return Err(machine.unsupported(op));
        };
        let elements = match ran.get_mut(k) {
            Some(elements) => elements.take(),
            None => elements(machine, op, name, &operands, *result)?,
        };
        values.push(tensor(machine, *result, output.dims.clone(), elements)?);
    }
    machine.set_results(op, values)
}

/// The elements of a result, if it is a list of integers that is computed elementwise.
fn elements(
    machine: &mut Machine<'_, '_>,
    op: OpId,
    name: &str,
    operands: &[Value],
    result: ValueId,
) -> Run<Elements> {
    let Some(Value::Shaped(output)) = operands.last() else {
        return Ok(None);
    };
    match (name, operands) {
        ("transpose", [Value::Shaped(source), _]) => {
            let order = machine.integers(op, "permutation")?;
            let from = |indices: &[i128]| permuted(indices, &order);
            return Ok(gathered(source, &output.dims, from));
        }
        ("broadcast", [Value::Shaped(source), _]) => {
            let added = machine.integers(op, "dimensions")?;
            let from = |indices: &[i128]| without(indices, &added);
            return Ok(gathered(source, &output.dims, from));
        }
        ("reduce", [Value::Shaped(source), Value::Shaped(initial)]) => {
            let along = machine.integers(op, "dimensions")?;
            return reduced(machine, op, (source, initial), &along);
        }
        _ => {}
    }
    let count = output.count().filter(|&count| count <= MOST_ELEMENTS);
    if let ("fill", Some(Value::Integer(value)), Some(count)) = (name, operands.first(), count) {
        let Some(width) = element_width(machine, result) else {
            return Ok(None);
        };
        return Ok(Some(vec![wrapped(machine, width, *value)?; count]));
    }
    if !["add", "sub", "mul", "div", "max", "min"].contains(&name) {
        return Ok(None);
    }
    let ids = machine.module.operands(op);
    let widths: Vec<Option<u32>> = ids.iter().map(|&id| element_width(machine, id)).collect();
    let ([Value::Shaped(a), Value::Shaped(b), _], [Some(wide), Some(wide_b), Some(_)]) =
        (operands, &widths[..])
    else {
        return Ok(None);
    };
    // On conditions a sum is a disjunction, and the sign is not preserved.
    if *wide == 1 {
        return Ok(None);
    }
    let divisors = b.elements.as_deref().unwrap_or_default();
    let is_divided = name == "div" && divisors.contains(&0);
    require(!is_divided, Undefined::DivisionByZero)?;
    let tensors = [(&**a, *wide), (&**b, *wide_b)];
    by_elements(machine, result, count, &tensors, |elements| {
        let [a, b] = elements else { return None };
        match name {
            "add" => a.checked_add(*b),
            "sub" => a.checked_sub(*b),
            "mul" => a.checked_mul(*b),
            "div" => a.checked_div(*b),
            "max" => Some(*a.max(b)),
            _ => Some(*a.min(b)),
        }
    })
}

/// Ops whose operands all have the same sizes; if they have maps, these are the identity.
const ELEMENTWISE: [&str; 25] = [
    "copy",
    "add",
    "sub",
    "mul",
    "div",
    "div_unsigned",
    "max",
    "min",
    "powf",
    "exp",
    "log",
    "abs",
    "ceil",
    "floor",
    "negf",
    "reciprocal",
    "round",
    "sqrt",
    "rsqrt",
    "square",
    "tanh",
    "erf",
    "select",
    "softmax",
    "elementwise",
];

/// Whether only the sizes of the destination matter.
fn is_windowed(name: &str) -> bool {
    let starts = [
        "conv_",
        "depthwise_conv_",
        "pooling_",
        "matmul_",
        "batch_matmul_",
        "dot",
    ];
    starts.iter().any(|start| name.starts_with(start))
}

/// The dimensions of the operands, by letters.
fn contraction(name: &str) -> Option<&'static str> {
    Some(match name {
        "batch_matmul" => "bmk bkn bmn",
        "batch_matvec" => "bmk bk bm",
        "batch_vecmat" => "bk bkn bn",
        "batch_reduce_matmul" => "bmk bkn mn",
        "matvec" => "mk k m",
        "vecmat" => "k kn n",
        "dot" => "k k ",
        "mmt4d" => "mkst nkut mnsu",
        "batch_mmt4d" => "bmkst bnkut bmnsu",
        _ => return None,
    })
}

/// The sizes of the iteration space, and the results of executing it.
fn generic(machine: &mut Machine<'_, '_>, op: OpId, operands: &[Value]) -> Run<Vec<Elements>> {
    let module = machine.module;
    let Some(Attribute::Array(maps)) = module.attribute(op, "indexing_maps") else {
        return Err(machine.unsupported(op));
    };
    let maps: Vec<&AffineMap> = maps
        .iter()
        .filter_map(|map| match map {
            Attribute::Map(map) => Some(*map),
            _ => None,
        })
        .collect();
    let dims = maps.first().map_or(0, |map| map.dims as usize);
    let mut sizes: Vec<Option<i128>> = vec![None; dims];
    let mut accesses = vec![];
    for (map, operand) in maps.iter().zip(operands) {
        let Value::Shaped(shaped) = operand else {
            continue;
        };
        for (result, &size) in map.results.iter().zip(&shaped.dims) {
            accesses.push((result, size));
            if let AffineExpr::Dim(at) = result {
                let known = sizes[*at as usize].get_or_insert(size);
                require(*known == size, Undefined::ShapeMismatch)?;
            }
        }
    }
    let sizes: Option<Vec<i128>> = sizes.into_iter().collect();
    let sizes = sizes.ok_or_else(|| machine.unsupported(op))?;
    let ends = [vec![0; dims], sizes.iter().map(|size| size - 1).collect()];
    // The first and the last point, if there are any, must be in bounds.
    for point in ends.into_iter().filter(|_| !sizes.contains(&0)) {
        let point: Vec<Value> = point.into_iter().map(Value::Integer).collect();
        for (access, size) in &accesses {
            let map = AffineMap {
                dims: dims as u32,
                symbols: 0,
                results: vec![(*access).clone()],
            };
            let at = super::affine::apply(machine, &map, &point)?[0];
            require((0..*size).contains(&at), Undefined::ShapeMismatch)?;
        }
    }
    let outputs = machine.segments(op)?.pop().unwrap_or_default().len();
    iterate(machine, op, operands, &maps, &sizes, outputs)
}

/// The maximum size of an iteration space that is executed completely.
const MOST_POINTS: usize = 16;

/// Executes the body of an op over an iteration space, in row-major order; only at the corners if it is large.
/// Returns the final elements of the outputs, which are the last operands, if known.
fn iterate(
    machine: &mut Machine<'_, '_>,
    op: OpId,
    operands: &[Value],
    maps: &[&AffineMap],
    sizes: &[i128],
    outputs: usize,
) -> Run<Vec<Elements>> {
    let module = machine.module;
    let body = module.regions(op)[0];
    let parameters = module.block_arguments(module.blocks(body)[0]);
    let count = Shaped::contiguous(sizes.to_vec()).count();
    let whole = count.filter(|&count| count <= MOST_POINTS);
    let corner = |corner: usize| {
        let at = |(n, size): (usize, &i128)| match corner >> n & 1 {
            0 => 0,
            _ => size - 1,
        };
        sizes.iter().enumerate().map(at).collect()
    };
    let points: Vec<Vec<i128>> = match whole {
        Some(count) => (0..count as i128).map(|at| indices(at, sizes)).collect(),
        None => (0..1 << sizes.len().min(4)).map(corner).collect(),
    };
    let mut held: Vec<Vec<Option<i128>>> = operands.iter().map(places).collect();
    let first_output = operands.len() - outputs;
    let mut is_known = whole.is_some();
    for (n, list) in held[..first_output].iter().enumerate() {
        let is_integer = element_width(machine, module.operands(op)[n]).is_some();
        let is_read = matches!(operands[n], Value::Shaped(_)) && is_integer;
        is_known &= !is_read || !list.contains(&None);
    }
    for point in points {
        let at: Vec<Value> = point.iter().copied().map(Value::Integer).collect();
        let mut accessed = vec![];
        for (map, operand) in maps.iter().zip(operands) {
            accessed.push(match operand {
                Value::Shaped(shaped) => {
                    place(&super::affine::apply(machine, map, &at)?, &shaped.dims)
                }
                _ => None,
            });
        }
        let mut arguments = vec![];
        for (n, &parameter) in parameters.iter().enumerate() {
            let element = accessed[n].and_then(|at| held[n].get(at).copied().flatten());
            arguments.push(match (element, &operands[n]) {
                (Some(element), _) => element.into(),
                (None, Value::Integer(scalar)) => (*scalar).into(),
                _ => machine.arbitrary(parameter),
            });
        }
        machine.iterations.push(point);
        let done = machine.region(body, arguments);
        machine.iterations.pop();
        for (n, value) in (first_output..).zip(done?.1) {
            let element = accessed[n].and_then(|at| held[n].get_mut(at));
            if let Some(element) = element {
                *element = match value {
                    Value::Integer(value) => Some(value),
                    _ => None,
                };
            }
        }
    }
    let given = held.split_off(first_output).into_iter();
    Ok(given
        .map(|list| list.into_iter().collect::<Elements>().filter(|_| is_known))
        .collect())
}

/// The elements of a small operand, each if known.
fn places(operand: &Value) -> Vec<Option<i128>> {
    let Value::Shaped(shaped) = operand else {
        return vec![];
    };
    let count = shaped.count().filter(|&count| count <= MOST_ELEMENTS);
    match (&shaped.elements, count) {
        (Some(all), _) => all.iter().copied().map(Some).collect(),
        (None, Some(count)) => vec![None; count],
        (None, None) => vec![],
    }
}

/// Reduces the elements along some dimensions, in order.
fn reduced(
    machine: &mut Machine<'_, '_>,
    op: OpId,
    (source, initial): (&Shaped, &Shaped),
    along: &[i64],
) -> Run<Elements> {
    let (Some(all), Some(sums)) = (&source.elements, &initial.elements) else {
        return Ok(None);
    };
    let body = machine.module.regions(op)[0];
    let mut sums = sums.clone();
    for (at, &element) in all.iter().enumerate() {
        let to = without(&indices(at as i128, &source.dims), along);
        let Some(sum) = place(&to, &initial.dims).and_then(|to| sums.get_mut(to)) else {
            return Ok(None);
        };
        let (_, given) = machine.region(body, vec![element.into(), (*sum).into()])?;
        match given.first() {
            Some(Value::Integer(given)) => *sum = *given,
            _ => return Ok(None),
        }
    }
    Ok(Some(sums))
}
