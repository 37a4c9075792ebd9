//! Checks across rules: duplicate names, ops without rules, and rules that others make unreachable.

use super::ReadFile;
use super::rule::{Note, ReadRule};
use crate::sexp::{Form, FormKind};
use calipers_rules::Function;
use calipers_rules::Schema;
use calipers_rules::Source;
use calipers_rules::{Body, Define, Formula, Rules, Subject, has_constraints, has_successors};
use hashbrown::{HashMap, HashSet};

/// The interfaces that the engine looks up by name.
const ASKED_FOR: [&str; 15] = [
    "by-elements",
    "iteration-index",
    "composed",
    "slice",
    "slice-update",
    "replaceable",
    "same-indices",
    "broadcast-shapes",
    "same-elements",
    "broadcast",
    "branch",
    "switch",
    "function",
    "inline",
    "call",
];

/// An index of all rules.
pub(super) struct Whole<'f> {
    /// The first occurrence of each name of a rule or an op: the file, and the byte in it.
    first: HashMap<(Space, &'f str), (usize, usize)>,
    /// The ops, interfaces and fields that rules mention.
    mentioned: HashSet<&'f str>,
    /// The names of definitions that an earlier one makes unreachable on every op, with that one.
    shadowed: HashMap<String, String>,
    /// The ops and interfaces that have rules.
    described: HashSet<String>,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Space {
    Rules,
    Ops,
}

impl<'f> Whole<'f> {
    pub(super) fn new(rules: &Rules, files: &'f [ReadFile]) -> Whole<'f> {
        let mut whole = Whole {
            first: HashMap::new(),
            mentioned: HashSet::new(),
            shadowed: shadowed(rules),
            described: HashSet::new(),
        };
        for rule in files.iter().flat_map(|file| &file.rules) {
            if let Some((name, _)) = rule.name() {
                let place = (rule.file, rule.form.span.start);
                whole.first.entry((Space::Rules, name)).or_insert(place);
            }
            for op in declared(rule) {
                let name = op.as_atom().unwrap_or_default();
                let place = (rule.file, op.span.start);
                whole.first.entry((Space::Ops, name)).or_insert(place);
            }
        }
        let read = files.iter().flat_map(|file| &file.rules);
        let unread = files.iter().flat_map(|file| &file.unread);
        for form in read.map(|rule| &rule.form).chain(unread) {
            let (kind, parts) = form.as_call().unwrap_or_default();
            if kind != "op" {
                let parts = parts.iter().skip(1);
                parts.for_each(|part| words(part, &mut whole.mentioned));
            }
        }
        let cut = files.iter().flat_map(|file| &file.cut);
        whole.mentioned.extend(cut.map(String::as_str));
        let has_rules = rules.loaded_ops().iter().filter(|(name, op)| {
            let says = !op.defines.is_empty() || !op.facts.is_empty();
            let says = says || !rules.words(name).is_empty() || op.loop_.is_some() || op.is_join;
            says || has_constraints(&op.schema) || has_successors(&op.schema)
        });
        whole.described = has_rules.map(|(name, _)| name.clone()).collect();
        let with_syntax = rules.syntaxes().iter().flat_map(|syntax| &syntax.ops);
        whole.described.extend(with_syntax.cloned());
        let members = rules.loaded_interfaces().values().flat_map(|i| &i.members);
        whole.described.extend(members.map(|(op, _)| op.clone()));
        let has_rules = rules.loaded_interfaces().iter().filter(|(_, interface)| {
            let none = interface.defines.is_empty() && interface.facts.is_empty();
            !none || !interface.words.is_empty()
        });
        whole
            .described
            .extend(has_rules.map(|(name, _)| name.clone()));
        whole
    }

    /// Whether no rule is about an op or an interface.
    fn is_alone(&self, name: &str) -> bool {
        !self.mentioned.contains(name)
    }

    fn is_first(&self, space: Space, name: &str, rule: &ReadRule, form: &Form) -> bool {
        self.first.get(&(space, name)) == Some(&(rule.file, form.span.start))
    }
}

/// The names of the ops of an `(op …)`.
fn declared(rule: &ReadRule) -> Vec<&Form> {
    match rule.parts() {
        ("op", [names, ..]) => match &names.kind {
            FormKind::List(names) => names.iter().collect(),
            _ => vec![names],
        },
        _ => vec![],
    }
}

fn words<'f>(form: &'f Form, found: &mut HashSet<&'f str>) {
    match &form.kind {
        FormKind::Atom(text) => {
            found.insert(text);
        }
        FormKind::List(parts) => parts.iter().for_each(|part| words(part, found)),
        _ => {}
    }
}

pub(super) fn check(rule: &ReadRule, whole: &Whole<'_>, notes: &mut Vec<Note>) {
    if let Some((name, span)) = rule.name() {
        if !whole.is_first(Space::Rules, name, rule, &rule.form) {
            notes.push(Note::warning(
                span,
                format!("another rule is called '{name}' too"),
                "a proof names its rules: give each a name of its own",
            ));
        }
        if rule.parts().0 == "define"
            && let Some(first) = whole.shadowed.get(name)
        {
            notes.push(Note::error(
                span,
                format!("'{name}' defines again what '{first}' defines, which has no guards"),
                "both hold on every op: remove one, or exclude the other's cases by a guard",
            ));
        }
    }
    for op in declared(rule) {
        let name = op.as_atom().unwrap_or_default();
        if !whole.is_first(Space::Ops, name, rule, op) {
            notes.push(Note::warning(
                op.span,
                format!("the schema of '{name}' was given before"),
                "say it once",
            ));
        } else if !whole.described.contains(name) && whole.is_alone(name) {
            notes.push(Note::warning(
                op.span,
                format!("no rule is about the op '{name}'"),
                "write one, or remove the schema",
            ));
        }
    }
    if let ("interface", [name, _, members @ ..]) = rule.parts()
        && let Some(text) = name.as_atom()
        && !ASKED_FOR.contains(&text)
        && !whole.described.contains(text)
        && whole.is_alone(text)
    {
        let help = match members {
            [] => "name the ops that are members, and write rules about it",
            _ => "write one, or remove the interface",
        };
        let message = format!("no rule is about the interface '{text}'");
        notes.push(Note::warning(name.span, message, help));
    }
}

/// The definitions that follow an unconditional one on every op that has them.
fn shadowed(rules: &Rules) -> HashMap<String, String> {
    let mut behind: HashMap<&str, &str> = HashMap::new();
    let mut free: HashSet<&str> = HashSet::new();
    for name in rules.op_names() {
        let Some(op) = rules.op(name) else { continue };
        for (n, define) in op.defines.iter().enumerate() {
            let covers = |other: &&std::sync::Arc<Define>| covers(&op.schema, other, define);
            match op.defines[..n].iter().find(covers) {
                Some(first) => {
                    behind.insert(&define.head.name, &first.head.name);
                }
                None => {
                    free.insert(&define.head.name);
                }
            }
        }
    }
    behind.retain(|name, _| !free.contains(name));
    let owned = |(name, first): (&str, &str)| (name.to_string(), first.to_string());
    behind.into_iter().map(owned).collect()
}

/// Whether `first` applies wherever `second` could.
fn covers(schema: &Schema, first: &Define, second: &Define) -> bool {
    let same_place = match (&first.subject, &second.subject) {
        (Subject::Result(_), Subject::Result(_)) => true,
        (Subject::Argument(a, _), Subject::Argument(b, _)) => a == b,
        _ => false,
    };
    let (Subject::Result(number) | Subject::Argument(_, number), Body::Formula(body)) =
        (&first.subject, &first.body)
    else {
        return false;
    };
    let indices: Vec<usize> = number.iter().chain(&first.index).copied().collect();
    let is_operand = |field: usize| matches!(schema.fields.get(field), Some(field) if field.source == Source::Operand);
    let all_there = first
        .head
        .fields
        .iter()
        .all(|(field, _)| is_operand(*field));
    first.kind == second.kind
        && same_place
        && first.head.when.is_empty()
        && first.head.given.is_empty()
        && all_there
        && always_has_a_value(body, &indices)
}

/// Whether a formula has a value on every op, without look-ups that can fail.
fn always_has_a_value(formula: &Formula, indices: &[usize]) -> bool {
    let all = |parts: &[Formula]| parts.iter().all(|part| always_has_a_value(part, indices));
    match formula {
        Formula::Integer(_) | Formula::Variable(_) => true,
        Formula::Operator(_, parts) => all(parts),
        Formula::Not(part) => always_has_a_value(part, indices),
        Formula::Call(Function::Value | Function::Unsigned | Function::Offset, parts) => all(parts),
        Formula::Call(Function::Dim | Function::Stride, parts) => {
            matches!(&parts[..], [Formula::Variable(_), Formula::Variable(index)] if indices.contains(index))
        }
        _ => false,
    }
}
