//! Tables of builtin types.

use crate::program::Datum;

/// The heads of element types that a builtin type with that head accepts. Some types of dialects are accepted, too,
/// as the dialect decides.
pub fn element_heads(container: &str) -> Option<&'static [&'static str]> {
    Some(match container {
        "complex" => &["integer", "float"],
        "vector" => &["integer", "float", "index", "dialect"],
        "tensor" => &["integer", "float", "index", "complex", "vector", "dialect"],
        "memref" => &[
            "integer", "float", "index", "complex", "vector", "memref", "dialect",
        ],
        _ => return None,
    })
}

/// The names of the float types, with their widths in bits.
pub const FLOATS: &[(&str, u32)] = &[
    ("f32", 32),
    ("f64", 64),
    ("f16", 16),
    ("bf16", 16),
    ("tf32", 19),
    ("f80", 80),
    ("f128", 128),
    ("f8E5M2", 8),
    ("f8E4M3", 8),
    ("f8E4M3FN", 8),
    ("f8E5M2FNUZ", 8),
    ("f8E4M3FNUZ", 8),
    ("f8E4M3B11FNUZ", 8),
    ("f8E3M4", 8),
    ("f8E8M0FNU", 8),
    ("f6E2M3FN", 6),
    ("f6E3M2FN", 6),
    ("f4E2M1FN", 4),
];

/// A float type.
pub fn float_type(name: &str) -> Datum {
    let width = FLOATS.iter().find(|(known, _)| *known == name);
    let width = width.map_or(0, |(_, width)| *width);
    Datum::node(
        "float",
        [
            ("format", Datum::word(name)),
            ("width", Datum::integer(width)),
        ],
    )
}
