//! Indexes the forms of the rule files by op at build time. `src/library.rs` reads the index, and tests that lazily
//! parsed rules equal those of the whole files.

#[path = "src/concept/files.rs"]
mod concept_files;
#[path = "src/files.rs"]
mod files;

#[path = "../support/build_tables.rs"]
mod build_tables;

use build_tables::{beginning_lines, names, sums};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::{env, fs, path::Path};

fn main() {
    // The texts are included in this script.
    println!("cargo:rerun-if-changed=build.rs");
    let concepts = Concepts::read();
    let mut index = Index::default();
    for (file, (_, text)) in files::FILES.iter().enumerate() {
        for (start, form) in beginning_lines(text, "(") {
            index.add(file, start, form);
        }
    }
    let folder = env::var_os("OUT_DIR").expect("cargo says where what is generated belongs");
    let write = |name: &str, text: String| {
        fs::write(Path::new(&folder).join(name), text).expect("the index is written");
    };
    write("index.rs", index.text(&concepts));
    write("concepts.rs", concepts.text());
}

/// The concepts of the library, in order.
struct Concepts {
    all: Vec<ConceptPlace>,
    /// For each concept, the numbers of the concepts that it refers to, transitively.
    needs: Vec<BTreeSet<usize>>,
}

struct ConceptPlace {
    file: usize,
    start: usize,
    text: &'static str,
    line: usize,
    /// The qualified name.
    name: String,
}

impl Concepts {
    fn read() -> Concepts {
        let mut concepts = Concepts {
            all: vec![],
            needs: vec![],
        };
        for (file, (_, whole)) in concept_files::FILES.iter().enumerate() {
            let mut namespace = "";
            for (start, text) in beginning_lines(whole, "(") {
                let mut head = words(text);
                match (head.next(), head.next()) {
                    (Some("namespace"), Some(name)) => namespace = name,
                    (Some("concept"), Some(name)) => {
                        let needs = concepts.named_by(head);
                        concepts.needs.push(needs);
                        concepts.all.push(ConceptPlace {
                            file,
                            start,
                            text,
                            line: whole[..start].matches('\n').count() + 1,
                            name: format!("{namespace}.{name}"),
                        });
                    }
                    _ => {}
                }
            }
        }
        concepts
    }

    /// The numbers of the concepts that words may name, and of those that these refer to.
    fn named_by<'t>(&self, words: impl Iterator<Item = &'t str>) -> BTreeSet<usize> {
        let mut named = BTreeSet::new();
        for word in words {
            let is_it = |it: &ConceptPlace| {
                let own = it.name.rsplit('.').next();
                it.name == word || own == Some(word)
            };
            for number in (0..self.all.len()).filter(|&it| is_it(&self.all[it])) {
                named.insert(number);
                named.extend(&self.needs[number]);
            }
        }
        named
    }

    /// The index as statics.
    fn text(&self) -> String {
        let places = self.all.iter().map(|it| {
            let (end, file, start, line, name) = (
                it.start + it.text.len(),
                it.file,
                it.start,
                it.line,
                &it.name,
            );
            format!(
                "Place {{ file: {file}, start: {start}, end: {end}, line: {line}, name: {name:?} }}"
            )
        });
        let places: Vec<String> = places.collect();
        let (count, places) = (places.len(), places.join(", "));
        let mut text = format!("const CONCEPTS: usize = {count};\n");
        writeln!(text, "static PLACES: [Place; CONCEPTS] = [{places}];").expect("a string grows");
        let lengths = self.needs.iter().map(BTreeSet::len);
        numbers(&mut text, "NEEDS_UNTIL", "u32", sums(lengths));
        numbers(
            &mut text,
            "NEEDS",
            "u16",
            self.needs.iter().flatten().copied(),
        );
        text
    }
}

