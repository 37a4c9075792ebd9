//! The parser of rule files.

mod formula;
mod op;
mod reader;
mod scope;
mod word;
pub(super) mod words;

use crate::formula::is_number;
use crate::head;
use crate::op_rules::insert;
use crate::syntax::Syntax;
use crate::{FieldKinds, Rules, WordRule};
use calipers_semantics::{
    Anchor, Anchors, Body, ColumnKind, Define, Fact, Formula, Head, Loop, PREFIX, Role, Schema,
    Shown, Slot, Source as FieldSource, Subject,
};
use calipers_support::diagnostic::similar;
use calipers_support::sexp::{self, Form, FormError, FormKind, Source};
use formula::{formula, rewrite};
use scope::{Scope, Target, variable};
use std::sync::Arc;
use words::{Complaint, Result, atom, clauses, complain, list, names, number};

/// Adds the rules of a text to `rules`.
pub(super) fn read(
    rules: &mut Rules,
    name: &str,
    text: &str,
) -> std::result::Result<(), FormError> {
    let source = Source::new(name, text);
    let syntaxes = rules.syntaxes.len();
    Arc::make_mut(&mut rules.concepts).begin(name, text);
    let forms = sexp::read(text).map_err(|e| FormError::new(&source, e.span, e.to_string()))?;
    for form in &forms {
        rule(rules, form)
            .map_err(|Complaint(span, message)| FormError::new(&source, span, message))?;
    }
    Arc::make_mut(&mut rules.concepts).end();
    if rules.syntaxes.len() > syntaxes {
        let source = Arc::new(source);
        for syntax in &mut rules.syntaxes[syntaxes..] {
            syntax.source = Some(Arc::clone(&source));
        }
    }
    Ok(())
}

/// Adds the rule of one form.
pub(super) fn rule(rules: &mut Rules, form: &Form) -> Result<()> {
    let parts = list(
        form,
        "a rule: (op …), (define …), (fact …), (interface …), (loop …), (join …), (word …), (rewrite …), (birewrite …), (reader …), (concept …), (dialect …), (syntax …), (namespace …) or (import …)",
    )?;
    let Some((head, rest)) = parts.split_first() else {
        return complain(form, "an empty rule");
    };
    match atom(head, "the kind of rule")? {
        "concept" | "namespace" | "import" => {
            Arc::make_mut(&mut rules.concepts).form(form).map(|_| ())
        }
        "op" => op::op(rules, form, rest),
        "interface" => interface(rules, form, rest),
        "loop" => loop_(rules, form, rest),
        "join" => join(rules, form, rest),
        "define" => define(rules, form, rest),
        "fact" => fact(rules, form, rest),
        "dialect" => dialect(rules, form, rest),
        "syntax" => syntax(rules, form, rest),
        "word" => word::word(rules, form, rest),
        "rewrite" | "birewrite" => rewrite(rules, form, rest),
        "reader" => reader::reader(rules, form, rest),
        other => complain(
            head,
            format!(
                "unknown kind of rule '{other}': expected op, interface, loop, join, define, fact, word, rewrite, birewrite, reader, concept, dialect, syntax, namespace or import"
            ),
        ),
    }
}

/// `(dialect NAME OTHER)`
fn dialect(rules: &mut Rules, form: &Form, rest: &[Form]) -> Result<()> {
    let [name, other] = rest else {
        return complain(form, "expected (dialect NAME OTHER)");
    };
    let name = atom(name, "the name of a dialect")?.to_string();
    let other = atom(other, "the name of the dialect whose ops it has")?;
    rules.dialects.insert(name, other.to_string());
    Ok(())
}

/// `(syntax NAME|(NAME…) FORMAT LINE…)`
fn syntax(rules: &mut Rules, form: &Form, rest: &[Form]) -> Result<()> {
    let [ops, format, lines @ ..] = rest else {
        return complain(form, "expected (syntax NAME FORMAT LINE…)");
    };
    let text = |form: &Form| match &form.kind {
        FormKind::Str(text) => Ok(text.to_string()),
        _ => complain(form, "expected a string"),
    };
    rules.syntaxes.push(Syntax {
        ops: names(ops)?,
        format: text(format)?,
        lines: lines.iter().map(text).collect::<Result<_>>()?,
        span: format.span,
        line_spans: lines.iter().map(|line| line.span).collect(),
        source: None,
    });
    Ok(())
}

