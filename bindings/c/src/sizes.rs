//! All bounds of a term, numbers of iterations, and shapes.

use crate::analysis::why;
use crate::bound::kind_of;
use crate::{Answer, CAnalysis, CColumn, CPoint, Error, Expression, exclusive, fill, free, guard};
use crate::{list, shared};
use calipers::analysis::{BoundKind, Extreme, Variable, is_of_argument};
use calipers::program::{Column, OpId, Program, ValueId};

/// The bounds of a term that no other one implies: `calipers_bounds`.
pub struct CBounds {
    all: Vec<Expression>,
    each_holds: bool,
}

/// All bounds of a term.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn calipers_analysis_bounds(
    analysis: *mut CAnalysis,
    kind: u32,
    expression: *const Expression,
    point: CPoint,
    columns: *const CColumn,
    column_count: usize,
    error: *mut *mut Error,
) -> *mut CBounds {
    let ask = || {
        // SAFETY: as the header says.
        let (analysis, expression, columns) = unsafe {
            (
                exclusive(analysis, "analysis")?,
                shared(expression, "expression")?,
                list(columns, column_count, "columns")?,
            )
        };
        let kind = kind_of(kind)?;
        let allowed: Answer<Vec<Column>> = columns.iter().map(|column| column.read()).collect();
        let allowed = allowed?;
        analysis.ask_about(expression, point, |analysis, program, point| {
            let query = analysis.bound(kind, Variable::term(expression.term.clone()));
            let mut query = query.in_terms_of_these(allowed.iter().copied());
            if let Some(point) = point {
                query = query.at(point);
            }
            let bounds = query
                .compute_all()
                .map_err(|unknown| why(&unknown, program))?;
            let by_itself = match kind {
                BoundKind::Lower => Extreme::Greatest,
                _ => Extreme::Least,
            };
            let each_holds = bounds.all.len() < 2 || bounds.extreme == by_itself;
            let terms: Option<Vec<_>> = bounds.all.iter().map(|bound| bound.as_term()).collect();
            let terms = terms.ok_or("a bound is no expression")?.into_iter();
            let all = terms.map(Expression::of).collect();
            Ok(Box::into_raw(Box::new(CBounds { all, each_holds })))
        })
    };
    // SAFETY: as the header says.
    unsafe { guard(error, ask) }.unwrap_or(std::ptr::null_mut())
}

/// The number of bounds.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn calipers_bounds_count(bounds: *const CBounds) -> usize {
    // SAFETY: as the header says.
    unsafe { bounds.as_ref() }.map_or(0, |bounds| bounds.all.len())
}

/// Whether each bound holds by itself.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn calipers_bounds_each_holds(bounds: *const CBounds) -> bool {
    // SAFETY: as the header says.
    unsafe { bounds.as_ref() }.is_some_and(|bounds| bounds.each_holds)
}

/// A bound, which the bounds own.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn calipers_bounds_get(
    bounds: *const CBounds,
    index: usize,
) -> *const Expression {
    // SAFETY: as the header says.
    let bounds = unsafe { bounds.as_ref() };
    let bound = bounds.and_then(|bounds| bounds.all.get(index));
    bound.map_or(std::ptr::null(), std::ptr::from_ref)
}

/// Frees bounds.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn calipers_bounds_free(bounds: *mut CBounds) {
    // SAFETY: as the header says.
    unsafe { free(bounds) }
}

/// The number of iterations of a loop.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn calipers_analysis_trips(
    analysis: *mut CAnalysis,
    the_loop: u32,
    error: *mut *mut Error,
) -> *mut Expression {
    let ask = || {
        // SAFETY: as the header says.
        let analysis = unsafe { exclusive(analysis, "analysis")? };
        let the_loop = OpId(the_loop);
        analysis.subject.ask(
            Some(the_loop),
            || None,
            |analysis, program| {
                if !program.has_op(the_loop) {
                    return Err(format!("there is no op {}", the_loop.0));
                }
                let trips = analysis.trips(the_loop);
                let trips = trips.ok_or("no rule states how often this op iterates")?;
                let trips = analysis.shortened(trips);
                Ok(Expression::answer(trips.as_term().clone()))
            },
        )
    };
    // SAFETY: as the header says.
    unsafe { guard(error, ask) }.unwrap_or(std::ptr::null_mut())
}

/// The sizes of a value in terms of arguments.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn calipers_analysis_shape(
    analysis: *mut CAnalysis,
    value: u32,
    point: CPoint,
    sizes: *mut *mut Expression,
    rank: usize,
    error: *mut *mut Error,
) -> bool {
    let ask = || {
        // SAFETY: as the header says.
        let analysis = unsafe { exclusive(analysis, "analysis")? };
        let value = ValueId(value);
        let found = analysis.subject.ask(
            point.op(),
            || Some(value),
            |analysis, program| {
                let own = rank_of(program, value)?;
                if own != rank {
                    return Err(format!("the value has {own} dimensions, not {rank}"));
                }
                let point = point.read(program)?;
                let allowed = |column| is_of_argument(program, column);
                let sizes = analysis.shape(value, point, allowed).into_iter();
                let sizes = sizes.zip(0..).map(|(size, dim)| {
                    let size = size.ok()?;
                    let own = Variable::dim(value, dim);
                    let shorter = analysis.shortest_of(&own, &size, point, allowed);
                    let shorter = shorter.unwrap_or(size);
                    Some(Expression::of(shorter.as_term().clone()))
                });
                Ok(sizes.collect::<Vec<_>>())
            },
        )?;
        match (sizes.is_null(), rank) {
            (true, 1..) => Err("`sizes` is NULL".into()),
            _ => Ok(found),
        }
    };
    let mut found = None;
    // SAFETY: `found` is a place for the sizes, `error` as the header says.
    if !unsafe { fill(&raw mut found, error, || ask().map(Some)) } {
        return false;
    }
    for (at, size) in found.unwrap_or_default().into_iter().enumerate() {
        let size = size.map_or(std::ptr::null_mut(), |size| Box::into_raw(Box::new(size)));
        // SAFETY: there are `rank` places, as the header demands.
        unsafe { sizes.add(at).write(size) };
    }
    true
}

fn rank_of(program: &dyn Program, value: ValueId) -> Answer<usize> {
    if !program.has_value(value) {
        return Err(format!("there is no value {}", value.0));
    }
    let ty = program.value_type(value);
    let rank = ty.shape().and_then(|shape| shape.rank());
    rank.ok_or_else(|| "the value has no rank".into())
}
