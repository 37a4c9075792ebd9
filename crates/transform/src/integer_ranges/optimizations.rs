//! `int-range-optimizations`: replaces values with a single possible integer by constants, and removes remainders
//! that are the identity.

use super::constant_attribute;
use crate::canonicalize::{Canonicalize, home};
use crate::fold;
use crate::ir::{Attr, InsertionPoint, Module, OpBuilder, Signedness, Type, TypeData};
use crate::number::Int;
use crate::pass::{Pass, PassResult, Report};
use crate::program::{BlockId, Definition, OpId, Point, Program, ValueId};
use crate::ranges::{Precision, Ranges};
use crate::rules::Rules;
use crate::wrapped::WrappedRange;
use hashbrown::HashMap;
use std::sync::Arc;

/// The pass.
pub struct IntRangeOptimizations {
    /// The semantics of ops.
    pub rules: Arc<Rules>,
    /// The precision for loop-carried values.
    pub precision: Precision,
}

/// A rewrite.
enum Edit {
    /// A value is this constant.
    Constant(ValueId, WrappedRange),
    /// The result of an op is its first operand.
    Operand(OpId),
    /// The range of the operand becomes an attribute of the op.
    Reflect(OpId, WrappedRange),
}

impl Pass for IntRangeOptimizations {
    fn run(&self, module: &mut Module, root: OpId, report: &mut Report) -> PassResult {
        let edits: Vec<Edit> = {
            let module = &*module;
            let ranges = Ranges::of(module, &self.rules, root, self.precision);
            module
                .walk(root)
                .flat_map(|op| edits(module, &ranges, root, op))
                .collect()
        };
        let mut constants = HashMap::new();
        for edit in edits {
            apply(module, edit, &mut constants);
        }
        Canonicalize::in_place().run(module, root, report)
    }
}

fn edits(module: &Module, ranges: &Ranges<'_>, root: OpId, op: OpId) -> Vec<Edit> {
    let mut edits = vec![];
    let mut constant = |value: ValueId| {
        if !module.users(value).is_empty()
            && let Some(word) = ranges
                .word(value)
                .filter(|word| word.as_constant().is_some())
        {
            edits.push(Edit::Constant(value, word));
        }
    };
    let is_literal = module.operands(op).is_empty() && module.op_name(op).ends_with("constant");
    if op != root && !is_literal {
        module.results(op).iter().copied().for_each(&mut constant);
    }
    for &region in module.regions(op) {
        for &block in module.blocks(region) {
            module
                .block_arguments(block)
                .iter()
                .copied()
                .for_each(&mut constant);
        }
    }
    if let Some(word) = reflected(module, ranges, op) {
        edits.push(Edit::Reflect(op, word));
    }
    if is_trivial_remainder(module, ranges, op) {
        edits.push(Edit::Operand(op));
    }
    edits
}

/// The range of the operand of a test op that queries it.
fn reflected(module: &Module, ranges: &Ranges<'_>, op: OpId) -> Option<WrappedRange> {
    if module.op_name(op) != "test.reflect_bounds" {
        return None;
    }
    ranges.word_at(*module.operands(op).first()?, Point::before(module, op)?)
}

/// Whether a remainder by a constant equals the dividend.
fn is_trivial_remainder(module: &Module, ranges: &Ranges<'_>, op: OpId) -> bool {
    let signed = match module.op_name(op) {
        "arith.remsi" => true,
        "arith.remui" => false,
        _ => return false,
    };
    let (&[lhs, rhs], Some(point)) = (module.operands(op), Point::before(module, op)) else {
        return false;
    };
    let Some(divisor) = fold::constant(module, rhs).filter(|&divisor| divisor > 0) else {
        return false;
    };
    ranges.word_at(lhs, point).is_some_and(|word| match signed {
        true => word.signed().0 >= 0 && word.signed().1 < divisor,
        false => word.unsigned().1 < divisor as u128,
    })
}

/// The constants of a function, by block, dialect and value.
type ConstantKey = (BlockId, &'static str, Type, Attr);

fn apply(module: &mut Module, edit: Edit, constants: &mut HashMap<ConstantKey, ValueId>) {
    match edit {
        Edit::Constant(value, word) => {
            let ty = module.type_of(value);
            let Some(attribute) = constant_attribute(module, word, ty) else {
                return;
            };
            let (op, inside) = match module.definition(value) {
                Definition::Result { op, .. } => (op, Some(op)),
                Definition::Argument { block, .. } => {
                    let holder = module.region_parent(module.block_region(block));
                    (holder, module.block_ops(block).first().copied())
                }
            };
            let Some(inside) = inside else {
                return;
            };
            let home = home(module, inside);
            let dialect = module.op_name(op).split('.').next();
            let name = match (dialect, ty) {
                (Some("index"), Type::INDEX) => "index.constant",
                (Some("index"), Type::I1) => "index.bool.constant",
                (Some("test"), _) => "test.constant",
                _ => "arith.constant",
            };
            let key = (home, name, ty, attribute);
            let new = *constants.entry(key).or_insert_with(|| {
                let mut builder = OpBuilder::new(module, InsertionPoint::Start(home));
                builder.value(name, &[], ty, &[("value", attribute)])
            });
            module.replace_all_uses(value, new);
        }
        Edit::Operand(op) => {
            let (&[result], Some(&operand)) = (module.results(op), module.operands(op).first())
            else {
                return;
            };
            module.replace_all_uses(result, operand);
        }
        Edit::Reflect(op, word) => reflect(module, op, word),
    }
}

/// Writes the range of a value to the attributes of an op.
fn reflect(module: &mut Module, op: OpId, word: WrappedRange) {
    let Some(&operand) = module.operands(op).first() else {
        return;
    };
    let ty = module.type_of(operand);
    let element = module.type_data(ty).element().unwrap_or(ty);
    let (signed, unsigned) = match *module.type_data(element) {
        TypeData::Integer { width, .. } => {
            let mut of = |signedness| module.intern_type(TypeData::Integer { width, signedness });
            (of(Signedness::Signed), of(Signedness::Unsigned))
        }
        _ => (element, element),
    };
    let ((smin, smax), (umin, umax)) = (word.signed(), word.unsigned());
    // An index attribute is signed.
    let of_unsigned = |bits: u128| match element {
        Type::INDEX => Int::from(bits as u64 as i64),
        _ => Int::from(bits),
    };
    let stated = [
        ("smax", Int::from(smax), signed),
        ("smin", Int::from(smin), signed),
        ("umax", of_unsigned(umax), unsigned),
        ("umin", of_unsigned(umin), unsigned),
    ];
    let stated = stated.map(|(name, value, ty)| (name, module.integer_attribute(value, ty)));
    module.set_attributes(op, &stated);
}
