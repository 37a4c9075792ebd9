//! A table whose entries are added through a shared reference.

use std::cell::RefCell;

/// Entries by their number; there may be one for [`u32::MAX`], the number of an absent thing, too. References to entries stay valid until the table is borrowed mutably.
pub(super) struct Table<T> {
    entries: RefCell<Vec<Option<Box<T>>>>,
}

impl<T> Table<T> {
    pub(super) fn new() -> Table<T> {
        Table {
            entries: RefCell::new(vec![]),
        }
    }

    fn place(number: u32) -> usize {
        number.wrapping_add(1) as usize
    }

    pub(super) fn get(&self, number: u32) -> Option<&T> {
        let entries = self.entries.borrow();
        let entry: *const T = &**entries.get(Self::place(number))?.as_ref()?;
        // SAFETY: a box does not move what it holds, and only `remove` drops it, which borrows the table mutably.
        Some(unsafe { &*entry })
    }

    /// The entry of that number, which `make` creates if there is none. `make` may add other entries.
    pub(super) fn get_or_add(&self, number: u32, make: impl FnOnce() -> T) -> &T {
        if let Some(entry) = self.get(number) {
            return entry;
        }
        let made = Box::new(make());
        let mut entries = self.entries.borrow_mut();
        let at = Self::place(number);
        if entries.len() <= at {
            entries.resize_with(at + 1, || None);
        }
        let entry: *const T = &**entries[at].get_or_insert(made);
        // SAFETY: as in `get`.
        unsafe { &*entry }
    }

    pub(super) fn remove(&mut self, number: u32) -> Option<Box<T>> {
        self.entries.get_mut().get_mut(Self::place(number))?.take()
    }
}
