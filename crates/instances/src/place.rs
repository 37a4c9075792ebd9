//! Places: the elements of an access as elements of the buffer that its memref is a view of.

use crate::access::{Access, Size, leaf};
use crate::bytes::whole_bytes_of;
use crate::handed_on::handed_on;
use crate::nest::is_entry;
use crate::term::Term;
use calipers_egraph::{Expr, Operator};
use calipers_engine::analysis::Analysis;
use calipers_number::Int;
use calipers_program::{
    Attribute, BlockId, Column, Definition, Extent, Layout, OpId, Program, Shape, ShapedKind,
    ValueId,
};
use calipers_rules::{Item, kept_dims};
use calipers_support::order::Order;

/// Limit of the views of views.
const MAX_VIEWS: usize = 64;

/// The elements of an access.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Place {
    /// The buffer that is a view of no other one.
    pub(crate) root: ValueId,
    /// The buffer with the indices below, and whose indices denote different elements.
    pub(crate) frame: Option<ValueId>,
    pub(crate) indices: Vec<Term>,
    pub(crate) sizes: Vec<Size>,
    /// The position from the start of the root, and the number of consecutive elements.
    pub(crate) address: Option<(Term, Size)>,
}

/// What an op does to the indices of its source.
enum View {
    /// The same elements at the same indices.
    Same(ValueId),
    /// The element with these indices, in this number.
    Moved(ValueId, Vec<Term>, Vec<Size>),
    /// Elements of this buffer, at indices that are unknown.
    Elsewhere(ValueId),
    /// The elements have another type, so addresses are not comparable.
    Retyped(ValueId),
    /// Each element is this number of elements of the buffer, which are bytes, and the first one begins at an index.
    Bytes(ValueId, Term, i64),
}

impl Place {
    /// The place of an access.
    pub(crate) fn of(program: &dyn Program, analysis: &Analysis<'_>, access: &Access) -> Place {
        Place::through(program, analysis, access, None)
    }

    /// The places of two accesses, as elements of a buffer that both are views of, before the elements have another type.
    /// The buffer must be the same one in all instances of the accesses.
    pub(crate) fn of_both(
        program: &dyn Program,
        analysis: &Analysis<'_>,
        accesses: [&Access; 2],
        is_same_buffer: impl Fn(ValueId) -> bool,
    ) -> [Place; 2] {
        let retyped = accesses.map(|access| {
            let mut place = Place::start(program, access);
            let mut before = vec![];
            for _ in 0..MAX_VIEWS {
                let root = place.root;
                let had_frame = place.frame.is_some();
                if !place.step(program, analysis) {
                    break;
                }
                if had_frame && place.frame.is_none() {
                    before.push(root);
                }
            }
            before
        });
        let common = retyped[0]
            .iter()
            .find(|it| retyped[1].contains(it) && is_same_buffer(**it));
        accesses.map(|access| Place::through(program, analysis, access, common.copied()))
    }

    /// The place of an access as one of a buffer that it is a view of, or else of the root.
    fn through(
        program: &dyn Program,
        analysis: &Analysis<'_>,
        access: &Access,
        buffer: Option<ValueId>,
    ) -> Place {
        let mut place = Place::start(program, access);
        let mut within = None;
        for _ in 0..MAX_VIEWS {
            if buffer == Some(place.root) && place.frame.is_some() {
                within = Some(place.clone());
            }
            if !place.step(program, analysis) {
                break;
            }
        }
        if let Some(within) = within {
            place = Place {
                root: place.root,
                ..within
            };
        }
        let shape = |frame| program.value_type(frame).shape();
        if shape(access.buffer).is_none() {
            // Offsets from a pointer.
            return place;
        }
        place.frame = place.frame.filter(|&it| has_distinct_elements(program, it));
        place
    }

    /// The place as one of the buffer that the op names.
    fn start(program: &dyn Program, access: &Access) -> Place {
        Place {
            root: access.buffer,
            frame: Some(access.buffer),
            indices: access.indices.clone(),
            sizes: access.sizes.clone(),
            address: address(program, access),
        }
    }

