//! The satisfiability of predicates: the decision procedure behind implication, disjointness and equivalence.
//!
//! A node has one head, and its fields are independent of each other. The procedure therefore treats each head
//! separately: tests of the head become constants, and a tableau splits the remaining predicate into tests of fields,
//! which are decided field by field. Tests of words and integers are set operations; see [`super::lists`] for lists.

use super::lists::{self, ListTests};
use super::sort::{Constructor, Presence};
use super::{IntegersAlgebra, PredicateAlgebra, SortTable, WordsAlgebra};
use calipers_number::Int;
use calipers_program::Datum;
use calipers_semantics::concept::{Integers, Predicate, Sort, Test, Words};
use hashbrown::HashMap;
use std::borrow::Cow;
use std::cell::Cell;

/// The maximum number of cases before the answer is "unknown".
const MAX_CASES: u32 = 50_000;

/// So many parts of predicates that are looked at count as a case more.
const PARTS_OF_CASE: u32 = 32;

/// The maximum nesting depth of predicates.
const MAX_DEPTH: u32 = 64;

/// The result of the satisfiability test.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    /// Satisfiable, with this example.
    Example(Datum),
    /// Unsatisfiable.
    Nothing,
    /// Undecided: the predicate depends on interfaces, or there are too many cases.
    Unknown,
}

/// A predicate, and the truth value that it must have.
pub(super) type Literal = (Predicate, bool);

/// A test, and the truth value that it must have.
type TestLiteral = (Test, bool);

/// Decides a conjunction of tests, after all case splits.
type Leaf<'l> = dyn FnMut(&mut Solver, &[TestLiteral]) -> Answer + 'l;

/// The integers that examples prefer, by the upper bound of the sort: bit widths have one.
fn preferred(greatest: Option<i64>) -> &'static [i64] {
    match greatest {
        Some(_) => &[32, 8, 1],
        None => &[1],
    }
}

/// Decides whether some datum of a sort satisfies a predicate. Deterministic: equal predicates give equal examples.
///
/// The procedure assumes that fields are independent of each other and constrained only by
/// [`Constructor::invariant`], such as that there are no tensors of tensors. It ignores other restrictions of MLIR or
/// of a dialect. [`Answer::Nothing`] is therefore exact, while an example may violate such a restriction.
pub(crate) fn satisfy(sort: Sort, predicate: &Predicate) -> Answer {
    satisfy_within(sort, predicate, &mut { MAX_CASES })
}

/// The same within a budget of cases, from which the cases that were used are subtracted.
pub(super) fn satisfy_within(sort: Sort, predicate: &Predicate, left: &mut u32) -> Answer {
    let cases = MAX_CASES.min(*left);
    let mut solver = Solver { cases, depth: 0 };
    let answer = solver.solve(sort, vec![(predicate.clone(), true)]);
    *left -= cases - solver.cases;
    match answer {
        Answer::Example(example) if predicate.holds(&example) != Some(true) => Answer::Unknown,
        answer => answer,
    }
}

pub(super) struct Solver {
    cases: u32,
    depth: u32,
}

impl Solver {
    /// Finds a datum that satisfies all literals.
    pub(super) fn solve(&mut self, sort: Sort, literals: Vec<Literal>) -> Answer {
        if literals.is_empty() {
            return Answer::Example(plain(sort));
        }
        if self.depth == MAX_DEPTH {
            return Answer::Unknown;
        }
        self.depth += 1;
        let answer = match sort {
            Sort::Integer(low, high) => {
                let domain = Integers::between(low.map(Int::from), high.map(Int::from));
                integer(domain, preferred(high), &literals)
            }
            Sort::Word(domain) => word(domain, "", &literals),
            Sort::Name(prefix) => word(&[], prefix, &literals),
            Sort::List(&part) => {
                self.tableau(literals, |solver, tests| match ListTests::of(tests) {
                    Some(tests) => lists::solve(solver, part, tests),
                    None => Answer::Nothing,
                })
            }
            _ => self.any_of(sort.constructors(), |solver, constructor| {
                solver.node(constructor, &literals)
            }),
        };
        self.depth -= 1;
        answer
    }

    /// Counts a case; false when the budget is exhausted.
    pub(super) fn spend(&mut self) -> bool {
        let left = self.cases.checked_sub(1);
        self.cases = left.unwrap_or(0);
        left.is_some()
    }

