//! What an engine has found out, kept while the program is changed elsewhere.

use super::engine::Engine;
use crate::program::{Column, NoProgram, Program};
use crate::rules::Rules;

/// An engine without the program that it reads.
pub struct Snapshot<'r>(Engine<'r>);

/// Moves an engine to another program: all fields but what it reads are as they are.
macro_rules! moved {
    ($engine:expr, $program:expr, $rules:expr, [$($field:ident),* $(,)?]) => {{
        let Engine { program: _, rules: _, $($field),* } = $engine;
        Engine { program: $program, rules: $rules, $($field),* }
    }};
}

impl Engine<'_> {
    /// Lets go of the program, and keeps what was found out about it. The rules are those of the engine.
    pub fn suspend(mut self, rules: &Rules) -> Snapshot<'_> {
        // The program may be without these points when it goes on.
        self.take_unreached();
        Snapshot(self.moved_to(&NoProgram, rules))
    }

    /// Goes on where an engine was suspended. All that it has read of the program must be as it was then,
    /// under the same handles.
    pub fn resume<'p>(
        program: &'p dyn Program,
        rules: &'p Rules,
        memory: Snapshot<'_>,
    ) -> Engine<'p> {
        memory.0.moved_to(program, rules)
    }

    fn moved_to<'p>(self, program: &'p dyn Program, rules: &'p Rules) -> Engine<'p> {
        moved!(
            self,
            program,
            rules,
            [
                config,
                egraph,
                columns,
                facts,
                dominance,
                last_paths,
                ranges,
                models,
                statistics,
                touched,
                waiting,
                symbols,
                inductions,
                changing,
                parked,
                renewed,
                has_news,
                invariants,
                assumptions,
                assumed,
                unreachable,
                unknown,
                passed,
                entered,
                apart,
                late,
                nearby,
            ]
        )
    }

    /// How many columns have been met.
    pub fn met(&self) -> usize {
        self.columns.all().len()
    }

    /// The columns met after there were `count`.
    pub fn met_since(&self, count: usize) -> impl Iterator<Item = Column> {
        self.columns.all().skip(count).map(|entry| entry.column)
    }
}
