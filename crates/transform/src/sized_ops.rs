//! Ops with sizes: allocations, pads, slices, views.

use super::inserter::Inserter;
use super::reify::{Style, reify};
use crate::ir::{
    Attr, AttrData, DenseElements, InsertionPoint, MemrefLayout, Module, OpBuilder, Signedness,
    Type, TypeData,
};
use crate::number::Int;
use crate::program::{
    AffineBinary, AffineExpr, AffineMap, Attribute, Column, Definition, Extent, OpId, Program,
    ValueId,
};
use crate::rules::Rules;
use hashbrown::HashMap;

/// A size, offset or stride: static or dynamic.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Size {
    /// A number.
    Static(i64),
    /// An index value.
    Dynamic(ValueId),
}

impl Size {
    fn value(self) -> Option<ValueId> {
        match self {
            Size::Static(_) => None,
            Size::Dynamic(value) => Some(value),
        }
    }

    fn extent(self) -> Extent {
        match self {
            Size::Static(size) => Extent::Static(size),
            Size::Dynamic(_) => Extent::Dynamic,
        }
    }
}

fn integers(module: &mut Module, element: Type, values: Vec<i64>) -> Attr {
    module.intern_attribute(AttrData::DenseArray {
        element,
        elements: DenseElements::Integers(values.into()),
    })
}

fn segments(module: &mut Module, sizes: &[usize]) -> Attr {
    let sizes = sizes.iter().map(|&size| size as i64).collect();
    integers(module, Type::I32, sizes)
}

/// The static part of a list, with `i64::MIN` for dynamic entries.
fn static_part(module: &mut Module, sizes: &[Size]) -> Attr {
    let values = sizes.iter().map(|size| match size {
        Size::Static(value) => *value,
        Size::Dynamic(_) => i64::MIN,
    });
    let values = values.collect();
    integers(module, Type::I64, values)
}

fn dynamic_part(sizes: &[Size]) -> Vec<ValueId> {
    sizes.iter().filter_map(|size| size.value()).collect()
}

/// Whether an allocation is a contiguous row-major memref without symbols.
pub(super) fn is_plain_allocation(module: &Module, op: OpId) -> bool {
    let &[result] = module.results(op) else {
        return false;
    };
    let ty = module.type_data(module.type_of(result));
    let TypeData::Memref {
        dims: Some(dims),
        layout: MemrefLayout::Identity,
        ..
    } = ty
    else {
        return false;
    };
    let dynamic = dims.iter().filter(|&&extent| extent == Extent::Dynamic);
    module.operands(op).len() == dynamic.count()
}

/// The sizes of the result of `tensor.empty`, `memref.alloc` or `memref.alloca`.
pub(super) fn sizes_of_allocation(module: &Module, op: OpId) -> Option<Vec<Size>> {
    let &[result] = module.results(op) else {
        return None;
    };
    let mut operands = module.operands(op).iter();
    let dims = module.value_type(result).shape()?.dims?;
    let sizes = dims.iter().map(|extent| match extent {
        Extent::Static(size) => Some(Size::Static(*size)),
        Extent::Dynamic => operands.next().map(|&value| Size::Dynamic(value)),
        Extent::Scalable(_) => None,
    });
    sizes.collect()
}

/// Creates an allocation like `op` with other sizes, right before `before`.
pub(super) fn allocation_like(
    module: &mut Module,
    op: OpId,
    before: OpId,
    sizes: &[Size],
) -> Option<ValueId> {
    let &[old] = module.results(op) else {
        return None;
    };
    let dims = Some(sizes.iter().map(|size| size.extent()).collect());
    let ty = match module.type_data(module.type_of(old)).clone() {
        TypeData::Tensor {
            element, encoding, ..
        } => TypeData::Tensor {
            dims,
            element,
            encoding,
        },
        TypeData::Memref {
            element,
            layout,
            space,
            ..
        } => TypeData::Memref {
            dims,
            element,
            layout,
            space,
        },
        _ => return None,
    };
    let ty = module.intern_type(ty);
    let operands = dynamic_part(sizes);
    let copy = module.clone_op(op, &mut HashMap::new());
    module.set_operands(copy, &operands);
    if module.op_attribute(copy, "operandSegmentSizes").is_some() {
        let segments = segments(module, &[operands.len(), 0]);
        module.set_attribute(copy, "operandSegmentSizes", segments);
    }
    module.insert(copy, InsertionPoint::Before(before));
    let value = *module.results(copy).first()?;
    module.set_type(value, ty);
    Some(value)
}

