//! The op definitions of each dialect, and the custom assembly that no format describes.

mod arith;
mod func;

use super::parse::{OpState, Parsed, Parser};
use super::print::Printer;
use crate::program::OpId;

/// The tables, by dialect.
pub(super) const TABLES: &[(&str, &str)] = &[
    ("arith", include_str!("arith.ops")),
    ("builtin", include_str!("builtin.ops")),
    ("func", include_str!("func.ops")),
];

/// Custom assembly that is read and written by hand.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Syntax {
    /// Reads what follows the op's name.
    pub(crate) parse: for<'p, 's, 'o> fn(&'p mut Parser<'s>, &'o mut OpState) -> Parsed<()>,
    /// Writes what follows the op's name; none where the op is not of the form it takes.
    pub(crate) print: for<'p, 'm> fn(&'p mut Printer<'m>, OpId) -> Option<()>,
}

/// The hand-written syntax that a table names.
pub(super) fn syntax(name: &str) -> Option<Syntax> {
    let all = [arith::SYNTAX, func::SYNTAX];
    all.into_iter()
        .flatten()
        .find(|(known, _)| *known == name)
        .map(|(_, syntax)| *syntax)
}
