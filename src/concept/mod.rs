//! Named constraints: predicates over types, attributes, values and ops.

mod algebra;
mod explain;
mod integers;
mod library;
mod lists;
mod matching;
mod predicate;
mod read;
mod residual;
mod satisfy;
mod simplify;
mod sort;
mod words;

pub use algebra::{Constraint, Relation};
pub use explain::Failure;
pub use integers::Integers;
pub use library::{Concept, Concepts};
pub use matching::{Interfaces, Matcher, Thing};
pub use predicate::{Predicate, Test};
pub use satisfy::Answer;
pub use sort::{Constructor, FieldSort, Presence, Sort};
pub use words::Words;
