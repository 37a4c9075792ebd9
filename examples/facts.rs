//! Measures arithmetic facts, each in a session of its own, in one process:
//! `cargo run --release --example facts < FACTS`, with the script of a fact on each line, such as
//! `(var x :min 0) (prove (<= 0 (* 2 x)))`.
//!
//! Prints for each fact the microseconds of the fastest of some runs, from the new session to the
//! answer, and the answer. Reading the text is not counted.

use calipers::rules::Rules;
use calipers::script::{Answer, ProgramArena, Session};
use calipers::sexp::{self, Form};
use std::error::Error;
use std::io::{BufRead, Write};
use std::time::{Duration, Instant};

/// The allocator of the `calipers` binary.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// How often each fact is measured.
const RUNS: usize = 5;

fn main() -> Result<(), Box<dyn Error>> {
    let rules = Rules::embedded();
    let mut out = std::io::stdout().lock();
    for line in std::io::stdin().lock().lines() {
        let forms = sexp::read(&line?)?;
        let runs = (0..RUNS).map(|_| ask(&rules, &forms));
        if let Some((time, answer)) = runs.min_by_key(|(time, _)| *time) {
            writeln!(out, "{:.1}\t{answer}", time.as_secs_f64() * 1e6)?;
        }
    }
    Ok(())
}

/// Runs a script in a new session and returns the time and the last answer.
fn ask(rules: &Rules, forms: &[Form]) -> (Duration, String) {
    let start = Instant::now();
    let arena = ProgramArena::new();
    let mut session = Session::new(rules, &arena);
    let mut last = String::new();
    for form in forms {
        match session.execute(form) {
            Ok(Answer::Text(text)) => last = text,
            Ok(_) => {}
            Err(error) => last = error.to_string(),
        }
    }
    (start.elapsed(), last)
}
