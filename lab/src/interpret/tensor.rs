//! The tensor dialect.

use super::elements::{
    Elements, MOST_ELEMENTS, by_places, gathered, indices as indices_of, permuted,
};
use super::machine::Machine;
use super::stop::{Run, Undefined, require};
use super::value::{Shaped, Value, place};
use calipers::program::{Attribute, Extent, OpId, Program, ValueId};
use std::rc::Rc;

pub(super) fn execute(machine: &mut Machine<'_, '_>, op: OpId, name: &str) -> Run {
    let operands = machine.operands(op)?;
    let module = machine.module;
    let result = module.results(op).first().copied();
    let Some(result) = result else {
        return Err(machine.unsupported(op));
    };
    let shaped = match (name, &operands[..]) {
        ("dim", [Value::Shaped(source), Value::Integer(at)]) => {
            return dim(machine, op, source, *at);
        }
        ("rank", [Value::Shaped(source)]) => {
            let rank = source.dims.len() as i128;
            return machine.set_results(op, vec![rank.into()]);
        }
        ("extract", [Value::Shaped(source), indices @ ..]) => {
            return extract(machine, op, source, indices);
        }
        ("empty", sizes) => Shaped::contiguous(sized(machine, op, result, sizes)?),
        ("splat", [element, sizes @ ..]) => {
            let mut shaped = Shaped::contiguous(sized(machine, op, result, sizes)?);
            let count = shaped.count().filter(|&count| count <= MOST_ELEMENTS);
            if let (Value::Integer(element), Some(count)) = (element, count) {
                shaped.elements = Some(vec![*element; count]);
            }
            shaped
        }
        ("generate", sizes) => {
            let dims = sized(machine, op, result, sizes)?;
            machine.shaped(result, Shaped::contiguous(dims.clone()))?;
            Shaped {
                elements: points(machine, op, &dims)?,
                ..Shaped::contiguous(dims)
            }
        }
        ("from_elements", elements) => {
            let integer = |value: &Value| match value {
                Value::Integer(value) => Some(*value),
                _ => None,
            };
            let elements: Option<Vec<i128>> = elements.iter().map(integer).collect();
            let dims = sized(machine, op, result, &[])?;
            Shaped {
                elements,
                ..Shaped::contiguous(dims)
            }
        }
        ("bitcast", [Value::Shaped(source)]) => Shaped::contiguous(source.dims.clone()),
        ("tosa.transpose", [Value::Shaped(source)]) => {
            let order = machine.integers(op, "perms")?;
            let sizes = order.iter().map(|&at| source.dims[at as usize]);
            let dims: Vec<i128> = sizes.collect();
            Shaped {
                elements: gathered(source, &dims, |indices| permuted(indices, &order)),
                ..Shaped::contiguous(dims)
            }
        }
        ("gather", [Value::Shaped(source), Value::Shaped(indices)]) => {
            let gathered = machine.integers(op, "gather_dims")?;
            let is_gathered = |at: usize| gathered.contains(&(at as i64));
            let mut dims = indices.dims[..indices.dims.len() - 1].to_vec();
            let own = source.dims.len() - gathered.len();
            let rank = module
                .value_type(result)
                .shape()
                .and_then(|shape| shape.rank());
            let is_reduced = rank == Some(dims.len() + own);
            let batch = dims.len();
            for (at, &size) in source.dims.iter().enumerate() {
                match is_gathered(at) {
                    true if is_reduced => {}
                    true => dims.push(1),
                    false => dims.push(size),
                }
            }
            // The coordinates index the gathered dimensions; all of the others are kept.
            let elements = by_places(&dims, |at| {
                let (batch, mut rest) = at.split_at(batch);
                let mut from = vec![];
                for d in 0..source.dims.len() {
                    let coordinate = gathered.iter().position(|&axis| axis == d as i64);
                    if coordinate.is_none() || !is_reduced {
                        let (first, others) = rest.split_first()?;
                        from.push(*first);
                        rest = others;
                    } else {
                        from.push(0);
                    }
                    if let Some(coordinate) = coordinate {
                        from[d] = indices.element(&[batch, &[coordinate as i128]].concat())?;
                    }
                }
                source.element(&from)
            });
            Shaped {
                elements,
                ..Shaped::contiguous(dims)
            }
        }
        ("scatter", [_, Value::Shaped(dest), ..]) => Shaped::contiguous(dest.dims.clone()),
        ("cast", [Value::Shaped(source)]) => (**source).clone(),
        ("insert", [scalar, Value::Shaped(dest), indices @ ..]) => {
            let at = position(machine, dest, indices)?;
            let mut shaped = (**dest).clone();
            match (scalar, at, &mut shaped.elements) {
                (Value::Integer(scalar), Some(at), Some(elements)) if at < elements.len() => {
                    elements[at] = *scalar;
                }
                // An out-of-bounds insertion replaces no element. MLIR leaves this open.
                (Value::Integer(_), None, _) => {}
                (_, _, elements) => *elements = None,
            }
            shaped
        }
        ("extract_slice", [Value::Shaped(source), ..]) => {
            let slice = Slice::of(machine, op, source, 1)?;
            Shaped {
                elements: slice.elements(source),
                ..Shaped::contiguous(slice.reduced(machine, op, result)?.0)
            }
        }
        ("insert_slice", [_, Value::Shaped(dest), ..]) => Shaped {
            elements: insert_slice(machine, op)?,
            ..Shaped::contiguous(dest.dims.clone())
        },
        ("pad", [Value::Shaped(source), ..]) => {
            let segments = machine.segments(op)?;
            let low = machine.mixed(op, "static_low", &segments[1])?;
            let high = machine.mixed(op, "static_high", &segments[2])?;
            let mut dims = vec![];
            for ((size, low), high) in source.dims.iter().zip(&low).zip(high) {
                dims.push(machine.index(size + low + high)?);
            }
            machine.shaped(result, Shaped::contiguous(dims.clone()))?;
            let around = Shaped {
                elements: points(machine, op, &dims)?,
                ..Shaped::contiguous(dims.clone())
            };
            let elements = by_places(&dims, |indices| {
                let own = indices.iter().zip(&low).map(|(index, low)| index - low);
                let own: Vec<i128> = own.collect();
                match place(&own, &source.dims) {
                    Some(_) => source.element(&own),
                    None => around.element(indices),
                }
            });
            Shaped {
                elements,
                ..Shaped::contiguous(dims)
            }
        }
        ("concat", inputs) => {
            let axis = machine.integer(op, "dim")? as usize;
            let mut dims: Option<Vec<i128>> = None;
            for input in inputs {
                let Value::Shaped(input) = input else {
                    return Err(machine.unsupported(op));
                };
                let Some(dims) = &mut dims else {
                    dims = Some(input.dims.clone());
                    continue;
                };
                for (at, (size, own)) in dims.iter_mut().zip(&input.dims).enumerate() {
                    match at == axis {
                        true => *size += own,
                        false => require(size == own, Undefined::ShapeMismatch)?,
                    }
                }
            }
            let lists = inputs.iter().map(|input| match input {
                Value::Shaped(input) => input.elements.clone(),
                _ => None,
            });
            let lists: Option<Vec<Vec<i128>>> = lists.collect();
            Shaped {
                elements: lists.filter(|_| axis == 0).map(|lists| lists.concat()),
                ..Shaped::contiguous(dims.ok_or_else(|| machine.unsupported(op))?)
            }
        }
        ("collapse_shape", [Value::Shaped(source)]) => {
            let groups = groups(machine, op)?;
            let mut dims = vec![];
            for group in groups {
                dims.push(product(machine, &source.dims, &group)?);
            }
            reshaped(source, dims)
        }
        ("expand_shape", [Value::Shaped(source), sizes @ ..]) => {
            reshaped(source, expanded(machine, op, source, sizes)?)
        }
        ("reshape", [Value::Shaped(source), Value::Shaped(shape)]) => {
            let sizes = shape.elements.clone();
            let dims = sizes.ok_or_else(|| machine.unsupported(op))?;
            let all = |dims: &[i128]| dims.iter().try_fold(1i128, |a, b| a.checked_mul(*b));
            let same = all(&dims) == all(&source.dims);
            require(same, Undefined::ShapeMismatch)?;
            reshaped(source, dims)
        }
        _ => return Err(machine.unsupported(op)),
    };
    let value = machine.shaped(result, shaped)?;
    machine.set_results(op, vec![value])
}

