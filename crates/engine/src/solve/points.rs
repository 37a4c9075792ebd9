//! Points of the program: which of them dominate others, which were passed, and which are unreachable.

use super::facts::Begun;
use super::path::{LastPaths, Path};
use crate::program::{BlockId, Column, Dominance, OpId, Point, Program};
use crate::term::Expr;
use hashbrown::HashMap;
use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

/// Dominance between the points of a program, with memoized dominator paths.
pub(super) struct Points<'p> {
    pub(super) program: &'p dyn Program,
    pub(super) dominance: Dominance,
    last_paths: RefCell<LastPaths>,
}

impl<'p> Points<'p> {
    /// The points of a program.
    pub(super) fn new(program: &'p dyn Program) -> Points<'p> {
        Points {
            program,
            dominance: Dominance::default(),
            last_paths: RefCell::default(),
        }
    }

    /// The points of a program that has the same blocks as this one, wherever they were read.
    pub(super) fn moved_to<'q>(self, program: &'q dyn Program) -> Points<'q> {
        Points {
            program,
            dominance: self.dominance,
            last_paths: self.last_paths,
        }
    }

    /// Whether a point dominates another one.
    pub(super) fn passes(&self, before: Point, point: Point) -> bool {
        self.path(point).passes(before)
    }

    /// The path to a point.
    pub(super) fn path(&self, point: Point) -> Rc<Path> {
        let mut paths = self.last_paths.borrow_mut();
        paths.path(self.program, &self.dominance, point)
    }

    /// Whether a column's value exists at a point (anywhere if `None`).
    pub(super) fn exists_at(&self, column: Column, point: Option<Point>) -> bool {
        let value = column.value();
        let from = value.and_then(|value| Point::of(self.program, value));
        match (from, point) {
            (Some(from), Some(to)) => self.passes(from, to),
            _ => true,
        }
    }

    /// The first point at which all columns exist: the latest definition among their values, if the others dominate it.
    pub(super) fn common_point(&self, columns: impl IntoIterator<Item = Column>) -> Option<Point> {
        let dominates = |a, b| self.dominance.dominates(self.program, a, b);
        let mut latest: Option<Point> = None;
        for value in columns.into_iter().filter_map(Column::value) {
            let point = Point::of(self.program, value)?;
            latest = match latest {
                None => Some(point),
                Some(other) if dominates(other, point) => Some(point),
                Some(other) if dominates(point, other) => Some(other),
                Some(_) => return None,
            };
        }
        latest
    }
}

/// The blocks that were entered, the assumptions in force, and the memos of the engine's own queries.
#[derive(Default)]
pub(super) struct Scope {
    /// The position in each block up to which the facts of its ops were asserted.
    pub(super) passed: HashMap<BlockId, usize>,
    /// The block that was entered last: the facts on the path to it were asserted.
    pub(super) entered: Option<BlockId>,
    /// How many assumptions were ever made.
    pub(super) assumptions: u32,
    /// The assumptions in force, with their numbers.
    pub(super) assumed: Vec<(u32, Expr<Column>)>,
    /// Memoized ops without rules below columns.
    pub(super) unknown: UnknownOps,
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
    /// How many leaves had got a definition by then.
    pub(super) late: usize,
}
