//! The assignments of integers on which terms are evaluated.

use super::grammar::{Grammar, LeafKind};
use calipers_number::Int;
use calipers_program::term::{Expr, Leaf};

/// The number of assignments.
const COUNT: usize = 160;
/// The seed, so that each run finds the same.
const SEED: u64 = 7;

/// Assignments of integers to all variables.
pub(crate) struct Samples {
    pub(crate) all: Vec<Vec<Int>>,
}

impl Samples {
    /// Small integers of both signs, many of them equal or multiples of each other, and some large ones.
    pub(crate) fn new(grammar: &Grammar) -> Samples {
        let mut random = fastrand::Rng::with_seed(SEED);
        let mut all = vec![];
        for number in 0..COUNT {
            let (radius, divisor) = match number % 4 {
                0 => (2, 3),
                1 => (7, 5),
                2 => (30, 9),
                _ => (1000, 40),
            };
            let mut values: Vec<i64> = vec![];
            for leaf in 0..grammar.variables() {
                values.push(match grammar.kind(Leaf(leaf as u32)) {
                    LeafKind::Integer => random.i64(-radius..=radius),
                    LeafKind::Divisor => random.i64(1..=divisor),
                });
            }
            // A multiple of the last divisor, which exact divisions need.
            if number % 5 == 0
                && let Some(last) = values.last().copied().filter(|_| grammar.divisors > 0)
            {
                values[0] *= last;
            }
            all.push(values.into_iter().map(Int::from).collect());
        }
        Samples { all }
    }

    /// The values of a term.
    pub(crate) fn values(&self, term: &Expr) -> Option<Vec<Int>> {
        let value = |values: &Vec<Int>| term.evaluate(&|leaf| values.get(leaf.0 as usize).cloned());
        self.all.iter().map(value).collect()
    }
}
