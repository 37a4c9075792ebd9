//! Answers as JSON Lines; `docs/json.md` describes the keys.

use calipers::diagnostic::Diagnostic;
use calipers::number::Int;
use serde_json::{Value, json};

/// An integer: a number if it fits 64 bits, else a string of its digits.
pub fn integer(value: &Int) -> Value {
    match i64::try_from(value) {
        Ok(value) => json!(value),
        Err(_) => json!(value.to_string()),
    }
}

/// A diagnostic.
pub fn diagnostic(diagnostic: &Diagnostic) -> Value {
    let place = diagnostic.location.as_ref();
    json!({
        "file": place.map(|place| &place.file),
        "line": place.map(|place| place.line),
        "column": place.map(|place| place.column),
        "severity": diagnostic.severity.to_string(),
        "message": diagnostic.message,
    })
}