/// The forms of the files by subject.
#[derive(Default)]
struct Index<'t> {
    /// The files, the positions of the forms in them, and their texts.
    forms: Vec<(usize, usize, &'t str)>,
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
    fn add(&mut self, file: usize, start: usize, text: &'t str) {
        let number = self.forms.len();
        self.forms.push((file, start, text));
        let mut head = words(text);
        match head.next() {
            Some("op") => {
                for op in first_names(text) {
                    self.ops.entry(op).or_default().declarations.push(number);
                }
            }
            Some("interface") => {
                let name = head.next().unwrap_or_default();
                let interface = self.interfaces.entry(name).or_default();
                interface.declarations.push(number);
                for word in head {
                    if let Some(op) = self.ops.get_mut(word) {
                        op.others.push(number);
                    }
                }
            }
            Some("loop" | "join") => {
                for op in first_names(text) {
                    self.ops.entry(op).or_default().others.push(number);
                }
            }
            Some(kind @ ("define" | "fact" | "word")) => {
                let mut subject = head.skip(if kind == "define" { 2 } else { 1 });
                let first = subject.next().unwrap_or_default();
                let name = match first {
                    "result" | "argument" => subject.next().unwrap_or_default(),
                    name => name,
                };
                let known = match self.interfaces.get_mut(name) {
                    Some(interface) => interface,
                    None => self.ops.entry(name).or_default(),
                };
                known.others.push(number);
            }
            Some("rewrite" | "birewrite") if words(text).any(|word| word == ":for") => {
                self.answers.push(number);
            }
            Some("rewrite" | "reader") => self.common.push(number),
            Some("dialect") => {
                self.dialects.extend(head.next().zip(head.next()));
                self.general.push(number);
            }
            _ => self.general.push(number),
        }
    }

    /// The forms to be parsed for an op.
    fn read_for(&self, op: &Subject) -> BTreeSet<usize> {
        let mut forms = op.declarations.clone();
        for &form in &op.others {
            forms.push(form);
            let mut head = words(self.forms[form].2);
            if head.next() == Some("interface")
                && let Some(interface) = head.next().and_then(|name| self.interfaces.get(name))
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
            let mut words = words(self.forms[form].2);
            // A rule about an interface does not depend on the members of that interface.
            if !matches!(words.next(), Some("op" | "interface")) {
                for word in words {
                    let subjects = [self.interfaces.get(word), self.ops.get(word)];
                    for subject in subjects.into_iter().flatten() {
                        all.extend(&subject.declarations);
                    }
                }
            }
        }
        all
    }

    /// The index as statics.
    fn text(&self, concepts: &Concepts) -> String {
        let mut text = String::new();
        let places = self.forms.iter().map(|(file, start, form)| {
            let end = start + form.len();
            format!("Place {{ file: {file}, start: {start}, end: {end} }}")
        });
        let places: Vec<String> = places.collect();
        let (count, places) = (places.len(), places.join(", "));
        writeln!(text, "static FORMS: [Place; {count}] = [{places}];").expect("a string grows");

        let named: Vec<_> = self
            .forms
            .iter()
            .map(|it| concepts.named_by(words(it.2)))
            .collect();
        numbers(
            &mut text,
            "NAMED_UNTIL",
            "u32",
            sums(named.iter().map(BTreeSet::len)),
        );
        numbers(&mut text, "NAMED", "u16", named.into_iter().flatten());

        names(&mut text, self.ops.keys().copied());
        let read: Vec<_> = self.ops.values().map(|op| self.read_for(op)).collect();
        let lengths = read.iter().map(BTreeSet::len);
        numbers(&mut text, "READ_UNTIL", "u32", sums(lengths));
        numbers(&mut text, "READ_FOR", "u16", read.into_iter().flatten());

        numbers(&mut text, "GENERAL", "u16", self.general.iter().copied());
        let dialects = &self.dialects;
        writeln!(text, "static DIALECTS: &[(&str, &str)] = &{dialects:?};")
            .expect("a string grows");
        let common = self.with_mentioned(&self.common);
        numbers(&mut text, "COMMON", "u16", common.into_iter());
        numbers(&mut text, "ANSWERS", "u16", self.answers.iter().copied());

        let interfaces = self.interfaces.iter().map(|(name, interface)| {
            let is_member = |op: &Subject| {
                let declarations = &interface.declarations;
                op.others.iter().any(|form| declarations.contains(form))
            };
            let ops = self.ops.values().enumerate();
            let members = ops.filter(|(_, op)| is_member(op));
            let members: Vec<usize> = members.map(|(number, _)| number).collect();
            format!("({name:?}, &{members:?})")
        });
        let interfaces: Vec<String> = interfaces.collect();
        let interfaces = interfaces.join(", ");
        writeln!(
            text,
            "static INTERFACES: &[(&str, &[u16])] = &[{interfaces}];"
        )
        .expect("a string grows");
        text
    }
}

/// A static array of numbers.
fn numbers(text: &mut String, name: &str, ty: &str, all: impl Iterator<Item = usize>) {
    let all: Vec<usize> = all.collect();
    let count = all.len();
    writeln!(text, "static {name}: [{ty}; {count}] = {all:?};").expect("a string grows");
}

/// The names, variables and numbers of a form.
fn words(text: &str) -> impl Iterator<Item = &str> {
    let ends = |c: char| c.is_ascii_whitespace() || matches!(c, '(' | ')' | '"');
    text.split(ends).filter(|word| !word.is_empty())
}

/// The names after the first word of a form: a name, or a list of names.
fn first_names(text: &str) -> impl Iterator<Item = &str> {
    let rest = text
        .split_once(' ')
        .map_or("", |(_, rest)| rest.trim_start());
    let (names, count) = match rest.strip_prefix('(') {
        Some(list) => (list.split(')').next().unwrap_or_default(), usize::MAX),
        None => (rest, 1),
    };
    words(names).take(count)
}
