//! Where facts hold, and what is memoized about points of the program.

use super::columns::ColumnDefinition;
use super::facts::Begun;
use super::lp::Memo;
use super::path::LastPaths;
use crate::number::Range;
use crate::program::{BlockId, Column, Dominance, OpId, Point};
use crate::term::Expr;
use hashbrown::HashMap;
use std::cell::RefCell;
use std::sync::Arc;

/// Where facts hold: the blocks that were entered, the assumptions in force, and what is memoized about points.
#[derive(Default)]
pub(super) struct Scope {
    pub(super) dominance: Dominance,
    /// Memoized dominator paths.
    pub(super) last_paths: RefCell<LastPaths>,
    /// The position in each block up to which the facts of its ops were asserted.
    pub(super) passed: HashMap<BlockId, usize>,
    /// The block that was entered last: the facts on the path to it were asserted.
    pub(super) entered: Option<BlockId>,
    /// Memoized reachability of points.
    pub(super) unreachable: Unreached,
    /// The declared ranges of symbols, which no program defines.
    pub(super) symbols: HashMap<u32, Range>,
    /// How many assumptions were ever made.
    pub(super) assumptions: u32,
    /// The assumptions in force, with their numbers.
    pub(super) assumed: Vec<(u32, Expr<Column>)>,
    /// Memoized ops without rules below columns.
    pub(super) unknown: UnknownOps,
    /// Definitions that a comparison needed, of columns without a class.
    pub(super) nearby: HashMap<Column, ColumnDefinition>,
    /// Memoized linear programs.
    pub(super) solved: Memo,
}

/// The results of reachability queries. All points between two consecutive facts of a block share one entry.
#[derive(Default)]
pub(super) struct Unreached {
    pub(super) known: HashMap<Begun, (u32, bool)>,
    /// The points that were found unreachable, in order of the queries.
    pub(super) points: Vec<Point>,
}

impl Unreached {
    /// The memoized result for a last fact and a number of visible facts: whether the point is unreachable.
    pub(super) fn get(&self, begun: Begun, facts: u32) -> Option<bool> {
        let (then, found) = *self.known.get(&begun)?;
        (then == facts).then_some(found)
    }

    pub(super) fn insert(&mut self, begun: Begun, facts: u32, found: bool) {
        self.known.insert(begun, (facts, found));
    }

    /// Records that a point is unreachable.
    pub(super) fn note(&mut self, point: Option<Point>) {
        self.points.extend(point);
    }

    pub(super) fn clear(&mut self) {
        self.known.clear();
    }
}

/// Memoized ops without rules below columns.
#[derive(Default, Debug)]
pub(super) struct UnknownOps {
    pub(super) below: HashMap<Column, Arc<[OpId]>>,
    pub(super) is_stale: bool,
}

impl UnknownOps {
    /// Invalidates the memo, since a leaf got a definition.
    pub(super) fn forget(&mut self) {
        self.is_stale = true;
    }
}
