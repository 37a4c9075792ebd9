//! The memref and bufferization dialects.

use super::machine::Machine;
use super::stop::{Run, Undefined, require};
use super::tensor::{Slice, dim, expanded, extract, groups, product, sized};
use super::value::{Shaped, Value};
use calipers::ir::{MemrefLayout, TypeData};
use calipers::program::{Attribute, Extent, OpId, Program, ValueId};

pub(super) fn execute(machine: &mut Machine<'_, '_>, op: OpId, name: &str) -> Run {
    let operands = machine.operands(op)?;
    let module = machine.module;
    if name == "memref.alloca_scope" {
        let (_, yielded) = machine.region(module.regions(op)[0], vec![])?;
        return machine.set_results(op, yielded);
    }
    if let ("memref.copy", [Value::Shaped(from), Value::Shaped(to)]) = (name, &operands[..]) {
        return require(from.dims == to.dims, Undefined::ShapeMismatch);
    }
    let Some(&result) = module.results(op).first() else {
        // Stores, deallocations.
        return Ok(());
    };
    if name == "memref.distinct_objects" {
        return machine.set_results(op, operands);
    }
    let shaped = match (name, &operands[..]) {
        ("memref.dim", [Value::Shaped(source), Value::Integer(at)]) => {
            return dim(machine, op, source, *at);
        }
        ("memref.rank", [Value::Shaped(source)]) => {
            let rank = source.dims.len() as i128;
            return machine.set_results(op, vec![rank.into()]);
        }
        ("memref.load", [Value::Shaped(source), indices @ ..]) => {
            return extract(machine, op, source, indices);
        }
        ("memref.alloc" | "memref.alloca", sizes) => {
            let dynamic = module.value_type(result).shape();
            let dims = dynamic.and_then(|shape| shape.dims).unwrap_or(&[]);
            let count = dims.iter().filter(|it| **it == Extent::Dynamic).count();
            Shaped::contiguous(sized(
                machine,
                op,
                result,
                &sizes[..count.min(sizes.len())],
            )?)
        }
        ("bufferization.alloc_tensor", _) => {
            let segments = machine.segments(op)?;
            match segments.get(1).map(|copy| &copy[..]) {
                Some([Value::Shaped(copied)]) => Shaped::contiguous(copied.dims.clone()),
                _ => Shaped::contiguous(sized(machine, op, result, &segments[0])?),
            }
        }
        ("memref.cast" | "memref.memory_space_cast" | "memref.assume_alignment", [it, ..])
        | ("bufferization.clone", [it]) => match it {
            Value::Shaped(source) => without_elements(source),
            _ => return Err(machine.unsupported(op)),
        },
        ("bufferization.to_buffer", [Value::Shaped(source)]) => {
            laid_out(machine, result, source.dims.clone())
        }
        ("bufferization.to_tensor", [Value::Shaped(source)]) => {
            Shaped::contiguous(source.dims.clone())
        }
        ("bufferization.materialize_in_destination", [_, Value::Shaped(dest)]) => {
            Shaped::contiguous(dest.dims.clone())
        }
        ("memref.subview", [Value::Shaped(source), ..]) => {
            let slice = Slice::of(machine, op, source, 1)?;
            let (dims, kept) = slice.reduced(machine, op, result)?;
            let mut offset = source.offset;
            for (at, own) in slice.offsets.iter().zip(&source.strides) {
                offset = machine.index(offset + machine.index(at * own)?)?;
            }
            let mut strides = vec![];
            for at in kept {
                strides.push(machine.index(slice.strides[at] * source.strides[at])?);
            }
            Shaped {
                dims,
                strides,
                offset,
                elements: None,
            }
        }
        ("memref.reinterpret_cast", [_, ..]) => {
            let segments = machine.segments(op)?;
            let offsets = machine.mixed(op, "static_offsets", &segments[1])?;
            Shaped {
                dims: machine.mixed(op, "static_sizes", &segments[2])?,
                strides: machine.mixed(op, "static_strides", &segments[3])?,
                offset: offsets.first().copied().unwrap_or(0),
                elements: None,
            }
        }
        ("memref.extract_strided_metadata", [Value::Shaped(source)]) => {
            let base = Shaped {
                elements: None,
                ..Shaped::contiguous(vec![])
            };
            let mut results: Vec<Value> = vec![base.into(), source.offset.into()];
            results.extend(
                source
                    .dims
                    .iter()
                    .chain(&source.strides)
                    .map(|&it| it.into()),
            );
            return machine.set_results(op, results);
        }
        ("memref.collapse_shape", [Value::Shaped(source)]) => {
            let (mut dims, mut strides) = (vec![], vec![]);
            for group in groups(machine, op)? {
                dims.push(product(machine, &source.dims, &group)?);
                let inner = group.last().map_or(1, |&at| source.strides[at]);
                strides.push(inner);
            }
            Shaped {
                dims,
                strides,
                offset: source.offset,
                elements: None,
            }
        }
        ("memref.expand_shape", [Value::Shaped(source), sizes @ ..]) => {
            let dims = expanded(machine, op, source, sizes)?;
            let mut strides = vec![1; dims.len()];
            for (group, &own) in groups(machine, op)?.iter().zip(&source.strides) {
                let mut stride = own;
                for &at in group.iter().rev() {
                    strides[at] = stride;
                    stride = machine.index(stride * dims[at])?;
                }
            }
            Shaped {
                dims,
                strides,
                offset: source.offset,
                elements: None,
            }
        }
        ("memref.transpose", [Value::Shaped(source)]) => {
            let Some(Attribute::Map(map)) = module.attribute(op, "permutation") else {
                return Err(machine.unsupported(op));
            };
            let from: Option<Vec<usize>> = map
                .results
                .iter()
                .map(|result| match result {
                    calipers::program::AffineExpr::Dim(at) => Some(*at as usize),
                    _ => None,
                })
                .collect();
            let from = from.ok_or_else(|| machine.unsupported(op))?;
            Shaped {
                dims: from.iter().map(|&at| source.dims[at]).collect(),
                strides: from.iter().map(|&at| source.strides[at]).collect(),
                offset: source.offset,
                elements: None,
            }
        }
        ("memref.realloc", [_, sizes @ ..]) => {
            Shaped::contiguous(sized(machine, op, result, sizes)?)
        }
        ("amdgpu.fat_raw_buffer_cast", [Value::Shaped(source), ..]) => {
            let mut shaped = without_elements(source);
            if machine.flag(op, "resetOffset") {
                shaped.offset = 0;
            }
            shaped
        }
        ("memref.view", [_, Value::Integer(shift), sizes @ ..]) => {
            require(*shift >= 0, Undefined::OutOfBounds)?;
            Shaped::contiguous(sized(machine, op, result, sizes)?)
        }
        _ => return Err(machine.unsupported(op)),
    };
    let value = machine.shaped(result, shaped)?;
    machine.set_results(op, vec![value])
}

fn without_elements(shaped: &Shaped) -> Shaped {
    Shaped {
        elements: None,
        ..shaped.clone()
    }
}

/// A buffer of these sizes with the layout of the result's type.
fn laid_out(machine: &Machine<'_, '_>, result: ValueId, dims: Vec<i128>) -> Shaped {
    let mut shaped = Shaped::contiguous(dims);
    let ty = machine.module.type_data(machine.module.type_of(result));
    if let TypeData::Memref {
        layout: MemrefLayout::Strided { strides, offset },
        ..
    } = ty
    {
        for (stride, extent) in shaped.strides.iter_mut().zip(strides) {
            if let Extent::Static(extent) = extent {
                *stride = i128::from(*extent);
            }
        }
        if let Extent::Static(extent) = offset {
            shaped.offset = i128::from(*extent);
        }
    }
    shaped
}
