//! Finds references to regions that an op does not have, and to arguments of regions and results outside their scope.

use super::rule::{Note, ReadRule};
use crate::sexp::{Form, FormKind};
use calipers_rules::Rules;
use calipers_rules::concept::{ConstraintAlgebra, Sort};

pub(super) fn check(rule: &ReadRule, rules: &Rules, notes: &mut Vec<Note>) {
    match rule.parts() {
        ("fact", _) => {}
        ("define", [_, subject, ..]) => return define(rule, rules, subject, notes),
        ("join", [names]) => return join(names, rules, notes),
        _ => return,
    }
    let place = rule.clause(":in").next();
    let region = place.and_then(number);
    if let (Some(place), Some(region)) = (place, region)
        && let Some((op, _)) = rule.op_pattern().and_then(Form::as_call)
        && lacks(rules, op, region)
    {
        notes.push(no_region(place, op, region));
    }
    if place.is_some() && region.is_none() {
        return;
    }
    for formula in rule.formulas() {
        arguments(formula, region, notes);
        if let Some(region) = region {
            results(formula, notes, &|| {
                let message = format!("a result of the op is not there in region {region}");
                (message, "leave out :in for what holds after the op")
            });
        }
    }
}

/// Reports uses of arguments of regions in the definition of a result, and of the result in its own value.
fn define(rule: &ReadRule, rules: &Rules, subject: &Form, notes: &mut Vec<Note>) {
    let about = subject
        .as_call()
        .and_then(|(kind, parts)| Some((kind, parts.first()?)));
    let Some((kind, pattern)) = about else {
        return;
    };
    if kind == "trips"
        && let Some((op, _)) = pattern.as_call()
        && rules.op(op).is_some_and(|it| it.loop_.is_none())
    {
        let message = format!("'{op}' is no loop, and has no number of iterations");
        let help = "(loop OP (inits FIELD) (body REGION) (counters N)) declares one";
        notes.push(Note::error(pattern.span, message, help));
    }
    let region = match pattern.as_call() {
        Some(("argument", [_, region, ..])) => number(region),
        _ => None,
    };
    let is_result = !matches!(pattern.as_call(), Some(("argument", _)));
    if !is_result && region.is_none() {
        return;
    }
    for formula in rule.formulas() {
        numbers(formula, &mut |part| {
            if let Some(("argument", [_, _])) = part.as_call() {
                arguments(part, region, notes);
            }
        });
        if let ("value" | "uint", Some(region)) = (kind, region) {
            results(formula, notes, &|| {
                let message = format!("a result of the op is not there in region {region}");
                (
                    message,
                    "a loop hands values from one iteration to the next: (loop OP …)",
                )
            });
            itself(formula, pattern, notes);
        }
        if kind == "trips" {
            yielded(formula, notes);
        }
        if is_result && matches!(kind, "value" | "uint") {
            results(formula, notes, &|| {
                let message = "the result is defined by itself".to_owned();
                (
                    message,
                    "a relation of the result to others is a fact: (fact NAME (OP …) …)",
                )
            });
        }
    }
}

/// The functions whose arguments are numbers. Others may ask about the type of a value, or what defines it.
const OF_NUMBERS: [&str; 18] = [
    "value", "uint", "+", "-", "*", "floordiv", "ceildiv", "truncdiv", "mod", "rem", "min", "max",
    "<", "<=", ">", ">=", "==", "!=",
];

/// Calls `visit` on the formula and its parts that are used as numbers.
fn numbers<'f>(formula: &'f Form, visit: &mut dyn FnMut(&'f Form)) {
    visit(formula);
    if let Some((function, parts)) = formula.as_call()
        && OF_NUMBERS.contains(&function)
    {
        parts.iter().for_each(|part| numbers(part, visit));
    }
}

/// Reports the numbers of a formula that are `(result)`, the result of the op.
fn results(formula: &Form, notes: &mut Vec<Note>, told: &dyn Fn() -> (String, &'static str)) {
    numbers(formula, &mut |part| {
        if let Some(("result", [])) = part.as_call() {
            let (message, help) = told();
            notes.push(Note::error(part.span, message, help));
        }
    });
}

/// Reports an argument that is defined by itself.
fn itself(formula: &Form, argument: &Form, notes: &mut Vec<Note>) {
    let Some(("argument", [_, own @ ..])) = argument.as_call() else {
        return;
    };
    let text = |forms: &[Form]| forms.iter().map(Form::to_string).collect::<Vec<_>>();
    numbers(formula, &mut |part| {
        if let Some(("argument", other)) = part.as_call()
            && text(own) == text(other)
        {
            let message = "the argument is defined by itself".to_owned();
            let help = "a relation of it to others is a fact: (fact NAME (OP …) … :in REGION)";
            notes.push(Note::error(part.span, message, help));
        }
    });
}

/// Reports numbers that a region yields in a number of iterations.
fn yielded(formula: &Form, notes: &mut Vec<Note>) {
    numbers(formula, &mut |part| {
        if let Some(("yield", _)) = part.as_call() {
            let message = "what a region yields is not there before the loop".to_owned();
            let help = "the number of iterations is a term in operands and attributes";
            notes.push(Note::error(part.span, message, help));
        }
    });
}

/// Reports joins whose ops have no regions.
fn join(names: &Form, rules: &Rules, notes: &mut Vec<Note>) {
    let all = names.as_list().unwrap_or(std::slice::from_ref(names));
    for name in all {
        if let Some(op) = name.as_atom().filter(|op| lacks(rules, op, 0)) {
            notes.push(no_region(name, op, 0));
        }
    }
}

fn no_region(place: &Form, op: &str, region: u64) -> Note {
    Note::error(
        place.span,
        format!("'{op}' has no region {region}: its schema says how many there are"),
        "regions are counted from 0",
    )
}

fn number(form: &Form) -> Option<u64> {
    match &form.kind {
        FormKind::Integer(number) => u64::try_from(number.clone()).ok(),
        _ => None,
    }
}

/// Whether no op of that name, or no member of that interface, has that many regions.
fn lacks(rules: &Rules, op: &str, region: u64) -> bool {
    let has = format!("(regions (> {region}))");
    let Ok(has) = rules.concepts().parse_on(Sort::Op, &has) else {
        return false;
    };
    let lacks = |op: &str| {
        let whole = rules.op(op).and_then(|op| op.schema.whole.as_ref());
        whole.is_some_and(|whole| whole.is_disjoint(&has).holds())
    };
    match rules.loaded_interfaces().get(op) {
        Some(interface) => {
            let mut members = interface.members.iter();
            !interface.members.is_empty() && members.all(|(member, _)| lacks(member))
        }
        None => lacks(op),
    }
}

/// Reports uses of an argument of one region in another region, or after the op.
fn arguments(formula: &Form, place: Option<u64>, notes: &mut Vec<Note>) {
    let Some(parts) = formula.as_list() else {
        return;
    };
    if let Some(("argument", [region, _])) = formula.as_call()
        && let Some(region) = number(region)
        && place != Some(region)
    {
        let (place, help) = match place {
            Some(place) => (format!("in region {place}"), format!("say :in {region}")),
            None => (
                "after the op".to_owned(),
                format!("say :in {region} for what holds in that region"),
            ),
        };
        notes.push(Note::error(
            formula.span,
            format!("an argument of region {region} is not there {place}"),
            help,
        ));
    }
    for part in parts {
        arguments(part, place, notes);
    }
}
