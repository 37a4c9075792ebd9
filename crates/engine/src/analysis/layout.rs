//! The memory layout of memrefs.

use super::progression::Prover;
use super::slice::MAX_RANK;
use super::{Analysis, Unknown, Variable, Verdict};
use crate::program::{Column, Point, ValueId};
use crate::term::{Expr, Operator};

type Term = Expr<Column>;

impl Analysis<'_> {
    /// Whether the elements of a memref are contiguous in row-major order from its offset on: each stride is the
    /// product of the sizes of the inner dimensions. (The stride of a dimension of size 1 is irrelevant, and all
    /// strides are if there are no elements.)
    ///
    /// Decided at a point (right after the definition of the memref if `None`). Unknown unless the value is a strided
    /// memref of at most 64 dimensions. Costs up to three proofs per dimension.
    pub fn is_contiguous(&mut self, memref: ValueId, point: Option<Point>) -> Verdict {
        let Some(rank) = self.strided_rank(memref) else {
            return Verdict::Unknown(Unknown::NoBound);
        };
        let (program, _) = self.engine.sources();
        let point = point.or_else(|| Point::of(program, memref));
        let size = |dim| Expr::Leaf(Column::Dim(memref, dim));
        let mut expected: Vec<Term> = vec![Expr::integer(1)];
        for dim in (1..rank).rev() {
            let inner = expected[expected.len() - 1].clone();
            expected.push(Expr::apply(Operator::Mul, [size(dim), inner]));
        }
        expected.reverse();
        for dim in 0..rank {
            // Defining the strides asserts the facts of the op about them.
            self.engine.class(Column::Stride(memref, dim));
        }
        match self.prove_at(&Expr::integer(1), point) {
            Verdict::Proved => {}
            verdict => return verdict,
        }
        let is_expected = |dim: u32| {
            let stride = Expr::Leaf(Column::Stride(memref, dim));
            Expr::equal(stride, expected[dim as usize].clone())
        };
        let mut prover = Prover::new(self, point);
        let mut holds = |condition: Term| prover.holds(&condition);
        let is_single = |dim| Expr::at_most(size(dim), Expr::integer(1));
        let is_empty = |dim| Expr::equal(size(dim), Expr::integer(0));
        if (0..rank).all(|dim| holds(is_expected(dim)) || holds(is_single(dim)))
            || (0..rank).any(|dim| holds(is_empty(dim)))
        {
            return prover.verdict(Some(true));
        }
        let is_inhabited = (0..rank).all(|dim| holds(Expr::at_most(Expr::integer(1), size(dim))));
        let mut differs = |dim| {
            holds(Expr::at_most(Expr::integer(2), size(dim)))
                && holds(Expr::negation(is_expected(dim)))
        };
        let is_refuted = is_inhabited && (0..rank).any(&mut differs);
        prover.verdict(is_refuted.then_some(false))
    }

    /// The greatest position in memory, in elements, that indices of a memref reach if no size is 0:
    /// `offset + Σ (size − 1)·stride`, over the dimensions whose stride is not negative. The result can be bounded like
    /// any variable.
    ///
    /// `None` unless the value is a strided memref of at most 64 dimensions. Costs a proof per dimension.
    pub fn extent(&mut self, memref: ValueId) -> Option<Variable> {
        let rank = self.strided_rank(memref)?;
        let (program, _) = self.engine.sources();
        let point = Point::of(program, memref);
        let mut terms = vec![Expr::Leaf(Column::Offset(memref)), Expr::integer(0)];
        for dim in 0..rank {
            let (size, stride) = (Column::Dim(memref, dim), Column::Stride(memref, dim));
            let (size, stride) = (Expr::Leaf(size), Expr::Leaf(stride));
            let steps = Expr::difference(size, Expr::integer(1));
            let reach = Expr::apply(Operator::Mul, [steps, stride.clone()]);
            let is_forward = Expr::at_most(Expr::integer(0), stride);
            terms.push(match self.prove_at(&is_forward, point) {
                Verdict::Proved => reach,
                _ => Expr::apply(Operator::Max, [Expr::integer(0), reach]),
            });
        }
        Some(Variable::term(Expr::apply(Operator::Add, terms)))
    }

    /// The rank of a strided memref of at most 64 dimensions; `None` for any other value.
    fn strided_rank(&self, value: ValueId) -> Option<u32> {
        let (program, _) = self.engine.sources();
        let shape = program.value_type(value).shape()?;
        let rank = shape.rank().filter(|&rank| rank <= MAX_RANK)?;
        u32::try_from(rank).ok().filter(|_| shape.has_layout())
    }
}
