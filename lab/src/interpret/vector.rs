//! The vector dialect, restricted to tensors, memrefs and indices.

use super::machine::Machine;
use super::stop::Run;
use super::value::{Shaped, Value};
use calipers::program::{OpId, Program};

pub(super) fn execute(machine: &mut Machine<'_, '_>, op: OpId, name: &str) -> Run {
    let operands = machine.operands(op)?;
    match (name, &operands[..]) {
        // An arbitrary positive number, constant during the run.
        ("vscale", _) => {
            let scale = machine.vscale();
            machine.set_results(op, vec![scale.into()])
        }
        ("transfer_write", [_, Value::Shaped(dest), ..]) => {
            let results = machine.module.results(op);
            let Some(&result) = results.first() else {
                return Ok(());
            };
            let value = machine.shaped(result, Shaped::contiguous(dest.dims.clone()))?;
            machine.set_results(op, vec![value])
        }
        ("mask", _) => {
            let (_, yielded) = machine.region(machine.module.regions(op)[0], vec![])?;
            machine.set_results(op, yielded)
        }
        _ => {
            // Vectors themselves are not tracked.
            let results = machine.module.results(op).len();
            machine.set_results(op, vec![Value::Opaque; results])
        }
    }
}
