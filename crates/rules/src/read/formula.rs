//! The parser of formulas and of arithmetic identities.

use super::scope::Scope;
use crate::Rules;
use crate::formula::{function_named, quantifier_named};
use calipers_number::Int;
use calipers_program::term::Operator;
use calipers_program::term::{Guard, Pattern, Rewrite};
use calipers_semantics::concept::{Constraint, Sort};
use calipers_semantics::{Formula, Slot};
use calipers_support::diagnostic::similar;
use calipers_support::sexp::expect::{Complaint, Result, atom, clauses, complain, list};
use calipers_support::sexp::{Form, FormKind};
use std::sync::Arc;

/// Expands derived operators, which formulas and patterns share, to basic operators.
pub(super) fn sugar<T: Clone>(
    name: &str,
    mut arguments: Vec<T>,
    integer: impl Fn(i64) -> T,
    apply: &impl Fn(Operator, Vec<T>) -> T,
) -> std::result::Result<T, Vec<T>> {
    let negate = |x: T| apply(Operator::Mul, vec![integer(-1), x]);
    let not = |x: T| apply(Operator::Add, vec![integer(1), negate(x)]);
    let plus_one = |x: T| apply(Operator::Add, vec![x, integer(1)]);
    Ok(match (name, arguments.len()) {
        ("-", 1) => negate(arguments.remove(0)),
        ("-", 2..) => {
            let rest: Vec<T> = arguments.drain(1..).map(negate).collect();
            arguments.extend(rest);
            apply(Operator::Add, arguments)
        }
        ("not", 1) => not(arguments.remove(0)),
        ("and", 1..) => apply(Operator::Min, arguments),
        ("or", 1..) => apply(Operator::Max, arguments),
        ("<", 2) => {
            let first = plus_one(arguments.remove(0));
            apply(Operator::Le, vec![first, arguments.remove(0)])
        }
        (">", 2) => {
            let second = plus_one(arguments.remove(1));
            apply(Operator::Le, vec![second, arguments.remove(0)])
        }
        (">=", 2) => {
            arguments.reverse();
            apply(Operator::Le, arguments)
        }
        ("!=", 2) => not(apply(Operator::Eq, arguments)),
        _ => return Err(arguments),
    })
}

/// What to write in place of a name that rules do not have: the operator that other languages call so, or a similar one.
fn known_as(name: &str) -> String {
    let other = match name {
        "wrap" | "trunc" => {
            return ": a definition gives the exact number, which wraps by itself".into();
        }
        "/" | "div" | "//" => Some("floordiv"),
        "%" | "rem" => Some("mod"),
        "=" => Some("=="),
        "if" | "ite" => Some("select"),
        "&&" => Some("and"),
        "||" => Some("or"),
        "!" => Some("not"),
        "plus" | "add" => Some("+"),
        "minus" | "sub" => Some("-"),
        "times" | "mul" => Some("*"),
        _ if function_named(&format!("{name}?")).is_some() => {
            return format!(": did you mean '{name}?'?");
        }
        _ => similar(name, Operator::NAMES.into_iter().map(|(_, known)| known)),
    };
    let other = other.map(|other| format!(": did you mean '{other}'?"));
    other.unwrap_or_default()
}

/// The error message for a name with a wrong number of arguments.
pub(super) fn wrong_name(head: &Form, name: &str, count: usize) -> Complaint {
    let known = ["-", "not", "and", "or", "<", ">", ">=", "!="].contains(&name)
        || Operator::named(name).is_some()
        || function_named(name).is_some();
    let message = match known {
        true => format!("'{name}' does not take {count} arguments"),
        false => format!("unknown function '{name}'{}", known_as(name)),
    };
    Complaint(head.span, message)
}

