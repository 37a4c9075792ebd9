//! Casts of memrefs to other sizes: views whose elements may be outside of the buffer.

use crate::access::{Access, Size};
use crate::bounds::InBounds;
use crate::instances::Instances;
use crate::missing::Missing;
use crate::place::{Place, dim_of};
use crate::term::Term;
use crate::whole::all_elements;
use calipers_egraph::Operator;
use calipers_program::{Layout, OpId, Program, ShapedKind, ValueId};

/// Whether an op is a view of a buffer whose sizes and position the op states, as those of a subview, but in elements of
/// memory. [`Instances::in_bounds`] says whether it is within the buffer.
pub fn is_cast_of_memory(program: &dyn Program, op: OpId) -> bool {
    let name = program.op_name(op);
    matches!(name, "memref.reinterpret_cast" | "memref.view")
}

impl Instances<'_> {
    /// Whether all elements of a view are within the buffer that it is a view of, which must be one without gaps. The
    /// position of an element that is not is counted in elements of the buffer.
    pub(crate) fn cast_in_bounds(&mut self, op: OpId) -> InBounds {
        let program = self.program;
        let view = program.results(op).first().copied();
        let elements = view.and_then(|view| all_elements(program, op, view));
        let Some(elements) = elements else {
            return InBounds::Unknown(Missing::NotAnAccess(op));
        };
        let place = Place::of(program, &self.analysis, &elements);
        let unknown = InBounds::Unknown(Missing::View(place.root));
        let Some((address, size)) = place.address else {
            return unknown;
        };
        let Some(count) = element_count(program, place.root) else {
            return unknown;
        };
        let access = Access {
            buffer: place.root,
            indices: vec![address],
            sizes: vec![Size::Exactly(1)],
            padded: vec![false],
            ..elements
        };
        // An element of the view may be several elements of the buffer.
        let last = Term::integer(1 - size.limit());
        self.within_sizes(&access, vec![Term::sum(count, last)])
    }
}

/// The number of elements of a buffer without gaps between them; none of other ones.
fn element_count(program: &dyn Program, buffer: ValueId) -> Option<Term> {
    let shape = program.value_type(buffer).shape()?;
    if shape.kind != ShapedKind::Memref || !matches!(shape.layout, Layout::Identity) {
        return None;
    }
    let sizes = (0..shape.rank()?).map(|dim| dim_of(program, buffer, dim));
    let mut sizes = sizes.collect::<Option<Vec<Term>>>()?;
    Some(match sizes.len() {
        0 => Term::integer(1),
        1 => sizes.pop()?,
        _ => Term::apply(Operator::Mul, sizes),
    })
}
