//! `calipers`: bounds of values in programs, from the command line.

mod cli;

use calipers::threads::STACK;
use std::io::Write;
use std::panic::{AssertUnwindSafe, catch_unwind, set_hook, take_hook};
use std::process::ExitCode;

/// The engine makes very many small things; this allocator makes them in half the time.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Runs the command on a long stack. Not on a thread of its own, whose heap and start would be a tenth of a short
/// run.
fn main() -> ExitCode {
    let hook = take_hook();
    // Before the command begins nothing can fail but this.
    set_hook(Box::new(|_| {
        let megabytes = STACK >> 20;
        let _ = writeln!(
            std::io::stderr(),
            "calipers: no room for a stack of {megabytes} MB"
        );
    }));
    let command = || {
        set_hook(hook);
        cli::main()
    };
    let ended = catch_unwind(AssertUnwindSafe(|| stacker::grow(STACK, command)));
    // Else it has been said why.
    ended.unwrap_or(ExitCode::FAILURE)
}
