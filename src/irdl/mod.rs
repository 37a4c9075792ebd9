//! Dialects that are described in IRDL, MLIR's language for that, as concepts.
//!
//! A type or an attribute becomes a concept of its name: `irdl.is`, `irdl.base`, `irdl.any_of`,
//! `irdl.all_of` and `irdl.parametric` say the same as predicates, and a type of the file brings what its own
//! parameters must be. What `irdl.c_pred` says is C++ and not known: whether it holds is left open.

mod cursor;
mod ops;
mod order;
mod predicates;
mod read;

use crate::concept::Concepts;
use crate::concept::{Definition, Predicate};
use crate::rules::Rules;
use crate::sexp::expect::{self, Complaint};
use crate::sexp::{FormError, Source, Span};

pub(crate) use ops::{Described, read as read_ops};

/// A file of IRDL.
#[derive(Clone, Debug)]
pub(crate) struct Description {
    pub(crate) definitions: Vec<Definition>,
    pub(crate) operations: Vec<Operation>,
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
fn description(text: &str) -> expect::Result<Description> {
    predicates::description(read::file(text)?)
}

/// Whether a file is one of IRDL, by its name.
pub fn is_irdl(name: &str) -> bool {
    name.ends_with(".mlir")
}

/// Adds a file to rules: one of the rule language, or of IRDL where its name ends with `.mlir`, of which the types
/// and attributes become concepts and the ops get schemas.
///
/// # Errors
/// What is wrong with the file, with its place. Nothing is added then.
pub fn load(rules: &mut Rules, name: &str, text: &str) -> Result<(), FormError> {
    if !is_irdl(name) {
        return rules.load(name, text);
    }
    match ops::read(rules, text) {
        Ok(_) => Ok(()),
        Err(Complaint(span, message)) => {
            Err(FormError::new(&Source::new(name, text), span, message))
        }
    }
}

/// Adds a file to concepts, as [`load`] adds one to rules.
///
/// # Errors
/// What is wrong with the file, with its place. Nothing is added then.
pub fn load_concepts(concepts: &mut Concepts, name: &str, text: &str) -> Result<(), FormError> {
    if !is_irdl(name) {
        return concepts.load(name, text);
    }
    let described = description(text).and_then(|it| concepts.describe(&it.definitions));
    described
        .map_err(|Complaint(span, message)| FormError::new(&Source::new(name, text), span, message))
}
