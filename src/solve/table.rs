//! Numbers of classes.

use crate::term::Id;

/// A number for each of some classes. To forget them all costs nothing.
#[derive(Default, Debug)]
pub(super) struct Table {
    /// By class: the number, and how often all had been forgotten when it was noted.
    entries: Vec<(u64, u32)>,
    forgotten: u32,
}

impl Table {
    pub(super) fn get(&self, class: Id) -> Option<u64> {
        let &(number, noted) = self.entries.get(usize::from(class))?;
        (noted == self.forgotten + 1).then_some(number)
    }

    pub(super) fn insert(&mut self, class: Id, number: u64) {
        let at = usize::from(class);
        if at >= self.entries.len() {
            self.entries.resize(at + 1, (0, 0));
        }
        self.entries[at] = (number, self.forgotten + 1);
    }

    pub(super) fn clear(&mut self) {
        if self.forgotten == u32::MAX - 1 {
            *self = Table::default();
        }
        self.forgotten += 1;
    }
}
