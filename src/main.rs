//! `calipers`: bounds of values in programs, from the command line.

mod cli;

use calipers::threads::STACK;
use std::process::ExitCode;

/// The engine makes very many small things; this allocator makes them in half the time.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    let worker = std::thread::Builder::new()
        .stack_size(STACK)
        .spawn(cli::main);
    match worker.map(std::thread::JoinHandle::join) {
        Ok(Ok(code)) => code,
        // It has said why.
        Ok(Err(_)) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("calipers: cannot start a thread: {error}");
            ExitCode::FAILURE
        }
    }
}
