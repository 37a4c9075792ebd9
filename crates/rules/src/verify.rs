//! The verifier of ops against their schemas.

use super::Rules;
use super::schema::{has_constraints, is_about_types, operand_count, result_count, results_named};
use crate::concept::{Explain, Text};
use calipers_program::{Datum, OpId, Program, ValueId};
use calipers_semantics::concept::{Constraint, Interfaces, Matcher, Sort, Thing};
use calipers_semantics::{Fields, Schema, Source};
use hashbrown::HashSet;
use smallvec::SmallVec;
use std::borrow::Cow;
use std::fmt::{self, Display, Formatter};

/// A violation of a schema, in the wording of MLIR; displays as `'d.op' op operand #1 must be …`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Violation {
    /// The op.
    pub op: OpId,
    /// The name of the op.
    pub name: String,
    /// The message without the op's name.
    pub message: String,
}

impl Display for Violation {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "'{}' op {}", self.name, self.message)
    }
}

impl Interfaces for Rules {
    fn is_member(&self, interface: &str, op: &str) -> Option<bool> {
        let known = self.has_interface(interface);
        known.then(|| Rules::is_member(self, interface, op))
    }
}

/// Verifies ops against the constraints of their schemas.
///
/// ```
/// use calipers::ir::{Module, ParseOptions};
/// use calipers::rules::{Rules, Verifier};
/// let text = "func.func @f(%a: i8) { \"d.op\"(%a) : (i8) -> ()\n return }";
/// let module = Module::parse(text, "f.mlir", ParseOptions::default())?;
/// let mut rules = Rules::embedded();
/// rules.load("d.rules", "(import builtin.concepts)\n(op d.op (input operand :is float))")?;
/// let wrong = Verifier::new(&rules, &module).check(module.ops_named("d.op")[0]);
/// assert_eq!(wrong[0].to_string(), "'d.op' op operand #0 must be float, but got 'i8'");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Verifier<'r> {
    rules: &'r Rules,
    program: &'r dyn Program,
    /// Signatures that have been verified without a violation.
    right: HashSet<Signature>,
}

/// The inputs of the verification of an op whose schema constrains types only.
#[derive(PartialEq, Eq, Hash)]
struct Signature {
    /// The address of the schema.
    schema: usize,
    operands: usize,
    /// The numbers of the operand and result types.
    types: SmallVec<[u32; 6]>,
    segments: SmallVec<[i64; 4]>,
}

