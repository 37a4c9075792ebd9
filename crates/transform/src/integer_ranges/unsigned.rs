//! `arith-unsigned-when-equivalent`: replaces signed ops on integers that are never negative by unsigned ones.

use crate::ir::{InsertionPoint, Module, Type};
use crate::pass::{Pass, PassResult, Report};
use crate::program::{OpId, Point, Program, ValueId};
use crate::ranges::{Precision, Ranges};
use crate::rules::Rules;
use std::sync::Arc;

/// The pass.
pub struct UnsignedWhenEquivalent {
    /// The semantics of ops.
    pub rules: Arc<Rules>,
    /// The precision for loop-carried values.
    pub precision: Precision,
}

/// Ops, and their unsigned counterparts.
const OPS: &[(&str, &str)] = &[
    ("arith.ceildivsi", "arith.ceildivui"),
    ("arith.divsi", "arith.divui"),
    ("arith.extsi", "arith.extui"),
    ("arith.floordivsi", "arith.divui"),
    ("arith.index_cast", "arith.index_castui"),
    ("arith.maxsi", "arith.maxui"),
    ("arith.minsi", "arith.minui"),
    ("arith.remsi", "arith.remui"),
];

/// `slt`, `sle`, `sgt` and `sge` among the predicates of `arith.cmpi`, and the offset of the unsigned predicates.
const SIGNED_PREDICATES: std::ops::RangeInclusive<i64> = 2..=5;
const TO_UNSIGNED: i64 = 4;

impl Pass for UnsignedWhenEquivalent {
    fn run(&self, module: &mut Module, root: OpId, _report: &mut Report) -> PassResult {
        let ops: Vec<OpId> = {
            let module = &*module;
            let ranges = Ranges::of(module, &self.rules, root, self.precision);
            let ops = module.walk(root);
            ops.filter(|&op| is_signed(module, op) && is_never_negative(module, &ranges, op))
                .collect()
        };
        for op in ops {
            make_unsigned(module, op);
        }
        Ok(())
    }
}

fn predicate(module: &Module, op: OpId) -> Option<i64> {
    let predicate = i64::try_from(module.integer(op, "predicate")?).ok()?;
    SIGNED_PREDICATES.contains(&predicate).then_some(predicate)
}

fn is_signed(module: &Module, op: OpId) -> bool {
    let name = module.op_name(op);
    match name == "arith.cmpi" {
        true => predicate(module, op).is_some(),
        false => OPS.iter().any(|(signed, _)| *signed == name),
    }
}

/// Whether neither operands nor results are ever negative, except the result of a comparison.
fn is_never_negative(module: &Module, ranges: &Ranges<'_>, op: OpId) -> bool {
    let Some(point) = Point::before(module, op) else {
        return false;
    };
    let here = |&value: &ValueId| ranges.word_at(value, point);
    let anywhere = |&value: &ValueId| ranges.word(value);
    let never =
        |word: Option<crate::wrapped::WrappedRange>| word.is_some_and(|word| word.signed().0 >= 0);
    let operands = module.operands(op).iter().all(|value| never(here(value)));
    let results = || {
        module
            .results(op)
            .iter()
            .all(|value| never(anywhere(value)))
    };
    operands && (module.op_name(op) == "arith.cmpi" || results())
}

fn make_unsigned(module: &mut Module, op: OpId) {
    if let Some(predicate) = predicate(module, op) {
        let unsigned = module.integer_attribute(predicate + TO_UNSIGNED, Type::I64);
        module.set_attribute(op, "predicate", unsigned);
        return;
    }
    let known = OPS.iter().find(|(signed, _)| *signed == module.op_name(op));
    let (Some((_, unsigned)), &[result]) = (known, module.results(op)) else {
        return;
    };
    let ty = module.type_of(result);
    let operands = module.operands(op).to_vec();
    let new = module.create_op(unsigned, &operands, &[ty], &[], 0);
    module.insert(new, InsertionPoint::Before(op));
    let made = module.results(new)[0];
    module.replace_all_uses(result, made);
    module.erase(op);
}
