//! What a schema demands of an op, for the verifier.

use calipers_program::{OpId, Program};
use calipers_semantics::concept::Sort;
use calipers_semantics::{ResultField, Schema, Source};

/// The kinds of fields: of an op's field, or of a role for all members of an interface.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FieldKinds {
    /// Attributes only.
    Attributes,
    /// Values or lists of values only.
    Values,
    /// Both, or not known.
    Mixed,
}

/// Whether the schema has any constraint.
pub fn has_constraints(schema: &Schema) -> bool {
    schema.fields.iter().any(|field| field.constraint.is_some())
        || schema
            .results
            .iter()
            .any(|result| result.constraint.is_some())
        || !schema.same_types.is_empty()
        || schema.whole.is_some()
}

/// Whether the schema describes the operands passed to a successor.
pub fn has_successors(schema: &Schema) -> bool {
    schema.fields.iter().any(|field| field.successor.is_some())
}

/// Whether the schema depends only on the types and the division of operands and results.
pub(super) fn is_about_types(schema: &Schema) -> bool {
    let of_fields = schema.fields.iter().map(|it| &it.constraint);
    let of_results = schema.results.iter().map(|it| &it.constraint);
    let mut all = of_fields.chain(of_results).chain([&schema.whole]).flatten();
    all.all(|constraint| constraint.sort == Sort::Type)
}

/// The results of that name: the index of the first, and their number; none if the op's results do not match.
pub fn results_named(
    schema: &Schema,
    program: &(impl Program + ?Sized),
    op: OpId,
    name: &str,
) -> Option<(usize, usize)> {
    let position = schema
        .results
        .iter()
        .position(|result| result.name == name)?;
    let total = program.results(op).len();
    let singles = schema.results.iter().filter(|it| !it.is_list).count();
    let spare = total.checked_sub(singles)?;
    let lists = schema.results.iter().any(|it| it.is_list);
    if !lists && spare > 0 {
        return None;
    }
    let length = |it: &ResultField| if it.is_list { spare } else { 1 };
    let start = schema.results[..position].iter().map(length).sum();
    Some((start, length(&schema.results[position])))
}

/// The minimum and maximum number of operands; none if the schema does not describe them.
pub(super) fn operand_count(schema: &Schema) -> Option<(usize, Option<usize>)> {
    let (mut least, mut most, mut is_said) = (0, Some(0), false);
    for field in schema.fields.iter() {
        match &field.source {
            Source::Attribute(_) => continue,
            Source::Operand => {
                least += 1;
                most = most.map(|count| count + 1);
            }
            Source::Optional => most = most.map(|count| count + 1),
            Source::Operands | Source::Segments(_) | Source::Mixed(_) => most = None,
        }
        is_said = true;
    }
    is_said.then_some((least, most))
}

/// The minimum and maximum number of results; none if the schema does not describe them.
pub(super) fn result_count(schema: &Schema) -> Option<(usize, Option<usize>)> {
    let singles = schema.results.iter().filter(|it| !it.is_list).count();
    let most = (singles == schema.results.len()).then_some(singles);
    (!schema.results.is_empty()).then_some((singles, most))
}
