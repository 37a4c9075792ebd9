//! Literals in concepts: names that denote a single type or attribute, such as `i32`.

use super::{IntegersAlgebra, PredicateAlgebra, WordsAlgebra};
use calipers_semantics::concept::{Integers, Predicate, Sort, Test, Words};
use calipers_support::builtin::FLOATS;
use std::sync::Arc;

pub(super) fn is_float(text: &str) -> bool {
    FLOATS.iter().any(|(name, _)| *name == text)
}

pub(super) fn dialect(name: &str) -> Predicate {
    Predicate::and([
        Predicate::head("dialect"),
        Predicate::field("name", Predicate::Test(Test::Word(Words::one(name)))),
    ])
}

/// Whether a name denotes a type or an attribute instead of a concept.
pub fn is_literal(name: &str) -> bool {
    literal(name, Sort::Type).is_some() || literal(name, Sort::Attribute).is_some()
}

/// Parses `i32`, `f32`, `!dialect.type`, `#dialect.attribute` or `true`.
pub(super) fn literal(text: &str, sort: Sort) -> Option<Predicate> {
    let named = |predicate| Some(Predicate::Concept(text.into(), Arc::new(predicate)));
    let is_dialect = match sort {
        Sort::Type => text.starts_with('!'),
        Sort::Attribute => text.starts_with('#'),
        _ => false,
    };
    if is_dialect && text.len() > 1 {
        return named(dialect(text));
    }
    let word = |field: &'static str, word: &str| {
        Predicate::field(field, Predicate::Test(Test::Word(Words::one(word))))
    };
    if sort == Sort::Attribute && matches!(text, "true" | "false") {
        let is_bool = Predicate::head("bool");
        return named(Predicate::and([is_bool, word("truth", text)]));
    }
    if sort != Sort::Type {
        return None;
    }
    if is_float(text) {
        return named(Predicate::and([
            Predicate::head("float"),
            word("format", text),
        ]));
    }
    let (sign, digits) = match text.split_once('i')? {
        ("", digits) => ("signless", digits),
        ("s", digits) => ("signed", digits),
        ("u", digits) => ("unsigned", digits),
        _ => return None,
    };
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let width = Predicate::integer(Integers::one(digits.parse::<u32>().ok()?));
    named(Predicate::and([
        Predicate::head("integer"),
        word("signedness", sign),
        Predicate::field("width", width),
    ]))
}
