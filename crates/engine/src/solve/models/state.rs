//! The assignments of the models, up to the point of the last query.

use crate::program::Point;
use crate::solve::epoch_map::EpochMap;
use crate::term::Id;

/// The number of models.
pub(super) const RUNS: usize = 5;
/// The model of an iteration that is neither the first nor, if possible, the last.
pub(super) const INNER: usize = 2;
/// The model in which bounded leaves are not near their ends.
pub(super) const BETWEEN: usize = 3;
/// The model in which unrelated leaves get different values.
pub(super) const UNLIKE: usize = RUNS - 1;
/// Maximum nesting depth of regions.
pub(super) const MAX_LEVELS: usize = 32;
/// Limit of how often each fact is visited, on average.
pub(super) const MAX_ROUNDS: usize = 64;

/// A value per model. A value that overflows is unknown.
pub(super) type Values = [i128; RUNS];

/// The models at the point of the last query.
#[derive(Default, Debug)]
pub(in crate::solve) struct Models {
    /// The assigned classes, in order of assignment; `None` if the value could not be computed.
    pub(super) valued: Vec<(Id, Option<Values>)>,
    /// The index of a class among them; it may be stale.
    pub(super) places: EpochMap<u32>,
    /// Outermost first; the first level is the global scope.
    pub(super) levels: Vec<Level>,
    /// How many unions were processed.
    pub(super) unions: usize,
    /// How many facts were visited.
    pub(super) spent: usize,
}

/// The state of a block up to a point.
#[derive(Clone, Copy, Debug)]
pub(super) struct Level {
    pub(super) place: Option<Point>,
    /// Facts from this number on were not visited yet.
    pub(super) next: u32,
    /// The number of assigned classes outside of the block.
    pub(super) valued: usize,
    /// The models that satisfy all facts so far.
    pub(super) alive: [bool; RUNS],
}

impl Models {
    /// Undoes the assignments that depend on facts from that number on, some of which were retracted.
    pub(in crate::solve) fn forget(&mut self, from: u32) {
        let mut levels = self.levels.iter();
        let kept = levels.position(|level| level.next > from);
        self.truncate(kept.unwrap_or(self.levels.len()));
    }

    /// Undoes all but the first levels.
    pub(super) fn truncate(&mut self, levels: usize) {
        if let Some(level) = self.levels.get(levels) {
            self.valued.truncate(level.valued);
            self.levels.truncate(levels);
        }
    }

    /// The index of an assigned class.
    pub(super) fn place(&self, class: Id) -> Option<usize> {
        let place = self.places.get(class)? as usize;
        let is_there = self.valued.get(place).is_some_and(|it| it.0 == class);
        is_there.then_some(place)
    }

    pub(super) fn has_value(&self, class: Id) -> bool {
        self.place(class).is_some()
    }

    pub(super) fn set(&mut self, class: Id, values: Option<Values>) {
        match self.place(class) {
            Some(place) => self.valued[place].1 = values,
            None => {
                self.places.insert(class, self.valued.len() as u32);
                self.valued.push((class, values));
            }
        }
    }
}
