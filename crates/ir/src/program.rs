//! The interface that a module implements.

pub(crate) use calipers_program::*;
