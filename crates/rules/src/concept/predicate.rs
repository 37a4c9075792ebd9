//! Predicates: Boolean combinations of tests.

use super::{IntegersAlgebra, WordsAlgebra};
use calipers_semantics::concept::{Integers, Predicate, Test, Words};
use std::borrow::Cow;
use std::sync::Arc;

/// The length that the cost model assumes for a list.
const PARTS: usize = 4;

extension! {
    /// Construction of predicates, and their sizes.
    pub trait PredicateAlgebra for Predicate {
        /// The conjunction, with constants, nested conjunctions and duplicates removed.
        fn and(parts: impl IntoIterator<Item = Predicate>) -> Predicate {
            join(parts, true)
        }

        /// The disjunction, with constants, nested disjunctions and duplicates removed.
        fn or(parts: impl IntoIterator<Item = Predicate>) -> Predicate {
            join(parts, false)
        }

        /// The negation.
        fn not(part: Predicate) -> Predicate {
            match part {
                Predicate::Constant(holds) => Predicate::Constant(!holds),
                Predicate::Not(inner) => Arc::unwrap_or_clone(inner),
                Predicate::Test(test) => match test.complement() {
                    Some(complement) => Predicate::Test(complement),
                    None => Predicate::Not(Arc::new(Predicate::Test(test))),
                },
                part => Predicate::Not(Arc::new(part)),
            }
        }

        /// Tests that the head of a node is `head`.
        fn head(head: &str) -> Predicate {
            Predicate::Test(Test::Head(Words::one(head)))
        }

        /// Tests that a node has a field that satisfies `predicate`.
        fn field(name: impl Into<Cow<'static, str>>, predicate: Predicate) -> Predicate {
            match predicate {
                Predicate::Constant(false) => Predicate::NEVER,
                predicate => Predicate::Test(Test::Field(name.into(), Arc::new(predicate))),
            }
        }

        /// Tests that an integer is an element of a set.
        fn integer(integers: Integers) -> Predicate {
            match integers.is_empty() {
                true => Predicate::NEVER,
                false if integers == Integers::all() => Predicate::ANY,
                false => Predicate::Test(Test::Integer(integers)),
            }
        }

        /// The predicate with all named concepts replaced by their predicates.
        fn unnamed(&self) -> Predicate {
            let parts = |parts: &[Predicate]| parts.iter().map(Predicate::unnamed).collect::<Vec<_>>();
            match self {
                Predicate::Constant(_) => self.clone(),
                Predicate::And(of) => Predicate::and(parts(of)),
                Predicate::Or(of) => Predicate::or(parts(of)),
                Predicate::Not(of) => Predicate::not(of.unnamed()),
                Predicate::Concept(_, body) => body.unnamed(),
                Predicate::Test(test) => test.with_inner(Predicate::unnamed),
            }
        }

        /// The maximum number of tests that decide the predicate, where a list counts as four parts. The cost of a
        /// residual does not exceed that of the original predicate.
        fn cost(&self) -> usize {
            match self {
                Predicate::Constant(_) => 0,
                Predicate::And(parts) | Predicate::Or(parts) => parts.iter().map(Predicate::cost).sum(),
                Predicate::Not(part) | Predicate::Concept(_, part) => part.cost(),
                Predicate::Test(Test::All(part)) => 1 + PARTS * part.cost(),
                Predicate::Test(test) => 1 + test.inner().map_or(0, |(_, part)| part.cost()),
            }
        }

        /// Whether it has more than `limit` nodes. Costs at most `limit` steps.
        fn is_larger_than(&self, limit: usize) -> bool {
            fn count(of: &Predicate, left: &mut usize) -> bool {
                let Some(fewer) = left.checked_sub(1) else {
                    return false;
                };
                *left = fewer;
                match of {
                    Predicate::Constant(_) => true,
                    Predicate::And(parts) | Predicate::Or(parts) => {
                        parts.iter().all(|part| count(part, left))
                    }
                    Predicate::Not(part) | Predicate::Concept(_, part) => count(part, left),
                    Predicate::Test(test) => test.inner().is_none_or(|(_, part)| count(part, left)),
                }
            }
            !count(self, &mut { limit })
        }

        /// The total number of nodes.
        fn size(&self) -> usize {
            1 + match self {
                Predicate::Constant(_) => 0,
                Predicate::And(parts) | Predicate::Or(parts) => {
                    parts.iter().map(Predicate::size).sum::<usize>()
                }
                Predicate::Not(part) | Predicate::Concept(_, part) => part.size(),
                Predicate::Test(test) => test.inner().map_or(0, |(_, part)| part.size()),
            }
        }

        /// Tests that a word or a head is an element of a set.
        fn words(test: fn(Words) -> Test, words: Words) -> Predicate {
            if words == Words::none() {
                return Predicate::NEVER;
            }
            match words == Words::all() {
                true => Predicate::ANY,
                false => Predicate::Test(test(words)),
            }
        }

