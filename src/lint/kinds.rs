//! Kind inference for formulas: checks that each may have a kind that its context accepts. For example, a list has no
//! size, and a value no entries.

use super::names::quantified;
use super::rule::{Note, ReadRule};
use crate::sexp::{Form, FormKind};
use calipers_program::term::Operator;
use calipers_rules::Schema;
use calipers_rules::Source;
use calipers_rules::{Quantifier, Rules, quantifier_named};

/// A set of kinds of items.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Kinds {
    own: u8,
    /// The kinds of list elements.
    elements: u8,
}

/// An integer or a term.
const NUMBER: u8 = 1;
/// An SSA value, which may also be used as a number.
const VALUE: u8 = 2;
const LIST: u8 = 4;
const MAP: u8 = 8;
const SET: u8 = 16;
/// Text, parameters and other items that rules cannot use.
const OTHER: u8 = 32;
const ANY: u8 = 63;

impl Kinds {
    const fn one(own: u8) -> Kinds {
        Kinds { own, elements: ANY }
    }

    const fn list(elements: u8) -> Kinds {
        Kinds {
            own: LIST,
            elements,
        }
    }

    fn or(self, other: Kinds) -> Kinds {
        let elements = match (self.own & LIST, other.own & LIST) {
            (0, _) => other.elements,
            (_, 0) => self.elements,
            _ => self.elements | other.elements,
        };
        Kinds {
            own: self.own | other.own,
            elements,
        }
    }
}

fn describe(kinds: u8) -> &'static str {
    match kinds {
        NUMBER => "a number",
        VALUE => "a value",
        LIST => "a list",
        MAP => "a map",
        SET => "an integer set",
        _ if kinds == VALUE | OTHER => "a value or an attribute",
        _ if kinds & !(NUMBER | VALUE) == 0 => "a number",
        _ if kinds == ANY & !VALUE => "an attribute",
        _ => "something else",
    }
}

pub(super) fn check(rule: &ReadRule, rules: &Rules, notes: &mut Vec<Note>) {
    let mut scope = Typing {
        bound: vec![],
        notes,
    };
    let pattern = rule.op_pattern().and_then(Form::as_call);
    if let Some((op, fields)) = pattern {
        for (n, field) in fields.iter().enumerate() {
            if let Some(name) = field.as_atom() {
                scope.bound.push((name, field_kinds(rules, op, n)));
            }
        }
    }
    for formula in rule.formulas() {
        scope.kinds(formula);
    }
}

/// The kind of the `n`-th field of an op, or role of an interface.
fn field_kinds(rules: &Rules, name: &str, n: usize) -> Kinds {
    let of = |schema: &Schema, field: usize| match schema.fields.get(field).map(|f| &f.source) {
        Some(Source::Operand | Source::Optional) => Kinds::one(VALUE),
        Some(Source::Operands | Source::Segments(_)) => Kinds::list(VALUE),
        Some(Source::Mixed(_)) => Kinds::list(VALUE | NUMBER),
        Some(Source::Attribute(_)) => Kinds {
            own: ANY & !VALUE,
            elements: ANY & !VALUE,
        },
        None => Kinds::one(ANY),
    };
    match rules.loaded_interfaces().get(name) {
        Some(interface) => {
            let members = interface.members.iter();
            let kinds = members.filter_map(|(op, fields)| {
                Some(of(&rules.loaded_ops().get(op)?.schema, *fields.get(n)?))
            });
            kinds.reduce(Kinds::or).unwrap_or(Kinds::one(ANY))
        }
        None => match rules.loaded_ops().get(name) {
            Some(op) => of(&op.schema, n),
            None => Kinds::one(ANY),
        },
    }
}

/// Whether the `n`-th field is a value in all ops of that name, or a list of values.
pub(super) fn is_value(rules: &Rules, name: &str, n: usize) -> bool {
    let kinds = field_kinds(rules, name, n);
    match kinds.own {
        LIST => kinds.elements == VALUE,
        own => own == VALUE,
    }
}

struct Typing<'f, 'n> {
    /// Innermost last. A variable that is not in the list is a number: a dimension, a position, a region.
    bound: Vec<(&'f str, Kinds)>,
    notes: &'n mut Vec<Note>,
}

impl<'f> Typing<'f, '_> {
    fn kinds(&mut self, form: &'f Form) -> Kinds {
        let parts = match &form.kind {
            FormKind::Integer(_) => return Kinds::one(NUMBER),
            FormKind::Atom(name) if name.starts_with('?') => {
                let known = self.bound.iter().rev().find(|(known, _)| known == name);
                return known.map_or(Kinds::one(NUMBER), |(_, kinds)| *kinds);
            }
            FormKind::Atom(_) | FormKind::Str(_) => return Kinds::one(ANY),
            FormKind::List(parts) => parts,
        };
        if let Some((variable, list, scope)) = quantified(parts) {
            return self.quantified(&parts[0], variable, list, scope);
        }
        let Some((name, arguments)) = form.as_call() else {
            return Kinds::one(ANY);
        };
        match (name, arguments) {
            // The second argument is a concept.
            ("is", [subject, ..]) => {
                self.kinds(subject);
                Kinds::one(NUMBER)
            }
            _ => self.call(name, arguments),
        }
    }

