//! Programs that the IR parses and prints, compared with the output of `mlir-opt`.

#[path = "ir/edits.rs"]
mod edits;
#[path = "ir/errors.rs"]
mod errors;
#[path = "ir/hostile.rs"]
mod hostile;
#[path = "ir/lenient.rs"]
mod lenient;
#[path = "ir/roundtrip.rs"]
mod roundtrip;
#[path = "ir/syntaxes.rs"]
mod syntaxes;
#[path = "ir/view.rs"]
mod view;

use calipers::ir::{Module, ParseOptions};

/// Parses a valid program.
fn parse(text: &str) -> Module {
    match Module::parse(text, "test.mlir", ParseOptions::default()) {
        Ok(module) => module,
        Err(error) => panic!("{error}"),
    }
}

/// The error for an invalid program.
fn error(text: &str) -> calipers::ir::ParseError {
    match Module::parse(text, "test.mlir", ParseOptions::default()) {
        Ok(module) => panic!("this was read:\n{module}"),
        Err(error) => error,
    }
}
