//! Locations that a program states with `loc(…)`.

use super::Attr;

/// What stands in `loc(…)`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Location {
    /// `unknown`.
    Unknown,
    /// `"file":line:column`, or a range that starts there.
    File {
        /// The file.
        file: Box<str>,
        /// Line, from 1.
        line: u32,
        /// Column, from 1.
        column: u32,
        /// The end of a range: `to …`, as text.
        end: Box<str>,
    },
    /// `"name"(child)`.
    Name {
        /// The name.
        name: Box<str>,
        /// The location it names.
        child: Option<Attr>,
    },
    /// `callsite(callee at caller)`.
    CallSite {
        /// Where the callee is.
        callee: Attr,
        /// Where the call is.
        caller: Attr,
    },
    /// `fused<metadata>[…]`.
    Fused {
        /// The metadata.
        metadata: Option<Attr>,
        /// The parts.
        parts: Box<[Attr]>,
    },
}
