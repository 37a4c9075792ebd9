//! Slices of tensors as accesses: a lane for each of their elements.

use crate::access::{Access, AccessKind, Size};
use crate::instances::Instances;
use crate::lanes::{Lane, symbol};
use crate::term::Term;
use calipers_egraph::Operator;
use calipers_program::{Column, OpId, Program, ValueId};

/// The number of lanes of a slice whose size is not a constant: more than a dimension has elements.
const MAX_LANES: i64 = 1 << 62;

/// The tensor that an op reads or writes a slice of, and what it does with the elements; none for other ops.
pub fn sliced(program: &dyn Program, op: OpId) -> Option<(AccessKind, ValueId)> {
    let (kind, operand) = slice(program, op)?;
    Some((kind, *program.operands(op).get(operand)?))
}

fn slice(program: &dyn Program, op: OpId) -> Option<(AccessKind, usize)> {
    match program.op_name(op) {
        "tensor.extract_slice" => Some((AccessKind::Read, 0)),
        "tensor.insert_slice" | "tensor.parallel_insert_slice" => Some((AccessKind::Write, 1)),
        _ => None,
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
        access.mask = match inside.len() {
            0 => None,
            1 => inside.pop(),
            _ => Some(Term::apply(Operator::Min, inside)),
        };
        Some(access)
    }
}
