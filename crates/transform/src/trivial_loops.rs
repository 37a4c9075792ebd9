//! Loops that run at most once.

use super::fold::constant;
use super::inserter::Inserter;
use super::sized_ops::Size;
use crate::ir::{InsertionPoint, Module};
use crate::program::{AffineMap, Attribute, BlockId, OpId, Program, RegionId, TypeView, ValueId};
use hashbrown::HashMap;

/// A loop whose results need no loop.
pub(super) enum Trivial {
    /// It runs no iteration: its results are these values.
    Never(Vec<ValueId>),
    /// It runs one iteration.
    Once(Once),
}

/// A loop that runs one iteration.
pub(super) struct Once {
    /// The region that is one iteration, with a single block.
    pub(super) body: RegionId,
    /// The induction variables in that iteration.
    counters: Vec<Size>,
    /// The values of the arguments of the body after the induction variables.
    inits: Vec<ValueId>,
}

/// The range of one induction variable.
struct Range {
    lower: Size,
    upper: Size,
    step: Size,
}

/// The number of iterations over a range.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Trips {
    Never,
    Once,
    Unknown,
}

/// Whether `op` is a loop that runs at most once, by constant bounds alone.
pub(super) fn trivial_loop(module: &Module, op: OpId) -> Option<Trivial> {
    classify(module, op).filter(|_| !uses_own_results(module, op))
}

/// Whether a result of an op is an operand of the op or of an op inside it, as in unreachable code.
fn uses_own_results(module: &Module, op: OpId) -> bool {
    let results = module.results(op);
    module.walk(op).any(|inner| {
        let mut operands = module.operands(inner).iter();
        operands.any(|operand| results.contains(operand))
    })
}

fn classify(module: &Module, op: OpId) -> Option<Trivial> {
    let operands = module.operands(op);
    let results = module.results(op).len();
    let first_init = operands.len().checked_sub(results)?;
    let inits = operands.get(first_init..)?;
    let (ranges, bits, unsigned) = match module.op_name(op) {
        "scf.for" => {
            let &[lower, upper, step] = operands.get(..3)? else {
                return None;
            };
            let unsigned = module.op_attribute(op, "unsignedCmp").is_some();
            let range = Range {
                lower: size(module, lower)?,
                upper: size(module, upper)?,
                step: size(module, step)?,
            };
            (vec![range], width(module, lower)?, unsigned)
        }
        "scf.parallel" => (parallel_ranges(module, op, operands)?, 64, false),
        "scf.forall" => (forall_ranges(module, op)?, 64, false),
        "affine.for" => (vec![affine_range(module, op)?], 64, false),
        _ => return None,
    };
    let trips: Vec<Trips> = ranges
        .iter()
        .map(|range| trips(range, bits, unsigned))
        .collect();
    if trips.contains(&Trips::Never) {
        return Some(Trivial::Never(inits.to_vec()));
    }
    let body = *module.regions(op).first()?;
    let &[block] = module.blocks(body) else {
        return None;
    };
    let runs_once = trips.iter().all(|&trips| trips == Trips::Once);
    // The results of a parallel loop are reductions of the values of its iterations.
    let reduces = module.op_name(op) == "scf.parallel" && results > 0;
    if !runs_once || reduces || !ends_plainly(module, op, block) {
        return None;
    }
    Some(Trivial::Once(Once {
        body,
        counters: ranges.iter().map(|range| range.lower).collect(),
        inits: inits.to_vec(),
    }))
}

impl Once {
    /// The body's arguments, each with its value in that iteration; constants are made right before `op`.
    pub(super) fn arguments(&self, module: &mut Module, op: OpId) -> Vec<(ValueId, ValueId)> {
        let block = module.blocks(self.body)[0];
        let arguments = module.block_arguments(block).to_vec();
        let mut values = vec![];
        for (&argument, &counter) in arguments.iter().zip(&self.counters) {
            let ty = module.type_of(argument);
            values.push(match counter {
                Size::Static(number) => Inserter::before(module, op).constant(ty, number),
                Size::Dynamic(value) => value,
            });
        }
        values.extend(&self.inits);
        arguments.into_iter().zip(values).collect()
    }
}

/// The loop results after a single iteration with the values `copies`, given the body's terminator: the yielded
/// values, or the insertions of a `scf.forall.in_parallel`, right before `op`.
pub(super) fn results_of(
    module: &mut Module,
    op: OpId,
    last: OpId,
    copies: &HashMap<ValueId, ValueId>,
) -> Vec<ValueId> {
    let copy = |value: ValueId| copies.get(&value).copied().unwrap_or(value);
    if module.op_name(last) != "scf.forall.in_parallel" {
        return module.operands(last).iter().map(|&it| copy(it)).collect();
    }
    let block = module.block_of(last).map(|it| module.block_arguments(it));
    let arguments = block.unwrap_or_default().to_vec();
    let outputs = &arguments[arguments.len().saturating_sub(module.results(op).len())..];
    let mut latest: HashMap<ValueId, ValueId> = outputs.iter().map(|&it| (it, copy(it))).collect();
    for insert in inserts(module, last) {
        let mut operands: Vec<ValueId> = module.operands(insert).to_vec();
        let &[_, destination, ..] = operands.as_slice() else {
            continue;
        };
        operands.iter_mut().for_each(|it| *it = copy(*it));
        operands[1] = latest.get(&destination).copied().unwrap_or(destination);
        let attributes = module.op_attributes(insert).to_vec();
        let named: Vec<(String, _)> = attributes
            .iter()
            .map(|it| (module.name(it.name).to_string(), it.value))
            .collect();
        let named: Vec<(&str, _)> = named
            .iter()
            .map(|(name, it)| (name.as_str(), *it))
            .collect();
        let ty = module.type_of(destination);
        let new = module.create_op("tensor.insert_slice", &operands, &[ty], &named, 0);
        module.insert(new, InsertionPoint::Before(op));
        latest.insert(destination, module.results(new)[0]);
    }
    outputs.iter().map(|output| latest[output]).collect()
}

