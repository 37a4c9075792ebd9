//! Gives the program the stack that deeply nested programs and terms need.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    if std::env::var("CARGO_CFG_TARGET_ARCH").is_ok_and(|architecture| architecture == "wasm32") {
        println!("cargo::rustc-link-arg-bins=-zstack-size=67108864");
    }
}
