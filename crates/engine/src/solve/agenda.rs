//! Queued work of the engine, and what it waits for.

use crate::program::{Column, OpId};
use crate::rules::Anchor;
use crate::term::{Id, Leaf};
use hashbrown::HashSet;
use smallvec::SmallVec;

/// Work that is queued: facts to be asserted, and what waits for something to become known.
#[derive(Default)]
pub(super) struct Agenda {
    /// Ops whose facts were queued, with the anchor.
    pub(super) touched: HashSet<(OpId, Anchor)>,
    /// Ops whose facts are to be asserted.
    pub(super) waiting: Vec<(OpId, Anchor)>,
    /// Arguments of loop bodies whose induction was not tried yet.
    pub(super) inductions: Vec<Column>,
    /// Rules and inductions that wait for something to become known.
    pub(super) parked: Vec<Parked>,
    /// Facts of ops that are to be retried, by their numbers.
    pub(super) renewed: Vec<(OpId, Anchor, usize)>,
    /// Whether an induction has succeeded since the parked items were last retried.
    pub(super) has_news: bool,
    /// Columns that got a definition after terms had been built over them as leaves.
    pub(super) late: Late,
}

/// Work to be retried.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Waiting {
    /// The definition of a column that has none so far.
    Column(Column),
    /// The result of a loop, which waits for its induction.
    Result(Column),
    /// The fact with that number of an op, at an anchor.
    Fact(OpId, Anchor, usize),
    /// The induction over an argument, which failed: the body yields another value.
    Induction(Column),
}

/// Parked work that is retried once one of the columns or conditions is constant. A loop result is retried once the
/// argument has a definition, and an induction once another one has succeeded.
#[derive(Clone, Debug)]
pub(super) struct Parked {
    pub(super) open: Vec<Column>,
    pub(super) conditions: SmallVec<[Id; 1]>,
    pub(super) waiting: Waiting,
}

/// The log of defined columns, and the leaves that got a definition late.
#[derive(Clone, Default, Debug)]
pub(super) struct Late {
    /// The columns in the order in which they got their classes, from the first carried argument on.
    pub(super) settled: Vec<Leaf>,
    pub(super) is_noting: bool,
    /// The leaves that got a definition since the last rebuild.
    pub(super) defined: Vec<Leaf>,
    /// How many leaves got a definition.
    pub(super) count: usize,
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
        self.count += 1;
    }
}
