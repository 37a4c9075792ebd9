//! The rules that come with the library, each read when its op is first asked about.
//!
//! A program has ops of few dialects, so most rule files would be read for nothing. Here the forms of
//! all files are found, and by their first words, which ops they are about. What is asked of an op is then
//! answered by a set of rules read from these forms alone, in the order of the files: the same as the
//! whole set says of that op.

use super::{OpRules, Rules, read};
use crate::sexp::{self, Form, FormKind};
use hashbrown::HashMap;
use std::sync::{LazyLock, OnceLock};

/// The rule files that come with the library, in order.
pub(super) const FILES: &[(&str, &str)] = &[
    (
        "arithmetic.rules",
        include_str!("../../rules/arithmetic.rules"),
    ),
    ("arith.rules", include_str!("../../rules/arith.rules")),
    (
        "elementwise.rules",
        include_str!("../../rules/elementwise.rules"),
    ),
    ("index.rules", include_str!("../../rules/index.rules")),
    ("affine.rules", include_str!("../../rules/affine.rules")),
    ("scf.rules", include_str!("../../rules/scf.rules")),
    ("tensor.rules", include_str!("../../rules/tensor.rules")),
    (
        "bufferization.rules",
        include_str!("../../rules/bufferization.rules"),
    ),
    ("memref.rules", include_str!("../../rules/memref.rules")),
    ("linalg.rules", include_str!("../../rules/linalg.rules")),
    ("cf.rules", include_str!("../../rules/cf.rules")),
    (
        "assumptions.rules",
        include_str!("../../rules/assumptions.rules"),
    ),
    ("shape.rules", include_str!("../../rules/shape.rules")),
    (
        "stablehlo.rules",
        include_str!("../../rules/stablehlo.rules"),
    ),
    (
        "broadcast.rules",
        include_str!("../../rules/broadcast.rules"),
    ),
    ("tosa.rules", include_str!("../../rules/tosa.rules")),
    ("onnx.rules", include_str!("../../rules/onnx.rules")),
    ("torch.rules", include_str!("../../rules/torch.rules")),
    ("amdgpu.rules", include_str!("../../rules/amdgpu.rules")),
    ("vector.rules", include_str!("../../rules/vector.rules")),
    ("func.rules", include_str!("../../rules/func.rules")),
    ("gpu.rules", include_str!("../../rules/gpu.rules")),
    ("llvm.rules", include_str!("../../rules/llvm.rules")),
    ("nvvm.rules", include_str!("../../rules/nvvm.rules")),
    ("rocdl.rules", include_str!("../../rules/rocdl.rules")),
    ("test.rules", include_str!("../../rules/test.rules")),
];

/// All rules of the library, read at once.
pub(super) fn read_whole() -> Rules {
    let mut rules = Rules::none();
    for (name, text) in FILES {
        // Not by `load`, which keeps a copy in case of an error.
        read::read(&mut rules, name, text).expect(READABLE);
    }
    rules
}

const READABLE: &str = "the rules of the library can be read";

/// The forms of the library's files, and what is read of them so far.
#[derive(Debug, Default)]
pub(super) struct Library {
    /// The texts of the forms, in the order of the files.
    forms: Vec<&'static str>,
    ops: HashMap<&'static str, Subject>,
    interfaces: HashMap<&'static str, Subject>,
    /// Forms about no op: concepts, dialects.
    general: Vec<usize>,
    rewrites: Vec<usize>,
    readers: Vec<usize>,
    general_rules: OnceLock<Rules>,
    /// The identities and the readers, which most questions need.
    common_rules: Rules,
}

/// An op or an interface.
#[derive(Debug, Default)]
struct Subject {
    /// Its schema, or its roles and members.
    declarations: Vec<usize>,
    /// What is said of it.
    others: Vec<usize>,
    /// Of an op: a set read from these forms, and what it knew of the op. Of few ops it is read.
    read: OnceLock<Box<(Rules, OpRules)>>,
}

/// What is looked up in vain.
static NOTHING: LazyLock<Rules> = LazyLock::new(Rules::none);

