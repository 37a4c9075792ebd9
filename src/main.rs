//! `calipers`: bounds of values in programs, from the command line.

mod cli;

use calipers::threads::STACK;
use std::panic::catch_unwind;
use std::process::ExitCode;

/// The engine makes very many small things; this allocator makes them in half the time.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    // Not on a thread of its own, whose heap and start would be a tenth of a short run. Where so much stack is
    // not to be had, that has been said.
    catch_unwind(|| stacker::grow(STACK, cli::main)).unwrap_or(ExitCode::FAILURE)
}
