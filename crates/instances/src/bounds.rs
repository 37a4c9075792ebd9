//! Whether accesses stay within their buffers.

use crate::access::{Access, Size, leaf};
use crate::casts::is_cast_of_memory;
use crate::conflict::identities::operations;
use crate::instances::Instances;
use crate::lanes::exact_mask;
use crate::leaves::unbounded_leaves;
use crate::missing::Missing;
use crate::nest::is_constant;
use crate::place::dim_of;
use crate::run::{ALL_ATTEMPTS, FIRST_ATTEMPTS, Instance, LATER_ATTEMPTS, Search};
use crate::term::Term;
use crate::variables::{Budget, holds_of_variables};
use crate::whole::whole_buffers;
use calipers_egraph::{Expr, Operator};
use calipers_engine::analysis::{Analysis, Verdict};
use calipers_engine::solve::IntegerOverflow;
use calipers_program::{Column, OpId, Point};
use std::ops::Range;

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
    /// a vector. Facts that hold because the access executes are not used. Elements that a mask excludes do not count, if
    /// it is known which these are. Of a cast of memory: whether all elements of the view are within the buffer.
    ///
    /// Costs two proofs for each dimension and, where single proofs do not suffice, executions of the function on small
    /// inputs, then proofs by cases.
    pub fn in_bounds(&mut self, access: OpId) -> InBounds {
        if !whole_buffers(self.program, access).is_empty() {
            return InBounds::Always;
        }
        if is_cast_of_memory(self.program, access) {
            return self.cast_in_bounds(access);
        }
        let access = match self.access(access) {
            Ok(access) => access,
            Err(missing) => return InBounds::Unknown(missing),
        };
        let dims = 0..access.indices.len();
        let sizes = dims.map(|dim| dim_of(self.program, access.buffer, dim));
        if !access.lanes.is_empty()
            && let Some(sizes) = sizes.collect::<Option<Vec<Term>>>()
        {
            return self.within_sizes(&access, sizes);
        }
        // A search in few executions costs more than single proofs, and less than proofs by cases.
        let mut open = self.bounds(&access);
        self.retain_open(&access, &mut open);
        if let Some(answer) = self.settled(&access, &open, FIRST_ATTEMPTS) {
            return answer;
        }
        let mut open = self.open_bounds(&access);
        if let Some(answer) = self.settled(&access, &open, LATER_ATTEMPTS) {
            return answer;
        }
        self.retain_hard(&access, &mut open);
        let Some(first) = open.first() else {
            return InBounds::Always;
        };
        let leaves = unbounded_leaves(&mut self.analysis, access.indices.iter());
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
        self.within_sizes(&access, vec![size.clone(); access.indices.len()])
    }

    pub(crate) fn within_sizes(&mut self, access: &Access, sizes: Vec<Term>) -> InBounds {
        let mut analysis = self.base_analysis(access);
        let budget = &mut Budget::of_question(&self.config);
        let mut open = None;
        for (offset, size) in access.indices.iter().zip(&sizes) {
            if self.is_within_digits(access, offset, size) {
                continue;
            }
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
                let claim = Term::apply(Operator::Max, parts);
                if !self.holds_with_lanes(access, &mut analysis, &claim, budget) {
                    open = open.or(Some(text));
                }
            }
        }
        let Some(text) = open else {
            return InBounds::Always;
        };
        match self.find_outside(access, sizes, ALL_ATTEMPTS) {
            Search::Found((instance, dim)) => {
                InBounds::Violated(Box::new(OutOfBounds { instance, dim }))
            }
            Search::Exhausted => InBounds::Always,
            Search::NotFound => InBounds::Unknown(Missing::Condition(text.to_owned())),
        }
    }

    /// Whether the mask of an access through pointers excludes no lane. False where that is unknown, and for an access
    /// without a mask.
    pub fn accesses_all_lanes(&mut self, access: OpId) -> bool {
        let Ok(access) = self.access(access) else {
            return false;
        };
        let wraps = self.config.integer_overflow == IntegerOverflow::Wrap;
        let Some(mask) = exact_mask(self.program, &access, wraps) else {
            return false;
        };
        let mut analysis = self.base_analysis(&access);
        let budget = &mut Budget::of_question(&self.config);
        self.holds_with_lanes(&access, &mut analysis, &mask, budget)
    }

    /// Whether a claim about the lanes of an access holds before it.
    fn holds_with_lanes(
        &mut self,
        access: &Access,
        analysis: &mut Analysis<'_>,
        claim: &Term,
        budget: &mut Budget,
    ) -> bool {
        let point = Point::before(self.program, access.op);
        if is_shown(analysis.prove_at(claim, point)) {
            return true;
        }
        self.learn_divisions(access);
        let quotients = self.quotients(Some(access.op));
        match self.base_analysis_knowing(access, point) {
            Some(mut knowing) => {
                is_shown(knowing.prove_at(claim, point))
                    || holds_of_variables(&mut knowing, &quotients, point, claim, budget)
            }
            None => holds_of_variables(analysis, &quotients, point, claim, budget),
        }
    }

    /// The dimensions in which an access is within its buffer.
    pub fn dims_in_bounds(&mut self, access: &Access) -> Vec<bool> {
        let mut open = self.open_bounds(access);
        self.retain_hard(access, &mut open);
        let is_open = |dim: usize| open.iter().any(|bound| bound.dim == dim);
        (0..access.indices.len()).map(|dim| !is_open(dim)).collect()
    }

    /// The answer if no bound is open, or if a search finds an element outside.
    fn settled(
        &mut self,
        access: &Access,
        open: &[Bound],
        attempts: Range<usize>,
    ) -> Option<InBounds> {
        if open.is_empty() {
            return Some(InBounds::Always);
        }
        match self.find_out_of_bounds(access, attempts) {
            Search::Found((instance, dim)) => {
                Some(InBounds::Violated(Box::new(OutOfBounds { instance, dim })))
            }
            Search::Exhausted => Some(InBounds::Always),
            Search::NotFound => None,
        }
    }

    /// Removes the bounds that have a single proof.
    fn retain_open(&mut self, access: &Access, open: &mut Vec<Bound>) {
        let point = Point::before(self.program, access.op);
        let mut holds = |claim: &Term| is_shown(self.analysis.decide_at(claim, point));
        open.retain(|bound| !bound.holds(&mut holds));
    }

    /// The bounds that are not proved with little effort.
    fn open_bounds(&mut self, access: &Access) -> Vec<Bound> {
        let mut open = self.bounds(access);
        // The search for a proof about products is long.
        let has_products = self.has_products(access);
        if has_products {
            self.retain_open_digits(access, &mut open);
        }
        open.retain(|bound| !bound.holds(&mut |claim| self.holds_at(access, claim)));
        if !has_products {
            self.retain_open_digits(access, &mut open);
        }
        if open.is_empty() {
            return open;
        }
        self.learn_divisions(access);
        let point = Point::before(self.program, access.op);
        if let Some(mut knowing) = self.base_analysis_knowing(access, point) {
            let dims: Vec<_> = open
                .iter()
                .map(|bound| (bound.dim, bound.is_upper))
                .collect();
            open = self.bounds(access);
            let mut holds = |claim: &Term| is_shown(knowing.prove_at(claim, point));
            open.retain(|bound| {
                dims.contains(&(bound.dim, bound.is_upper)) && !bound.holds(&mut holds)
            });
        }
        open
    }

    /// Whether the indices of an access depend on products of values.
    fn has_products(&self, access: &Access) -> bool {
        let is_product = |&op: &OpId| {
            let mut operands = self.program.operands(op).iter();
            self.program.op_name(op) == "arith.muli"
                && operands.all(|&it| !is_constant(self.program, it))
        };
        operations(self.program, access.indices.iter())
            .iter()
            .any(is_product)
    }

    /// Removes the bounds of indices that are within the size digit by digit.
    fn retain_open_digits(&mut self, access: &Access, open: &mut Vec<Bound>) {
        let mut dims: Vec<usize> = open.iter().map(|bound| bound.dim).collect();
        dims.dedup();
        dims.retain(|&dim| {
            let size = dim_of(self.program, access.buffer, dim);
            access.sizes[dim].limit() == 1
                && size.is_some_and(|it| self.is_within_digits(access, &access.indices[dim], &it))
        });
        open.retain(|bound| !dims.contains(&bound.dim));
    }

    /// Removes the bounds that are proved as claims about variables alone.
    fn retain_hard(&mut self, access: &Access, open: &mut Vec<Bound>) {
        let point = Point::before(self.program, access.op);
        let quotients = self.quotients(Some(access.op));
        let mut knowing = self.base_analysis_knowing(access, point);
        let budget = &mut Budget::of_question(&self.config);
        let mut holds = |claim: &Term| {
            let by_lemmas = knowing.as_mut().is_some_and(|it| {
                is_shown(it.prove_at(claim, point))
                    || holds_of_variables(it, &quotients, point, claim, budget)
            });
            by_lemmas
                || holds_of_variables(&mut self.analysis, &quotients, point, claim, budget)
                || self.holds_at(access, claim)
        };
        open.retain(|bound| !bound.holds(&mut holds));
    }

    /// The bounds of all indices.
    fn bounds(&self, access: &Access) -> Vec<Bound> {
        let mut bounds = vec![];
        for (dim, (index, size)) in access.indices.iter().zip(&access.sizes).enumerate() {
            if size.limit() <= 0 {
                continue;
            }
            bounds.push(Bound {
                dim,
                is_upper: false,
                ways: vec![vec![Term::at_most(Term::integer(0), index.clone())]],
            });
            let limit = dim_of(self.program, access.buffer, dim);
            let ways = limit.map_or(vec![], |limit| {
                let end = Term::sum(index.clone(), Term::integer(size.limit()));
                let product = match size.limit() {
                    1 => self.quotient_below(index, &limit),
                    _ => None,
                };
                let direct = vec![Term::at_most(end, limit)];
                [direct].into_iter().chain(product).collect()
            });
            bounds.push(Bound {
                dim,
                is_upper: true,
                ways,
            });
        }
        bounds
    }

    /// Whether a condition holds before an access.
    fn holds_at(&mut self, access: &Access, condition: &Term) -> bool {
        let point = Point::before(self.program, access.op);
        is_shown(self.analysis.prove_at(condition, point))
    }

    /// Conditions under which a quotient is below a limit: `a floordiv b < limit` if `b >= 1` and `a < limit·b`.
    fn quotient_below(&self, index: &Term, limit: &Term) -> Option<Vec<Term>> {
        let division = self.quotient(index)?;
        let product = Term::apply(Operator::Mul, [limit.clone(), leaf(division.divisor)]);
        let below = Term::less(leaf(division.dividend), product);
        Some(division.conditions().into_iter().chain([below]).collect())
    }

    fn bound_text(&self, access: &Access, open: &Bound) -> String {
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
}

/// A bound of an index.
struct Bound {
    dim: usize,
    is_upper: bool,
    /// Claims that imply the bound, if all of them hold.
    ways: Vec<Vec<Term>>,
}

impl Bound {
    fn holds(&self, holds: &mut dyn FnMut(&Term) -> bool) -> bool {
        self.ways
            .iter()
            .any(|claims| claims.iter().all(&mut *holds))
    }
}

/// Whether a condition holds wherever its point is reached.
fn is_shown(verdict: Verdict) -> bool {
    matches!(verdict, Verdict::Proved | Verdict::Unreachable)
}
