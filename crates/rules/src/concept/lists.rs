//! Lists that satisfy predicates on their length and their parts.
//!
//! Of a list some parts are named by their numbers, a predicate may have to hold of every part, and of some
//! part another must not. With `m` the first number that is not named and `k` the predicates that some
//! part must refute, all lengths from `m + k` on are alike: there is room for a part of its own for each of
//! the `k`. Below that, every length and every way to place the `k` is tried.

use super::integers::Integers;
use super::predicate::Test;
use super::satisfy::{Answer, Literal, Solver};
use super::sort::Sort;
use crate::number::Int;
use crate::program::Datum;

/// Examples of lists have no more parts than this.
const MAX_LENGTH: usize = 256;

/// What is known of a list.
pub(super) struct ListTests {
    lengths: Integers,
    /// What the part of a number has to satisfy, if there is one.
    at: Vec<(usize, Literal)>,
    /// What holds of all parts.
    all: Vec<Literal>,
    /// Each of these some part refutes.
    some: Vec<Literal>,
}

impl ListTests {
    /// The tests on a list, sorted; none where one of them cannot be passed by a list.
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

    /// What the part of that number has to satisfy.
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

/// A list of parts of that sort that passes the tests.
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
    // Past the limit a list is only looked at as far as its parts differ; it is not built.
    let length = usize::try_from(length).unwrap_or(usize::MAX);
    let placed: Vec<usize> = (named..roomy).collect();
    let shown = length.min(roomy + 1).max(length.min(MAX_LENGTH));
    match (build(solver, sort, &tests, shown, &placed), short) {
        (Answer::Example(_), _) if length > MAX_LENGTH => Answer::Unknown,
        (Answer::Nothing, Answer::Unknown) => Answer::Unknown,
        (answer, _) => answer,
    }
}

/// A list of that length, however the parts are placed that have to refute something.
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
            // All parts behind the special ones are alike.
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
