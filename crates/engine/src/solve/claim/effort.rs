//! What the decision of a claim costs in all.
//!
//! A decision tries a claim in many forms: with lemmas, with fewer assumptions, in shorter terms, by parts. Each has a
//! budget of its own; so that their sum is bounded too, all count their work on one clock. It counts work, not time, and
//! what it has counted before a decision does not matter: the same decision always ends at the same place.

use std::cell::Cell;

/// The work of creating an engine and of its first propagation, in the unit of [`add`].
const ENGINE: u64 = 1 << 16;

thread_local! {
    static CLOCK: Cell<Clock> = const { Cell::new(Clock { now: 0, end: u64::MAX }) };
}

#[derive(Clone, Copy)]
struct Clock {
    /// The work of claims on this thread so far.
    now: u64,
    /// The count at which the current decision ends.
    end: u64,
}

/// Counts the creation of an engine.
pub(super) fn add_engine() {
    add(ENGINE);
}

/// Counts work, in the unit of [`Statistics::work`](crate::solve::lp::Statistics::work).
pub(super) fn add(work: u64) {
    CLOCK.with(|clock| {
        let Clock { now, end } = clock.get();
        let now = now.saturating_add(work);
        clock.set(Clock { now, end });
    });
}

/// Whether the current decision has done all the work that it may do.
pub(super) fn is_spent() -> bool {
    let Clock { now, end } = CLOCK.get();
    now >= end
}

/// Executes a decision that may do so much work, and no more than is left of the one around it.
pub(super) fn within<T>(work: u64, decide: impl FnOnce() -> T) -> T {
    let Clock { now, end } = CLOCK.get();
    let own = now.saturating_add(work).min(end);
    CLOCK.set(Clock { now, end: own });
    let decided = decide();
    let Clock { now, .. } = CLOCK.get();
    CLOCK.set(Clock { now, end });
    decided
}
