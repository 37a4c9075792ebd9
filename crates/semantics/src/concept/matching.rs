//! Evaluation of predicates on types, attributes, values and ops.

use super::{ATTRIBUTE, Predicate, Test};
use calipers_number::Int;
use calipers_program::{Datum, Definition, NoProgram, OpId, Program, ValueId};
use std::borrow::Cow;

/// The subject of a predicate.
#[derive(Clone, Debug)]
pub enum Thing<'a> {
    /// A type, an attribute, or a part of one.
    Datum(Cow<'a, Datum>),
    /// A value of a program.
    Value(ValueId),
    /// An op of a program.
    Op(OpId),
    /// Operands or results of an op.
    Values(&'a [ValueId]),
    /// An unknown datum.
    Unknown,
}

/// A source of interface memberships of ops.
pub trait Interfaces {
    /// Whether ops of that name are members of the interface; none if the interface does not exist.
    fn is_member(&self, interface: &str, op: &str) -> Option<bool>;
}

/// No interfaces.
impl Interfaces for () {
    fn is_member(&self, _: &str, _: &str) -> Option<bool> {
        None
    }
}

/// Evaluates predicates on parts of a program, and counts the tests.
pub struct Matcher<'p, P: Program + ?Sized> {
    program: &'p P,
    interfaces: &'p dyn Interfaces,
    steps: u64,
}

impl<'p, P: Program + ?Sized> Matcher<'p, P> {
    /// A matcher for a program.
    pub fn new(program: &'p P, interfaces: &'p dyn Interfaces) -> Matcher<'p, P> {
        Matcher {
            program,
            interfaces,
            steps: 0,
        }
    }

    /// The program.
    pub fn program(&self) -> &'p P {
        self.program
    }

    /// The number of tests so far.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// Whether the subject satisfies the predicate; none if that is unknown. Costs at most `Predicate::cost` tests,
    /// times the lengths of lists.
    pub fn holds(&mut self, predicate: &Predicate, thing: &Thing<'_>) -> Option<bool> {
        match predicate {
            Predicate::Constant(holds) => Some(*holds),
            Predicate::And(parts) => self.first(parts, thing, false),
            Predicate::Or(parts) => self.first(parts, thing, true),
            Predicate::Not(part) => self.holds(part, thing).map(|holds| !holds),
            Predicate::Concept(_, body) => self.holds(body, thing),
            Predicate::Test(test) => self.test(test, thing),
        }
    }

    /// Short-circuit evaluation: a part with the value `wanted` decides the whole.
    fn first(&mut self, parts: &[Predicate], thing: &Thing<'_>, wanted: bool) -> Option<bool> {
        let mut all_known = true;
        for part in parts {
            match self.holds(part, thing) {
                Some(holds) if holds == wanted => return Some(wanted),
                Some(_) => {}
                None => all_known = false,
            }
        }
        all_known.then_some(!wanted)
    }

    fn test(&mut self, test: &Test, thing: &Thing<'_>) -> Option<bool> {
        self.steps += 1;
        match test {
            Test::Head(words) => Some(words.contains(self.head(thing)?)),
            Test::Field(name, part) => match self.field(thing, name)? {
                Some(field) => self.holds(part, &field),
                None => Some(false),
            },
            Test::Integer(integers) => match thing {
                Thing::Datum(datum) => match &**datum {
                    Datum::Integer(value) => Some(integers.contains(value)),
                    _ => Some(false),
                },
                _ => None,
            },
            Test::Word(words) => match thing {
                Thing::Datum(datum) => match &**datum {
                    Datum::Word(text) => Some(words.contains(text)),
                    _ => Some(false),
                },
                _ => None,
            },
            Test::Length(lengths) => Some(lengths.contains(&Int::from(parts_of(thing)?.len()))),
            Test::At(number, part) => match parts_of(thing)?.get(*number) {
                Some(one) => self.holds(part, &one),
                None => Some(false),
            },
            Test::All(part) => {
                let (parts, mut all_known) = (parts_of(thing)?, true);
                for number in 0..parts.len() {
                    match self.holds(part, &parts.get(number)?) {
                        Some(true) => {}
                        Some(false) => return Some(false),
                        None => all_known = false,
                    }
                }
                all_known.then_some(true)
            }
            Test::Interface(name) => match thing {
                Thing::Op(op) => self.interfaces.is_member(name, self.program.op_name(*op)),
                _ => None,
            },
        }
    }

    fn head(&self, thing: &Thing<'_>) -> Option<&'static str> {
        match thing {
            Thing::Datum(datum) => datum.head(),
            Thing::Value(value) => Some(match self.program.definition(*value) {
                Definition::Result { .. } => "result",
                Definition::Argument { .. } => "argument",
            }),
            Thing::Op(_) => Some("op"),
            Thing::Values(_) | Thing::Unknown => None,
        }
    }

    /// A field of a subject: none if it is unknown, `Some(None)` if it is absent.
    pub fn field<'t>(&self, thing: &'t Thing<'_>, name: &str) -> Option<Option<Thing<'t>>>
    where
        'p: 't,
    {
        let program = self.program;
        let count = |count: usize| Some(Thing::Datum(Cow::Owned(Datum::integer(count))));
        Some(match thing {
            Thing::Datum(datum) => datum.field(name).map(|it| Thing::Datum(Cow::Borrowed(it))),
            Thing::Value(value) => match (name, program.definition(*value)) {
                ("type", _) => Some(match program.type_datum(*value) {
                    Some(datum) => Thing::Datum(Cow::Owned(datum)),
                    None => Thing::Unknown,
                }),
                ("op", Definition::Result { op, .. }) => Some(Thing::Op(op)),
                (
                    "number",
                    Definition::Result { index, .. } | Definition::Argument { index, .. },
                ) => count(index),
                _ => None,
            },
            Thing::Op(op) => match name {
                "name" => {
                    let name = Datum::word(program.op_name(*op));
                    Some(Thing::Datum(Cow::Owned(name)))
                }
                "operands" => Some(Thing::Values(program.operands(*op))),
                "results" => Some(Thing::Values(program.results(*op))),
                "regions" => count(program.regions(*op).len()),
                "successors" => count(program.successors(*op).len()),
                _ => {
                    let name = name.strip_prefix(ATTRIBUTE)?;
                    match program.attribute_datum(*op, name) {
                        Some(datum) => Some(Thing::Datum(Cow::Owned(datum))),
                        None => program.attribute(*op, name).map(|_| Thing::Unknown),
                    }
                }
            },
            Thing::Values(_) | Thing::Unknown => return None,
        })
    }
}

