//! Translates IRDL constraints into predicates.

use super::order::order;
use super::read::{self, File};
use super::{Constraints, Definition, Description, Operation, Part, Written};
use crate::ir::Module;
use crate::program::Datum;
use crate::sexp::expect::{Complaint, Result};
use calipers_rules::concept::Sort;
use calipers_rules::concept::Words;
use calipers_rules::concept::is_literal;
use calipers_rules::concept::{
    Integers, IntegersAlgebra, PredicateAlgebra, SortTable, Text, WordsAlgebra,
};
use calipers_rules::concept::{Predicate, Test};
use hashbrown::HashMap;
use std::sync::Arc;

/// The maximum size of a predicate.
const MAX_SIZE: usize = 5_000;
/// The maximum size of the constraints on parameters that a reference to a type includes.
const MAX_OWN: usize = 500;
/// A longer text is shown in parts.
const MAX_TEXT: usize = 160;

/// The predicates of the types and attributes translated so far, by their names with the mark.
type Described = HashMap<String, Predicate>;

/// The types, attributes and ops of a file, with their predicates.
pub(super) fn description(file: File) -> Result<Description> {
    let mut described = Described::new();
    let mut predicates: Vec<Option<Predicate>> = vec![None; file.definitions.len()];
    for number in order(&file.definitions) {
        let definition = &file.definitions[number];
        let (marked, predicate) = defined(definition, &described)?;
        if !predicate.is_larger_than(MAX_OWN) {
            described.insert(marked, predicate.clone());
        }
        predicates[number] = Some(predicate);
    }
    let definitions = file.definitions.into_iter().zip(predicates);
    let definitions = definitions.map(|(it, predicate)| Definition {
        name: it.name,
        span: it.span,
        sort: it.sort,
        predicate: predicate.unwrap_or(Predicate::NEVER),
    });
    let operations = file.operations.into_iter();
    Ok(Description {
        definitions: definitions.collect(),
        operations: operations
            .map(|it| operation(it, &described))
            .collect::<Result<_>>()?,
    })
}

/// The name of a type or an attribute with its mark, and the predicate.
fn defined(definition: &read::Definition, described: &Described) -> Result<(String, Predicate)> {
    let mark = if definition.sort == Sort::Type {
        '!'
    } else {
        '#'
    };
    let marked = format!("{mark}{}", definition.name);
    let predicates = Predicates::of_all(&definition.constraints, described)?;
    let error = |message| Complaint(definition.span, message);
    let (_, head) = base(&marked).map_err(error)?;
    let parameters = predicates.parameters(&definition.parameters);
    Ok((marked, Predicate::and([head, parameters])))
}

fn operation(operation: read::Operation, described: &Described) -> Result<Operation> {
    let predicates = Predicates::of_all(&operation.constraints, described)?;
    let parts = |parts: Vec<read::Part>| -> Vec<Part> {
        let part = |part: read::Part| Part {
            name: part.name,
            variadicity: part.variadicity,
            constraint: part.constraint,
            predicate: predicates.of(part.constraint, Sort::Type),
        };
        parts.into_iter().map(part).collect()
    };
    let attributes = operation.attributes.into_iter();
    Ok(Operation {
        name: operation.name,
        span: operation.span,
        operands: parts(operation.operands),
        results: parts(operation.results),
        attributes: attributes
            .map(|(name, constraint)| (name, predicates.of(constraint, Sort::Attribute)))
            .collect(),
    })
}

/// Predicates on types and on attributes for the constraints of one definition.
struct Predicates<'d> {
    described: &'d Described,
    /// A predicate on types, then one on attributes.
    known: Vec<[Predicate; 2]>,
    /// The text of each as a concept, if it is short.
    texts: Vec<Option<String>>,
}

