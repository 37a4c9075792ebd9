//! A generator of reproducible numbers.

/// Xorshift (G. Marsaglia, "Xorshift RNGs", Journal of Statistical Software 8, 2003).
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// The generator with a number, so that different numbers give unlike sequences.
    pub fn new(number: u64) -> Random {
        Random((number + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15))
    }

    /// A number below a limit; 0 if there is none.
    pub fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 16) as usize % limit.max(1)
    }
}
