//! Poison: the result of a speculatable op whose operands violate its precondition, and its propagation.
//!
//! As in LLVM, poison propagates from operands to results. Poison that decides control flow, is a divisor, or
//! addresses memory is undefined behavior. A tensor or a vector with a poison element is poison as a whole. This
//! overapproximates poison, which weakens the test but never makes it wrong.

use super::machine::Machine;
use super::stop::Undefined;
use super::value::Value;
use calipers::ir::Module;
use calipers::program::{OpId, Program};

/// The effect of a poison operand on an op.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Reaction {
    /// The op forwards it, or ignores it.
    Passes,
    /// All its results are poison.
    Poisons,
    /// The behavior is undefined.
    Undefined,
}

/// The effect of the poison operands of an op, if there are some.
pub(super) fn reaction(machine: &Machine<'_, '_>, op: OpId, operands: &[Value]) -> Reaction {
    let poison = operands.iter().enumerate();
    let poison = poison.filter(|(_, operand)| **operand == Value::Poison);
    let reactions = poison.map(|(n, _)| of_operand(machine, op, operands, n));
    reactions.max().unwrap_or(Reaction::Passes)
}

/// The effect of a poison operand with index `n`.
fn of_operand(machine: &Machine<'_, '_>, op: OpId, operands: &[Value], n: usize) -> Reaction {
    let module = machine.module;
    let name = module.op_name(op);
    let (dialect, rest) = name.split_once('.').unwrap_or(("", name));
    let undefined_if = |undefined: bool, otherwise: Reaction| match undefined {
        true => Reaction::Undefined,
        false => otherwise,
    };
    let is_last_segment = || {
        let sizes = machine.integers(op, "operandSegmentSizes");
        let last = sizes.ok().and_then(|sizes| sizes.last().copied());
        last.is_some_and(|last| n + last as usize >= operands.len())
    };
    let results = match module.results(op) {
        [] => Reaction::Undefined,
        _ => Reaction::Poisons,
    };
    match (dialect, rest) {
        (_, "yield" | "return" | "alloca_scope.return" | "assuming_yield") => Reaction::Passes,
        ("lab" | "test" | "func", _) | ("cf", "br") => Reaction::Passes,
        ("scf", "while" | "reduce" | "reduce.return") => Reaction::Passes,
        ("scf", "condition") | ("cf", "cond_br" | "switch") => {
            undefined_if(n == 0, Reaction::Passes)
        }
        ("scf", "for") => undefined_if(n < 3, Reaction::Passes),
        ("scf", "parallel" | "forall") | ("affine", "for") => {
            undefined_if(!is_last_segment(), Reaction::Passes)
        }
        ("affine", "apply" | "min" | "max" | "linearize_index" | "delinearize_index") => results,
        ("affine" | "memref", "store") => undefined_if(n > 0, Reaction::Passes),
        ("arith", "select") => match operands.first() {
            Some(Value::Integer(_)) => Reaction::Passes,
            _ => results,
        },
        ("arith" | "index", _) => undefined_if(divides(rest, operands, n), results),
        ("tensor" | "memref", "dim") => undefined_if(n > 0, results),
        ("memref", _) if PURE_OF_MEMREFS.contains(&rest) => results,
        ("shape", "assuming") => Reaction::Undefined,
        ("shape", _) => undefined_if(rest.starts_with("cstr_"), results),
        ("stablehlo" | "mhlo", "while") | ("tosa", "while_loop") => Reaction::Passes,
        ("stablehlo" | "mhlo", "if" | "case") | ("tosa", "cond_if") => {
            undefined_if(n == 0, Reaction::Passes)
        }
        ("vector", _) => undefined_if(rest.contains("load") || rest.contains("gather"), results),
        ("tensor" | "linalg" | "tosa" | "onnx" | "stablehlo" | "mhlo" | "chlo", _) => {
            // The region runs for the elements that are not poison, and the interpreter does not know which.
            undefined_if(!module.regions(op).is_empty(), results)
        }
        _ => Reaction::Undefined,
    }
}

/// Whether poison as operand `n` makes a division undefined: as the divisor, because the divisor is 0, or because it may
/// be the least integer and the divisor is -1.
fn divides(name: &str, operands: &[Value], n: usize) -> bool {
    let is_signed = is_one_of(name, &["div"]) && !name.contains("divu");
    let is_division = is_one_of(name, &["div", "rem"]);
    let may_be = |number: i128| match operands.get(1) {
        Some(Value::Integer(divisor)) => *divisor == number,
        Some(Value::Shaped(divisors)) => divisors.elements.iter().flatten().any(|it| *it == number),
        _ => true,
    };
    is_division && (n == 1 || may_be(0) || (is_signed && may_be(-1)))
}

fn is_one_of(name: &str, kinds: &[&str]) -> bool {
    let name = name.trim_start_matches("floor").trim_start_matches("ceil");
    kinds.iter().any(|kind| name.starts_with(kind)) && !name.ends_with('f')
}

/// Ops on memrefs that compute only addresses.
const PURE_OF_MEMREFS: [&str; 11] = [
    "cast",
    "collapse_shape",
    "expand_shape",
    "extract_strided_metadata",
    "memory_space_cast",
    "rank",
    "reinterpret_cast",
    "subview",
    "transpose",
    "view",
    "assume_alignment",
];

/// Whether an op without regions is speculatable for all operands.
pub fn may_be_speculated(module: &Module, op: OpId) -> bool {
    let name = module.op_name(op);
    let (dialect, rest) = name.split_once('.').unwrap_or(("", name));
    let is_total = match dialect {
        "arith" | "index" => !is_one_of(rest, &["div", "rem"]),
        "affine" | "tensor" | "memref" | "linalg" => {
            gives_poison(module, op, Undefined::ShapeMismatch)
        }
        _ => false,
    };
    is_total && module.regions(op).is_empty()
}

/// Whether an op with this violation is speculatable, so that its results are poison and the behavior is defined.
pub(super) fn gives_poison(module: &Module, op: OpId, what: Undefined) -> bool {
    if module.results(op).is_empty() || what == Undefined::Assertion {
        return false;
    }
    let name = module.op_name(op);
    let (dialect, rest) = name.split_once('.').unwrap_or(("", name));
    let is_division = matches!(
        what,
        Undefined::DivisionByZero | Undefined::DivisionOverflow
    );
    match (dialect, rest) {
        ("arith" | "index" | "linalg", _) => !is_division,
        ("affine", "apply" | "min" | "max" | "linearize_index" | "delinearize_index") => true,
        ("tensor", _) => rest != "dim",
        ("memref", _) => PURE_OF_MEMREFS.contains(&rest),
        ("shape", _) => rest != "assuming" && !rest.starts_with("cstr_"),
        ("stablehlo" | "mhlo", "while" | "if" | "case") => false,
        ("tosa", "while_loop" | "cond_if") => false,
        ("tosa" | "onnx" | "stablehlo" | "mhlo" | "chlo" | "vector", _) => true,
        _ => false,
    }
}

/// Whether the yielded values of a region are single elements of the results of the op.
pub(super) fn yields_elements(machine: &Machine<'_, '_>, parent: OpId) -> bool {
    let name = machine.module.op_name(parent);
    let (dialect, rest) = name.split_once('.').unwrap_or(("", name));
    match dialect {
        "linalg" | "tensor" => true,
        "stablehlo" | "mhlo" => !["if", "case", "while"].contains(&rest),
        _ => false,
    }
}
