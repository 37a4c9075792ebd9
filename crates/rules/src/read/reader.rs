//! The parser of `(reader …)`.

use super::formula::formula;
use super::scope::Scope;
use crate::Rules;
use crate::reader::{FieldRead, Reader, ResultTypes};
use calipers_number::Int;
use calipers_semantics::{ColumnKind, Formula, Source};
use calipers_support::sexp::expect::{Result, atom, clauses, complain, list};
use calipers_support::sexp::{Form, FormKind};

const EXPECTED: &str =
    "expected (reader NAME (dim (TYPE ?t) ?d) (OP ?t …)), of a dim, a stride, an offset or an elem";

/// `(reader NAME (KIND (TYPE ?t) [?d]) OP-PATTERN [:results TYPE…] [:when GUARD…])`, where OP-PATTERN is the op with
/// its fields, or `(result (OP …) N)`.
pub(super) fn reader(rules: &mut Rules, form: &Form, rest: &[Form]) -> Result<()> {
    let [name, column, pattern, rest @ ..] = rest else {
        return complain(form, EXPECTED);
    };
    let name = atom(name, "the name of the rule")?.to_string();
    let mut scope = Scope::new(rules);
    let [kind, subject, index @ ..] = list(column, "a column: (dim (TYPE ?t) ?d), …")? else {
        return complain(column, EXPECTED);
    };
    let kind = match atom(kind, "dim, stride, offset or elem")? {
        "dim" => ColumnKind::Dim,
        "stride" => ColumnKind::Stride,
        "offset" => ColumnKind::Offset,
        "elem" => ColumnKind::Element,
        _ => return complain(kind, EXPECTED),
    };
    let [type_name, value] = list(subject, "a type and a variable: (TYPE ?t)")? else {
        return complain(subject, "expected a type and a variable: (TYPE ?t)");
    };
    let type_name = atom(type_name, "the name of a type")?;
    let type_name = type_name.strip_prefix('!').unwrap_or(type_name).to_string();
    let value = scope.fresh(value)?;
    let index = match (kind, index) {
        (ColumnKind::Offset, []) => None,
        (ColumnKind::Dim | ColumnKind::Stride | ColumnKind::Element, [index]) => {
            Some(scope.fresh(index)?)
        }
        _ => return complain(column, EXPECTED),
    };
    let (pattern, result) = match list(pattern, "an op with its fields")? {
        [key, op, number] if matches!(&key.kind, FormKind::Atom(text) if text == "result") => {
            (op, formula(number, &mut scope)?)
        }
        _ => (pattern, Formula::Integer(Int::ZERO)),
    };
    let (op, fields) = fields(pattern, &mut scope)?;
    let (mut results, mut when) = (vec![], vec![]);
    for (key, parts) in clauses(rest, &[":results", ":when"])? {
        for part in parts {
            match key {
                ":results" => results.push(result_types(part, &mut scope)?),
                _ => when.push(formula(part, &mut scope)?),
            }
        }
    }
    if results.is_empty() {
        results.push(ResultTypes::Index(Formula::Integer(Int::ONE)));
    }
    let reader = Reader {
        name,
        kind,
        type_name,
        variables: scope.names.len(),
        value,
        index,
        op,
        fields,
        result,
        results,
        when,
    };
    rules.readers.push(reader.into());
    Ok(())
}

/// Parses the op and its fields.
fn fields(pattern: &Form, scope: &mut Scope<'_>) -> Result<(String, Vec<FieldRead>)> {
    let parts = list(pattern, "an op with its fields")?;
    let Some((name, arguments)) = parts.split_first() else {
        return complain(pattern, "expected an op with its fields");
    };
    let op = atom(name, "the name of an op")?;
    let Some(known) = scope.rules.ops.get(op) else {
        return complain(name, format!("no schema is known of the op '{op}'"));
    };
    let schema = &known.schema.fields;
    if arguments.len() > schema.len() {
        let extra = &arguments[schema.len()];
        return complain(extra, format!("'{op}' has {} fields", schema.len()));
    }
    let mut found = vec![];
    for (n, field) in schema.iter().enumerate() {
        let argument = arguments.get(n);
        let left_out =
            argument.is_none_or(|form| matches!(&form.kind, FormKind::Atom(text) if text == "_"));
        let formula = match (&field.source, argument) {
            (Source::Segments(_) | Source::Mixed(_), _) => {
                let message = format!(
                    "a reader takes operands as they are, not in segments as '{}'",
                    field.name
                );
                return complain(argument.unwrap_or(pattern), message);
            }
            (Source::Operand, None) => {
                return complain(pattern, format!("what is the operand '{}'?", field.name));
            }
            (Source::Operand, Some(form)) if left_out => {
                return complain(form, format!("what is the operand '{}'?", field.name));
            }
            (_, Some(form)) if !left_out => formula(form, scope)?,
            _ => continue,
        };
        let attributes = field.source.attributes();
        found.push(FieldRead {
            attribute: attributes.and_then(|names| names.first().cloned()),
            formula,
        });
    }
    Ok((op.to_string(), found))
}

/// `index`, `(index COUNT)`, `base` or `element`.
fn result_types(form: &Form, scope: &mut Scope<'_>) -> Result<ResultTypes> {
    if let FormKind::List(parts) = &form.kind
        && let [key, count] = parts.as_slice()
        && matches!(&key.kind, FormKind::Atom(text) if text == "index")
    {
        return Ok(ResultTypes::Index(formula(count, scope)?));
    }
    match &form.kind {
        FormKind::Atom(text) if text == "index" => {
            Ok(ResultTypes::Index(Formula::Integer(Int::ONE)))
        }
        FormKind::Atom(text) if text == "base" => Ok(ResultTypes::Base),
        FormKind::Atom(text) if text == "element" => Ok(ResultTypes::Element),
        _ => complain(
            form,
            "expected the type of a result: index, (index COUNT), base or element",
        ),
    }
}
