//! Parts of texts and static tables of names, for the build scripts of several crates.

use std::fmt::Write as _;

/// The names of ops in ascending order, and their number.
pub fn names<'n>(text: &mut String, names: impl Iterator<Item = &'n str>) {
    let names: Vec<&str> = names.collect();
    let (count, all) = (names.len(), names.concat());
    let until: Vec<usize> = sums(names.iter().map(|name| name.len())).collect();
    writeln!(text, "const OPS: usize = {count};").expect("a string grows");
    writeln!(
        text,
        "static OP_NAMES: Names = Names {{ all: {all:?}, until: &{until:?} }};"
    )
    .expect("a string grows");
}

/// The prefix sums.
pub fn sums(all: impl Iterator<Item = usize>) -> impl Iterator<Item = usize> {
    all.scan(0, |sum, next| {
        *sum += next;
        Some(*sum)
    })
}

/// Splits a text before each line that starts with `with`; returns the position of each part, too.
pub fn beginning_lines<'t>(text: &'t str, with: &str) -> Vec<(usize, &'t str)> {
    let after_newline = text.match_indices('\n').map(|(at, _)| at + 1);
    let starts = std::iter::once(0).chain(after_newline);
    let starts: Vec<usize> = starts.filter(|&at| text[at..].starts_with(with)).collect();
    let ends = starts.iter().copied().skip(1).chain([text.len()]);
    let parts = starts.iter().zip(ends);
    parts
        .map(|(&start, end)| (start, &text[start..end]))
        .collect()
}
