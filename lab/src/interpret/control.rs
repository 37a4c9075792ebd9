//! Structured and unstructured control flow.

use super::machine::{Flow, Machine};
use super::stop::{Run, Stop, Undefined, require};
use super::value::{Shaped, Value, unsigned};
use calipers::program::{OpId, Program, TypeView};
use std::rc::Rc;

/// The range of a loop.
#[derive(Clone, Copy)]
pub(super) struct Dimension {
    pub(super) lower: i128,
    pub(super) upper: i128,
    pub(super) step: i128,
}

pub(super) fn execute(machine: &mut Machine<'_, '_>, op: OpId, name: &str) -> Run<Flow> {
    let operands = machine.operands(op)?;
    let module = machine.module;
    match (name, &operands[..]) {
        ("cf.br", _) => return Ok(Flow::Branch(0)),
        ("cf.cond_br", [Value::Integer(condition), ..]) => {
            return Ok(Flow::Branch(usize::from(*condition == 0)));
        }
        ("cf.switch", [Value::Integer(flag), ..]) => {
            let cases = machine.integers(op, "case_values")?;
            let case = cases.iter().position(|&case| i128::from(case) == *flag);
            return Ok(Flow::Branch(case.map_or(0, |case| case + 1)));
        }
        ("cf.assert", [Value::Integer(holds)]) => require(*holds != 0, Undefined::Assertion)?,
        ("scf.condition" | "scf.reduce" | "scf.reduce.return" | "scf.forall.in_parallel", _) => {
            return Ok(Flow::Leave);
        }
        ("scf.if", [Value::Integer(condition)]) => {
            let taken = module.regions(op)[usize::from(*condition == 0)];
            let yielded = match module.blocks(taken).is_empty() {
                true => vec![],
                false => machine.region(taken, vec![])?.1,
            };
            machine.set_results(op, yielded)?;
        }
        ("scf.index_switch", [Value::Integer(index)]) => {
            let cases = machine.integers(op, "cases")?;
            let case = cases.iter().position(|&case| i128::from(case) == *index);
            let taken = module.regions(op)[case.map_or(0, |case| case + 1)];
            let (_, yielded) = machine.region(taken, vec![])?;
            machine.set_results(op, yielded)?;
        }
        ("scf.execute_region", _) => {
            let (_, yielded) = machine.region(module.regions(op)[0], vec![])?;
            machine.set_results(op, yielded)?;
        }
        (
            "scf.for",
            [
                Value::Integer(lower),
                Value::Integer(upper),
                Value::Integer(step),
                ..,
            ],
        ) => {
            let mut range = Dimension {
                lower: *lower,
                upper: *upper,
                step: *step,
            };
            let is_unsigned = machine.flag(op, "unsignedCmp");
            if is_unsigned {
                let width = match module.value_type(module.operands(op)[0]) {
                    TypeView::Integer { width } => width,
                    _ => machine.settings.index_width,
                };
                range.lower = unsigned(range.lower, width);
                range.upper = unsigned(range.upper, width);
                range.step = unsigned(range.step, width);
            }
            for_loop(machine, op, range, is_unsigned, operands[3..].to_vec())?;
        }
        ("scf.while", _) => while_loop(machine, op, operands)?,
        ("scf.parallel", _) => parallel(machine, op)?,
        ("scf.forall", _) => forall(machine, op)?,
        _ => return Err(machine.unsupported(op)),
    }
    Ok(Flow::Next)
}

/// A loop with carried values: `lower`, `lower + step`, … below `upper`. A counter of fixed width wraps, like the
/// addition that the loop is lowered to.
pub(super) fn for_loop(
    machine: &mut Machine<'_, '_>,
    op: OpId,
    range: Dimension,
    is_unsigned: bool,
    mut carried: Vec<Value>,
) -> Run {
    let body = machine.module.regions(op)[0];
    let block = machine.module.blocks(body)[0];
    let counter = machine.module.block_arguments(block)[0];
    let mut at = range.lower;
    let mut trip = 0;
    while at < range.upper {
        require(range.step > 0, Undefined::StepNotPositive)?;
        machine.state.set_trip(counter, trip);
        let reading = match machine.module.value_type(counter) {
            TypeView::Integer { width } => super::value::signed(at, width),
            _ => super::value::signed(at, machine.settings.index_width),
        };
        let mut arguments = vec![reading.into()];
        arguments.extend(carried);
        carried = machine.region(body, arguments)?.1;
        at += range.step;
        match machine.module.value_type(counter) {
            TypeView::Integer { width } if is_unsigned => at = unsigned(at, width),
            TypeView::Integer { width } => at = super::value::signed(at, width),
            // The signed reading of an index must not overflow, even if the loop compares unsigned. A step that is
            // large as unsigned is negative in that reading.
            _ if is_unsigned && reading >= 0 && at < range.upper => {
                let step = super::value::signed(range.step, machine.settings.index_width);
                machine.index(reading + step)?;
            }
            _ => {}
        }
        trip += 1;
    }
    machine.set_results(op, carried)
}

