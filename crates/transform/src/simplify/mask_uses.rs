//! Removes all-true masks, and marks transfers that stay in bounds.

use super::masks::VectorSizes;
use crate::ir::{AttrData, DenseElements, InsertionPoint, Module, Type};
use crate::program::{
    AffineExpr, Attribute, Column, Definition, Extent, OpId, Point, Program, ValueId,
};
use crate::term::Expr;
use hashbrown::HashMap;

/// The parts of a `vector.transfer_read` or `vector.transfer_write`.
struct Transfer {
    source: ValueId,
    indices: Vec<ValueId>,
    /// The index of the mask among the operands and their segments.
    mask: Option<(usize, usize)>,
    /// The sizes of the vector.
    extents: Vec<Extent>,
    /// The source dimension of each vector dimension; none for a broadcast.
    dims: Vec<Option<usize>>,
}

fn transfer(module: &Module, op: OpId) -> Option<Transfer> {
    let (base, vector) = match module.op_name(op) {
        "vector.transfer_read" => (0, *module.results(op).first()?),
        "vector.transfer_write" => (1, *module.operands(op).first()?),
        _ => return None,
    };
    let segments = segments(module, op)?;
    let operands = module.operands(op);
    let indices = *segments.get(base + 1)?;
    let mask_segment = segments.len().checked_sub(1)?;
    let mask = (segments[mask_segment] == 1).then_some((operands.len() - 1, mask_segment));
    let Some(Attribute::Map(map)) = module.attribute(op, "permutation_map") else {
        return None;
    };
    let dims = map.results.iter().map(|result| match result {
        AffineExpr::Dim(dim) => Some(Some(*dim as usize)),
        AffineExpr::Constant(_) => Some(None),
        _ => None,
    });
    Some(Transfer {
        source: *operands.get(base)?,
        indices: operands.get(base + 1..base + 1 + indices)?.to_vec(),
        mask,
        extents: module.value_type(vector).shape()?.dims?.to_vec(),
        dims: dims.collect::<Option<_>>()?,
    })
}

fn segments(module: &Module, op: OpId) -> Option<Vec<usize>> {
    match module.attribute(op, "operandSegmentSizes")? {
        Attribute::Integers(sizes) => {
            let sizes = sizes.iter().map(|&size| usize::try_from(size).ok());
            sizes.collect()
        }
        _ => None,
    }
}

/// The transfers with more in-bounds dimensions than their attribute states, with all of these.
pub(super) fn in_bounds(
    module: &Module,
    sizes: &mut VectorSizes<'_>,
    root: OpId,
) -> Vec<(OpId, Vec<bool>)> {
    let mut found = vec![];
    for op in module.walk(root) {
        let Some(transfer) = transfer(module, op) else {
            continue;
        };
        let Some(stated) = stated_bounds(module, op) else {
            continue;
        };
        if stated.len() != transfer.dims.len() || stated.len() != transfer.extents.len() {
            continue;
        }
        let point = Point::before(module, op);
        let mut is_inside = |at: usize| {
            let Some(dim) = transfer.dims[at] else {
                return true;
            };
            let (Some(&index), Ok(number)) = (transfer.indices.get(dim), u32::try_from(dim)) else {
                return false;
            };
            let index = Expr::Leaf(Column::Value(index));
            let size = Expr::Leaf(Column::Dim(transfer.source, number));
            sizes.fits(&index, transfer.extents[at], &size, point)
        };
        let known: Vec<bool> = (0..stated.len())
            .map(|at| stated[at] || is_inside(at))
            .collect();
        if known != stated {
            found.push((op, known));
        }
    }
    found
}

fn stated_bounds(module: &Module, op: OpId) -> Option<Vec<bool>> {
    let AttrData::Array(items) = module.attribute_data(module.op_attribute(op, "in_bounds")?)
    else {
        return None;
    };
    let items = items.iter().map(|&item| match module.attribute_data(item) {
        AttrData::Bool(value) => Some(*value),
        _ => None,
    });
    items.collect()
}

/// Sets the in-bounds attributes.
pub(super) fn set_in_bounds(module: &mut Module, found: Vec<(OpId, Vec<bool>)>) {
    for (op, known) in found {
        let items = known
            .into_iter()
            .map(|value| module.intern_attribute(AttrData::Bool(value)))
            .collect();
        let bounds = module.intern_attribute(AttrData::Array(items));
        module.set_attribute(op, "in_bounds", bounds);
    }
}

/// Whether a value is an all-true constant mask.
fn is_all_true(module: &Module, value: ValueId) -> bool {
    let Definition::Result { op, .. } = module.definition(value) else {
        return false;
    };
    let Some(dims) = module.value_type(value).shape().and_then(|s| s.dims) else {
        return false;
    };
    match (module.op_name(op), module.op_attribute(op, "value")) {
        ("vector.constant_mask", _) => match module.attribute(op, "mask_dim_sizes") {
            Some(Attribute::Integers(sizes)) => {
                sizes.len() == dims.len()
                    && sizes.iter().zip(dims).all(|(size, extent)| {
                        matches!(extent, Extent::Static(n) | Extent::Scalable(n) if n == size)
                    })
            }
            _ => false,
        },
        ("arith.constant", Some(value)) => match module.attribute_data(value) {
            AttrData::Dense {
                elements: DenseElements::Integers(values),
                splat: true,
                ..
            } => values.iter().all(|&value| value != 0),
            _ => false,
        },
        _ => false,
    }
}

/// Removes all-true masks from the transfers and the `vector.mask` ops in `root`.
pub(super) fn unmask(module: &mut Module, root: OpId) {
    let ops: Vec<OpId> = module.walk(root).collect();
    for op in ops {
        if !module.is_live(op) {
            continue;
        }
        if module.op_name(op) == "vector.mask" {
            inline(module, op);
        } else if let Some(transfer) = transfer(module, op)
            && let Some((at, segment)) = transfer.mask
            && is_all_true(module, module.operands(op)[at])
        {
            let mut operands = module.operands(op).to_vec();
            operands.remove(at);
            let sizes = segments(module, op).unwrap_or_default();
            let sizes = sizes.into_iter().enumerate();
            let sizes: Vec<i64> = sizes
                .map(|(number, size)| if number == segment { 0 } else { size as i64 })
                .collect();
            let sizes = module.intern_attribute(AttrData::DenseArray {
                element: Type::I32,
                elements: DenseElements::Integers(sizes.into()),
            });
            module.set_attribute(op, "operandSegmentSizes", sizes);
            module.set_operands(op, &operands);
        }
    }
}

/// Replaces a `vector.mask` with an all-true mask by its contents.
fn inline(module: &mut Module, op: OpId) -> Option<()> {
    let mask = *module.operands(op).first()?;
    let &[region] = module.regions(op) else {
        return None;
    };
    let &[block] = module.blocks(region) else {
        return None;
    };
    if !is_all_true(module, mask) {
        return None;
    }
    let inner = module.block_ops(block).to_vec();
    let (&last, inner) = inner.split_last()?;
    if module.operands(last).len() != module.results(op).len() {
        return None;
    }
    let mut copies = HashMap::new();
    for &inner in inner {
        let copy = module.clone_op(inner, &mut copies);
        module.insert(copy, InsertionPoint::Before(op));
    }
    let yielded = module.operands(last).to_vec();
    let results = module.results(op).to_vec();
    for (result, value) in results.into_iter().zip(yielded) {
        let value = copies.get(&value).copied().unwrap_or(value);
        module.replace_all_uses(result, value);
    }
    module.erase(op);
    Some(())
}
