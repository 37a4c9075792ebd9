//! Random spaces and accesses over two sizes `n` and `m` and a width `t`.

use calipers::count::{Access, Dimension, Level, Space};
use calipers::program::Column;
use calipers::program::term::{Expr, Operator};
use fastrand::Rng;

/// A term over columns.
pub type Term = Expr<Column>;

/// The parameters.
pub const N: Column = Column::Symbol(0);
/// The second size.
pub const M: Column = Column::Symbol(1);
/// A width or a step.
pub const T: Column = Column::Symbol(2);

/// Whether a column is a parameter.
pub fn is_outside(column: Column) -> bool {
    matches!(column, Column::Symbol(number) if number < 10)
}

/// Generates one space, with the loops so far.
pub struct Generator<'r> {
    random: &'r mut Rng,
    levels: Vec<Level>,
    outer: Vec<Column>,
}

/// A random space, with its induction variables.
pub fn space(random: &mut Rng) -> (Space, Vec<Column>) {
    let mut generator = Generator {
        random,
        levels: vec![],
        outer: vec![],
    };
    for _ in 0..generator.random.u32(1..=3) {
        generator.add();
    }
    let levels = generator.levels;
    (Space { levels }, generator.outer)
}

/// Random accesses with the same number of indices.
pub fn accesses(random: &mut Rng) -> Vec<Access> {
    let rank = random.usize(1..=2);
    let (mut current, mut outer) = space(random);
    let mut all: Vec<Access> = vec![];
    for _ in 0..random.u32(1..=4) {
        if let Some(last) = all.last().filter(|_| random.u32(..3) == 0) {
            all.push(neighbor(random, last));
            continue;
        }
        if random.u32(..4) == 0 {
            (current, outer) = space(random);
        }
        let indices = (0..rank).map(|_| Some(index(random, &outer)));
        all.push(Access {
            indices: indices.collect(),
            space: current.clone(),
        });
    }
    all
}

/// An access to neighbors in one dimension, as that of a stencil.
fn neighbor(random: &mut Rng, access: &Access) -> Access {
    let mut indices = access.indices.clone();
    let at = random.usize(..indices.len());
    let distance = random.i64(-2..=2);
    indices[at] = indices[at]
        .clone()
        .map(|index| Expr::sum(index, Expr::integer(distance)));
    Access {
        space: access.space.clone(),
        indices,
    }
}

fn index(random: &mut Rng, outer: &[Column]) -> Term {
    let term = affine(random, outer, 0);
    match random.u32(..10) {
        0 => Expr::apply(Operator::FloorDiv, [term, Expr::integer(2)]),
        1 => Expr::apply(Operator::Mod, [term, Expr::integer(3)]),
        2 | 3 => Expr::Leaf(outer[0]),
        // A row-major position.
        4 => {
            let row = Expr::apply(Operator::Mul, [Expr::Leaf(outer[0]), Expr::Leaf(N)]);
            let last = outer.last().copied().unwrap_or(outer[0]);
            Expr::sum(row, Expr::Leaf(last))
        }
        _ => term,
    }
}

fn affine(random: &mut Rng, outer: &[Column], base: i64) -> Term {
    let mut parts = vec![Expr::integer(random.i64(-2..=3) + base)];
    if random.u32(..3) > 0 {
        parts.push(Expr::Leaf(if random.bool() { N } else { M }));
    }
    for &column in outer {
        if random.u32(..3) == 0 {
            let factor = [1, 1, 1, -1, 2, -2, 3][random.usize(..7)];
            parts.push(match factor {
                1 => Expr::Leaf(column),
                factor => Expr::scaled(factor, Expr::Leaf(column)),
            });
        }
    }
    Expr::apply(Operator::Add, parts)
}

impl Generator<'_> {
    fn fresh(&mut self) -> Column {
        let column = Column::Symbol(10 + self.outer.len() as u32);
        self.outer.push(column);
        column
    }

    fn affine(&mut self, base: i64) -> Term {
        affine(self.random, &self.outer, base)
    }

    fn add(&mut self) {
        if self.random.u32(..6) == 0 {
            self.add_tile();
        } else {
            self.add_loop();
        }
        if self.random.u32(..4) == 0 {
            let guard = self.guard(2);
            self.levels.push(Level::Guard(guard));
        }
    }

    fn add_loop(&mut self) {
        let lower = match self.random.u32(..6) {
            0 | 1 => vec![self.affine(-1)],
            2 => vec![Expr::integer(0), self.affine(0)],
            _ => vec![Expr::integer(0)],
        };
        let bounds = if self.random.u32(..4) == 0 { 2 } else { 1 };
        let upper = (0..bounds).map(|_| self.affine(2)).collect();
        let step = match self.random.u32(..8) {
            0 => Expr::Leaf(T),
            1 => Expr::integer(2),
            2 => Expr::integer(3),
            _ => Expr::integer(1),
        };
        let variable = self.fresh();
        self.push(variable, lower, upper, step);
    }

    fn push(&mut self, variable: Column, lower: Vec<Term>, upper: Vec<Term>, step: Term) {
        self.levels.push(Level::Loop(Dimension {
            variable,
            lower,
            upper,
            step,
        }));
    }

    /// A loop over tiles, and one over the elements of a tile.
    fn add_tile(&mut self) {
        let width = match self.random.u32(..3) {
            0 => Expr::Leaf(T),
            1 => Expr::integer(3),
            _ => Expr::integer(4),
        };
        let end = if self.random.bool() {
            Expr::Leaf(N)
        } else {
            self.affine(2)
        };
        let tile = self.fresh();
        let zero = || vec![Expr::integer(0)];
        self.push(tile, zero(), vec![end.clone()], width.clone());
        let element = self.fresh();
        let start = Expr::Leaf(tile);
        if self.random.bool() {
            let rest = Expr::difference(end, start);
            let size = Expr::apply(Operator::Min, [width, rest]);
            return self.push(element, zero(), vec![size], Expr::integer(1));
        }
        let upper = vec![Expr::sum(start.clone(), width), end];
        let step = if self.random.u32(..3) == 0 { 2 } else { 1 };
        self.push(element, vec![start], upper, Expr::integer(step));
    }

    fn guard(&mut self, depth: u32) -> Term {
        let (a, b) = (self.affine(0), self.affine(1));
        let divided = |operator, by: i64| Expr::apply(operator, [a.clone(), Expr::integer(by)]);
        match self.random.u32(..if depth > 0 { 8 } else { 4 }) {
            0 | 1 => Expr::at_most(a, b),
            2 => {
                let rest = divided(Operator::Mod, self.random.i64(2..=4));
                Expr::equal(rest, Expr::integer(self.random.i64(0..=1)))
            }
            3 => Expr::at_most(divided(Operator::FloorDiv, self.random.i64(2..=3)), b),
            4 | 5 => {
                let parts = [self.guard(depth - 1), self.guard(depth - 1)];
                let operator = if self.random.bool() {
                    Operator::Min
                } else {
                    Operator::Max
                };
                Expr::apply(operator, parts)
            }
            6 => Expr::negation(Expr::equal(a, b)),
            _ => Expr::at_most(a, Expr::apply(Operator::Max, [b, self.affine(0)])),
        }
    }
}
