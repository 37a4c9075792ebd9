//! Checks concepts in rules: guards that contradict the schema of the field, definitions for overlapping concepts
//! neither of which is narrower, and different concepts with one name.

use super::rule::{Note, ReadRule};
use crate::diagnostic::similar;
use crate::irdl::Described;
use crate::sexp::{Form, Span};
use calipers_rules::FieldKinds;
use calipers_rules::concept::{
    Answer, Constraint, ConstraintAlgebra, Predicate, PredicateAlgebra, Sort, is_ambiguous,
};
use calipers_rules::{Define, Rules, signatures};
use hashbrown::HashMap;
use std::sync::Arc;

pub(super) fn check(rule: &ReadRule, rules: &Rules, notes: &mut Vec<Note>) {
    homonyms(rule, rules, notes);
    let (_, parts) = rule.parts();
    parts.iter().for_each(|part| interfaces(part, rules, notes));
    let Some((op, fields)) = rule.op_pattern().and_then(Form::as_call) else {
        return;
    };
    let names = fields.iter().map(Form::as_atom).enumerate();
    let fields = names.filter_map(|(position, name)| {
        let name = name.filter(|name| name.starts_with('?'))?;
        let kinds = rules.field_kinds(op, position);
        let constraint = schema_constraint(rules, op, position);
        Some(Guarded {
            name,
            position,
            kinds,
            constraint,
        })
    });
    let fields = fields.collect();
    Guards { op, fields, rules }.check(rule, notes);
    ambiguous(rule, op, rules, notes);
}

/// Interfaces that predicates use but no rule file declares.
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

/// A field of the op of a rule, with its constraints.
struct Guarded<'f> {
    name: &'f str,
    position: usize,
    kinds: FieldKinds,
    /// The constraints of the schemas.
    constraint: Option<Constraint>,
}

/// A conjunct of a guard, and whether it is negated.
type Literal<'f> = (&'f Form, bool);

/// The maximum number of disjuncts that are checked separately.
const MAX_WAYS: usize = 64;

/// The fields of a rule's op that its guards constrain.
struct Guards<'f> {
    op: &'f str,
    fields: Vec<Guarded<'f>>,
    rules: &'f Rules,
}

