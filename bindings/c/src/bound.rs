//! Bounds in terms of the columns that a function of the caller admits.

use crate::analysis::why;
use crate::subject::Strength;
use crate::{
    Answer, CAnalysis, CColumn, CPoint, Error, Expression, exclusive, fill, free, guard, list,
    shared,
};
use calipers::analysis::{BoundKind, Variable};
use calipers::program::{AffineBinary, AffineExpr, Column, ValueId};
use calipers::transform::answers;
use calipers::transform::scalable::{self, VscaleRange};
use std::ffi::c_void;

/// Whether a bound may mention a column: `calipers_admits`.
pub type Admits = unsafe extern "C" fn(*mut c_void, CColumn) -> bool;

/// A step of an expression in postfix order: `calipers_step`.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Step {
    kind: u32,
    value: i64,
}

/// The values that equal `vscale`, and its range: `calipers_scale`.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct CScale {
    values: *const u32,
    value_count: usize,
    least: u32,
    greatest: u32,
}

/// An affine expression over columns: `calipers_bound`.
pub struct CBound {
    operands: Vec<CColumn>,
    steps: Vec<Step>,
}

impl CBound {
    fn new(bound: answers::Bound) -> Answer<CBound> {
        let (map, operands) = match bound {
            answers::Bound::Constant(value) => {
                let value = i64::try_from(&value).map_err(|_| TOO_LARGE)?;
                let steps = vec![Step { kind: 0, value }];
                return Ok(CBound {
                    operands: vec![],
                    steps,
                });
            }
            answers::Bound::Symbolic { map, operands } => (map, operands),
        };
        let [result] = &map.results[..] else {
            return Err("the bound is no expression".into());
        };
        let operands = operands.into_iter().map(CColumn::of).collect();
        let mut steps = vec![];
        push_steps(result, map.dims, &mut steps)?;
        Ok(CBound { operands, steps })
    }
}

const TOO_LARGE: &str = "a number of the bound has more than 64 bits";

/// Appends the steps that compute an expression. The engine limits the depth of affine expressions.
fn push_steps(expression: &AffineExpr, dims: u32, steps: &mut Vec<Step>) -> Answer<()> {
    let step = match expression {
        AffineExpr::Constant(value) => Step {
            kind: 0,
            value: i64::try_from(value).map_err(|_| TOO_LARGE)?,
        },
        AffineExpr::Dim(at) => Step {
            kind: 1,
            value: i64::from(*at),
        },
        AffineExpr::Symbol(at) => Step {
            kind: 1,
            value: i64::from(dims) + i64::from(*at),
        },
        AffineExpr::Binary(operator, lhs, rhs) => {
            push_steps(lhs, dims, steps)?;
            push_steps(rhs, dims, steps)?;
            let kind = match operator {
                AffineBinary::Add => 2,
                AffineBinary::Mul => 3,
                AffineBinary::FloorDiv => 4,
                AffineBinary::CeilDiv => 5,
                AffineBinary::Mod => 6,
            };
            Step { kind, value: 0 }
        }
    };
    steps.push(step);
    Ok(())
}

/// The kind of a bound that has that number in the header.
pub(crate) fn kind_of(kind: u32) -> Answer<BoundKind> {
    match kind {
        0 => Ok(BoundKind::Lower),
        1 => Ok(BoundKind::Upper),
        2 => Ok(BoundKind::Equal),
        kind => Err(format!("there is no kind of bound {kind}")),
    }
}

/// A bound in terms of the columns that a function admits.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn calipers_analysis_bound_where(
    analysis: *mut CAnalysis,
    kind: u32,
    expression: *const Expression,
    point: CPoint,
    admits: Option<Admits>,
    context: *mut c_void,
    error: *mut *mut Error,
) -> *mut CBound {
    let ask = || {
        // SAFETY: as the header says.
        let (analysis, expression) = unsafe {
            (
                exclusive(analysis, "analysis")?,
                shared(expression, "expression")?,
            )
        };
        let kind = kind_of(kind)?;
        analysis.ask_about(expression, point, |analysis, program, point| {
            let mut query = analysis.bound(kind, Variable::term(expression.term.clone()));
            if let Some(admits) = admits {
                query = query.in_terms_of(move |column: Column| {
                    // SAFETY: as the header says.
                    unsafe { admits(context, CColumn::of(column)) }
                });
            }
            if let Some(point) = point {
                query = query.at(point);
            }
            let bound = query.compute().map_err(|unknown| why(&unknown, program))?;
            CBound::new(answers::Bound::from(bound)).map(|bound| Box::into_raw(Box::new(bound)))
        })
    };
    // SAFETY: as the header says.
    unsafe { guard(error, ask) }.unwrap_or(std::ptr::null_mut())
}