/// The same elements in the same order.
fn reshaped(source: &Shaped, dims: Vec<i128>) -> Shaped {
    Shaped {
        elements: source.elements.clone(),
        ..Shaped::contiguous(dims)
    }
}

pub(super) fn dim(machine: &mut Machine<'_, '_>, op: OpId, source: &Shaped, at: i128) -> Run {
    let size = usize::try_from(at).ok().and_then(|at| source.dims.get(at));
    require(size.is_some(), Undefined::OutOfBounds)?;
    let size = size.copied().unwrap_or(0);
    machine.set_results(op, vec![size.into()])
}

/// The row-major position of an access; none if it is out of bounds.
fn position(machine: &Machine<'_, '_>, shaped: &Shaped, indices: &[Value]) -> Run<Option<usize>> {
    let mut at = 0i128;
    let mut within = true;
    for (index, &size) in indices.iter().zip(&shaped.dims) {
        let Value::Integer(index) = index else {
            return Ok(None);
        };
        within &= (0..size).contains(index);
        at = at.saturating_mul(size).saturating_add(*index);
    }
    require(
        within || !machine.settings.in_bounds,
        Undefined::OutOfBounds,
    )?;
    Ok(within.then(|| usize::try_from(at).ok()).flatten())
}

/// An element: the computed value if known, else arbitrary.
pub(super) fn extract(
    machine: &mut Machine<'_, '_>,
    op: OpId,
    source: &Shaped,
    indices: &[Value],
) -> Run {
    let result = machine.module.results(op)[0];
    let at = position(machine, source, indices)?;
    let known = at.and_then(|at| source.elements.as_ref()?.get(at).copied());
    let value = match known {
        Some(element) => element.into(),
        None => machine.arbitrary(result),
    };
    machine.set_results(op, vec![value])
}

