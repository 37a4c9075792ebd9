//! Dialects that are described in IRDL, MLIR's language for that, as concepts.
//!
//! A type or an attribute becomes a concept of its name: `irdl.is`, `irdl.base`, `irdl.any_of`,
//! `irdl.all_of` and `irdl.parametric` say the same as predicates. What `irdl.c_pred` says is C++ and not
//! known: whether it holds is left open.

mod cursor;
mod read;

use super::predicate::{Predicate, Test};
use super::sort::Sort;
use crate::ir::Module;
use crate::program::Datum;
use crate::sexp::expect::Complaint;
use crate::sexp::{FormError, Source, Span};
use std::sync::Arc;

/// A predicate may have this many parts.
const MAX_SIZE: usize = 5_000;

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

/// Reads a file of IRDL in its custom assembly.
///
/// # Errors
/// What cannot be understood, with its place.
pub(crate) fn read(name: &str, text: &str) -> Result<Description, FormError> {
    let error = |Complaint(span, message)| FormError::new(&Source::new(name, text), span, message);
    read::description(text).map_err(error)
}

/// Predicates on types and on attributes, of the constraints of one definition.
#[derive(Default)]
struct Predicates {
    /// On types, then on attributes.
    known: Vec<[Predicate; 2]>,
}

impl Predicates {
    fn of(&self, constraint: usize, sort: Sort) -> Predicate {
        let both = self.known.get(constraint);
        both.map_or(Predicate::NEVER, |both| {
            both[usize::from(sort == Sort::Attribute)].clone()
        })
    }

    /// Adds a constraint, or says what is wrong with it.
    fn add(&mut self, written: &Written) -> Result<(), String> {
        let pair = [
            self.predicate(written, Sort::Type)?,
            self.predicate(written, Sort::Attribute)?,
        ];
        if pair.iter().any(|it| it.size() > MAX_SIZE) {
            return Err("the constraint is too large".into());
        }
        self.known.push(pair);
        Ok(())
    }

    fn predicate(&self, written: &Written, sort: Sort) -> Result<Predicate, String> {
        let each = |of: &[usize]| -> Vec<Predicate> {
            of.iter().map(|number| self.of(*number, sort)).collect()
        };
        Ok(match written {
            Written::Any => Predicate::ANY,
            Written::AnyOf(of) => Predicate::or(each(of)),
            Written::AllOf(of) => Predicate::and(each(of)),
            Written::Unknown(text) => Predicate::Test(Test::Interface(text.as_str().into())),
            Written::Is(text) => {
                let mut module = Module::new();
                if let Ok(ty) = module.parse_type(text) {
                    on(
                        Sort::Type,
                        sort,
                        exactly(&module.datum_of_type(ty), Sort::Type),
                    )
                } else if let Ok(attribute) = module.parse_attribute(text) {
                    let datum = module.datum_of_attribute(attribute);
                    on(Sort::Attribute, sort, exactly(&datum, Sort::Attribute))
                } else {
                    return Err(format!("'{text}' is no type and no attribute"));
                }
            }
            Written::Base(name) => {
                let (own, predicate) = base(name)?;
                on(own, sort, predicate)
            }
            Written::Parametric(name, of) => {
                let (own, head) = base(name)?;
                let mut parts = vec![Predicate::length(super::Integers::one(of.len()))];
                for (position, number) in of.iter().enumerate() {
                    let part = Arc::new(self.of(*number, Sort::Attribute));
                    parts.push(Predicate::Test(Test::At(position, part)));
                }
                let parameters = Predicate::field("parameters", Predicate::and(parts));
                on(own, sort, Predicate::and([head, parameters]))
            }
        })
    }
}

/// A predicate on things of one sort as one on things of another: an attribute may hold a type.
fn on(own: Sort, wanted: Sort, predicate: Predicate) -> Predicate {
    match (own, wanted) {
        (Sort::Type, Sort::Attribute) => {
            Predicate::and([Predicate::head("type"), Predicate::field("type", predicate)])
        }
        (Sort::Attribute, Sort::Type) => Predicate::NEVER,
        _ => predicate,
    }
}

/// All types or attributes of a name that begins with `!` or `#`.
fn base(name: &str) -> Result<(Sort, Predicate), String> {
    let sort = match name.starts_with('!') {
        true => Sort::Type,
        false => Sort::Attribute,
    };
    let Some(builtin) = name[1..].strip_prefix("builtin.") else {
        let is_named = Test::Word(super::Words::one(name));
        let named = Predicate::field("name", Predicate::Test(is_named));
        return Ok((sort, Predicate::and([Predicate::head("dialect"), named])));
    };
    let format = Test::Word(super::Words::one(builtin));
    let predicate = match (sort, builtin) {
        (
            Sort::Type,
            "vector" | "integer" | "index" | "complex" | "tuple" | "none" | "function",
        ) => Predicate::head(builtin),
        (Sort::Type, "tensor" | "memref") => Predicate::and([
            Predicate::head(builtin),
            Predicate::field("dims", Predicate::ANY),
        ]),
        (Sort::Type, "unranked_tensor" | "unranked_memref") => Predicate::and([
            Predicate::head(builtin.trim_start_matches("unranked_")),
            Predicate::not(Predicate::field("dims", Predicate::ANY)),
        ]),
        (Sort::Type, float) if crate::ir::FLOATS.iter().any(|(name, _)| *name == float) => {
            Predicate::and([
                Predicate::head("float"),
                Predicate::field("format", Predicate::Test(format)),
            ])
        }
        (Sort::Attribute, "string" | "array" | "float" | "unit" | "type" | "dictionary") => {
            Predicate::head(builtin)
        }
        // In MLIR a Boolean is an integer attribute of type i1.
        (Sort::Attribute, "integer") => {
            Predicate::or([Predicate::head("integer"), Predicate::head("bool")])
        }
        (Sort::Attribute, "symbol_ref") => Predicate::head("symbol"),
        (Sort::Attribute, "affine_map") => Predicate::head("map"),
        (Sort::Attribute, "integer_set") => Predicate::head("set"),
        (Sort::Attribute, "dense_array") => Predicate::head("dense-array"),
        _ => return Err(format!("nothing is known of '{name}'")),
    };
    Ok((sort, predicate))
}

/// The predicate that holds of this alone.
fn exactly(datum: &Datum, sort: Sort) -> Predicate {
    match (datum, sort) {
        (Datum::Integer(value), _) => Predicate::integer(super::Integers::one(value.clone())),
        (Datum::Word(text), _) => Predicate::Test(Test::Word(super::Words::one(&**text))),
        (Datum::List(parts), Sort::List(part)) => {
            let mut all = vec![Predicate::length(super::Integers::one(parts.len()))];
            for (position, datum) in parts.iter().enumerate() {
                let exact = Arc::new(exactly(datum, *part));
                all.push(Predicate::Test(Test::At(position, exact)));
            }
            Predicate::and(all)
        }
        (Datum::Node { head, .. }, sort) => {
            let mut all = vec![Predicate::head(head)];
            let mut constructors = sort.constructors().iter();
            let constructor = constructors.find(|it| it.head == *head);
            for field in constructor.map_or(&[][..], |it| it.fields) {
                let exact = datum
                    .field(field.name)
                    .map(|part| exactly(part, field.sort));
                all.push(match exact {
                    Some(exact) => Predicate::field(field.name, exact),
                    None => Predicate::not(Predicate::field(field.name, Predicate::ANY)),
                });
            }
            Predicate::and(all)
        }
        (Datum::List(_), _) => Predicate::NEVER,
    }
}