/// Creates an allocation of bytes in the memory space of `op`, right before `before`.
pub(super) fn arena_like(
    module: &mut Module,
    op: OpId,
    before: OpId,
    bytes: Size,
    alignment: i64,
) -> Option<ValueId> {
    let old = module.type_of(*module.results(op).first()?);
    let TypeData::Memref { layout, space, .. } = module.type_data(old).clone() else {
        return None;
    };
    let byte = module.intern_type(TypeData::Integer {
        width: 8,
        signedness: Signedness::Signless,
    });
    let ty = module.intern_type(TypeData::Memref {
        dims: Some([bytes.extent()].into()),
        element: byte,
        layout,
        space,
    });
    let operands = dynamic_part(&[bytes]);
    let alignment = module.integer_attribute(alignment, Type::I64);
    let mut attributes = vec![("alignment", alignment)];
    if module.op_attribute(op, "operandSegmentSizes").is_some() {
        let segments = segments(module, &[operands.len(), 0]);
        attributes.push(("operandSegmentSizes", segments));
    }
    let mut builder = OpBuilder::new(module, InsertionPoint::Before(before));
    Some(builder.value("memref.alloc", &operands, ty, &attributes))
}

/// `tensor.extract_slice` with strides of 1, right before `before`.
pub(super) fn extract_slice(
    module: &mut Module,
    before: OpId,
    whole: ValueId,
    offsets: &[Size],
    sizes: &[Size],
    ty: Type,
) -> Option<ValueId> {
    // The op states exactly the sizes that its type states.
    let dims = module.type_data(ty).dims()?.to_vec();
    let sizes: Vec<Size> = sizes
        .iter()
        .zip(dims)
        .map(|(&size, extent)| match (size, extent) {
            (Size::Static(size), Extent::Dynamic) => {
                Size::Dynamic(Inserter::before(module, before).constant_index(size))
            }
            _ => size,
        })
        .collect();
    sliced(
        module,
        before,
        "tensor.extract_slice",
        whole,
        [offsets, &sizes],
        ty,
    )
}

fn sliced(
    module: &mut Module,
    before: OpId,
    name: &str,
    whole: ValueId,
    [offsets, sizes]: [&[Size]; 2],
    ty: Type,
) -> Option<ValueId> {
    let strides = vec![Size::Static(1); sizes.len()];
    let mut operands = vec![whole];
    operands.extend(dynamic_part(offsets));
    let offset_count = operands.len() - 1;
    operands.extend(dynamic_part(sizes));
    let size_count = operands.len() - 1 - offset_count;
    let attributes = [
        ("static_offsets", static_part(module, offsets)),
        ("static_sizes", static_part(module, sizes)),
        ("static_strides", static_part(module, &strides)),
        (
            "operandSegmentSizes",
            segments(module, &[1, offset_count, size_count, 0]),
        ),
    ];
    let mut builder = OpBuilder::new(module, InsertionPoint::Before(before));
    Some(builder.value(name, &operands, ty, &attributes))
}

/// Whether row-major buffers of these sizes have the same strides: all but the first size are equal.
pub(super) fn have_same_strides(a: &[Size], b: &[Size]) -> bool {
    let inner = |sizes: &[Size]| -> Option<Vec<i64>> {
        let inner = sizes.iter().skip(1).map(|size| match size {
            Size::Static(size) => Some(*size),
            Size::Dynamic(_) => None,
        });
        inner.collect()
    };
    inner(a).is_some() && inner(a) == inner(b)
}

