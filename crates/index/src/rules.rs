//! The index of the rule files: which forms must be read for which op.

use crate::concepts::Concepts;
use crate::forms::{TopForm, top_forms};
use crate::{Texts, statics};
use std::collections::{BTreeMap, BTreeSet};

/// Statics for the rule files, and for the concept files.
#[derive(Debug)]
pub struct RuleIndex {
    /// `FORMS`, the concepts and the subjects of forms, and the forms of each op.
    pub rules: String,
    /// `CONCEPTS`, `PLACES`, and the concepts that each concept needs.
    pub concepts: String,
}

/// The index of rule files and of concept files, in the order in which they are loaded.
///
/// # Panics
/// Panics if a file is not a list of forms.
pub fn rule_index(files: &Texts, concept_files: &Texts) -> RuleIndex {
    let concepts = Concepts::read(concept_files);
    let mut index = Index::default();
    for (file, (name, text)) in files.iter().enumerate() {
        for form in top_forms(name, text) {
            index.add(file, form);
        }
    }
    RuleIndex {
        rules: index.text(&concepts),
        concepts: concepts.text(),
    }
}

/// The forms of the files by subject.
#[derive(Default)]
struct Index<'t> {
    /// The forms, each with the number of its file.
    forms: Vec<(usize, TopForm<'t>)>,
    ops: BTreeMap<&'t str, Subject>,
    interfaces: BTreeMap<&'t str, Subject>,
    /// Forms about no op: concepts and dialects.
    general: Vec<usize>,
    /// Identities and readers.
    common: Vec<usize>,
    /// Identities that shorten answers.
    answers: Vec<usize>,
    /// Aliases of dialects, each with the dialect whose ops it has.
    dialects: Vec<(&'t str, &'t str)>,
}

/// An op or an interface.
#[derive(Default)]
struct Subject {
    /// The forms that declare its schema, or its roles and members.
    declarations: Vec<usize>,
    /// The forms that describe it.
    others: Vec<usize>,
}

impl<'t> Index<'t> {
    /// Adds a form to the index by its subject.
    fn add(&mut self, file: usize, form: TopForm<'t>) {
        let number = self.forms.len();
        match form.words[..] {
            ["op", ..] => {
                for op in &form.names {
                    self.ops.entry(op).or_default().declarations.push(number);
                }
            }
            ["interface", name, ref members @ ..] => {
                let interface = self.interfaces.entry(name).or_default();
                interface.declarations.push(number);
                for word in members {
                    if let Some(op) = self.ops.get_mut(word) {
                        op.others.push(number);
                    }
                }
            }
            ["loop" | "join", ..] => {
                for op in &form.names {
                    self.ops.entry(op).or_default().others.push(number);
                }
            }
            ["define", _, _, ref subject @ ..] | ["fact" | "word", _, ref subject @ ..] => {
                self.describe(number, subject);
            }
            ["rewrite" | "birewrite", ref words @ ..] if words.contains(&":for") => {
                self.answers.push(number);
            }
            ["rewrite" | "reader", ..] => self.common.push(number),
            ["dialect", alias, dialect, ..] => {
                self.dialects.push((alias, dialect));
                self.general.push(number);
            }
            _ => self.general.push(number),
        }
        self.forms.push((file, form));
    }