/// The sizes of a result with given dynamic ones.
pub(super) fn sized(
    machine: &Machine<'_, '_>,
    op: OpId,
    result: ValueId,
    sizes: &[Value],
) -> Run<Vec<i128>> {
    let shape = machine.module.value_type(result).shape();
    let dims = shape.and_then(|shape| shape.dims);
    let mut sizes = sizes.iter();
    dims.ok_or_else(|| machine.unsupported(op))?
        .iter()
        .map(|extent| match extent {
            Extent::Static(size) => Ok(i128::from(*size)),
            _ => match sizes.next() {
                Some(Value::Integer(size)) => Ok(*size),
                _ => Err(machine.unsupported(op)),
            },
        })
        .collect()
}

/// Executes the body of an op for the first elements of its result; returns them if these are all.
fn points(machine: &mut Machine<'_, '_>, op: OpId, dims: &[i128]) -> Run<Elements> {
    let Some(&body) = machine.module.regions(op).first() else {
        return Ok(None);
    };
    if dims.contains(&0) {
        return Ok(Some(vec![]));
    }
    // A small result is computed completely.
    let count = Shaped::contiguous(dims.to_vec()).count();
    let most = match count.is_some_and(|count| count <= MOST_ELEMENTS) {
        true => i128::MAX,
        false => 3,
    };
    let mut given = Some(vec![]);
    // The first elements and the last one.
    let mut point: Vec<i128> = vec![0; dims.len()];
    loop {
        let arguments = point.iter().map(|&at| Value::Integer(at)).collect();
        let (_, yielded) = machine.region(body, arguments)?;
        match (&mut given, yielded.first()) {
            (Some(given), Some(Value::Integer(value))) => given.push(*value),
            _ => given = None,
        }
        let advance = point.iter_mut().zip(dims).rev().find_map(|(at, &size)| {
            let next = if *at + 1 < size.min(most) {
                *at + 1
            } else {
                size - 1
            };
            match *at == size - 1 {
                true => {
                    *at = 0;
                    None
                }
                false => {
                    *at = next;
                    Some(())
                }
            }
        });
        if advance.is_none() {
            let count = Shaped::contiguous(dims.to_vec()).count();
            return Ok(given.filter(|given| Some(given.len()) == count));
        }
    }
}