impl<'r> Verifier<'r> {
    /// A verifier of that program.
    pub fn new(rules: &'r Rules, program: &'r dyn Program) -> Verifier<'r> {
        Verifier {
            rules,
            program,
            right: HashSet::new(),
        }
    }

    /// The violations of an op's schema; a wrong number of operands or results is reported alone. Properties that the
    /// program does not provide are not violations. If the schema constrains types only, an op with the types of an
    /// earlier one costs a table look-up.
    pub fn check(&mut self, op: OpId) -> Vec<Violation> {
        let name = self.program.op_name(op);
        let Some(known) = self.rules.op(name) else {
            return vec![];
        };
        let schema = &known.schema;
        if !has_constraints(schema) {
            return vec![];
        }
        let signature = self.signature(op, schema);
        if signature.as_ref().is_some_and(|it| self.right.contains(it)) {
            return vec![];
        }
        let found = self.wrong(op, schema);
        if found.is_empty() {
            self.right.extend(signature);
        }
        let violation = |message| Violation {
            op,
            name: name.to_string(),
            message,
        };
        found.into_iter().map(violation).collect()
    }

    fn signature(&self, op: OpId, schema: &Schema) -> Option<Signature> {
        if !is_about_types(schema) {
            return None;
        }
        let (operands, results) = (self.program.operands(op), self.program.results(op));
        let all = operands.iter().chain(results);
        let types: Option<_> = all.map(|&it| self.program.type_number(it)).collect();
        let segments = match schema.fields.fixed_operands() {
            Some(_) => None,
            None => Fields::told_segments(self.program, op),
        };
        Some(Signature {
            schema: std::ptr::from_ref(schema) as usize,
            operands: operands.len(),
            types: types?,
            segments: segments.as_deref().unwrap_or_default().into(),
        })
    }

    fn wrong(&self, op: OpId, schema: &Schema) -> Vec<String> {
        let mut found = vec![];
        let operands = self.program.operands(op).len();
        found.extend(operand_count(schema).and_then(|it| miscounted(operands, it, "operand")));
        let results = self.program.results(op).len();
        found.extend(result_count(schema).and_then(|it| miscounted(results, it, "result")));
        if !found.is_empty() {
            return found;
        }
        for (position, field) in schema.fields.iter().enumerate() {
            let Some(constraint) = &field.constraint else {
                continue;
            };
            if let Source::Attribute(names) = &field.source {
                found.extend(self.attribute(op, names, constraint));
                continue;
            }
            let Some((start, length)) = schema.fields.segment(self.program, op, position) else {
                continue;
            };
            let values = self.program.operands(op).iter().enumerate();
            found.extend(self.values(values.skip(start).take(length), "operand", constraint));
        }
        for result in &schema.results {
            let Some(constraint) = &result.constraint else {
                continue;
            };
            if let Some((start, length)) = results_named(schema, self.program, op, &result.name) {
                let values = self.program.results(op).iter().enumerate();
                found.extend(self.values(values.skip(start).take(length), "result", constraint));
            }
        }
        for names in &schema.same_types {
            found.extend(self.same_types(op, schema, names));
        }
        if let Some(whole) = &schema.whole {
            let mut matcher = Matcher::new(self.program, self.rules);
            if let Some(failure) = matcher.explain(&whole.predicate, &Thing::Op(op)) {
                found.push(format!(
                    "must satisfy {}: {failure}",
                    whole.predicate.text()
                ));
            }
        }
        found
    }

    fn values<'v>(
        &self,
        values: impl Iterator<Item = (usize, &'v ValueId)>,
        what: &str,
        constraint: &Constraint,
    ) -> Vec<String> {
        let mut found = vec![];
        for (number, &value) in values {
            let thing = match (constraint.sort, self.program.type_datum(value)) {
                (Sort::Type, Some(datum)) => Thing::Datum(Cow::Owned(datum)),
                _ => Thing::Value(value),
            };
            let mut matcher = Matcher::new(self.program, self.rules);
            if let Some(failure) = matcher.explain(&constraint.predicate, &thing) {
                let (wanted, got) = (constraint.predicate.text(), matcher.shown(&thing));
                let mut message = format!("{what} #{number} must be {wanted}, but got '{got}'");
                if !failure.path.is_empty() {
                    message.push_str(&format!(": {failure}"));
                }
                found.push(message);
            }
        }
        found
    }

    fn attribute(&self, op: OpId, names: &[String], constraint: &Constraint) -> Option<String> {
        let has = |name: &&String| self.program.attribute(op, name).is_some();
        let name = names.iter().find(has)?;
        let datum: Datum = self.program.attribute_datum(op, name)?;
        let mut matcher = Matcher::new(self.program, self.rules);
        let failure = matcher.explain(&constraint.predicate, &Thing::Datum(Cow::Owned(datum)))?;
        let wanted = constraint.predicate.text();
        Some(format!(
            "attribute '{name}' failed to satisfy constraint {wanted}: {failure}"
        ))
    }

    fn same_types(&self, op: OpId, schema: &Schema, names: &[String]) -> Option<String> {
        let mut values: Vec<(&str, ValueId)> = vec![];
        for name in names {
            let (all, range) = match schema.position(name) {
                Some(field) => (
                    self.program.operands(op),
                    schema.fields.segment(self.program, op, field),
                ),
                None => (
                    self.program.results(op),
                    results_named(schema, self.program, op, name),
                ),
            };
            let (start, length) = range?;
            let own = all.get(start..start.checked_add(length)?)?;
            values.extend(own.iter().map(|value| (name.as_str(), *value)));
        }
        let (first, rest) = values.split_first()?;
        let number = |value: ValueId| self.program.type_number(value);
        let differs = |it: &&(&str, ValueId)| match (number(first.1), number(it.1)) {
            (Some(a), Some(b)) => a != b,
            _ => false,
        };
        let other = rest.iter().find(differs)?;
        let shown = |value: ValueId| self.program.type_datum(value).map(|it| it.text());
        Some(format!(
            "requires the same type for '{}' and '{}', but got '{}' and '{}'",
            first.0,
            other.0,
            shown(first.1)?,
            shown(other.1)?
        ))
    }
}

/// The message for a wrong number of operands or results.
fn miscounted(found: usize, (least, most): (usize, Option<usize>), what: &str) -> Option<String> {
    if found >= least && most.is_none_or(|most| found <= most) {
        return None;
    }
    let plural = |count: usize| if count == 1 { "" } else { "s" };
    let expected = match most {
        Some(most) if most == least => format!("{least} {what}{}", plural(least)),
        Some(most) => format!("{least} to {most} {what}s"),
        None => format!("{least} or more {what}s"),
    };
    Some(format!("expected {expected}, but found {found}"))
}
