//! Bytecode: read, written, and read again.

#![no_main]

use calipers::bytecode::{NEWEST, read, write};
use calipers::ir::{ParseOptions, PrintOptions};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let options = ParseOptions::default();
    let module = match read(bytes, "fuzz.mlirbc", options.clone()) {
        Ok(module) => module,
        Err(error) => return assert!(error.offset <= bytes.len(), "{error}"),
    };
    let Ok(written) = write(&module, NEWEST) else {
        return;
    };
    let again = read(&written, "written.mlirbc", options);
    let again = again.unwrap_or_else(|error| panic!("what is written cannot be read: {error}"));
    let generic = PrintOptions {
        generic: true,
        ..PrintOptions::default()
    };
    assert_eq!(
        module.print(generic),
        again.print(generic),
        "it prints differently once it has been written"
    );
});
