//! Random loop nests.

use super::{Kind, Loop, Nest, Operator, Statement, Term, Touch, View};
use fastrand::Rng;

/// The state of the generation: what exists at the current place.
struct Generator {
    rng: Rng,
    arguments: usize,
    variables: Vec<usize>,
    carried: Vec<usize>,
    /// The terms that guards around the current place state to be positive.
    divisors: Vec<Term>,
    next: usize,
    accesses: Vec<Touch>,
    sizes: Vec<Option<i64>>,
    wanted: usize,
}

/// The nest with a number.
pub fn nest(number: u64) -> Nest {
    let mut rng = Rng::with_seed(number);
    let rank = rng.usize(1..=2);
    let size = |rng: &mut Rng| rng.bool().then(|| rng.i64(2..=16));
    let sizes = (0..rank).map(|_| size(&mut rng)).collect();
    let mut generator = Generator {
        arguments: rng.usize(0..=2),
        variables: vec![],
        carried: vec![],
        divisors: vec![],
        next: 0,
        accesses: vec![],
        sizes,
        wanted: rng.usize(1..=2),
        rng,
    };
    let depth = generator.rng.usize(1..=3);
    let mut body = generator.block(depth, true);
    // Accesses that found no place.
    while generator.accesses.len() < generator.wanted {
        let access = generator.access();
        match body.first_mut() {
            Some(Statement::Loop(it)) if it.kind == Kind::Kernel => it.body.push(access),
            _ => body.push(access),
        }
    }
    Nest {
        arguments: generator.arguments,
        sizes: generator.sizes,
        body,
        accesses: generator.accesses,
    }
}

impl Generator {
    fn block(&mut self, depth: usize, is_outermost: bool) -> Vec<Statement> {
        let mut block = vec![];
        let count = match depth {
            0 => 0,
            _ => 1 + usize::from(self.rng.u8(0..4) == 0),
        };
        for number in 0..count {
            block.push(match self.rng.u8(0..4) {
                0 if !is_outermost => self.guard(depth),
                _ => self.a_loop(depth, is_outermost && number == 0 && count == 1),
            });
            if !is_outermost && self.rng.u8(0..4) == 0 {
                self.place(&mut block);
            }
        }
        if depth == 0 {
            self.place(&mut block);
        }
        block
    }

    fn place(&mut self, block: &mut Vec<Statement>) {
        if self.accesses.len() < self.wanted {
            block.push(self.access());
        }
        if self.accesses.len() < self.wanted && self.rng.bool() {
            block.push(self.access());
        }
    }

    /// Divisions whose divisor is positive only where they are executed, and perhaps their dividend.
    fn guarded_division(&mut self, depth: usize) -> Statement {
        let size = self.rng.usize(1..=2);
        let divisor = self.term(size);
        self.divisors.push(divisor.clone());
        let mut then = self.block(depth - 1, false);
        if self.rng.bool() {
            let dividend = self.leaf();
            then = vec![Statement::Guard {
                equal: false,
                sides: [Term::Constant(-1), dividend],
                branches: [then, vec![]],
            }];
        }
        self.divisors.pop();
        let otherwise = match self.rng.u8(0..3) {
            0 => self.block(depth - 1, false),
            _ => vec![],
        };
        Statement::Guard {
            equal: false,
            sides: [Term::Constant(0), divisor],
            branches: [then, otherwise],
        }
    }

    fn guard(&mut self, depth: usize) -> Statement {
        if self.rng.u8(0..3) == 0 {
            return self.guarded_division(depth);
        }
        let sides = [self.term(2), self.term(2)];
        let then = self.block(depth - 1, false);
        let otherwise = match self.rng.u8(0..3) {
            0 => self.block(depth - 1, false),
            _ => vec![],
        };
        Statement::Guard {
            equal: self.rng.u8(0..4) == 0,
            sides,
            branches: [then, otherwise],
        }
    }

    fn a_loop(&mut self, depth: usize, is_only: bool) -> Statement {
        let kind = match self.rng.u8(0..10) {
            0 if is_only => Kind::Launch,
            1 if is_only => Kind::Kernel,
            0..=2 => Kind::Parallel,
            3 => Kind::Forall,
            4 => Kind::Affine,
            _ => Kind::For,
        };
        let count = match kind {
            Kind::For | Kind::Affine => 1,
            Kind::Launch | Kind::Kernel => 2,
            Kind::Parallel | Kind::Forall => self.rng.usize(1..=2),
        };
        let bounds: Vec<(Term, Term, i64)> = (0..count).map(|_| self.bounds(kind)).collect();
        let outside = (self.variables.len(), self.carried.len());
        let carried = (kind == Kind::For && self.rng.u8(0..3) == 0).then(|| self.term(1));
        let mut variables = vec![];
        for (lower, upper, step) in bounds {
            variables.push((self.next, lower, upper, step));
            self.variables.push(self.next);
            self.next += 1;
        }
        let carried = carried.map(|initial| {
            let increment = match self.rng.bool() {
                true => Term::Constant(self.rng.i64(-2..=4)),
                false => self.term(1),
            };
            self.carried.push(self.next);
            self.next += 1;
            (self.next - 1, initial, increment)
        });
        let body = self.block(depth - 1, false);
        self.variables.truncate(outside.0);
        self.carried.truncate(outside.1);
        Statement::Loop(Loop {
            kind,
            variables,
            carried,
            body,
        })
    }

