//! Data movement in StableHLO: the elements of slices, paddings and reductions, from its specification.

use super::elements::{Elements, MOST_ELEMENTS, by_places, element_width, indices};
use super::hlo_products::without;
use super::machine::Machine;
use super::stop::Run;
use super::value::{Shaped, Value, place};
use calipers::program::{OpId, Program};

/// Reverses some dimensions.
pub(super) fn reversed(source: &Shaped, along: &[i64]) -> Elements {
    by_places(&source.dims, |indices| {
        let index = |(d, &index): (usize, &i128)| match along.contains(&(d as i64)) {
            true => source.dims[d] - 1 - index,
            false => index,
        };
        let from: Vec<i128> = indices.iter().enumerate().map(index).collect();
        source.element(&from)
    })
}

/// The start of a slice of those sizes, clamped so that it is within bounds.
fn starts(dims: &[i128], sizes: &[i128], starts: &[Shaped]) -> Option<Vec<i128>> {
    let along = dims.iter().zip(sizes).zip(starts);
    along
        .map(|((dim, size), start)| Some(start.element(&[])?.clamp(0, dim - size)))
        .collect()
}

/// A slice of those sizes.
pub(super) fn slice(source: &Shaped, at: &[Shaped], sizes: &[i128]) -> Elements {
    let starts = starts(&source.dims, sizes, at)?;
    by_places(sizes, |indices| {
        let from = indices.iter().zip(&starts).map(|(i, start)| i + start);
        source.element(&from.collect::<Vec<i128>>())
    })
}

/// The tensor after `update` is inserted.
pub(super) fn updated(source: &Shaped, update: &Shaped, at: &[Shaped]) -> Elements {
    let starts = starts(&source.dims, &update.dims, at)?;
    by_places(&source.dims, |indices| {
        let from = indices.iter().zip(&starts).map(|(i, start)| i - start);
        let from: Vec<i128> = from.collect();
        match place(&from, &update.dims) {
            Some(_) => update.element(&from),
            None => source.element(indices),
        }
    })
}

/// Pads to those sizes, with interior padding after each element; negative low padding removes elements.
pub(super) fn padded(
    source: &Shaped,
    value: &Shaped,
    low: &[i128],
    interior: &[i128],
    dims: &[i128],
) -> Elements {
    by_places(dims, |indices| {
        let mut from = vec![];
        for (d, index) in indices.iter().enumerate() {
            let (at, step) = (index - low[d], interior[d] + 1);
            from.push(if at % step == 0 { at / step } else { -1 });
        }
        match place(&from, &source.dims) {
            Some(_) => source.element(&from),
            None => value.element(&[]),
        }
    })
}

/// The maximum number of elements for which a body is executed.
const MOST_REDUCED: usize = 16;

/// Reduces the elements along some dimensions, in order, with the body of an op with one input.
pub(super) fn reduced(
    machine: &mut Machine<'_, '_>,
    op: OpId,
    (source, initial): (&Shaped, &Shaped),
    along: &[i64],
) -> Run<Elements> {
    let kept = without(&source.dims, along);
    let count = Shaped::contiguous(kept.clone()).count();
    let operand = machine.module.operands(op)[0];
    let (Some(all), Some(first), Some(count @ ..=MOST_ELEMENTS), Some(_)) = (
        &source.elements,
        initial.element(&[]),
        count,
        element_width(machine, operand),
    ) else {
        return Ok(None);
    };
    if all.len() > MOST_REDUCED {
        return Ok(None);
    }
    let body = machine.module.regions(op)[0];
    let mut sums = vec![first; count];
    for (at, &element) in all.iter().enumerate() {
        let to = without(&indices(at as i128, &source.dims), along);
        let Some(sum) = place(&to, &kept).and_then(|to| sums.get_mut(to)) else {
            return Ok(None);
        };
        let scalar = |value: i128| {
            Value::from(Shaped {
                elements: Some(vec![value]),
                ..Shaped::contiguous(vec![])
            })
        };
        let (_, given) = machine.region(body, vec![scalar(*sum), scalar(element)])?;
        match given.first() {
            Some(Value::Shaped(given)) if given.element(&[]).is_some() => {
                *sum = given.element(&[]).unwrap_or_default();
            }
            _ => return Ok(None),
        }
    }
    Ok(Some(sums))
}
