//! The inputs of executions: small numbers, in a fixed sequence.

use super::Content;
use calipers_number::{Int, Range};
use calipers_program::{Column, ValueId};
use calipers_support::order::Order;
use calipers_support::random::Random;
use std::sync::Arc;

/// The numbers that all inputs are in the first executions.
const EQUAL: [i64; 4] = [4, 9, 64, 1];

/// The numbers that the inputs of the other executions are drawn from, apart from the constants of the program.
const DRAWN: [i64; 15] = [2, -1, 0, 5, 3, 7, 8, 12, 16, 33, -2, 1, 4, 32, 64];

/// The largest constant that inputs are derived from.
const MAX_CONSTANT: i64 = 1 << 16;

/// The numbers that inputs are chosen from.
#[derive(Debug)]
pub(crate) struct Choices {
    /// The numbers that all inputs are in the first executions.
    equal: Vec<i64>,
    drawn: Vec<i64>,
}

impl Choices {
    /// Small numbers, and numbers near the constants of a program and their doubles.
    pub(crate) fn new(constants: &[i64]) -> Choices {
        let (mut equal, mut drawn) = (EQUAL.to_vec(), DRAWN.to_vec());
        let mut constants: Vec<i64> = constants
            .iter()
            .copied()
            .filter(|constant| (2..MAX_CONSTANT).contains(constant))
            .collect();
        constants.order();
        constants.dedup();
        if let Some(largest) = constants.last() {
            equal.push(2 * largest + 1);
        }
        // The largest constants are sizes of tiles and buffers.
        for constant in constants.into_iter().rev().take(4) {
            drawn.extend([constant, constant + 1, 2 * constant + 1]);
        }
        Choices { equal, drawn }
    }
}

/// The inputs of one execution, which are chosen when they are first needed.
#[derive(Clone, Debug)]
pub(crate) struct Inputs {
    choices: Arc<Choices>,
    attempt: usize,
    random: Random,
    pub(crate) chosen: Vec<(Column, Int)>,
    /// Elements that were read from memory.
    pub(crate) contents: Vec<Content>,
}

impl Inputs {
    /// The number of attempts that are worthwhile.
    pub(crate) const ATTEMPTS: usize = 120;

    pub(crate) fn new(choices: &Arc<Choices>, attempt: usize) -> Inputs {
        Inputs {
            choices: choices.clone(),
            attempt,
            random: Random::new(attempt as u64),
            chosen: vec![],
            contents: vec![],
        }
    }

    /// The value of an input within a range.
    pub(crate) fn draw(&mut self, column: Column, range: &Range) -> Int {
        if let Some((_, value)) = self.chosen.iter().find(|(other, _)| *other == column) {
            return value.clone();
        }
        let value = fitted(Int::from(self.next()), range);
        self.chosen.push((column, value.clone()));
        value
    }

    /// The value within a range of an element of memory, with its number among the elements that have been read; none
    /// if it has another value.
    pub(crate) fn draw_content(
        &mut self,
        buffer: ValueId,
        element: Vec<Int>,
        range: &Range,
    ) -> Option<(usize, Int)> {
        let mut known = self.contents.iter();
        if let Some(at) = known.position(|it| it.buffer == buffer && it.element == element) {
            let value = self.contents[at].value.clone();
            return range.contains(&value).then_some((at, value));
        }
        let value = fitted(Int::from(self.next()), range);
        self.contents.push(Content {
            buffer,
            element,
            value: value.clone(),
        });
        Some((self.contents.len() - 1, value))
    }

    /// Whether nothing has been chosen.
    pub(crate) fn is_empty(&self) -> bool {
        self.chosen.is_empty() && self.contents.is_empty()
    }

    /// The number that the next input is to be.
    fn next(&mut self) -> i64 {
        match self.choices.equal.get(self.attempt) {
            Some(&number) => number,
            // The first input takes each number in turn.
            None if self.is_empty() => {
                let drawn = &self.choices.drawn;
                drawn[(self.attempt - self.choices.equal.len()) % drawn.len()]
            }
            None => {
                let drawn = &self.choices.drawn;
                drawn[self.random.below(drawn.len())]
            }
        }
    }
}

/// The next number of a range. In a range of multiples, small numbers count those.
fn fitted(wanted: Int, range: &Range) -> Int {
    let congruence = range.congruence();
    let modulus = congruence.modulus();
    let mut value = wanted;
    if value.magnitude() < *modulus {
        value = congruence.residue() + value * modulus;
    }
    if let Some(lower) = range.lower().filter(|&lower| value < *lower) {
        value = lower.clone();
    }
    if let Some(upper) = range.upper().filter(|&upper| value > *upper) {
        value = upper.clone();
    }
    if modulus.is_zero() {
        return congruence.residue().clone();
    }
    let distance = &value - congruence.residue();
    let quotient = calipers_number::floor_div(&distance, modulus).unwrap_or(Int::ZERO);
    let below = congruence.residue() + quotient * modulus;
    match range.contains(&below) {
        true => below,
        false => below + modulus,
    }
}
