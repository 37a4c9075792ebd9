//! The engine's view of attributes.

use super::{AffineMap, IntegerSet};
use calipers_number::Int;
use std::borrow::Cow;

/// The value of an attribute.
#[derive(Clone, PartialEq, Debug)]
pub enum Attribute<'a> {
    /// `unit`, or an attribute without a value.
    Unit,
    /// `true`, `false`.
    Bool(bool),
    /// An integer or index attribute, as signed.
    Integer(Int),
    /// A string, or an enum case by its keyword.
    String(&'a str),
    /// `array<i64: …>`, `[1, 2]` of integers, `dense<[1, 2]>` of integers (a splat expanded). As in MLIR, `i64::MIN`
    /// denotes a dynamic entry.
    Integers(Cow<'a, [i64]>),
    /// `[…]` with other elements.
    Array(Vec<Attribute<'a>>),
    /// `#dialect.name<a, key = b, …>`: the parameters of a dialect's attribute, with their names if they have any; or
    /// the entries of a dictionary.
    Parameters(Vec<(Option<&'a str>, Attribute<'a>)>),
    /// `affine_map<…>`.
    Map(&'a AffineMap),
    /// `affine_set<…>`.
    Set(&'a IntegerSet),
    /// `@symbol`; for a nested reference, the whole text after the first `@`.
    Symbol(&'a str),
    /// An attribute that the engine does not use.
    Other,
}
