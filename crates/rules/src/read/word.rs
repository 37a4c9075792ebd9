//! The parser of word rules.

use super::formula::formula;
use super::scope::Scope;
use super::{op_pattern, read_guards, targets};
use crate::word::{Reproduces, WordFormula, WordOperator, WordRule};
use crate::{Rules, head};
use calipers_semantics::Place;
use calipers_support::sexp::expect::{Result, atom, clauses, complain, list, number};
use calipers_support::sexp::{Form, FormKind};
use calipers_wrapped::Portable;
use std::sync::Arc;

/// `(word NAME SUBJECT WORD [:when G…] [:precision plain|mlir])`, where SUBJECT is `(OP ?field …)`, `(result (OP …) N)` or
/// `(argument (OP …) REGION N)`.
pub(super) fn word(rules: &mut Rules, form: &Form, rest: &[Form]) -> Result<()> {
    let [name, left, body, rest @ ..] = rest else {
        return complain(form, "expected (word NAME (OP ?field …) WORD)");
    };
    let name = atom(name, "the name of the rule")?.into();
    let mut scope = Scope::new(rules);
    let is = |form: &Form, word| matches!(&form.kind, FormKind::Atom(text) if text == word);
    let (pattern, place) = match list(left, "an op with its fields")? {
        [key, op, n] if is(key, "result") => (
            op,
            Some(Place::Result(number(n, "the number of a result")?)),
        ),
        [key, op, region, n] if is(key, "argument") => (
            op,
            Some(Place::Argument(
                number(region, "the number of a region")?,
                number(n, "the number of an argument")?,
            )),
        ),
        _ => (left, None),
    };
    let (target, fields) = op_pattern(rules, pattern, &mut scope)?;
    let mut head = head::without_guards(name, fields);
    let mut reproduces = None;
    for (key, guards) in clauses(rest, &[":when", ":precision"])? {
        match key {
            ":precision" => match guards {
                [word] if is(word, "plain") => reproduces = Some(Reproduces::Limits),
                [word] if is(word, "mlir") => reproduces = Some(Reproduces::Mistake),
                _ => return complain(&guards[0], "expected 'plain' or 'mlir'"),
            },
            _ => read_guards(&mut head, key, guards, &mut scope)?,
        }
    }
    let body = word_formula(body, &mut scope)?;
    head.variables = scope.names.len();
    let rule = WordRule {
        head,
        place,
        body,
        reproduces,
    };
    for (op, head) in targets(rules, &target, &rule.head, |interface| {
        interface.words.push(Arc::new(rule.clone()))
    }) {
        rules.words.entry(op).or_default().push(Arc::new(WordRule {
            head,
            ..rule.clone()
        }));
    }
    Ok(())
}

fn word_formula(form: &Form, scope: &mut Scope<'_>) -> Result<WordFormula> {
    let FormKind::List(parts) = &form.kind else {
        return Ok(WordFormula::Leaf(formula(form, scope)?));
    };
    let Some((head, arguments)) = parts.split_first() else {
        return complain(form, "an empty formula");
    };
    match (atom(head, "the name of an operation")?, arguments) {
        ("bounds", [umin, umax, smin, smax]) => {
            let [a, b, c, d] = [umin, umax, smin, smax].map(|end| formula(end, scope));
            Ok(WordFormula::Bounds(Box::new([a?, b?, c?, d?])))
        }
        ("between", [low, high]) => {
            let ends = [low, high].map(|end| formula(end, scope));
            let [low, high] = ends;
            Ok(WordFormula::Between(Box::new([low?, high?])))
        }
        ("within", [indices, sizes, body]) => {
            let [indices, sizes] = [indices, sizes].map(|list| formula(list, scope));
            let body = word_formula(body, scope)?;
            Ok(WordFormula::Within(
                Box::new([indices?, sizes?]),
                Box::new(body),
            ))
        }
        ("elements", [items]) => Ok(WordFormula::Elements(formula(items, scope)?)),
        (name, arguments) => match WordOperator::from_name(name) {
            Some(operator) => application(form, operator, arguments, scope),
            None => Ok(WordFormula::Leaf(formula(form, scope)?)),
        },
    }
}

fn application(
    form: &Form,
    (operator, least, most): (WordOperator, usize, usize),
    arguments: &[Form],
    scope: &mut Scope<'_>,
) -> Result<WordFormula> {
    use WordOperator::*;
    let (operator, parameter, arguments) = match (operator, arguments) {
        (Add(_) | Sub(_) | Mul(_) | Shl(_), [words @ .., flags]) if words.len() == 2 => {
            (operator, Some(formula(flags, scope)?), words)
        }
        (Compare(_), [predicate, words @ ..]) => {
            (operator, Some(formula(predicate, scope)?), words)
        }
        (ResizeSigned(_) | ResizeUnsigned(_), [width, words @ ..]) if !words.is_empty() => {
            (operator, Some(formula(width, scope)?), words)
        }
        (Portable(_), [mode, words @ ..]) => {
            let mode = match atom(mode, "both, signed or unsigned")? {
                "both" => self::Portable::Both,
                "signed" => self::Portable::Signed,
                "unsigned" => self::Portable::Unsigned,
                other => {
                    return complain(
                        mode,
                        format!("expected both, signed or unsigned, found '{other}'"),
                    );
                }
            };
            (Portable(mode), None, words)
        }
        _ => (operator, None, arguments),
    };
    if !(least..=most).contains(&arguments.len()) {
        return complain(form, "another number of words is taken here");
    }
    let words: Result<Vec<WordFormula>> = arguments
        .iter()
        .map(|argument| word_formula(argument, scope))
        .collect();
    Ok(WordFormula::Apply(operator, parameter, words?))
}
