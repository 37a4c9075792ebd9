//! The layouts of op properties: which attributes the encoded properties of an op hold, and in which form.
//!
//! Encoded properties do not describe themselves. `layouts.txt` lists the layouts of LLVM 22, which
//! `lab/bytecode_layouts.py` extracts from its headers.

use hashbrown::HashMap;
use std::sync::LazyLock;

/// A field of the properties of an op.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Form {
    /// An attribute.
    Attribute,
    /// An attribute that may be absent.
    Optional,
    /// A flag in a byte, which becomes a unit attribute.
    Flag,
    /// A number that becomes an attribute of the type i32.
    Number,
    /// That many segment sizes without their number.
    Sizes(usize),
    /// The place of the segment sizes before they became such a list: an attribute.
    OldSizes,
}

/// A field with the name of its attribute.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Field {
    pub(crate) name: &'static str,
    pub(crate) form: Form,
}

impl Field {
    /// Whether MLIR stores it as something else than an attribute, which it does not accept in a dictionary.
    pub(crate) fn is_native(&self) -> bool {
        matches!(self.form, Form::Flag | Form::Number)
    }
}

/// The fields of each op.
static LAYOUTS: LazyLock<HashMap<&str, &str>> = LazyLock::new(|| {
    let lines = include_str!("layouts.txt").lines();
    lines.filter_map(|line| line.split_once(' ')).collect()
});

/// The names of the attributes in the properties of ops of StableHLO. The layouts differ between its versions, which
/// files do not state.
static STABLEHLO: LazyLock<HashMap<&str, &str>> = LazyLock::new(|| {
    let lines = include_str!("stablehlo.txt").lines();
    lines.filter_map(|line| line.split_once(' ')).collect()
});

/// The names of the attributes in the properties of an op.
pub(crate) fn names_of(op: &str) -> Vec<&'static str> {
    match STABLEHLO.get(op) {
        Some(names) => names.split(' ').collect(),
        None => {
            let fields = layout_of(op).unwrap_or_default();
            fields.iter().map(|field| field.name).collect()
        }
    }
}

/// The fields of the properties of an op, if the layout is known.
pub(crate) fn layout_of(op: &str) -> Option<Vec<Field>> {
    let fields = LAYOUTS.get(op)?;
    Some(fields.split(' ').map(field).collect())
}

fn field(text: &'static str) -> Field {
    let (name, form) = if let Some(name) = text.strip_suffix('?') {
        (name, Form::Optional)
    } else if let Some(name) = text.strip_prefix('|') {
        (name, Form::OldSizes)
    } else if let Some(name) = text.strip_suffix(":bool") {
        (name, Form::Flag)
    } else if let Some(name) = text.strip_suffix(":i32") {
        (name, Form::Number)
    } else if let Some((name, count)) = text.split_once('[') {
        let count = count.trim_end_matches(']').parse();
        (name, Form::Sizes(count.unwrap_or_default()))
    } else {
        (text, Form::Attribute)
    };
    Field { name, form }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_of_layouts_can_be_read() {
        for (op, fields) in LAYOUTS.iter() {
            assert!(op.contains('.'), "{op}");
            for field in fields.split(' ').map(field) {
                let plain = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '.';
                assert!(field.name.chars().all(plain), "{op}: {field:?}");
                assert_ne!(field.form, Form::Sizes(0), "{op}");
            }
        }
        let forms = |op| layout_of(op).map(|fields| fields.iter().map(|it| it.form).collect());
        let expected = vec![Form::OldSizes, Form::Attribute, Form::Flag, Form::Sizes(2)];
        assert_eq!(forms("affine.linearize_index"), Some(expected));
        assert_eq!(forms("arith.addi"), Some(vec![Form::Optional]));
        assert_eq!(forms("func.return"), None);
        assert_eq!(names_of("arith.addi"), ["overflowFlags"]);
        assert_eq!(names_of("stablehlo.iota"), ["iota_dimension"]);
        assert_eq!(names_of("stablehlo.add"), [""; 0]);
    }
}
