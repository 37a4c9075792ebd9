//! What has been found out so far, for those who show it.

use super::columns::State;
use super::engine::Engine;
use super::facts::{FactOrigin, Stated};
use crate::program::{Column, OpId, Point};
use crate::term::{Id, Leaf};
use std::sync::Arc;

impl Engine<'_> {
    /// The column that a leaf of the store stands for.
    pub fn column_of(&self, leaf: Leaf) -> Column {
        self.columns.entry(leaf).column
    }

    /// The columns that have been unfolded, each with its class, in the order in which they were met.
    pub fn defined_columns(&self) -> impl Iterator<Item = (Column, Id)> {
        self.columns.all().filter_map(|entry| match entry.state {
            State::Done(id) => Some((entry.column, self.egraph.find(id))),
            _ => None,
        })
    }

    /// The loop or the join that an invariant is of.
    pub fn op_of_invariant(&self, number: u32) -> Option<OpId> {
        Some(self.invariants.all.get(number as usize)?.op)
    }

    /// What holds at a point because control has come there, as it was stated, with what stated it:
    /// in the order of the program. Costs the number of facts that were ever put down.
    pub fn facts_at(&mut self, point: Point) -> Vec<(FactOrigin, Arc<Stated>)> {
        self.enter(point);
        let mut found: Vec<(FactOrigin, Arc<Stated>)> = vec![];
        for number in self.facts.numbers() {
            if !self.is_visible(number, Some(point)) {
                continue;
            }
            let fact = self.facts.get(number);
            // One condition may have been several linear facts.
            if !found
                .iter()
                .rev()
                .any(|(_, stated)| Arc::ptr_eq(stated, &fact.stated))
            {
                found.push((fact.origin.clone(), fact.stated.clone()));
            }
        }
        let path = self.path(point);
        for (from, origin, stated) in self.facts.restated() {
            if from.is_none_or(|from| path.passes(from)) {
                found.push((origin.clone(), stated.clone()));
            }
        }
        found.sort_by_key(|(origin, _)| match origin {
            FactOrigin::Size(column) => (0, column.value().map_or(0, |value| value.0)),
            FactOrigin::Rule(_, op) => (1, op.0),
            FactOrigin::Invariant(number) => (2, *number),
            FactOrigin::Assumption(number) => (3, *number),
        });
        found
    }
}
