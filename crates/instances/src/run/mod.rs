//! Executions of a function on small inputs, which record the accesses.
//!
//! Values are computed by the definitions of the rules; loops and branches are executed. What an op without a
//! definition computes, such as a load, is unknown, and so is what depends on it: an access with an unknown index, or
//! under an unknown condition, is not recorded. So each recorded access occurs when the function runs on the inputs,
//! provided that all other ops return.

mod control;
mod inputs;
mod search;
mod values;

pub(crate) use inputs::{Choices, Inputs};
pub(crate) use search::Search;

use crate::nest::Level;
use crate::term::Term;
use calipers_engine::analysis::Analysis;
use calipers_number::Int;
use calipers_program::{BlockId, Column, OpId, Program, ValueId};
use hashbrown::{HashMap, HashSet};
use std::sync::Arc;

/// An execution of an access.
#[derive(Clone, PartialEq, Debug)]
pub struct Instance {
    /// The access.
    pub op: OpId,
    /// The values of the induction variables and ids around it, from the outermost one.
    pub variables: Vec<(ValueId, Int)>,
    /// The inputs of the execution: the arguments and sizes that matter.
    pub inputs: Vec<(Column, Int)>,
    /// The first element that it touches, as indices of the buffer that it accesses.
    pub element: Vec<Int>,
}

impl Instance {
    /// The value of a variable.
    pub fn value_of(&self, variable: ValueId) -> Option<Int> {
        let mut variables = self.variables.iter();
        let found = variables.find(|(other, _)| *other == variable);
        found.map(|(_, value)| value.clone())
    }
}

/// What is recorded when an access executes.
#[derive(Clone, Debug)]
pub(crate) struct Watched {
    pub(crate) op: OpId,
    /// Terms whose values are recorded.
    pub(crate) terms: Vec<Term>,
}

/// A recorded access.
#[derive(Clone, Debug)]
pub(crate) struct Event {
    /// The number of the access among those that are watched.
    pub(crate) watched: usize,
    pub(crate) variables: Vec<(ValueId, Int)>,
    pub(crate) values: Vec<Option<Int>>,
}

/// How the execution goes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Flow {
    Continues,
    /// The function ends, or what it does next is unknown.
    Ends,
}

/// A term that a column equals under conditions.
type Conditional = (Vec<Term>, Term);

/// An execution.
pub(crate) struct Run<'r, 'p> {
    program: &'p dyn Program,
    analysis: &'r mut Analysis<'p>,
    definitions: &'r mut HashMap<Column, Arc<[Conditional]>>,
    /// The ops that contain accesses to be recorded.
    relevant: &'r HashSet<OpId>,
    watched: &'r [Watched],
    inputs: Inputs,
    known: HashMap<Column, Option<Int>>,
    /// The columns in `known`, in order of insertion.
    trail: Vec<Column>,
    variables: Vec<(ValueId, Int)>,
    events: Vec<Event>,
    /// The number of ops that may still be executed.
    fuel: usize,
    /// The number of iterations that are executed of a loop at most.
    iterations: usize,
    /// Whether all instances of the watched ops have been recorded so far.
    is_complete: bool,
    /// The number of definitions that are being evaluated.
    depth: usize,
}

impl Run<'_, '_> {
    fn block(&mut self, block: BlockId) -> Flow {
        let program = self.program;
        for &op in program.block_ops(block) {
            let Some(fuel) = self.fuel.checked_sub(1) else {
                self.is_complete = false;
                return Flow::Ends;
            };
            self.fuel = fuel;
            self.record(op);
            if self.op(op) == Flow::Ends {
                return Flow::Ends;
            }
        }
        Flow::Continues
    }

    fn record(&mut self, op: OpId) {
        for watched in 0..self.watched.len() {
            if self.watched[watched].op != op {
                continue;
            }
            let terms = &self.watched[watched].terms;
            let values = terms.iter().map(|term| self.term(term)).collect();
            self.events.push(Event {
                watched,
                variables: self.variables.clone(),
                values,
            });
        }
    }
}

/// The level variables of an event that belong to a level.
pub(crate) fn values_at(event: &Event, level: &Level) -> Option<Vec<Int>> {
    let value = |variable: &ValueId| {
        let mut known = event.variables.iter();
        let found = known.find(|(other, _)| other == variable);
        found.map(|(_, value)| value.clone())
    };
    level.variables.iter().map(value).collect()
}