    /// Adds a form about an op or an interface, whose name comes first or after `result` or `argument`.
    fn describe(&mut self, form: usize, words: &[&'t str]) {
        let name = match words {
            ["result" | "argument", name, ..] | [name, ..] => *name,
            [] => "",
        };
        let known = match self.interfaces.get_mut(name) {
            Some(interface) => interface,
            None => self.ops.entry(name).or_default(),
        };
        known.others.push(form);
    }

    /// The forms to be parsed for an op.
    fn read_for(&self, op: &Subject) -> BTreeSet<usize> {
        let mut forms = op.declarations.clone();
        for &form in &op.others {
            forms.push(form);
            if let ["interface", name, ..] = self.forms[form].1.words[..]
                && let Some(interface) = self.interfaces.get(name)
            {
                forms.extend(interface.declarations.iter().chain(&interface.others));
            }
        }
        self.with_mentioned(&forms)
    }

    /// These forms, with the declarations of all ops and interfaces whose names occur in them.
    fn with_mentioned(&self, forms: &[usize]) -> BTreeSet<usize> {
        let mut all: BTreeSet<usize> = forms.iter().copied().collect();
        for &form in forms {
            let words = &self.forms[form].1.words;
            // A rule about an interface does not depend on the members of that interface.
            if matches!(words[..], ["op" | "interface", ..]) {
                continue;
            }
            for word in words.iter().skip(1) {
                let subjects = [self.interfaces.get(word), self.ops.get(word)];
                for subject in subjects.into_iter().flatten() {
                    all.extend(&subject.declarations);
                }
            }
        }
        all
    }

    /// The index as statics.
    fn text(&self, concepts: &Concepts) -> String {
        let places = self.forms.iter().map(|(file, form)| {
            let (start, end) = (form.span.start, form.span.end);
            format!("Place {{ file: {file}, start: {start}, end: {end} }}")
        });
        let places: Vec<String> = places.collect();
        let (count, places) = (places.len(), places.join(", "));
        let mut text = format!("static FORMS: [Place; {count}] = [{places}];\n");
        let named = self.forms.iter().map(|it| concepts.named_by(&it.1.words));
        let named: Vec<_> = named.collect();
        text += &statics::lists(["NAMED_UNTIL", "NAMED"], named.iter());

        text += &statics::names(self.ops.keys().copied());
        let read: Vec<_> = self.ops.values().map(|op| self.read_for(op)).collect();
        text += &statics::lists(["READ_UNTIL", "READ_FOR"], read.iter());
        text += &statics::numbers("GENERAL", "u16", self.general.iter().copied());
        text += &statics::numbers("COMMON", "u16", self.with_mentioned(&self.common));
        text += &statics::numbers("ANSWERS", "u16", self.answers.iter().copied());
        let dialects = &self.dialects;
        text += &format!("static DIALECTS: &[(&str, &str)] = &{dialects:?};\n");
        let interfaces: Vec<(&str, Slice)> =
            self.interfaces.iter().map(|it| self.members(it)).collect();
        text += &format!("static INTERFACES: &[(&str, &[u16])] = &{interfaces:?};\n");
        text
    }

    /// The name of an interface, and the numbers of the ops that are its members.
    fn members(&self, (name, interface): (&&'t str, &Subject)) -> (&'t str, Slice) {
        let is_member = |op: &Subject| {
            let declarations = &interface.declarations;
            op.others.iter().any(|form| declarations.contains(form))
        };
        let ops = self.ops.values().enumerate();
        let members = ops.filter(|(_, op)| is_member(op));
        (name, Slice(members.map(|(number, _)| number).collect()))
    }
}

/// Numbers that are printed as a slice.
struct Slice(Vec<usize>);

impl std::fmt::Debug for Slice {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "&{:?}", self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_op_needs_what_its_rules_mention() {
        let rules = "(op a.x) (op a.y)\n(define value v (result a.x) (a.y))\n(rewrite r (a.y))";
        let index = rule_index(
            &[("a.rules", rules)],
            &[("a.concepts", "(namespace n)\n(concept c)")],
        );
        let rules = index.rules;
        assert!(rules.contains("READ_UNTIL: [u32; 2] = [3, 4];"), "{rules}");
        assert!(
            rules.contains("READ_FOR: [u16; 4] = [0, 1, 2, 1];"),
            "{rules}"
        );
        assert!(rules.contains("COMMON: [u16; 2] = [1, 3];"), "{rules}");
        assert!(
            index.concepts.contains("name: \"n.c\""),
            "{}",
            index.concepts
        );
    }
}
