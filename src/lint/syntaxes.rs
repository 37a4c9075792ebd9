//! Checks the custom assembly of ops.

use super::rule::{Note, ReadRule};
use crate::ir::Syntaxes;
use crate::syntax::add;
use calipers_rules::{Rules, Syntax};

/// Reports formats that cannot be read.
pub(super) fn check(rule: &ReadRule, rules: &Rules, notes: &mut Vec<Note>) {
    let ("syntax", [_, format, ..]) = rule.parts() else {
        return;
    };
    // The op of an earlier declaration has a syntax already.
    let mut before = Syntaxes::default();
    let all = rules.syntaxes();
    let text = format.as_str().unwrap_or_default();
    let is_it = |it: &Syntax| it.span == format.span && it.format == text;
    let Some(number) = all.iter().position(is_it) else {
        return;
    };
    for (at, syntax) in all.iter().enumerate().take(number + 1) {
        for op in &syntax.ops {
            if let Err(fault) = add(&mut before, rules, syntax, op)
                && at == number
            {
                notes.push(Note::error(
                    fault.place,
                    fault.message,
                    "docs/dialect.md has examples, docs/book/src/reference/assembly.md all directives and lines",
                ));
            }
        }
    }
}
