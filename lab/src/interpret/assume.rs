//! Ops that state assumptions about values: a run that violates one is undefined.

use super::machine::Machine;
use super::stop::{Run, Undefined, require};
use super::value::{Value, unsigned};
use calipers::program::{Attribute, OpId, Program, TypeView};

pub(super) fn execute(machine: &mut Machine<'_, '_>, op: OpId, name: &str) -> Run {
    let operands = machine.operands(op)?;
    match (name, &operands[..]) {
        ("llvm.intr.assume", [Value::Integer(holds), ..]) => {
            require(*holds != 0, Undefined::Assertion)
        }
        ("test.value_with_bounds", []) => {
            let (least, most) = (machine.integer(op, "min")?, machine.integer(op, "max")?);
            let value = least + machine.any_size() % (most - least + 1);
            machine.set_results(op, vec![value.into()])
        }
        ("util.assume.int", _) => {
            let module = machine.module;
            let Some(Attribute::Array(all)) = module.attribute(op, "assumptions") else {
                return Err(machine.unsupported(op));
            };
            for ((value, &id), stated) in operands.iter().zip(module.operands(op)).zip(&all) {
                let (Value::Integer(value), Attribute::Array(stated)) = (value, stated) else {
                    continue;
                };
                let width = match module.value_type(id) {
                    TypeView::Integer { width } => width,
                    _ => machine.settings.index_width,
                };
                let value = unsigned(*value, width);
                let holds = stated.is_empty() || stated.iter().any(|one| agrees(one, value));
                require(holds, Undefined::Assertion)?;
            }
            machine.set_results(op, operands)
        }
        _ => Err(machine.unsupported(op)),
    }
}

/// Whether a value is between `umin` and `umax` and a multiple of `udiv`.
fn agrees(assumption: &Attribute<'_>, value: i128) -> bool {
    let Attribute::Parameters(parameters) = assumption else {
        return true;
    };
    parameters.iter().all(|(name, stated)| {
        let Attribute::Integer(stated) = stated else {
            return true;
        };
        let Ok(stated) = i128::try_from(stated) else {
            return true;
        };
        match *name {
            Some("umin") => value >= stated,
            Some("umax") => value <= stated,
            Some("udiv") => stated == 0 || value % stated == 0,
            _ => true,
        }
    })
}