/// The first rows of a buffer with the same strides, as a memref of type `ty`.
pub(super) fn leading_subview(
    module: &mut Module,
    before: OpId,
    whole: ValueId,
    sizes: &[Size],
    ty: Type,
) -> Option<ValueId> {
    let TypeData::Memref {
        dims,
        element,
        space,
        ..
    } = module.type_data(ty).clone()
    else {
        return None;
    };
    let mut strides = vec![];
    let mut stride = 1i64;
    for size in sizes.iter().rev() {
        strides.push(Extent::Static(stride));
        if let Size::Static(size) = size {
            stride = stride.checked_mul(*size)?;
        }
    }
    strides.reverse();
    let strided = module.intern_type(TypeData::Memref {
        dims,
        element,
        layout: MemrefLayout::Strided {
            strides: strides.into(),
            offset: Extent::Static(0),
        },
        space,
    });
    let zeros = vec![Size::Static(0); sizes.len()];
    let view = sliced(
        module,
        before,
        "memref.subview",
        whole,
        [&zeros, sizes],
        strided,
    )?;
    let mut builder = OpBuilder::new(module, InsertionPoint::Before(before));
    Some(builder.value("memref.cast", &[view], ty, &[]))
}

/// A one-dimensional buffer, viewed as a row-major memref of type `ty`, right before `before`.
pub(super) fn view_of_flat(
    module: &mut Module,
    before: OpId,
    flat: ValueId,
    sizes: &[Size],
    ty: Type,
) -> Option<ValueId> {
    let mut strides = vec![Size::Static(1)];
    for at in (1..sizes.len()).rev() {
        let last = *strides.last()?;
        strides.push(times(module, before, sizes[at], last)?);
    }
    strides.reverse();
    strides.truncate(sizes.len());
    let mut operands = vec![flat];
    operands.extend(dynamic_part(sizes));
    let size_count = operands.len() - 1;
    operands.extend(dynamic_part(&strides));
    let stride_count = operands.len() - 1 - size_count;
    let attributes = [
        ("static_offsets", static_part(module, &[Size::Static(0)])),
        ("static_sizes", static_part(module, sizes)),
        ("static_strides", static_part(module, &strides)),
        (
            "operandSegmentSizes",
            segments(module, &[1, 0, size_count, stride_count]),
        ),
    ];
    let mut builder = OpBuilder::new(module, InsertionPoint::Before(before));
    Some(builder.value("memref.reinterpret_cast", &operands, ty, &attributes))
}

/// The product of sizes.
pub(super) fn product(module: &mut Module, before: OpId, sizes: &[Size]) -> Option<Size> {
    let mut total = Size::Static(1);
    for &size in sizes {
        total = times(module, before, total, size)?;
    }
    Some(total)
}

fn times(module: &mut Module, before: OpId, a: Size, b: Size) -> Option<Size> {
    match (a, b) {
        (Size::Static(a), Size::Static(b)) => a.checked_mul(b).map(Size::Static),
        (Size::Static(1), other) | (other, Size::Static(1)) => Some(other),
        _ => {
            let mut insert = Inserter::before(module, before);
            let mut value = |size| match size {
                Size::Static(size) => insert.constant_index(size),
                Size::Dynamic(value) => value,
            };
            let (a, b) = (value(a), value(b));
            Some(Size::Dynamic(insert.binary("arith.muli", a, b)))
        }
    }
}

/// A sum of sizes, each with its factor, right before `before`.
pub(super) fn sum(module: &mut Module, before: OpId, terms: &[(Size, i64)]) -> Option<Size> {
    let mut constant = Int::ZERO;
    let mut total: Option<AffineExpr> = None;
    let mut columns = vec![];
    for &(size, factor) in terms {
        match size {
            Size::Static(value) => constant += Int::from(value) * Int::from(factor),
            Size::Dynamic(value) => {
                let symbol = AffineExpr::Symbol(u32::try_from(columns.len()).ok()?);
                columns.push(Column::Value(value));
                let factor = AffineExpr::Constant(factor.into());
                let term = AffineExpr::binary(AffineBinary::Mul, symbol, factor);
                total = Some(match total {
                    None => term,
                    Some(total) => AffineExpr::binary(AffineBinary::Add, total, term),
                });
            }
        }
    }
    let Some(total) = total else {
        return i64::try_from(&constant).ok().map(Size::Static);
    };
    let constant = AffineExpr::Constant(constant);
    let map = AffineMap {
        dims: 0,
        symbols: u32::try_from(columns.len()).ok()?,
        results: vec![AffineExpr::binary(AffineBinary::Add, total, constant)],
    };
    let value = reify(
        module,
        &Rules::none(),
        before,
        &map,
        &columns,
        Style::Affine,
    )
    .ok()?;
    Some(match super::fold::constant(module, value) {
        Some(number) => Size::Static(i64::try_from(number).ok()?),
        None => Size::Dynamic(value),
    })
}

