//! The affine dialect.

use super::control::{Dimension, Order, for_loop, nest};
use super::machine::Machine;
use super::stop::{Run, Stop, Undefined, require};
use super::value::{Value, floor_div, small};
use calipers::program::{
    AffineBinary, AffineExpr, AffineMap, Attribute, Constraint, IntegerSet, OpId, Program,
};

pub(super) fn execute(machine: &mut Machine<'_, '_>, op: OpId, name: &str) -> Run {
    let module = machine.module;
    match name {
        "apply" | "min" | "max" => {
            let results = map(machine, op, "map", &machine.operands(op)?)?;
            let value = match name {
                "min" => results.iter().min(),
                "max" => results.iter().max(),
                _ => results.first(),
            };
            let value = *value.ok_or_else(|| machine.unsupported(op))?;
            machine.set_results(op, vec![value.into()])
        }
        "for" => {
            let segments = machine.segments(op)?;
            let lower = map(machine, op, "lowerBoundMap", &segments[0])?;
            let upper = map(machine, op, "upperBoundMap", &segments[1])?;
            let (lower, upper) = (lower.into_iter().max(), upper.into_iter().min());
            let bounds = lower.zip(upper).ok_or_else(|| machine.unsupported(op))?;
            let step = machine.integer(op, "step")?;
            let range = Dimension {
                lower: bounds.0,
                upper: bounds.1,
                step,
            };
            for_loop(machine, op, range, false, segments[2].clone())
        }
        "if" => {
            let operands = machine.operands(op)?;
            let Some(Attribute::Set(set)) = module.attribute(op, "condition") else {
                return Err(machine.unsupported(op));
            };
            let taken = usize::from(!satisfies(machine, set, &operands)?);
            let region = module.regions(op)[taken];
            if module.blocks(region).is_empty() {
                return machine.set_results(op, vec![]);
            }
            let (_, yielded) = machine.region(region, vec![])?;
            machine.set_results(op, yielded)
        }
        "parallel" => parallel(machine, op),
        "linearize_index" => linearize(machine, op),
        "delinearize_index" => delinearize(machine, op),
        _ => {
            // Loads and vector loads: arbitrary values.
            for &result in module.results(op) {
                let value = machine.arbitrary(result);
                machine.state.set(result, value);
            }
            Ok(())
        }
    }
}

/// The results of a map attribute.
fn map(machine: &Machine<'_, '_>, op: OpId, name: &str, operands: &[Value]) -> Run<Vec<i128>> {
    match machine.module.attribute(op, name) {
        Some(Attribute::Map(map)) => apply(machine, map, operands),
        _ => Err(machine.unsupported(op)),
    }
}

pub(super) fn apply(
    machine: &Machine<'_, '_>,
    map: &AffineMap,
    operands: &[Value],
) -> Run<Vec<i128>> {
    let inputs = integers(operands)?;
    map.results
        .iter()
        .map(|result| evaluate(machine, result, map.dims, &inputs))
        .collect()
}

fn integers(operands: &[Value]) -> Run<Vec<i128>> {
    operands
        .iter()
        .map(|operand| match operand {
            Value::Integer(value) => Ok(*value),
            _ => Err(Stop::Unsupported("an operand that is no integer".into())),
        })
        .collect()
}

/// Every intermediate result is an index, as if an op computed it.
fn evaluate(machine: &Machine<'_, '_>, expr: &AffineExpr, dims: u32, inputs: &[i128]) -> Run<i128> {
    machine.index_result(sum(machine, expr, dims, inputs)?)
}

/// The value before the conversion to an index. MLIR reorders the terms of a sum when it builds a map, so partial
/// sums may exceed an index: only dividends and results must fit.
fn sum(machine: &Machine<'_, '_>, expr: &AffineExpr, dims: u32, inputs: &[i128]) -> Run<i128> {
    let unsupported = || Stop::Unsupported("a map with too few operands".into());
    Ok(match expr {
        AffineExpr::Dim(n) => *inputs.get(*n as usize).ok_or_else(unsupported)?,
        AffineExpr::Symbol(n) => *inputs.get((dims + n) as usize).ok_or_else(unsupported)?,
        AffineExpr::Constant(value) => small(value).ok_or(Stop::IndexOverflow)?,
        AffineExpr::Binary(operator @ (AffineBinary::Add | AffineBinary::Mul), lhs, rhs) => {
            let a = sum(machine, lhs, dims, inputs)?;
            let b = sum(machine, rhs, dims, inputs)?;
            let value = match operator {
                AffineBinary::Add => a.checked_add(b),
                _ => a.checked_mul(b),
            };
            value.ok_or(Stop::IndexOverflow)?
        }
        AffineExpr::Binary(operator, lhs, rhs) => {
            let a = evaluate(machine, lhs, dims, inputs)?;
            let b = evaluate(machine, rhs, dims, inputs)?;
            require(b != 0, Undefined::DivisionByZero)?;
            divided(*operator, a, b)
        }
    })
}

