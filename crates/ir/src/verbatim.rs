//! Ops that are kept as text, since they could not be read.
//!
//! Such an op has the name [`OP`] and an attribute with its text, in pieces: the names of values and blocks in it are
//! operands, arguments and successors, so that the text stays valid when a pass renames or replaces values. Nothing
//! is assumed about such an op.

use crate::symbol_uses::may_name;
use std::fmt::{self, Display, Formatter};

/// The name of an op that is kept as text.
pub(crate) const OP: &str = "calipers.verbatim";

/// The name of the attribute with the text.
pub(crate) const ATTRIBUTE: &str = "text";

/// The type of a value that no use has stated yet.
pub(crate) const UNKNOWN_TYPE: &str = "!calipers.unknown";

/// A piece of the text of an op.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Piece {
    /// Text without names of values of the program.
    Text(Box<str>),
    /// The name of an operand.
    Operand(u32),
    /// The name of an argument of a region's entry block.
    Argument(ArgumentPlace),
    /// A region. Its entry block has a label if its text has one.
    Region {
        /// The index of the region.
        index: u32,
        /// Whether the entry block is printed with a label.
        labelled: bool,
    },
    /// The name of a successor.
    Successor(u32),
}

/// An argument of the entry block of a region.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ArgumentPlace {
    /// The index of the region.
    pub region: u32,
    /// The index of the argument.
    pub index: u32,
}

/// The text of an op.
#[derive(Clone, PartialEq, Eq, Hash, Default, Debug)]
pub struct Verbatim {
    /// The text after the names of the results.
    pub pieces: Box<[Piece]>,
    /// Arguments whose names are those of other pieces. A name in the text may be a use of a value from outside or the
    /// definition of an argument; in the regions it is an argument, which is printed like the value.
    pub homonyms: Box<[(ArgumentPlace, Piece)]>,
}

impl Verbatim {
    /// The pieces of text.
    pub(crate) fn texts(&self) -> impl Iterator<Item = &str> {
        self.pieces.iter().filter_map(|piece| match piece {
            Piece::Text(text) => Some(&**text),
            _ => None,
        })
    }

    /// The name of the op, with which its text begins.
    pub(crate) fn name(&self) -> Option<&str> {
        let text = self.texts().next()?.trim_start_matches('"');
        let is_of_name = |c: char| c.is_alphanumeric() || matches!(c, '.' | '_' | '$' | '-');
        let end = text.find(|c| !is_of_name(c)).unwrap_or(text.len());
        Some(&text[..end]).filter(|name| !name.is_empty())
    }

    /// Whether the text may mention a symbol of that name.
    pub(crate) fn mentions(&self, name: &str) -> bool {
        self.texts().any(|text| may_name(text, name))
    }
}

/// Ops of one name that could not be read. Displays as a sentence about them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unread {
    /// The name, as written.
    pub name: String,
    /// Their number.
    pub count: usize,
    /// The line of what cannot be read in the first one, from 1.
    pub line: u32,
    /// Its column, from 1, in characters.
    pub column: u32,
    /// Why it could not be read.
    pub reason: String,
}

impl Display for Unread {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Unread {
            name,
            count,
            reason,
            ..
        } = self;
        let many = match count {
            1 => String::new(),
            _ => format!(" ({count} times)"),
        };
        write!(
            f,
            "'{name}' is kept as text{many}, and nothing is assumed about it: {reason}"
        )
    }
}
