//! Simplifications by bounds: conditions, minima and maxima, index arithmetic, masks.
//!
//! Every rewrite here replaces a value by one that is equal wherever control reaches the op (or the use) at which the
//! question was asked, so it may use the facts at that point and no others. No op is moved to a place where it was
//! not executed.

pub mod arithmetic;
pub mod decided;
pub mod min_max;

mod mask_uses;
pub mod masks;
pub mod shapes;
