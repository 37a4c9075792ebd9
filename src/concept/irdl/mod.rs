//! Dialects that are described in IRDL, MLIR's language for that, as concepts.
//!
//! A type or an attribute becomes a concept of its name: `irdl.is`, `irdl.base`, `irdl.any_of`,
//! `irdl.all_of` and `irdl.parametric` say the same as predicates. What `irdl.c_pred` says is C++ and not
//! known: whether it holds is left open.

mod cursor;
mod read;

use super::literal::is_literal;
use super::predicate::{Predicate, Test};
use super::sort::Sort;
use crate::ir::Module;
use crate::program::Datum;
use crate::sexp::Span;
use crate::sexp::expect;
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

/// Reads a file of IRDL in its custom assembly.
///
/// # Errors
/// What cannot be understood, with its place.
pub(crate) fn read(text: &str) -> expect::Result<Description> {
    read::description(text)
}

/// Whether a file is one of IRDL, by its name.
pub(crate) fn is_irdl(name: &str) -> bool {
    name.ends_with(".mlir")
}

/// Predicates on types and on attributes, of the constraints of one definition.
#[derive(Default)]
struct Predicates {
    /// On types, then on attributes.
    known: Vec<[Predicate; 2]>,
    /// How each is written as a concept, where that is short.
    texts: Vec<Option<String>>,
}

/// What is longer than this is shown part by part.
const MAX_TEXT: usize = 160;

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
        let text = self.text(written);
        let named = |predicate: Predicate| match (&text, &predicate) {
            (Some(text), Predicate::And(_) | Predicate::Or(_)) => {
                Predicate::Concept(text.as_str().into(), Arc::new(predicate))
            }
            _ => predicate,
        };
        self.known.push(pair.map(named));
        self.texts.push(text);
        Ok(())
    }

    /// How a constraint is written as a concept.
    fn text(&self, written: &Written) -> Option<String> {
        let call = |name: &str, of: &[usize]| {
            let mut text = format!("({name}");
            for (n, number) in of.iter().enumerate() {
                let is_new = !of[..n].contains(number) || name.starts_with(['!', '#']);
                if is_new {
                    text += &format!(" {}", self.texts.get(*number)?.as_ref()?);
                }
            }
            Some(text + ")")
        };
        let text = match written {
            Written::Any => "any".to_string(),
            Written::AnyOf(of) => call("or", of)?,
            Written::AllOf(of) => call("and", of)?,
            Written::Unknown(_) => return None,
            Written::Is(text) if is_literal(text) && !text.starts_with(['!', '#']) => text.clone(),
            Written::Is(_) => return None,
            Written::Base(name) => match name[1..].strip_prefix("builtin.") {
                Some(builtin) => builtin.to_string(),
                None => name.clone(),
            },
            Written::Parametric(name, of) => call(name, of)?,
        };
        (text.len() <= MAX_TEXT).then_some(text)
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
                let (own, datum, is_all) = if let Ok(ty) = module.parse_type(text) {
                    let datum = module.datum_of_type(ty);
                    let again = module.type_of_datum(&datum);
                    (Sort::Type, datum, again == Some(ty))
                } else if let Ok(attribute) = module.parse_attribute(text) {
                    let datum = module.datum_of_attribute(attribute);
                    let again = module.parse_attribute(&datum.to_string());
                    (Sort::Attribute, datum, again.ok() == Some(attribute))
                } else {
                    return Err(format!("'{text}' is no type and no attribute"));
                };
                let mut all = vec![exactly(&datum, own)];
                if !is_all {
                    // A datum does not tell one affine map from another, for example: left open.
                    all.push(Predicate::Test(Test::Interface(text.as_str().into())));
                }
                on(own, sort, Predicate::and(all))
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
