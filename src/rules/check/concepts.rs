//! Concepts in guards that can never hold, together with what the schema says of the field; definitions
//! for concepts of which neither is the narrower; concepts of one name that do not say the same.

use super::{Note, ReadRule};
use crate::concept::{Answer, Constraint, Predicate, Sort, is_ambiguous};
use crate::diagnostic::similar;
use crate::rules::read::irdl::Described;
use crate::rules::{Define, Rules, signatures};
use crate::sexp::{Form, Span};
use hashbrown::HashMap;
use std::sync::Arc;

pub(super) fn check(rule: &ReadRule, rules: &Rules, notes: &mut Vec<Note>) {
    homonyms(rule, rules, notes);
    let (_, parts) = rule.parts();
    parts.iter().for_each(|part| interfaces(part, rules, notes));
    let Some((op, fields)) = rule.op_pattern().and_then(Form::as_call) else {
        return;
    };
    let guards = Guards::of(rule);
    for (position, field) in fields.iter().enumerate() {
        if let Some(name) = field.as_atom()
            && let Some(first) = guards.first_about(name)
        {
            let field = schema_constraint(rules, op, position);
            guards.check(name, field, first, rules, notes);
        }
    }
    ambiguous(rule, op, rules, notes);
}

/// Interfaces that predicates name, and no rule file declares.
pub(super) fn interfaces(form: &Form, rules: &Rules, notes: &mut Vec<Note>) {
    let Some(parts) = form.as_list() else {
        return;
    };
    if let Some(("interface", [name])) = form.as_call()
        && let Some(text) = name.as_atom()
        && !rules.has_interface(text)
    {
        let help = match similar(text, rules.interface_names()) {
            Some(near) => format!("did you mean '{near}'?"),
            None => format!("declare it: (interface {text} (ROLE …) OP …)"),
        };
        let message = format!("no interface '{text}' is known");
        notes.push(Note::error(name.span, message, help));
    }
    parts.iter().for_each(|part| interfaces(part, rules, notes));
}

/// What must hold of the fields of a rule's op.
struct Guards<'f> {
    when: Vec<&'f Form>,
    /// Fields with their concepts.
    roles: Vec<(&'f Form, &'f Form)>,
}

impl<'f> Guards<'f> {
    fn of(rule: &'f ReadRule) -> Guards<'f> {
        let pair = |form: &'f Form| match form.as_list() {
            Some([subject, concept]) => Some((subject, concept)),
            _ => None,
        };
        Guards {
            when: rule.clause(":when").collect(),
            roles: rule.clause(":for").filter_map(pair).collect(),
        }
    }

    /// The first guard that says what concept a variable satisfies.
    fn first_about(&self, name: &str) -> Option<&'f Form> {
        let mut roles = self.roles.iter();
        let role = roles.find(|(subject, _)| subject.as_atom() == Some(name));
        let mut when = self.when.iter().copied();
        role.map(|(_, concept)| *concept)
            .or_else(|| when.find(|guard| asks(guard, name)))
    }

    /// Notes where nothing satisfies all guards of a variable.
    fn check(
        &self,
        name: &str,
        field: Option<Constraint>,
        first: &Form,
        rules: &Rules,
        notes: &mut Vec<Note>,
    ) {
        for sort in [Sort::Type, Sort::Attribute, Sort::Value] {
            let concept = |form: &Form| rules.concepts.constraint(form, Some(sort)).ok();
            let mut all: Vec<Predicate> = vec![];
            let roles = self.roles.iter();
            let roles = roles.filter(|(subject, _)| subject.as_atom() == Some(name));
            all.extend(roles.filter_map(|(_, form)| Some(concept(form)?.predicate)));
            let when = self.when.iter();
            all.extend(when.map(|guard| bound(guard, name, true, &concept)));
            let alone = Constraint::new(sort, Predicate::and(all.clone()));
            let (what, help) = match &field {
                _ if alone.example() == Answer::Nothing => ("nothing satisfies them all", ""),
                Some(field) if field.is_disjoint(&alone).holds() => (
                    "the schema of the op says otherwise",
                    ", or the schema of the op",
                ),
                _ => continue,
            };
            notes.push(Note::error(
                first.span,
                format!("the guards on '{name}' can never hold: {what}"),
                format!("remove the rule, or the guard that is wrong{help}"),
            ));
            return;
        }
    }
}

/// Whether a guard asks for a concept of that variable.
fn asks(guard: &Form, name: &str) -> bool {
    match guard.as_call() {
        Some(("is", [subject, _])) => subject.as_atom() == Some(name),
        Some((_, parts)) => parts.iter().any(|part| asks(part, name)),
        None => false,
    }
}

