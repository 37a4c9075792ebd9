//! The points found to be reached, or not.

use super::engine::Engine;
use super::facts::Begun;
use crate::program::Point;
use hashbrown::HashMap;

/// What was found where the same facts hold: of the points from one at which a fact begins up to the
/// next one in the block.
#[derive(Default)]
pub(super) struct Unreached {
    known: HashMap<Begun, (u32, bool)>,
    /// The points to which no run comes, as they were found.
    points: Vec<Point>,
}

impl Unreached {
    /// Whether no run comes where that has begun and so many facts hold, if it was found out.
    pub(super) fn get(&self, begun: Begun, facts: u32) -> Option<bool> {
        let (then, found) = *self.known.get(&begun)?;
        (then == facts).then_some(found)
    }

    pub(super) fn insert(&mut self, begun: Begun, facts: u32, found: bool) {
        self.known.insert(begun, (facts, found));
    }

    /// Notes that no run comes to a point.
    pub(super) fn note(&mut self, point: Option<Point>) {
        self.points.extend(point);
    }

    pub(super) fn clear(&mut self) {
        self.known.clear();
    }
}

impl Engine<'_> {
    /// The points to which no run was found to come since this was last asked, in the order of the questions.
    pub fn take_unreached(&mut self) -> Vec<Point> {
        std::mem::take(&mut self.unreachable.points)
    }

    /// Whether every run that comes to a point has passed another one before.
    pub fn passes(&self, before: Point, point: Point) -> bool {
        self.path(point).passes(before)
    }
}
