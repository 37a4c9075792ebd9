//! Code that the whole-tensor dialects share: elementwise ops on lists of integers, and broadcasts of shapes.

use super::machine::Machine;
use super::stop::{Run, Stop, Undefined, require};
use super::value::{Shaped, Value, signed};
use calipers::ir::TypeData;
use calipers::program::{Attribute, Extent, OpId, Program, TypeView, ValueId};

/// The maximum number of elements of a tensor that are tracked.
pub(super) const MOST_ELEMENTS: usize = 64;

/// The elements of a tensor, if known.
pub(super) type Elements = Option<Vec<i128>>;

/// The shaped operands of an op.
pub(super) fn tensors(machine: &Machine<'_, '_>, op: OpId) -> Run<Vec<Shaped>> {
    let mut found = vec![];
    for operand in machine.operands(op)? {
        found.push(match operand {
            Value::Shaped(shaped) => (*shaped).clone(),
            Value::Integer(value) => Shaped {
                elements: Some(vec![value]),
                ..Shaped::contiguous(vec![])
            },
            // A missing operand in ONNX.
            Value::Opaque => Shaped::contiguous(vec![]),
            Value::Poison => return Err(machine.unsupported(op)),
        });
    }
    Ok(found)
}

/// The operand with that index.
pub(super) fn nth<'s>(
    machine: &Machine<'_, '_>,
    op: OpId,
    tensors: &'s [Shaped],
    n: usize,
) -> Run<&'s Shaped> {
    tensors.get(n).ok_or_else(|| machine.unsupported(op))
}

/// The elements of the operand with that index.
pub(super) fn known<'s>(
    machine: &Machine<'_, '_>,
    op: OpId,
    tensors: &'s [Shaped],
    n: usize,
) -> Run<&'s [i128]> {
    let elements = nth(machine, op, tensors, n)?.elements.as_deref();
    elements.ok_or_else(|| Stop::Unsupported("elements that are not known".into()))
}

/// The width of the elements of a value, if they are signed integers; 0 for an index.
pub(super) fn element_width(machine: &Machine<'_, '_>, id: ValueId) -> Option<u32> {
    match machine.module.element_type(id)? {
        TypeView::Integer { width } if width <= 64 => Some(width),
        TypeView::Index => Some(0),
        _ => None,
    }
}

/// An integer, wrapped to an element of that width.
pub(super) fn wrapped(machine: &Machine<'_, '_>, width: u32, value: i128) -> Run<i128> {
    match width {
        0 => machine.index(value),
        width => Ok(signed(value, width)),
    }
}

/// Computes each element from the elements at its place; a tensor of one element is broadcast. If `compute` returns
/// none, the result is arbitrary.
pub(super) fn by_elements(
    machine: &mut Machine<'_, '_>,
    result: ValueId,
    count: Option<usize>,
    operands: &[(&Shaped, u32)],
    compute: impl Fn(&[i128]) -> Option<i128>,
) -> Run<Elements> {
    let (Some(width), Some(count)) = (element_width(machine, result), count) else {
        return Ok(None);
    };
    let mut lists = vec![];
    for (operand, width) in operands {
        let Some(elements) = &operand.elements else {
            return Ok(None);
        };
        if elements.len() != count && operand.count() != Some(1) {
            return Ok(None);
        }
        // Conditions are 0 or 1 here.
        let is_condition = *width == 1;
        let read = |&element: &i128| match is_condition {
            true => element & 1,
            false => element,
        };
        lists.push(elements.iter().map(read).collect::<Vec<i128>>());
    }
    let mut elements = vec![];
    for at in 0..count {
        let arguments: Vec<i128> = lists.iter().map(|list| list[at % list.len()]).collect();
        let value = match compute(&arguments) {
            Some(value) => value,
            None => machine.any_integer((width > 0).then_some(width)),
        };
        elements.push(wrapped(machine, width, value)?);
    }
    Ok(Some(elements))
}

/// A result tensor; its elements are dropped if there are too many.
pub(super) fn tensor(
    machine: &Machine<'_, '_>,
    id: ValueId,
    dims: Vec<i128>,
    elements: Elements,
) -> Run<Value> {
    let mut shaped = Shaped::contiguous(dims);
    let count = shaped.count().filter(|&count| count <= MOST_ELEMENTS);
    shaped.elements = elements.filter(|elements| Some(elements.len()) == count);
    for (at, &dim) in shaped.dims.iter().enumerate() {
        let limit = machine.module.size_limit(id, at as u32);
        let limit = limit.and_then(|limit| i128::try_from(&limit).ok());
        require(
            limit.is_none_or(|limit| dim <= limit),
            Undefined::TypeMismatch,
        )?;
    }
    match machine.module.type_data(machine.module.type_of(id)) {
        // A shape value of the dialect.
        TypeData::Opaque { .. } => Ok(shaped.into()),
        _ => machine.shaped(id, shaped),
    }
}

/// The indices of an element, from its row-major position.
pub(super) fn indices(mut at: i128, dims: &[i128]) -> Vec<i128> {
    let mut found = vec![0; dims.len()];
    for (index, dim) in found.iter_mut().zip(dims).rev() {
        *index = at % dim;
        at /= dim;
    }
    found
}

