//! Indexes the op tables by op at build time. `src/registry.rs` reads the index, and tests that lazily parsed
//! definitions equal those of the whole tables.

#[path = "src/assembly/tables.rs"]
mod tables;

#[path = "../support/build_tables.rs"]
mod build_tables;

use build_tables::{beginning_lines, names};
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
