//! Parked work: rules whose guards may become true, inductions whose steps may become provable, loop results. An
//! induction may succeed only after other columns were defined with its argument as a leaf. Parked work is retried
//! then, so that answers do not depend on the order of definitions.

use super::agenda::{Parked, Waiting};
use super::columns::{Induction, State};
use super::define::{Attempt, Definitions, Frame};
use super::knowledge::Knowledge;
use crate::program::Column;
use crate::term::Id;
use calipers_support::order::Order;
use smallvec::SmallVec;
use std::sync::Arc;

impl Definitions<'_> {
    /// Parks work until one of these columns or conditions becomes constant.
    pub(super) fn park(
        &mut self,
        known: &mut Knowledge<'_>,
        mut open: Vec<Column>,
        mut conditions: SmallVec<[Id; 1]>,
        waiting: Waiting,
    ) {
        // Without a carried column, no class changes later.
        if !self.agenda.late.is_noting {
            conditions.clear();
        }
        open.order();
        open.dedup();
        // A column that is being defined has its class soon.
        let is_visiting = |&column: &Column| {
            let leaf = known.columns.get(column);
            leaf.is_some_and(|leaf| matches!(known.columns.entry(leaf).state, State::Visiting))
        };
        self.agenda.has_news |= open.iter().any(is_visiting);
        if !open.is_empty() || !conditions.is_empty() {
            self.agenda.parked.push(Parked {
                open,
                conditions,
                waiting,
            });
        }
    }

    /// Retries the parked work that a successful induction may have unblocked.
    pub(super) fn take_up_parked(&mut self, known: &mut Knowledge<'_>, stack: &mut Vec<Frame>) {
        self.agenda.has_news = false;
        let parked = std::mem::take(&mut self.agenda.parked);
        let (inductions, parked) = parked
            .into_iter()
            .partition::<Vec<Parked>, _>(|it| matches!(it.waiting, Waiting::Induction(_)));
        // Inductions last, when everything else has its class: what is pushed first is done last.
        for work in inductions.into_iter().chain(parked) {
            let is_known = |&column: &Column| self.is_known_by_now(known, column, work.waiting);
            let is_decided = |&condition: &Id| known.egraph.as_constant(condition).is_some();
            let is_ready = matches!(work.waiting, Waiting::Induction(_))
                || work.open.iter().any(is_known)
                || work.conditions.iter().any(is_decided);
            if !is_ready {
                self.agenda.parked.push(work);
                continue;
            }
            match work.waiting {
                Waiting::Column(column) | Waiting::Result(column) => {
                    stack.push(Frame::Renew(column));
                }
                Waiting::Fact(op, anchor, number) => self.agenda.renewed.push((op, anchor, number)),
                Waiting::Induction(argument) => {
                    let number = known.columns.number(argument);
                    known.columns.entry_mut(number).induction = Induction::Begun;
                    stack.push(Frame::Decide(argument));
                }
            }
        }
    }

    fn is_known_by_now(&self, known: &Knowledge<'_>, column: Column, waiting: Waiting) -> bool {
        let Some(leaf) = known.columns.get(column) else {
            return false;
        };
        let entry = known.columns.entry(leaf);
        match entry.state {
            _ if matches!(waiting, Waiting::Result(_)) => entry.definition.is_some(),
            State::Done(id) => known.egraph.as_constant(id).is_some(),
            _ => false,
        }
    }

    /// Retries the definition of a leaf that had none.
    pub(super) fn renew(
        &mut self,
        known: &mut Knowledge<'_>,
        column: Column,
        stack: &mut Vec<Frame>,
    ) {
        let number = known.columns.number(column);
        let entry = known.columns.entry(number);
        if entry.definition.is_some() || !matches!(entry.state, State::Done(_)) {
            return;
        }
        let definition = match self.attempt(known, column) {
            Attempt::Demand(columns) => {
                stack.push(Frame::Renew(column));
                self.push_new(known, columns, stack);
                return;
            }
            Attempt::Carried(carried) if carried.argument == column => None,
            Attempt::Carried(carried) => match self.after_all_trips(known, carried) {
                Ok(definition) => definition,
                Err(demand) => {
                    stack.push(Frame::Renew(column));
                    self.push_new(known, vec![demand], stack);
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
        known.columns.entry_mut(number).definition = Some(Arc::new(definition));
        stack.push(Frame::Unite(column));
        self.push_new(known, needed, stack);
    }
}
