//! Constraints: predicates over types, attributes, values and ops, and their evaluation.

mod matching;
mod predicate;
mod sort;

pub use matching::{Interfaces, Matcher, Parts, Thing, parts_of};
pub use predicate::{Constraint, Integers, Predicate, Test, Words};
pub use sort::{ATTRIBUTE, Sort};
