//! Products, convolutions and gathers of StableHLO: their sizes, and the elements of gathers.

use super::elements::{Elements, by_places, dilated, windows};
use super::machine::Machine;
use super::stop::{Run, Undefined, require};
use super::value::Shaped;
use calipers::program::{Attribute, OpId, Program};

/// A list attribute.
pub(super) fn wide_list(machine: &Machine<'_, '_>, op: OpId, name: &str) -> Run<Vec<i128>> {
    let list = machine.integers(op, name)?;
    Ok(list.into_iter().map(i128::from).collect())
}

/// A list parameter of an attribute.
fn parameter(machine: &Machine<'_, '_>, op: OpId, attribute: &str, name: &str) -> Run<Vec<i64>> {
    let parameters = match machine.module.attribute(op, attribute) {
        Some(Attribute::Parameters(parameters)) => parameters,
        // The parameter is absent.
        Some(Attribute::String("")) => return Ok(vec![]),
        _ => return Err(machine.unsupported(op)),
    };
    let found = parameters.into_iter().find(|(key, _)| *key == Some(name));
    let integer = |value: Attribute<'_>| match value {
        Attribute::Integer(value) => i64::try_from(&value).ok(),
        _ => None,
    };
    let list = match found.map(|(_, value)| value) {
        None => Some(vec![]),
        Some(Attribute::Integers(list)) => Some(list.into_owned()),
        Some(Attribute::Array(list)) => list.into_iter().map(integer).collect(),
        Some(value) => integer(value).map(|value| vec![value]),
    };
    list.ok_or_else(|| machine.unsupported(op))
}

/// The entries except those at these positions.
pub(super) fn without(list: &[i128], places: &[i64]) -> Vec<i128> {
    let kept = list.iter().enumerate();
    let kept = kept.filter(|(at, _)| !places.contains(&(*at as i64)));
    kept.map(|(_, &entry)| entry).collect()
}

pub(super) fn dot_general(
    machine: &Machine<'_, '_>,
    op: OpId,
    a: &[i128],
    b: &[i128],
) -> Run<Vec<i128>> {
    let list = |name: &str| parameter(machine, op, "dot_dimension_numbers", name);
    let (batch_a, batch_b) = (
        list("lhs_batching_dimensions")?,
        list("rhs_batching_dimensions")?,
    );
    let (sum_a, sum_b) = (
        list("lhs_contracting_dimensions")?,
        list("rhs_contracting_dimensions")?,
    );
    for (in_a, in_b) in [(&batch_a, &batch_b), (&sum_a, &sum_b)] {
        require(in_a.len() == in_b.len(), Undefined::ShapeMismatch)?;
        let mut pairs = in_a.iter().zip(in_b);
        let agree = pairs.all(|(&i, &j)| a[i as usize] == b[j as usize]);
        require(agree, Undefined::ShapeMismatch)?;
    }
    let mut dims: Vec<i128> = batch_a.iter().map(|&at| a[at as usize]).collect();
    dims.extend(without(a, &[batch_a, sum_a].concat()));
    dims.extend(without(b, &[batch_b, sum_b].concat()));
    Ok(dims)
}

/// The role of each dimension: a letter, or the number of a spatial one.
#[derive(PartialEq)]
enum Role {
    Named(String),
    Spatial(usize),
}

fn roles(machine: &Machine<'_, '_>, op: OpId) -> Run<Vec<Vec<Role>>> {
    let Some(Attribute::Array(parts)) = machine.module.attribute(op, "dimension_numbers") else {
        return Err(machine.unsupported(op));
    };
    let role = |entry: Attribute<'_>| match entry {
        Attribute::String(name) => Some(Role::Named(name.to_owned())),
        Attribute::Integer(at) => Some(Role::Spatial(usize::try_from(&at).ok()?)),
        _ => None,
    };
    let mut all = vec![];
    for part in parts {
        let Attribute::Array(entries) = part else {
            return Err(machine.unsupported(op));
        };
        let entries: Option<Vec<Role>> = entries.into_iter().map(role).collect();
        all.push(entries.ok_or_else(|| machine.unsupported(op))?);
    }
    Ok(all)
}

