//! The rules that come with the library, each read when its op is first asked about.
//!
//! A program has ops of few dialects, so most rule files would be read for nothing. When the library is built
//! (`build.rs`), the forms of all files are found, and which of them say something of an op. What is asked of an
//! op is then answered by a set of rules read from these forms alone, in the order of the files: the same as the
//! whole set says of that op.

use super::files::FILES;
use super::{OpRules, Rules, read};
use crate::concept::Concepts;
use crate::names::Names;
use crate::sexp::{self, Form, FormKind};
use hashbrown::{DefaultHashBuilder, HashTable};
use std::collections::BTreeSet;
use std::hash::BuildHasher;
use std::sync::{Arc, LazyLock, OnceLock};

// The index: `FORMS`, `NAMED`, `NAMED_UNTIL`, `OPS`, `OP_NAMES`, `READ_FOR`, `READ_UNTIL`, `GENERAL`,
// `DIALECTS`, `COMMON`, `INTERFACES`. It is of numbers as far as it can be, which costs a process nothing at its start.
include!(concat!(env!("OUT_DIR"), "/index.rs"));

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

/// A form of one of the files.
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

/// A set read from the forms about an op, and what it knew of the op.
type OfOp = Box<(Rules, OpRules)>;

/// What is read of each op, by its number. Of few ops anything is.
static READ: [OnceLock<OfOp>; OPS] = [const { OnceLock::new() }; OPS];

/// What is looked up in vain.
static NOTHING: LazyLock<Rules> = LazyLock::new(Rules::none);

/// The rules of the library, as far as they are read.
#[derive(Debug)]
pub(super) struct Library {
    /// The numbers of the ops, by their names.
    numbers: HashTable<u16>,
    hasher: DefaultHashBuilder,
    general: OnceLock<Rules>,
    /// The identities and the readers, which most questions need.
    common: Rules,
}

impl Library {
    /// The one of this process.
    pub(super) fn get() -> &'static Library {
        static LIBRARY: LazyLock<Library> = LazyLock::new(Library::new);
        &LIBRARY
    }

    fn new() -> Library {
        let hasher = DefaultHashBuilder::default();
        let hash = |op: u16| hasher.hash_one(OP_NAMES.get(op.into()));
        let mut numbers = HashTable::with_capacity(OPS);
        for op in 0..OPS as u16 {
            numbers.insert_unique(hash(op), op, |&op| hash(op));
        }
        let mut library = Library {
            numbers,
            hasher,
            general: OnceLock::new(),
            common: Rules::none(),
        };
        library.common = library.read(&COMMON, None);
        library
    }

    /// What is known of the op of that name.
    pub(super) fn op(&self, name: &str) -> Option<&'static OpRules> {
        Some(&self.read_of(name)?.1)
    }

    /// A set with the interfaces of the op of that name.
    pub(super) fn interfaces_of(&self, name: &str) -> &'static Rules {
        self.read_of(name).map_or(&NOTHING, |read| &read.0)
    }

    fn read_of(&self, name: &str) -> Option<&'static (Rules, OpRules)> {
        let is_it = |op: &u16| OP_NAMES.get((*op).into()) == name;
        let op = *self.numbers.find(self.hasher.hash_one(name), is_it)?;
        let read = READ[usize::from(op)].get_or_init(|| {
            let forms = part(&READ_FOR, &READ_UNTIL, op);
            let mut rules = self.read(forms, Some(name));
            let known = rules.ops.remove(name).unwrap_or_default();
            Box::new((rules, known))
        });
        Some(read)
    }

    /// The dialect whose ops that one has, if it has those of another.
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

    /// The names of all interfaces, in no order.
    pub(super) fn interface_names(&self) -> impl Iterator<Item = &'static str> {
        INTERFACES.iter().map(|(name, _)| *name)
    }

    /// Whether there is an interface of that name.
    pub(super) fn has_interface(&self, name: &str) -> bool {
        self.interface_names().any(|known| known == name)
    }

    /// The ops that an interface is declared to have, in no order.
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

    /// What forms say. Interfaces have the op `member` alone.
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

/// The `number`-th part of what is written one after the other, each until its end.
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
    }
}