/// `(interface NAME (ROLE…) MEMBER…)`; a member is the name of an op whose fields have the names of the roles, or
/// `(OP (ROLE FIELD)…)`.
fn interface(rules: &mut Rules, form: &Form, rest: &[Form]) -> Result<()> {
    let [name, roles, members @ ..] = rest else {
        return complain(form, "expected (interface NAME (ROLE…) MEMBER…)");
    };
    let name_text = atom(name, "the name of an interface")?.to_string();
    let roles: Result<Vec<String>> = list(roles, "a list of roles")?
        .iter()
        .map(|role| Ok(atom(role, "the name of a role")?.to_string()))
        .collect();
    let roles = roles?;
    let interface = rules.interfaces.entry(name_text.clone()).or_default();
    if !interface.members.is_empty() && interface.roles != roles {
        let known = interface.roles.join(" ");
        return complain(
            name,
            format!(
                "the interface '{name_text}' has the roles ({known}); a member with other names for its fields is \
                 written (OP (ROLE FIELD)…)"
            ),
        );
    }
    interface.roles = roles.clone();
    for member in members {
        let (name, renamed) = match &member.kind {
            FormKind::List(parts) => match parts.split_first() {
                Some(parts) => parts,
                None => return complain(member, "expected a member"),
            },
            _ => (member, &[][..]),
        };
        let op = atom(name, "the name of an op")?;
        let Some(known) = rules.ops.get(op) else {
            return complain(name, format!("no schema is known of the op '{op}'"));
        };
        let mut fields = vec![];
        for role in &roles {
            let mut field = role.as_str();
            for pair in renamed {
                let [from, to] = list(pair, "(ROLE FIELD)")? else {
                    return complain(pair, "expected (ROLE FIELD)");
                };
                if atom(from, "the name of a role")? == role {
                    field = atom(to, "the name of a field")?;
                }
            }
            match known.schema.position(field) {
                Some(position) => fields.push(position),
                None => return complain(member, format!("the op '{op}' has no field '{field}'")),
            }
        }
        let interface = rules
            .interfaces
            .get_mut(&name_text)
            .expect("it was put there above");
        interface.members.push((op.to_string(), fields.clone()));
        let (defines, facts) = (interface.defines.clone(), interface.facts.clone());
        let words = interface.words.clone();
        let known = rules.ops.get_mut(op).expect("it was found above");
        for define in &defines {
            let define = Define {
                head: bound(&define.head, &known.schema, &fields),
                ..(**define).clone()
            };
            let inserted = insert(known, define);
            inserted.or_else(|message| complain(member, message))?;
        }
        let schema = &known.schema;
        known.facts.extend(facts.iter().map(|fact| {
            Arc::new(Fact {
                head: bound(&fact.head, schema, &fields),
                ..(**fact).clone()
            })
        }));
        let words = words.iter().map(|word| {
            Arc::new(WordRule {
                head: bound(&word.head, schema, &fields),
                ..(**word).clone()
            })
        });
        if words.len() > 0 {
            rules.words.entry(op.to_string()).or_default().extend(words);
        }
    }
    Ok(())
}

/// Instantiates a rule about roles for the fields of one member.
fn bound(head: &Head, schema: &Arc<Schema>, fields: &[usize]) -> Head {
    let lie = head.fields.iter().map(|&(role, slot)| (fields[role], slot));
    head::on(head, schema, lie.collect())
}

