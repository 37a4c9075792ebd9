//! The exact integers.

pub(crate) use calipers_number::*;
