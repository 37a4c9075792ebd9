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
mod overload;
mod predicate;
mod read;
mod residual;
mod satisfy;
mod simplify;
mod sort;
mod text;
mod words;

pub use algebra::{ConstraintAlgebra, Relation};
pub use calipers_semantics::concept::{
    ATTRIBUTE, Constraint, Integers, Interfaces, Matcher, Parts, Predicate, Sort, Test, Thing,
    Words, parts_of,
};
pub use explain::{Explain, Failure};
pub use integers::IntegersAlgebra;
pub use library::{Concept, Concepts, Definition};
pub use literal::is_literal;
pub use overload::{NoPick, Overloads, is_ambiguous, is_narrower};
pub use predicate::PredicateAlgebra;
pub use satisfy::Answer;
pub use sort::{Constructor, FieldSort, Presence, SortTable};
pub use text::Text;
pub use words::WordsAlgebra;
