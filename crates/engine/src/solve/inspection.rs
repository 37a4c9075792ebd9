//! Read access to the state of the engine, for explanation and display.

use super::columns::State;
use super::engine::Engine;
use super::facts::{FactOrigin, Stated};
use crate::program::{Column, OpId, Point};
use crate::term::{Id, Leaf};
use std::sync::Arc;

impl Engine<'_> {
    /// The column that a leaf of the e-graph represents.
    pub fn column_of(&self, leaf: Leaf) -> Column {
        self.columns.entry(leaf).column
    }

    /// The columns that have a class, in order of insertion.
    pub fn defined_columns(&self) -> impl Iterator<Item = (Column, Id)> {
        self.columns.all().filter_map(|entry| match entry.state {
            State::Done(id) => Some((entry.column, self.egraph.find(id))),
            _ => None,
        })
    }

    /// The loop or join op that an invariant belongs to.
    pub fn op_of_invariant(&self, number: u32) -> Option<OpId> {
        Some(self.invariants.all.get(number as usize)?.op)
    }

    /// The first fact visible at a point that never holds, as the rules state it, with its origin.
    pub fn refuted_at(&self, point: Point) -> Option<(FactOrigin, Arc<Stated>)> {
        let mut refuted = self.facts.refuted().iter();
        let first = refuted.find(|&&it| self.is_visible(it, Some(point)))?;
        let fact = self.facts.get(*first);
        Some((fact.origin.clone(), fact.stated.clone()))
    }

    /// The facts visible at a point, as the rules state them, with their origins, in program order. Costs the number of
    /// all facts.
    pub fn facts_at(&mut self, point: Point) -> Vec<(FactOrigin, Arc<Stated>)> {
        self.enter(point);
        let mut found: Vec<(FactOrigin, Arc<Stated>)> = vec![];
        for number in self.facts.numbers() {
            if !self.is_visible(number, Some(point)) {
                continue;
            }
            let fact = self.facts.get(number);
            // One condition may have become several linear facts.
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
