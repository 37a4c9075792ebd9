//! The index dialect.

use super::arith::{Kind, binary, cast, compares, kind};
use super::machine::Machine;
use super::stop::Run;
use super::value::Value;
use calipers::program::{Attribute, OpId, Program};

pub(super) fn execute(machine: &mut Machine<'_, '_>, op: OpId, name: &str) -> Run {
    let operands = machine.operands(op)?;
    let width = machine.settings.index_width;
    let value = match (name, &operands[..]) {
        ("constant", []) => match machine.integer(op, "value") {
            Ok(value) => machine.index(value)?,
            Err(_) => return Err(machine.unsupported(op)),
        },
        ("bool.constant", []) => -i128::from(matches!(
            machine.module.attribute(op, "value"),
            Some(Attribute::Bool(true))
        )),
        ("sizeof", []) => i128::from(width),
        ("casts" | "castu", &[Value::Integer(x)]) => {
            let (operand, result) = (
                machine.module.operands(op)[0],
                machine.module.results(op)[0],
            );
            let kinds = kind(machine, operand).zip(kind(machine, result));
            let (from, to) = kinds.ok_or_else(|| machine.unsupported(op))?;
            cast(machine, op, name, x, from, to)?
        }
        ("cmp", &[Value::Integer(a), Value::Integer(b)]) => {
            let Some(Attribute::String(predicate)) = machine.module.attribute(op, "pred") else {
                return Err(machine.unsupported(op));
            };
            let names = [
                "eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge",
            ];
            let number = names.iter().position(|name| *name == predicate);
            let truth = number.and_then(|number| compares(number as i128, a, b, width));
            -i128::from(truth.ok_or_else(|| machine.unsupported(op))?)
        }
        (_, &[Value::Integer(a), Value::Integer(b)]) => {
            let twin = match name {
                "add" => "addi",
                "sub" => "subi",
                "mul" => "muli",
                "divs" => "divsi",
                "divu" => "divui",
                "ceildivs" => "ceildivsi",
                "ceildivu" => "ceildivui",
                "floordivs" => "floordivsi",
                "rems" => "remsi",
                "remu" => "remui",
                "maxs" => "maxsi",
                "maxu" => "maxui",
                "mins" => "minsi",
                "minu" => "minui",
                "shl" => "shli",
                "shrs" => "shrsi",
                "shru" => "shrui",
                "and" => "andi",
                "or" => "ori",
                "xor" => "xori",
                _ => return Err(machine.unsupported(op)),
            };
            let exact = binary(twin, a, b, Kind::Index(width).width());
            let exact = exact.ok_or_else(|| machine.unsupported(op))??;
            machine.index_result(exact)?
        }
        _ => return Err(machine.unsupported(op)),
    };
    machine.set_results(op, vec![value.into()])
}
