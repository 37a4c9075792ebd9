//! Vectors that become long.

/// Allocators keep what takes about so many bytes with others of its kind, close together. What takes more they put
/// in a place of its own for each of many sizes: a vector that grows would leave one after the other behind, and all of
/// this memory would be seen for the first time, which is dear.
const SMALL: usize = 8 << 10;

/// So a vector that is no longer small gets so many bytes at once.
const MIDDLE: usize = 64 << 10;

/// And then so many items: the room of long vectors grows from here.
const LONG: usize = 1 << 14;

/// Adds an item at the end.
#[inline]
pub fn push<T>(all: &mut Vec<T>, item: T) {
    if all.len() == all.capacity() {
        make_room(all, all.len() + 1);
    }
    all.push(item);
}

/// Makes a vector that is shorter so long, with copies of an item.
#[inline]
pub fn lengthen<T: Clone>(all: &mut Vec<T>, len: usize, item: T) {
    if len > all.capacity() {
        make_room(all, len);
    }
    all.resize(len, item);
}

/// Room for so many items at least. Room that nothing is written to costs no memory, and to move what is there costs
/// much: so long vectors get four times as much room where short ones get twice.
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