/// A size of a value, right before `before`.
pub(super) fn dim(module: &mut Module, before: OpId, value: ValueId, dim: usize) -> Option<Size> {
    match module.value_type(value).shape()?.extent(dim)? {
        Extent::Static(size) => Some(Size::Static(size)),
        Extent::Scalable(_) => None,
        Extent::Dynamic => {
            let dim = u32::try_from(dim).ok()?;
            let value = Inserter::before(module, before).dim(value, dim);
            Some(Size::Dynamic(value))
        }
    }
}

/// `tensor.pad` after the elements of each dimension, right before `before`.
pub(super) fn pad_with(
    module: &mut Module,
    before: OpId,
    source: ValueId,
    high: &[Size],
    padding: ValueId,
    ty: Type,
) -> Option<ValueId> {
    let low = vec![Size::Static(0); high.len()];
    let mut operands = vec![source];
    operands.extend(dynamic_part(high));
    let attributes = [
        ("static_low", static_part(module, &low)),
        ("static_high", static_part(module, high)),
        (
            "operandSegmentSizes",
            segments(module, &[1, 0, operands.len() - 1]),
        ),
    ];
    let pad = module.create_op("tensor.pad", &operands, &[ty], &attributes, 1);
    let region = *module.regions(pad).first()?;
    let block = module.create_block(region, &vec![Type::INDEX; high.len()]);
    module.insert(pad, InsertionPoint::Before(before));
    let mut builder = OpBuilder::new(module, InsertionPoint::End(block));
    builder.create("tensor.yield", &[padding], &[], &[]);
    module.results(pad).first().copied()
}

/// The value that a `tensor.pad` pads with, if it is the same everywhere.
pub(super) fn constant_padding(module: &Module, op: OpId) -> Option<ValueId> {
    let &[region] = module.regions(op) else {
        return None;
    };
    let &[block] = module.blocks(region) else {
        return None;
    };
    let last = *module.block_ops(block).last()?;
    let &[value] = module.operands(last) else {
        return None;
    };
    let inside = match module.definition(value) {
        Definition::Argument { block: owner, .. } => owner == block,
        Definition::Result { op, .. } => {
            module.block_of(op) == Some(block) && module.op_name(op) != "arith.constant"
        }
    };
    (!inside).then_some(value)
}

/// Sizes with their operand indices; `usize::MAX` for a constant.
type Numbered = Vec<(Size, usize)>;

/// The low and the high padding of a `tensor.pad`.
pub(super) fn padding(module: &Module, op: OpId) -> Option<(Numbered, Numbered)> {
    let operands = module.operands(op);
    let mut next = 1;
    let mut read = |name: &str| -> Option<Numbered> {
        let Some(Attribute::Integers(values)) = module.attribute(op, name) else {
            return None;
        };
        let sizes = values.iter().map(|&value| {
            if value != i64::MIN {
                return Some((Size::Static(value), usize::MAX));
            }
            next += 1;
            Some((Size::Dynamic(*operands.get(next - 1)?), next - 1))
        });
        sizes.collect()
    };
    Some((read("static_low")?, read("static_high")?))
}

/// A pad like `op` with other padding, right before it.
pub(super) fn pad_like(
    module: &mut Module,
    op: OpId,
    low: &[Size],
    high: &[Size],
    ty: Type,
) -> Option<ValueId> {
    let source = *module.operands(op).first()?;
    let copy = module.clone_op(op, &mut HashMap::new());
    let (dynamic_low, dynamic_high) = (dynamic_part(low), dynamic_part(high));
    let counts = segments(module, &[1, dynamic_low.len(), dynamic_high.len()]);
    let mut operands = vec![source];
    operands.extend(dynamic_low);
    operands.extend(dynamic_high);
    module.set_operands(copy, &operands);
    let low = static_part(module, low);
    let high = static_part(module, high);
    module.set_attribute(copy, "static_low", low);
    module.set_attribute(copy, "static_high", high);
    module.set_attribute(copy, "operandSegmentSizes", counts);
    module.insert(copy, InsertionPoint::Before(op));
    let value = *module.results(copy).first()?;
    module.set_type(value, ty);
    Some(value)
}
