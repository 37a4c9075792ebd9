//! Interners, which map equal items to equal numbers.

use hashbrown::{DefaultHashBuilder, HashTable};
use std::borrow::Borrow;
use std::hash::{BuildHasher, Hash};

/// An append-only set of `T`, whose elements have indices.
#[derive(Clone, Debug)]
pub(crate) struct Interner<T> {
    items: Vec<T>,
    index: HashTable<u32>,
    hasher: DefaultHashBuilder,
}

impl<T: Hash + Eq> Interner<T> {
    #[inline]
    pub(crate) fn new() -> Interner<T> {
        Interner {
            items: Vec::new(),
            index: HashTable::new(),
            hasher: DefaultHashBuilder::default(),
        }
    }

    /// The index of `item`, which is added if it is new.
    #[inline]
    pub(crate) fn intern(&mut self, item: T) -> u32 {
        let hash = self.hasher.hash_one(&item);
        if let Some(&at) = self.index.find(hash, |&at| self.items[at as usize] == item) {
            return at;
        }
        self.push(hash, item)
    }

    #[inline]
    pub(crate) fn get(&self, at: u32) -> &T {
        &self.items[at as usize]
    }

    #[inline]
    pub(crate) fn iter(&self) -> impl Iterator<Item = &T> {
        self.items.iter()
    }

    #[inline]
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

    /// The index of the item that borrows as `item`, which is cloned only if it is new.
    #[inline]
    pub(crate) fn intern_from<Q>(&mut self, item: &Q) -> u32
    where
        Q: Hash + Eq + ?Sized,
        T: Borrow<Q> + for<'q> From<&'q Q>,
    {
        let hash = self.hasher.hash_one(item);
        let known = self.find(item, hash);
        known.unwrap_or_else(|| self.push(hash, item.into()))
    }

    /// The index of the item that borrows as `item`, if it exists.
    #[inline]
    pub(crate) fn index_of<Q>(&self, item: &Q) -> Option<u32>
    where
        Q: Hash + Eq + ?Sized,
        T: Borrow<Q>,
    {
        self.find(item, self.hasher.hash_one(item))
    }

    #[inline]
    fn find<Q>(&self, item: &Q, hash: u64) -> Option<u32>
    where
        Q: Eq + ?Sized,
        T: Borrow<Q>,
    {
        let is_it = |&at: &u32| self.items[at as usize].borrow() == item;
        self.index.find(hash, is_it).copied()
    }
}
