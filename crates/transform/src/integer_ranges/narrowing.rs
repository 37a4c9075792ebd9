//! `arith-int-range-narrowing`: performs integer ops in a smaller width if the values fit.

use crate::canonicalize::Canonicalize;
use crate::ir::{AttrData, InsertionPoint, Module, OpBuilder, Signedness, Type, TypeData};
use crate::pass::{Pass, PassResult, Report};
use crate::program::{OpId, Point, Program, ValueId};
use crate::ranges::{Precision, Ranges};
use crate::rules::Rules;
use crate::wrapped::WrappedRange;
use hashbrown::HashMap;
use std::sync::Arc;

/// The pass.
pub struct IntRangeNarrowing {
    /// The available widths, in order of preference.
    pub widths: Vec<u32>,
    /// The semantics of ops.
    pub rules: Arc<Rules>,
    /// The precision for loop-carried values.
    pub precision: Precision,
}

/// The extension that restores a number from a smaller width.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Reading {
    Signed,
    Unsigned,
    Either,
}

impl Reading {
    /// The extension that restores the numbers of a range from `width` bits; none if they do not fit.
    fn of(word: WrappedRange, width: u32) -> Option<Reading> {
        if word.width() <= width {
            return None;
        }
        let ((smin, smax), (_, umax)) = (word.signed(), word.unsigned());
        let half = 1i128 << (width - 1);
        let signed = -half <= smin && smax < half;
        let unsigned = umax >> width == 0;
        match (signed, unsigned) {
            (true, true) => Some(Reading::Either),
            (true, false) => Some(Reading::Signed),
            (false, true) => Some(Reading::Unsigned),
            (false, false) => None,
        }
    }

    fn and(self, other: Reading) -> Option<Reading> {
        match (self, other) {
            (Reading::Either, other) | (other, Reading::Either) => Some(other),
            (a, b) => (a == b).then_some(a),
        }
    }

    /// The same for a constant with this range.
    fn of_number(self, word: WrappedRange) -> Reading {
        match self {
            Reading::Signed if word.signed().0 >= 0 => Reading::Either,
            reading => reading,
        }
    }
}

/// The dependence of the low result bits of an op on its operands.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// Only on bits of equal or lower significance: the reading does not matter.
    Bits,
    /// On the signed reading of the operands.
    Signed,
    /// On the unsigned reading.
    Unsigned,
}

const OPS: &[(&str, Kind)] = &[
    ("arith.addi", Kind::Bits),
    ("arith.andi", Kind::Bits),
    ("arith.ceildivsi", Kind::Signed),
    ("arith.ceildivui", Kind::Unsigned),
    ("arith.divsi", Kind::Signed),
    ("arith.divui", Kind::Unsigned),
    ("arith.floordivsi", Kind::Signed),
    ("arith.maxsi", Kind::Signed),
    ("arith.maxui", Kind::Unsigned),
    ("arith.minsi", Kind::Signed),
    ("arith.minui", Kind::Unsigned),
    ("arith.muli", Kind::Bits),
    ("arith.ori", Kind::Bits),
    ("arith.remsi", Kind::Signed),
    ("arith.remui", Kind::Unsigned),
    ("arith.shli", Kind::Bits),
    ("arith.shrsi", Kind::Signed),
    ("arith.shrui", Kind::Unsigned),
    ("arith.subi", Kind::Bits),
    ("arith.xori", Kind::Bits),
];

/// `slt`, `sle`, `sgt` and `sge` among the predicates of `arith.cmpi`.
const SIGNED_PREDICATES: std::ops::RangeInclusive<i64> = 2..=5;

/// The minimum width of an index, whose bits a conversion preserves.
const INDEX_BITS: u32 = 32;

/// An op that is narrowed.
struct Plan {
    op: OpId,
    width: u32,
    reading: Reading,
    operands: Vec<WrappedRange>,
    result: Option<WrappedRange>,
}

impl Pass for IntRangeNarrowing {
    fn run(&self, module: &mut Module, root: OpId, report: &mut Report) -> PassResult {
        let plans: Vec<Plan> = {
            let module = &*module;
            let ranges = Ranges::of(module, &self.rules, root, self.precision);
            let ops = module.walk(root).filter(|&op| op != root);
            ops.filter_map(|op| self.plan(module, &ranges, op))
                .collect()
        };
        let mut narrow = HashMap::new();
        for plan in plans {
            apply(module, &plan, &mut narrow);
        }
        Canonicalize::in_place().run(module, root, report)
    }
}

impl IntRangeNarrowing {
    fn plan(&self, module: &Module, ranges: &Ranges<'_>, op: OpId) -> Option<Plan> {
        let &[lhs, rhs] = module.operands(op) else {
            return None;
        };
        let name = module.op_name(op);
        let compares = name == "arith.cmpi";
        let kind = match compares {
            true => {
                let predicate = i64::try_from(module.integer(op, "predicate")?).ok()?;
                match SIGNED_PREDICATES.contains(&predicate) {
                    true => Kind::Signed,
                    // Truncating signs preserves the unsigned order.
                    false => Kind::Bits,
                }
            }
            false => OPS.iter().find(|(known, _)| *known == name)?.1,
        };
        let point = Point::before(module, op)?;
        let operands = vec![ranges.word_at(lhs, point)?, ranges.word_at(rhs, point)?];
        let result = match compares {
            true => None,
            false => Some(ranges.word(*module.results(op).first()?)?),
        };
        self.widths.iter().find_map(|&width| {
            let mut words = operands.iter().copied().chain(result);
            let reading = words.try_fold(Reading::Either, |reading, word| {
                reading.and(Reading::of(word, width)?)
            })?;
            let reads = match kind {
                Kind::Bits => true,
                Kind::Signed => reading != Reading::Unsigned,
                Kind::Unsigned => reading != Reading::Signed,
            };
            (reads && is_defined(name, &operands, width)).then(|| Plan {
                op,
                width,
                reading,
                operands: operands.clone(),
                result,
            })
        })
    }
}

