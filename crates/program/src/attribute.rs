//! Attributes, as far as the engine asks of them.

use super::{AffineMap, IntegerSet};
use crate::number::Int;
use std::borrow::Cow;

/// An attribute's value.
#[derive(Clone, PartialEq, Debug)]
pub enum Attribute<'a> {
    /// `unit`, or an attribute given by its name alone.
    Unit,
    /// `true`, `false`.
    Bool(bool),
    /// An integer or index attribute; the sign is that of the signed reading.
    Integer(Int),
    /// A string, or an enum case by its keyword.
    String(&'a str),
    /// `array<i64: …>`, `[1, 2]` of integers, `dense<[1, 2]>` of integers (a splat expanded).
    /// `i64::MIN` stands for a dynamic entry, as in MLIR.
    Integers(Cow<'a, [i64]>),
    /// `[…]` of anything else.
    Array(Vec<Attribute<'a>>),
    /// `#dialect.name<a, key = b, …>`: the parameters of a dialect's attribute, with the names of
    /// those that have one; the entries of a dictionary.
    Parameters(Vec<(Option<&'a str>, Attribute<'a>)>),
    /// `affine_map<…>`.
    Map(&'a AffineMap),
    /// `affine_set<…>`.
    Set(&'a IntegerSet),
    /// `@symbol`; of a nested reference the whole text after the first `@`.
    Symbol(&'a str),
    /// What the engine has no use for.
    Other,
}