/// Whether the terminator of a loop's body passes values on in a form that a single iteration can replace.
fn ends_plainly(module: &Module, op: OpId, block: BlockId) -> bool {
    let Some(&last) = module.block_ops(block).last() else {
        return false;
    };
    match module.op_name(last) {
        "scf.yield" | "affine.yield" => module.operands(last).len() == module.results(op).len(),
        "scf.reduce" => module.operands(last).is_empty(),
        "scf.forall.in_parallel" => {
            let arguments = module.block_arguments(block);
            inserts(module, last).into_iter().all(|insert| {
                module.op_name(insert) == "tensor.parallel_insert_slice"
                    && module
                        .operands(insert)
                        .get(1)
                        .is_some_and(|destination| arguments.contains(destination))
            })
        }
        _ => false,
    }
}

/// The ops in a `scf.forall.in_parallel`.
fn inserts(module: &Module, op: OpId) -> Vec<OpId> {
    let blocks = module.regions(op).iter().flat_map(|&it| module.blocks(it));
    blocks
        .flat_map(|&block| module.block_ops(block).to_vec())
        .collect()
}

fn trips(range: &Range, bits: u32, unsigned: bool) -> Trips {
    if range.lower == range.upper {
        return Trips::Never;
    }
    let (Size::Static(lower), Size::Static(upper)) = (range.lower, range.upper) else {
        return Trips::Unknown;
    };
    let read = |number: i64| {
        let number = i128::from(number);
        if unsigned && number < 0 {
            number + (1 << bits)
        } else {
            number
        }
    };
    let (lower, upper) = (read(lower), read(upper));
    if lower >= upper {
        return Trips::Never;
    }
    let Size::Static(step) = range.step else {
        return Trips::Unknown;
    };
    // The value after the first iteration must fit this width, else it wraps.
    let end = 1i128 << if unsigned { bits } else { bits - 1 };
    let next = lower + read(step);
    if step != 0 && next >= upper && next < end {
        Trips::Once
    } else {
        Trips::Unknown
    }
}

fn size(module: &Module, value: ValueId) -> Option<Size> {
    match constant(module, value) {
        Some(number) => Some(Size::Static(i64::try_from(number).ok()?)),
        None => Some(Size::Dynamic(value)),
    }
}

fn width(module: &Module, value: ValueId) -> Option<u32> {
    match module.value_type(value) {
        TypeView::Index => Some(64),
        TypeView::Integer { width } if (1..=64).contains(&width) => Some(width),
        _ => None,
    }
}

fn parallel_ranges(module: &Module, op: OpId, operands: &[ValueId]) -> Option<Vec<Range>> {
    let body = *module.regions(op).first()?;
    let count = module.block_arguments(*module.blocks(body).first()?).len();
    let sizes: Option<Vec<Size>> = operands
        .get(..3 * count)?
        .iter()
        .map(|&operand| size(module, operand))
        .collect();
    ranges(&sizes?)
}

fn forall_ranges(module: &Module, op: OpId) -> Option<Vec<Range>> {
    let mut dynamic = module.operands(op).iter();
    let mut sizes = vec![];
    for name in ["staticLowerBound", "staticUpperBound", "staticStep"] {
        let Some(Attribute::Integers(numbers)) = module.attribute(op, name) else {
            return None;
        };
        for &number in numbers.iter() {
            sizes.push(match number {
                i64::MIN => size(module, *dynamic.next()?)?,
                number => Size::Static(number),
            });
        }
    }
    ranges(&sizes)
}

/// The ranges from consecutive lists of lower bounds, upper bounds and steps.
fn ranges(sizes: &[Size]) -> Option<Vec<Range>> {
    let count = sizes.len() / 3;
    if count == 0 || sizes.len() != 3 * count {
        return None;
    }
    let range = |at: usize| Range {
        lower: sizes[at],
        upper: sizes[at + count],
        step: sizes[at + 2 * count],
    };
    Some((0..count).map(range).collect())
}

fn affine_range(module: &Module, op: OpId) -> Option<Range> {
    let bound = |name: &str| match module.attribute(op, name)? {
        Attribute::Map(map) => only_constant(map),
        _ => None,
    };
    let Attribute::Integer(step) = module.attribute(op, "step")? else {
        return None;
    };
    Some(Range {
        lower: Size::Static(bound("lowerBoundMap")?),
        upper: Size::Static(bound("upperBoundMap")?),
        step: Size::Static(i64::try_from(&step).ok()?),
    })
}

fn only_constant(map: &AffineMap) -> Option<i64> {
    let [only] = map.results.as_slice() else {
        return None;
    };
    i64::try_from(only.as_constant()?).ok()
}