impl Library {
    /// The one of this process.
    pub(super) fn get() -> &'static Library {
        static LIBRARY: LazyLock<Library> = LazyLock::new(Library::new);
        &LIBRARY
    }

    fn new() -> Library {
        let mut library = Library::default();
        for (_, text) in FILES {
            for form in top_level(text) {
                library.add(form);
            }
        }
        let forms = library.with_mentioned([&library.rewrites[..], &library.readers].concat());
        library.common_rules = library.read(&forms, None);
        library
    }

    /// Notes what a form is about.
    fn add(&mut self, text: &'static str) {
        let number = self.forms.len();
        self.forms.push(text);
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
            Some("loop") => {
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
            Some("rewrite") => self.rewrites.push(number),
            Some("reader") => self.readers.push(number),
            _ => self.general.push(number),
        }
    }

    /// What is known of the op of that name.
    pub(super) fn op(&self, name: &str) -> Option<&OpRules> {
        Some(&self.read_of(name)?.1)
    }

    /// A set with the interfaces of the op of that name.
    pub(super) fn interfaces_of(&self, name: &str) -> &Rules {
        self.read_of(name).map_or(&NOTHING, |read| &read.0)
    }

    fn read_of(&self, name: &str) -> Option<&(Rules, OpRules)> {
        let (name, op) = self.ops.get_key_value(name)?;
        let read = op.read.get_or_init(|| {
            let mut rules = self.read_op(name, op);
            let known = rules.ops.remove(*name).unwrap_or_default();
            Box::new((rules, known))
        });
        Some(read)
    }

    /// A set with all concepts and the names of dialects.
    pub(super) fn general(&self) -> &Rules {
        let read = || self.read(&self.general, None);
        self.general_rules.get_or_init(read)
    }

    /// A set with all identities and readers.
    pub(super) fn common(&self) -> &Rules {
        &self.common_rules
    }

    /// The names of all interfaces, in no order.
    pub(super) fn interface_names(&self) -> impl Iterator<Item = &str> {
        self.interfaces.keys().copied()
    }

    /// Whether there is an interface of that name.
    pub(super) fn has_interface(&self, name: &str) -> bool {
        self.interfaces.contains_key(name)
    }

    /// The ops that an interface is declared to have, in no order.
    pub(super) fn members(&self, interface: &str) -> impl Iterator<Item = &str> {
        let interface = self.interfaces.get(interface);
        let forms = interface.map_or(&[][..], |known| &known.declarations);
        let is_member = move |op: &Subject| op.others.iter().any(|form| forms.contains(form));
        let ops = self.ops.iter().filter(move |(_, op)| is_member(op));
        ops.map(|(name, _)| *name)
    }

    /// The names of all ops, in no order.
    pub(super) fn op_names(&self) -> impl Iterator<Item = &str> {
        self.ops.keys().copied()
    }

    fn read_op(&self, name: &str, op: &Subject) -> Rules {
        let mut forms = op.declarations.clone();
        for &form in &op.others {
            forms.push(form);
            let mut head = words(self.forms[form]);
            if head.next() == Some("interface")
                && let Some(interface) = head.next().and_then(|name| self.interfaces.get(name))
            {
                forms.extend(interface.declarations.iter().chain(&interface.others));
            }
        }
        let forms = self.with_mentioned(forms);
        self.read(&forms, Some(name))
    }

    /// These forms and the declarations of all ops and interfaces whose names occur in them, in order.
    fn with_mentioned(&self, mut forms: Vec<usize>) -> Vec<usize> {
        forms.sort_unstable();
        forms.dedup();
        let mut all = forms.clone();
        for form in forms {
            let mut words = words(self.forms[form]);
            // The members of an interface have no part in what it says of one.
            if !matches!(words.next(), Some("op" | "interface")) {
                for word in words {
                    let subjects = [self.interfaces.get(word), self.ops.get(word)];
                    for subject in subjects.into_iter().flatten() {
                        all.extend(&subject.declarations);
                    }
                }
            }
        }
        all.sort_unstable();
        all.dedup();
        all
    }

    /// What forms say. Interfaces have the op `member` alone.
    fn read(&self, forms: &[usize], member: Option<&str>) -> Rules {
        let mut rules = Rules::none();
        if forms.iter().any(|&form| names_concepts(self.forms[form])) {
            rules.concepts = self.general().concepts.clone();
        }
        for &form in forms {
            for mut form in sexp::read(self.forms[form]).expect(READABLE) {
                if let FormKind::List(parts) = &mut form.kind
                    && parts.first().and_then(Form::as_atom) == Some("interface")
                {
                    let mut count = 0;
                    parts.retain(|part| {
                        count += 1;
                        let name = part.as_atom().or(part.as_call().map(|(name, _)| name));
                        count <= 3 || name == member
                    });
                }
                assert!(read::rule(&mut rules, &form).is_ok(), "{READABLE}: {form}");
            }
        }
        rules
    }
}

/// The top-level forms of a file of the library: each begins a line.
fn top_level(text: &str) -> impl Iterator<Item = &str> {
    let after_newline = text.match_indices('\n').map(|(at, _)| at + 1);
    let mut starts = std::iter::once(0)
        .chain(after_newline)
        .filter(|&at| text[at..].starts_with('('));
    let mut start = starts.next();
    std::iter::from_fn(move || {
        let from = start?;
        start = starts.next();
        Some(&text[from..start.unwrap_or(text.len())])
    })
}

/// The names, variables and numbers of a form.
fn words(text: &str) -> impl Iterator<Item = &str> {
    let ends = |c: char| c.is_ascii_whitespace() || matches!(c, '(' | ')' | '"');
    text.split(ends).filter(|word| !word.is_empty())
}

/// Whether a form may name a concept.
fn names_concepts(text: &str) -> bool {
    words(text).any(|word| matches!(word, ":is" | "is" | ":where" | ":for"))
}

/// What stands behind the first word of a form: a name, or a list of names.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_read_of_an_op_is_what_the_whole_set_says() {
        let (library, whole) = (Library::get(), read_whole());
        let mut names: Vec<&str> = library.op_names().collect();
        names.sort_unstable();
        assert_eq!(names, whole.op_names());
        for name in names {
            let own = library.interfaces_of(name);
            let said = format!("{:?}", library.op(name));
            assert_eq!(said, format!("{:?}", whole.op(name)), "{name}");
            for (interface, known) in &whole.interfaces {
                assert!(library.has_interface(interface));
                assert_eq!(
                    own.is_member(interface, name),
                    whole.is_member(interface, name),
                    "{name}, {interface}"
                );
                for role in &known.roles {
                    let field = |rules: &Rules| rules.role(interface, role, name);
                    assert_eq!(field(own), field(&whole), "{name}, {interface}, {role}");
                }
            }
        }
        assert_eq!(library.interfaces.len(), whole.interfaces.len());
        let shown = |rules: &Rules| format!("{:?} {:?}", rules.concepts, rules.dialects);
        assert_eq!(shown(library.general()), shown(&whole));
        let shown = |rules: &Rules| format!("{:?} {:?}", rules.rewrites.all, rules.readers);
        assert_eq!(shown(library.common()), shown(&whole));
    }
}