    /// The example of the first satisfiable case.
    pub(super) fn any_of<T>(
        &mut self,
        cases: impl IntoIterator<Item = T>,
        mut solve: impl FnMut(&mut Solver, T) -> Answer,
    ) -> Answer {
        let mut answer = Answer::Nothing;
        for case in cases {
            match solve(self, case) {
                Answer::Nothing => {}
                Answer::Unknown => answer = Answer::Unknown,
                example => return example,
            }
        }
        answer
    }

    fn node(&mut self, constructor: &Constructor, literals: &[Literal]) -> Answer {
        let special = |(predicate, holds): &Literal| match holds {
            true => specialise(predicate, constructor),
            false => Predicate::not(specialise(predicate, constructor)),
        };
        let predicate = Predicate::and(literals.iter().map(special));
        if predicate == Predicate::NEVER {
            return Answer::Nothing;
        }
        if let Some(instances) = constructor.instances() {
            let mut found = instances.into_iter();
            return match found.find(|it| predicate.holds(it) == Some(true)) {
                Some(example) => Answer::Example(example),
                None => Answer::Nothing,
            };
        }
        self.tableau(vec![(predicate, true)], |solver, tests| {
            solver.fields(constructor, tests)
        })
    }

    /// Finds fields of a node that satisfy the tests.
    fn fields(&mut self, constructor: &Constructor, tests: &[TestLiteral]) -> Answer {
        let mut names: Vec<Cow<'static, str>> = vec![];
        names.extend(constructor.fields.iter().map(|it| Cow::Borrowed(it.name)));
        let mut all_decided = true;
        for (test, _) in tests {
            match test {
                Test::Field(name, _) if !names.contains(name) => names.push(name.clone()),
                Test::Interface(_) => all_decided = false,
                _ => {}
            }
        }
        let mut fields = vec![];
        for name in names {
            let Some(field) = constructor.field(&name) else {
                continue;
            };
            let mut wanted: Vec<Literal> = vec![];
            let mut is_there = field.presence == Presence::Required;
            for (test, holds) in tests {
                if let Test::Field(other, part) = test
                    && *other == name
                {
                    is_there |= holds;
                    wanted.push(((**part).clone(), *holds));
                }
            }
            if !is_there {
                // The simplest example omits an optional field, except for dimensions.
                if field.sort != Sort::List(&Sort::Extent) || !wanted.is_empty() {
                    continue;
                }
                if constructor.head == "dialect" {
                    continue;
                }
            }
            wanted.extend(constructor.invariant(&name).map(|it| (it, true)));
            match self.solve(field.sort, wanted) {
                Answer::Example(part) => fields.push((name, part)),
                Answer::Nothing => return Answer::Nothing,
                Answer::Unknown => all_decided = false,
            }
        }
        match all_decided {
            true => Answer::Example(Datum::Node {
                head: constructor.head,
                fields,
            }),
            false => Answer::Unknown,
        }
    }

    /// Splits literals into tests, with a case split for each disjunction.
    fn tableau(
        &mut self,
        mut pending: Vec<Literal>,
        mut leaf: impl FnMut(&mut Solver, &[TestLiteral]) -> Answer,
    ) -> Answer {
        pending.reverse();
        self.branch(pending, Tests::default(), vec![], &mut leaf)
    }

    fn branch(
        &mut self,
        mut pending: Vec<Literal>,
        mut tests: Tests,
        mut choices: Vec<(Vec<Predicate>, bool)>,
        leaf: &mut Leaf<'_>,
    ) -> Answer {
        // Large numbers of choices count as several cases.
        for _ in 0..=choices.len() / 8 {
            if !self.spend() {
                return Answer::Unknown;
            }
        }
        loop {
            if !take_apart(pending, &mut tests, &mut choices) {
                return Answer::Nothing;
            }
            let forced = decided(&tests, &mut choices);
            for _ in 0..tests.parts.take() / PARTS_OF_CASE {
                if !self.spend() {
                    return Answer::Unknown;
                }
            }
            pending = match forced {
                Some(forced) if forced.is_empty() => break,
                Some(forced) => forced,
                None => return Answer::Nothing,
            };
        }
        // Splits on the choice whose smallest alternative implies the most literals, since that decides other
        // choices.
        let said = |(parts, holds): &(Vec<Predicate>, bool)| {
            parts.iter().map(|part| literals(part, *holds)).min()
        };
        let Some(first) = (0..choices.len()).max_by_key(|&it| said(&choices[it])) else {
            return leaf(self, &tests.all);
        };
        let (parts, holds) = choices.remove(first);
        let mut before: Vec<Literal> = vec![];
        self.any_of(parts, |solver, part| {
            // This case may assume that the earlier alternatives are false, since they were decided before.
            let mut pending = before.clone();
            pending.push((part.clone(), holds));
            if is_literal(&part) {
                before.push((part, !holds));
            }
            solver.branch(pending, tests.clone(), choices.clone(), leaf)
        })
    }
}

