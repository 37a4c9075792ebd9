//! Named constraints: predicates over types, attributes, values and ops.

mod algebra;
mod explain;
mod files;
mod homonyms;
mod integers;
mod lazy;
mod library;
mod lists;
mod literal;
mod matching;
mod overload;
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
pub use library::{Concept, Concepts, Definition};
pub use literal::is_literal;
pub use matching::{Interfaces, Matcher, Thing};
pub use overload::{NoPick, Overloads, is_ambiguous, is_narrower};
pub use predicate::{Predicate, Test};
pub use satisfy::Answer;
pub use sort::ATTRIBUTE;
pub use sort::{Constructor, FieldSort, Presence, Sort};
pub use words::Words;
