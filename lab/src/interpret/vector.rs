//! The vector dialect: tensors, memrefs and indices, and vectors of integers that are known.

use super::elements::{by_places, gathered, permuted};
use super::machine::Machine;
use super::stop::Run;
use super::tensor::sized;
use super::value::{Shaped, Value};
use calipers::program::{OpId, Program};

pub(super) fn execute(machine: &mut Machine<'_, '_>, op: OpId, name: &str) -> Run {
    let operands = machine.operands(op)?;
    match (name, &operands[..]) {
        // An arbitrary positive number, constant during the run.
        ("vscale", _) => {
            let scale = machine.vscale();
            machine.set_results(op, vec![scale.into()])
        }
        ("transfer_write", [_, Value::Shaped(dest), ..]) => {
            let results = machine.module.results(op);
            let Some(&result) = results.first() else {
                return Ok(());
            };
            let value = machine.shaped(result, Shaped::contiguous(dest.dims.clone()))?;
            machine.set_results(op, vec![value])
        }
        ("mask", _) => {
            let (_, yielded) = machine.region(machine.module.regions(op)[0], vec![])?;
            machine.set_results(op, yielded)
        }
        _ => match rearranged(machine, op, name, &operands)? {
            Some(values) => machine.set_results(op, values),
            // Other vectors are not tracked.
            None => {
                let results = machine.module.results(op).len();
                machine.set_results(op, vec![Value::Opaque; results])
            }
        },
    }
}

/// The results of an op that puts vectors together, rearranges them or takes them apart; none if an element is unknown.
fn rearranged(
    machine: &Machine<'_, '_>,
    op: OpId,
    name: &str,
    operands: &[Value],
) -> Run<Option<Vec<Value>>> {
    let module = machine.module;
    let mut sizes = vec![];
    for &result in module.results(op) {
        sizes.push(match module.value_type(result).shape() {
            Some(_) => sized(machine, op, result, &[])?,
            None => vec![],
        });
    }
    let Some(vectors) = operands
        .iter()
        .map(as_vector)
        .collect::<Option<Vec<Shaped>>>()
    else {
        return Ok(None);
    };
    let list = |name: &str| -> Run<Vec<i128>> {
        let integers = machine.integers(op, name)?;
        Ok(integers.into_iter().map(i128::from).collect())
    };
    let plus = |indices: &[i128], offsets: &[i128]| -> Vec<i128> {
        let missing = offsets.len() - indices.len();
        let own = |at: usize| at.checked_sub(missing).map_or(0, |at| indices[at]);
        (0..offsets.len()).map(|at| offsets[at] + own(at)).collect()
    };
    let dims = sizes.first().cloned().unwrap_or_default();
    let found = match (name, &vectors[..]) {
        ("step", []) => vec![by_places(&dims, |at| at.first().copied())],
        ("from_elements", elements) => {
            let only = |vector: &Shaped| vector.element(&[]);
            vec![elements.iter().map(only).collect()]
        }
        ("to_elements", [source]) => match &source.elements {
            Some(elements) => elements.iter().map(|&it| Some(vec![it])).collect(),
            None => vec![None],
        },
        ("shape_cast", [source]) => vec![source.elements.clone()],
        ("broadcast", [source]) => {
            let missing = dims.len() - source.dims.len();
            let from = |at: &[i128]| {
                let pairs = at[missing..].iter().zip(&source.dims);
                pairs
                    .map(|(&at, &size)| if size == 1 { 0 } else { at })
                    .collect()
            };
            vec![gathered(source, &dims, from)]
        }
        ("transpose", [source]) => {
            let order = machine.integers(op, "permutation")?;
            vec![gathered(source, &dims, |at| permuted(at, &order))]
        }
        ("extract", [source]) => {
            let position = list("static_position")?;
            vec![gathered(source, &dims, |at| [&position, at].concat())]
        }
        ("insert", [source, dest]) => {
            let position = list("static_position")?;
            vec![by_places(&dims, |at| {
                match at.strip_prefix(&position[..]) {
                    Some(inner) => source.element(inner),
                    None => dest.element(at),
                }
            })]
        }
        ("extract_strided_slice", [source]) => {
            let mut offsets = list("offsets")?;
            offsets.resize(dims.len(), 0);
            vec![gathered(source, &dims, |at| plus(at, &offsets))]
        }
        ("insert_strided_slice", [source, dest]) => {
            let offsets: Vec<i128> = list("offsets")?.iter().map(|it| -it).collect();
            let missing = dims.len() - source.dims.len();
            vec![by_places(&dims, |at| {
                let inner = plus(at, &offsets);
                let is_before = inner[..missing].iter().all(|&it| it == 0);
                let inside = is_before
                    .then(|| source.element(&inner[missing..]))
                    .flatten();
                inside.or_else(|| dest.element(at))
            })]
        }
        ("shuffle", [a, b]) if a.dims.len() == 1 => {
            let all = [a.elements.clone(), b.elements.clone()];
            let [Some(a), Some(b)] = all else {
                return Ok(None);
            };
            let both = [a, b].concat();
            let mask = list("mask")?;
            vec![
                mask.iter()
                    .map(|&at| both.get(at as usize).copied())
                    .collect(),
            ]
        }
        ("interleave", [a, b]) if a.dims.len() == 1 => vec![by_places(&dims, |at| {
            let from = if at[0] % 2 == 0 { a } else { b };
            from.element(&[at[0] / 2])
        })],
        ("deinterleave", [source]) if source.dims.len() == 1 => {
            let half = |odd: i128| gathered(source, &dims, move |at| vec![2 * at[0] + odd]);
            vec![half(0), half(1)]
        }
        _ => return Ok(None),
    };
    let Some(found) = found.into_iter().collect::<Option<Vec<Vec<i128>>>>() else {
        return Ok(None);
    };
    let mut values = vec![];
    for ((elements, dims), &result) in found.into_iter().zip(sizes).zip(module.results(op)) {
        values.push(match (module.value_type(result).shape(), &elements[..]) {
            (None, &[element]) => Value::Integer(element),
            (None, _) => return Ok(None),
            (Some(_), _) => {
                let elements = Some(elements);
                machine.shaped(
                    result,
                    Shaped {
                        elements,
                        ..Shaped::contiguous(dims)
                    },
                )?
            }
        });
    }
    Ok(Some(values))
}

/// A vector, or a scalar as a vector of rank 0.
fn as_vector(value: &Value) -> Option<Shaped> {
    match value {
        Value::Shaped(shaped) => Some((**shaped).clone()),
        Value::Integer(element) => Some(Shaped {
            elements: Some(vec![*element]),
            ..Shaped::contiguous(vec![])
        }),
        _ => None,
    }
}
