//! Slices as accesses: a lane for each of their elements.

use crate::access::{Access, AccessKind, Size};
use crate::instances::Instances;
use crate::lanes::{Lane, exact_mask, symbol, through_pointers, with_lanes};
use crate::term::Term;
use crate::whole::whole_buffers;
use calipers_egraph::Operator;
use calipers_program::{Column, OpId, Program, ValueId};

/// The number of lanes of a slice whose size is not a constant: more than a dimension has elements.
pub(crate) const MAX_LANES: i64 = 1 << 62;

/// The buffers whose elements an op accesses, and what it does with them: of a load or a store, of a slice of a tensor,
/// and of an op on whole memrefs. None of other ops; a view of a memref accesses nothing.
pub fn accessed(program: &dyn Program, op: OpId) -> Vec<(AccessKind, ValueId)> {
    if let Some(access) = Access::of(program, op) {
        return vec![(access.kind, access.buffer)];
    }
    match slice(program, op).or_else(|| through_pointers(program, op)) {
        Some(_) if is_part_of_memref(program, op) => vec![],
        Some((kind, operand)) => {
            let buffer = program.operands(op).get(operand);
            buffer.map(|&buffer| (kind, buffer)).into_iter().collect()
        }
        None => whole_buffers(program, op),
    }
}

/// Whether an op is a view of a part of a memref. The questions about accesses have answers for its elements.
pub fn is_part_of_memref(program: &dyn Program, op: OpId) -> bool {
    program.op_name(op) == "memref.subview"
}

fn slice(program: &dyn Program, op: OpId) -> Option<(AccessKind, usize)> {
    match program.op_name(op) {
        "tensor.extract_slice" | "memref.subview" => Some((AccessKind::Read, 0)),
        "tensor.insert_slice" | "tensor.parallel_insert_slice" => Some((AccessKind::Write, 1)),
        _ => None,
    }
}

/// An access of a vector with a lane for each element, and the condition under which alone a lane accesses one; none if no
/// mask excludes elements, or if it is unknown which.
pub fn masked(program: &dyn Program, access: &Access) -> Option<(Access, Term)> {
    let access = with_lanes(program, access, true)?;
    let mask = exact_mask(program, &access, true)?;
    Some((access, mask))
}

/// A condition that holds where all of these do; none if there are none.
pub(crate) fn conjunction(mut parts: Vec<Term>) -> Option<Term> {
    match parts.len() {
        0 | 1 => parts.pop(),
        _ => Some(Term::apply(Operator::Min, parts)),
    }
}

impl Instances<'_> {
    /// The access to the elements of a slice.
    pub(crate) fn slice_access(&self, op: OpId) -> Option<Access> {
        let (kind, _) = slice(self.program, op)?;
        let (buffer, slice) = self.analysis.slice_of_op(op)?;
        let mut access = Access {
            op,
            kind,
            buffer,
            indices: vec![],
            sizes: vec![],
            padded: vec![],
            lanes: vec![],
            mask: None,
        };
        let mut inside = vec![];
        let dims = slice.offsets().zip(slice.sizes()).zip(slice.strides());
        for (dim, ((offset, size), stride)) in dims.enumerate() {
            let [offset, size, stride] = [offset, size, stride].map(|it| it.as_term().clone());
            access.sizes.push(Size::Exactly(1));
            access.padded.push(false);
            if size == Term::integer(1) {
                access.indices.push(offset);
                continue;
            }
            let count = match &size {
                Term::Integer(size) => i64::try_from(size).ok()?,
                _ => MAX_LANES,
            };
            let lane = Lane {
                symbol: symbol(op, u32::try_from(dim).ok()?)?,
                count: count.max(0),
            };
            let at = Term::Leaf(Column::Symbol(lane.symbol));
            let moved = match stride == Term::integer(1) {
                true => at.clone(),
                false => Term::apply(Operator::Mul, [at.clone(), stride]),
            };
            inside.push(Term::less(at, size));
            access.indices.push(Term::sum(offset, moved));
            access.lanes.push(lane);
        }
        access.mask = conjunction(inside);
        Some(access)
    }
}
