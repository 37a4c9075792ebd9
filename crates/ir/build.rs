//! Indexes the op tables by op at build time. `src/registry.rs` reads the index, and tests that lazily parsed
//! definitions equal those of the whole tables.

#[path = "src/assembly/tables.rs"]
mod tables;

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::{env, fs, path::Path};

fn main() {
    // The texts are included in this script.
    println!("cargo:rerun-if-changed=build.rs");
    let folder = env::var_os("OUT_DIR").expect("cargo says where what is generated belongs");
    fs::write(Path::new(&folder).join("ops.rs"), op_tables()).expect("the index is written");
}

/// The index of the op tables.
fn op_tables() -> String {
    let mut ops = BTreeMap::new();
    for (number, (_, table)) in tables::TABLES.iter().enumerate() {
        for (start, entry) in beginning_lines(table, "op ") {
            let names = entry.split_ascii_whitespace().nth(1).unwrap_or_default();
            for name in names.split('|') {
                let before = ops.insert(name, (number, start, start + entry.len()));
                assert!(before.is_none(), "{name} is defined twice");
            }
        }
    }
    let mut text = String::new();
    names(&mut text, ops.keys().copied());
    let places: Vec<_> = ops.values().collect();
    writeln!(text, "static PLACES: [(u8, u32, u32); OPS] = {places:?};").expect("a string grows");
    text
}

/// The names of ops in ascending order, and their number.
fn names<'n>(text: &mut String, names: impl Iterator<Item = &'n str>) {
    let names: Vec<&str> = names.collect();
    let (count, all) = (names.len(), names.concat());
    let until: Vec<usize> = sums(names.iter().map(|name| name.len())).collect();
    writeln!(text, "const OPS: usize = {count};").expect("a string grows");
    writeln!(
        text,
        "static OP_NAMES: Names = Names {{ all: {all:?}, until: &{until:?} }};"
    )
    .expect("a string grows");
}

/// The prefix sums.
fn sums(all: impl Iterator<Item = usize>) -> impl Iterator<Item = usize> {
    all.scan(0, |sum, next| {
        *sum += next;
        Some(*sum)
    })
}

/// Splits a text before each line that starts with `prefix`; returns the position of each part, too.
fn beginning_lines<'t>(text: &'t str, with: &str) -> Vec<(usize, &'t str)> {
    let after_newline = text.match_indices('\n').map(|(at, _)| at + 1);
    let starts = std::iter::once(0).chain(after_newline);
    let starts: Vec<usize> = starts.filter(|&at| text[at..].starts_with(with)).collect();
    let ends = starts.iter().copied().skip(1).chain([text.len()]);
    let parts = starts.iter().zip(ends);
    parts
        .map(|(&start, end)| (start, &text[start..end]))
        .collect()
}
