//! Executions of a function on small inputs, which record the accesses.
//!
//! Values are computed by the definitions of the rules; loops and branches are executed. What an op without a
//! definition computes is unknown, and so is what depends on it: an access with an unknown index, or under an unknown
//! condition, is not recorded. A load from a buffer that the function is given and only reads gives an input. So each recorded access occurs when the function runs on the inputs,
//! provided that all other ops return.

mod confirm;
mod constants;
mod contents;
mod control;
mod fit;
mod inputs;
mod requirements;
mod search;
mod threads;
mod values;
mod visits;
mod words;

pub use contents::Content;
pub(crate) use inputs::{Choices, Inputs};
pub(crate) use search::{ALL_ATTEMPTS, FIRST_ATTEMPTS, LATER_ATTEMPTS, Search};
pub use visits::Visit;

use crate::lanes::Lane;
use crate::nest::Level;
use crate::term::Term;
use calipers_engine::analysis::Analysis;
use calipers_number::{Int, Range};
use calipers_program::{BlockId, Column, OpId, Program, ValueId};
use calipers_rules::WordTerm;
use calipers_support::order::Order;
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
    /// The inputs that it reads from memory.
    pub contents: Vec<Content>,
    /// The lane of a tensor of pointers.
    pub lane: Vec<Int>,
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
    /// The lanes, each of which is recorded.
    pub(crate) lanes: Vec<Lane>,
    /// The condition under which alone a lane accesses an element.
    pub(crate) mask: Option<Term>,
    /// Conditions that hold in all executions that are asked about.
    pub(crate) given: Vec<Term>,
}

/// A recorded access.
#[derive(Clone, Debug)]
pub(crate) struct Event {
    /// The number of the access among those that are watched.
    pub(crate) watched: usize,
    pub(crate) variables: Vec<(ValueId, Int)>,
    pub(crate) lane: Vec<Int>,
    pub(crate) values: Vec<Option<Int>>,
    /// The inputs that were read from memory, by their numbers.
    pub(crate) contents: Vec<usize>,
}

/// How the execution goes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Flow {
    Continues,
    /// The function ends, or what it does next is unknown.
    Ends,
}

/// A term that a column equals under conditions, or a condition that holds under others.
type Conditional = (Vec<Term>, Term);

/// What is the same in all executions.
#[derive(Default)]
pub(crate) struct Memo {
    definitions: HashMap<Column, Arc<[Conditional]>>,
    /// What the rules require of the operands of ops.
    requirements: HashMap<OpId, Arc<[Conditional]>>,
    /// The loads that read inputs.
    loads: HashMap<ValueId, Option<Arc<contents::Load>>>,
    /// The bits of values, by the word rules of the ops that define them.
    words: HashMap<ValueId, Option<Arc<WordTerm>>>,
    /// The ranges of inputs.
    ranges: HashMap<Column, Range>,
}

/// An execution.
pub(crate) struct Run<'r, 'p> {
    program: &'p dyn Program,
    analysis: &'r mut Analysis<'p>,
    memo: &'r mut Memo,
    /// The ops that contain accesses to be recorded.
    relevant: &'r HashSet<OpId>,
    watched: &'r [Watched],
    inputs: Inputs,
    known: HashMap<Column, Option<Int>>,
    /// The number of the input that a load has read last.
    loaded: HashMap<ValueId, usize>,
    /// The columns in `known`, in order of insertion.
    trail: Vec<Column>,
    variables: Vec<(ValueId, Int)>,
    events: Vec<Event>,
    /// The number of ops that may still be executed.
    fuel: usize,
    /// The number of iterations that are executed of a loop at most.
    iterations: usize,
    /// Whether it ends where it depends on an input, and records all lanes.
    is_only: bool,
    /// Whether all instances of the watched ops have been recorded so far.
    is_complete: bool,
    /// Whether an op was undefined, so that the program has no such execution.
    is_undefined: bool,
    /// The number of definitions that are being evaluated.
    depth: usize,
}

impl Run<'_, '_> {
    fn block(&mut self, block: BlockId) -> Flow {
        let program = self.program;
        for &op in program.block_ops(block) {
            let is_over = self.is_only && !self.inputs.is_empty();
            let Some(fuel) = self.fuel.checked_sub(1).filter(|_| !is_over) else {
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
            let Watched {
                terms,
                lanes,
                mask,
                given,
                ..
            } = &self.watched[watched];
            // What does not depend on the lane is computed once.
            for term in terms.iter().chain(mask).chain(given) {
                term.for_each_leaf(&mut |&column| {
                    if column.value().is_some() {
                        self.column(column);
                    }
                });
            }
            for lane in self.chosen_lanes(lanes) {
                let Some(fuel) = self.fuel.checked_sub(usize::from(!lanes.is_empty())) else {
                    self.is_complete = false;
                    return;
                };
                self.fuel = fuel;
                let length = self.trail.len();
                for (own, at) in lanes.iter().zip(&lane) {
                    self.set(Column::Symbol(own.symbol), Some(at.clone()));
                }
                let accesses = mask.as_ref().map(|mask| self.term(mask));
                self.is_complete &= accesses != Some(None);
                let accesses = accesses.is_none_or(|it| it.is_some_and(|it| !it.is_zero()));
                let mut given = given.iter();
                if accesses && given.all(|it| self.term(it).is_none_or(|it| !it.is_zero())) {
                    let values = terms.iter().map(|term| self.term(term)).collect();
                    self.events.push(Event {
                        watched,
                        variables: self.variables.clone(),
                        lane,
                        values,
                        contents: self.contents_read(),
                    });
                }
                self.forget(length);
            }
        }
    }

    /// The lanes that are recorded: all, or the first, middle and last ones of each dimension, and those where a row
    /// of a small tile often ends.
    fn chosen_lanes(&mut self, lanes: &[Lane]) -> Vec<Vec<Int>> {
        let limit = match lanes.len() {
            _ if self.is_only => i64::try_from(self.fuel).unwrap_or(i64::MAX),
            1 => 40,
            2 => 4,
            _ => 2,
        };
        let mut all = vec![vec![]];
        for lane in lanes {
            if all.len() > self.fuel {
                self.is_complete = false;
                break;
            }
            let first = 0..lane.count.min(limit);
            let mut rest = vec![16, 32, lane.count / 2, lane.count - 1];
            rest.order();
            let rest = rest.into_iter();
            let rest = rest.filter(|at| (limit..lane.count).contains(at));
            let mut chosen: Vec<i64> = first.chain(rest).collect();
            chosen.dedup();
            self.is_complete &= chosen.len() as i64 == lane.count;
            let with = |lane: &Vec<Int>| {
                let all = chosen.iter().map(|&at| {
                    let mut lane = lane.clone();
                    lane.push(Int::from(at));
                    lane
                });
                all.collect::<Vec<_>>()
            };
            all = all.iter().flat_map(with).collect();
        }
        all
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
