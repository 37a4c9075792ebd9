//! The terms that are enumerated.

use calipers_number::Int;
use calipers_program::term::{Expr, Leaf, Operator};

/// The terms that are enumerated.
#[derive(Clone, Debug)]
pub struct Grammar {
    /// The operators. A selection takes only comparisons as its condition.
    pub operators: Vec<Operator>,
    /// The number of variables that are any integer, at most 3.
    pub integers: usize,
    /// The number of variables that are positive, at most 2. Only positive terms are divisors.
    pub divisors: usize,
    /// The integers among the leaves.
    pub constants: Vec<i64>,
    /// The greatest number of operators in a side.
    pub size: usize,
    /// The greatest number of terms that are evaluated.
    pub max_terms: usize,
}

impl Default for Grammar {
    fn default() -> Grammar {
        use Operator::{CeilDiv, Eq, FloorDiv, Le, Max, Min, Mod, Mul, Select};
        Grammar {
            operators: vec![FloorDiv, CeilDiv, Mod, Min, Max, Mul, Le, Eq, Select],
            integers: 2,
            divisors: 1,
            constants: vec![0, 1],
            size: 2,
            max_terms: 200_000,
        }
    }
}

/// The kind of a variable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LeafKind {
    /// Any integer.
    Integer,
    /// A positive integer.
    Divisor,
}

const INTEGERS: [&str; 3] = ["x", "y", "z"];
const DIVISORS: [&str; 2] = ["c", "d"];

impl Grammar {
    /// The number of variables. The divisors come last.
    pub fn variables(&self) -> usize {
        self.integers() + self.divisors.min(DIVISORS.len())
    }

    fn integers(&self) -> usize {
        self.integers.min(INTEGERS.len())
    }

    /// The kind of a variable.
    pub fn kind(&self, leaf: Leaf) -> LeafKind {
        match (leaf.0 as usize) < self.integers() {
            true => LeafKind::Integer,
            false => LeafKind::Divisor,
        }
    }

    /// The name of a variable.
    pub fn name(&self, leaf: Leaf) -> &'static str {
        let number = leaf.0 as usize;
        match number.checked_sub(self.integers()) {
            None => INTEGERS[number],
            Some(number) => DIVISORS.get(number).copied().unwrap_or("d"),
        }
    }

    /// The terms without operators.
    pub(crate) fn leaves(&self) -> Vec<Expr> {
        let variables = (0..self.variables()).map(|number| Expr::Leaf(Leaf(number as u32)));
        let constants = self.constants.iter();
        variables
            .chain(constants.map(|&value| Expr::Integer(Int::from(value))))
            .collect()
    }
}
