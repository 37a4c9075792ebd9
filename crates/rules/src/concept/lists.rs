//! The decision procedure for lists: finds a list that satisfies predicates on its length and its parts.
//!
//! Predicates concern parts at fixed indices, all parts (`all`), or some part (the negation of `all`). Let `m` be the
//! least index greater than all fixed ones, and `k` the number of predicates that some part must refute. All lengths
//! of at least `m + k` are equivalent: each of the `k` refutations can have a part of its own. Below that, the
//! procedure tries every length and every placement of the `k` refutations.

use super::IntegersAlgebra;
use super::satisfy::{Answer, Literal, Solver};
use calipers_number::Int;
use calipers_program::Datum;
use calipers_semantics::concept::{Integers, Sort, Test};

/// The maximum length of a list in an example.
const MAX_LENGTH: usize = 256;

/// The constraints on a list.
pub(super) struct ListTests {
    lengths: Integers,
    /// The constraints on the part at an index, if the list is that long.
    at: Vec<(usize, Literal)>,
    /// The constraints on all parts.
    all: Vec<Literal>,
    /// Predicates; for each one there must be a part that refutes it.
    some: Vec<Literal>,
}

impl ListTests {
    /// The tests on a list, by kind; none if no list can satisfy them all.
    pub(super) fn of(tests: &[(Test, bool)]) -> Option<ListTests> {
        let mut found = ListTests {
            lengths: Integers::between(Some(Int::ZERO), None),
            at: vec![],
            all: vec![],
            some: vec![],
        };
        for (test, holds) in tests {
            match test {
                Test::Length(lengths) => {
                    let lengths = match holds {
                        true => lengths.clone(),
                        false => lengths.complement(),
                    };
                    found.lengths = found.lengths.intersection(&lengths);
                }
                Test::At(number, part) => {
                    if *holds {
                        let longer = Integers::between(Some(Int::from(number + 1)), None);
                        found.lengths = found.lengths.intersection(&longer);
                    }
                    found.at.push((*number, ((**part).clone(), *holds)));
                }
                Test::All(part) if *holds => found.all.push(((**part).clone(), true)),
                Test::All(part) => found.some.push(((**part).clone(), false)),
                _ if *holds => return None,
                _ => {}
            }
        }
        Some(found)
    }

    /// The constraints on the part at that index.
    fn part(&self, number: usize, placed: &[usize]) -> Vec<Literal> {
        let named = self.at.iter().filter(|(at, _)| *at == number);
        let placed = placed.iter().zip(&self.some);
        let placed = placed.filter(|(at, _)| **at == number);
        let literals = self.all.iter();
        literals
            .chain(named.map(|(_, literal)| literal))
            .chain(placed.map(|(_, literal)| literal))
            .cloned()
            .collect()
    }
}

/// A list with parts of that sort that satisfies the tests.
pub(super) fn solve(solver: &mut Solver, sort: Sort, tests: ListTests) -> Answer {
    let named = tests.at.iter().map(|(number, _)| number + 1).max();
    let (named, some) = (named.unwrap_or(0), tests.some.len());
    let roomy = named + some;
    let short = solver.any_of(0..roomy, |solver, length| {
        match tests.lengths.contains(&Int::from(length)) {
            true => placements(solver, sort, &tests, length, &mut vec![]),
            false => Answer::Nothing,
        }
    });
    if matches!(short, Answer::Example(_)) {
        return short;
    }
    let Some(length) = tests.lengths.first_from(roomy) else {
        return short;
    };
    // For lengths beyond the limit, only the distinct parts are decided; the list is not built.
    let length = usize::try_from(length).unwrap_or(usize::MAX);
    let placed: Vec<usize> = (named..roomy).collect();
    let shown = length.min(roomy + 1).max(length.min(MAX_LENGTH));
    match (build(solver, sort, &tests, shown, &placed), short) {
        (Answer::Example(_), _) if length > MAX_LENGTH => Answer::Unknown,
        (Answer::Nothing, Answer::Unknown) => Answer::Unknown,
        (answer, _) => answer,
    }
}

/// A list of that length, for some placement of the required refutations.
fn placements(
    solver: &mut Solver,
    sort: Sort,
    tests: &ListTests,
    length: usize,
    placed: &mut Vec<usize>,
) -> Answer {
    if placed.len() == tests.some.len() {
        return build(solver, sort, tests, length, placed);
    }
    solver.any_of(0..length, |solver, number| {
        placed.push(number);
        let answer = placements(solver, sort, tests, length, placed);
        placed.pop();
        answer
    })
}

fn build(
    solver: &mut Solver,
    sort: Sort,
    tests: &ListTests,
    length: usize,
    placed: &[usize],
) -> Answer {
    if !solver.spend() {
        return Answer::Unknown;
    }
    let mut parts: Vec<Datum> = vec![];
    let mut all_decided = true;
    let last_special = tests.at.iter().map(|(number, _)| *number);
    let last_special = last_special.chain(placed.iter().copied()).max();
    for number in 0..length {
        if let Some(same) = parts.last()
            && last_special.is_none_or(|last| number > last + 1)
        {
            // All parts after the constrained ones are equal.
            parts.push(same.clone());
            continue;
        }
        match solver.solve(sort, tests.part(number, placed)) {
            Answer::Example(part) => parts.push(part),
            Answer::Nothing => return Answer::Nothing,
            Answer::Unknown => all_decided = false,
        }
    }
    match all_decided {
        true => Answer::Example(Datum::List(parts)),
        false => Answer::Unknown,
    }
}