fn while_loop(machine: &mut Machine<'_, '_>, op: OpId, mut carried: Vec<Value>) -> Run {
    let regions = machine.module.regions(op).to_vec();
    loop {
        let (_, mut passed) = machine.region(regions[0], carried)?;
        let results = passed.split_off(1);
        match passed[0] {
            Value::Integer(0) => return machine.set_results(op, results),
            _ => carried = machine.region(regions[1], results)?.1,
        }
    }
}

/// The order of the iterations of a loop nest.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Order {
    /// The last dimension varies fastest.
    Rows,
    /// Reversed, as parallel iterations may be.
    Backwards,
}

type After<'a, 'm, 'o> = &'a mut dyn FnMut(&mut Machine<'m, 'o>, OpId) -> Run;

/// Executes all iterations of a loop nest with one body; `after` is called with the body's terminator.
pub(super) fn nest<'m, 'o>(
    machine: &mut Machine<'m, 'o>,
    op: OpId,
    dimensions: &[Dimension],
    extra: &[Value],
    order: Order,
    after: After<'_, 'm, 'o>,
) -> Run {
    let body = machine.module.regions(op)[0];
    let block = machine.module.blocks(body)[0];
    let mut counts = vec![];
    for dimension in dimensions {
        if dimension.lower >= dimension.upper {
            return Ok(());
        }
        require(dimension.step > 0, Undefined::StepNotPositive)?;
        let distance = dimension.upper - dimension.lower;
        counts.push((distance + dimension.step - 1) / dimension.step);
    }
    let mut trips = vec![0; dimensions.len()];
    if order == Order::Backwards {
        for (trip, count) in trips.iter_mut().zip(&counts) {
            *trip = count - 1;
        }
    }
    loop {
        let mut arguments = vec![];
        for (n, (dimension, &trip)) in dimensions.iter().zip(&trips).enumerate() {
            let counter = machine.module.block_arguments(block)[n];
            machine.state.set_trip(counter, trip);
            arguments.push(Value::Integer(dimension.lower + trip * dimension.step));
        }
        arguments.extend(extra.iter().cloned());
        let (terminator, _) = machine.region(body, arguments)?;
        after(machine, terminator)?;
        // Advances to the next point, or ends.
        let mut at = dimensions.len();
        loop {
            let Some(next) = at.checked_sub(1) else {
                return Ok(());
            };
            at = next;
            match order {
                Order::Rows if trips[at] + 1 < counts[at] => trips[at] += 1,
                Order::Backwards if trips[at] > 0 => trips[at] -= 1,
                Order::Rows => {
                    trips[at] = 0;
                    continue;
                }
                Order::Backwards => {
                    trips[at] = counts[at] - 1;
                    continue;
                }
            }
            break;
        }
    }
}

fn dimensions(lower: &[i128], upper: &[i128], step: &[i128]) -> Vec<Dimension> {
    let bounds = lower.iter().zip(upper).zip(step);
    bounds
        .map(|((&lower, &upper), &step)| Dimension { lower, upper, step })
        .collect()
}

fn parallel(machine: &mut Machine<'_, '_>, op: OpId) -> Run {
    let segments = machine.segments(op)?;
    let list = |values: &[Value]| -> Option<Vec<i128>> {
        let integer = |value: &Value| match value {
            Value::Integer(value) => Some(*value),
            _ => None,
        };
        values.iter().map(integer).collect()
    };
    let lists = [&segments[0], &segments[1], &segments[2]].map(|values| list(values));
    let [Some(lower), Some(upper), Some(step)] = lists else {
        return Err(machine.unsupported(op));
    };
    let dimensions = dimensions(&lower, &upper, &step);
    let mut reduced = segments[3].clone();
    nest(
        machine,
        op,
        &dimensions,
        &[],
        Order::Backwards,
        &mut |machine, terminator| {
            let operands = machine.operands(terminator)?;
            let regions = machine.module.regions(terminator).to_vec();
            for ((region, operand), so_far) in regions.iter().zip(operands).zip(&mut reduced) {
                let both = vec![so_far.clone(), operand];
                let (_, combined) = machine.region(*region, both)?;
                *so_far = combined.into_iter().next().unwrap_or(Value::Opaque);
            }
            Ok(())
        },
    )?;
    machine.set_results(op, reduced)
}

