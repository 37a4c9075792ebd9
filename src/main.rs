//! The `calipers` binary.
fn main() {}
