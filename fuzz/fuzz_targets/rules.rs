//! Rule files.

#![no_main]

use calipers::rules::Rules;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    if let Err(error) = Rules::none().load("fuzz.rules", text) {
        drop(error.to_string());
    }
});
