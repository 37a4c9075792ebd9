//! Bounds in terms of `vscale` alone, which is a constant of the execution within a range that the question states.

use crate::analysis::{Analysis, Bound, BoundKind, Variable};
use crate::ir::Module;
use crate::number::Int;
use crate::program::{
    AffineBinary, AffineExpr, AffineMap, Column, Extent, OpId, Point, Program, ValueId,
};
use crate::term::{Expr, Operator};
use calipers_support::affine::plus;

/// The op whose result is `vscale`.
const VSCALE: &str = "vector.vscale";

/// The limits of `vscale`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct VscaleRange {
    /// The least.
    pub least: Int,
    /// The greatest.
    pub greatest: Int,
}

/// A closed bound of a variable at a point: a number, or an affine function of `vscale`, which all of `values` equal. The
/// bound that is the tightest on average over the range is preferred.
pub fn bound(
    analysis: &mut Analysis<'_>,
    program: &dyn Program,
    values: &[ValueId],
    point: Option<Point>,
    (kind, variable): (BoundKind, &Variable),
    range: &VscaleRange,
) -> Option<Bound> {
    let scalable = variable
        .as_column()
        .and_then(|column| scalable_size(program, column));
    if let Some(size) = scalable {
        let visible = |&value: &ValueId| analysis.engine().exists_at(Column::Value(value), point);
        let vscale = values.iter().copied().find(visible);
        return multiple(&size, kind, vscale, point, range);
    }
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

/// The values that equal `vscale` in the function around `op`, in program order.
pub(super) fn vscales(module: &Module, op: OpId) -> Vec<ValueId> {
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

/// The `n` of a vector dimension of size `n·vscale`.
fn scalable_size(program: &dyn Program, column: Column) -> Option<Int> {
    let Column::Dim(value, dim) = column else {
        return None;
    };
    match program
        .value_type(value)
        .shape()?
        .extent(usize::try_from(dim).ok()?)?
    {
        Extent::Scalable(size) => Some(Int::from(size)),
        Extent::Static(_) | Extent::Dynamic => None,
    }
}

/// The bound of `size·vscale`: that product, or its value at an end of the range.
fn multiple(
    size: &Int,
    kind: BoundKind,
    vscale: Option<ValueId>,
    point: Option<Point>,
    range: &VscaleRange,
) -> Option<Bound> {
    let is_fixed = range.least == range.greatest;
    if let Some(vscale) = vscale.filter(|_| !is_fixed) {
        return Some(function_of(&[Column::Value(vscale)], scaled(size), point));
    }
    let end = match kind {
        BoundKind::Equal if !is_fixed => return None,
        BoundKind::Equal | BoundKind::Lower => &range.least,
        BoundKind::Upper => &range.greatest,
    };
    Some(function_of(&[], AffineExpr::Constant(size * end), point))
}

/// `slope·vscale`, where `vscale` is the symbol.
fn scaled(slope: &Int) -> AffineExpr {
    match *slope == Int::ONE {
        true => AffineExpr::Symbol(0),
        false => AffineExpr::binary(
            AffineBinary::Mul,
            AffineExpr::Symbol(0),
            AffineExpr::Constant(slope.clone()),
        ),
    }
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
    if let Some(found) = line(analysis, (kind, variable), point, vscale, range) {
        return Some(found);
    }
    let query = analysis.bound(kind, variable.clone()).closed(true);
    let query = query.in_terms_of_these([Column::Value(vscale)]);
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

/// The maximum number of lines.
const MAX_LINES: usize = 24;

/// The line `slope·vscale + shift` among the bounds of the variable that is the tightest on average over the range,
/// constants included. The average is convex in the slope; the search descends from slope 0.
fn line(
    analysis: &mut Analysis<'_>,
    (kind, variable): (BoundKind, &Variable),
    point: Option<Point>,
    vscale: ValueId,
    range: &VscaleRange,
) -> Option<Bound> {
    let leaf = Expr::Leaf(Column::Value(vscale));
    let side = match kind {
        BoundKind::Equal => BoundKind::Upper,
        side => side,
    };
    // The shift of a line and twice its average; negated for lower bounds.
    let mut of_slope = |slope: &Int| {
        let steep = Expr::apply(Operator::Mul, [Expr::Integer(slope.clone()), leaf.clone()]);
        let rest = Variable::term(Expr::difference(variable.as_term().clone(), steep));
        let shift = analysis.constant_bound(side, &rest, point).ok()?;
        let sum = slope * (&range.least + &range.greatest) + &shift * Int::from(2);
        let twice_average = if kind == BoundKind::Lower { -sum } else { sum };
        Some((twice_average, slope.clone(), shift))
    };
    let mut best = of_slope(&Int::ZERO);
    let mut left = MAX_LINES;
    for direction in [Int::ONE, Int::NEG_ONE] {
        let mut step = direction.clone();
        while left > 0 {
            left -= 1;
            let slope = best
                .as_ref()
                .map_or(Int::ZERO, |(_, slope, _)| slope.clone());
            let next = of_slope(&(slope + &step));
            let is_better = match (&next, &best) {
                (Some((next, ..)), Some((best, ..))) => next < best,
                (next, _) => next.is_some(),
            };
            match (is_better, step == direction) {
                (true, _) => {
                    best = next;
                    step *= Int::from(2);
                }
                (false, false) => step = direction.clone(),
                (false, true) => break,
            }
        }
    }
    let (_, slope, shift) = best?;
    let shift = match kind {
        // For an equality, the upper bound is the same.
        BoundKind::Equal => {
            let steep = Expr::apply(Operator::Mul, [Expr::Integer(slope.clone()), leaf]);
            let rest = Expr::difference(variable.as_term().clone(), steep);
            let rest = analysis.constant_bound(kind, &Variable::term(rest), point);
            rest.ok()?
        }
        _ => shift,
    };
    if slope == Int::ZERO {
        return Some(function_of(&[], AffineExpr::Constant(shift), point));
    }
    let line = match shift.is_zero() {
        true => scaled(&slope),
        false => plus(&scaled(&slope), &shift),
    };
    Some(function_of(&[Column::Value(vscale)], line, point))
}
