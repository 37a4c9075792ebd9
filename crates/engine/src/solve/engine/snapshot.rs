//! Snapshots: the state of an engine without its program, kept while the program is changed.

use super::Engine;
use crate::program::{Column, NoProgram, Program};
use crate::rules::Rules;

/// An engine without the program that it reads.
pub struct Snapshot<'r>(Engine<'r>);

impl Engine<'_> {
    /// Releases the program and keeps what the engine derived from it. `rules` replaces the engine's reference to the
    /// same rules.
    pub fn suspend(mut self, rules: &Rules) -> Snapshot<'_> {
        // The changed program may not have these points.
        self.take_unreached();
        Snapshot(self.moved_to(&NoProgram, rules))
    }

    /// Resumes a suspended engine. Everything that it has read of the program must be unchanged, under the same
    /// handles.
    pub fn resume<'p>(
        program: &'p dyn Program,
        rules: &'p Rules,
        memory: Snapshot<'_>,
    ) -> Engine<'p> {
        memory.0.moved_to(program, rules)
    }

    fn moved_to<'p>(self, program: &'p dyn Program, rules: &'p Rules) -> Engine<'p> {
        Engine {
            program,
            rules,
            config: self.config,
            definitions: self.definitions.moved_to(rules),
            known: self.known.moved_to(program),
            bounds: self.bounds,
            invariants: self.invariants,
            disequalities: self.disequalities,
            scope: self.scope,
        }
    }

    /// The number of columns in the table.
    pub fn met(&self) -> usize {
        self.known.columns.all().len()
    }

    /// The columns added after there were `count`.
    pub fn met_since(&self, count: usize) -> impl Iterator<Item = Column> {
        self.known
            .columns
            .all()
            .skip(count)
            .map(|entry| entry.column)
    }
}