    /// The same place as one of the buffer that the root is a view of, if it is a view.
    fn step(&mut self, program: &dyn Program, analysis: &Analysis<'_>) -> bool {
        let known = self.frame.is_some().then_some(&*self);
        let Some(view) = view(program, analysis, self.root, known) else {
            return false;
        };
        match view {
            View::Same(source) => self.enter(source),
            View::Moved(source, indices, sizes) => {
                (self.indices, self.sizes) = (indices, sizes);
                self.enter(source);
            }
            View::Elsewhere(source) => {
                self.root = source;
                self.frame = None;
            }
            View::Retyped(source) => {
                self.root = source;
                self.frame = None;
                self.address = None;
            }
            View::Bytes(source, first, width) => {
                self.root = source;
                self.frame = None;
                self.address = self.address.take().and_then(|(address, size)| {
                    let size = match size {
                        Size::Exactly(size) => Size::Exactly(size.checked_mul(width)?),
                        Size::AtMost(size) => Size::AtMost(size.checked_mul(width)?),
                    };
                    Some((Term::sum(first, Term::scaled(width, address)), size))
                });
            }
        }
        true
    }

    fn enter(&mut self, source: ValueId) {
        self.root = source;
        if self.frame.is_some() {
            self.frame = Some(source);
        }
    }

    /// The place with another buffer and other terms.
    pub(crate) fn map(
        &self,
        value: impl Fn(ValueId) -> ValueId,
        term: impl Fn(&Term) -> Term,
    ) -> Place {
        let (address, size) = match &self.address {
            Some((address, size)) => (Some(term(address)), Some(*size)),
            None => (None, None),
        };
        Place {
            root: value(self.root),
            frame: self.frame.map(&value),
            indices: self.indices.iter().map(term).collect(),
            sizes: self.sizes.clone(),
            address: address.zip(size),
        }
    }
}

/// The indices, in a buffer, of the element that an access of one element of a view of it touches; none if they are
/// unknown.
pub fn indices_in(
    program: &dyn Program,
    analysis: &Analysis<'_>,
    access: &Access,
    buffer: ValueId,
) -> Option<Vec<Expr<Column>>> {
    let mut place = Place::start(program, access);
    for _ in 0..MAX_VIEWS {
        if place.root == buffer {
            return match place.frame {
                Some(_) => Some(place.indices),
                None => place
                    .address
                    .and_then(|(at, _)| at_position(program, buffer, at)),
            };
        }
        if !place.step(program, analysis) {
            return None;
        }
    }
    None
}

/// The indices of the element at a position in memory of a buffer without strides: the digits of the position.
fn at_position(program: &dyn Program, buffer: ValueId, position: Term) -> Option<Vec<Term>> {
    let shape = program.value_type(buffer).shape()?;
    let (Layout::Identity, Some(dims)) = (shape.layout, shape.dims) else {
        return None;
    };
    let mut indices = vec![];
    let mut rest = position;
    for extent in dims.iter().skip(1).rev() {
        let Extent::Static(size @ 1..) = extent else {
            return None;
        };
        let by = || Term::integer(*size);
        indices.push(Term::apply(Operator::Mod, [rest.clone(), by()]));
        rest = Term::apply(Operator::FloorDiv, [rest, by()]);
    }
    if !dims.is_empty() {
        indices.push(rest);
    }
    indices.reverse();
    Some(indices)
}

