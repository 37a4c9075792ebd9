//! The arith dialect: fixed-width integers wrap, an index must not overflow.

use super::machine::Machine;
use super::stop::{Run, Stop, Undefined, require};
use super::value::{Shaped, Value, ceil_div, floor_div, signed, small, unsigned};
use calipers::program::{Attribute, OpId, Program, TypeView, ValueId};

/// The integers of a type.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// An index of that width.
    Index(u32),
    /// A fixed-width integer.
    Fixed(u32),
}

impl Kind {
    pub(super) fn width(self) -> u32 {
        match self {
            Kind::Index(width) | Kind::Fixed(width) => width,
        }
    }
}

pub(super) fn kind(machine: &Machine<'_, '_>, value: ValueId) -> Option<Kind> {
    kind_of_type(machine, machine.module.value_type(value))
}

fn kind_of_type(machine: &Machine<'_, '_>, ty: TypeView<'_>) -> Option<Kind> {
    match ty {
        TypeView::Index => Some(Kind::Index(machine.settings.index_width)),
        TypeView::Integer { width } if (1..=100).contains(&width) => Some(Kind::Fixed(width)),
        _ => None,
    }
}

pub(super) fn execute(machine: &mut Machine<'_, '_>, op: OpId, name: &str) -> Run {
    let operands = machine.operands(op)?;
    let &result = machine
        .module
        .results(op)
        .first()
        .ok_or_else(|| machine.unsupported(op))?;
    if name == "constant" {
        return constant(machine, op, result);
    }
    if name == "select" {
        return select(machine, op, &operands);
    }
    if let TypeView::Shaped(_) = machine.module.value_type(result) {
        return elementwise(machine, op, name, &operands);
    }
    let Some(to) = kind(machine, result) else {
        machine.state.set(result, Value::Opaque);
        return Ok(());
    };
    let integers: Option<Vec<i128>> = operands
        .iter()
        .map(|operand| match operand {
            Value::Integer(value) => Some(*value),
            _ => None,
        })
        .collect();
    let (Some(integers), Some(&first)) = (integers, machine.module.operands(op).first()) else {
        // A comparison or a conversion of floats.
        let value = machine.arbitrary(result);
        machine.state.set(result, value);
        return Ok(());
    };
    let from = kind(machine, first).ok_or_else(|| machine.unsupported(op))?;
    let values = scalar(machine, op, name, &integers, (from, to))?;
    machine.set_results(op, values)
}

/// The results of an operation on integers of these kinds.
fn scalar(
    machine: &Machine<'_, '_>,
    op: OpId,
    name: &str,
    integers: &[i128],
    (from, to): (Kind, Kind),
) -> Run<Vec<Value>> {
    Ok(match (name, integers) {
        ("cmpi", &[a, b]) => {
            let predicate = machine.integer(op, "predicate")?;
            let truth = compares(predicate, a, b, from.width());
            let truth = truth.ok_or_else(|| machine.unsupported(op))?;
            vec![(-i128::from(truth)).into()]
        }
        ("addui_extended", &[a, b]) => {
            let width = from.width();
            let sum = unsigned(a, width) + unsigned(b, width);
            let carry = -(sum >> width);
            vec![signed(sum, width).into(), carry.into()]
        }
        ("mulsi_extended", &[a, b]) => {
            let (product, width) = (a * b, from.width());
            let halves = [signed(product, width), signed(product >> width, width)];
            halves.map(Value::from).to_vec()
        }
        ("mului_extended", &[a, b]) => {
            let width = from.width();
            let product = unsigned(a, width) as u128 * unsigned(b, width) as u128;
            let high = product.checked_shr(width).unwrap_or(0) as i128;
            let low = (product & ((1 << width) - 1)) as i128;
            let halves = [signed(low, width), signed(high, width)];
            halves.map(Value::from).to_vec()
        }
        (_, &[x]) => {
            let value = cast(machine, op, name, x, from, to)?;
            vec![value.into()]
        }
        (_, &[a, b]) => {
            let negates = machine.settings.as_mlir && name == "ceildivsi" && b > 0;
            let overflows = negates && a == -(1i128 << (to.width() - 1)) && a % b != 0;
            require(!overflows, Undefined::DivisionOverflow)?;
            let exact = binary(name, a, b, to.width()).ok_or_else(|| machine.unsupported(op))??;
            flags(machine, op, name, a, b, to.width())?;
            let value = match to {
                Kind::Index(_) => machine.index_result(exact)?,
                Kind::Fixed(width) => signed(exact, width),
            };
            vec![value.into()]
        }
        _ => return Err(machine.unsupported(op)),
    })
}

