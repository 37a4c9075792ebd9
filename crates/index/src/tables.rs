//! The index of the op tables: for each op, its table and the place of its definition.

use crate::{Texts, statics};
use std::collections::BTreeMap;

/// The statics `OPS`, `OP_NAMES` and `PLACES`.
///
/// # Panics
/// Panics if two definitions have the same name.
pub fn op_index(tables: &Texts) -> String {
    let mut ops = BTreeMap::new();
    for (number, (_, table)) in tables.iter().enumerate() {
        for (start, entry) in definitions(table) {
            let names = entry.split_ascii_whitespace().nth(1).unwrap_or_default();
            for name in names.split('|') {
                let before = ops.insert(name, (number, start, start + entry.len()));
                assert!(before.is_none(), "{name} is defined twice");
            }
        }
    }
    let places: Vec<_> = ops.values().collect();
    let mut text = statics::names(ops.keys().copied());
    text += &format!("static PLACES: [(u8, u32, u32); OPS] = {places:?};\n");
    text
}

/// The definitions of a table with their positions: each begins with `op ` at the start of a line.
fn definitions(table: &str) -> impl Iterator<Item = (usize, &str)> {
    let after_newline = table.match_indices('\n').map(|(at, _)| at + 1);
    let starts = std::iter::once(0).chain(after_newline);
    let starts: Vec<usize> = starts
        .filter(|&at| table[at..].starts_with("op "))
        .collect();
    let ends: Vec<usize> = starts
        .iter()
        .copied()
        .skip(1)
        .chain([table.len()])
        .collect();
    let places = starts.into_iter().zip(ends);
    places.map(|(start, end)| (start, &table[start..end]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_entry_may_define_several_ops() {
        let text = op_index(&[("t", "// A comment.\nop t.b|t.a x\n  attr y\nop t.c\n")]);
        assert!(text.contains("\"t.at.bt.c\""), "{text}");
        assert!(
            text.contains("[(0, 14, 36), (0, 14, 36), (0, 36, 43)]"),
            "{text}"
        );
    }
}
