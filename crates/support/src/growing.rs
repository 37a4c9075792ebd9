//! Growth of long vectors.

/// Allocations up to about this size are cheap to grow, since allocators take them from shared pools. Allocators
/// place larger ones in separate memory for each size class: a growing vector would touch new pages at each size,
/// which is expensive.
const SMALL: usize = 8 << 10;

/// The capacity in bytes of a vector that is no longer small.
const MIDDLE: usize = 64 << 10;

/// The next capacity in items, from which long vectors grow.
const LONG: usize = 1 << 14;

/// Appends an item.
#[inline]
pub fn push<T>(all: &mut Vec<T>, item: T) {
    if all.len() == all.capacity() {
        make_room(all, all.len() + 1);
    }
    all.push(item);
}

/// Extends a vector to a length with copies of an item.
#[inline]
pub fn lengthen<T: Clone>(all: &mut Vec<T>, len: usize, item: T) {
    if len > all.capacity() {
        make_room(all, len);
    }
    all.resize(len, item);
}

/// Reserves capacity for at least `needed` items. Untouched capacity costs no memory while moving items is expensive,
/// so long vectors quadruple their capacity, and short ones double it.
#[cold]
fn make_room<T>(all: &mut Vec<T>, needed: usize) {
    let size = size_of::<T>().max(1);
    let doubled = 2 * needed * size;
    if doubled <= SMALL {
        return;
    }
    let wanted = if doubled <= MIDDLE {
        MIDDLE / size
    } else if needed <= LONG {
        LONG.min(4 * needed)
    } else {
        4 * (needed - 1)
    };
    all.reserve_exact(wanted.max(needed) - all.len());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_room_of_a_vector_grows_in_few_steps() {
        let (mut all, mut rooms) = (vec![], vec![]);
        for number in 0..1_000_000u64 {
            push(&mut all, number);
            if rooms.last() != Some(&all.capacity()) {
                rooms.push(all.capacity());
            }
        }
        assert!(rooms.len() < 20, "{rooms:?}");
        let bytes: Vec<usize> = rooms.iter().map(|room| room * 8).collect();
        assert!(
            !bytes.iter().any(|it| (SMALL + 1..MIDDLE).contains(it)),
            "{bytes:?}"
        );
    }

    #[test]
    fn a_vector_is_made_longer() {
        let mut all = vec![1];
        lengthen(&mut all, 3, 7);
        assert_eq!(all, [1, 7, 7]);
        lengthen(&mut all, 100_000, 0);
        assert_eq!((all.len(), all[2], all[99_999]), (100_000, 7, 0));
    }
}
