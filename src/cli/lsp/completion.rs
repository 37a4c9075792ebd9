//! Completion: the words that are possible at a position.

use super::place::byte_in;
use super::protocol::{CompletionKind, Position, completion};
use super::rule_index::RuleIndex;
use super::text::words;
use calipers::rules::Rules;
use calipers::term::Operator;
use serde_json::Value;
use std::collections::BTreeSet;

/// The kinds of forms in a rule file.
const FORMS: [&str; 15] = [
    "op",
    "interface",
    "define",
    "fact",
    "loop",
    "join",
    "word",
    "reader",
    "rewrite",
    "birewrite",
    "syntax",
    "dialect",
    "concept",
    "namespace",
    "import",
];

/// The options of rules.
const OPTIONS: [&str; 7] = [":by", ":else", ":for", ":given", ":in", ":let", ":when"];

/// The values or the ops at a position in a program, which may be broken.
pub fn in_program(rules: &Rules, text: &str, at: Position) -> Vec<Value> {
    let Some(line) = text.lines().nth(at.line as usize) else {
        return vec![];
    };
    let before = &line[..byte_in(line, at)];
    let start = word_start(before);
    match before[start..].starts_with('%') {
        true => values_before(text, at)
            .into_iter()
            .map(|name| completion(&name, CompletionKind::Variable))
            .collect(),
        false => ops(rules),
    }
}

fn ops(rules: &Rules) -> Vec<Value> {
    let names = rules.op_names().into_iter();
    names
        .map(|name| completion(name, CompletionKind::Method))
        .collect()
}

/// The names of the values in the function before a position. A function begins in a line with its symbol.
fn values_before(text: &str, at: Position) -> BTreeSet<String> {
    let lines: Vec<&str> = text.lines().take(at.line as usize + 1).collect();
    let is_start = |line: &&str| line.contains('@') && line.trim_end().ends_with('{');
    let start = lines.iter().rposition(is_start).unwrap_or(0);
    let mut found = BTreeSet::new();
    for (number, line) in (0..).zip(&lines).skip(start) {
        let line = match number == at.line {
            // The results of the op are not yet defined.
            true => {
                let before = &line[..word_start(&line[..byte_in(line, at)])];
                before.split_once(" = ").map_or(before, |(_, after)| after)
            }
            false => line,
        };
        let names = words(line, number).into_iter();
        let names = names.filter(|word| word.text.starts_with('%') && word.text.len() > 1);
        found.extend(names.map(|word| word.text.to_owned()));
    }
    found
}

/// The first byte of the word that a line ends with.
fn word_start(line: &str) -> usize {
    let is_part = |c: char| c.is_alphanumeric() || "%?:._$-#".contains(c);
    line.trim_end_matches(is_part).len()
}

/// The words at a position in a rule file: the kinds of forms, options, the fields of the ops that the form mentions and
/// its variables, functions, and ops.
pub fn in_rules(rules: &Rules, index: &RuleIndex, text: &str, at: Position) -> Vec<Value> {
    let form = form_before(text, at);
    let start = word_start(form);
    let (before, word) = form.split_at(start);
    let functions = || {
        let operators = Operator::NAMES.iter().map(|(_, name)| *name);
        let names = index.functions().chain(operators);
        names.map(|name| completion(name, CompletionKind::Function))
    };
    match (before.trim(), word.chars().next()) {
        ("(", _) => keywords(&FORMS),
        (_, Some('?')) => fields(rules, form)
            .into_iter()
            .map(|name| completion(&name, CompletionKind::Field))
            .collect(),
        (_, Some(':')) => keywords(&OPTIONS),
        _ if before.ends_with('(') => functions().chain(ops(rules)).collect(),
        _ => ops(rules),
    }
}

/// The text from the start of the outermost form to a position. A form begins with a parenthesis at the start of a line.
fn form_before(text: &str, at: Position) -> &str {
    let mut end = 0;
    for (number, line) in text.split_inclusive('\n').enumerate() {
        if number == at.line as usize {
            let line = line.strip_suffix('\n').unwrap_or(line);
            end += byte_in(line, at);
            break;
        }
        end += line.len();
    }
    let before = &text[..end];
    match before.rfind("\n(") {
        Some(start) => &before[start + 1..],
        None => before.trim_start(),
    }
}

/// The fields of the ops in a form, and its variables.
fn fields(rules: &Rules, form: &str) -> BTreeSet<String> {
    let is_end = |c: char| c.is_whitespace() || "()".contains(c);
    let words = || form.split(is_end).filter(|word| word.len() > 1);
    let ops = words().filter(|word| word.contains('.'));
    let schemas = ops.filter_map(|name| rules.op(name));
    let fields = schemas.flat_map(|op| op.schema.fields.iter());
    let mut found: BTreeSet<String> = fields.map(|field| format!("?{}", field.name)).collect();
    found.extend(
        words()
            .filter(|word| word.starts_with('?'))
            .map(str::to_owned),
    );
    found
}

fn keywords(words: &[&str]) -> Vec<Value> {
    let items = words.iter();
    items
        .map(|word| completion(word, CompletionKind::Keyword))
        .collect()
}