fn constant(machine: &mut Machine<'_, '_>, op: OpId, result: ValueId) -> Run {
    let value = machine.module.attribute(op, "value");
    let value = match (machine.module.value_type(result), value) {
        (TypeView::Shaped(shape), value) => {
            let dims = shape.dims.unwrap_or(&[]).iter();
            let dims = dims.map(|extent| match extent {
                calipers::program::Extent::Static(size) => i128::from(*size),
                _ => 0,
            });
            let mut shaped = Shaped::contiguous(dims.collect());
            if let Some(Attribute::Integers(values)) = value {
                // The signed reading of a condition, as everywhere in the interpreter.
                let is_condition =
                    machine.module.element_type(result) == Some(TypeView::Integer { width: 1 });
                let read = |&value: &i64| match is_condition {
                    true => -i128::from(value & 1),
                    false => i128::from(value),
                };
                shaped.elements = Some(values.iter().map(read).collect());
            }
            shaped.into()
        }
        (_, Some(Attribute::Integer(value))) => {
            let value = small(&value).ok_or_else(|| machine.unsupported(op))?;
            match kind(machine, result) {
                Some(Kind::Index(_)) => machine.index(value)?.into(),
                Some(Kind::Fixed(width)) => signed(value, width).into(),
                None => Value::Opaque,
            }
        }
        (_, Some(Attribute::Bool(value))) => Value::Integer(-i128::from(value)),
        _ => Value::Opaque,
    };
    machine.state.set(result, value);
    Ok(())
}

fn select(machine: &mut Machine<'_, '_>, op: OpId, operands: &[Value]) -> Run {
    match operands {
        [Value::Integer(condition), a, b] => {
            let chosen = if *condition != 0 { a } else { b };
            machine.set_results(op, vec![chosen.clone()])
        }
        [Value::Shaped(condition), Value::Shaped(a), Value::Shaped(b)] => {
            let agree = condition.dims == a.dims && a.dims == b.dims;
            require(agree, Undefined::ShapeMismatch)?;
            let mut shaped = Shaped::contiguous(a.dims.clone());
            if let (Some(conditions), Some(a), Some(b)) =
                (&condition.elements, &a.elements, &b.elements)
            {
                let chosen = conditions.iter().zip(a.iter().zip(b));
                let chosen = chosen.map(|(condition, (a, b))| match condition {
                    0 => *b,
                    _ => *a,
                });
                shaped.elements = Some(chosen.collect());
            }
            machine.set_results(op, vec![shaped.into()])
        }
        _ => Err(machine.unsupported(op)),
    }
}

/// Shaped operands: the operation is elementwise.
fn elementwise(machine: &mut Machine<'_, '_>, op: OpId, name: &str, operands: &[Value]) -> Run {
    let mut dims: Option<&Vec<i128>> = None;
    for operand in operands {
        let Value::Shaped(shaped) = operand else {
            return Err(machine.unsupported(op));
        };
        let agree = dims.is_none_or(|dims| *dims == shaped.dims);
        require(agree, Undefined::ShapeMismatch)?;
        dims = Some(&shaped.dims);
    }
    let dims = dims.cloned().ok_or_else(|| machine.unsupported(op))?;
    let results = machine.module.results(op).to_vec();
    let elements = elements(machine, op, name, operands)?;
    let mut values = vec![];
    for (number, result) in results.into_iter().enumerate() {
        let shaped = Shaped {
            elements: elements.as_ref().and_then(|all| all.get(number).cloned()),
            ..Shaped::contiguous(dims.clone())
        };
        values.push(machine.shaped(result, shaped)?);
    }
    machine.set_results(op, values)
}