    fn quantified(
        &mut self,
        head: &Form,
        variable: &'f Form,
        list: &'f Form,
        scope: &'f [Form],
    ) -> Kinds {
        let elements = self.expect(list, LIST | OTHER).elements;
        let name = variable.as_atom().unwrap_or_default();
        let depth = self.bound.len();
        // (first ?x LIST CONDITION VALUE DEFAULT): the variable is not in scope in the default.
        self.bound.push((name, Kinds::one(elements)));
        let mut last = Kinds::one(ANY);
        for part in scope {
            last = self.kinds(part);
        }
        self.bound.truncate(depth);
        match head.as_atom().and_then(quantifier_named) {
            Some(Quantifier::All | Quantifier::Each) => Kinds::list(match last.own & LIST {
                0 => last.own,
                _ => ANY,
            }),
            _ => Kinds::one(NUMBER),
        }
    }

    /// The kinds of an argument, only some of which are accepted.
    fn expect(&mut self, form: &'f Form, wanted: u8) -> Kinds {
        let kinds = self.kinds(form);
        if kinds.own & wanted == 0 {
            self.notes.push(Note::error(
                form.span,
                format!(
                    "expected {}, this is {}: the rule says nothing",
                    describe(wanted & !OTHER),
                    describe(kinds.own)
                ),
                "look at the schema of the op: what kind of field is it?",
            ));
        }
        kinds
    }

    fn call(&mut self, name: &str, arguments: &'f [Form]) -> Kinds {
        let number = Kinds::one(NUMBER);
        let wanted: &[u8] = match name {
            "value" | "uint" | "offset" | "rank" | "trip" | "width" => &[VALUE],
            "index?" | "integer?" | "condition?" | "shaped?" => &[VALUE],
            "dim" | "stride" | "elem" | "dynamic-index" | "static?" => &[VALUE, INDEX],
            "extent" => &[VALUE | OTHER, INDEX],
            "signed" | "unsigned" => &[VALUE, INDEX],
            "unreduced" => &[VALUE, LIST | OTHER, INDEX],
            "constant" | "constant?" | "exp2" | "bits" | "result" => &[INDEX],
            "bit-and" | "bit-or" | "bit-xor" => &[INDEX, INDEX],
            "elements" => &[VALUE],
            "indices" => &[INDEX, VALUE | LIST | OTHER],
            "place" => &[LIST | OTHER, VALUE | LIST | OTHER],
            "find" | "alike" => &[LIST | OTHER, ANY],
            "position" => &[VALUE, LIST | OTHER, LIST | OTHER],
            "align" => &[LIST | OTHER, INDEX, ANY],
            "range" | "argument" | "yield" => &[INDEX, INDEX],
            "at" | "drop" | "group-of" | "after" => &[LIST | OTHER, INDEX],
            "run" | "fold" => &[INDEX, INDEX, LIST | OTHER, LIST | OTHER],
            "len" | "common-divisor" => &[LIST | OTHER],
            "append" | "without" => &[LIST | OTHER, LIST | OTHER],
            "apply" => &[MAP, INDEX, LIST | OTHER],
            "map-results" | "map-inputs" => &[MAP],
            "positions" => &[MAP, INDEX],
            "satisfies" => &[SET, LIST | OTHER],
            _ => &[],
        };
        let is_arithmetic = Operator::named(name).is_some()
            || ["-", "not", "and", "or", "<", ">", ">=", "!="].contains(&name);
        let mut seen = vec![];
        for (n, argument) in arguments.iter().enumerate() {
            let wanted = match is_arithmetic {
                true => INDEX,
                false => wanted.get(n).copied().unwrap_or(ANY),
            };
            seen.push(self.expect(argument, wanted));
        }
        let of = |n: usize| seen.get(n).copied().unwrap_or(Kinds::one(ANY));
        match name {
            "at" => Kinds::one(of(0).elements),
            "drop" | "after" => Kinds::list(of(0).elements),
            "append" => Kinds::list(of(0).elements | of(1).elements),
            "without" => Kinds::list(of(0).elements),
            "range" | "elements" | "indices" => Kinds::list(NUMBER),
            "align" => Kinds::list(of(0).elements | of(2).own),
            "positions" => Kinds::list(NUMBER),
            "list" => Kinds::list(seen.iter().fold(0, |all, kinds| all | kinds.own)),
            "results" => Kinds::list(VALUE),
            "regions" => Kinds::one(NUMBER),
            "alike" | "subscripts" => Kinds::list(LIST),
            "result" | "argument" | "yield" | "earlier" => Kinds::one(VALUE),
            "either" => seen
                .into_iter()
                .reduce(Kinds::or)
                .unwrap_or(Kinds::one(ANY)),
            "when" => of(1),
            "parent" | "around" | "of" | "forwarded" | "parameter" => Kinds::one(ANY),
            _ => number,
        }
    }
}

/// The kinds of an index: a number, or a value that is a constant.
const INDEX: u8 = NUMBER | VALUE;