/// `(loop OP|(OP…) (inits FIELD) (body REGION) (counters N) (latch REGION))`
fn loop_(rules: &mut Rules, form: &Form, rest: &[Form]) -> Result<()> {
    let Some((name, clauses)) = rest.split_first() else {
        return complain(form, "expected the name of an op");
    };
    for op in names(name)? {
        let Some(known) = rules.ops.get_mut(&op) else {
            return complain(name, format!("no schema is known of the op '{op}'"));
        };
        if known.is_join {
            return complain(name, both(&op));
        }
        let (mut inits, mut body, mut counters, mut latch) = (None, 0, 0, None);
        let expected = "(inits FIELD), (body REGION), (counters N) or (latch REGION)";
        for clause in clauses {
            let [key, value] = list(clause, expected)? else {
                return complain(clause, format!("expected {expected}"));
            };
            match atom(key, "inits, body, counters or latch")? {
                "inits" => {
                    let field = atom(value, "the name of a field")?;
                    let fields = &known.schema.fields;
                    inits = known.schema.position(field);
                    match inits.map(|position| &fields[position].source) {
                        Some(FieldSource::Operands | FieldSource::Segments(_)) => {}
                        Some(_) => {
                            let message =
                                format!("the field '{field}' of '{op}' is no list of operands");
                            return complain(value, message);
                        }
                        None => {
                            return complain(
                                value,
                                format!("the op '{op}' has no field '{field}'"),
                            );
                        }
                    }
                }
                "body" => body = number(value, "the number of a region")?,
                "counters" => counters = number(value, "a number")?,
                "latch" => latch = Some(number(value, "the number of a region")?),
                other => {
                    return complain(
                        key,
                        format!(
                            "unknown clause '{other}': expected inits, body, counters or latch"
                        ),
                    );
                }
            }
        }
        let Some(inits) = inits else {
            return complain(
                form,
                "a loop passes values on, and needs (inits FIELD); an op without them needs no `loop`",
            );
        };
        known.loop_ = Some(Arc::new(Loop {
            inits,
            body,
            counters,
            latch: latch.unwrap_or(body),
        }));
    }
    Ok(())
}

/// The message for an op that is declared both a loop and a join.
fn both(op: &str) -> String {
    format!("'{op}' cannot be both a loop and a join")
}

/// `(join OP|(OP…))`
fn join(rules: &mut Rules, form: &Form, rest: &[Form]) -> Result<()> {
    let [name] = rest else {
        return complain(form, "expected the name of an op, or a list of names");
    };
    for op in names(name)? {
        match rules.ops.get_mut(&op) {
            Some(known) if known.loop_.is_some() => return complain(name, both(&op)),
            Some(known) => known.is_join = true,
            None => return complain(name, format!("no schema is known of the op '{op}'")),
        }
    }
    Ok(())
}

/// `(OP ?field …)`; `_` ignores a field, and trailing fields may be omitted.
fn op_pattern(
    rules: &Rules,
    form: &Form,
    scope: &mut Scope<'_>,
) -> Result<(Target, Vec<(usize, Slot)>)> {
    let parts = list(form, "an op with its fields: (OP ?field …)")?;
    let Some((name, arguments)) = parts.split_first() else {
        return complain(form, "expected an op with its fields");
    };
    let name_text = atom(name, "the name of an op or an interface")?;
    let (target, count) = match (rules.interfaces.get(name_text), rules.ops.get(name_text)) {
        (Some(interface), _) => (
            Target::Interface(name_text.to_string()),
            interface.roles.len(),
        ),
        (None, Some(op)) => (Target::Op(name_text.to_string()), op.schema.fields.len()),
        (None, None) => {
            return complain(name, format!("no schema is known of the op '{name_text}'"));
        }
    };
    if arguments.len() > count {
        return complain(
            &arguments[count],
            format!("'{name_text}' has {count} fields"),
        );
    }
    let mut fields = vec![];
    for (n, argument) in arguments.iter().enumerate() {
        if !matches!(&argument.kind, FormKind::Atom(text) if text == "_") {
            let slot = scope.fresh(argument)?;
            if rules.field_kinds(name_text, n) == FieldKinds::Attributes {
                scope.attributes.push(slot);
            }
            fields.push((n, slot));
        }
    }
    Ok((target, fields))
}