pub(super) fn formula(form: &Form, scope: &mut Scope<'_>) -> Result<Formula> {
    let parts = match &form.kind {
        FormKind::Integer(value) => return Ok(Formula::Integer(value.clone())),
        FormKind::Atom(text) if text.starts_with('?') => {
            return Ok(Formula::Variable(scope.known(form)?));
        }
        FormKind::Atom(text) | FormKind::Str(text) => return Ok(Formula::Word(text.clone())),
        FormKind::List(parts) => parts,
    };
    let Some((head, arguments)) = parts.split_first() else {
        return complain(form, "an empty formula");
    };
    let name = atom(head, "the name of a function")?;
    if name == "first" {
        let [variable, list, condition, value, default] = arguments else {
            return complain(form, "expected (first ?x LIST CONDITION VALUE DEFAULT)");
        };
        let (list, default) = (formula(list, scope)?, formula(default, scope)?);
        let slot = scope.enter(variable)?;
        let (condition, value) = (formula(condition, scope)?, formula(value, scope)?);
        scope.leave(slot);
        return Ok(Formula::First {
            slot,
            parts: Box::new([list, condition, value, default]),
        });
    }
    if let Some(quantifier) = quantifier_named(name) {
        let [variable, list, body] = arguments else {
            return complain(form, format!("expected ({name} ?x LIST BODY)"));
        };
        let list = formula(list, scope)?;
        let slot = scope.enter(variable)?;
        let body = formula(body, scope)?;
        scope.leave(slot);
        return Ok(Formula::Quantified {
            quantifier,
            slot,
            list: Box::new(list),
            body: Box::new(body),
        });
    }
    if name == "is" {
        let [subject, concept] = arguments else {
            return complain(form, "expected (is ?x CONCEPT)");
        };
        let subject = match subject.as_atom() {
            Some("op") => Formula::Word("op".into()),
            _ => formula(subject, scope)?,
        };
        let constraint = match &subject {
            Formula::Word(_) => scope.rules.concepts.constraint(concept, Some(Sort::Op))?,
            Formula::Variable(slot) => constraint(concept, Some(*slot), scope)?,
            _ => constraint(concept, None, scope)?,
        };
        return Ok(Formula::Is(Box::new(subject), Arc::new(constraint)));
    }
    match (name, arguments) {
        ("around", [name, field])
        | ("earlier", [_, name, field, _])
        | ("of", [_, name, field])
        | ("forwarded", [_, _, name, field]) => {
            field_of_other(name, field, scope.rules)?;
        }
        _ => {}
    }
    let arguments: Result<Vec<Formula>> = arguments
        .iter()
        .map(|argument| formula(argument, scope))
        .collect();
    let arguments = arguments?;
    let count = arguments.len();
    if let ("not", [argument]) = (name, arguments.as_slice()) {
        return Ok(Formula::Not(Box::new(argument.clone())));
    }
    if ("!=", 2) == (name, count) {
        return Ok(Formula::Not(Box::new(Formula::Operator(
            Operator::Eq,
            arguments,
        ))));
    }
    let arguments = match sugar(
        name,
        arguments,
        |n| Formula::Integer(Int::from(n)),
        &Formula::Operator,
    ) {
        Ok(formula) => return Ok(formula),
        Err(arguments) => arguments,
    };
    match (Operator::named(name), function_named(name)) {
        (Some(operator), _) if operator.accepts(count) => {
            Ok(Formula::Operator(operator, arguments))
        }
        (None, Some((function, fewest, most))) if (fewest..=most).contains(&count) => {
            Ok(Formula::Call(function, arguments))
        }
        _ => Err(wrong_name(head, name, count)),
    }
}

/// Parses the constraint in `(is X CONCEPT)`: a predicate on attributes if X is an attribute of the op; otherwise a
/// predicate on the sort of the named concept or on types, else on attributes or values.
pub(super) fn constraint(
    form: &Form,
    variable: Option<Slot>,
    scope: &Scope<'_>,
) -> Result<Constraint> {
    let concepts = &scope.rules.concepts;
    let on = |sort| concepts.constraint(form, Some(sort));
    if variable.is_some_and(|slot| scope.attributes.contains(&slot))
        && let Ok(constraint) = on(Sort::Attribute)
    {
        return Ok(constraint);
    }
    match concepts.constraint(form, None) {
        Ok(constraint) => Ok(constraint),
        Err(Complaint(span, message)) => on(Sort::Attribute)
            .or_else(|_| on(Sort::Value))
            .map_err(|_| Complaint(span, message)),
    }
}

/// Checks `NAME FIELD` in `(around NAME FIELD)` and the like: a field of an op, or a role of an interface.
fn field_of_other(name: &Form, field: &Form, rules: &Rules) -> Result<()> {
    let name_text = atom(name, "the name of an op or an interface")?;
    let field_text = atom(field, "the name of a field")?;
    let is_known = match (rules.interfaces.get(name_text), rules.ops.get(name_text)) {
        (Some(interface), _) => interface.roles.iter().any(|role| role == field_text),
        (None, Some(op)) => op.schema.position(field_text).is_some(),
        (None, None) => {
            return complain(name, format!("no schema is known of the op '{name_text}'"));
        }
    };
    match is_known {
        true => Ok(()),
        false => complain(
            field,
            format!("the op '{name_text}' has no field '{field_text}'"),
        ),
    }
}