/// The semantics of MLIR's lowering. For `b > 0` this is the floor, the ceiling, the remainder of the floor; for `b <
/// 0` it is the value that the lowered program computes, though the folder yields poison.
fn divided(operator: AffineBinary, a: i128, b: i128) -> i128 {
    match operator {
        AffineBinary::FloorDiv if a < 0 => -1 - (-1 - a) / b,
        AffineBinary::FloorDiv => a / b,
        AffineBinary::CeilDiv if a <= 0 => -(-a / b),
        AffineBinary::CeilDiv => (a - 1) / b + 1,
        _ if a % b < 0 => a % b + b,
        _ => a % b,
    }
}

fn satisfies(machine: &Machine<'_, '_>, set: &IntegerSet, operands: &[Value]) -> Run<bool> {
    let inputs = integers(operands)?;
    let mut holds = true;
    for constraint in &set.constraints {
        holds &= match constraint {
            Constraint::Zero(expr) => evaluate(machine, expr, set.dims, &inputs)? == 0,
            Constraint::NonNegative(expr) => evaluate(machine, expr, set.dims, &inputs)? >= 0,
        };
    }
    Ok(holds)
}

fn parallel(machine: &mut Machine<'_, '_>, op: OpId) -> Run {
    let operands = machine.operands(op)?;
    let steps = machine.integers(op, "steps")?;
    let inputs_of = |name: &str| match machine.module.attribute(op, name) {
        Some(Attribute::Map(map)) => Ok(map.inputs()),
        _ => Err(machine.unsupported(op)),
    };
    let (lower_inputs, upper_inputs) = (inputs_of("lowerBoundsMap")?, inputs_of("upperBoundsMap")?);
    if lower_inputs + upper_inputs != operands.len() {
        return Err(machine.unsupported(op));
    }
    let lower = map(machine, op, "lowerBoundsMap", &operands[..lower_inputs])?;
    let upper = map(machine, op, "upperBoundsMap", &operands[lower_inputs..])?;
    let grouped = |values: Vec<i128>, groups: &str| -> Run<Vec<Vec<i128>>> {
        let mut values = values.into_iter();
        let sizes = machine.integers(op, groups)?;
        let take = |&size: &i64| values.by_ref().take(size as usize).collect();
        Ok(sizes.iter().map(take).collect())
    };
    let lower = grouped(lower, "lowerBoundsGroups")?;
    let upper = grouped(upper, "upperBoundsGroups")?;
    let mut dimensions = vec![];
    for ((lower, upper), step) in lower.iter().zip(&upper).zip(steps) {
        let bounds = lower.iter().max().zip(upper.iter().min());
        let (&lower, &upper) = bounds.ok_or_else(|| machine.unsupported(op))?;
        dimensions.push(Dimension {
            lower,
            upper,
            step: step.into(),
        });
    }
    nest(machine, op, &dimensions, &[], Order::Rows, &mut |_, _| {
        Ok(())
    })?;
    // The results of the reductions are not computed.
    for &result in machine.module.results(op) {
        let value = machine.arbitrary(result);
        machine.state.set(result, value);
    }
    Ok(())
}

fn linearize(machine: &mut Machine<'_, '_>, op: OpId) -> Run {
    let segments = machine.segments(op)?;
    let indices = integers(&segments[0])?;
    let basis = machine.mixed(op, "static_basis", &segments[1])?;
    let outer = indices.len() - basis.len().min(indices.len());
    if machine.flag(op, "disjoint") {
        // The first index may be negative.
        for (at, index) in indices.iter().enumerate() {
            let is_below = at < outer || *index < basis[at - outer];
            let within = is_below && (at == 0 || *index >= 0);
            require(within, Undefined::NotInBasis)?;
        }
    }
    let mut sum = 0;
    let mut stride = 1;
    for (at, index) in indices.iter().enumerate().rev() {
        let term = machine.index(index * stride)?;
        sum = machine.index(sum + term)?;
        if at > 0 && at >= outer {
            stride = machine.index(stride * basis[at - outer])?;
        }
    }
    machine.set_results(op, vec![sum.into()])
}

fn delinearize(machine: &mut Machine<'_, '_>, op: OpId) -> Run {
    let operands = machine.operands(op)?;
    let basis = machine.mixed(op, "static_basis", &operands[1..])?;
    let Value::Integer(index) = operands[0] else {
        return Err(machine.unsupported(op));
    };
    for &size in &basis {
        require(size > 0, Undefined::NotInBasis)?;
    }
    let count = machine.module.results(op).len();
    let has_outer_bound = basis.len() == count;
    let inner = &basis[usize::from(has_outer_bound)..];
    let mut rest = index;
    let mut results = vec![];
    for &size in inner.iter().rev() {
        results.push(rest.rem_euclid(size));
        rest = floor_div(rest, size);
    }
    if has_outer_bound {
        let within = (0..basis[0]).contains(&rest);
        require(within, Undefined::NotInBasis)?;
    }
    results.push(rest);
    results.reverse();
    machine.set_results(op, results.into_iter().map(Value::from).collect())
}
