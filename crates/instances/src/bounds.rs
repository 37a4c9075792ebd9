//! Whether accesses stay within their buffers.

use crate::access::{Access, Size};
use crate::instances::Instances;
use crate::missing::Missing;
use crate::nest::{is_id, is_launch_size};
use crate::place::dim_of;
use crate::run::{Instance, Search};
use crate::term::Term;
use calipers_egraph::{Expr, Operator};
use calipers_engine::analysis::Verdict;
use calipers_number::Int;
use calipers_program::{Column, Definition, OpId, Point, ValueId};

/// Whether all elements of an access are elements of its buffer.
#[derive(Clone, PartialEq, Debug)]
pub enum InBounds {
    /// They are, in every instance.
    Always,
    /// This instance accesses another element, in an execution that was replayed.
    Violated(Box<OutOfBounds>),
    /// Neither was found out.
    Unknown(Missing),
}

/// An instance of an access that leaves its buffer.
#[derive(Clone, PartialEq, Debug)]
pub struct OutOfBounds {
    /// The instance.
    pub instance: Instance,
    /// The dimension.
    pub dim: usize,
}

impl Instances<'_> {
    /// Whether each index of an access is within the buffer: `0 <= index` and `index + size <= dim` for the elements of
    /// a vector. Facts that hold because the access executes are not used. Elements that a mask may exclude count.
    ///
    /// Costs two proofs for each dimension.
    pub fn in_bounds(&mut self, access: OpId) -> InBounds {
        let access = match self.access(access) {
            Ok(access) => access,
            Err(missing) => return InBounds::Unknown(missing),
        };
        let open = self.open_bounds(&access);
        let Some(first) = open.first() else {
            return InBounds::Always;
        };
        match self.find_out_of_bounds(&access) {
            Search::Found((instance, dim)) => {
                return InBounds::Violated(Box::new(OutOfBounds { instance, dim }));
            }
            Search::Exhausted => return InBounds::Always,
            Search::NotFound => {}
        }
        let leaves = self.unbounded_leaves(access.indices.iter());
        InBounds::Unknown(match leaves.is_empty() {
            true => Missing::Condition(self.bound_text(&access, first)),
            false => Missing::Values(leaves),
        })
    }

    /// Whether the elements that an access through pointers touches are from 0 to `size` - 1, counted from the base of
    /// the pointers, which has no size of its own. Lanes that the mask excludes do not count.
    pub fn within_size(&mut self, access: OpId, size: &Expr<Column>) -> InBounds {
        let access = match self.access(access) {
            Ok(access) => access,
            Err(missing) => return InBounds::Unknown(missing),
        };
        let point = Point::before(self.program, access.op);
        let mut analysis = self.base_analysis(&access);
        for offset in &access.indices {
            let bounds = [
                (
                    "no offset is negative",
                    Term::at_most(Term::integer(0), offset.clone()),
                ),
                (
                    "each offset is below the size",
                    Term::less(offset.clone(), size.clone()),
                ),
            ];
            for (text, bound) in bounds {
                let mut parts = vec![bound];
                parts.extend(access.mask.clone().map(Term::negation));
                let verdict = analysis.prove_at(&Term::apply(Operator::Max, parts), point);
                if !matches!(verdict, Verdict::Proved | Verdict::Unreachable) {
                    return InBounds::Unknown(Missing::Condition(text.to_owned()));
                }
            }
        }
        InBounds::Always
    }

    /// The dimensions in which an access is within its buffer.
    pub fn dims_in_bounds(&mut self, access: &Access) -> Vec<bool> {
        let open = self.open_bounds(access);
        let is_open = |dim: usize| open.iter().any(|bound| bound.dim == dim);
        (0..access.indices.len()).map(|dim| !is_open(dim)).collect()
    }

    fn open_bounds(&mut self, access: &Access) -> Vec<OpenBound> {
        let point = Point::before(self.program, access.op);
        let mut open = vec![];
        for (dim, (index, size)) in access.indices.iter().zip(&access.sizes).enumerate() {
            if size.limit() <= 0 {
                continue;
            }
            let mut holds = |condition: &Term| {
                let verdict = self.analysis.prove_at(condition, point);
                matches!(verdict, Verdict::Proved | Verdict::Unreachable)
            };
            if !holds(&Term::at_most(Term::integer(0), index.clone())) {
                open.push(OpenBound {
                    dim,
                    is_upper: false,
                });
            }
            let end = Term::sum(index.clone(), Term::integer(size.limit()));
            let limit = dim_of(self.program, access.buffer, dim);
            if !limit.is_some_and(|limit| holds(&Term::at_most(end, limit))) {
                open.push(OpenBound {
                    dim,
                    is_upper: true,
                });
            }
        }
        open
    }

    fn bound_text(&self, access: &Access, open: &OpenBound) -> String {
        let dim = open.dim;
        let buffer = self.program.value_name(access.buffer);
        match (open.is_upper, access.sizes[dim]) {
            (false, _) => format!("index {dim} of {buffer} is not negative"),
            (true, Size::Exactly(1) | Size::AtMost(1)) => {
                format!("index {dim} is below the size of {buffer}")
            }
            (true, size) => {
                let size = size.limit();
                format!("index {dim} plus {size} is at most the size of {buffer}")
            }
        }
    }

    /// The values that terms depend on, that no op defines by a rule, and that have no constant bounds.
    pub(crate) fn unbounded_leaves<'t>(
        &mut self,
        terms: impl Iterator<Item = &'t Term>,
    ) -> Vec<ValueId> {
        let mut stack = vec![];
        for term in terms {
            term.for_each_leaf(&mut |&column| stack.push(column));
        }
        let mut seen: Vec<Column> = vec![];
        let mut found = vec![];
        while let Some(column) = stack.pop() {
            if seen.contains(&column) || seen.len() > MAX_LEAVES {
                continue;
            }
            seen.push(column);
            let engine = self.analysis.engine();
            engine.class(column);
            let definition = engine.definition(column).map(|it| it.term.clone());
            match (definition, column) {
                (Some(term), _) => term.for_each_leaf(&mut |&column| stack.push(column)),
                (None, Column::Value(value)) => {
                    let is_result = match self.program.definition(value) {
                        Definition::Result { op, .. } => {
                            !is_id(self.program, op) && !is_launch_size(self.program, op)
                        }
                        Definition::Argument { .. } => false,
                    };
                    let range = self.analysis.range(value);
                    let is_open = |end: Option<&Int>| end.is_none_or(|end| end.bit_len() > 30);
                    if is_result && (is_open(range.lower()) || is_open(range.upper())) {
                        found.push(value);
                    }
                }
                (None, _) => {}
            }
        }
        found
    }
}

/// Limit of the columns that are examined for a reason.
const MAX_LEAVES: usize = 64;

/// A bound that was not proved.
struct OpenBound {
    dim: usize,
    is_upper: bool,
}
