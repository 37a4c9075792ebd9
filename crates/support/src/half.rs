//! Halves of hashes, which tables store with their entries, so that growing needs no rehashing.

/// A hash with both halves equal to this one, since a table uses bits of both ends.
#[inline]
pub fn doubled(half: u32) -> u64 {
    u64::from(half) * 0x1_0000_0001
}
