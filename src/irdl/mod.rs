//! Reads dialects that are described in IRDL, and turns them into concepts and schemas.
//!
//! A type or an attribute becomes a concept of its name: `irdl.is`, `irdl.base`, `irdl.any_of`, `irdl.all_of` and
//! `irdl.parametric` become predicates, and a reference to a type of the file includes the constraints on its
//! parameters. `irdl.c_pred` is C++, so the relation is unknown.

mod cursor;
mod ops;
mod order;
mod predicates;
mod read;

use crate::sexp::expect::{self, Complaint};
use crate::sexp::{FormError, Source, Span};
use calipers_rules::Rules;
use calipers_rules::concept::Concepts;
use calipers_rules::concept::{Definition, Predicate};

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
    /// The name with its dialect.
    pub(crate) name: String,
    pub(crate) span: Span,
    pub(crate) operands: Vec<Part>,
    pub(crate) results: Vec<Part>,
    /// Names and predicates of required attributes.
    pub(crate) attributes: Vec<(String, Predicate)>,
}

/// The number of values of an operand or result group.
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
    /// The number of its constraint: groups that share one have equal types.
    pub(crate) constraint: usize,
    /// The predicate on types.
    pub(crate) predicate: Predicate,
}

/// A constraint as it is written; it refers to others by their numbers.
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

/// The constraints of a type, an attribute or an op, in order, with their positions.
type Constraints = Vec<(Span, Written)>;

/// Parses a file of IRDL in its custom assembly.
///
/// # Errors
/// The syntax error, with its position.
fn description(text: &str) -> expect::Result<Description> {
    predicates::description(read::file(text)?)
}

/// Whether a file is IRDL, by its name.
pub fn is_irdl(name: &str) -> bool {
    name.ends_with(".mlir")
}

/// Adds a file to rules. A file whose name ends with `.mlir` is IRDL: its types and attributes become concepts, and
/// its ops get schemas. Other files are in the rule language.
///
/// # Errors
/// The error in the file, with its position. The rules are unchanged then.
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
/// The error in the file, with its position. The concepts are unchanged then.
pub fn load_concepts(concepts: &mut Concepts, name: &str, text: &str) -> Result<(), FormError> {
    if !is_irdl(name) {
        return concepts.load(name, text);
    }
    let described = description(text).and_then(|it| concepts.describe(&it.definitions));
    described
        .map_err(|Complaint(span, message)| FormError::new(&Source::new(name, text), span, message))
}
