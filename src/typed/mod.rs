//! Rust types for types, attributes and ops of the IR that a concept or a schema describes.

mod concepts;
mod methods;
mod ops;

pub use concepts::{
    AttributeConcept, Checked, Subject, TypeConcept, Typed, Wrapper, constraint_of, proves, widen,
};
pub use methods::{
    HasType, IntegerAttribute, IntegerType, IntegersAttribute, RankedType, ShapedType,
    TextAttribute,
};
pub use ops::{FieldValue, is_op};
