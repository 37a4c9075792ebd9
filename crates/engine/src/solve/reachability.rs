//! Dominator paths to points, and the points that were found unreachable.

use super::engine::Engine;
use super::path::Path;
use crate::program::Point;
use std::rc::Rc;

impl Engine<'_> {
    /// The points that were found unreachable since the last call, in order of the queries.
    pub fn take_unreached(&mut self) -> Vec<Point> {
        std::mem::take(&mut self.scope.unreachable.points)
    }

    /// Whether a point dominates another one.
    pub fn passes(&self, before: Point, point: Point) -> bool {
        self.path(point).passes(before)
    }

    /// The path to a point.
    pub(super) fn path(&self, point: Point) -> Rc<Path> {
        let mut paths = self.scope.last_paths.borrow_mut();
        paths.path(self.program, &self.scope.dominance, point)
    }
}
