//! Halves of hashes: kept beside each entry of a table, so that none is hashed again when it grows.

/// The hash of which this is either half. A table looks at both ends.
#[inline]
pub fn doubled(half: u32) -> u64 {
    u64::from(half) * 0x1_0000_0001
}
