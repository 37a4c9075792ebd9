//! Vectors that become long.

/// From so many items on.
const LONG: usize = 1 << 14;

/// Adds an item at the end. Room that nothing is written to costs no memory, and to move what is there costs much:
/// so long vectors get four times as much room where others get twice.
pub(crate) fn push<T>(all: &mut Vec<T>, item: T) {
    if all.len() == all.capacity() && all.len() >= LONG {
        all.reserve_exact(3 * all.len());
    }
    all.push(item);
}
