//! What an engine has found out, kept while the program may be changed elsewhere.

use super::columns::Columns;
use super::config::Config;
use super::engine::Engine;
use super::facts::FactBase;
use super::path::Path;
use crate::number::Range;
use crate::program::{BlockId, Column, Dominance, OpId, Point, Program};
use crate::rules::{Anchor, Rules};
use crate::term::{Expr, Store};
use hashbrown::{HashMap, HashSet};
use std::cell::RefCell;
use std::rc::Rc;

/// Declares what an engine is besides the program and the rules, and both ways between the two.
macro_rules! memory {
    ($($field:ident: $kind:ty),* $(,)?) => {
        /// An engine without the program and the rules that it reads.
        pub struct Memory {
            $($field: $kind),*
        }

        impl<'p> Engine<'p> {
            /// Lets go of the program, and keeps what was found out about it.
            pub fn suspend(self) -> Memory {
                let Engine { program: _, rules: _, $($field),* } = self;
                Memory { $($field),* }
            }

            /// Goes on where an engine was suspended. All that it was asked about must be as it was
            /// then, under the same handles, and the rules must be the same.
            pub fn resume(program: &'p dyn Program, rules: &'p Rules, memory: Memory) -> Engine<'p> {
                let Memory { $($field),* } = memory;
                Engine { program, rules, $($field),* }
            }
        }
    };
}

memory! {
    config: Config,
    store: Store,
    columns: Columns,
    facts: FactBase,
    dominance: Dominance,
    last_paths: RefCell<HashMap<BlockId, Rc<Path>>>,
    ranges: super::ranges::RangeMemo,
    witnesses: super::witness::Witnesses,
    statistics: super::config::Statistics,
    touched: HashSet<(OpId, Anchor)>,
    waiting: Vec<(OpId, Anchor)>,
    symbols: HashMap<u32, Range>,
    inductions: Vec<Column>,
    changing: Vec<Column>,
    parked: Vec<super::parking::Parked>,
    renewed: Vec<(OpId, Anchor, usize)>,
    has_news: bool,
    invariants: super::induction::Invariants,
    assumptions: u32,
    assumed: Vec<(u32, Expr<Column>)>,
    unreachable: HashMap<Option<Point>, bool>,
    passed: HashMap<BlockId, usize>,
}

impl Engine<'_> {
    /// How many columns have been met.
    pub fn met(&self) -> usize {
        self.columns.all().len()
    }

    /// The columns met after there were `count`.
    pub fn met_since(&self, count: usize) -> impl Iterator<Item = Column> {
        self.columns.all().skip(count).map(|entry| entry.column)
    }
}
