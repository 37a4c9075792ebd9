//! Late definitions: terms that were built over a leaf are rebuilt once the leaf gets a definition, as if it had been
//! known before.
//!
//! A union propagates the new form to the terms over the leaf. It does not repeat the rewrites that depend on the
//! original operands, such as recognizing that a product has become a square.

use super::columns::State;
use super::define::Definitions;
use super::knowledge::Knowledge;
use crate::term::Leaf;
use hashbrown::HashSet;

impl Definitions<'_> {
    /// Rebuilds the terms over leaves that got a definition. Costs the size of all terms since the first of these
    /// leaves was created.
    pub(super) fn write_late_again(&mut self, known: &mut Knowledge<'_>) {
        if self.agenda.late.defined.is_empty() || !self.config.congruence {
            return;
        }
        let mut changed: HashSet<Leaf> = self.agenda.late.defined.drain(..).collect();
        let since = changed.iter().map(|&leaf| known.columns.entry(leaf).since);
        let mut next = since.min().unwrap_or_default() as usize;
        while let Some(&number) = self.agenda.late.settled.get(next) {
            next += 1;
            let entry = known.columns.entry(number);
            let (State::Done(own), Some(definition)) = (&entry.state, &entry.definition) else {
                continue;
            };
            let (own, definition) = (*own, definition.clone());
            let mut is_built_upon = false;
            definition.term.for_each_leaf(&mut |&column| {
                let leaf = known.columns.get(column);
                is_built_upon |= leaf.is_some_and(|leaf| changed.contains(&leaf));
            });
            if is_built_upon {
                changed.insert(number);
                let again = self.intern_unfolded(known, &definition.term);
                known.egraph.replace(own, again);
            }
        }
        known.refresh_facts();
    }
}
