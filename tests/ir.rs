//! Programs that the IR parses and prints, compared with the output of `mlir-opt`.

mod edits;
mod errors;
mod hostile;
mod lenient;
mod roundtrip;
mod syntaxes;
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
