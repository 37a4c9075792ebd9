//! The instances of the accesses of a nest, by execution.

use super::{Loop, Nest, Operator, Statement, Term, View};
use hashbrown::HashMap;
use std::cell::Cell;

/// The inputs of an execution.
#[derive(Clone, Debug)]
pub(crate) struct Inputs {
    pub(crate) arguments: Vec<i64>,
    /// The sizes of the buffer.
    pub(crate) sizes: Vec<i64>,
}

/// An instance of an access.
#[derive(Clone, Debug)]
pub(crate) struct Event {
    pub(crate) access: usize,
    /// The values of the variables around it, from the outermost one.
    pub(crate) variables: Vec<(usize, i64)>,
    /// The indices of the view.
    pub(crate) indices: Vec<i64>,
    /// The elements of the buffer.
    pub(crate) elements: Vec<Vec<i64>>,
}

/// The number of instances after which an execution is abandoned.
const MAX_EVENTS: usize = 20_000;

struct Execution<'n> {
    nest: &'n Nest,
    inputs: &'n Inputs,
    known: HashMap<usize, i64>,
    variables: Vec<(usize, i64)>,
    events: Vec<Event>,
    steps: usize,
    /// Whether an op had undefined behavior.
    is_undefined: Cell<bool>,
}

/// All instances; none if there are too many, or if behavior is undefined.
pub(crate) fn events(nest: &Nest, inputs: &Inputs) -> Option<Vec<Event>> {
    let mut execution = Execution {
        nest,
        inputs,
        known: HashMap::new(),
        variables: vec![],
        events: vec![],
        steps: 0,
        is_undefined: Cell::new(false),
    };
    execution.block(&nest.body)?;
    (!execution.is_undefined.get()).then_some(execution.events)
}

impl Execution<'_> {
    fn block(&mut self, block: &[Statement]) -> Option<()> {
        block
            .iter()
            .try_for_each(|statement| self.statement(statement))
    }

    /// Counts a step; none if there are too many.
    fn step(&mut self) -> Option<()> {
        self.steps += 1;
        (self.steps <= 20 * MAX_EVENTS && self.events.len() <= MAX_EVENTS).then_some(())
    }

    fn statement(&mut self, statement: &Statement) -> Option<()> {
        self.step()?;
        match statement {
            Statement::Loop(it) => self.a_loop(it),
            Statement::Guard {
                equal,
                sides: [a, b],
                branches: [then, otherwise],
            } => {
                let (a, b) = (self.value(a), self.value(b));
                let holds = if *equal { a == b } else { a < b };
                self.block(if holds { then } else { otherwise })
            }
            Statement::Access(number) => {
                self.access(*number);
                Some(())
            }
        }
    }

    fn a_loop(&mut self, it: &Loop) -> Option<()> {
        let mut ranges = vec![];
        for (variable, lower, upper, step) in &it.variables {
            let (lower, upper) = (self.value(lower), self.value(upper));
            ranges.push((*variable, lower, upper, *step));
        }
        let mut carried = it
            .carried
            .as_ref()
            .map(|(_, initial, _)| self.value(initial));
        self.iterate(it, &ranges, &mut carried)
    }

    fn iterate(
        &mut self,
        it: &Loop,
        ranges: &[(usize, i64, i64, i64)],
        carried: &mut Option<i64>,
    ) -> Option<()> {
        let [(variable, lower, upper, step), rest @ ..] = ranges else {
            if let (Some((number, _, _)), Some(value)) = (&it.carried, &carried) {
                self.known.insert(*number, *value);
            }
            self.block(&it.body)?;
            if let (Some((_, _, increment)), Some(value)) = (&it.carried, carried) {
                *value += self.value(increment);
            }
            return Some(());
        };
        let mut value = *lower;
        while value < *upper {
            // A loop may have no statements.
            self.step()?;
            self.known.insert(*variable, value);
            self.variables.push((*variable, value));
            self.iterate(it, rest, carried)?;
            self.variables.pop();
            value += step;
        }
        Some(())
    }

    fn access(&mut self, number: usize) {
        let nest = self.nest;
        let touch = &nest.accesses[number];
        let indices: Vec<i64> = touch.indices.iter().map(|it| self.value(it)).collect();
        let first = match &touch.view {
            View::Whole => indices.clone(),
            View::Slice(offsets, strides) => {
                let steps = offsets.iter().zip(strides).zip(&indices);
                steps
                    .map(|((offset, stride), index)| self.value(offset) + stride * index)
                    .collect()
            }
            View::Transposed => indices.iter().rev().copied().collect(),
            View::Rows(length) => vec![indices[0] * length + indices[1]],
            View::Flat => {
                let length = self.inputs.sizes[1];
                vec![indices[0].div_euclid(length), indices[0].rem_euclid(length)]
            }
        };
        let last = first.len() - 1;
        let elements = (0..touch.width).map(|moved| {
            let mut element = first.clone();
            element[last] += moved;
            element
        });
        self.events.push(Event {
            access: number,
            variables: self.variables.clone(),
            elements: elements.collect(),
            indices,
        });
    }

    fn value(&self, term: &Term) -> i64 {
        match term {
            Term::Variable(number) | Term::Carried(number) => self.known[number],
            Term::Argument(number) => self.inputs.arguments[*number],
            Term::Constant(value) => *value,
            Term::Binary(operator, a, b) => {
                let (a, b) = (self.value(a), self.value(b));
                match operator {
                    Operator::Add => a.wrapping_add(b),
                    Operator::Sub => a.wrapping_sub(b),
                    Operator::Mul => a.wrapping_mul(b),
                    Operator::FloorDiv => a.div_euclid(b),
                    Operator::Mod => a.rem_euclid(b),
                    Operator::Min => a.min(b),
                    Operator::Max => a.max(b),
                    Operator::Xor => a ^ b,
                    // Division by 0 is undefined behavior.
                    Operator::Div | Operator::Rem if b == 0 => {
                        self.is_undefined.set(true);
                        0
                    }
                    Operator::Div => a.wrapping_div(b),
                    Operator::Rem => a.wrapping_rem(b),
                }
            }
        }
    }
}
