//! A line on a terminal that says how much is done.

use std::fmt::Write as _;
use std::io::{self, IsTerminal, Write as _};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// The time between two lines.
const INTERVAL: Duration = Duration::from_millis(100);

/// The width of the bar in characters.
const BAR: usize = 20;

/// The progress of work on a number of items. It is shown only if standard error is a terminal.
pub struct Progress {
    count: usize,
    what: &'static str,
    start: Instant,
    state: Option<Mutex<State>>,
}

struct State {
    done: usize,
    message: String,
    drawn: Instant,
}

impl Progress {
    /// No item of this many is done.
    pub fn new(count: usize, what: &'static str) -> Progress {
        let start = Instant::now();
        let state = || {
            Mutex::new(State {
                done: 0,
                message: String::new(),
                drawn: start,
            })
        };
        Progress {
            count,
            what,
            start,
            state: io::stderr().is_terminal().then(state),
        }
    }

    /// One more item is done.
    pub fn add_one(&self) {
        self.change(|state| state.done += 1);
    }

    /// A text behind the number of items.
    pub fn set_message(&self, message: String) {
        self.change(|state| state.message = message);
    }

    /// Prints to standard error in place of the line.
    pub fn print(&self, text: &str) {
        let _state = self.state.as_ref().map(lock);
        self.clear();
        show(text);
    }

    /// Removes the line.
    pub fn clear(&self) {
        if self.state.is_some() {
            show("\r\x1b[K");
        }
    }

    fn change(&self, change: impl FnOnce(&mut State)) {
        let Some(state) = &self.state else { return };
        let mut state = lock(state);
        change(&mut state);
        if state.drawn.elapsed() >= INTERVAL {
            state.drawn = Instant::now();
            show(&self.line(&state));
        }
    }

    fn line(&self, state: &State) -> String {
        let State { done, message, .. } = state;
        let full = (done * BAR / self.count.max(1)).min(BAR);
        let bar = format!("{}{}", "█".repeat(full), "░".repeat(BAR - full));
        let mut line = format!("\r{bar} {done}/{} {}  {message}", self.count, self.what);
        if *done > 0 {
            let left = self.count.saturating_sub(*done) as f64 / *done as f64;
            let seconds = (self.start.elapsed().as_secs_f64() * left).round();
            // A string takes whatever is written.
            let _ = write!(line, "  {seconds} s left");
        }
        line + "\x1b[K"
    }
}

/// No work is done while the lock is held, so it cannot be poisoned.
fn lock(state: &Mutex<State>) -> MutexGuard<'_, State> {
    state.lock().unwrap_or_else(PoisonError::into_inner)
}

/// If this fails, there is no way to report it.
fn show(text: &str) {
    let _ = io::stderr().write_all(text.as_bytes());
}
