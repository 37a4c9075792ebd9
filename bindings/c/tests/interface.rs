//! The header documents every function of the C interface, and the examples print what the files beside them say.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

fn read(path: impl AsRef<Path>) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    std::fs::read_to_string(path).expect("it can be read")
}

/// The function names in a text: words with the prefix of the library that are followed by `(`.
fn functions(text: &str) -> BTreeSet<&str> {
    let starts = text.match_indices("calipers_").map(|(at, _)| &text[at..]);
    let names = starts.filter_map(|rest| {
        let end = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_')?;
        rest[end..].starts_with('(').then_some(&rest[..end])
    });
    names.collect()
}

#[test]
fn the_header_has_every_function() {
    let files = [
        "lib",
        "analysis",
        "assignment",
        "bound",
        "changes",
        "error",
        "expression",
        "instances",
        "module",
        "nodes",
        "rules",
        "sizes",
        "words",
    ];
    let sources: Vec<String> = files.map(|file| read(format!("src/{file}.rs"))).into();
    let declared: BTreeSet<&str> = sources
        .iter()
        .flat_map(|source| source.split("extern \"C\" fn ").skip(1))
        .filter_map(|rest| rest.split_once('(').map(|(name, _)| name))
        .collect();
    let header = read("include/calipers.h");
    assert_eq!(functions(&header), declared);
}

/// The target directory of this test, which also has the library.
fn libraries() -> PathBuf {
    let test = std::env::current_exe().expect("a test is a file");
    test.parent().expect("a file is in a folder").to_owned()
}

#[test]
fn the_examples_do_what_they_say() {
    let is_there = |tool: &str| Command::new(tool).arg("--version").output().is_ok();
    if !is_there("bash") || !is_there("cc") || !is_there("c++") {
        eprintln!("no C compiler is here: the examples are NOT compiled");
        return;
    }
    let output = Command::new("bash")
        .arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/run.sh"))
        .arg(libraries())
        .output()
        .expect("bash runs");
    let told = String::from_utf8_lossy(&output.stdout);
    let wrong = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{told}{wrong}");
}

/// Builds a term by applying an operator repeatedly to a variable and the term so far.
fn grow(operator: u32, twice: bool, times: usize) -> Option<String> {
    use calipers_c::*;
    let mut error: *mut Error = std::ptr::null_mut();
    // SAFETY: everything is used as the header says.
    unsafe {
        let mut term = calipers_expression_integer(7);
        for _ in 0..times {
            let other = match twice {
                true => term,
                false => calipers_expression_integer(3),
            };
            let operands = [other.cast_const(), term.cast_const()];
            let next = calipers_expression_apply(operator, operands.as_ptr(), 2, &mut error);
            if !twice {
                calipers_expression_free(other);
            }
            calipers_expression_free(term);
            if next.is_null() {
                let message = std::ffi::CStr::from_ptr(calipers_error_message(error));
                let message = message.to_string_lossy().into_owned();
                calipers_error_free(error);
                return Some(message);
            }
            term = next;
        }
        calipers_expression_free(term);
    }
    None
}

#[test]
fn terms_stay_small_enough_to_be_worked_on() {
    const ADD: u32 = 0;
    const FLOOR_DIV: u32 = 2;
    assert_eq!(grow(FLOOR_DIV, false, 400), None);
    let deep = grow(FLOOR_DIV, false, 100_000).expect("that is too deep");
    assert!(deep.contains("500 deep"), "{deep}");
    // Each term has twice as many nodes as the one before, although it shares them.
    let large = grow(ADD, true, 100).expect("that is too large");
    assert!(large.contains("nodes at most"), "{large}");
}
