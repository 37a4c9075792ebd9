//! A table whose entries are added through a shared reference.

use std::cell::RefCell;
use std::collections::HashMap;

/// Numbers below this one have a place in a vector, which costs 8 bytes for each number up to the greatest. Greater ones,
/// and those that callbacks give in error, take a place of their own.
const DENSE: u32 = 1 << 20;

/// Entries by their number; there may be one for [`u32::MAX`], the number of an absent thing, too. References to entries
/// stay valid until the table is borrowed mutably.
pub(super) struct Table<T> {
    entries: RefCell<Entries<T>>,
}

struct Entries<T> {
    dense: Vec<Option<Box<T>>>,
    sparse: HashMap<u32, Box<T>>,
}

impl<T> Table<T> {
    pub(super) fn new() -> Table<T> {
        Table {
            entries: RefCell::new(Entries {
                dense: vec![],
                sparse: HashMap::new(),
            }),
        }
    }

    pub(super) fn get(&self, number: u32) -> Option<&T> {
        let entries = self.entries.borrow();
        let entry = match number < DENSE {
            true => entries.dense.get(number as usize)?.as_ref()?,
            false => entries.sparse.get(&number)?,
        };
        let entry: *const T = &**entry;
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
        let entry = match number < DENSE {
            true => {
                let at = number as usize;
                if entries.dense.len() <= at {
                    entries.dense.resize_with(at + 1, || None);
                }
                entries.dense[at].get_or_insert(made)
            }
            false => entries.sparse.entry(number).or_insert(made),
        };
        let entry: *const T = &**entry;
        // SAFETY: as in `get`.
        unsafe { &*entry }
    }

    pub(super) fn remove(&mut self, number: u32) -> Option<Box<T>> {
        let entries = self.entries.get_mut();
        match number < DENSE {
            true => entries.dense.get_mut(number as usize)?.take(),
            false => entries.sparse.remove(&number),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_greatest_numbers_have_entries() {
        let mut table = Table::new();
        for number in [0, DENSE - 1, DENSE, u32::MAX - 1, u32::MAX] {
            assert!(table.get(number).is_none());
            assert_eq!(*table.get_or_add(number, || number), number);
            assert_eq!(*table.get_or_add(number, || 1), number);
            assert_eq!(table.remove(number).as_deref(), Some(&number));
            assert!(table.get(number).is_none());
        }
    }
}