/// `(define NAME (KIND SUBJECT [?d]) BODY [:for (?field CONCEPT)…] [:when G…] [:else NAME…] [:given G…])`
fn define(rules: &mut Rules, form: &Form, rest: &[Form]) -> Result<()> {
    let [name, left, body, rest @ ..] = rest else {
        return complain(form, "expected (define NAME COLUMN TERM)");
    };
    let name = rule_name(name)?;
    let mut scope = Scope::new(rules);
    let parts = list(left, "a column: (value OP), (dim OP ?d), …")?;
    let [kind, subject, index @ ..] = parts else {
        return complain(left, "expected a column: (value OP), (dim OP ?d), …");
    };
    let (kind, indexed) = match atom(kind, "the kind of column")? {
        "value" => (ColumnKind::Value, false),
        "uint" => (ColumnKind::Unsigned, false),
        "dim" => (ColumnKind::Dim, true),
        "stride" => (ColumnKind::Stride, true),
        "offset" => (ColumnKind::Offset, false),
        "rank" => (ColumnKind::Rank, false),
        "elem" => (ColumnKind::Element, true),
        "trip" => (ColumnKind::Trip, false),
        "trips" => (ColumnKind::Trips, false),
        other => {
            let known = [
                "value", "uint", "dim", "stride", "offset", "rank", "elem", "trip", "trips",
            ];
            let meant = match similar(other, known) {
                Some(known) => format!("; did you mean '{known}'?"),
                None => String::new(),
            };
            return complain(
                kind,
                format!(
                    "unknown kind of column '{other}': expected value, uint, dim, stride, offset, rank, elem, trip or trips{meant}"
                ),
            );
        }
    };
    let (pattern, subject) = subject_of(subject, &mut scope)?;
    let (target, fields) = op_pattern(rules, pattern, &mut scope)?;
    let index = match (indexed, index) {
        (true, [index]) if index.as_atom() == Some("_") => None,
        (true, [index]) => Some(scope.fresh(index)?),
        (false, []) => None,
        _ => {
            return complain(
                left,
                if indexed {
                    "expected a variable for the dimension"
                } else {
                    "too many parts"
                },
            );
        }
    };
    let mut head = head::without_guards(name, fields);
    let (mut roles, mut otherwise) = (vec![], vec![]);
    for (key, guards) in clauses(rest, &[":for", ":when", ":else", ":given"])? {
        if key == ":else" {
            for name in guards {
                otherwise.push(rule_name(name)?);
            }
            continue;
        }
        if key == ":for" {
            for pair in guards {
                let role = role(pair, &mut scope)?;
                let subject = Box::new(Formula::Variable(role.slot));
                let constraint = Arc::new(role.constraint.clone());
                Arc::make_mut(&mut head.when).push(Formula::Is(subject, constraint));
                roles.push(role);
            }
            continue;
        }
        read_guards(&mut head, key, guards, &mut scope)?;
    }
    let body = formula(body, &mut scope)?;
    head.variables = scope.names.len();
    let define = Define {
        head,
        roles,
        otherwise,
        kind,
        subject,
        index,
        body: Body::Formula(Arc::new(body)),
    };
    for (op, head) in targets(rules, &target, &define.head, |interface| {
        interface.defines.push(Arc::new(define.clone()))
    }) {
        let define = Define {
            head,
            ..define.clone()
        };
        let known = rules.ops.get_mut(&op).expect("it is a target");
        let inserted = insert(known, define);
        inserted.or_else(|message| complain(form, message))?;
    }
    Ok(())
}

/// `(?field CONCEPT)`
fn role(form: &Form, scope: &mut Scope<'_>) -> Result<Role> {
    let [variable, concept] = list(form, "(?field CONCEPT)")? else {
        return complain(form, "expected (?field CONCEPT)");
    };
    let slot = scope.known(variable)?;
    let constraint = formula::constraint(concept, Some(slot), scope)?;
    Ok(Role { slot, constraint })
}

/// Parses the conditions after `:when` or `:given`.
fn read_guards(head: &mut Head, key: &str, guards: &[Form], scope: &mut Scope<'_>) -> Result<()> {
    let guards = guards.iter().map(|guard| condition(guard, scope));
    let guards = guards.collect::<Result<Vec<Formula>>>()?;
    match key {
        ":when" => Arc::make_mut(&mut head.when).extend(guards),
        _ => Arc::make_mut(&mut head.given).extend(guards),
    }
    Ok(())
}

/// Parses a formula that is a condition.
fn condition(form: &Form, scope: &mut Scope<'_>) -> Result<Formula> {
    match formula(form, scope)? {
        number if is_number(&number) => complain(
            form,
            "expected a condition, such as (<= a b); this is a number",
        ),
        condition => Ok(condition),
    }
}

/// Parses the name of a rule; the prefix of rules in Rust is rejected.
fn rule_name(form: &Form) -> Result<Arc<str>> {
    match atom(form, "the name of the rule")? {
        name if name.starts_with(PREFIX) => complain(
            form,
            format!("names that begin with '{PREFIX}' are for what Rust code provides"),
        ),
        name => Ok(name.into()),
    }
}

