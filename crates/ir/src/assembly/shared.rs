//! What several hand-written assemblies use.

use crate::print::{Printer, Terminators};
use crate::program::{Attribute, OpId};

/// Terminators are printed if they yield values.
pub(super) fn shown_if(results: bool) -> Terminators {
    if results {
        Terminators::Shown
    } else {
        Terminators::Hidden
    }
}

/// The elements of an attribute that is a list of integers.
pub(super) fn integers(printer: &Printer<'_>, op: OpId, name: &str) -> Option<Vec<i64>> {
    let attribute = printer.module.op_attribute(op, name)?;
    match printer.module.attribute_view(attribute) {
        Attribute::Integers(values) => Some(values.into_owned()),
        Attribute::Array(items) if items.is_empty() => Some(Vec::new()),
        _ => None,
    }
}
