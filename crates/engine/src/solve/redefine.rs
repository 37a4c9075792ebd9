//! Late definitions: terms that were built over a leaf are rebuilt once the leaf gets a definition, as if it had been
//! known before.
//!
//! A union propagates the new form to the terms over the leaf. It does not repeat the rewrites that depend on the
//! original operands, such as recognizing that a product has become a square.

use super::columns::State;
use super::engine::Engine;
use crate::term::Leaf;
use hashbrown::HashSet;

/// The log of defined columns, and the leaves that got a definition late.
#[derive(Clone, Default, Debug)]
pub(super) struct Late {
    /// The columns in the order in which they got their classes, from the first carried argument on.
    settled: Vec<Leaf>,
    is_noting: bool,
    /// The leaves that got a definition since the last rebuild.
    defined: Vec<Leaf>,
}

impl Late {
    /// Starts the log: columns from now on may be built over a carried leaf.
    pub(super) fn begin(&mut self) {
        self.is_noting = true;
    }

    /// The length of the log.
    pub(super) fn noted(&self) -> u32 {
        self.settled.len() as u32
    }

    pub(super) fn note_settled(&mut self, column: Leaf) {
        if self.is_noting {
            self.settled.push(column);
        }
    }

    pub(super) fn note_defined(&mut self, leaf: Leaf) {
        self.defined.push(leaf);
    }
}

impl Engine<'_> {
    /// Rebuilds the terms over leaves that got a definition. Costs the size of all terms since the first of these
    /// leaves was created.
    pub(super) fn write_late_again(&mut self) {
        if self.agenda.late.defined.is_empty() || !self.config.congruence {
            return;
        }
        let mut changed: HashSet<Leaf> = self.agenda.late.defined.drain(..).collect();
        let since = changed.iter().map(|&leaf| self.columns.entry(leaf).since);
        let mut next = since.min().unwrap_or_default() as usize;
        while let Some(&number) = self.agenda.late.settled.get(next) {
            next += 1;
            let entry = self.columns.entry(number);
            let (State::Done(own), Some(definition)) = (&entry.state, &entry.definition) else {
                continue;
            };
            let (own, definition) = (*own, definition.clone());
            let mut is_built_upon = false;
            definition.term.for_each_leaf(&mut |&column| {
                let leaf = self.columns.get(column);
                is_built_upon |= leaf.is_some_and(|leaf| changed.contains(&leaf));
            });
            if is_built_upon {
                changed.insert(number);
                let again = self.intern_unfolded(&definition.term);
                self.egraph.replace(own, again);
            }
        }
        self.refresh_facts();
    }
}
