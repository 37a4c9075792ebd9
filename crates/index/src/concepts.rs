//! The index of the concept files: where each concept is, and which others it needs.

use crate::forms::{TopForm, top_forms};
use crate::{Texts, statics};
use calipers_support::sexp::Span;
use std::collections::BTreeSet;

/// The concepts of the library, in order.
#[derive(Default)]
pub(crate) struct Concepts {
    places: Vec<String>,
    /// The qualified names.
    names: Vec<String>,
    /// For each concept, the numbers of the concepts that it refers to, transitively.
    needs: Vec<BTreeSet<usize>>,
}

impl Concepts {
    pub(crate) fn read(files: &Texts) -> Concepts {
        let mut concepts = Concepts::default();
        for (file, (name, text)) in files.iter().enumerate() {
            let mut namespace = "";
            for form in top_forms(name, text) {
                match form.words[..] {
                    ["namespace", name, ..] => namespace = name,
                    ["concept", name, ..] => {
                        let line = text[..form.span.start].matches('\n').count() + 1;
                        concepts.add(&format!("{namespace}.{name}"), file, line, &form);
                    }
                    _ => {}
                }
            }
        }
        concepts
    }

    fn add(&mut self, name: &str, file: usize, line: usize, form: &TopForm<'_>) {
        let needs = self.named_by(&form.words[2..]);
        self.needs.push(needs);
        self.names.push(name.to_owned());
        let Span { start, end } = form.span;
        self.places.push(format!(
            "Place {{ file: {file}, start: {start}, end: {end}, line: {line}, name: {name:?} }}"
        ));
    }

    /// The numbers of the concepts that words may name, and of those that these refer to.
    pub(crate) fn named_by(&self, words: &[&str]) -> BTreeSet<usize> {
        let mut named = BTreeSet::new();
        for word in words {
            for (number, name) in self.names.iter().enumerate() {
                if name == word || name.rsplit('.').next() == Some(word) {
                    named.insert(number);
                    named.extend(&self.needs[number]);
                }
            }
        }
        named
    }

    /// The statics `CONCEPTS`, `PLACES`, `NEEDS_UNTIL` and `NEEDS`.
    pub(crate) fn text(&self) -> String {
        let (count, places) = (self.places.len(), self.places.join(", "));
        let mut text = format!(
            "const CONCEPTS: usize = {count};\nstatic PLACES: [Place; CONCEPTS] = [{places}];\n"
        );
        text += &statics::lists(["NEEDS_UNTIL", "NEEDS"], self.needs.iter());
        text
    }
}
