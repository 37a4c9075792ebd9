//! Times of answers.

use std::time::{Duration, Instant};

/// Measures the work of a thread on one answer after the other.
pub struct Stopwatch {
    start: Instant,
    /// When the thread had had a processor for how long.
    known: Option<(Instant, Duration)>,
}

/// Times below this one are as measured. Other processes make long ones wrong.
const SHORT: Duration = Duration::from_millis(10);

/// The system is not asked again within this time: that takes longer than most answers.
const FRESH: Duration = Duration::from_millis(2);

impl Stopwatch {
    /// Starts now, in this thread.
    pub fn start() -> Stopwatch {
        let start = Instant::now();
        Stopwatch {
            start,
            known: worked().map(|worked| (start, worked)),
        }
    }

    /// Starts again.
    pub fn restart(&mut self) {
        self.start = Instant::now();
        if let Some((at, _)) = self.known
            && self.start - at > FRESH
        {
            self.known = worked().map(|worked| (self.start, worked));
        }
    }

    /// The time since the start; if it is long, without the time in which the thread waited for a processor, where the
    /// system measures it.
    pub fn elapsed(&self) -> Duration {
        let all = self.start.elapsed();
        if all < SHORT {
            return all;
        }
        let work = worked().zip(self.known);
        work.map_or(all, |(end, (_, start))| end.saturating_sub(start).min(all))
    }
}

/// The time that this thread has had a processor; only Linux measures it.
fn worked() -> Option<Duration> {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    let nanoseconds = told.split_whitespace().next()?.parse().ok()?;
    Some(Duration::from_nanos(nanoseconds))
}
