//! Programs: read, analysed, printed, and read again.

#![no_main]

use calipers::ir::{Module, ParseOptions};
use calipers::ranges::{Precision, Ranges};
use calipers::rules::Rules;
use libfuzzer_sys::fuzz_target;
use std::sync::OnceLock;

static RULES: OnceLock<Rules> = OnceLock::new();

fuzz_target!(|text: &str| {
    let options = ParseOptions {
        allow_unregistered: true,
        ..ParseOptions::default()
    };
    let module = match Module::parse(text, "fuzz.mlir", options.clone()) {
        Ok(module) => module,
        Err(error) => return drop(error.to_string()),
    };
    let rules = RULES.get_or_init(Rules::embedded);
    for precision in [Precision::Plain, Precision::default()] {
        Ranges::of(&module, rules, module.top(), precision);
    }
    let printed = module.to_string();
    let again = Module::parse(&printed, "printed.mlir", options);
    let again = again.unwrap_or_else(|error| panic!("what is printed cannot be read: {error}"));
    assert_eq!(
        printed,
        again.to_string(),
        "it prints differently once it has been read"
    );
});
