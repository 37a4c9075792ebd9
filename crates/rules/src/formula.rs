//! The names of functions, and operations on formulas that the reader of rules needs.

use calipers_number::Int;
use calipers_program::term::Operator;
use calipers_semantics::{Formula, Function, Quantifier, Slot};

/// The function of that name, with its minimum and maximum number of arguments.
pub fn function_named(name: &str) -> Option<(Function, usize, usize)> {
    use Function::*;
    Some(match name {
        "value" => (Value, 1, 1),
        "uint" => (Unsigned, 1, 1),
        "dim" => (Dim, 2, 2),
        "stride" => (Stride, 2, 2),
        "offset" => (Offset, 1, 1),
        "rank" => (Rank, 1, 1),
        "elem" => (Element, 2, 2),
        "elements" => (Elements, 1, 1),
        "indices" => (Indices, 2, 2),
        "place" => (Place, 2, 2),
        "position" => (Position, 3, 3),
        "trip" => (Trip, 1, 1),
        "constant" => (Constant, 1, 1),
        "dynamic-index" => (DynamicIndex, 2, 2),
        "at" => (At, 2, 2),
        "len" => (Length, 1, 1),
        "range" => (Range, 1, 2),
        "list" => (List, 0, usize::MAX),
        "drop" => (Drop, 2, 2),
        "group-of" => (GroupOf, 2, 2),
        "after" => (After, 2, 2),
        "append" => (Append, 2, 2),
        "find" => (Find, 2, 2),
        "align" => (Align, 3, 3),
        "without" => (Without, 2, 2),
        "exp2" => (Exp2, 1, 1),
        "bits" => (Bits, 1, 1),
        "bit-and" => (BitAnd, 2, 2),
        "bit-or" => (BitOr, 2, 2),
        "bit-xor" => (BitXor, 2, 2),
        "common-divisor" => (CommonDivisor, 1, 1),
        "result" => (Result, 0, 1),
        "results" => (Results, 0, 0),
        "regions" => (Regions, 0, 0),
        "argument" => (Argument, 2, 2),
        "yield" => (Yield, 2, 2),
        "run" => (Run, 3, 4),
        "fold" => (Fold, 4, 4),
        "apply" => (ApplyMap, 3, 3),
        "map-results" => (MapResults, 1, 1),
        "map-inputs" => (MapInputs, 1, 1),
        "positions" => (Positions, 2, 2),
        "satisfies" => (Satisfies, 2, 2),
        "unreduced" => (Unreduced, 3, 3),
        "parent" => (Parent, 1, 1),
        "around" => (Around, 2, 2),
        "earlier" => (Earlier, 2, 4),
        "of" => (Of, 3, 3),
        "forwarded" => (Forwarded, 4, 4),
        "case" => (Case, 2, usize::MAX),
        "either" => (Either, 1, usize::MAX),
        "when" => (When, 2, 2),
        "parameter" => (Parameter, 2, 2),
        "alike" => (Alike, 2, 2),
        "subscripts" => (Subscripts, 1, 1),
        "extent" => (Extent, 2, 2),
        "width" => (Width, 1, 1),
        "signed" => (Signed, 2, 2),
        "unsigned" => (AsUnsigned, 2, 2),
        "index?" => (IsIndex, 1, 1),
        "integer?" => (IsInteger, 1, 1),
        "condition?" => (IsCondition, 1, 1),
        "shaped?" => (IsShaped, 1, 1),
        "static?" => (IsStatic, 2, 2),
        "constant?" => (IsConstant, 1, 1),
        "present?" => (IsPresent, 1, 1),
        "same?" => (IsSame, 2, 2),
        _ => return None,
    })
}

/// The quantifier of that name.
pub fn quantifier_named(name: &str) -> Option<Quantifier> {
    Some(match name {
        "sum" => Quantifier::Sum,
        "product" => Quantifier::Product,
        "least" => Quantifier::Least,
        "greatest" => Quantifier::Greatest,
        "forall" => Quantifier::All,
        "each" => Quantifier::Each,
        _ => return None,
    })
}

/// A formula with its variables mapped by `to`.
pub fn renamed(formula: &Formula, to: &mut impl FnMut(Slot) -> Slot) -> Formula {
    match formula {
        Formula::Integer(_) | Formula::Word(_) => formula.clone(),
        Formula::Variable(slot) => Formula::Variable(to(*slot)),
        Formula::Operator(operator, parts) => {
            let parts = parts.iter().map(|part| renamed(part, to));
            Formula::Operator(*operator, parts.collect())
        }
        Formula::Not(part) => Formula::Not(Box::new(renamed(part, to))),
        Formula::Is(part, constraint) => {
            Formula::Is(Box::new(renamed(part, to)), constraint.clone())
        }
        Formula::Call(function, parts) => {
            let parts = parts.iter().map(|part| renamed(part, to));
            Formula::Call(*function, parts.collect())
        }
        Formula::Quantified {
            quantifier,
            slot,
            list,
            body,
        } => Formula::Quantified {
            quantifier: *quantifier,
            slot: to(*slot),
            list: Box::new(renamed(list, to)),
            body: Box::new(renamed(body, to)),
        },
        Formula::First { slot, parts } => Formula::First {
            slot: to(*slot),
            parts: Box::new(parts.each_ref().map(|part| renamed(part, to))),
        },
    }
}

/// The formula `x` if a formula is `1 − x`, the negation of a condition.
fn as_negated(formula: &Formula) -> Option<&Formula> {
    let Formula::Operator(Operator::Add, sum) = formula else {
        return None;
    };
    let [
        Formula::Integer(one),
        Formula::Operator(Operator::Mul, product),
    ] = &sum[..]
    else {
        return None;
    };
    let [Formula::Integer(factor), part] = &product[..] else {
        return None;
    };
    (one.is_one() && *factor == Int::NEG_ONE).then_some(part)
}

/// Whether it is not a condition but a number.
pub(super) fn is_number(formula: &Formula) -> bool {
    match formula {
        Formula::Integer(value) => !(value.is_zero() || value.is_one()),
        Formula::Not(part) => is_number(part),
        Formula::Operator(Operator::Le | Operator::Eq, _) => false,
        Formula::Operator(Operator::Min | Operator::Max, parts) => parts.iter().any(is_number),
        Formula::Operator(Operator::Select, parts) => parts.iter().skip(1).any(is_number),
        Formula::Operator(Operator::Add, _) => as_negated(formula).is_none_or(is_number),
        Formula::Operator(..) => true,
        Formula::Call(Function::List, parts) => parts.iter().any(is_number),
        Formula::Quantified {
            quantifier, body, ..
        } => matches!(quantifier, Quantifier::Sum | Quantifier::Product) || is_number(body),
        Formula::First { parts, .. } => parts.iter().skip(2).any(is_number),
        Formula::Word(_) | Formula::Variable(_) | Formula::Is(..) | Formula::Call(..) => false,
    }
}
