//! Limits of size, time and rate.

use std::sync::{Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// The limits of one request.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// The maximum time for an answer.
    pub time: Duration,
    /// The maximum size of a request in bytes.
    pub bytes: usize,
    /// The maximum time for a client to send it, and to read the response.
    pub client: Duration,
    /// The maximum number of requests in progress.
    pub workers: usize,
}

/// A counting semaphore.
#[derive(Debug)]
pub struct Gate {
    free: Mutex<usize>,
    left: Condvar,
}

/// A permit of the semaphore.
#[derive(Debug)]
pub struct Turn<'g>(&'g Gate);

impl Gate {
    /// A semaphore with that many permits.
    pub fn new(count: usize) -> Gate {
        Gate {
            free: Mutex::new(count.max(1)),
            left: Condvar::new(),
        }
    }

    /// Waits for a permit, which is released when it is dropped.
    pub fn enter(&self) -> Turn<'_> {
        let free = self.free.lock().unwrap_or_else(PoisonError::into_inner);
        let free = self.left.wait_while(free, |free| *free == 0);
        *free.unwrap_or_else(PoisonError::into_inner) -= 1;
        Turn(self)
    }

    /// A permit if one is available at once.
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

/// A token bucket: a sustained rate per second, and bursts of four times as many.
#[derive(Debug)]
pub struct Bucket {
    rate: f64,
    state: Mutex<(f64, Instant)>,
}

impl Bucket {
    /// A full bucket.
    pub fn new(rate: u32) -> Bucket {
        let rate = f64::from(rate.max(1));
        Bucket {
            rate,
            state: Mutex::new((4.0 * rate, Instant::now())),
        }
    }

    /// Takes a token, if there is one.
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