impl Guards<'_> {
    /// Reports guards that can never hold: for a single field, or in each of several disjuncts.
    fn check(&self, rule: &ReadRule, notes: &mut Vec<Note>) {
        let pair = |form: &'_ Form| match form.as_list() {
            Some([subject, concept]) => Some((subject.as_atom()?.to_owned(), concept.clone())),
            _ => None,
        };
        let roles: Vec<(String, Form)> = rule.clause(":for").filter_map(pair).collect();
        let when: Vec<Literal<'_>> = rule.clause(":when").map(|guard| (guard, true)).collect();
        let before = notes.len();
        let mut told = vec![];
        for field in &self.fields {
            let Some(first) = first_about(field.name, &roles, &when) else {
                continue;
            };
            let Some((what, help, among)) = self.excludes(field, &roles, &when) else {
                continue;
            };
            if told.contains(&field.position) {
                continue;
            }
            told.extend(among);
            notes.push(Note::error(
                first.span,
                format!("the guards on '{}' can never hold: {what}", field.name),
                format!("remove the rule, or the guard that is wrong{help}"),
            ));
        }
        let ways = ways(&when);
        let is_excluded = |way: &Vec<Literal<'_>>| {
            let mut fields = self.fields.iter();
            fields.any(|field| {
                first_about(field.name, &roles, way).is_some()
                    && self.excludes(field, &roles, way).is_some()
            })
        };
        if notes.len() == before
            && ways.len() > 1
            && ways.iter().all(is_excluded)
            && let Some((first, _)) = when.first()
        {
            notes.push(Note::error(
                first.span,
                "the guards can never hold: in each way that they leave something says otherwise",
                "remove the rule, or the guard that is wrong",
            ));
        }
    }

    /// The reason why guards never hold for a field, a suggestion, and the fields involved.
    fn excludes(
        &self,
        field: &Guarded<'_>,
        roles: &[(String, Form)],
        when: &[Literal<'_>],
    ) -> Option<(&'static str, &'static str, Vec<usize>)> {
        const OTHERWISE: (&str, &str) = (
            "the schema of the op says otherwise",
            ", or the schema of the op",
        );
        let of_values = || {
            let found = self.excludes_as(Sort::Type, field, roles, when);
            found.or_else(|| self.excludes_as(Sort::Value, field, roles, when))
        };
        let of_attributes = || self.excludes_as(Sort::Attribute, field, roles, when);
        let found = match field.kinds {
            FieldKinds::Attributes => of_attributes(),
            FieldKinds::Values => of_values(),
            FieldKinds::Mixed => of_attributes().and_then(|_| of_values()),
        };
        if let Some(by_schema) = found {
            let (what, help) = match by_schema {
                true => OTHERWISE,
                false => ("nothing satisfies them all", ""),
            };
            return Some((what, help, vec![field.position]));
        }
        // Values of one type satisfy each other's constraints.
        let tied = self.tied(field);
        let mut all: Vec<Predicate> = vec![];
        for other in &tied {
            all.push(self.asked(Sort::Type, other.name, roles, when));
            let of_schema = other.constraint.as_ref();
            let of_schema = of_schema.filter(|it| it.sort == Sort::Type);
            all.extend(of_schema.map(|it| it.predicate.clone()));
        }
        let all = Constraint::new(Sort::Type, Predicate::and(all));
        let (what, help) = OTHERWISE;
        let positions = || tied.iter().map(|it| it.position).collect();
        (tied.len() > 1 && all.example() == Answer::Nothing).then(|| (what, help, positions()))
    }

    /// Whether guards, as predicates of one sort, never hold for a field, and if so, whether the schema is the
    /// reason.
    fn excludes_as(
        &self,
        sort: Sort,
        field: &Guarded<'_>,
        roles: &[(String, Form)],
        when: &[Literal<'_>],
    ) -> Option<bool> {
        let alone = Constraint::new(sort, self.asked(sort, field.name, roles, when));
        if alone.example() == Answer::Nothing {
            return Some(false);
        }
        let schema = field.constraint.as_ref()?;
        schema.is_disjoint(&alone).holds().then_some(true)
    }

    /// The predicate that guards require of a variable.
    fn asked(
        &self,
        sort: Sort,
        name: &str,
        roles: &[(String, Form)],
        when: &[Literal<'_>],
    ) -> Predicate {
        let concepts = self.rules.concepts();
        let concept = |form: &Form| concepts.constraint(form, Some(sort)).ok();
        let roles = roles.iter().filter(|(subject, _)| subject == name);
        let roles = roles.filter_map(|(_, form)| Some(concept(form)?.predicate));
        let when = when.iter();
        let when = when.map(|(guard, wanted)| bound(guard, name, *wanted, &concept));
        Predicate::and(roles.chain(when).collect::<Vec<_>>())
    }

    /// The fields that have the type of a field by the schema, including itself.
    fn tied(&self, field: &Guarded<'_>) -> Vec<&Guarded<'_>> {
        let Some(known) = self.rules.op(self.op) else {
            return vec![];
        };
        let schema = &known.schema;
        let name = |it: &Guarded<'_>| schema.fields.get(it.position).map(|it| &it.name);
        let Some(own) = name(field) else {
            return vec![];
        };
        let lists = schema.same_types.iter();
        let lists: Vec<&Vec<String>> = lists.filter(|names| names.contains(own)).collect();
        let is_tied = |it: &&Guarded<'_>| {
            name(it).is_some_and(|name| lists.iter().any(|names| names.contains(name)))
        };
        self.fields.iter().filter(is_tied).collect()
    }
}

/// The first guard that requires a concept of a variable.
fn first_about<'f>(
    name: &str,
    roles: &'f [(String, Form)],
    when: &[Literal<'f>],
) -> Option<&'f Form> {
    let role = roles.iter().find(|(subject, _)| subject == name);
    let mut when = when.iter().map(|(guard, _)| *guard);
    role.map(|(_, concept)| concept)
        .or_else(|| when.find(|guard| asks(guard, name)))
}

/// The disjunctive normal form of the guards, with positive and negated literals; if it is too large, the guards
/// unchanged.
fn ways<'f>(guards: &[Literal<'f>]) -> Vec<Vec<Literal<'f>>> {
    let mut ways: Vec<Vec<Literal<'f>>> = vec![vec![]];
    for (guard, wanted) in guards {
        let own = ways_of(guard, *wanted);
        if ways.len().saturating_mul(own.len()) > MAX_WAYS {
            return vec![guards.to_vec()];
        }
        let both = |way: &Vec<Literal<'f>>| {
            let own = own.iter();
            own.map(|own| [way.as_slice(), own].concat())
                .collect::<Vec<_>>()
        };
        ways = ways.iter().flat_map(both).collect();
    }
    ways
}