/// The elements of each result, if those of the operands are known integers.
fn elements(
    machine: &Machine<'_, '_>,
    op: OpId,
    name: &str,
    operands: &[Value],
) -> Run<Option<Vec<Vec<i128>>>> {
    let kind_of = |value: Option<&ValueId>| {
        let element = machine.module.element_type(*value?)?;
        kind_of_type(machine, element)
    };
    let from = kind_of(machine.module.operands(op).first());
    let results = machine.module.results(op);
    let (Some(from), Some(to)) = (from, kind_of(results.first())) else {
        return Ok(None);
    };
    let lists: Option<Vec<&Vec<i128>>> = operands
        .iter()
        .map(|operand| match operand {
            Value::Shaped(shaped) => shaped.elements.as_ref(),
            _ => None,
        })
        .collect();
    let Some(lists) = lists else {
        return Ok(None);
    };
    let mut all = vec![vec![]; results.len()];
    for at in 0..lists.first().map_or(0, |list| list.len()) {
        let integers: Vec<i128> = lists.iter().map(|list| list[at]).collect();
        let values = scalar(machine, op, name, &integers, (from, to))?;
        for (own, value) in all.iter_mut().zip(values) {
            let Value::Integer(value) = value else {
                return Ok(None);
            };
            own.push(value);
        }
    }
    Ok(Some(all))
}

pub(super) fn compares(predicate: i128, a: i128, b: i128, width: u32) -> Option<bool> {
    let (ua, ub) = (unsigned(a, width), unsigned(b, width));
    Some(match predicate {
        0 => a == b,
        1 => a != b,
        2 => a < b,
        3 => a <= b,
        4 => a > b,
        5 => a >= b,
        6 => ua < ub,
        7 => ua <= ub,
        8 => ua > ub,
        9 => ua >= ub,
        _ => return None,
    })
}

/// The exact result before wrapping; none if the operation is unknown.
pub(super) fn binary(name: &str, a: i128, b: i128, width: u32) -> Option<Run<i128>> {
    let (ua, ub) = (unsigned(a, width), unsigned(b, width));
    // A constant may not fit an index of 32 bits.
    let by_zero = require(ub != 0, Undefined::DivisionByZero);
    let least = -(1i128 << (width - 1));
    let by_minus_one = require(a != least || b != -1, Undefined::DivisionOverflow);
    let division = |quotient: &dyn Fn() -> i128| {
        by_zero.clone().and(by_minus_one.clone())?;
        Ok(quotient())
    };
    // An unsigned result, as its signed reading.
    let unsigned_division = |quotient: &dyn Fn() -> i128| {
        by_zero.clone()?;
        Ok(signed(quotient(), width))
    };
    let shift = |result: &dyn Fn() -> i128| {
        require(ub < i128::from(width), Undefined::Poison)?;
        Ok(result())
    };
    Some(match name {
        "addi" => Ok(a + b),
        "subi" => Ok(a - b),
        "muli" => Ok(a * b),
        "divsi" => division(&|| a / b),
        "floordivsi" => division(&|| floor_div(a, b)),
        "ceildivsi" => division(&|| ceil_div(a, b)),
        "remsi" => by_zero.clone().map(|()| a % b),
        "divui" => unsigned_division(&|| ua / ub),
        "ceildivui" => unsigned_division(&|| ceil_div(ua, ub)),
        "remui" => unsigned_division(&|| ua % ub),
        "minsi" => Ok(a.min(b)),
        "maxsi" => Ok(a.max(b)),
        "minui" => Ok(signed(ua.min(ub), width)),
        "maxui" => Ok(signed(ua.max(ub), width)),
        "andi" => Ok(a & b),
        "ori" => Ok(a | b),
        "xori" => Ok(a ^ b),
        "shli" => shift(&|| a << ub),
        "shrsi" => shift(&|| a >> ub),
        "shrui" => shift(&|| signed(ua >> ub, width)),
        _ => return None,
    })
}

