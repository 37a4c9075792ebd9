//! What waits for something to become known: rules whose guards may come to hold, inductions whose
//! steps may, results of loops. Whether an argument of a loop always has its initial value is seen
//! only after much has been unfolded with it as a leaf; what is known must not depend on when.

use super::columns::{Induction, State};
use super::define::{Attempt, Frame};
use super::engine::Engine;
use crate::program::{Column, OpId};
use crate::rules::Anchor;
use std::sync::Arc;

/// What is to be tried again.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Waiting {
    /// The definition of a column, which has none so far.
    Column(Column),
    /// The result of a loop, until the induction holds.
    Result(Column),
    /// The fact of that number among those of an op, at an anchor.
    Fact(OpId, Anchor, usize),
}

/// What is to be tried again once one of these columns is a constant; of a loop's result, once the
/// argument has a definition.
#[derive(Clone, Debug)]
pub(super) struct Parked {
    open: Vec<Column>,
    waiting: Waiting,
}

impl Engine<'_> {
    /// Notes what to try again when something more is known of one of these columns.
    pub(super) fn park(&mut self, mut open: Vec<Column>, waiting: Waiting) {
        open.sort_unstable();
        open.dedup();
        // What is being unfolded has its class soon.
        let is_visiting = |&column: &Column| {
            let leaf = self.columns.get(column);
            leaf.is_some_and(|leaf| matches!(self.columns.entry(leaf).state, State::Visiting))
        };
        self.has_news |= open.iter().any(is_visiting);
        if !open.is_empty() {
            self.parked.push(Parked { open, waiting });
        }
    }

    /// Tries again what an induction that held may have decided.
    pub(super) fn take_up_parked(&mut self, stack: &mut Vec<Frame>) {
        self.has_news = false;
        let changing = std::mem::take(&mut self.changing);
        for &argument in &changing {
            let number = self.columns.number(argument);
            self.columns.entry_mut(number).induction = Induction::Begun;
            stack.push(Frame::Decide(argument));
        }
        let parked = std::mem::take(&mut self.parked);
        for Parked { open, waiting } in parked {
            if !open
                .iter()
                .any(|&column| self.is_known_by_now(column, waiting))
            {
                self.parked.push(Parked { open, waiting });
                continue;
            }
            match waiting {
                Waiting::Column(column) | Waiting::Result(column) => {
                    stack.push(Frame::Renew(column));
                }
                Waiting::Fact(op, anchor, number) => self.renewed.push((op, anchor, number)),
            }
        }
    }

    fn is_known_by_now(&self, column: Column, waiting: Waiting) -> bool {
        let Some(leaf) = self.columns.get(column) else {
            return false;
        };
        let entry = self.columns.entry(leaf);
        match entry.state {
            _ if matches!(waiting, Waiting::Result(_)) => entry.definition.is_some(),
            State::Done(id) => self.egraph.as_constant(id).is_some(),
            _ => false,
        }
    }

    /// Defines a leaf that had no definition, if it has one now.
    pub(super) fn renew(&mut self, column: Column, stack: &mut Vec<Frame>) {
        let number = self.columns.number(column);
        let entry = self.columns.entry(number);
        if entry.definition.is_some() || !matches!(entry.state, State::Done(_)) {
            return;
        }
        let definition = match self.attempt(column) {
            Attempt::Demand(columns) => {
                stack.push(Frame::Renew(column));
                self.push_new(columns, stack);
                return;
            }
            Attempt::Carried(carried) if carried.argument == column => None,
            Attempt::Carried(carried) => match self.after_all_trips(carried) {
                Ok(definition) => definition,
                Err(demand) => {
                    stack.push(Frame::Renew(column));
                    self.push_new(vec![demand], stack);
                    return;
                }
            },
            Attempt::Defined(definition) => definition,
        };
        let Some(definition) = definition else {
            return;
        };
        let mut needed = vec![];
        definition
            .term
            .for_each_leaf(&mut |&leaf| needed.push(leaf));
        self.columns.entry_mut(number).definition = Some(Arc::new(definition));
        stack.push(Frame::Unite(column));
        self.push_new(needed, stack);
    }
}
