//! Dialects that are described in IRDL, MLIR's language for that, as concepts.
//!
//! A type or an attribute becomes a concept of its name: `irdl.is`, `irdl.base`, `irdl.any_of`,
//! `irdl.all_of` and `irdl.parametric` say the same as predicates, and a type of the file brings what its own
//! parameters must be. What `irdl.c_pred` says is C++ and not known: whether it holds is left open.

mod cursor;
mod order;
mod predicates;
mod read;

use super::predicate::Predicate;
use super::sort::Sort;
use crate::sexp::Span;
use crate::sexp::expect;

pub(super) use predicates::without_dialect;

/// A file of IRDL.
#[derive(Clone, Debug)]
pub(crate) struct Description {
    pub(crate) definitions: Vec<Definition>,
    pub(crate) operations: Vec<Operation>,
}

/// A type or an attribute.
#[derive(Clone, Debug)]
pub(crate) struct Definition {
    /// With its dialect: `cmath.complex`.
    pub(crate) name: String,
    pub(crate) span: Span,
    /// [`Sort::Type`] or [`Sort::Attribute`].
    pub(crate) sort: Sort,
    pub(crate) predicate: Predicate,
}

/// An op.
#[derive(Clone, Debug)]
pub(crate) struct Operation {
    /// With its dialect.
    pub(crate) name: String,
    pub(crate) span: Span,
    pub(crate) operands: Vec<Part>,
    pub(crate) results: Vec<Part>,
    /// Names and predicates of attributes, which must be there.
    pub(crate) attributes: Vec<(String, Predicate)>,
}

/// How many values a part of an op stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Variadicity {
    Single,
    Optional,
    Variadic,
}

/// Operands or results of an op.
#[derive(Clone, Debug)]
pub(crate) struct Part {
    pub(crate) name: String,
    pub(crate) variadicity: Variadicity,
    /// The number of its constraint: parts with the same are of one type.
    pub(crate) constraint: usize,
    /// On types.
    pub(crate) predicate: Predicate,
}

/// A constraint as it is written; others are named by their numbers.
enum Written {
    Any,
    Is(String),
    AnyOf(Vec<usize>),
    AllOf(Vec<usize>),
    /// The name of a type with `!` or of an attribute with `#`.
    Base(String),
    Parametric(String, Vec<usize>),
    /// C++.
    Unknown(String),
}

/// The constraints of a type, an attribute or an op, in order, each with its place.
type Constraints = Vec<(Span, Written)>;

/// Reads a file of IRDL in its custom assembly.
///
/// # Errors
/// What cannot be understood, with its place.
pub(crate) fn read(text: &str) -> expect::Result<Description> {
    predicates::description(read::file(text)?)
}

/// Whether a file is one of IRDL, by its name.
pub(crate) fn is_irdl(name: &str) -> bool {
    name.ends_with(".mlir")
}
