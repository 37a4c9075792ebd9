//! What the engine knows so far: the terms of the program in an e-graph, the facts about them, and the ranges that follow
//! at each point.
//!
//! Nothing here reads rules or defines columns, so that queries about known terms need no more than this.

use super::columns::Columns;
use super::facts::FactBase;
use super::points::{Points, Unreached};
use super::range_memo::RangeMemo;
use crate::program::Program;
use crate::term::EGraph;

/// Terms, facts, and memoized ranges.
pub(super) struct Knowledge<'p> {
    pub(super) points: Points<'p>,
    pub(super) egraph: EGraph,
    pub(super) columns: Columns,
    pub(super) facts: FactBase,
    pub(super) ranges: RangeMemo,
    /// Memoized reachability of points.
    pub(super) unreachable: Unreached,
}

impl<'p> Knowledge<'p> {
    /// No facts, and an e-graph without columns.
    pub(super) fn new(program: &'p dyn Program, egraph: EGraph) -> Knowledge<'p> {
        Knowledge {
            points: Points::new(program),
            egraph,
            columns: Columns::default(),
            facts: FactBase::default(),
            ranges: RangeMemo::default(),
            unreachable: Unreached::default(),
        }
    }

    /// The same terms and facts about a program that is unchanged wherever it was read.
    pub(super) fn moved_to<'q>(self, program: &'q dyn Program) -> Knowledge<'q> {
        Knowledge {
            points: self.points.moved_to(program),
            egraph: self.egraph,
            columns: self.columns,
            facts: self.facts,
            ranges: self.ranges,
            unreachable: self.unreachable,
        }
    }

    /// Invalidates ranges and reachability, since facts or assumptions were retracted.
    pub(super) fn forget_ranges(&mut self) {
        self.ranges.clear();
        self.unreachable.clear();
    }

    /// Updates the forms of facts after atoms were solved.
    pub(super) fn refresh_facts(&mut self) {
        self.ranges.forget_classes();
        for atom in self.egraph.take_solved() {
            for fact in self.facts.refresh(atom, &self.egraph) {
                self.note_bounding(fact);
            }
        }
        self.unreachable.clear();
    }
}
