//! Locations that the source states with `loc(…)`.

use super::Attr;

/// The contents of `loc(…)`.
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
        /// The named location.
        child: Option<Attr>,
    },
    /// `callsite(callee at caller)`.
    CallSite {
        /// The location of the callee.
        callee: Attr,
        /// The location of the call.
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
