//! Definitions that come late: what was written with a leaf is written again once the leaf has turned out to
//! be something else, as if it had been known before.
//!
//! A union carries to everything built upon the leaf what the new form makes of it. What the operands as they
//! were written would tell now is not to be seen there any more, such as that a product has become a square.

use super::columns::State;
use super::engine::Engine;
use crate::term::Leaf;
use hashbrown::HashSet;

/// What was given a class, and what became known late.
#[derive(Clone, Default, Debug)]
pub(super) struct Late {
    /// Columns in the order in which they were given their classes, from the first carried argument on.
    settled: Vec<Leaf>,
    is_noting: bool,
    /// Leaves that have a definition since the others were written again.
    defined: Vec<Leaf>,
}

impl Late {
    /// Notes columns that are given a class from now on, as they may be built upon a leaf that is carried.
    pub(super) fn begin(&mut self) {
        self.is_noting = true;
    }

    /// How many columns have been noted.
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
    /// Writes again what was built upon leaves that have been defined meanwhile. Costs the size of what has
    /// been unfolded since the first of them.
    pub(super) fn write_late_again(&mut self) {
        if self.late.defined.is_empty() || !self.config.congruence {
            return;
        }
        let mut changed: HashSet<Leaf> = self.late.defined.drain(..).collect();
        let since = changed.iter().map(|&leaf| self.columns.entry(leaf).since);
        let mut next = since.min().unwrap_or_default() as usize;
        while let Some(&number) = self.late.settled.get(next) {
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