/// A constant bound with little work.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn calipers_analysis_quick_bound(
    analysis: *mut CAnalysis,
    kind: u32,
    expression: *const Expression,
    point: CPoint,
    value: *mut i64,
    error: *mut *mut Error,
) -> bool {
    let ask = || {
        // SAFETY: as the header says.
        let (analysis, expression) = unsafe {
            (
                exclusive(analysis, "analysis")?,
                shared(expression, "expression")?,
            )
        };
        let kind = kind_of(kind)?;
        analysis.ask_with(
            Strength::Quick,
            expression,
            point,
            |analysis, program, point| {
                let variable = Variable::term(expression.term.clone());
                let found = analysis.constant_bound(kind, &variable, point);
                let found = found.map_err(|unknown| why(&unknown, program))?;
                i64::try_from(&found).map_err(|_| TOO_LARGE.into())
            },
        )
    };
    // SAFETY: as the header says.
    unsafe { fill(value, error, ask) }
}

/// A bound in terms of `vscale` alone.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn calipers_analysis_scalable_bound(
    analysis: *mut CAnalysis,
    kind: u32,
    expression: *const Expression,
    point: CPoint,
    scale: CScale,
    error: *mut *mut Error,
) -> *mut CBound {
    let ask = || {
        // SAFETY: as the header says.
        let (analysis, expression, values) = unsafe {
            (
                exclusive(analysis, "analysis")?,
                shared(expression, "expression")?,
                list(scale.values, scale.value_count, "values")?,
            )
        };
        let kind = kind_of(kind)?;
        let range = VscaleRange {
            least: scale.least.into(),
            greatest: scale.greatest.into(),
        };
        analysis.ask_about(expression, point, |analysis, program, point| {
            let values: Vec<ValueId> = values.iter().copied().map(ValueId).collect();
            if let Some(value) = values.iter().find(|&&value| !program.has_value(value)) {
                return Err(format!("there is no value {}", value.0));
            }
            let variable = Variable::term(expression.term.clone());
            let point = point.or_else(|| analysis.default_point(&variable));
            let bound =
                scalable::bound(analysis, program, &values, point, (kind, &variable), &range);
            let bound = bound.ok_or("no bound follows from what is known")?;
            CBound::new(answers::Bound::from(bound)).map(|bound| Box::into_raw(Box::new(bound)))
        })
    };
    // SAFETY: as the header says.
    unsafe { guard(error, ask) }.unwrap_or(std::ptr::null_mut())
}

/// The columns of a bound.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn calipers_bound_operands(
    bound: *const CBound,
    count: *mut usize,
) -> *const CColumn {
    // SAFETY: as the header says.
    unsafe { array(bound, count, |bound| &bound.operands) }
}

/// The steps that compute a bound from its columns.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn calipers_bound_steps(
    bound: *const CBound,
    count: *mut usize,
) -> *const Step {
    // SAFETY: as the header says.
    unsafe { array(bound, count, |bound| &bound.steps) }
}

/// An array of a bound, and its size.
///
/// # Safety
/// `bound` is null or points to a bound, `count` is null or points to a place for a size.
unsafe fn array<T>(
    bound: *const CBound,
    count: *mut usize,
    of: fn(&CBound) -> &Vec<T>,
) -> *const T {
    // SAFETY: as promised by the caller.
    let found = unsafe { bound.as_ref() }.map(of);
    if !count.is_null() {
        // SAFETY: as promised by the caller.
        unsafe { count.write(found.map_or(0, Vec::len)) };
    }
    found.map_or(std::ptr::null(), Vec::as_ptr)
}

/// Frees a bound.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn calipers_bound_free(bound: *mut CBound) {
    // SAFETY: as the header says.
    unsafe { free(bound) }
}
