//! Reading of rule files.

use super::formula::{Formula, Function, Quantifier, Slot};
use super::rewrite::{Guard, Pattern, Rewrite};
use super::schema::{Field, Schema, Source as FieldSource};
use super::{
    Anchor, Anchors, ColumnKind, Define, Fact, Head, Loop, OpRules, RuleError, Rules, Subject,
};
use crate::number::Int;
use crate::sexp::{self, Form, FormKind, Source, Span};
use crate::term::Operator;
use std::sync::Arc;

/// A message and the place it is about.
struct Complaint(Span, String);

type Result<T> = std::result::Result<T, Complaint>;

fn complain<T>(form: &Form, message: impl Into<String>) -> Result<T> {
    Err(Complaint(form.span, message.into()))
}

/// Adds the rules of a text to `rules`.
pub(super) fn read(
    rules: &mut Rules,
    name: &str,
    text: &str,
) -> std::result::Result<(), RuleError> {
    let source = Source::new(name, text);
    let error = |offset: usize, message: String| {
        let (line, column) = source.line_column(offset);
        RuleError {
            rendered: source.render_error(offset, &message),
            message,
            file: name.to_string(),
            line,
            column,
        }
    };
    let forms = sexp::read(text).map_err(|e| error(e.span.start, e.to_string()))?;
    for form in &forms {
        rule(rules, form).map_err(|Complaint(span, message)| error(span.start, message))?;
    }
    Ok(())
}

fn rule(rules: &mut Rules, form: &Form) -> Result<()> {
    let parts = list(
        form,
        "a rule: (op …), (define …), (fact …), (interface …), (loop …) or (rewrite …)",
    )?;
    let Some((head, rest)) = parts.split_first() else {
        return complain(form, "an empty rule");
    };
    match atom(head, "the kind of rule")? {
        "op" => op(rules, form, rest),
        "interface" => interface(rules, form, rest),
        "loop" => loop_(rules, form, rest),
        "define" => define(rules, form, rest),
        "fact" => fact(rules, form, rest),
        "rewrite" => rewrite(rules, form, rest),
        other => complain(
            head,
            format!(
                "unknown kind of rule '{other}': expected op, interface, loop, define, fact or rewrite"
            ),
        ),
    }
}

fn list<'f>(form: &'f Form, expected: &str) -> Result<&'f [Form]> {
    match &form.kind {
        FormKind::List(parts) => Ok(parts),
        _ => complain(form, format!("expected {expected}")),
    }
}

fn atom<'f>(form: &'f Form, expected: &str) -> Result<&'f str> {
    match &form.kind {
        FormKind::Atom(text) => Ok(text),
        _ => complain(form, format!("expected {expected}")),
    }
}

fn number(form: &Form, expected: &str) -> Result<usize> {
    match &form.kind {
        FormKind::Integer(value) => usize::try_from(value.clone())
            .or_else(|_| complain(form, format!("expected {expected}"))),
        _ => complain(form, format!("expected {expected}")),
    }
}

/// Names given one by one or in a list.
fn names(form: &Form) -> Result<Vec<String>> {
    match &form.kind {
        FormKind::List(parts) => parts
            .iter()
            .map(|part| Ok(atom(part, "the name of an op")?.to_string()))
            .collect(),
        _ => Ok(vec![atom(form, "the name of an op")?.to_string()]),
    }
}

/// `(op NAME|(NAME…) FIELD…)`
fn op(rules: &mut Rules, form: &Form, rest: &[Form]) -> Result<()> {
    let Some((name, fields)) = rest.split_first() else {
        return complain(form, "expected the name of an op");
    };
    let fields: Result<Vec<Field>> = fields.iter().map(field).collect();
    let schema = Schema { fields: fields? };
    for (n, field) in schema.fields.iter().enumerate() {
        if schema.position(&field.name) != Some(n) {
            return complain(
                &rest[n + 1],
                format!("the field '{}' is there twice", field.name),
            );
        }
    }
    for op in names(name)? {
        let known = rules.ops.entry(op.clone()).or_default();
        let is_new =
            known.schema.fields.is_empty() && known.defines.is_empty() && known.facts.is_empty();
        if !is_new && known.schema != schema {
            return complain(name, format!("the op '{op}' has another schema already"));
        }
        known.schema = schema.clone();
    }
    Ok(())
}

