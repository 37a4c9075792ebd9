//! Tables that give equal things equal numbers.

use hashbrown::{DefaultHashBuilder, HashTable};
use std::hash::{BuildHasher, Hash};

/// An append-only set of `T`, each at an index.
#[derive(Clone, Debug)]
pub(crate) struct Interner<T> {
    items: Vec<T>,
    index: HashTable<u32>,
    hasher: DefaultHashBuilder,
}

impl<T: Hash + Eq> Interner<T> {
    pub(crate) fn new() -> Interner<T> {
        Interner {
            items: Vec::new(),
            index: HashTable::new(),
            hasher: DefaultHashBuilder::default(),
        }
    }

    /// The index of `item`, which is stored if it is new.
    pub(crate) fn intern(&mut self, item: T) -> u32 {
        let hash = self.hasher.hash_one(&item);
        if let Some(&at) = self.index.find(hash, |&at| self.items[at as usize] == item) {
            return at;
        }
        self.push(hash, item)
    }

    pub(crate) fn get(&self, at: u32) -> &T {
        &self.items[at as usize]
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &T> {
        self.items.iter()
    }

    pub(crate) fn len(&self) -> usize {
        self.items.len()
    }

    fn push(&mut self, hash: u64, item: T) -> u32 {
        let at = u32::try_from(self.items.len()).expect("fewer than 2^32 distinct items");
        self.items.push(item);
        let (items, hasher) = (&self.items, &self.hasher);
        self.index
            .insert_unique(hash, at, |&at| hasher.hash_one(&items[at as usize]));
        at
    }
}

impl<T: Hash + Eq + Copy> Interner<Box<[T]>> {
    /// The index of a list, which is copied only if it is new.
    pub(crate) fn intern_from(&mut self, list: &[T]) -> u32 {
        let hash = self.hasher.hash_one(list);
        if let Some(&at) = self
            .index
            .find(hash, |&at| *self.items[at as usize] == *list)
        {
            return at;
        }
        self.push(hash, list.into())
    }
}

impl Interner<Box<str>> {
    /// The index of `text`, which is copied only if it is new.
    pub(crate) fn intern_str(&mut self, text: &str) -> u32 {
        let hash = self.hasher.hash_one(text);
        if let Some(&at) = self
            .index
            .find(hash, |&at| *self.items[at as usize] == *text)
        {
            return at;
        }
        self.push(hash, text.into())
    }

    /// The index of `text`, if it is known.
    pub(crate) fn find_str(&self, text: &str) -> Option<u32> {
        let hash = self.hasher.hash_one(text);
        self.index
            .find(hash, |&at| *self.items[at as usize] == *text)
            .copied()
    }
}
