//! Ops that access whole buffers, as a copy or a product of matrices: a lane for each element.

use crate::access::{Access, AccessKind, Size};
use crate::lanes::{Lane, symbol};
use crate::slices::{MAX_LANES, conjunction};
use crate::term::Term;
use calipers_program::{
    AffineExpr, AffineMap, Attribute, Column, Extent, OpId, Program, ShapedKind, ValueId,
};

/// A buffer all of whose elements an op accesses.
struct Whole {
    kind: AccessKind,
    buffer: ValueId,
    /// Whether the op accesses each element, if it accesses any.
    is_exact: bool,
}

/// The buffers that an op accesses as wholes, and what it does with their elements; none of other ops.
pub(crate) fn whole_buffers(program: &dyn Program, op: OpId) -> Vec<(AccessKind, ValueId)> {
    let all = wholes(program, op).into_iter();
    all.map(|whole| (whole.kind, whole.buffer)).collect()
}

fn wholes(program: &dyn Program, op: OpId) -> Vec<Whole> {
    let operands = program.operands(op);
    let whole = |kind, &buffer: &ValueId, is_exact| {
        let shape = program.value_type(buffer).shape()?;
        let is_memref = shape.kind == ShapedKind::Memref;
        is_memref.then_some(Whole {
            kind,
            buffer,
            is_exact,
        })
    };
    let name = program.op_name(op);
    if let ("memref.copy", [source, target]) = (name, operands) {
        let both = [
            whole(AccessKind::Read, source, true),
            whole(AccessKind::Write, target, true),
        ];
        return both.into_iter().flatten().collect();
    }
    if !name.starts_with("linalg.") || operands.is_empty() {
        return vec![];
    }
    let inputs = match program.attribute(op, "operandSegmentSizes") {
        Some(Attribute::Integers(sizes)) => sizes.first().and_then(|&it| usize::try_from(it).ok()),
        _ => Some(operands.len() - 1),
    };
    let inputs = inputs.unwrap_or(operands.len()).min(operands.len());
    let found = operands.iter().enumerate().filter_map(|(number, buffer)| {
        // An op with outputs writes each of their elements.
        let (kind, is_exact) = match number < inputs {
            true => (AccessKind::Read, reads_all(program, op, number)),
            false => (AccessKind::Write, true),
        };
        whole(kind, buffer, is_exact)
    });
    found.collect()
}

/// Whether an op of the linalg dialect reads each element of an input, as one does that has the element at some point of
/// its iteration space whose indices have no other bounds.
fn reads_all(program: &dyn Program, op: OpId, input: usize) -> bool {
    let Some(Attribute::Array(maps)) = program.attribute(op, "indexing_maps") else {
        let elsewhere = ["conv", "pool", "pack", "winograd", "generic"];
        let name = program.op_name(op);
        return !elsewhere.iter().any(|part| name.contains(part));
    };
    let is_used = || {
        let body = program.regions(op).first();
        let body = body.and_then(|&region| program.blocks(region).first());
        let arguments = body.map(|&block| program.block_arguments(block));
        let argument = arguments.and_then(|arguments| arguments.get(input));
        argument.is_none_or(|&it| !program.users(it).is_empty())
    };
    matches!(maps.get(input), Some(Attribute::Map(map)) if is_projection(map)) && is_used()
}

/// Whether the results of a map are different dimensions.
fn is_projection(map: &AffineMap) -> bool {
    let mut seen = vec![];
    map.results.iter().all(|result| match result {
        AffineExpr::Dim(dim) if !seen.contains(dim) => {
            seen.push(*dim);
            true
        }
        _ => false,
    })
}

/// The conditions under which an op accesses each element of a buffer: none if it may access only some.
pub fn touched_if(program: &dyn Program, op: OpId, buffer: ValueId) -> Option<Vec<Term>> {
    let mut all = wholes(program, op).into_iter();
    all.find(|it| it.buffer == buffer && it.is_exact)?;
    Some(others(sizes_are_positive(program, op), buffer))
}

/// Those conditions that are not about a buffer itself.
fn others(mut conditions: Vec<Term>, buffer: ValueId) -> Vec<Term> {
    conditions.retain(|term| !term.has_leaf(|column| column.value() == Some(buffer)));
    conditions
}

/// If a size of any operand is 0, an op does nothing.
fn sizes_are_positive(program: &dyn Program, op: OpId) -> Vec<Term> {
    let mut conditions = vec![];
    if !program.op_name(op).starts_with("linalg.") {
        // The sizes of the operands of a copy are the same.
        return conditions;
    }
    for &operand in program.operands(op) {
        let dims = program.value_type(operand).shape().and_then(|it| it.dims);
        for (dim, extent) in (0..).zip(dims.unwrap_or(&[])) {
            conditions.extend(match extent {
                Extent::Static(0) => Some(Term::integer(0)),
                Extent::Static(_) => None,
                _ => Some(Term::less(
                    Term::integer(0),
                    Term::Leaf(Column::Dim(operand, dim)),
                )),
            });
        }
    }
    conditions
}

/// The accesses of an op to whole buffers, the second option of which is none if the buffers have too many dimensions;
/// none of an op that is none.
pub(crate) fn whole_accesses(program: &dyn Program, op: OpId) -> Option<Option<Vec<Access>>> {
    let wholes = wholes(program, op);
    if wholes.is_empty() {
        return None;
    }
    let is_executed = sizes_are_positive(program, op);
    let mut next = 0;
    let accesses = wholes.iter().map(|whole| {
        let mask = others(is_executed.clone(), whole.buffer);
        let access = access(program, op, whole, next, mask)?;
        next += u32::try_from(access.lanes.len()).ok()?;
        Some(access)
    });
    Some(accesses.collect())
}

/// An access of an op to all elements of a buffer.
pub(crate) fn all_elements(program: &dyn Program, op: OpId, buffer: ValueId) -> Option<Access> {
    let whole = Whole {
        kind: AccessKind::Read,
        buffer,
        is_exact: true,
    };
    access(program, op, &whole, 0, vec![])
}

fn access(
    program: &dyn Program,
    op: OpId,
    whole: &Whole,
    first: u32,
    mut mask: Vec<Term>,
) -> Option<Access> {
    let dims = program.value_type(whole.buffer).shape()?.dims?;
    let size = match whole.is_exact {
        true => Size::Exactly(1),
        false => Size::AtMost(1),
    };
    let mut access = Access {
        op,
        kind: whole.kind,
        buffer: whole.buffer,
        indices: vec![],
        sizes: vec![size; dims.len()],
        padded: vec![false; dims.len()],
        lanes: vec![],
        mask: None,
    };
    for (dim, extent) in (0..).zip(dims) {
        let symbol = symbol(op, first + dim)?;
        let at = Term::Leaf(Column::Symbol(symbol));
        let count = match extent {
            Extent::Static(size) => *size,
            _ => {
                let size = Term::Leaf(Column::Dim(whole.buffer, dim));
                mask.push(Term::less(at.clone(), size));
                MAX_LANES
            }
        };
        access.indices.push(at);
        access.lanes.push(Lane { symbol, count });
    }
    access.mask = conjunction(mask);
    Some(access)
}