fn field(form: &Form) -> Result<Field> {
    let expected = "a field: (NAME operand|operands|optional), (NAME operands COUNT), (NAME mixed ATTRIBUTE) or (NAME attribute [ATTRIBUTE …])";
    let parts = list(form, expected)?;
    let [name, kind, rest @ ..] = parts else {
        return complain(form, format!("expected {expected}"));
    };
    let name = atom(name, "the name of a field")?.to_string();
    let source = match (atom(kind, "the kind of field")?, rest) {
        ("operand", []) => FieldSource::Operand,
        ("operands", []) => FieldSource::Operands,
        ("operands", [count]) => match number(count, "how many segments there are")? {
            count @ 1..=64 => FieldSource::Segments(count),
            _ => return complain(count, "expected a number of segments from 1 to 64"),
        },
        ("optional", []) => FieldSource::Optional,
        ("mixed", [attribute]) => {
            FieldSource::Mixed(atom(attribute, "the name of an attribute")?.to_string())
        }
        ("attribute", []) => FieldSource::Attribute(vec![name.clone()]),
        ("attribute", attributes) => {
            let names: Result<Vec<String>> = attributes
                .iter()
                .map(|attribute| Ok(atom(attribute, "the name of an attribute")?.to_string()))
                .collect();
            FieldSource::Attribute(names?)
        }
        _ => return complain(kind, format!("expected {expected}")),
    };
    Ok(Field { name, source })
}

/// `(interface NAME (ROLE…) MEMBER…)`; a member is an op whose fields have the names of the roles,
/// or `(OP (ROLE FIELD)…)`.
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
        return complain(
            name,
            format!("the interface '{name_text}' has other roles already"),
        );
    }
    interface.roles = roles.clone();
    for member in members {
        let (op, renamed) = match &member.kind {
            FormKind::List(parts) => match parts.split_first() {
                Some((op, renamed)) => (atom(op, "the name of an op")?, renamed),
                None => return complain(member, "expected a member"),
            },
            _ => (atom(member, "the name of an op")?, &[][..]),
        };
        let Some(known) = rules.ops.get(op) else {
            return complain(member, format!("no schema is known of the op '{op}'"));
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
        let known = rules.ops.get_mut(op).expect("it was found above");
        known.defines.extend(defines.iter().map(|define| {
            Arc::new(Define {
                head: bound(&define.head, &fields),
                ..(**define).clone()
            })
        }));
        known.facts.extend(facts.iter().map(|fact| {
            Arc::new(Fact {
                head: bound(&fact.head, &fields),
                ..(**fact).clone()
            })
        }));
    }
    Ok(())
}