/// Tests with known truth values, in the order in which they were added.
#[derive(Clone, Default)]
struct Tests {
    all: Vec<TestLiteral>,
    known: HashMap<Test, bool>,
    /// The parts of predicates that have been looked at.
    parts: Cell<u32>,
}

impl Tests {
    /// Adds a test; false if it contradicts a known one.
    fn add(&mut self, test: Test, holds: bool) -> bool {
        if let Some(known) = self.known.get(&test) {
            return *known == holds;
        }
        self.known.insert(test.clone(), holds);
        self.all.push((test, holds));
        true
    }

    /// The truth value of a predicate under the known tests.
    fn decide(&self, predicate: &Predicate) -> Option<bool> {
        let first = |parts: &[Predicate], wanted: bool| {
            let mut all_known = true;
            for part in parts {
                match self.decide(part) {
                    Some(holds) if holds == wanted => return Some(wanted),
                    Some(_) => {}
                    None => all_known = false,
                }
            }
            all_known.then_some(!wanted)
        };
        self.parts.set(self.parts.get().saturating_add(1));
        match predicate {
            Predicate::Constant(holds) => Some(*holds),
            Predicate::And(parts) => first(parts, false),
            Predicate::Or(parts) => first(parts, true),
            Predicate::Not(part) => self.decide(part).map(|holds| !holds),
            Predicate::Concept(_, body) => self.decide(body),
            Predicate::Test(test) => self.known.get(test).copied(),
        }
    }
}

/// The number of literals that the truth value of a predicate implies immediately.
fn literals(predicate: &Predicate, holds: bool) -> usize {
    match predicate {
        Predicate::And(parts) if holds => parts.len(),
        Predicate::Or(parts) if !holds => parts.len(),
        Predicate::Not(part) => literals(part, !holds),
        Predicate::Concept(_, body) => literals(body, holds),
        _ => 1,
    }
}

/// Whether a predicate is a test or a negated test.
fn is_literal(predicate: &Predicate) -> bool {
    match predicate {
        Predicate::Test(_) => true,
        Predicate::Not(part) => matches!(**part, Predicate::Test(_)),
        _ => false,
    }
}

/// Splits literals into tests and choices; false if they contradict each other.
fn take_apart(
    mut pending: Vec<Literal>,
    tests: &mut Tests,
    choices: &mut Vec<(Vec<Predicate>, bool)>,
) -> bool {
    while let Some((predicate, holds)) = pending.pop() {
        match predicate {
            Predicate::Constant(constant) if constant == holds => {}
            Predicate::Constant(_) => return false,
            Predicate::Not(part) => pending.push(((*part).clone(), !holds)),
            Predicate::Concept(_, body) => pending.push(((*body).clone(), holds)),
            Predicate::And(parts) if holds => {
                pending.extend(parts.into_iter().rev().map(|part| (part, true)));
            }
            Predicate::Or(parts) if !holds => {
                pending.extend(parts.into_iter().rev().map(|part| (part, false)));
            }
            Predicate::And(parts) | Predicate::Or(parts) => choices.push((parts, holds)),
            Predicate::Test(test) => {
                if !tests.add(test, holds) {
                    return false;
                }
            }
        }
    }
    true
}

/// Removes decided choices and refuted alternatives (unit propagation), and returns the literals of choices with a
/// single alternative. None if a choice has no alternative.
fn decided(tests: &Tests, choices: &mut Vec<(Vec<Predicate>, bool)>) -> Option<Vec<Literal>> {
    let mut forced = vec![];
    let mut is_possible = true;
    choices.retain_mut(|(parts, holds)| {
        let decisions: Vec<Option<bool>> = parts.iter().map(|it| tests.decide(it)).collect();
        if decisions.contains(&Some(*holds)) {
            return false;
        }
        let mut open = decisions.iter().map(Option::is_none);
        parts.retain(|_| open.next().unwrap_or(false));
        match parts.as_slice() {
            [] => is_possible = false,
            [only] => forced.push((only.clone(), *holds)),
            _ => return true,
        }
        false
    });
    is_possible.then_some(forced)
}

