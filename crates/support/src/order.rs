//! Sorting with little code.
//!
//! The standard library's sorts have some 5,000 instructions for each type and each comparison; they were a twelfth of
//! the code. Here the part that is compiled for a type is an insertion sort, which is what the standard library does with
//! short slices as well, and longer slices share one sort of positions.

use std::cmp::Ordering;

/// The longest slice that is sorted by insertion.
const SHORT: usize = 20;

/// Stable sorts of slices. Comparisons must be total orders. O(n log n) comparisons; slices of more than 20 items take
/// memory for their positions.
pub trait Order {
    /// What is sorted.
    type Item;

    /// Sorts by a comparison.
    fn order_by(&mut self, compare: impl FnMut(&Self::Item, &Self::Item) -> Ordering);

    /// Sorts by a key that is computed once for each item.
    fn order_by_cached_key<K: Ord>(&mut self, key: impl FnMut(&Self::Item) -> K);

    /// Sorts by the items themselves.
    #[inline]
    fn order(&mut self)
    where
        Self::Item: Ord,
    {
        self.order_by(Ord::cmp);
    }

    /// Sorts by a key that is cheap, for it is computed for each comparison.
    #[inline]
    fn order_by_key<K: Ord>(&mut self, mut key: impl FnMut(&Self::Item) -> K) {
        self.order_by(|a, b| key(a).cmp(&key(b)));
    }
}

impl<T> Order for [T] {
    type Item = T;

    fn order_by(&mut self, mut compare: impl FnMut(&T, &T) -> Ordering) {
        if self.len() > SHORT {
            let sorted = sorted(self.len(), &mut |a, b| compare(&self[a], &self[b]));
            return move_to(self, sorted);
        }
        for end in 1..self.len() {
            let mut at = end;
            while at > 0 && compare(&self[at], &self[at - 1]).is_lt() {
                self.swap(at, at - 1);
                at -= 1;
            }
        }
    }

    fn order_by_cached_key<K: Ord>(&mut self, key: impl FnMut(&T) -> K) {
        if self.len() > 1 {
            let keys: Vec<K> = self.iter().map(key).collect();
            move_to(self, sorted(self.len(), &mut |a, b| keys[a].cmp(&keys[b])));
        }
    }
}

/// The positions 0 to `len - 1`, sorted by what is there.
fn sorted(len: usize, compare: &mut dyn FnMut(usize, usize) -> Ordering) -> Vec<usize> {
    let mut positions: Vec<usize> = (0..len).collect();
    positions.sort_by(|&a, &b| compare(a, b));
    positions
}

/// Moves to each position the item that was at `from[position]`, along the cycles of this permutation.
fn move_to<T>(items: &mut [T], mut from: Vec<usize>) {
    for start in 0..items.len() {
        let mut at = start;
        loop {
            let next = std::mem::replace(&mut from[at], at);
            if next == start {
                break;
            }
            items.swap(at, next);
            at = next;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Order;

    /// Numbers in an order without a pattern, the same each time.
    fn numbers(len: u64) -> Vec<u64> {
        (0..len)
            .map(|n| (n + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 59)
            .collect()
    }

    #[test]
    fn sorts_as_the_standard_library_does() {
        for len in 0..70 {
            let items: Vec<(usize, u64)> = numbers(len).into_iter().enumerate().collect();
            let mut expected = items.clone();
            expected.sort_by_key(|item| item.1);
            let mut by_key = items.clone();
            by_key.order_by_key(|item| item.1);
            assert_eq!(by_key, expected);
            let mut cached = items.clone();
            cached.order_by_cached_key(|item| item.1);
            assert_eq!(cached, expected);
            expected.sort_by(|a, b| b.cmp(a));
            let mut whole = items;
            whole.order_by(|a, b| b.cmp(a));
            assert_eq!(whole, expected);
            whole.order();
            assert!(whole.is_sorted());
        }
    }
}