/// A rule about roles as a rule about the fields of one member.
fn bound(head: &Head, fields: &[usize]) -> Head {
    Head {
        fields: head
            .fields
            .iter()
            .map(|&(role, slot)| (fields[role], slot))
            .collect(),
        ..head.clone()
    }
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
        let (mut inits, mut body, mut counters, mut latch) = (None, 0, 0, None);
        let expected = "(inits FIELD), (body REGION), (counters N) or (latch REGION)";
        for clause in clauses {
            let [key, value] = list(clause, expected)? else {
                return complain(clause, format!("expected {expected}"));
            };
            match atom(key, "inits, body, counters or latch")? {
                "inits" => {
                    let field = atom(value, "the name of a field")?;
                    inits = known.schema.position(field);
                    if inits.is_none() {
                        return complain(value, format!("the op '{op}' has no field '{field}'"));
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
            return complain(form, "a loop needs (inits FIELD)");
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

/// The variables of a rule, by name, and the rules read so far.
struct Scope<'r> {
    names: Vec<String>,
    rules: &'r Rules,
}

impl<'r> Scope<'r> {
    fn new(rules: &'r Rules) -> Scope<'r> {
        let names = vec![];
        Scope { names, rules }
    }

    fn slot(&mut self, form: &Form) -> Result<Slot> {
        let name = variable(form)?;
        Ok(self
            .names
            .iter()
            .position(|known| known == name)
            .unwrap_or_else(|| {
                self.names.push(name.to_string());
                self.names.len() - 1
            }))
    }

    /// A variable that is bound from here on, whatever else has its name.
    fn enter(&mut self, form: &Form) -> Result<Slot> {
        self.names.push(variable(form)?.to_string());
        Ok(self.names.len() - 1)
    }

    /// The variable is out of scope again, though its slot stays taken.
    fn leave(&mut self, slot: Slot) {
        self.names[slot] = String::new();
    }

    fn known(&self, form: &Form) -> Result<Slot> {
        let name = variable(form)?;
        match self.names.iter().rposition(|known| known == name) {
            Some(slot) => Ok(slot),
            None => complain(form, format!("the variable '{name}' is not bound")),
        }
    }
}

fn variable(form: &Form) -> Result<&str> {
    match atom(form, "a variable")? {
        name if name.starts_with('?') && name.len() > 1 => Ok(name),
        other => complain(
            form,
            format!("expected a variable such as ?x, found '{other}'"),
        ),
    }
}

/// What an op pattern is about: an op or an interface.
enum Target {
    Op(String),
    Interface(String),
}

/// `(OP ?field …)`; `_` for a field that does not matter, and trailing fields may be left out.
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
            fields.push((n, scope.slot(argument)?));
        }
    }
    Ok((target, fields))
}

/// `:when G…`, `:given G…`, `:in N`, `:let (?x E)…` after the fixed parts of a rule.
fn clauses<'f>(rest: &'f [Form], allowed: &[&str]) -> Result<Vec<(&'f str, &'f [Form])>> {
    let mut found: Vec<(&str, &[Form])> = vec![];
    let mut at = 0;
    while at < rest.len() {
        let key = atom(&rest[at], "a clause such as :when")?;
        if !allowed.contains(&key) {
            return complain(&rest[at], format!("expected {}", allowed.join(" or ")));
        }
        let is_key =
            |form: &Form| matches!(&form.kind, FormKind::Atom(text) if text.starts_with(':'));
        let end = rest[at + 1..]
            .iter()
            .position(is_key)
            .map_or(rest.len(), |n| at + 1 + n);
        if end == at + 1 {
            return complain(&rest[at], format!("nothing follows {key}"));
        }
        found.push((key, &rest[at + 1..end]));
        at = end;
    }
    Ok(found)
}

/// `(define NAME (KIND SUBJECT [?d]) BODY [:when G…] [:given G…])`
fn define(rules: &mut Rules, form: &Form, rest: &[Form]) -> Result<()> {
    let [name, left, body, rest @ ..] = rest else {
        return complain(form, "expected (define NAME COLUMN TERM)");
    };
    let name = atom(name, "the name of the rule")?.to_string();
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
        other => {
            return complain(
                kind,
                format!(
                    "unknown kind of column '{other}': expected value, uint, dim, stride, offset, rank or elem"
                ),
            );
        }
    };
    let (pattern, subject) = subject_of(subject, &mut scope)?;
    let (target, fields) = op_pattern(rules, pattern, &mut scope)?;
    let index = match (indexed, index) {
        (true, [index]) => Some(scope.slot(index)?),
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
    let mut head = Head {
        name,
        fields,
        variables: 0,
        when: vec![],
        given: vec![],
    };
    for (key, guards) in clauses(rest, &[":when", ":given"])? {
        let guards: Result<Vec<Formula>> = guards
            .iter()
            .map(|guard| formula(guard, &mut scope))
            .collect();
        match key {
            ":when" => head.when.extend(guards?),
            _ => head.given.extend(guards?),
        }
    }
    let body = formula(body, &mut scope)?;
    head.variables = scope.names.len();
    let define = Define {
        head,
        kind,
        subject,
        index,
        body,
    };
    for (op, head) in targets(rules, &target, &define.head, |interface| {
        interface.defines.push(Arc::new(define.clone()))
    }) {
        op.defines.push(Arc::new(Define {
            head,
            ..define.clone()
        }));
    }
    Ok(())
}

/// `OP`, `(result OP ?k)` or `(argument OP REGION ?k)`.
fn subject_of<'f>(form: &'f Form, scope: &mut Scope<'_>) -> Result<(&'f Form, Subject)> {
    let parts = list(form, "an op with its fields")?;
    match parts {
        [key, op, k] if matches!(&key.kind, FormKind::Atom(text) if text == "result") => {
            Ok((op, Subject::Result(Some(scope.slot(k)?))))
        }
        [key, op, region, k] if matches!(&key.kind, FormKind::Atom(text) if text == "argument") => {
            let region = number(region, "the number of a region")?;
            Ok((op, Subject::Argument(region, Some(scope.slot(k)?))))
        }
        _ => Ok((form, Subject::Result(None))),
    }
}

