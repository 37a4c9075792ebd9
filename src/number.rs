//! Exact number domains: intervals, congruences, their reduced product, linear forms, and ranges of fixed-width
//! integers with wraparound.

pub use calipers_number::*;
pub use calipers_wrapped::*;
