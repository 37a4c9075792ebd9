//! Guards that can be decided without evaluating a formula: tests of operand types and of the presence of attributes.
//! They reject most rules that do not apply to an op.

use calipers_program::{OpId, Program, TypeView};
use calipers_semantics::{Anchor, Anchors, Define, Fact, Formula, Function, Head, Shown, Source};

/// A test of a field that a guard consists of.
struct Demand {
    field: usize,
    question: Question,
    /// The result that the test must have.
    answer: bool,
}

/// A test of a field.
enum Question {
    /// Whether the operand has a type for which this predicate holds.
    Type(Function),
    /// Whether the attribute is present; a flag must also be set.
    Presence,
}

/// Whether a guard is a single test of a field.
pub(super) fn is_test(head: &Head, guard: &Formula) -> bool {
    demand(head, guard).is_some()
}

/// The test that a guard states, if it is a single one.
fn demand(head: &Head, guard: &Formula) -> Option<Demand> {
    let (function, arguments, answer) = match guard {
        Formula::Call(function, arguments) => (function, arguments, true),
        Formula::Not(part) => match &**part {
            Formula::Call(function, arguments) => (function, arguments, false),
            _ => return None,
        },
        _ => return None,
    };
    let [Formula::Variable(slot)] = &arguments[..] else {
        return None;
    };
    let (field, _) = *head.fields.iter().find(|(_, other)| other == slot)?;
    let question = match (function, &head.schema.fields.get(field)?.source) {
        (Function::IsPresent, Source::Attribute(_)) => Question::Presence,
        (function, Source::Operand) => {
            function.holds_of_type(TypeView::Index)?;
            Question::Type(*function)
        }
        _ => return None,
    };
    Some(Demand {
        field,
        question,
        answer,
    })
}

/// Whether a guard at the start of the rule rejects an op without an evaluation.
fn is_ruled_out(head: &Head, program: &(impl Program + ?Sized), op: OpId) -> bool {
    let fields = &head.schema.fields;
    let is_met = |demand: Demand| {
        let said = match demand.question {
            Question::Type(function) => fields
                .operand(program, op, demand.field)
                .and_then(|operand| function.holds_of_type(program.value_type(operand))),
            Question::Presence => Some(fields.is_present(program, op, demand.field)),
        };
        said == Some(demand.answer)
    };
    let mut tests = head.when.iter().map_while(|guard| demand(head, guard));
    !tests.all(is_met)
}

/// Whether a fact can hold from that anchor on.
fn holds_from(fact: &Fact, anchor: Anchor) -> bool {
    match fact.anchors {
        Anchors::One(own) => own == anchor,
        Anchors::EachRegion(_) => matches!(anchor, Anchor::In(_)),
    }
}

/// Whether the fact after the op relies on the assumption that the op's results are not poison: the fact may fail
/// if the op is executed speculatively.
///
/// Ops without results are executed for their effects and are never speculated.
pub fn is_assumption(fact: &Fact, program: &(impl Program + ?Sized), op: OpId) -> bool {
    fact.shown == Shown::Assumed
        && fact.anchors == Anchors::One(Anchor::After)
        && !program.results(op).is_empty()
}

/// Whether the definition can apply to a column of an op, by its tests of fields. Those of a definition for scalars do not
/// concern the elements of an op's values, which have an index.
#[inline]
pub fn may_define(
    define: &Define,
    program: &(impl Program + ?Sized),
    op: OpId,
    index: Option<u32>,
) -> bool {
    index.is_some() || !is_ruled_out(&define.head, program, op)
}

/// Whether the fact can hold from that anchor of an op on, by its anchors and its tests of fields.
#[inline]
pub fn may_hold_from(
    fact: &Fact,
    anchor: Anchor,
    program: &(impl Program + ?Sized),
    op: OpId,
) -> bool {
    holds_from(fact, anchor) && !is_ruled_out(&fact.head, program, op)
}
