//! Finds unused variables, shadowed variables and unknown words.

use super::rule::{Note, ReadRule};
use crate::sexp::{Form, FormKind};
use calipers_rules::Rules;
use calipers_rules::quantifier_named;

pub(super) fn check(rule: &ReadRule, rules: &Rules, notes: &mut Vec<Note>) {
    let bound = binders(rule);
    let used = used_forms(rule);
    for binder in bound {
        let name = binder.as_atom().unwrap_or_default();
        if !used.iter().any(|form| mentions(form, name)) {
            notes.push(Note::warning(
                binder.span,
                format!("the variable '{name}' is not used"),
                "write '_', or leave it out where nothing follows it",
            ));
        }
    }
    let mut outer: Vec<&str> = vec![];
    for form in [rule.op_pattern(), rule.parts().1.get(1)]
        .into_iter()
        .flatten()
    {
        variables(form, &mut outer);
    }
    for formula in rule.formulas() {
        walk(formula, rules, &mut outer, notes);
    }
}

/// Optional variables of a rule, which should be used: fields of ops, and `:let` variables.
fn binders(rule: &ReadRule) -> Vec<&Form> {
    let fields = rule.op_pattern().and_then(Form::as_call);
    let fields = fields.map_or(&[][..], |(_, fields)| fields).iter();
    let computed = match rule.parts().0 {
        "rewrite" | "birewrite" => rule.clause(":let").collect(),
        _ => vec![],
    };
    let computed = computed
        .into_iter()
        .filter_map(|part| part.as_list()?.first());
    fields
        .chain(computed)
        .filter(|form| is_variable(form))
        .collect()
}

/// The formulas in which a use of a variable counts.
fn used_forms(rule: &ReadRule) -> Vec<&Form> {
    match rule.parts() {
        ("rewrite" | "birewrite", [_, _, right, ..]) => {
            let computed = rule
                .clause(":let")
                .filter_map(|part| part.as_list()?.get(1));
            std::iter::once(right)
                .chain(computed)
                .chain(rule.clause(":when"))
                .collect()
        }
        _ => {
            let mut forms = rule.formulas();
            forms.extend(rule.clause(":for"));
            forms
        }
    }
}

fn is_variable(form: &Form) -> bool {
    form.as_atom().is_some_and(|text| text.starts_with('?'))
}

fn variables<'f>(form: &'f Form, found: &mut Vec<&'f str>) {
    match &form.kind {
        FormKind::Atom(text) if text.starts_with('?') => found.push(text),
        FormKind::List(parts) => parts.iter().for_each(|part| variables(part, found)),
        _ => {}
    }
}

/// The variable that a quantified formula binds, and its range.
pub(super) fn quantified(parts: &[Form]) -> Option<(&Form, &Form, &[Form])> {
    let (head, arguments) = parts.split_first()?;
    let name = head.as_atom()?;
    match arguments {
        [variable, list, scope @ ..] if name == "first" || quantifier_named(name).is_some() => {
            Some((variable, list, scope))
        }
        _ => None,
    }
}

/// Whether a free variable of the rule occurs in a formula.
fn mentions(form: &Form, name: &str) -> bool {
    let FormKind::List(parts) = &form.kind else {
        return form.as_atom() == Some(name);
    };
    match quantified(parts) {
        Some((variable, list, _)) if variable.as_atom() == Some(name) => mentions(list, name),
        _ => parts.iter().any(|part| mentions(part, name)),
    }
}

fn walk<'f>(form: &'f Form, rules: &Rules, outer: &mut Vec<&'f str>, notes: &mut Vec<Note>) {
    let FormKind::List(parts) = &form.kind else {
        return;
    };
    let Some((head, arguments)) = form.as_call() else {
        return;
    };
    if let Some((variable, list, scope)) = quantified(parts) {
        let name = variable.as_atom().unwrap_or_default();
        if outer.contains(&name) {
            notes.push(Note::warning(
                variable.span,
                format!("this '{name}' hides another variable of that name"),
                "give it a name of its own",
            ));
        }
        if !scope.iter().any(|part| mentions(part, name)) {
            notes.push(Note::warning(
                variable.span,
                format!("'{name}' is not used: the same holds for every element of the list"),
                "say it once, without the list",
            ));
        }
        walk(list, rules, outer, notes);
        outer.push(name);
        scope
            .iter()
            .for_each(|part| walk(part, rules, outer, notes));
        outer.pop();
        return;
    }
    // The second argument of `is` is a concept.
    let arguments = match (head, arguments) {
        ("is", [subject, ..]) if subject.as_atom() == Some("op") => &[],
        ("is", [_, ..]) => &arguments[..1],
        _ => arguments,
    };
    for (n, argument) in arguments.iter().enumerate() {
        match &argument.kind {
            FormKind::Atom(text) if !text.starts_with('?') => {
                let words_allowed = match head {
                    "same?" => true,
                    "parent" | "around" | "earlier" => true,
                    "case" | "parameter" | "alike" | "find" | "of" => n > 0,
                    "forwarded" => n > 1,
                    _ => false,
                };
                if !words_allowed {
                    notes.push(Note::error(
                        argument.span,
                        format!(
                            "the word '{text}' has no value here, so that the rule says nothing"
                        ),
                        format!("a variable is written '?{text}'"),
                    ));
                }
                if head == "parent" && !is_field(rules, text) {
                    notes.push(Note::error(
                        argument.span,
                        format!("no op has a field '{text}'"),
                        "name a field in the schema of the op around this one",
                    ));
                }
            }
            _ => walk(argument, rules, outer, notes),
        }
    }
}

fn is_field(rules: &Rules, name: &str) -> bool {
    let mut schemas = rules.loaded_ops().values().map(|op| &op.schema);
    schemas.any(|schema| schema.position(name).is_some())
}
