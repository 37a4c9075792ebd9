//! Named constraints: predicates over types, attributes, values and ops.

mod algebra;
mod explain;
mod files;
mod homonyms;
mod integers;
pub(crate) mod irdl;
mod library;
mod lists;
mod literal;
mod matching;
mod methods;
mod overload;
mod predicate;
mod read;
mod residual;
mod satisfy;
mod simplify;
mod some;
mod sort;
mod words;
mod wrapper;

pub use algebra::{Constraint, Relation};
pub use explain::Failure;
pub use integers::Integers;
pub use library::{Concept, Concepts};
pub use matching::{Interfaces, Matcher, Thing};
pub use methods::{
    HasType, IntegerAttribute, IntegerType, IntegersAttribute, RankedType, ShapedType,
    TextAttribute,
};
pub use overload::{NoPick, Overloads, is_ambiguous, is_narrower};
pub use predicate::{Predicate, Test};
pub use satisfy::Answer;
pub(crate) use sort::ATTRIBUTE;
pub use sort::{Constructor, FieldSort, Presence, Sort};
pub use words::Words;
pub use wrapper::{
    AttributeConcept, Checked, Subject, TypeConcept, Typed, Wrapper, constraint_of, proves, widen,
};
