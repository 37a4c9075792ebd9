//! How much is answered: how large, how long, how often.

use std::sync::{Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// The limits of one request.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// How long its answer may take.
    pub time: Duration,
    /// How many bytes it may have.
    pub bytes: usize,
    /// How long a client may take to send it, and to read the answer.
    pub client: Duration,
    /// How many are worked on at once.
    pub workers: usize,
}

/// Lets so many through at once; others wait.
#[derive(Debug)]
pub struct Gate {
    free: Mutex<usize>,
    left: Condvar,
}

/// One that has been let through.
#[derive(Debug)]
pub struct Turn<'g>(&'g Gate);

impl Gate {
    /// One for that many.
    pub fn new(count: usize) -> Gate {
        Gate {
            free: Mutex::new(count.max(1)),
            left: Condvar::new(),
        }
    }

    /// Waits for its turn, which lasts until it is dropped.
    pub fn enter(&self) -> Turn<'_> {
        let free = self.free.lock().unwrap_or_else(PoisonError::into_inner);
        let free = self.left.wait_while(free, |free| *free == 0);
        *free.unwrap_or_else(PoisonError::into_inner) -= 1;
        Turn(self)
    }

    /// Its turn where there is one at once.
    pub fn try_enter(&self) -> Option<Turn<'_>> {
        let mut free = self.free.lock().unwrap_or_else(PoisonError::into_inner);
        *free = free.checked_sub(1)?;
        Some(Turn(self))
    }
}

impl Drop for Turn<'_> {
    fn drop(&mut self) {
        *self.0.free.lock().unwrap_or_else(PoisonError::into_inner) += 1;
        self.0.left.notify_one();
    }
}

/// A token bucket: so many a second in the long run, four times as many at once.
#[derive(Debug)]
pub struct Bucket {
    rate: f64,
    state: Mutex<(f64, Instant)>,
}

impl Bucket {
    /// A full one.
    pub fn new(rate: u32) -> Bucket {
        let rate = f64::from(rate.max(1));
        Bucket {
            rate,
            state: Mutex::new((4.0 * rate, Instant::now())),
        }
    }

    /// Takes one out, if there is one.
    pub fn take(&self) -> bool {
        self.take_at(Instant::now())
    }

    fn take_at(&self, now: Instant) -> bool {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let (left, then) = *state;
        let passed = now.saturating_duration_since(then).as_secs_f64();
        let left = (left + passed * self.rate).min(4.0 * self.rate);
        let is_there = left >= 1.0;
        *state = (left - f64::from(u8::from(is_there)), now.max(then));
        is_there
    }
}

#[test]
fn a_bucket_runs_dry_and_fills_again() {
    let bucket = Bucket::new(2);
    let start = Instant::now();
    let taken = (0..20).filter(|_| bucket.take_at(start)).count();
    assert_eq!(taken, 8);
    let later = start + Duration::from_secs(1);
    assert_eq!((0..20).filter(|_| bucket.take_at(later)).count(), 2);
}

#[test]
fn a_gate_lets_so_many_through() {
    let gate = Gate::new(2);
    let first = gate.enter();
    let second = gate.try_enter();
    assert!(second.is_some() && gate.try_enter().is_none());
    drop(first);
    assert!(gate.try_enter().is_some());
}
