//! Interruption of long calls, for callers whose users can press Ctrl-C.
//!
//! What takes time calls [`poll`]. If the caller wants the call to end, it unwinds from there to [`interruptible`]
//! without a message, as salsa does it for rust-analyzer. What the call was changing is then in no defined state: the
//! caller drops it and begins anew.

use std::any::Any;
use std::cell::{Cell, RefCell};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::time::{Duration, Instant};

/// A call was interrupted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("interrupted")]
pub struct Interrupted;

/// How often the caller is asked at most.
const PERIOD: Duration = Duration::from_millis(20);

/// Polls between two readings of the clock, which costs as much as many polls.
const POLLS: u32 = 64;

/// Who is asked, and when that was done last.
struct Watch {
    is_wanted: Box<dyn FnMut() -> bool>,
    asked: Instant,
}

thread_local! {
    /// Polls until the clock is read; 0 where no call can be interrupted.
    static LEFT: Cell<u32> = const { Cell::new(0) };
    static WATCH: RefCell<Option<Watch>> = const { RefCell::new(None) };
}

/// Runs a call that ends early if `is_wanted`, which is asked about every 20 ms on the same thread. Threads that the call
/// starts are not interrupted.
///
/// It needs panics that unwind: with `panic = "abort"` an interruption ends the process.
///
/// # Errors
/// The call was interrupted. What it was changing must not be used any more.
///
/// ```
/// use calipers_support::interrupt::{Interrupted, interruptible, poll};
///
/// let endless = || loop {
///     poll();
/// };
/// let interrupted: Result<(), Interrupted> = interruptible(|| true, endless);
/// assert_eq!(interrupted, Err(Interrupted));
/// assert_eq!(interruptible(|| false, || 1 + 1), Ok(2));
/// ```
pub fn interruptible<T>(
    is_wanted: impl FnMut() -> bool + 'static,
    call: impl FnOnce() -> T,
) -> Result<T, Interrupted> {
    let watch = Watch {
        is_wanted: Box::new(is_wanted),
        asked: Instant::now(),
    };
    let outer = (WATCH.replace(Some(watch)), LEFT.replace(POLLS));
    let answer = catch_unwind(AssertUnwindSafe(call));
    WATCH.set(outer.0);
    LEFT.set(outer.1);
    answer.map_err(|reason: Box<dyn Any + Send>| match reason.downcast() {
        Ok(interrupted) => *interrupted,
        Err(other) => resume_unwind(other),
    })
}

/// Ends the call if its caller wants that. Costs some instructions.
#[inline]
pub fn poll() {
    let left = LEFT.get();
    if left > 0 {
        match left - 1 {
            0 => ask(),
            left => LEFT.set(left),
        }
    }
}

#[cold]
fn ask() {
    // While the caller is asked there is no watch: it may make calls of its own that can be interrupted.
    LEFT.set(0);
    let Some(mut watch) = WATCH.take() else {
        return;
    };
    let is_due = watch.asked.elapsed() >= PERIOD;
    let is_wanted = is_due && (watch.is_wanted)();
    if is_due {
        watch.asked = Instant::now();
    }
    WATCH.set(Some(watch));
    LEFT.set(POLLS);
    if is_wanted {
        resume_unwind(Box::new(Interrupted));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_is_asked_may_make_calls_that_are_interrupted() {
        let endless = || loop {
            poll();
        };
        let mut asked = 0;
        let is_wanted = move || {
            asked += 1;
            let inner: Result<(), Interrupted> = interruptible(|| true, endless);
            assert_eq!(inner, Err(Interrupted));
            asked == 3
        };
        let outer: Result<(), Interrupted> = interruptible(is_wanted, endless);
        assert_eq!(outer, Err(Interrupted));
        assert_eq!(LEFT.get(), 0);
    }

    #[test]
    fn other_panics_go_on() {
        let panicking = || interruptible(|| false, || resume_unwind(Box::new(7)));
        let reason = catch_unwind(AssertUnwindSafe(panicking)).err();
        let reason = reason.and_then(|it| it.downcast::<i32>().ok());
        assert_eq!(reason.as_deref(), Some(&7));
    }
}
