//! Work on numbered subjects in several threads.

use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

/// A report to which the reports of other threads can be added.
pub trait Report: Default + Send {
    /// Adds what another report found.
    fn add(&mut self, other: Self);
}

/// Examines the subjects with these numbers, each in one of several threads, and returns the report about all of them.
///
/// # Panics
/// If an examination panics.
pub fn examined<R: Report>(
    numbers: Range<u64>,
    threads: usize,
    examine: impl Fn(u64, &mut R) + Sync,
) -> R {
    let next = AtomicU64::new(numbers.start);
    let work = || {
        let mut report = R::default();
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= numbers.end {
                return report;
            }
            examine(number, &mut report);
        }
    };
    thread::scope(|scope| {
        let others: Vec<_> = (1..threads).map(|_| scope.spawn(work)).collect();
        let mut all = work();
        for other in others {
            match other.join() {
                Ok(report) => all.add(report),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
        all
    })
}
