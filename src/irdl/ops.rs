//! Schemas for the ops of an IRDL file.

use super::{Operation, Part, Variadicity};
use crate::sexp::Span;
use crate::sexp::expect::{Complaint, Result};
use calipers_rules::concept::{Constraint, Predicate, PredicateAlgebra, Sort};
use calipers_rules::{Field, Fields, ResultField, Rules, Schema, Source};

/// The contents of an IRDL file.
#[derive(Default)]
pub(crate) struct Described {
    /// The names of types and attributes, with their positions.
    pub(crate) definitions: Vec<(String, Span)>,
    /// The number of ops.
    pub(crate) operations: usize,
}

/// Adds the types, attributes and ops of an IRDL file, and returns a summary.
pub(crate) fn read(rules: &mut Rules, text: &str) -> Result<Described> {
    let description = super::description(text)?;
    let mut all = rules.clone();
    all.describe(&description.definitions)?;
    for operation in &description.operations {
        let set = all.add_schema(&operation.name, schema(operation));
        set.map_err(|message| Complaint(operation.span, message))?;
    }
    *rules = all;
    let definitions = description.definitions.into_iter();
    Ok(Described {
        definitions: definitions.map(|it| (it.name, it.span)).collect(),
        operations: description.operations.len(),
    })
}

fn schema(operation: &Operation) -> Schema {
    let of_type = |part: &Part| Some(Constraint::new(Sort::Type, part.predicate.clone()));
    let mut fields = Fields::default();
    for part in &operation.operands {
        fields.push(Field {
            name: part.name.clone(),
            source: match part.variadicity {
                Variadicity::Single => Source::Operand,
                Variadicity::Optional => Source::Optional,
                Variadicity::Variadic => Source::Operands,
            },
            constraint: of_type(part),
            successor: None,
        });
    }
    let mut required = vec![];
    for (name, predicate) in &operation.attributes {
        required.push(Predicate::field(
            format!("attribute {name}"),
            Predicate::ANY,
        ));
        fields.push(Field {
            name: name.clone(),
            source: Source::Attribute(vec![name.clone()]),
            constraint: Some(Constraint::new(Sort::Attribute, predicate.clone())),
            successor: None,
        });
    }
    // The lengths of several result lists are ambiguous, so the schema omits them.
    let is_list = |part: &Part| part.variadicity != Variadicity::Single;
    let lists = operation
        .results
        .iter()
        .filter(|part| is_list(part))
        .count();
    let named = operation.results.iter().filter(|_| lists <= 1);
    let results = named.map(|part| ResultField {
        name: part.name.clone(),
        is_list: is_list(part),
        constraint: of_type(part),
    });
    let results: Vec<ResultField> = results.collect();
    let mut same_types: Vec<Vec<String>> = vec![];
    let parts: Vec<&Part> = operation
        .operands
        .iter()
        .chain(&operation.results)
        .collect();
    for (n, part) in parts.iter().enumerate() {
        let is_same = |other: &&&Part| other.constraint == part.constraint;
        if parts[..n]
            .iter()
            .any(|other| other.constraint == part.constraint)
        {
            continue;
        }
        let known = |name: &str| {
            fields.iter().any(|field| field.name == name)
                || results.iter().any(|result| result.name == name)
        };
        let group = parts.iter().filter(is_same).map(|part| part.name.clone());
        let group: Vec<String> = group.filter(|name| known(name)).collect();
        if group.len() > 1 || part.variadicity == Variadicity::Variadic && group.len() == 1 {
            same_types.push(group);
        }
    }
    let whole = Predicate::and(required);
    Schema {
        fields,
        results,
        same_types,
        whole: (whole != Predicate::ANY).then(|| Constraint::new(Sort::Op, whole)),
    }
}
