//! Numbers of classes.

use crate::growing;
use crate::term::Id;

/// A number for each of some classes. To forget them all costs nothing.
#[derive(Default, Debug)]
pub(super) struct EpochMap<N> {
    /// By class.
    numbers: Vec<N>,
    /// By class: how often all had been forgotten when its number was noted, from 1; 0 of none.
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
