//! The points found to be reached, or not.

use super::facts::Begun;
use hashbrown::HashMap;

/// What was found where the same facts hold: of the points from one at which a fact begins up to the
/// next one in the block.
#[derive(Default)]
pub(super) struct Unreached(HashMap<Begun, (u32, bool)>);

impl Unreached {
    /// Whether no run comes where that has begun and so many facts hold, if it was found out.
    pub(super) fn get(&self, begun: Begun, facts: u32) -> Option<bool> {
        let (then, found) = *self.0.get(&begun)?;
        (then == facts).then_some(found)
    }

    pub(super) fn insert(&mut self, begun: Begun, facts: u32, found: bool) {
        self.0.insert(begun, (facts, found));
    }

    pub(super) fn clear(&mut self) {
        self.0.clear();
    }
}