/// The reassociation of an op: groups of dimensions.
pub(super) fn groups(machine: &Machine<'_, '_>, op: OpId) -> Run<Vec<Vec<usize>>> {
    let Some(attribute) = machine.module.attribute(op, "reassociation") else {
        return Err(machine.unsupported(op));
    };
    let Attribute::Array(groups) = attribute else {
        // An empty list of groups.
        return Ok(vec![]);
    };
    groups
        .iter()
        .map(|group| match group {
            Attribute::Integers(dims) => Ok(dims.iter().map(|&dim| dim as usize).collect()),
            _ => Err(machine.unsupported(op)),
        })
        .collect()
}

pub(super) fn product(machine: &Machine<'_, '_>, dims: &[i128], group: &[usize]) -> Run<i128> {
    let mut product = 1;
    for &at in group {
        product = machine.index(product * dims[at])?;
    }
    Ok(product)
}

/// The sizes of an expanded shape, if their products are the sizes of the source.
pub(super) fn expanded(
    machine: &Machine<'_, '_>,
    op: OpId,
    source: &Shaped,
    sizes: &[Value],
) -> Run<Vec<i128>> {
    let dims = machine.mixed(op, "static_output_shape", sizes)?;
    for &dim in &dims {
        require(dim >= 0, Undefined::NegativeSize)?;
    }
    for (group, &size) in groups(machine, op)?.iter().zip(&source.dims) {
        let same = product(machine, &dims, group)? == size;
        require(same, Undefined::ShapeMismatch)?;
    }
    Ok(dims)
}

/// The slice of an op.
pub(super) struct Slice {
    pub(super) offsets: Vec<i128>,
    pub(super) sizes: Vec<i128>,
    pub(super) strides: Vec<i128>,
}

impl Slice {
    /// The slice of `source` that `op` takes; its lists begin at operand segment `first`.
    pub(super) fn of(
        machine: &Machine<'_, '_>,
        op: OpId,
        source: &Rc<Shaped>,
        first: usize,
    ) -> Run<Slice> {
        let segments = machine.segments(op)?;
        let slice = Slice {
            offsets: machine.mixed(op, "static_offsets", &segments[first])?,
            sizes: machine.mixed(op, "static_sizes", &segments[first + 1])?,
            strides: machine.mixed(op, "static_strides", &segments[first + 2])?,
        };
        for (at, &own) in source.dims.iter().enumerate() {
            let (offset, size, stride) = (slice.offsets[at], slice.sizes[at], slice.strides[at]);
            require(size >= 0, Undefined::NegativeSize)?;
            if machine.settings.in_bounds {
                let last = offset + (size - 1) * stride;
                let within = offset >= 0
                    && stride >= 0
                    && match size {
                        0 => offset <= own,
                        _ => (0..own).contains(&offset) && (0..own).contains(&last),
                    };
                require(within, Undefined::OutOfBounds)?;
            }
        }
        Ok(slice)
    }

