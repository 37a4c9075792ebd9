//! Counterexamples: integers that satisfy the known facts but violate a condition.

use crate::expression::condition_at;
use crate::{CAnalysis, CPoint, Error, Expression, exclusive, free, guard, string};
use calipers::analysis::column_name;
use calipers::program::Column;
use calipers::term::Expr;
use std::ffi::{CString, c_char};

/// Terms with values: `calipers_assignment`.
pub struct CAssignment {
    values: Vec<(Expression, CString)>,
}

/// Integers that satisfy the known facts but violate a condition, one `TERM = INTEGER` per line.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn calipers_analysis_counterexample(
    analysis: *mut CAnalysis,
    condition: *const Expression,
    point: CPoint,
    error: *mut *mut Error,
) -> *mut c_char {
    let ask = || {
        // SAFETY: as the header says.
        let (analysis, condition) =
            unsafe { (exclusive(analysis, "analysis")?, condition_at(condition)?) };
        analysis.ask_about(condition, point, |analysis, module, point| {
            let found = analysis.counterexample_at(&condition.term, point);
            Ok(found.map(|values| {
                let mut named = |column: &Column| Expr::Leaf(column_name(*column, module));
                let lines = values
                    .iter()
                    .map(|(term, value)| format!("{} = {value}\n", term.map(&mut named)));
                string(&lines.collect::<String>())
            }))
        })
    };
    // SAFETY: as the header says.
    let found = unsafe { guard(error, ask) };
    found.flatten().unwrap_or(std::ptr::null_mut())
}

/// The same as data.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn calipers_analysis_counterexample_values(
    analysis: *mut CAnalysis,
    condition: *const Expression,
    point: CPoint,
    error: *mut *mut Error,
) -> *mut CAssignment {
    let ask = || {
        // SAFETY: as the header says.
        let (analysis, condition) =
            unsafe { (exclusive(analysis, "analysis")?, condition_at(condition)?) };
        analysis.ask_about(condition, point, |analysis, _, point| {
            let found = analysis.counterexample_at(&condition.term, point);
            Ok(found.map(|values| {
                let values = values.into_iter().map(|(term, value)| {
                    // Digits contain no 0 byte.
                    let digits = CString::new(value.to_string()).unwrap_or_default();
                    (Expression::of(term), digits)
                });
                let values = values.collect();
                Box::into_raw(Box::new(CAssignment { values }))
            }))
        })
    };
    // SAFETY: as the header says.
    let found = unsafe { guard(error, ask) };
    found.flatten().unwrap_or(std::ptr::null_mut())
}

/// The number of terms.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn calipers_assignment_count(assignment: *const CAssignment) -> usize {
    // SAFETY: as the header says.
    unsafe { assignment.as_ref() }.map_or(0, |it| it.values.len())
}

/// A term, which the assignment owns.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn calipers_assignment_term(
    assignment: *const CAssignment,
    index: usize,
) -> *const Expression {
    // SAFETY: as the header says.
    let found = unsafe { assignment.as_ref() }.and_then(|it| it.values.get(index));
    found.map_or(std::ptr::null(), |(term, _)| std::ptr::from_ref(term))
}

/// The value of a term in decimal digits, which the assignment owns.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn calipers_assignment_value(
    assignment: *const CAssignment,
    index: usize,
) -> *const c_char {
    // SAFETY: as the header says.
    let found = unsafe { assignment.as_ref() }.and_then(|it| it.values.get(index));
    found.map_or(std::ptr::null(), |(_, value)| value.as_ptr())
}

/// Frees an assignment.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn calipers_assignment_free(assignment: *mut CAssignment) {
    // SAFETY: as the header says.
    unsafe { free(assignment) }
}
