//! The parser of op schemas.

use super::words::names;
use crate::Rules;
use crate::concept::ConstraintAlgebra;
use crate::op_rules::set_schema;
use calipers_semantics::concept::{Constraint, Sort};
use calipers_semantics::{Field, ResultField, Schema, Source};
use calipers_support::sexp::Form;
use calipers_support::sexp::expect::{Complaint, Result, atom, complain, list, number};

/// `(op NAME|(NAME…) FIELD…)`
pub(super) fn op(rules: &mut Rules, form: &Form, rest: &[Form]) -> Result<()> {
    let Some((name, parts)) = rest.split_first() else {
        return complain(form, "expected the name of an op");
    };
    let mut schema = Schema::default();
    for part in parts {
        read_part(rules, part, &mut schema)?;
    }
    for (group, part) in schema
        .same_types
        .iter()
        .zip(parts.iter().filter(|it| is_same(it)))
    {
        for name in group {
            let is_result = schema.results.iter().any(|result| result.name == *name);
            if schema.position(name).is_none() && !is_result {
                return complain(part, format!("there is no field or result '{name}'"));
            }
        }
    }
    for op in names(name)? {
        let known = rules.ops.entry(op.clone()).or_default();
        if let Err(message) = set_schema(known, &op, schema.clone()) {
            return complain(name, message);
        }
    }
    Ok(())
}

fn is_same(form: &Form) -> bool {
    matches!(form.as_call(), Some((":same-type", _)))
}

/// A field, a result, `(:same-type NAME …)` or `(:where PREDICATE)`.
fn read_part(rules: &Rules, form: &Form, schema: &mut Schema) -> Result<()> {
    match form.as_call() {
        Some((":same-type", several)) => {
            let several = several
                .iter()
                .map(|it| Ok(atom(it, "a field")?.to_string()));
            schema.same_types.push(several.collect::<Result<_>>()?);
            return Ok(());
        }
        Some((":where", [predicate])) => {
            let whole = rules.concepts.constraint(predicate, Some(Sort::Op))?;
            schema.whole = Some(match &schema.whole {
                Some(others) => others.and(&whole),
                None => whole,
            });
            return Ok(());
        }
        _ => {}
    }
    let expected = "a field: (NAME operand|operands|optional|result|results), (NAME operands COUNT), (NAME mixed ATTRIBUTE) or (NAME attribute [ATTRIBUTE …]), each with :is CONCEPT behind it where it is constrained, and :to SUCCESSOR where its operands are handed to one";
    let mut parts = list(form, expected)?;
    let (mut concept, mut successor) = (None, None);
    while let [before @ .., key, said] = parts {
        match key.as_atom() {
            Some(":is") if concept.is_none() => concept = Some(said),
            Some(":to") if successor.is_none() => successor = Some(said),
            _ => break,
        }
        parts = before;
    }
    let [name_form, kind, rest @ ..] = parts else {
        return complain(form, format!("expected {expected}"));
    };
    let name = atom(name_form, "the name of a field")?.to_string();
    let is_result = schema.results.iter().any(|result| result.name == name);
    if schema.position(&name).is_some() || is_result {
        return complain(form, format!("the field '{name}' is there twice"));
    }
    let handed_to = match successor {
        Some(successor) => {
            let number = number(successor, "the number of a successor, from 0")?;
            if schema.fields.iter().any(|it| it.successor == Some(number)) {
                let message = format!("another field has what is handed to successor {number}");
                return complain(successor, message);
            }
            if !matches!(kind.as_atom(), Some("operand" | "operands" | "optional")) {
                return complain(successor, "only operands are handed to a successor");
            }
            Some(number)
        }
        None => None,
    };
    let source = match (atom(kind, "the kind of field")?, rest) {
        (kind @ ("result" | "results"), []) => {
            let is_list = kind == "results";
            if is_list && schema.results.iter().any(|result| result.is_list) {
                return complain(form, "only one field can have the other results");
            }
            let constraint = concept.map(|it| of_value(rules, it)).transpose()?;
            schema.results.push(ResultField {
                name,
                is_list,
                constraint,
            });
            return Ok(());
        }
        ("operand", []) => Source::Operand,
        ("operands", []) => Source::Operands,
        ("operands", [count]) => match number(count, "how many segments there are")? {
            count @ 1..=64 => Source::Segments(count),
            _ => return complain(count, "expected a number of segments from 1 to 64"),
        },
        ("optional", []) => Source::Optional,
        ("mixed", [attribute]) => {
            Source::Mixed(atom(attribute, "the name of an attribute")?.to_string())
        }
        ("attribute", []) => Source::Attribute(vec![name.clone()]),
        ("attribute", attributes) => {
            let names: Result<Vec<String>> = attributes
                .iter()
                .map(|attribute| Ok(atom(attribute, "the name of an attribute")?.to_string()))
                .collect();
            Source::Attribute(names?)
        }
        _ => return complain(kind, format!("expected {expected}")),
    };
    let constraint = match (&source, concept) {
        (_, None) => None,
        (Source::Attribute(_), Some(concept)) => {
            Some(rules.concepts.constraint(concept, Some(Sort::Attribute))?)
        }
        (_, Some(concept)) => Some(of_value(rules, concept)?),
    };
    schema.fields.push(Field {
        name,
        source,
        constraint,
        successor: handed_to,
    });
    Ok(())
}

/// Parses a predicate on the type of a value, or else on the value.
fn of_value(rules: &Rules, form: &Form) -> Result<Constraint> {
    let concepts = &rules.concepts;
    match concepts.constraint(form, Some(Sort::Type)) {
        Ok(constraint) => Ok(constraint),
        Err(Complaint(span, message)) => concepts
            .constraint(form, Some(Sort::Value))
            .map_err(|_| Complaint(span, message)),
    }
}
