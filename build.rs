//! Puts the editor that `dist/build` bundles into the page of `calipers serve`.

use std::env;
use std::path::Path;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed=CALIPERS_EDITOR");
    println!("cargo::rustc-check-cfg=cfg(calipers_editor)");
    let Some(bundle) = env::var_os("CALIPERS_EDITOR").filter(|path| !path.is_empty()) else {
        return;
    };
    if Path::new(&bundle).is_absolute() && Path::new(&bundle).is_file() {
        println!("cargo::rerun-if-changed={}", Path::new(&bundle).display());
        println!("cargo::rustc-cfg=calipers_editor");
    } else {
        println!(
            "cargo::error=CALIPERS_EDITOR must be the absolute path of a file, not `{}`",
            Path::new(&bundle).display()
        );
    }
}
