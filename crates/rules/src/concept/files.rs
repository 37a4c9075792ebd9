//! The texts of the concepts. The script that builds the library reads them, too.

/// The concept files that come with the library, in order.
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
