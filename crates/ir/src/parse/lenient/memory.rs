//! What lenient parsing remembers.

use super::super::operand::Use;
use crate::program::{OpId, ValueId};
use crate::verbatim::ArgumentPlace;
use hashbrown::HashMap;
use std::cell::Cell;

/// The state of lenient parsing.
pub(in crate::parse) struct Lenient<'s> {
    /// The changes to undo if an op cannot be read.
    pub(super) journal: Vec<Undo<'s>>,
    /// The ops that are kept as text.
    pub(super) kept: Vec<Kept<'s>>,
    /// The number of bytes that may be parsed again. Without it, the time could be exponential in the nesting depth.
    pub(super) fuel: usize,
    /// The positions of ops that are invalid though they can be read, with the reasons.
    pub(super) invalid: HashMap<u32, String>,
    /// The position of the last error.
    pub(super) failed_at: Cell<u32>,
}

/// An op that is kept as text.
pub(in crate::parse) struct Kept<'s> {
    pub(super) op: OpId,
    /// Its name, as written.
    pub(super) name: &'s str,
    /// Why it cannot be read.
    pub(super) reason: String,
    /// The position that the reason is about.
    pub(super) reason_at: u32,
    pub(super) parts: Vec<Part<'s>>,
    pub(super) mentions: Vec<Mention<'s>>,
    /// The names of the successors.
    pub(super) successors: Vec<&'s str>,
}

/// A change that does not only append to a table.
pub(in crate::parse) enum Undo<'s> {
    /// Forward references of a name were resolved in the scope with that number.
    Resolved {
        scope: usize,
        name: &'s str,
        uses: Vec<u32>,
    },
    /// The type of a value was unknown before.
    Typed(ValueId),
}

/// A piece of the text, while the program is parsed.
pub(in crate::parse) enum Part<'s> {
    Text(&'s str),
    /// A name of a value, by its number among the mentions.
    Mention(usize),
    Successor {
        name: &'s str,
        at: u32,
        in_braces: bool,
    },
    Region {
        index: u32,
        labelled: bool,
    },
}

/// A name of a value in the text.
pub(in crate::parse) struct Mention<'s> {
    /// The name without `%`, and the `n` of `%name#n`.
    pub(super) name: &'s str,
    pub(super) number: Option<u32>,
    pub(super) at: u32,
    pub(super) value: Use,
    /// The arguments of regions that may have the name.
    pub(super) arguments: Vec<ArgumentPlace>,
}
