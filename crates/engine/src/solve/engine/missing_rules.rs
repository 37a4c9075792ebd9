//! Finds the ops without rules below a column, to explain an unknown answer.

use super::Engine;
use crate::program::{Column, OpId};
use crate::rules::{Place, owner};
use crate::term::Expr;
use calipers_support::order::Order;
use hashbrown::HashMap;
use std::sync::Arc;

/// Maximum number of reported ops, the first ones in program order.
const MAX: usize = 64;

/// A column on the stack of the search.
struct Visit {
    column: Column,
    /// The columns below it that were not visited yet.
    rest: Vec<Column>,
    /// The lowest stack index that is reachable from this column.
    lowest: usize,
    found: Vec<OpId>,
}

impl Visit {
    fn take(&mut self, found: &[OpId]) {
        self.found.extend_from_slice(found);
        self.found.order();
        self.found.dedup();
        self.found.truncate(MAX);
    }
}

impl Engine<'_> {
    /// The ops without rules whose results the terms depend on, by definitions and loop-carried values; in program
    /// order, at most 64. Each column is visited once over all queries.
    pub fn unknown_ops(&mut self, terms: &[&Expr<Column>]) -> Vec<OpId> {
        let mut columns = vec![];
        for term in terms {
            term.for_each_leaf(&mut |&column| columns.push(column));
        }
        let mut found = vec![];
        for column in columns {
            found.extend_from_slice(&self.unknown_below(column));
        }
        found.order();
        found.dedup();
        found.truncate(MAX);
        found
    }

    /// Tarjan's algorithm for strongly connected components: all columns of a cycle through a loop have the same ops
    /// below them. The stack is explicit.
    fn unknown_below(&mut self, column: Column) -> Arc<[OpId]> {
        let late = self.definitions.agenda.late.count;
        if std::mem::replace(&mut self.scope.unknown.late, late) != late {
            self.scope.unknown.below.clear();
        }
        let mut numbers: HashMap<Column, usize> = HashMap::new();
        let mut open: Vec<Column> = vec![];
        let mut visits: Vec<Visit> = vec![];
        let mut next = Some(column);
        loop {
            if let Some(column) = next.take()
                && !self.scope.unknown.below.contains_key(&column)
            {
                match numbers.get(&column) {
                    Some(&number) => {
                        if let Some(above) = visits.last_mut() {
                            above.lowest = above.lowest.min(number);
                        }
                    }
                    None => {
                        let (rest, found) = self.made_of(column);
                        numbers.insert(column, open.len());
                        visits.push(Visit {
                            column,
                            rest,
                            lowest: open.len(),
                            found: found.into_iter().collect(),
                        });
                        open.push(column);
                        continue;
                    }
                }
            }
            let Some(top) = visits.last_mut() else {
                break;
            };
            if let Some(column) = top.rest.pop() {
                match self.scope.unknown.below.get(&column) {
                    Some(found) => top.take(&found.clone()),
                    None => next = Some(column),
                }
                continue;
            }
            let Some(done) = visits.pop() else {
                break;
            };
            if numbers.get(&done.column) == Some(&done.lowest) {
                let found: Arc<[OpId]> = done.found.as_slice().into();
                for column in open.drain(done.lowest..) {
                    self.scope.unknown.below.insert(column, found.clone());
                }
            }
            if let Some(above) = visits.last_mut() {
                above.lowest = above.lowest.min(done.lowest);
                above.take(&done.found);
            }
        }
        self.scope
            .unknown
            .below
            .get(&column)
            .cloned()
            .unwrap_or_default()
    }

    /// The columns that a column depends on, and the op without rules that produces it.
    fn made_of(&mut self, column: Column) -> (Vec<Column>, Option<OpId>) {
        if self.known.columns.done(column).is_none() {
            self.class(column);
        }
        let number = self.known.columns.number(column);
        let entry = self.known.columns.entry(number);
        let mut below = vec![];
        if let Some(definition) = &entry.definition {
            definition
                .term
                .for_each_leaf(&mut |&column| below.push(column));
            return (below, None);
        }
        if let Some(carried) = &entry.carried {
            below.extend([carried.initial, carried.yielded]);
        }
        let owner = column.value().and_then(|it| owner(self.program, it));
        let unknown = match owner {
            Some((op, Place::Result(_))) => Some(op),
            _ => None,
        };
        let has_no_rules = |&op: &OpId| self.rules.op(self.program.op_name(op)).is_none();
        (below, unknown.filter(has_no_rules))
    }
}