pub(super) fn convolution(
    machine: &Machine<'_, '_>,
    op: OpId,
    input: &[i128],
    kernel: &[i128],
    padding: &[i128],
) -> Run<Vec<i128>> {
    let roles = roles(machine, op)?;
    let [of_input, of_kernel, of_output] = &roles[..] else {
        return Err(machine.unsupported(op));
    };
    let size = |dims: &[i128], roles: &[Role], role: &Role| -> Run<i128> {
        let at = roles.iter().position(|it| it == role);
        let size = at.and_then(|at| dims.get(at)).copied();
        size.ok_or_else(|| machine.unsupported(op))
    };
    let named = |name: &str| Role::Named(name.into());
    let count = |name: &str| match machine.module.attribute(op, name) {
        None => Ok(1),
        Some(_) => machine.integer(op, name),
    };
    let (batches, features) = (count("batch_group_count")?, count("feature_group_count")?);
    let images = size(input, of_input, &named("b"))?;
    let made = size(kernel, of_kernel, &named("o"))?;
    let read = size(input, of_input, &named("f"))?;
    let fits = images % batches == 0
        && made % batches == 0
        && made % features == 0
        && read % features == 0
        && read / features == size(kernel, of_kernel, &named("i"))?;
    require(fits, Undefined::ShapeMismatch)?;
    let [strides, base, dilation] =
        ["window_strides", "lhs_dilation", "rhs_dilation"].map(|name| wide_list(machine, op, name));
    let (strides, base, dilation) = (strides?, base?, dilation?);
    let or = |list: &[i128], at: usize, default| list.get(at).copied().unwrap_or(default);
    let mut dims = vec![];
    for role in of_output {
        dims.push(match role {
            Role::Named(name) if name == "b" => images / batches,
            Role::Named(_) => made,
            Role::Spatial(d) => {
                let (low, high) = (or(padding, 2 * d, 0), or(padding, 2 * d + 1, 0));
                let inside = dilated(size(input, of_input, role)?, or(&base, *d, 1));
                let window = dilated(size(kernel, of_kernel, role)?, or(&dilation, *d, 1));
                windows(low + inside + high, window, or(&strides, *d, 1))?
            }
        });
    }
    Ok(dims)
}

pub(super) fn gather(
    machine: &Machine<'_, '_>,
    op: OpId,
    indices: &[i128],
    sizes: &[i128],
) -> Run<Vec<i128>> {
    let list = |name: &str| parameter(machine, op, "dimension_numbers", name);
    let (offset, mut vector) = (list("offset_dims")?, list("index_vector_dim")?);
    // A number that is 0 is not printed.
    if vector.is_empty() {
        vector.push(0);
    }
    let gone = [
        list("collapsed_slice_dims")?,
        list("operand_batching_dims")?,
    ]
    .concat();
    for &at in &gone {
        require(sizes[at as usize] <= 1, Undefined::ShapeMismatch)?;
    }
    let mut batch = without(indices, &vector).into_iter();
    let mut taken = without(sizes, &gone).into_iter();
    let rank = batch.len() + taken.len();
    let next = |d: usize| match offset.contains(&(d as i64)) {
        true => taken.next(),
        false => batch.next(),
    };
    let dims: Option<Vec<i128>> = (0..rank).map(next).collect();
    dims.ok_or_else(|| machine.unsupported(op))
}

/// The elements of a gather whose result has those sizes.
pub(super) fn gathered_elements(
    machine: &Machine<'_, '_>,
    op: OpId,
    (source, indices): (&Shaped, &Shaped),
    sizes: &[i128],
    dims: &[i128],
) -> Run<Elements> {
    let list = |name: &str| parameter(machine, op, "dimension_numbers", name);
    let (offset, map) = (list("offset_dims")?, list("start_index_map")?);
    let vector = list("index_vector_dim")?.first().copied().unwrap_or(0) as usize;
    let batching = (
        list("operand_batching_dims")?,
        list("start_indices_batching_dims")?,
    );
    let gone = [list("collapsed_slice_dims")?, batching.0.clone()].concat();
    Ok(by_places(dims, |at| {
        let batch = without(at, &offset);
        let mut taken = offset.iter().map(|&d| at[d as usize]);
        let mut from = vec![];
        for (d, (&dim, &size)) in source.dims.iter().zip(sizes).enumerate() {
            let d = d as i64;
            let own = match gone.contains(&d) {
                true => 0,
                false => taken.next()?,
            };
            let start = match map.iter().position(|&to| to == d) {
                None => 0,
                Some(number) => {
                    let mut place = batch.clone();
                    if vector < indices.dims.len() {
                        place.insert(vector, number as i128);
                    }
                    indices.element(&place)?.clamp(0, dim - size)
                }
            };
            let in_batch = match batching.0.iter().position(|&own| own == d) {
                None => 0,
                Some(number) => {
                    let along = *batching.1.get(number)? as usize;
                    *batch.get(along - usize::from(along > vector))?
                }
            };
            from.push(own + start + in_batch);
        }
        source.element(&from)
    }))
}