/// Results that `nsw`, `nuw` and `exact` exclude are poison.
fn flags(machine: &Machine<'_, '_>, op: OpId, name: &str, a: i128, b: i128, width: u32) -> Run {
    let (ua, ub) = (unsigned(a, width), unsigned(b, width));
    if machine.flag(op, "isExact") {
        let exact = match name {
            "divsi" => a % b == 0,
            "divui" => ua % ub == 0,
            "shrsi" | "shrui" => unsigned(a, width) & ((1 << ub) - 1) == 0,
            _ => true,
        };
        require(exact, Undefined::Poison)?;
    }
    let no_wrap = |flag: &str| has_flag(machine, op, flag);
    let (as_signed, as_unsigned) = match name {
        "addi" => (a + b, ua + ub),
        "subi" => (a - b, ua - ub),
        "muli" => match ua.checked_mul(ub) {
            Some(product) => (a * b, product),
            None => (a * b, i128::MAX),
        },
        "shli" => (a << ub, ua.checked_mul(1 << ub).unwrap_or(i128::MAX)),
        _ => return Ok(()),
    };
    let half = 1i128 << (width - 1);
    if no_wrap("nsw") {
        require((-half..half).contains(&as_signed), Undefined::Poison)?;
    }
    if no_wrap("nuw") {
        require((0..2 * half).contains(&as_unsigned), Undefined::Poison)?;
    }
    Ok(())
}

/// Whether `overflowFlags` contains that flag.
fn has_flag(machine: &Machine<'_, '_>, op: OpId, flag: &str) -> bool {
    match machine.module.attribute(op, "overflowFlags") {
        Some(Attribute::String(one)) => one == flag,
        Some(Attribute::Parameters(several)) => several
            .iter()
            .any(|(_, own)| matches!(own, Attribute::String(own) if *own == flag)),
        _ => false,
    }
}

pub(super) fn cast(
    machine: &Machine<'_, '_>,
    op: OpId,
    name: &str,
    x: i128,
    from: Kind,
    to: Kind,
) -> Run<i128> {
    if machine.flag(op, "nonNeg") {
        require(x >= 0, Undefined::Poison)?;
    }
    if name == "trunci" {
        let ux = unsigned(x, from.width());
        let keeps = |it: i128, kept: i128, flag: &str| !has_flag(machine, op, flag) || it == kept;
        let kept =
            keeps(x, signed(x, to.width()), "nsw") && keeps(ux, unsigned(x, to.width()), "nuw");
        require(kept, Undefined::Poison)?;
    }
    let is_unsigned = match name {
        "index_castui" | "extui" | "castu" => true,
        "index_cast" | "extsi" | "trunci" | "bitcast" | "casts" => false,
        _ => return Err(machine.unsupported(op)),
    };
    let read = if is_unsigned {
        unsigned(x, from.width())
    } else {
        x
    };
    match to {
        // A conversion to an index keeps the low 64 bits, since the assumption about overflow is for arithmetic only.
        // With an index of 32 bits, values that do not fit end the run.
        Kind::Index(_) => machine.index_result(signed(read, 64)),
        Kind::Fixed(width) => match from {
            Kind::Index(own) if is_unsigned && x < 0 && width > own => Err(Stop::IndexOverflow),
            _ => Ok(signed(read, width)),
        },
    }
}