/// The ops a rule is about, each with the rule's head for it. Interfaces are told of the rule too.
fn targets<'r>(
    rules: &'r mut Rules,
    target: &Target,
    head: &Head,
    tell: impl FnOnce(&mut super::Interface),
) -> Vec<(&'r mut OpRules, Head)> {
    match target {
        Target::Op(name) => rules
            .ops
            .get_mut(name)
            .map(|op| (op, head.clone()))
            .into_iter()
            .collect(),
        Target::Interface(name) => {
            let Some(interface) = rules.interfaces.get_mut(name) else {
                return vec![];
            };
            tell(interface);
            let members = interface.members.clone();
            rules
                .ops
                .iter_mut()
                .filter_map(|(name, op)| {
                    let (_, fields) = members.iter().find(|(member, _)| member == name)?;
                    Some((op, bound(head, fields)))
                })
                .collect()
        }
    }
}

/// `(fact NAME (OP ?field …) CONDITION [:in REGION|?region] [:when G…] [:given G…])`
fn fact(rules: &mut Rules, form: &Form, rest: &[Form]) -> Result<()> {
    let [name, pattern, body, rest @ ..] = rest else {
        return complain(form, "expected (fact NAME (OP ?field …) CONDITION)");
    };
    let name = atom(name, "the name of the rule")?.to_string();
    let mut scope = Scope::new(rules);
    let (target, fields) = op_pattern(rules, pattern, &mut scope)?;
    let mut head = Head {
        name,
        fields,
        variables: 0,
        when: vec![],
        given: vec![],
    };
    let mut anchors = Anchors::One(Anchor::After);
    for (key, parts) in clauses(rest, &[":in", ":when", ":given"])? {
        if key == ":in" {
            let [region] = parts else {
                return complain(&parts[0], "expected the number of a region");
            };
            anchors = match variable(region) {
                Ok(_) => Anchors::EachRegion(scope.slot(region)?),
                Err(_) => Anchors::One(Anchor::In(number(
                    region,
                    "the number of a region, or a variable for it",
                )?)),
            };
            continue;
        }
        let guards: Result<Vec<Formula>> = parts
            .iter()
            .map(|guard| formula(guard, &mut scope))
            .collect();
        match key {
            ":when" => head.when.extend(guards?),
            _ => head.given.extend(guards?),
        }
    }
    let body = formula(body, &mut scope)?;
    head.variables = scope.names.len();
    let fact = Fact {
        head,
        anchors,
        body,
    };
    for (op, head) in targets(rules, &target, &fact.head, |interface| {
        interface.facts.push(Arc::new(fact.clone()))
    }) {
        op.facts.push(Arc::new(Fact {
            head,
            ..fact.clone()
        }));
    }
    Ok(())
}

