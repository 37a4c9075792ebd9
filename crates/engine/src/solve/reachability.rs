//! Memoized reachability of points.

use super::engine::Engine;
use super::facts::Begun;
use crate::program::Point;
use hashbrown::HashMap;

/// The results of reachability queries. All points between two consecutive facts of a block share one entry.
#[derive(Default)]
pub(super) struct Unreached {
    known: HashMap<Begun, (u32, bool)>,
    /// The points that were found unreachable, in order of the queries.
    points: Vec<Point>,
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

impl Engine<'_> {
    /// The points that were found unreachable since the last call, in order of the queries.
    pub fn take_unreached(&mut self) -> Vec<Point> {
        std::mem::take(&mut self.scope.unreachable.points)
    }

    /// Whether a point dominates another one.
    pub fn passes(&self, before: Point, point: Point) -> bool {
        self.path(point).passes(before)
    }
}
