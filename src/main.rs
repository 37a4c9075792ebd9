//! The entry point of the command line.

mod cli;

use calipers::threads::STACK;
use std::io::Write;
use std::panic::{AssertUnwindSafe, catch_unwind, set_hook, take_hook};
use std::process::ExitCode;

/// The engine makes many small allocations, and this allocator halves their time.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Runs the command with enough stack. A separate thread would take a tenth of a short run, for its heap and start.
fn main() -> ExitCode {
    let hook = take_hook();
    // Before the command begins, only this can fail.
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
    // Otherwise the command has reported the reason.
    ended.unwrap_or(ExitCode::FAILURE)
}