        /// Tests that the length of a list is an element of a set.
        fn length(lengths: Integers) -> Predicate {
            let possible = Integers::between(Some(0.into()), None);
            let lengths = lengths.intersection(&possible);
            match lengths.is_empty() {
                true => Predicate::NEVER,
                false if lengths == possible => Predicate::ANY,
                false => Predicate::Test(Test::Length(lengths)),
            }
        }
    }
}

extension! {
    /// The parts of tests, and operations on tests.
    pub(crate) trait TestAlgebra for Test {
        /// The inner predicate, and the part to which it applies.
        fn inner(&self) -> Option<(Part<'_>, &Predicate)> {
            match self {
                Test::Field(name, part) => Some((Part::Field(name), part)),
                Test::At(number, part) => Some((Part::Number(*number), part)),
                Test::All(part) => Some((Part::Each, part)),
                _ => None,
            }
        }

        /// The test with its inner predicate changed, simplified if the result is trivial.
        fn with_inner(&self, change: impl FnOnce(&Predicate) -> Predicate) -> Predicate {
            match self {
                Test::Field(name, part) => Predicate::field(name.clone(), change(part)),
                Test::At(number, part) => match change(part) {
                    Predicate::Constant(false) => Predicate::NEVER,
                    part => Predicate::Test(Test::At(*number, Arc::new(part))),
                },
                Test::All(part) => match change(part) {
                    Predicate::Constant(true) => Predicate::ANY,
                    Predicate::Constant(false) => Predicate::Test(Test::Length(Integers::one(0))),
                    part => Predicate::Test(Test::All(Arc::new(part))),
                },
                test => Predicate::Test(test.clone()),
            }
        }

        /// The complementary test, if there is one.
        fn complement(&self) -> Option<Test> {
            match self {
                Test::Head(words) => Some(Test::Head(words.complement())),
                Test::Word(words) => Some(Test::Word(words.complement())),
                Test::Integer(integers) => Some(Test::Integer(integers.complement())),
                Test::Length(integers) => Some(Test::Length(integers.complement())),
                _ => None,
            }
        }

        /// The conjunction (if `all`) or the disjunction of both tests as one test, if both test the same part.
        fn merged(&self, other: &Test, all: bool) -> Option<Predicate> {
            let words = |a: &Words, b: &Words| match all {
                true => a.intersection(b),
                false => a.union(b),
            };
            let integers = |a: &Integers, b: &Integers| match all {
                true => a.intersection(b),
                false => a.union(b),
            };
            let inner = |a: &Arc<Predicate>, b: &Arc<Predicate>| {
                let both = [(**a).clone(), (**b).clone()];
                match all {
                    true => Predicate::and(both),
                    false => Predicate::or(both),
                }
            };
            Some(match (self, other) {
                (Test::Head(a), Test::Head(b)) => Predicate::words(Test::Head, words(a, b)),
                (Test::Word(a), Test::Word(b)) => Predicate::words(Test::Word, words(a, b)),
                (Test::Integer(a), Test::Integer(b)) => Predicate::integer(integers(a, b)),
                (Test::Length(a), Test::Length(b)) => Predicate::length(integers(a, b)),
                (Test::Field(a, p), Test::Field(b, q)) if a == b => {
                    Predicate::field(a.clone(), inner(p, q))
                }
                (Test::At(a, p), Test::At(b, q)) if a == b => {
                    Test::At(*a, p.clone()).with_inner(|_| inner(p, q))
                }
                (Test::All(p), Test::All(q)) if all => Test::All(p.clone()).with_inner(|_| inner(p, q)),
                _ => return None,
            })
        }
    }
}

fn join(parts: impl IntoIterator<Item = Predicate>, all: bool) -> Predicate {
    let mut joined: Vec<Predicate> = vec![];
    let mut add = |part: Predicate| {
        if part != Predicate::Constant(all) && !joined.contains(&part) {
            joined.push(part);
        }
    };
    for part in parts {
        match part {
            Predicate::And(inner) if all => inner.into_iter().for_each(&mut add),
            Predicate::Or(inner) if !all => inner.into_iter().for_each(&mut add),
            part => add(part),
        }
    }
    if joined.contains(&Predicate::Constant(!all)) {
        return Predicate::Constant(!all);
    }
    match (joined.pop(), joined.is_empty()) {
        (None, _) => Predicate::Constant(all),
        (Some(only), true) => only,
        (Some(last), false) => {
            joined.push(last);
            match all {
                true => Predicate::And(joined),
                false => Predicate::Or(joined),
            }
        }
    }
}

/// A part of a datum.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Part<'a> {
    /// A field of a node.
    Field(&'a str),
    /// A part of a list at an index.
    Number(usize),
    /// Every part of a list.
    Each,
}