/// `offset + Σ index·stride`, if consecutive elements of the access are consecutive in memory.
fn address(program: &dyn Program, access: &Access) -> Option<(Term, Size)> {
    let buffer = access.buffer;
    let shape = program.value_type(buffer).shape()?;
    if shape.kind != ShapedKind::Memref || !shape.has_layout() {
        return None;
    }
    let last = access.sizes.len().checked_sub(1);
    let inner = last.map_or(&[][..], |last| &access.sizes[..last]);
    if inner.iter().any(|size| size.limit() != 1) {
        return None;
    }
    let size = access.sizes.last().copied().unwrap_or(Size::Exactly(1));
    if size.limit() != 1 && shape.stride(last?) != Some(Int::ONE) {
        return None;
    }
    let mut address = match shape.offset() {
        Some(offset) => Term::Integer(offset),
        None => Term::Leaf(Column::Offset(buffer)),
    };
    for (dim, index) in access.indices.iter().enumerate() {
        let stride = match shape.stride(dim) {
            Some(stride) => Term::Integer(stride),
            None => Term::Leaf(Column::Stride(buffer, u32::try_from(dim).ok()?)),
        };
        let step = Term::apply(Operator::Mul, [stride, index.clone()]);
        address = Term::sum(address, step);
    }
    Some((address, size))
}

/// Whether different indices of a memref or a tensor denote different elements. A buffer that the function gets, or that
/// an op makes, is assumed to be one without overlaps where its type has dynamic strides. A view with strides of its own is
/// not.
pub fn has_distinct_elements(program: &dyn Program, buffer: ValueId) -> bool {
    let is_assumed = match program.definition(buffer) {
        Definition::Argument { block, .. } => is_entry(program, block),
        Definition::Result { op, .. } => {
            let is_handed_on =
                !program.regions(op).is_empty() || program.op_name(op) == "arith.select";
            program.op_name(op) != "memref.reinterpret_cast" && !is_handed_on
        }
    };
    let shape = program.value_type(buffer).shape();
    shape.is_some_and(|shape| is_without_overlaps(shape, is_assumed))
}

/// Whether different indices denote different elements, as far as a type says: a dynamic stride, and a size that may be
/// larger than the next stride, only by assumption.
fn is_without_overlaps(shape: Shape<'_>, is_assumed: bool) -> bool {
    let (Some(dims), Some(rank)) = (shape.dims, shape.rank()) else {
        return false;
    };
    match (shape.kind, shape.layout) {
        (ShapedKind::Tensor, _) => return true,
        (ShapedKind::Memref, Layout::Identity) if is_assumed => return true,
        // Strides that are no numbers are those that the op states, whatever the sizes are.
        (ShapedKind::Memref, Layout::Identity) => {}
        (ShapedKind::Memref, Layout::Strided { .. } | Layout::Map(_)) if shape.is_strided() => {}
        _ => return false,
    }
    let strides: Option<Vec<Int>> = (0..rank).map(|dim| shape.stride(dim)).collect();
    let Some(strides) = strides else {
        return is_assumed && (0..rank).all(|dim| shape.stride(dim) != Some(Int::ZERO));
    };
    let mut steps: Vec<(Int, Option<i64>)> = strides
        .into_iter()
        .zip(dims)
        .map(|(stride, dim)| match dim {
            Extent::Static(size) => (stride.magnitude(), Some(*size)),
            _ => (stride.magnitude(), None),
        })
        .filter(|(_, size)| !size.is_some_and(|size| size <= 1))
        .collect();
    // Each stride is beyond the elements that the smaller ones reach.
    steps.order();
    let mut reach = Int::ONE;
    let last = steps.len().saturating_sub(1);
    for (at, (stride, size)) in steps.into_iter().enumerate() {
        if stride < reach {
            return false;
        }
        match size {
            Some(size) => reach += stride * Int::from(size - 1),
            None if at == last => {}
            None if !is_assumed => return false,
            None => reach = stride + Int::ONE,
        }
    }
    true
}