/// `OP`, `(result OP ?k)` or `(argument OP REGION ?k)`.
fn subject_of<'f>(form: &'f Form, scope: &mut Scope<'_>) -> Result<(&'f Form, Subject)> {
    let parts = list(form, "an op with its fields")?;
    match parts {
        [key, op, k] if matches!(&key.kind, FormKind::Atom(text) if text == "result") => {
            Ok((op, Subject::Result(Some(scope.fresh(k)?))))
        }
        [key, op, region, k] if matches!(&key.kind, FormKind::Atom(text) if text == "argument") => {
            let region = number(region, "the number of a region")?;
            Ok((op, Subject::Argument(region, Some(scope.fresh(k)?))))
        }
        [key, ..] if matches!(key.as_atom(), Some("result" | "argument")) => complain(
            form,
            "expected (result (OP …) ?k) or (argument (OP …) REGION ?k)",
        ),
        _ => Ok((form, Subject::Result(None))),
    }
}

/// The ops to which a rule applies, each with the rule's head for it. A rule about an interface is also stored there.
fn targets(
    rules: &mut Rules,
    target: &Target,
    head: &Head,
    tell: impl FnOnce(&mut super::Interface),
) -> Vec<(String, Head)> {
    match target {
        Target::Op(name) => {
            let known = rules.ops.get(name).into_iter();
            let on = |schema| head::on(head, schema, head.fields.clone());
            known.map(|op| (name.clone(), on(&op.schema))).collect()
        }
        Target::Interface(name) => {
            let Some(interface) = rules.interfaces.get_mut(name) else {
                return vec![];
            };
            tell(interface);
            let members = interface.members.iter();
            let bound = members.filter_map(|(member, fields)| {
                let op = rules.ops.get(member)?;
                Some((member.clone(), bound(head, &op.schema, fields)))
            });
            bound.collect()
        }
    }
}

/// `(fact NAME (OP ?field …) CONDITION [:in REGION|?region] [:by result|execution] [:when G…] [:given G…])`
fn fact(rules: &mut Rules, form: &Form, rest: &[Form]) -> Result<()> {
    let [name, pattern, body, rest @ ..] = rest else {
        return complain(form, "expected (fact NAME (OP ?field …) CONDITION)");
    };
    let name = rule_name(name)?;
    let mut scope = Scope::new(rules);
    let (target, fields) = op_pattern(rules, pattern, &mut scope)?;
    let mut head = head::without_guards(name, fields);
    let mut anchors = Anchors::One(Anchor::After);
    let mut shown = Shown::Assumed;
    for (key, parts) in clauses(rest, &[":in", ":by", ":when", ":given"])? {
        if key == ":by" {
            shown = reason(form, parts)?;
            continue;
        }
        if key == ":in" {
            let [region] = parts else {
                return complain(&parts[0], "expected the number of a region");
            };
            anchors = match variable(region) {
                Ok(_) => Anchors::EachRegion(scope.fresh(region)?),
                Err(_) => Anchors::One(Anchor::In(number(
                    region,
                    "the number of a region, or a variable for it",
                )?)),
            };
            continue;
        }
        read_guards(&mut head, key, parts, &mut scope)?;
    }
    let body = condition(body, &mut scope)?;
    head.variables = scope.names.len();
    if shown != Shown::Assumed && anchors != Anchors::One(Anchor::After) {
        return complain(form, "':by' is for what holds after an op, not in a region");
    }
    let fact = Fact {
        head,
        anchors,
        shown,
        body: Body::Formula(Arc::new(body)),
    };
    for (op, head) in targets(rules, &target, &fact.head, |interface| {
        interface.facts.push(Arc::new(fact.clone()))
    }) {
        let known = rules.ops.get_mut(&op).expect("it is a target");
        known.facts.push(Arc::new(Fact {
            head,
            ..fact.clone()
        }));
    }
    Ok(())
}

/// Parses the argument of `:by`.
fn reason(form: &Form, parts: &[Form]) -> Result<Shown> {
    match parts {
        [reason] if reason.as_atom() == Some("result") => Ok(Shown::ByResult),
        [reason] if reason.as_atom() == Some("execution") => Ok(Shown::ByExecution),
        _ => complain(
            parts.first().unwrap_or(form),
            "':by' expects 'result' or 'execution'",
        ),
    }
}
