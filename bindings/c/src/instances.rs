//! Questions about two instances of accesses, and counts.

use crate::{Answer, CAnalysis, Error, Expression, exclusive, fill, guard, string};
use calipers::count::{Count, Exactness, executions, footprint, peak};
use calipers::instances::{Assumptions, Conflict, InBounds, Instances};
use calipers::program::{OpId, Program, ValueId};
use std::ffi::c_char;

/// An answer about instances: `calipers_instances_answer`.
#[repr(C)]
pub struct CInstances {
    verdict: u32,
    text: *mut c_char,
}

impl CAnalysis {
    /// Runs a question about instances of ops of the program.
    fn ask_instances(
        &mut self,
        ops: &[u32],
        distinct_arguments: bool,
        question: impl FnOnce(&mut Instances<'_>, &dyn Program) -> Answer<(u32, String)>,
    ) -> Answer<CInstances> {
        let first = ops.first().map(|&op| OpId(op));
        self.subject.ask(
            first,
            || None,
            |analysis, _| {
                let (program, _) = analysis.engine().sources();
                if let Some(op) = ops.iter().find(|&&op| !program.has_op(OpId(op))) {
                    return Err(format!("there is no op {op}"));
                }
                let mut assumptions = Assumptions::default();
                assumptions.distinct_arguments = distinct_arguments;
                let mut instances = Instances::of(analysis, assumptions);
                let (verdict, text) = question(&mut instances, program)?;
                let text = string(&text);
                Ok(CInstances { verdict, text })
            },
        )
    }

    /// Runs a question whose answer is a number, and stores whether it is exact.
    fn ask_count(
        &mut self,
        near: (Option<OpId>, Option<ValueId>),
        question: impl FnOnce(&mut calipers::analysis::Analysis<'_>, &dyn Program) -> Answer<Count>,
    ) -> Answer<(*mut Expression, bool)> {
        self.subject.ask(
            near.0,
            || near.1,
            |analysis, program| {
                let count = question(analysis, program)?;
                let is_exact = count.exactness == Exactness::Exact;
                Ok((Expression::answer(count.term), is_exact))
            },
        )
    }
}

/// Whether two different instances of two accesses touch the same element. `within` is the op of a loop, or -1.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn calipers_analysis_conflict(
    analysis: *mut CAnalysis,
    first: u32,
    second: u32,
    within: i64,
    distinct_arguments: bool,
    answer: *mut CInstances,
    error: *mut *mut Error,
) -> bool {
    let ask = || {
        // SAFETY: as the header says.
        let analysis = unsafe { exclusive(analysis, "analysis")? };
        let within = match within {
            -1 => None,
            op => Some(u32::try_from(op).map_err(|_| format!("there is no op {op}"))?),
        };
        let ops: Vec<u32> = [first, second].into_iter().chain(within).collect();
        analysis.ask_instances(&ops, distinct_arguments, |instances, program| {
            let found = instances.conflict(OpId(first), OpId(second), within.map(OpId));
            let verdict = match found {
                Conflict::Never => 1,
                Conflict::Found(_) => 2,
                Conflict::Unknown(_) => 0,
            };
            Ok((verdict, found.describe(program, ("disjoint", "conflict"))))
        })
    };
    // SAFETY: as the header says.
    unsafe { told(answer, error, ask) }
}

/// Whether all elements of an access are elements of its buffer.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn calipers_analysis_in_bounds(
    analysis: *mut CAnalysis,
    access: u32,
    answer: *mut CInstances,
    error: *mut *mut Error,
) -> bool {
    let ask = || {
        // SAFETY: as the header says.
        let analysis = unsafe { exclusive(analysis, "analysis")? };
        analysis.ask_instances(&[access], false, |instances, program| {
            let found = instances.in_bounds(OpId(access));
            let verdict = match found {
                InBounds::Always => 1,
                InBounds::Violated(_) => 2,
                InBounds::Unknown(_) => 0,
            };
            Ok((verdict, found.describe(program)))
        })
    };
    // SAFETY: as the header says.
    unsafe { told(answer, error, ask) }
}

/// Stores an answer, whose text would be lost without a place for it.
///
/// # Safety
/// `answer` is null or points to a place for an answer; `error` as in [`guard`].
unsafe fn told(
    answer: *mut CInstances,
    error: *mut *mut Error,
    ask: impl FnOnce() -> Answer<CInstances>,
) -> bool {
    let ask = || match answer.is_null() {
        true => Err("`answer` is NULL".into()),
        false => ask(),
    };
    // SAFETY: as promised by the caller.
    unsafe { fill(answer, error, ask) }
}

/// Returns a count to C.
///
/// # Safety
/// `is_exact` is null or points to a place for a `bool`; `error` as in [`guard`].
unsafe fn counted(
    is_exact: *mut bool,
    error: *mut *mut Error,
    ask: impl FnOnce() -> Answer<(*mut Expression, bool)>,
) -> *mut Expression {
    // SAFETY: as promised by the caller.
    let Some((term, exact)) = (unsafe { guard(error, ask) }) else {
        return std::ptr::null_mut();
    };
    if !is_exact.is_null() {
        // SAFETY: it points to a place for a `bool`.
        unsafe { is_exact.write(exact) };
    }
    term
}

/// How often one execution of the function executes an op.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn calipers_analysis_executions(
    analysis: *mut CAnalysis,
    op: u32,
    is_exact: *mut bool,
    error: *mut *mut Error,
) -> *mut Expression {
    let ask = || {
        // SAFETY: as the header says.
        let analysis = unsafe { exclusive(analysis, "analysis")? };
        analysis.ask_count((Some(OpId(op)), None), |analysis, program| {
            let known = program.has_op(OpId(op)).then_some(OpId(op));
            let block = known.and_then(|op| program.block_of(op));
            let block = block.ok_or_else(|| format!("there is no op {op} in a block"))?;
            executions(analysis, block).map_err(|failure| failure.to_string())
        })
    };
    // SAFETY: as the header says.
    unsafe { counted(is_exact, error, ask) }
}

/// The distinct elements of a buffer that are touched.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn calipers_analysis_footprint(
    analysis: *mut CAnalysis,
    buffer: u32,
    is_exact: *mut bool,
    error: *mut *mut Error,
) -> *mut Expression {
    let ask = || {
        // SAFETY: as the header says.
        let analysis = unsafe { exclusive(analysis, "analysis")? };
        let value = ValueId(buffer);
        analysis.ask_count((None, Some(value)), |analysis, program| {
            let is_shaped = program.has_value(value) && program.value_type(value).shape().is_some();
            if !is_shaped {
                return Err(format!("there is no buffer {buffer}"));
            }
            let found = footprint(analysis, value).map_err(|failure| failure.to_string())?;
            Ok(found.elements)
        })
    };
    // SAFETY: as the header says.
    unsafe { counted(is_exact, error, ask) }
}

/// The most bytes that the buffers of a function hold at once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn calipers_analysis_peak(
    analysis: *mut CAnalysis,
    function: u32,
    is_exact: *mut bool,
    error: *mut *mut Error,
) -> *mut Expression {
    let ask = || {
        // SAFETY: as the header says.
        let analysis = unsafe { exclusive(analysis, "analysis")? };
        analysis.ask_count((Some(OpId(function)), None), |analysis, program| {
            if !program.has_op(OpId(function)) {
                return Err(format!("there is no op {function}"));
            }
            let found = peak(analysis, OpId(function)).map_err(|failure| failure.to_string())?;
            Ok(found.bytes)
        })
    };
    // SAFETY: as the header says.
    unsafe { counted(is_exact, error, ask) }
}