/// The view that a buffer is of another one; none if it is not a view.
fn view(
    program: &dyn Program,
    analysis: &Analysis<'_>,
    buffer: ValueId,
    known: Option<&Place>,
) -> Option<View> {
    if let Some(before) = handed_on(program, buffer) {
        return Some(View::Same(before));
    }
    let (op, index) = match program.definition(buffer) {
        Definition::Result { op, index } => (op, index),
        Definition::Argument { block, index } => {
            return shared_output(program, block, index).map(View::Same);
        }
    };
    let operands = program.operands(op);
    let source = *operands.first()?;
    let elsewhere = || Some(View::Elsewhere(source));
    let is_ranked = |value| program.value_type(value).shape()?.rank();
    match program.op_name(op) {
        "memref.cast" | "memref.memory_space_cast" | "memref.assume_alignment" => {
            match is_ranked(source) {
                Some(_) => Some(View::Same(source)),
                None => elsewhere(),
            }
        }
        "memref.distinct_objects" => Some(View::Same(*operands.get(index)?)),
        "memref.subview" => match known {
            Some(place) => subview(program, analysis, op, place).or_else(elsewhere),
            None => elsewhere(),
        },
        "memref.transpose" => match known.zip(program.attribute(op, "permutation")) {
            Some((place, Attribute::Map(map))) => {
                let dims = map.results.iter().map(|result| match result {
                    calipers_program::AffineExpr::Dim(dim) => Some(*dim as usize),
                    _ => None,
                });
                let dims: Option<Vec<usize>> = dims.collect();
                transposed(source, place, &dims?).or_else(elsewhere)
            }
            _ => elsewhere(),
        },
        "memref.expand_shape" => match known {
            Some(place) => expanded(program, op, place).or_else(elsewhere),
            None => elsewhere(),
        },
        "memref.collapse_shape" => match known {
            Some(place) => collapsed(program, op, place).or_else(elsewhere),
            None => elsewhere(),
        },
        "memref.reinterpret_cast" => elsewhere(),
        "memref.extract_strided_metadata" if index == 0 => elsewhere(),
        "memref.view" => Some(match (operands.get(1), whole_bytes_of(program, buffer)) {
            (Some(&first), Some(width)) => View::Bytes(source, leaf(first), width),
            _ => View::Retyped(source),
        }),
        "memref.reshape" | "bufferization.to_buffer" => Some(View::Retyped(source)),
        _ => None,
    }
}

/// The tensor that the iterations of an `scf.forall` write into, for an argument of its body.
fn shared_output(program: &dyn Program, block: BlockId, index: usize) -> Option<ValueId> {
    let op = program.region_parent(program.block_region(block));
    if program.op_name(op) != "scf.forall" {
        return None;
    }
    let count = program.results(op).len();
    let first = program.block_arguments(block).len().checked_sub(count)?;
    let operands = program.operands(op);
    let outputs = operands.get(operands.len().checked_sub(count)?..)?;
    outputs.get(index.checked_sub(first)?).copied()
}

/// Element i of a subview is element offset + i·stride of its source. The offset alone is the index in a dimension of
/// size 1 that the result does not have.
fn subview(
    program: &dyn Program,
    analysis: &Analysis<'_>,
    op: OpId,
    place: &Place,
) -> Option<View> {
    let (source, slice) = analysis.slice_of_op(op)?;
    let kept = kept(program, analysis, op)?;
    if kept.len() != place.indices.len() {
        return None;
    }
    let mut indices = vec![];
    let mut sizes = vec![];
    let steps = slice.offsets().zip(slice.strides());
    for (dim, (offset, stride)) in steps.enumerate() {
        let (offset, stride) = (offset.as_term().clone(), stride.as_term().clone());
        let Some(own) = kept.iter().position(|&it| it == dim) else {
            indices.push(offset);
            sizes.push(Size::Exactly(1));
            continue;
        };
        let (index, size) = (&place.indices[own], place.sizes[own]);
        let one = Term::integer(1);
        if size.limit() != 1 && stride != one {
            return None;
        }
        let step = match stride == one {
            true => index.clone(),
            false => Term::apply(Operator::Mul, [index.clone(), stride]),
        };
        indices.push(Term::sum(offset, step));
        sizes.push(size);
    }
    Some(View::Moved(source, indices, sizes))
}

