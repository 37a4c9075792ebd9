//! The entry point of the command line.

mod cli;

use calipers::threads::STACK;
use corosensei::stack::DefaultStack;
use corosensei::{Coroutine, CoroutineResult};
use std::convert::Infallible;
use std::io::Write;
use std::process::ExitCode;

/// The engine makes many small allocations, and this allocator halves their time.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Runs the command with enough stack.
///
/// A separate thread would take a tenth of a short run, for its heap and start. So would a crate that first finds
/// out how large the stack of the system is.
fn main() -> ExitCode {
    let Ok(stack) = DefaultStack::new(STACK) else {
        let megabytes = STACK >> 20;
        let _ = writeln!(
            std::io::stderr(),
            "calipers: no room for a stack of {megabytes} MB"
        );
        return ExitCode::FAILURE;
    };
    let mut command = Coroutine::<(), Infallible, ExitCode>::with_stack(stack, |_, ()| cli::main());
    match command.resume(()) {
        CoroutineResult::Return(code) => code,
        CoroutineResult::Yield(never) => match never {},
    }
}
