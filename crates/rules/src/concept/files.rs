//! The texts of the concept files. `build.rs` includes this file, too.

/// The concept files of the library, in the order in which they are loaded.
pub const FILES: &[(&str, &str)] = &[
    (
        "builtin.concepts",
        include_str!("../../../../rules/builtin.concepts"),
    ),
    (
        "tosa.concepts",
        include_str!("../../../../rules/tosa.concepts"),
    ),
];
