//! Finds guards on what is not known where guards are evaluated: the value of an operand, a size, an element.

use super::kinds::is_value;
use super::rule::{Note, ReadRule};
use crate::sexp::{Form, FormKind};
use calipers_program::term::Operator;
use calipers_rules::Rules;

pub(super) fn check(rule: &ReadRule, rules: &Rules, notes: &mut Vec<Note>) {
    if !matches!(rule.parts().0, "define" | "fact") {
        return;
    }
    let pattern = rule.op_pattern().and_then(Form::as_call);
    let fields = pattern.map_or(vec![], |(op, fields)| {
        let values = fields.iter().zip(0..);
        let values = values.filter(|(_, n)| is_value(rules, op, *n));
        values.filter_map(|(field, _)| field.as_atom()).collect()
    });
    let guards = Guards { values: fields };
    let mut all: Vec<&Form> = rule.clause(":when").collect();
    let formulas = rule.formulas();
    formulas
        .iter()
        .for_each(|formula| within(formula, &mut all));
    for (guard, unknown) in all.into_iter().filter_map(|guard| guards.open(guard)) {
        notes.push(Note::warning(
            guard.span,
            format!(
                "`{}` is not known where guards are evaluated: `{}` never holds",
                unknown.text(),
                guard.text()
            ),
            help(unknown),
        ));
    }
}

/// Adds the guards of each `(when GUARD A)` in a formula.
fn within<'f>(formula: &'f Form, guards: &mut Vec<&'f Form>) {
    if let Some(("when", [guard, _])) = formula.as_call() {
        guards.push(guard);
    }
    let parts = formula.as_list().unwrap_or_default();
    parts.iter().for_each(|part| within(part, guards));
}

/// What may be meant.
fn help(unknown: &Form) -> String {
    let given = "a condition after `:given` is proved where a question is asked";
    let text = unknown.text();
    match unknown.as_call() {
        Some(("dim", [value, at])) => format!(
            "`(extent {} {})` is the size in the type; {given}",
            value.text(),
            at.text()
        ),
        _ => format!("`(constant {text})` is its number, if it is constant; {given}"),
    }
}

/// The guards of a rule.
struct Guards<'f> {
    /// The fields that are values, or lists of them.
    values: Vec<&'f str>,
}

impl<'f> Guards<'f> {
    /// The part of a guard that never holds, and the term in it that is not known.
    fn open(&self, guard: &'f Form) -> Option<(&'f Form, &'f Form)> {
        match guard.as_call() {
            Some(("not" | "and", parts)) => parts.iter().find_map(|part| self.open(part)),
            // The guard holds if another part does.
            Some(("or", _)) => None,
            // A value is another value, but no number.
            Some(("same?", [a, b])) => match (&a.kind, &b.kind) {
                (FormKind::Integer(_), _) => Some((guard, self.unknown(b)?)),
                (_, FormKind::Integer(_)) => Some((guard, self.unknown(a)?)),
                _ => None,
            },
            _ => Some((guard, self.unknown(guard)?)),
        }
    }

    /// A term that has no number in a guard, if the number of `term` depends on it.
    fn unknown(&self, term: &'f Form) -> Option<&'f Form> {
        if matches!(term.kind, FormKind::Atom(_)) {
            return self.is_value(term).then_some(term);
        }
        match term.as_call()? {
            ("value" | "uint" | "dim" | "elem" | "stride" | "offset" | "trip", _)
            | ("result" | "argument" | "yield", _) => Some(term),
            ("at", [list, _]) => self.is_value(list).then_some(term),
            (name, parts) if is_arithmetic(name) => {
                parts.iter().find_map(|part| self.unknown(part))
            }
            _ => None,
        }
    }

    fn is_value(&self, form: &Form) -> bool {
        form.as_atom()
            .is_some_and(|name| self.values.contains(&name))
    }
}

fn is_arithmetic(name: &str) -> bool {
    Operator::named(name).is_some() || ["-", "<", ">", ">=", "!="].contains(&name)
}
