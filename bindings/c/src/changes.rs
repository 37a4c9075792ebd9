//! Analyses of live programs, and the reports of their changes.

use crate::live::{Callbacks, LiveProgram};
use crate::subject::{Live, Subject};
use crate::{Answer, CAnalysis, Error, Rules, exclusive, guard, shared};
use calipers::program::{BlockId, OpId};
use calipers::solve::{Config, IntegerOverflow};

/// Creates an analysis of a program that is read through callbacks.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn calipers_analysis_new_live(
    callbacks: *const Callbacks,
    rules: *const Rules,
    flags: u32,
    error: *mut *mut Error,
) -> *mut CAnalysis {
    let make = || {
        // SAFETY: as the header says.
        let (callbacks, rules) = unsafe {
            shared(callbacks.cast::<u8>(), "callbacks")?;
            (Callbacks::read(callbacks)?, shared(rules, "rules")?)
        };
        let subject = Subject::live(LiveProgram::new(callbacks), &rules.rules, config(flags)?);
        Ok(Box::into_raw(Box::new(CAnalysis { subject })))
    };
    // SAFETY: as the header says.
    unsafe { guard(error, make) }.unwrap_or(std::ptr::null_mut())
}

/// The configuration that the flags of the header select.
fn config(flags: u32) -> Answer<Config> {
    const FOR_REWRITING: u32 = 1;
    const UNBOUNDED_INTEGERS: u32 = 2;
    if flags & !(FOR_REWRITING | UNBOUNDED_INTEGERS) != 0 {
        return Err(format!("there are no flags {flags:#x}"));
    }
    let mut config = Config::default();
    if flags & FOR_REWRITING != 0 {
        config = config.for_rewriting();
    }
    if flags & UNBOUNDED_INTEGERS != 0 {
        config.integer_overflow = IntegerOverflow::Ignore;
    }
    Ok(config)
}

/// Reports a change to the analysis of a live program.
///
/// # Safety
/// The pointers are as the header says.
unsafe fn report(
    analysis: *mut CAnalysis,
    error: *mut *mut Error,
    change: impl FnOnce(&mut Live),
) -> bool {
    let report = || {
        // SAFETY: as promised by the caller.
        let analysis = unsafe { exclusive(analysis, "analysis")? };
        change(analysis.subject.live_mut()?);
        Ok(())
    };
    // SAFETY: as promised by the caller.
    unsafe { guard(error, report) }.is_some()
}

/// Reports that an op has changed in place.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn calipers_analysis_op_changed(
    analysis: *mut CAnalysis,
    op: u32,
    error: *mut *mut Error,
) -> bool {
    // SAFETY: as the header says.
    unsafe { report(analysis, error, |live| live.changed(OpId(op))) }
}

/// Reports that an op was inserted.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn calipers_analysis_op_inserted(
    analysis: *mut CAnalysis,
    op: u32,
    error: *mut *mut Error,
) -> bool {
    // SAFETY: as the header says.
    unsafe { report(analysis, error, |live| live.inserted(OpId(op))) }
}

/// Reports that an op is about to be erased.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn calipers_analysis_op_erased(
    analysis: *mut CAnalysis,
    op: u32,
    error: *mut *mut Error,
) -> bool {
    // SAFETY: as the header says.
    unsafe { report(analysis, error, |live| live.erased(OpId(op))) }
}

/// Reports that an op was moved.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn calipers_analysis_op_moved(
    analysis: *mut CAnalysis,
    op: u32,
    from: u32,
    error: *mut *mut Error,
) -> bool {
    // SAFETY: as the header says.
    unsafe { report(analysis, error, |live| live.moved(OpId(op), BlockId(from))) }
}

/// Discards all results: anything may have changed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn calipers_analysis_forget(
    analysis: *mut CAnalysis,
    error: *mut *mut Error,
) -> bool {
    // SAFETY: as the header says.
    unsafe { report(analysis, error, Live::forget) }
}