/// What the words of both formulas and patterns mean, as operators over operators.
fn sugar<T: Clone>(
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

/// What is wrong with a name and its arguments.
fn wrong_name(head: &Form, name: &str, count: usize) -> Complaint {
    let known = ["-", "not", "and", "or", "<", ">", ">=", "!="].contains(&name)
        || Operator::from_name(name).is_some()
        || Function::from_name(name).is_some();
    let message = match known {
        true => format!("'{name}' does not take {count} arguments"),
        false => format!("unknown function '{name}'"),
    };
    Complaint(head.span, message)
}

fn formula(form: &Form, scope: &mut Scope<'_>) -> Result<Formula> {
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
    if let Some(quantifier) = Quantifier::from_name(name) {
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
    if name == "around" {
        enclosing(arguments, scope.rules)?;
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
    let arguments = match sugar(
        name,
        arguments,
        |n| Formula::Integer(Int::from(n)),
        &Formula::Operator,
    ) {
        Ok(formula) => return Ok(formula),
        Err(arguments) => arguments,
    };
    match (Operator::from_name(name), Function::from_name(name)) {
        (Some(operator), _) if operator.accepts(count) => {
            Ok(Formula::Operator(operator, arguments))
        }
        (None, Some((function, fewest, most))) if (fewest..=most).contains(&count) => {
            Ok(Formula::Call(function, arguments))
        }
        _ => Err(wrong_name(head, name, count)),
    }
}

/// Checks the arguments of `(around NAME FIELD)`: a field of an op, or a role of an interface.
fn enclosing(arguments: &[Form], rules: &Rules) -> Result<()> {
    let [name, field] = arguments else {
        return Ok(());
    };
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

/// `(rewrite NAME LEFT RIGHT [:let (?x E)…] [:when G…])`
fn rewrite(rules: &mut Rules, form: &Form, rest: &[Form]) -> Result<()> {
    let [name, left, right, rest @ ..] = rest else {
        return complain(form, "expected (rewrite NAME LEFT RIGHT)");
    };
    let name = atom(name, "the name of the rule")?.to_string();
    let mut scope = Scope::new(rules);
    let pattern_left = pattern(left, &mut scope, true)?;
    match &pattern_left {
        Pattern::Apply(
            Operator::FloorDiv
            | Operator::TruncDiv
            | Operator::Mul
            | Operator::Min
            | Operator::Le
            | Operator::Eq,
            _,
        ) => {}
        _ => {
            return complain(
                left,
                "the left side must be floordiv, truncdiv, *, min, <= or ==: all else is brought to these",
            );
        }
    }
    let (mut bindings, mut guards) = (vec![], vec![]);
    for (key, parts) in clauses(rest, &[":let", ":when"])? {
        for part in parts {
            if key == ":let" {
                let [variable, value] = list(part, "(?x TERM)")? else {
                    return complain(part, "expected (?x TERM)");
                };
                let value = pattern(value, &mut scope, false)?;
                bindings.push((scope.slot(variable)?, value));
            } else {
                guards.push(guard(part, &mut scope)?);
            }
        }
    }
    let right = pattern(right, &mut scope, false)?;
    let rewrite = Rewrite {
        name,
        variables: scope.names.len(),
        left: pattern_left,
        bindings,
        guards,
        right,
    };
    Arc::make_mut(&mut rules.rewrites).push(rewrite);
    Ok(())
}

fn guard(form: &Form, scope: &mut Scope<'_>) -> Result<Guard> {
    if let FormKind::List(parts) = &form.kind
        && let [key, variable] = parts.as_slice()
        && matches!(&key.kind, FormKind::Atom(text) if text == "constant")
    {
        return Ok(Guard::Constant(scope.known(variable)?));
    }
    Ok(Guard::True(pattern(form, scope, false)?))
}

/// A pattern. On the left side of a rule variables are bound where they first occur.
fn pattern(form: &Form, scope: &mut Scope<'_>, binds: bool) -> Result<Pattern> {
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
    match Operator::from_name(name) {
        Some(operator) if operator.accepts(count) => Ok(Pattern::Apply(operator, arguments)),
        _ => Err(wrong_name(head, name, count)),
    }
}
