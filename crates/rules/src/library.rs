//! The rules of the library, parsed lazily for each op.
//!
//! A program uses the ops of few dialects, so parsing all rule files would be wasteful. At build time, `build.rs`
//! indexes the forms of all files by the ops that they concern. A query about an op is answered by a rule set that is
//! parsed from these forms alone, in the order of the files; it equals what the whole set contains for that op.

use super::files::FILES;
use super::{Rules, read};
use crate::concept::Concepts;
use calipers_semantics::OpRules;
use calipers_support::names::Names;
use calipers_support::sexp::{self, Form, FormKind};
use std::collections::BTreeSet;
use std::sync::{Arc, LazyLock, OnceLock};

// The index: `FORMS`, `NAMED`, `NAMED_UNTIL`, `OPS`, `OP_NAMES`, `READ_FOR`, `READ_UNTIL`, `GENERAL`, `DIALECTS`,
// `COMMON`, `ANSWERS`, `INTERFACES`. Its tables consist mostly of numbers, which need no relocation when a process starts.
include!(concat!(env!("OUT_DIR"), "/index.rs"));

/// Parses all rules of the library at once.
pub(super) fn read_whole() -> Rules {
    let mut rules = Rules::none();
    for (name, text) in FILES {
        // `load` would clone the rules to restore them after an error.
        read::read(&mut rules, name, text).expect(READABLE);
    }
    rules
}

const READABLE: &str = "the rules of the library can be read";

/// The position of a form in the files.
struct Place {
    file: u8,
    start: u32,
    end: u32,
}

impl Place {
    fn text(&self) -> &'static str {
        let (_, text) = FILES[usize::from(self.file)];
        &text[self.start as usize..self.end as usize]
    }
}

/// The set that was parsed from an op's forms, and its rules for the op.
type OfOp = Box<(Rules, OpRules)>;

/// The parsed rules of each op, by its number. Most entries stay empty.
static READ: [OnceLock<OfOp>; OPS] = [const { OnceLock::new() }; OPS];

/// The set that look-ups of unknown names return.
static NOTHING: LazyLock<Rules> = LazyLock::new(Rules::none);

/// The library, with the parts that have been parsed so far.
#[derive(Debug)]
pub(super) struct Library {
    general: OnceLock<Rules>,
    /// The identities and the readers, which most queries need.
    common: Rules,
}

impl Library {
    /// The library of this process.
    pub(super) fn get() -> &'static Library {
        static LIBRARY: LazyLock<Library> = LazyLock::new(Library::new);
        &LIBRARY
    }

    fn new() -> Library {
        let mut library = Library {
            general: OnceLock::new(),
            common: Rules::none(),
        };
        library.common = library.read(&COMMON, None);
        library
    }

    /// The rules for the op of that name.
    pub(super) fn op(&self, name: &str) -> Option<&'static OpRules> {
        Some(&self.read_of(name)?.1)
    }

    /// Whether there are rules for the op of that name, which are not read for that.
    pub(super) fn has_op(name: &str) -> bool {
        OP_NAMES.find(name).is_some()
    }

    /// A set with the interfaces of the op of that name.
    pub(super) fn interfaces_of(&self, name: &str) -> &'static Rules {
        self.read_of(name).map_or(&NOTHING, |read| &read.0)
    }

    fn read_of(&self, name: &str) -> Option<&'static (Rules, OpRules)> {
        let op = OP_NAMES.find(name)?;
        let read = READ[op].get_or_init(|| {
            let forms = part(&READ_FOR, &READ_UNTIL, op as u16);
            let mut rules = self.read(forms, Some(name));
            let known = rules.ops.remove(name).unwrap_or_default();
            Box::new((rules, known))
        });
        Some(read)
    }

    /// The dialect of which this one is an alias.
    pub(super) fn dialect(&self, name: &str) -> Option<&'static str> {
        let mut all = DIALECTS.iter();
        all.find(|(own, _)| *own == name).map(|(_, other)| *other)
    }

    /// A set with all concepts and the names of dialects.
    pub(super) fn general(&self) -> &Rules {
        self.general.get_or_init(|| self.read(&GENERAL, None))
    }

    /// A set with all identities and readers.
    pub(super) fn common(&self) -> &Rules {
        &self.common
    }

    /// A set with the identities that shorten answers.
    pub(super) fn answers(&self) -> &'static Rules {
        static READ: OnceLock<Rules> = OnceLock::new();
        READ.get_or_init(|| self.read(&ANSWERS, None))
    }

    /// The names of all interfaces, in no order.
    pub(super) fn interface_names(&self) -> impl Iterator<Item = &'static str> {
        INTERFACES.iter().map(|(name, _)| *name)
    }

    /// Whether there is an interface of that name.
    pub(super) fn has_interface(&self, name: &str) -> bool {
        self.interface_names().any(|known| known == name)
    }

    /// The declared members of an interface, in no order.
    pub(super) fn members(&self, interface: &str) -> impl Iterator<Item = &'static str> {
        let is_it = move |known: &&(&str, &[u16])| known.0 == interface;
        let members = INTERFACES.iter().find(is_it).map(|(_, members)| *members);
        members
            .unwrap_or_default()
            .iter()
            .map(|op| OP_NAMES.get((*op).into()))
    }

    /// The names of all ops, in ascending order.
    pub(super) fn op_names(&self) -> impl Iterator<Item = &'static str> {
        OP_NAMES.iter()
    }

    /// Parses forms. Interfaces get the op `member` alone as member.
    fn read(&self, forms: &[u16], member: Option<&str>) -> Rules {
        let mut rules = Rules::none();
        let named = forms.iter().map(|&form| part(&NAMED, &NAMED_UNTIL, form));
        let named: BTreeSet<u16> = named.flatten().copied().collect();
        rules.concepts = Arc::new(Concepts::some(named.into_iter()));
        let forms = forms.iter().map(|&form| &FORMS[usize::from(form)]);
        for mut form in forms.flat_map(|form| sexp::read(form.text()).expect(READABLE)) {
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
        rules
    }
}

/// The `number`-th part of a concatenation, where `until` holds the end of each part.
fn part<'a, T>(all: &'a [T], until: &[u32], number: u16) -> &'a [T] {
    let number = usize::from(number);
    let start = number.checked_sub(1).map_or(0, |before| until[before]);
    &all[start as usize..until[number] as usize]
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
        assert_eq!(INTERFACES.len(), whole.interfaces.len());
        let shown = |rules: &Rules| format!("{:?} {:?}", rules.concepts, rules.dialects);
        assert_eq!(shown(library.general()), shown(&whole));
        assert_eq!(DIALECTS.len(), whole.dialects.len());
        for (own, other) in &whole.dialects {
            assert_eq!(library.dialect(own), Some(&other[..]));
        }
        let shown = |rules: &Rules| format!("{:?} {:?}", rules.rewrites.all, rules.readers);
        assert_eq!(shown(library.common()), shown(&whole));
        let shown = |rules: &Rules| format!("{:?}", rules.answer_rewrites);
        assert_eq!(shown(library.answers()), shown(&whole));
    }
}