/// The disjuncts in which a guard evaluates to `wanted`.
fn ways_of(guard: &Form, wanted: bool) -> Vec<Vec<Literal<'_>>> {
    match guard.as_call() {
        Some(("not", [part])) => ways_of(part, !wanted),
        Some(("and", parts)) if wanted => {
            ways(&parts.iter().map(|it| (it, true)).collect::<Vec<_>>())
        }
        Some(("or", parts)) if !wanted => {
            ways(&parts.iter().map(|it| (it, false)).collect::<Vec<_>>())
        }
        Some(("and" | "or", parts)) => {
            let parts = parts.iter();
            let all: Vec<_> = parts.flat_map(|it| ways_of(it, wanted)).collect();
            match all.len() > MAX_WAYS {
                true => vec![vec![(guard, wanted)]],
                false => all,
            }
        }
        _ => vec![vec![(guard, wanted)]],
    }
}

/// Whether a guard tests a concept of that variable.
fn asks(guard: &Form, name: &str) -> bool {
    match guard.as_call() {
        Some(("is", [subject, _])) => subject.as_atom() == Some(name),
        Some((_, parts)) => parts.iter().any(|part| asks(part, name)),
        None => false,
    }
}

/// A necessary predicate on a variable for a guard to evaluate to `wanted`.
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

/// The constraints of the schemas on a field: for an interface, those of one of its members.
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
    let Some(interface) = rules.loaded_interfaces().get(op) else {
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

/// Reports two definitions of one column for overlapping concepts, neither of which is narrower.
fn ambiguous(rule: &ReadRule, op: &str, rules: &Rules, notes: &mut Vec<Note>) {
    let (Some((name, span)), Some(_)) = (rule.name(), rule.clause(":for").next()) else {
        return;
    };
    let members = match rules.loaded_interfaces().get(op) {
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

/// Whether two definitions are for one column without a defined precedence.
fn overlap(a: &Define, b: &Define, all: &[Arc<Define>]) -> bool {
    let same = |x: &Define, y: &Define| x.kind == y.kind && x.subject == y.subject;
    if !same(a, b) || a.roles.is_empty() || b.roles.is_empty() {
        return false;
    }
    let (first, second) = signatures(a, b);
    let others = all.iter().filter(|it| same(it, a) && !it.roles.is_empty());
    // In the order of the two definitions.
    let others: Vec<_> = others.map(|it| signatures(a, it).1).collect();
    let alike = others.iter().filter(|it| it.len() == first.len());
    is_ambiguous(&first, &second, alike.map(Vec::as_slice))
}

/// Reports a concept that is not equivalent to another of its name.
fn homonyms(rule: &ReadRule, rules: &Rules, notes: &mut Vec<Note>) {
    let ("concept", [head, ..]) = rule.parts() else {
        return;
    };
    let name = match head.as_list() {
        Some(parts) => parts.first().and_then(Form::as_atom),
        None => head.as_atom(),
    };
    let own = name.and_then(|name| name.rsplit('.').next());
    for (first, second, why) in rules.concepts().homonyms() {
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

/// Reports types and attributes of IRDL with the same name but different parameters.
pub(super) fn described(file: &Described, rules: &Rules, notes: &mut Vec<Note>) {
    let names = file.definitions.iter().map(|(name, span)| (&**name, *span));
    let places: HashMap<&str, Span> = names.collect();
    if places.is_empty() {
        return;
    }
    for (first, second, why) in rules.concepts().homonyms() {
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
