//! The points found to be reached, or not.

use crate::program::Point;
use hashbrown::HashMap;

/// What was found of points, by the facts then known. Noted for nearly each question, so that the
/// numbers of block and op are kept in a word each.
#[derive(Default)]
pub(super) struct Unreached(HashMap<(u32, u32), bool>);

impl Unreached {
    /// Whether no run comes to a point, if that was found out.
    pub(super) fn get(&self, point: Option<Point>) -> Option<bool> {
        self.0.get(&key(point)).copied()
    }

    pub(super) fn insert(&mut self, point: Option<Point>, found: bool) {
        self.0.insert(key(point), found);
    }

    pub(super) fn clear(&mut self) {
        self.0.clear();
    }
}

fn key(point: Option<Point>) -> (u32, u32) {
    point.map_or((u32::MAX, 0), |point| (point.block.0, point.index as u32))
}