/// The elements of a tensor of those sizes, each as a function of its indices; none if one of them is unknown.
pub(super) fn by_places(dims: &[i128], element: impl Fn(&[i128]) -> Option<i128>) -> Elements {
    let count = Shaped::contiguous(dims.to_vec()).count()?;
    (count <= MOST_ELEMENTS).then_some(())?;
    (0..count as i128)
        .map(|at| element(&indices(at, dims)))
        .collect()
}

/// The elements of a tensor of those sizes, each being the element of `source` at the indices that `from` returns.
pub(super) fn gathered(
    source: &Shaped,
    dims: &[i128],
    from: impl Fn(&[i128]) -> Vec<i128>,
) -> Elements {
    by_places(dims, |indices| source.element(&from(indices)))
}

/// The inverse of a permutation of dimensions: the source dimension of each dimension of the result.
pub(super) fn permuted(indices: &[i128], order: &[i64]) -> Vec<i128> {
    let mut from = vec![0; indices.len()];
    for (&at, &index) in order.iter().zip(indices) {
        from[at as usize] = index;
    }
    from
}

/// The broadcast of all shapes, aligned at the last size.
pub(super) fn broadcast(shapes: &[&[i128]]) -> Run<Vec<i128>> {
    let rank = shapes.iter().map(|shape| shape.len()).max().unwrap_or(0);
    let mut sizes = vec![1; rank];
    for shape in shapes {
        let missing = rank - shape.len();
        for (own, &size) in sizes[missing..].iter_mut().zip(*shape) {
            match (*own, size) {
                (_, 1) => {}
                (1, _) => *own = size,
                (a, b) => require(a == b, Undefined::ShapeMismatch)?,
            }
        }
    }
    Ok(sizes)
}

/// The sizes of a concatenation along an axis; the other sizes agree.
pub(super) fn joined(tensors: &[Shaped], axis: usize) -> Run<Vec<i128>> {
    let mut dims: Option<Vec<i128>> = None;
    for tensor in tensors {
        match &mut dims {
            None => dims = Some(tensor.dims.clone()),
            Some(dims) => {
                require(dims.len() == tensor.dims.len(), Undefined::ShapeMismatch)?;
                for (at, (own, &size)) in dims.iter_mut().zip(&tensor.dims).enumerate() {
                    match at == axis {
                        true => *own += size,
                        false => require(*own == size, Undefined::ShapeMismatch)?,
                    }
                }
            }
        }
    }
    dims.ok_or(Stop::Undefined(Undefined::ShapeMismatch))
}

/// The elements of concatenated lists.
pub(super) fn joined_lists(tensors: &[Shaped]) -> Elements {
    let mut all = vec![];
    for tensor in tensors {
        (tensor.dims.len() == 1).then_some(())?;
        all.extend(tensor.elements.as_ref()?);
    }
    Some(all)
}

/// The product of sizes.
pub(super) fn product(dims: &[i128]) -> Run<i128> {
    let product = dims.iter().try_fold(1i128, |a, b| a.checked_mul(*b));
    product.ok_or(Stop::IndexOverflow)
}

/// The elements of a constant.
pub(super) fn constant(machine: &mut Machine<'_, '_>, op: OpId, names: &[&str]) -> Run {
    let result = machine.module.results(op)[0];
    let attribute = names
        .iter()
        .find_map(|name| machine.module.attribute(op, name));
    let width = element_width(machine, result);
    let elements = match (attribute, width) {
        (Some(Attribute::Integers(values)), Some(width)) => {
            let values = values
                .iter()
                .map(|&value| wrapped(machine, width, value.into()));
            Some(values.collect::<Run<Vec<i128>>>()?)
        }
        (Some(Attribute::Integers(values)), None) => {
            Some(values.iter().map(|&value| value.into()).collect())
        }
        _ => None,
    };
    let dims = match machine.module.value_type(result) {
        TypeView::Shaped(shape) => shape.dims.map(static_sizes),
        _ => Some(vec![elements.as_ref().map_or(0, Vec::len) as i128]),
    };
    let dims = dims.ok_or_else(|| machine.unsupported(op))?;
    let value = tensor(machine, result, dims, elements)?;
    machine.set_results(op, vec![value])
}

/// The static sizes of a type; 0 for dynamic ones.
pub(super) fn static_sizes(dims: &[Extent]) -> Vec<i128> {
    let size = |extent: &Extent| match extent {
        Extent::Static(size) => i128::from(*size),
        _ => 0,
    };
    dims.iter().map(size).collect()
}

/// The number of strided windows that fit a size.
pub(super) fn windows(padded: i128, window: i128, stride: i128) -> Run<i128> {
    require(stride > 0, Undefined::StepNotPositive)?;
    Ok(match padded <= 0 || window > padded {
        true => 0,
        false => (padded - window) / stride + 1,
    })
}

/// The dilated size.
pub(super) fn dilated(size: i128, dilation: i128) -> i128 {
    match size {
        0 => 0,
        size => (size - 1) * dilation + 1,
    }
}