/// A predicate that holds of everything for which a guard on that variable can come out as `wanted`.
fn bound(
    guard: &Form,
    name: &str,
    wanted: bool,
    concept: &dyn Fn(&Form) -> Option<Constraint>,
) -> Predicate {
    let each = |parts: &[Form]| -> Vec<Predicate> {
        let parts = parts.iter();
        parts
            .map(|part| bound(part, name, wanted, concept))
            .collect()
    };
    match guard.as_call() {
        Some(("is", [subject, form])) if subject.as_atom() == Some(name) => match concept(form) {
            Some(constraint) if wanted => constraint.predicate,
            Some(constraint) => Predicate::not(constraint.predicate),
            None => Predicate::ANY,
        },
        Some(("not", [part])) => bound(part, name, !wanted, concept),
        Some(("and", parts)) if wanted => Predicate::and(each(parts)),
        Some(("or", parts)) if wanted => Predicate::or(each(parts)),
        Some(("and", parts)) => Predicate::or(each(parts)),
        Some(("or", parts)) => Predicate::and(each(parts)),
        _ => Predicate::ANY,
    }
}

/// What the schemas say of a field: of an interface, of one of its members.
fn schema_constraint(rules: &Rules, op: &str, position: usize) -> Option<Constraint> {
    let of = |op: &str, position: usize| -> Option<Constraint> {
        rules
            .op(op)?
            .schema
            .fields
            .get(position)?
            .constraint
            .clone()
    };
    let Some(interface) = rules.interfaces.get(op) else {
        return of(op, position);
    };
    let mut all: Option<Constraint> = None;
    for (member, fields) in &interface.members {
        let own = of(member, *fields.get(position)?)?;
        all = Some(match all {
            None => own,
            Some(all) if all.sort == own.sort => {
                Constraint::new(own.sort, Predicate::or([all.predicate, own.predicate]))
            }
            Some(_) => return None,
        });
    }
    all
}

/// Two definitions of one column for concepts that overlap, of which neither is the narrower.
fn ambiguous(rule: &ReadRule, op: &str, rules: &Rules, notes: &mut Vec<Note>) {
    let (Some((name, span)), Some(_)) = (rule.name(), rule.clause(":for").next()) else {
        return;
    };
    let members = match rules.interfaces.get(op) {
        Some(interface) => interface
            .members
            .iter()
            .map(|(op, _)| op.as_str())
            .collect(),
        None => vec![op],
    };
    let mut told: Vec<Arc<str>> = vec![];
    for op in members {
        let Some(known) = rules.op(op) else { continue };
        let position = known.defines.iter().position(|it| *it.head.name == *name);
        let Some(position) = position else { continue };
        let own = &known.defines[position];
        let others = &known.defines[..position];
        for other in others {
            let (own_name, other_name) = (name, &other.head.name);
            if told.contains(other_name) || !overlap(own, other, &known.defines) {
                continue;
            }
            told.push(other_name.clone());
            notes.push(Note::warning(
                span,
                format!(
                    "'{own_name}' and '{other_name}' are for concepts that overlap, and neither is the narrower"
                ),
                "write one for what satisfies both, or make one concept narrower",
            ));
        }
    }
}

/// Whether two definitions are for one column, and it is not decided which comes first.
fn overlap(a: &Define, b: &Define, all: &[Arc<Define>]) -> bool {
    let same = |x: &Define, y: &Define| x.kind == y.kind && x.subject == y.subject;
    if !same(a, b) || a.roles.is_empty() || b.roles.is_empty() {
        return false;
    }
    let (first, second) = signatures(a, b);
    let others = all.iter().filter(|it| same(it, a) && !it.roles.is_empty());
    // In the order in which the two are.
    let others: Vec<_> = others.map(|it| signatures(a, it).1).collect();
    let alike = others.iter().filter(|it| it.len() == first.len());
    is_ambiguous(&first, &second, alike.map(Vec::as_slice))
}

/// A concept that does not say the same as another of its name.
fn homonyms(rule: &ReadRule, rules: &Rules, notes: &mut Vec<Note>) {
    let ("concept", [head, ..]) = rule.parts() else {
        return;
    };
    let name = match head.as_list() {
        Some(parts) => parts.first().and_then(Form::as_atom),
        None => head.as_atom(),
    };
    let own = name.and_then(|name| name.rsplit('.').next());
    for (first, second, why) in rules.concepts.homonyms() {
        if own != Some(first.own_name()) || !second.is_at(&rule.form) && !first.is_at(&rule.form) {
            continue;
        }
        let other = if first.is_at(&rule.form) {
            &second
        } else {
            &first
        };
        notes.push(Note::warning(
            head.span,
            format!(
                "'{}' has the same name and says something else: {why}",
                other.name
            ),
            "give it a name of its own, or let one be the other",
        ));
    }
}

/// Types and attributes that are described in IRDL, where others of their names take other parameters.
pub(super) fn described(file: &Described, rules: &Rules, notes: &mut Vec<Note>) {
    let names = file.definitions.iter().map(|(name, span)| (&**name, *span));
    let places: HashMap<&str, Span> = names.collect();
    if places.is_empty() {
        return;
    }
    for (first, second, why) in rules.concepts.homonyms() {
        if !first.is_described() || !second.is_described() {
            continue;
        }
        for (own, other) in [(&first, &second), (&second, &first)] {
            if let Some(span) = places.get(&*own.name) {
                notes.push(Note::warning(
                    *span,
                    format!(
                        "'{}' has the same name and says something else: {why}",
                        other.name
                    ),
                    "give it a name of its own, or let both take the same parameters",
                ));
            }
        }
    }
}
