//! Programs that the IR reads and prints, compared with what `mlir-opt` makes of them.

#[path = "ir/edits.rs"]
mod edits;
#[path = "ir/errors.rs"]
mod errors;
#[path = "ir/hostile.rs"]
mod hostile;
#[path = "ir/roundtrip.rs"]
mod roundtrip;
#[path = "ir/view.rs"]
mod view;

use calipers::ir::{Module, ParseOptions};

/// Reads a program that must be right.
fn parse(text: &str) -> Module {
    match Module::parse(text, "test.mlir", ParseOptions::default()) {
        Ok(module) => module,
        Err(error) => panic!("{error}"),
    }
}

/// The error of a program that must be wrong.
fn error(text: &str) -> calipers::ir::ParseError {
    match Module::parse(text, "test.mlir", ParseOptions::default()) {
        Ok(module) => panic!("this was read:\n{module}"),
        Err(error) => error,
    }
}