impl<'d> Predicates<'d> {
    /// Translates all constraints. If they become too large with the constraints of the types that they refer to, the
    /// latter are omitted.
    fn of_all(constraints: &Constraints, described: &'d Described) -> Result<Predicates<'d>> {
        static NOTHING: std::sync::LazyLock<Described> = std::sync::LazyLock::new(Described::new);
        match Predicates::with(constraints, described) {
            Err(_) => Predicates::with(constraints, &NOTHING),
            found => found,
        }
    }

    fn with(constraints: &Constraints, described: &'d Described) -> Result<Predicates<'d>> {
        let mut all = Predicates {
            described,
            known: vec![],
            texts: vec![],
        };
        for (span, written) in constraints {
            let added = all.add(written);
            added.map_err(|message| Complaint(*span, message))?;
        }
        Ok(all)
    }

    fn of(&self, constraint: usize, sort: Sort) -> Predicate {
        let both = self.known.get(constraint);
        both.map_or(Predicate::NEVER, |both| {
            both[usize::from(sort == Sort::Attribute)].clone()
        })
    }

    /// Adds a constraint, or returns the error.
    fn add(&mut self, written: &Written) -> std::result::Result<(), String> {
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

    /// The text of a constraint as a concept.
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
                None if self.described.contains_key(name) => name[1..].to_string(),
                None => name.clone(),
            },
            Written::Parametric(name, of) => {
                let is_any = |number: &usize| self.of(*number, Sort::Attribute) == Predicate::ANY;
                match self.described.contains_key(name) {
                    true if of.iter().all(is_any) => name[1..].to_string(),
                    true => format!("(and {} {})", &name[1..], call(name, of)?),
                    false => call(name, of)?,
                }
            }
        };
        (text.len() <= MAX_TEXT).then_some(text)
    }

    fn predicate(&self, written: &Written, sort: Sort) -> std::result::Result<Predicate, String> {
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
                    let again = module.parse_attribute(&datum.text());
                    (Sort::Attribute, datum, again.ok() == Some(attribute))
                } else {
                    return Err(format!("'{text}' is no type and no attribute"));
                };
                let mut all = vec![exactly(&datum, own)];
                if !is_all {
                    // A datum does not distinguish two affine maps, for example, so the relation is unknown.
                    all.push(Predicate::Test(Test::Interface(text.as_str().into())));
                }
                on(own, sort, Predicate::and(all))
            }
            Written::Base(name) => {
                let (own, predicate) = self.named(name)?;
                on(own, sort, predicate)
            }
            Written::Parametric(name, of) => {
                let (own, named) = self.named(name)?;
                on(own, sort, Predicate::and([named, self.parameters(of)]))
            }
        })
    }

    /// All types or attributes of a name, with the constraints of the file on their parameters.
    fn named(&self, name: &str) -> std::result::Result<(Sort, Predicate), String> {
        let (sort, head) = base(name)?;
        Ok((sort, self.described.get(name).cloned().unwrap_or(head)))
    }

    /// A predicate for types or attributes whose parameters satisfy these constraints.
    fn parameters(&self, of: &[usize]) -> Predicate {
        let mut parts = vec![Predicate::length(Integers::one(of.len()))];
        for (position, number) in of.iter().enumerate() {
            let part = Arc::new(self.of(*number, Sort::Attribute));
            parts.push(Predicate::Test(Test::At(position, part)));
        }
        Predicate::field("parameters", Predicate::and(parts))
    }
}

/// Converts a predicate on one sort to another sort: an attribute may contain a type.
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
fn base(name: &str) -> std::result::Result<(Sort, Predicate), String> {
    let sort = match name.starts_with('!') {
        true => Sort::Type,
        false => Sort::Attribute,
    };
    let Some(builtin) = name[1..].strip_prefix("builtin.") else {
        let is_named = Test::Word(Words::one(name));
        let named = Predicate::field("name", Predicate::Test(is_named));
        return Ok((sort, Predicate::and([Predicate::head("dialect"), named])));
    };
    let format = Test::Word(Words::one(builtin));
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
        (Sort::Type, float)
            if calipers_support::builtin::FLOATS
                .iter()
                .any(|(name, _)| *name == float) =>
        {
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

/// The predicate that only this datum satisfies.
fn exactly(datum: &Datum, sort: Sort) -> Predicate {
    match (datum, sort) {
        (Datum::Integer(value), _) => Predicate::integer(Integers::one(value.clone())),
        (Datum::Word(text), _) => Predicate::Test(Test::Word(Words::one(&**text))),
        (Datum::List(parts), Sort::List(part)) => {
            let mut all = vec![Predicate::length(Integers::one(parts.len()))];
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