    fn bounds(&mut self, kind: Kind) -> (Term, Term, i64) {
        let step = match self.rng.u8(0..3) {
            0 => self.rng.i64(2..=4),
            _ => 1,
        };
        match kind {
            Kind::Affine => {
                let lower = self.rng.i64(-2..=3);
                let upper = lower + self.rng.i64(0..=9);
                (Term::Constant(lower), Term::Constant(upper), step)
            }
            Kind::Launch | Kind::Kernel => {
                let size = Term::Constant(self.rng.i64(1..=8));
                (Term::Constant(0), size, 1)
            }
            Kind::For | Kind::Parallel | Kind::Forall => {
                let lower = match self.rng.u8(0..4) {
                    0 => self.term(1),
                    _ => Term::Constant(0),
                };
                let upper = match self.rng.u8(0..3) {
                    0 => self.term(2),
                    1 if self.arguments > 0 => Term::Argument(self.rng.usize(0..self.arguments)),
                    _ => Term::Constant(self.rng.i64(1..=9)),
                };
                (lower, upper, step)
            }
        }
    }

    fn access(&mut self) -> Statement {
        let rank = self.sizes.len();
        let view = match self.rng.u8(0..6) {
            0 => {
                let offsets = (0..rank).map(|_| self.term(1)).collect();
                let strides = (0..rank).map(|_| self.rng.i64(1..=2)).collect();
                View::Slice(offsets, strides)
            }
            1 if rank == 2 => View::Transposed,
            2 if rank == 1 && self.sizes[0].is_none() => View::Rows(self.rng.i64(2..=4)),
            2 if rank == 2 && self.sizes.iter().all(Option::is_some) => View::Flat,
            _ => View::Whole,
        };
        let rank = match view {
            View::Rows(_) => 2,
            View::Flat => 1,
            _ => rank,
        };
        // Only a buffer whose last dimension is contiguous has vectors.
        let width = match (&view, self.rng.u8(0..6)) {
            (View::Whole, 0) => self.rng.i64(2..=4),
            _ => 1,
        };
        let mut indices: Vec<Term> = (0..rank).map(|_| self.index()).collect();
        if rank == 2 && self.rng.u8(0..8) == 0 {
            // The digits of one number.
            let (number, base) = (self.leaf(), self.size());
            indices[0] = binary(Operator::Div, number.clone(), base.clone());
            indices[1] = binary(Operator::Rem, number, base);
        }
        self.accesses.push(Touch {
            indices,
            width,
            view,
        });
        Statement::Access(self.accesses.len() - 1)
    }

    /// A term that is typical for an index.
    fn index(&mut self) -> Term {
        let leaf = self.leaf();
        if let Some(divisor) = self.divisors.last().cloned()
            && self.rng.bool()
        {
            let operators = [Operator::Div, Operator::Rem, Operator::FloorDiv];
            let operator = *self.choose(&operators);
            return binary(operator, leaf, divisor);
        }
        match self.rng.u8(0..10) {
            0 => {
                let row = self.leaf();
                let width = self.size();
                sum(product(row, width), leaf)
            }
            1 => sum(leaf, Term::Constant(self.rng.i64(-2..=4))),
            2 => {
                let row = self.leaf();
                let factor = Term::Constant(self.rng.i64(1..=9));
                sum(product(row, factor), leaf)
            }
            3 => self.term(3),
            4 => {
                let divisor = Term::Constant(self.rng.i64(2..=5));
                let operator = *self.choose(&[Operator::FloorDiv, Operator::Mod]);
                binary(operator, leaf, divisor)
            }
            6 => {
                let other = self.leaf();
                binary(Operator::Xor, leaf, other)
            }
            7 => {
                let divisor = self.size();
                let operator = *self.choose(&[Operator::Div, Operator::Rem]);
                binary(operator, leaf, divisor)
            }
            5 => product(leaf, Term::Constant(self.rng.i64(1..=5))),
            _ => leaf,
        }
    }

    /// A term that is typical for the size of a row.
    fn size(&mut self) -> Term {
        match self.arguments {
            0 => Term::Constant(self.rng.i64(2..=9)),
            count => Term::Argument(self.rng.usize(0..count)),
        }
    }

    fn choose<'t, T>(&mut self, all: &'t [T]) -> &'t T {
        &all[self.rng.usize(0..all.len())]
    }

    fn leaf(&mut self) -> Term {
        let variables = self.variables.clone();
        let carried = self.carried.clone();
        match self.rng.u8(0..8) {
            0 if self.arguments > 0 => Term::Argument(self.rng.usize(0..self.arguments)),
            1 => Term::Constant(self.rng.i64(-2..=9)),
            2 | 3 if !carried.is_empty() => Term::Carried(*self.choose(&carried)),
            _ if !variables.is_empty() => Term::Variable(*self.choose(&variables)),
            _ => Term::Constant(self.rng.i64(0..=9)),
        }
    }

    fn term(&mut self, size: usize) -> Term {
        if size <= 1 || self.rng.u8(0..4) == 0 {
            return self.leaf();
        }
        let (a, b) = (self.term(size - 1), self.term(size - 1));
        let operators = [
            Operator::Add,
            Operator::Add,
            Operator::Sub,
            Operator::Mul,
            Operator::Min,
            Operator::Max,
            Operator::FloorDiv,
            Operator::Mod,
        ];
        match *self.choose(&operators) {
            operator @ (Operator::FloorDiv | Operator::Mod) => {
                binary(operator, a, Term::Constant(self.rng.i64(1..=6)))
            }
            operator => binary(operator, a, b),
        }
    }
}

fn binary(operator: Operator, a: Term, b: Term) -> Term {
    Term::Binary(operator, Box::new(a), Box::new(b))
}

fn sum(a: Term, b: Term) -> Term {
    binary(Operator::Add, a, b)
}

fn product(a: Term, b: Term) -> Term {
    binary(Operator::Mul, a, b)
}