fn forall(machine: &mut Machine<'_, '_>, op: OpId) -> Run {
    let segments = machine.segments(op)?;
    let lower = machine.mixed(op, "staticLowerBound", &segments[0])?;
    let upper = machine.mixed(op, "staticUpperBound", &segments[1])?;
    let step = machine.mixed(op, "staticStep", &segments[2])?;
    let dimensions = dimensions(&lower, &upper, &step);
    let outs = segments[3].clone();
    let mut results = outs.clone();
    // Inserting the slices of the iterations does not change sizes.
    nest(
        machine,
        op,
        &dimensions,
        &outs,
        Order::Backwards,
        &mut |machine, terminator| {
            let Some(&region) = machine.module.regions(terminator).first() else {
                return Ok(());
            };
            for &block in machine.module.blocks(region) {
                for &insert in machine.module.block_ops(block) {
                    put_back(machine, (op, dimensions.len()), insert, &mut results)?;
                }
            }
            Ok(())
        },
    )?;
    machine.set_results(op, results)
}

/// Inserts a slice into the result of its destination, after the insertions of earlier iterations.
fn put_back(
    machine: &mut Machine<'_, '_>,
    (around, counters): (OpId, usize),
    insert: OpId,
    results: &mut [Value],
) -> Run {
    let body = machine.module.blocks(machine.module.regions(around)[0])[0];
    let dest = machine.module.operands(insert).get(1);
    let arguments = machine.module.block_arguments(body).iter();
    let number = arguments.skip(counters).position(|it| Some(it) == dest);
    let Some(result) = number.and_then(|number| results.get_mut(number)) else {
        return Err(machine.unsupported(insert));
    };
    if machine.operands(insert)?.contains(&Value::Poison) {
        *result = Value::Poison;
    }
    let result = match result {
        Value::Shaped(result) => result,
        Value::Poison => return Ok(()),
        _ => return Err(machine.unsupported(insert)),
    };
    let elements = super::tensor::inserted(machine, insert, result)?;
    *result = Rc::new(Shaped {
        elements,
        ..(**result).clone()
    });
    Ok(())
}

/// The maximum number of iterations of a loop over tensors.
const MOST_TRIPS: u32 = 12;

/// Whether a condition in a tensor holds; arbitrary if it is unknown.
fn holds(machine: &mut Machine<'_, '_>, condition: Option<&Value>) -> bool {
    let element = match condition {
        Some(Value::Shaped(shaped)) => shaped.elements.as_ref().map(|elements| elements[0]),
        _ => None,
    };
    element.unwrap_or_else(|| machine.any_integer(Some(1))) & 1 == 1
}

/// Executes the region that a condition in a tensor selects; its arguments may be the other operands.
pub(super) fn branch(machine: &mut Machine<'_, '_>, op: OpId) -> Run {
    let mut operands = machine.operands(op)?;
    let condition = operands.remove(0);
    let taken = usize::from(!holds(machine, Some(&condition)));
    let region = machine.module.regions(op)[taken];
    let (_, yielded) = machine.region(region, operands)?;
    machine.set_results(op, yielded)
}

/// Executes the second region while the condition of the first one holds.
pub(super) fn repeat(machine: &mut Machine<'_, '_>, op: OpId) -> Run {
    let mut carried = machine.operands(op)?;
    let [condition, body] = machine.module.regions(op) else {
        return Err(machine.unsupported(op));
    };
    for _ in 0..MOST_TRIPS {
        let (_, found) = machine.region(*condition, carried.clone())?;
        require(found.first() != Some(&Value::Poison), Undefined::Poison)?;
        if !holds(machine, found.first()) {
            return machine.set_results(op, carried);
        }
        carried = machine.region(*body, carried)?.1;
    }
    Err(Stop::Fuel)
}
