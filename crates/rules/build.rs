//! Indexes the forms of the rule files by op at build time. `src/library.rs` reads the index, and tests that lazily
//! parsed rules equal those of the whole files.

#[path = "src/concept/files.rs"]
mod concept_files;
#[path = "src/files.rs"]
mod files;

use std::{env, fs, path::Path};

fn main() {
    // The texts are included in this script.
    println!("cargo:rerun-if-changed=build.rs");
    let folder = env::var_os("OUT_DIR").expect("cargo says where what is generated belongs");
    let index = calipers_index::rule_index(files::FILES, concept_files::FILES);
    for (name, text) in [("index.rs", index.rules), ("concepts.rs", index.concepts)] {
        fs::write(Path::new(&folder).join(name), text).expect("the index is written");
    }
}
