//! Named constraints: predicates over types, attributes, values and ops.

#[cfg(feature = "mlir")]
pub use crate::typed::{
    AttributeConcept, Checked, HasType, IntegerAttribute, IntegerType, IntegersAttribute,
    RankedType, ShapedType, Subject, TextAttribute, TypeConcept, Typed, Wrapper, constraint_of,
    proves, widen,
};
pub use calipers_rules::concept::*;