/// The predicate restricted to nodes with that head: tests of the head and of absent fields become constants.
fn specialise(predicate: &Predicate, constructor: &Constructor) -> Predicate {
    let each = |parts: &[Predicate]| -> Vec<Predicate> {
        parts.iter().map(|it| specialise(it, constructor)).collect()
    };
    match predicate {
        Predicate::Constant(_) => predicate.clone(),
        Predicate::And(parts) => Predicate::and(each(parts)),
        Predicate::Or(parts) => Predicate::or(each(parts)),
        Predicate::Not(part) => Predicate::not(specialise(part, constructor)),
        Predicate::Concept(_, body) => specialise(body, constructor),
        Predicate::Test(Test::Head(words)) => Predicate::Constant(words.contains(constructor.head)),
        Predicate::Test(Test::Field(name, _)) if constructor.field(name).is_none() => {
            Predicate::NEVER
        }
        Predicate::Test(_) => predicate.clone(),
    }
}

/// The integers that satisfy a predicate.
pub(super) fn integers(predicate: &Predicate) -> Integers {
    match predicate {
        Predicate::Constant(true) => Integers::all(),
        Predicate::And(parts) => parts.iter().fold(Integers::all(), |all, part| {
            all.intersection(&integers(part))
        }),
        Predicate::Or(parts) => parts
            .iter()
            .fold(Integers::none(), |all, part| all.union(&integers(part))),
        Predicate::Not(part) => integers(part).complement(),
        Predicate::Concept(_, body) => integers(body),
        Predicate::Test(Test::Integer(set)) => set.clone(),
        Predicate::Constant(false) | Predicate::Test(_) => Integers::none(),
    }
}

/// The words that satisfy a predicate.
pub(super) fn words(predicate: &Predicate) -> Words {
    match predicate {
        Predicate::Constant(true) => Words::all(),
        Predicate::And(parts) => parts
            .iter()
            .fold(Words::all(), |all, part| all.intersection(&words(part))),
        Predicate::Or(parts) => parts
            .iter()
            .fold(Words::none(), |all, part| all.union(&words(part))),
        Predicate::Not(part) => words(part).complement(),
        Predicate::Concept(_, body) => words(body),
        Predicate::Test(Test::Word(set)) => set.clone(),
        Predicate::Constant(false) | Predicate::Test(_) => Words::none(),
    }
}

fn integer(domain: Integers, preferred: &[i64], literals: &[Literal]) -> Answer {
    let allowed = literals.iter().fold(domain, |all, (predicate, holds)| {
        let set = integers(predicate);
        all.intersection(&if *holds { set } else { set.complement() })
    });
    match allowed.example(preferred) {
        Some(value) => Answer::Example(Datum::Integer(value)),
        None => Answer::Nothing,
    }
}

fn word(domain: &[&str], prefix: &str, literals: &[Literal]) -> Answer {
    let allowed = literals
        .iter()
        .fold(Words::all(), |all, (predicate, holds)| {
            let set = words(predicate);
            all.intersection(&if *holds { set } else { set.complement() })
        });
    match allowed.example(domain, prefix) {
        Some(text) => Answer::Example(Datum::word(text)),
        None => Answer::Nothing,
    }
}

/// The simplest datum of a sort.
fn plain(sort: Sort) -> Datum {
    let fields = |constructor: &Constructor| -> Vec<(Cow<'static, str>, Datum)> {
        let required = constructor.fields.iter();
        let required = required.filter(|it| it.presence == Presence::Required);
        required
            .map(|it| (Cow::Borrowed(it.name), plain(it.sort)))
            .collect()
    };
    match sort {
        Sort::Integer(low, high) => {
            let all = Integers::between(low.map(Int::from), high.map(Int::from));
            Datum::Integer(all.example(preferred(high)).unwrap_or(Int::ZERO))
        }
        Sort::Word(domain) => Datum::word(*domain.first().unwrap_or(&"")),
        Sort::Name(prefix) => Datum::word(format!("{prefix}test.some")),
        Sort::List(_) => Datum::List(vec![]),
        _ => match sort.constructors().first() {
            Some(first) => Datum::Node {
                head: first.head,
                fields: fields(first),
            },
            None => Datum::List(vec![]),
        },
    }
}
