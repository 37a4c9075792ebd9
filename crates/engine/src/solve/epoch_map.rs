//! A dense map from e-class ids that is cleared by bumping an epoch.

use crate::growing;
use crate::term::Id;

/// A map from e-class ids to numbers. [`clear`](EpochMap::clear) costs O(1).
#[derive(Default, Debug)]
pub(super) struct EpochMap<N> {
    /// Indexed by class.
    numbers: Vec<N>,
    /// Indexed by class: the epoch in which the entry was inserted, from 1; 0 if there is none.
    noted: Vec<u32>,
    forgotten: u32,
}

impl<N: Copy + Default> EpochMap<N> {
    pub(super) fn get(&self, class: Id) -> Option<N> {
        let at = usize::from(class);
        let noted = *self.noted.get(at)?;
        (noted == self.forgotten + 1).then(|| self.numbers[at])
    }

    pub(super) fn insert(&mut self, class: Id, number: N) {
        let at = usize::from(class);
        if at >= self.noted.len() {
            growing::lengthen(&mut self.noted, at + 1, 0);
            growing::lengthen(&mut self.numbers, at + 1, N::default());
        }
        self.noted[at] = self.forgotten + 1;
        self.numbers[at] = number;
    }

    pub(super) fn remove(&mut self, class: Id) {
        if let Some(noted) = self.noted.get_mut(usize::from(class)) {
            *noted = 0;
        }
    }

    pub(super) fn clear(&mut self) {
        if self.forgotten == u32::MAX - 1 {
            *self = EpochMap::default();
        }
        self.forgotten += 1;
    }
}
