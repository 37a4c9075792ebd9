//! Bounds in terms of `vscale` alone, which is the same wherever it is asked for and lies in a
//! range that the question states.

use crate::analysis::{Analysis, Bound, BoundKind, Variable, Verdict};
use crate::ir::Module;
use crate::program::{AffineBinary, AffineExpr, AffineMap, Column, OpId, Point, Program, ValueId};
use crate::term::{Expr, Operator};
use dashu_int::IBig;

/// The op whose result is `vscale`.
const VSCALE: &str = "vector.vscale";

/// What `vscale` may be.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct VscaleRange {
    /// The least.
    pub least: IBig,
    /// The greatest.
    pub greatest: IBig,
}

/// A closed bound of `variable` right before `op`: a number, or an affine function of `vscale`.
/// One that is as tight as can be at both ends of the range is preferred.
pub(super) fn bound(
    analysis: &mut Analysis<'_>,
    module: &Module,
    op: OpId,
    (kind, variable): (BoundKind, &Variable),
    range: &VscaleRange,
) -> Option<Bound> {
    let values = vscales(module, op);
    let point = Point::before(module, op);
    let exists = |&value: &ValueId| analysis.engine().exists_at(Column::Value(value), point);
    let visible = values.iter().copied().find(exists);
    analysis.push();
    if let Some(&first) = values.first() {
        let vscale = Expr::Leaf(Column::Value(first));
        for &other in &values[1..] {
            analysis.assume(&Expr::equal(
                Expr::Leaf(Column::Value(other)),
                vscale.clone(),
            ));
        }
        analysis.assume(&Expr::at_most(
            Expr::Integer(range.least.clone()),
            vscale.clone(),
        ));
        analysis.assume(&Expr::at_most(
            vscale,
            Expr::Integer(range.greatest.clone()),
        ));
    }
    let found = in_range(analysis, (kind, variable), point, visible, range);
    analysis.pop();
    found
}

/// The values that are `vscale` in the function around `op`, in program order.
fn vscales(module: &Module, op: OpId) -> Vec<ValueId> {
    let mut root = op;
    while let Some(parent) = module.parent_op(root) {
        root = parent;
        if super::pass::is_function(module, root) {
            break;
        }
    }
    let ops = module.walk(root);
    ops.filter(|&op| module.op_name(op) == VSCALE)
        .filter_map(|op| module.results(op).first().copied())
        .collect()
}

fn in_range(
    analysis: &mut Analysis<'_>,
    (kind, variable): (BoundKind, &Variable),
    point: Option<Point>,
    vscale: Option<ValueId>,
    range: &VscaleRange,
) -> Option<Bound> {
    let Some(vscale) = vscale.filter(|_| range.least < range.greatest) else {
        let number = analysis.constant_bound(kind, variable, point).ok()?;
        return Some(function_of(&[], AffineExpr::Constant(number), point));
    };
    if let Some(found) = interpolated(analysis, (kind, variable), point, vscale, range) {
        return Some(found);
    }
    let query = analysis.bound(kind, variable.clone()).closed(true);
    let query = query.in_terms_of(|column| column == Column::Value(vscale));
    match point {
        Some(point) => query.at(point).compute().ok(),
        None => query.compute().ok(),
    }
}

fn function_of(operands: &[Column], result: AffineExpr, valid_at: Option<Point>) -> Bound {
    let map = AffineMap {
        dims: 0,
        symbols: operands.len() as u32,
        results: vec![result],
    };
    let operands = operands.to_vec();
    Bound {
        map,
        operands,
        valid_at,
    }
}

/// The line through the bounds at both ends of the range, if it is a bound in between too.
fn interpolated(
    analysis: &mut Analysis<'_>,
    (kind, variable): (BoundKind, &Variable),
    point: Option<Point>,
    vscale: ValueId,
    range: &VscaleRange,
) -> Option<Bound> {
    let leaf = Expr::Leaf(Column::Value(vscale));
    let mut at = |end: &IBig| {
        analysis.push();
        analysis.assume(&Expr::equal(leaf.clone(), Expr::Integer(end.clone())));
        let found = analysis.constant_bound(kind, variable, point).ok();
        analysis.pop();
        found
    };
    let (low, high) = (at(&range.least)?, at(&range.greatest)?);
    let (rise, run) = (&high - &low, &range.greatest - &range.least);
    if rise == IBig::ZERO || &rise % &run != IBig::ZERO {
        return None;
    }
    let slope = rise / run;
    let shift = low - &slope * &range.least;
    let line = Expr::sum(
        Expr::apply(Operator::Mul, [Expr::Integer(slope.clone()), leaf]),
        Expr::Integer(shift.clone()),
    );
    let term = variable.as_term().clone();
    let holds = match kind {
        BoundKind::Lower => Expr::at_most(line, term),
        BoundKind::Upper => Expr::at_most(term, line),
        BoundKind::Equal => Expr::equal(term, line),
    };
    if analysis.prove_at(&holds, point) != Verdict::Proved {
        return None;
    }
    let scaled = match slope == IBig::ONE {
        true => AffineExpr::Symbol(0),
        false => AffineExpr::binary(
            AffineBinary::Mul,
            AffineExpr::Symbol(0),
            AffineExpr::Constant(slope),
        ),
    };
    let line = match shift.is_zero() {
        true => scaled,
        false => scaled.plus(&shift),
    };
    Some(function_of(&[Column::Value(vscale)], line, point))
}