    /// The elements of the slice, if those of the source are known and it is in bounds.
    fn elements(&self, source: &Shaped) -> Option<Vec<i128>> {
        let elements = source.elements.as_ref()?;
        let count = self.sizes.iter().product::<i128>();
        let mut found = vec![];
        for mut place in 0..count.min(MOST_ELEMENTS as i128 + 1) {
            let (mut at, mut stride) = (0, 1);
            for d in (0..self.sizes.len()).rev() {
                let index = self.offsets[d] + place % self.sizes[d] * self.strides[d];
                place /= self.sizes[d];
                if !(0..source.dims[d]).contains(&index) {
                    return None;
                }
                at += index * stride;
                stride *= source.dims[d];
            }
            found.push(*elements.get(usize::try_from(at).ok()?)?);
        }
        (found.len() <= MOST_ELEMENTS).then_some(found)
    }

    /// The elements of `dest` after those of `source`, which has the dimensions `kept`, are inserted into the slice.
    fn written(&self, source: &Shaped, dest: &Shaped, kept: &[usize]) -> Elements {
        let mut elements = dest.elements.clone()?;
        let own = source.elements.as_ref()?;
        // If elements overlap, the order of writes is unspecified.
        let is_apart = self.strides.iter().all(|&stride| stride != 0);
        is_apart.then_some(())?;
        for (at, &element) in own.iter().enumerate() {
            let mut to = self.offsets.clone();
            for (&d, index) in kept.iter().zip(indices_of(at as i128, &source.dims)) {
                to[d] += index * self.strides[d];
            }
            elements[place(&to, &dest.dims)?] = element;
        }
        Some(elements)
    }

    /// The sizes of a result that may drop unit dimensions, and the dimensions that it keeps. As in MLIR, each
    /// dimension of the result is the first one of the source that matches its type.
    pub(super) fn reduced(
        &self,
        machine: &Machine<'_, '_>,
        op: OpId,
        result: ValueId,
    ) -> Run<(Vec<i128>, Vec<usize>)> {
        let shape = machine.module.value_type(result).shape();
        let extents = shape.and_then(|shape| shape.dims);
        let extents = extents.ok_or_else(|| machine.unsupported(op))?;
        let statics = machine.integers(op, "static_sizes")?;
        let mut kept = vec![];
        for (at, &size) in statics.iter().enumerate() {
            let fits = match extents.get(kept.len()) {
                Some(Extent::Static(extent)) => *extent == size,
                Some(_) => size == i64::MIN,
                None => false,
            };
            if fits {
                kept.push(at);
            } else if size != 1 {
                return Err(machine.unsupported(op));
            }
        }
        if kept.len() != extents.len() {
            return Err(machine.unsupported(op));
        }
        Ok((kept.iter().map(|&at| self.sizes[at]).collect(), kept))
    }
}

/// `tensor.insert_slice`: the source has the sizes of the slice. Its elements replace those of the destination if the
/// slice is in bounds.
pub(super) fn insert_slice(machine: &mut Machine<'_, '_>, op: OpId) -> Run<Elements> {
    let operands = machine.operands(op)?;
    match &operands[..] {
        [_, Value::Shaped(dest), ..] => inserted(machine, op, dest),
        _ => Err(machine.unsupported(op)),
    }
}

/// The elements of `dest` after `tensor.insert_slice` or `tensor.parallel_insert_slice`.
pub(super) fn inserted(
    machine: &mut Machine<'_, '_>,
    op: OpId,
    dest: &Rc<Shaped>,
) -> Run<Elements> {
    let operands = machine.operands(op)?;
    let [Value::Shaped(source), ..] = &operands[..] else {
        return Err(machine.unsupported(op));
    };
    let slice = Slice::of(machine, op, dest, 2)?;
    let source_id = machine.module.operands(op)[0];
    let (sizes, kept) = slice.reduced(machine, op, source_id)?;
    require(sizes == source.dims, Undefined::ShapeMismatch)?;
    let mut source = (**source).clone();
    if source.elements.is_none() {
        // Elements outside the slice stay known.
        source.elements = machine.arbitrary_elements(source_id, &source, MOST_ELEMENTS);
    }
    Ok(slice.written(&source, dest, &kept))
}