/// Whether an op is defined in this width if it is in a larger one.
fn is_defined(name: &str, operands: &[WrappedRange], width: u32) -> bool {
    let &[lhs, rhs] = operands else {
        return false;
    };
    match name {
        "arith.shli" | "arith.shrsi" | "arith.shrui" => rhs.unsigned().1 < u128::from(width),
        "arith.divsi" | "arith.floordivsi" | "arith.ceildivsi" | "arith.remsi" => {
            lhs.signed().0 > -(1i128 << (width - 1))
        }
        _ => true,
    }
}

/// The type with integers of that width as elements.
fn narrowed(module: &mut Module, ty: Type, width: u32) -> Option<Type> {
    let signedness = Signedness::Signless;
    let integer = module.intern_type(TypeData::Integer { width, signedness });
    Some(match module.type_data(ty).clone() {
        TypeData::Index | TypeData::Integer { .. } => integer,
        TypeData::Vector { dims, .. } => module.intern_type(TypeData::Vector {
            dims,
            element: integer,
        }),
        TypeData::Tensor { dims, encoding, .. } => module.intern_type(TypeData::Tensor {
            dims,
            element: integer,
            encoding,
        }),
        _ => return None,
    })
}

/// Narrows an op. `narrow` maps extended values to the values that they extend.
fn apply(module: &mut Module, plan: &Plan, narrow: &mut HashMap<ValueId, (ValueId, Reading)>) {
    let op = plan.op;
    let (&[lhs, rhs], &[old]) = (module.operands(op), module.results(op)) else {
        return;
    };
    let wide = module.type_of(lhs);
    let Some(target) = narrowed(module, wide, plan.width) else {
        return;
    };
    let mut operands = vec![];
    for (value, word) in [lhs, rhs].into_iter().zip(&plan.operands) {
        let reading = match plan.result {
            Some(_) => plan.reading.of_number(*word),
            None => Reading::of(*word, plan.width).unwrap_or(plan.reading),
        };
        operands.push(cut(
            module,
            op,
            value,
            target,
            (plan.width, reading),
            narrow,
        ));
    }
    let copy = module.clone_op(op, &mut HashMap::new());
    module.insert(copy, InsertionPoint::Before(op));
    module.set_operands(copy, &operands);
    let made = module.results(copy)[0];
    let Some(result) = plan.result else {
        module.replace_all_uses(old, made);
        module.erase(op);
        return;
    };
    module.set_type(made, target);
    // Overflow flags of the larger width need not hold in the smaller one.
    if plan.reading != Reading::Either && module.op_attribute(copy, "overflowFlags").is_some() {
        let none = module.intern_attribute(AttrData::Opaque {
            text: "#arith.overflow<none>".into(),
            ty: None,
        });
        module.set_attribute(copy, "overflowFlags", none);
    }
    let reading = plan.reading.of_number(result);
    let name = match (is_index(module, wide), reading) {
        (true, Reading::Signed) => "arith.index_cast",
        (true, _) => "arith.index_castui",
        (false, Reading::Signed) => "arith.extsi",
        (false, _) => "arith.extui",
    };
    let back = OpBuilder::new(module, InsertionPoint::Before(op)).value(name, &[made], wide, &[]);
    narrow.insert(back, (made, reading));
    module.replace_all_uses(old, back);
    module.erase(op);
}

fn is_index(module: &Module, ty: Type) -> bool {
    let element = module.type_data(ty).element().unwrap_or(ty);
    element == Type::INDEX
}

/// Truncates a value before `op`.
fn cut(
    module: &mut Module,
    op: OpId,
    value: ValueId,
    target: Type,
    (width, reading): (u32, Reading),
    narrow: &HashMap<ValueId, (ValueId, Reading)>,
) -> ValueId {
    let index = {
        let ty = module.type_of(value);
        is_index(module, ty)
    };
    let mut source = value;
    if let Some(&(made, came_by)) = narrow.get(&value) {
        let bits = module.word_width(made).unwrap_or(u32::MAX);
        let same = module.type_of(made) == target;
        let goes_back = match index {
            true => bits <= INDEX_BITS && came_by != Reading::Signed && reading != Reading::Signed,
            false => true,
        };
        if same && goes_back {
            return made;
        }
        if !index && bits > width {
            source = made;
        }
    }
    let name = match (index, reading) {
        (true, Reading::Signed) => "arith.index_cast",
        (true, _) => "arith.index_castui",
        (false, _) => "arith.trunci",
    };
    OpBuilder::new(module, InsertionPoint::Before(op)).value(name, &[source], target, &[])
}