/// The parts of a list.
pub enum Parts<'t> {
    /// Parts of a datum.
    Data(&'t [Datum]),
    /// Operands or results.
    Values(&'t [ValueId]),
}

impl<'t> Parts<'t> {
    /// How many there are.
    #[expect(clippy::len_without_is_empty)]
    pub fn len(&self) -> usize {
        match self {
            Parts::Data(parts) => parts.len(),
            Parts::Values(values) => values.len(),
        }
    }

    /// The part at an index.
    pub fn get(&self, number: usize) -> Option<Thing<'t>> {
        match self {
            Parts::Data(parts) => parts.get(number).map(|it| Thing::Datum(Cow::Borrowed(it))),
            Parts::Values(values) => values.get(number).map(|it| Thing::Value(*it)),
        }
    }
}

/// The parts of a list; none if the subject is not a list or is unknown.
pub fn parts_of<'t>(thing: &'t Thing<'_>) -> Option<Parts<'t>> {
    match thing {
        Thing::Datum(datum) => match &**datum {
            Datum::List(parts) => Some(Parts::Data(parts)),
            _ => None,
        },
        Thing::Values(values) => Some(Parts::Values(values)),
        _ => None,
    }
}

impl Predicate {
    /// Whether a type, an attribute or a part of one satisfies the predicate; none if the predicate depends on
    /// properties that a datum does not have.
    pub fn holds(&self, datum: &Datum) -> Option<bool> {
        let thing = Thing::Datum(Cow::Borrowed(datum));
        Matcher::new(&NoProgram, &()).holds(self, &thing)
    }
}