/// `(rewrite NAME LEFT RIGHT [:for answers] [:let (?x E)…] [:when G…])`; `birewrite` has both directions.
pub(super) fn rewrite(rules: &mut Rules, form: &Form, rest: &[Form]) -> Result<()> {
    let [name, left, right, rest @ ..] = rest else {
        return complain(form, "expected (rewrite NAME LEFT RIGHT)");
    };
    identity(rules, name, [left, right], rest)?;
    match form.as_call() {
        Some(("birewrite", _)) => identity(rules, name, [right, left], rest),
        _ => Ok(()),
    }
}

fn identity(rules: &mut Rules, name: &Form, sides: [&Form; 2], rest: &[Form]) -> Result<()> {
    let name = atom(name, "the name of the rule")?.to_string();
    let mut scope = Scope::new(rules);
    let left = pattern(sides[0], &mut scope, true)?;
    let (mut bindings, mut guards, mut is_for_answers) = (vec![], vec![], false);
    for (key, parts) in clauses(rest, &[":let", ":when", ":for"])? {
        for part in parts {
            match key {
                ":let" => {
                    let [variable, value] = list(part, "(?x TERM)")? else {
                        return complain(part, "expected (?x TERM)");
                    };
                    let value = pattern(value, &mut scope, false)?;
                    bindings.push((scope.fresh(variable)?, value));
                }
                ":when" => guards.push(guard(part, &mut scope)?),
                _ if part.as_atom() == Some("answers") => is_for_answers = true,
                _ => return complain(part, "expected 'answers'"),
            }
        }
    }
    let normal = ["floordiv", "truncdiv", "*", "min", "<=", "=="];
    if !matches!(&left, Pattern::Apply(it, _) if is_for_answers || normal.contains(&it.name())) {
        let operators = "floordiv, truncdiv, *, min, <= or ==: all else is brought to these";
        return complain(sides[0], format!("the left side must be {operators}"));
    }
    let right = pattern(sides[1], &mut scope, false)?;
    let rewrite = Rewrite {
        name,
        variables: scope.names.len(),
        names: scope.names,
        left,
        bindings,
        guards,
        right,
    };
    match is_for_answers {
        true => Arc::make_mut(&mut rules.answer_rewrites).push(rewrite),
        false => Arc::make_mut(&mut rules.rewrites).push(rewrite),
    }
    Ok(())
}

pub(super) fn guard(form: &Form, scope: &mut Scope<'_>) -> Result<Guard> {
    if let FormKind::List(parts) = &form.kind
        && let [key, variable] = parts.as_slice()
        && matches!(&key.kind, FormKind::Atom(text) if text == "constant")
    {
        return Ok(Guard::Constant(scope.known(variable)?));
    }
    Ok(Guard::True(pattern(form, scope, false)?))
}

/// A pattern. On the left side of a rule variables are bound where they first occur.
pub(super) fn pattern(form: &Form, scope: &mut Scope<'_>, binds: bool) -> Result<Pattern> {
    let parts = match &form.kind {
        FormKind::Integer(value) => return Ok(Pattern::Integer(value.clone())),
        FormKind::List(parts) => parts,
        _ if binds => return Ok(Pattern::Variable(scope.slot(form)?)),
        _ => return Ok(Pattern::Variable(scope.known(form)?)),
    };
    let Some((head, arguments)) = parts.split_first() else {
        return complain(form, "an empty pattern");
    };
    let name = atom(head, "the name of an operator")?;
    let arguments: Result<Vec<Pattern>> = arguments
        .iter()
        .map(|argument| pattern(argument, scope, binds))
        .collect();
    let arguments = arguments?;
    let count = arguments.len();
    if name == "content" && !binds && count >= 1 {
        return Ok(Pattern::Content(arguments));
    }
    let arguments = match sugar(
        name,
        arguments,
        |n| Pattern::Integer(Int::from(n)),
        &Pattern::Apply,
    ) {
        Ok(pattern) => return Ok(pattern),
        Err(arguments) => arguments,
    };
    match Operator::named(name) {
        Some(operator) if operator.accepts(count) => Ok(Pattern::Apply(operator, arguments)),
        _ => Err(wrong_name(head, name, count)),
    }
}