/// The dimensions of the source of a subview that its result has; none if that is not certain.
fn kept(program: &dyn Program, analysis: &Analysis<'_>, op: OpId) -> Option<Vec<usize>> {
    let schema = &analysis.rules().op(program.op_name(op))?.schema;
    let Item::List(sizes) = schema.field(program, op, schema.position("sizes")?)? else {
        return None;
    };
    let result = *program.results(op).first()?;
    let kept = kept_dims(program.value_type(result).shape()?.dims?, &sizes)?;
    let dims = kept.iter().map(|kept| kept.is_certain.then_some(kept.dim));
    dims.collect()
}

/// Dimension d of the result is dimension `dims[d]` of the source.
fn transposed(source: ValueId, place: &Place, dims: &[usize]) -> Option<View> {
    let of = |dim: usize| dims.iter().position(|&it| it == dim);
    let order: Option<Vec<usize>> = (0..dims.len()).map(of).collect();
    let order = order?;
    let indices = order.iter().map(|&at| place.indices.get(at).cloned());
    let sizes = order.iter().map(|&at| place.sizes.get(at).copied());
    Some(View::Moved(
        source,
        indices.collect::<Option<_>>()?,
        sizes.collect::<Option<_>>()?,
    ))
}

/// The groups of the dimensions that a reshape splits or merges.
fn groups(program: &dyn Program, op: OpId) -> Option<Vec<Vec<usize>>> {
    let Some(Attribute::Array(groups)) = program.attribute(op, "reassociation") else {
        return None;
    };
    let group = |group: &Attribute<'_>| match group {
        Attribute::Integers(dims) => dims.iter().map(|&dim| usize::try_from(dim).ok()).collect(),
        _ => None,
    };
    groups.iter().map(group).collect()
}

fn size_of(program: &dyn Program, value: ValueId, dim: usize) -> Option<Term> {
    Some(match program.value_type(value).shape()?.extent(dim)? {
        Extent::Static(size) => Term::integer(size),
        _ => Term::Leaf(Column::Dim(value, u32::try_from(dim).ok()?)),
    })
}

/// The index in a group is row-major in the dimensions that it expands to.
fn expanded(program: &dyn Program, op: OpId, place: &Place) -> Option<View> {
    let (source, result) = (
        *program.operands(op).first()?,
        *program.results(op).first()?,
    );
    if place.sizes.iter().any(|size| size.limit() != 1) {
        return None;
    }
    let mut indices = vec![];
    for group in groups(program, op)? {
        let mut index = Term::integer(0);
        for (at, dim) in group.into_iter().enumerate() {
            let own = place.indices.get(dim)?.clone();
            index = match at {
                0 => own,
                _ => Term::sum(
                    Term::apply(Operator::Mul, [index, size_of(program, result, dim)?]),
                    own,
                ),
            };
        }
        indices.push(index);
    }
    let sizes = vec![Size::Exactly(1); indices.len()];
    Some(View::Moved(source, indices, sizes))
}

/// The dimensions of a group are the digits of the index that they are merged into.
fn collapsed(program: &dyn Program, op: OpId, place: &Place) -> Option<View> {
    let source = *program.operands(op).first()?;
    if place.sizes.iter().any(|size| size.limit() != 1) {
        return None;
    }
    let mut indices = vec![];
    for (group, index) in groups(program, op)?.iter().zip(&place.indices) {
        let mut digits = vec![];
        let mut rest = index.clone();
        for &dim in group.iter().skip(1).rev() {
            let size = size_of(program, source, dim)?;
            digits.push(Term::apply(Operator::Mod, [rest.clone(), size.clone()]));
            rest = Term::apply(Operator::FloorDiv, [rest, size]);
        }
        digits.push(rest);
        indices.extend(digits.into_iter().rev());
    }
    let sizes = vec![Size::Exactly(1); indices.len()];
    Some(View::Moved(source, indices, sizes))
}

/// The size of a dimension of a buffer, as a term.
pub fn dim_of(program: &dyn Program, buffer: ValueId, dim: usize) -> Option<Expr<Column>> {
    size_of(program, buffer, dim)
}
