//! Indexes the op tables by op at build time. `src/registry.rs` reads the index, and tests that lazily parsed
//! definitions equal those of the whole tables.

#[path = "src/assembly/tables.rs"]
mod tables;

use std::{env, fs, path::Path};

fn main() {
    // The texts are included in this script.
    println!("cargo:rerun-if-changed=build.rs");
    let folder = env::var_os("OUT_DIR").expect("cargo says where what is generated belongs");
    let index = calipers_index::op_index(tables::TABLES);
    fs::write(Path::new(&folder).join("ops.rs"), index).expect("the index is written");
}
