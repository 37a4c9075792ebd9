//! Bufferization: may a tensor that is written to share memory with the tensor that its slice comes from? Questions
//! about slices decide it: are two slices the same, do they overlap, does one contain the other?
//!
//! `cargo run --example bufferization`

use calipers::analysis::{Analysis, Verdict};
use calipers::ir::{Module, ParseError, ParseOptions};
use calipers::program::{Definition, OpId, Point, Program};
use calipers::rules::Rules;
use std::fmt::Write;

const SOURCE: &str = "
func.func @update(%t: tensor<?xf32>, %i: index, %j: index, %x: f32) -> (tensor<?xf32>, tensor<?xf32>, tensor<?xf32>) {
  %c4 = arith.constant 4 : index
  %next = arith.addi %i, %c4 : index
  // Back to where it came from.
  %a = tensor.extract_slice %t[%i] [4] [1] : tensor<?xf32> to tensor<4xf32>
  %filled = linalg.fill ins(%x : f32) outs(%a : tensor<4xf32>) -> tensor<4xf32>
  %same = tensor.insert_slice %filled into %t[%i] [4] [1] : tensor<4xf32> into tensor<?xf32>
  // To the elements that follow.
  %b = tensor.extract_slice %t[%i] [4] [1] : tensor<?xf32> to tensor<4xf32>
  %other = tensor.insert_slice %b into %t[%next] [4] [1] : tensor<4xf32> into tensor<?xf32>
  // To who knows where.
  %c = tensor.extract_slice %t[%i] [4] [1] : tensor<?xf32> to tensor<4xf32>
  %unknown = tensor.insert_slice %c into %t[%j] [4] [1] : tensor<4xf32> into tensor<?xf32>
  return %same, %other, %unknown : tensor<?xf32>, tensor<?xf32>, tensor<?xf32>
}";

/// How to write a slice into a tensor in place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Copy {
    /// Not at all: the elements are there already.
    Unneeded,
    /// The elements are copied, in any order.
    Forward,
    /// The elements are copied as if through a buffer: source and target may overlap.
    Careful,
}

/// The slice that a value is extracted as, looking through ops that overwrite an operand.
fn cut(module: &Module, analysis: &Analysis<'_>, mut op: OpId) -> Option<OpId> {
    loop {
        if module.op_name(op) == "tensor.extract_slice" {
            return Some(op);
        }
        // A destination-style op with one result overwrites its last operand.
        let is_member = analysis
            .rules()
            .is_member("destination-style", module.op_name(op));
        let output = module.operands(op).last().filter(|_| is_member)?;
        match module.definition(*output) {
            Definition::Result { op: other, .. } => op = other,
            Definition::Argument { .. } => return None,
        }
    }
}

/// Decides for each `tensor.insert_slice` how its source reaches the destination.
fn copies(module: &Module, rules: &Rules) -> Vec<(OpId, Copy)> {
    let mut analysis = Analysis::new(module, rules);
    let mut decided = vec![];
    for op in module.ops_named("tensor.insert_slice") {
        let source = module.operands(op)[0];
        let from = match module.definition(source) {
            Definition::Result { op, .. } => cut(module, &analysis, op),
            Definition::Argument { .. } => None,
        };
        let read = from.and_then(|op| analysis.slice_of_op(op));
        let (Some((read_base, read)), Some((base, write))) = (read, analysis.slice_of_op(op))
        else {
            decided.push((op, Copy::Careful));
            continue;
        };
        let point = Point::before(module, op);
        let copy = if read_base != base {
            Copy::Careful
        } else if analysis.are_equivalent_slices(&read, &write, point) == Verdict::Proved {
            Copy::Unneeded
        } else if analysis.are_overlapping_slices(&read, &write, point) == Verdict::Refuted {
            Copy::Forward
        } else {
            Copy::Careful
        };
        decided.push((op, copy));
    }
    decided
}

fn report(module: &Module, rules: &Rules) -> String {
    let mut text = String::new();
    for (op, copy) in copies(module, rules) {
        let name = module.value_name(module.results(op)[0]);
        let _ = writeln!(text, "{name}: {copy:?}");
    }
    text
}

fn main() -> Result<(), ParseError> {
    let module = Module::parse(SOURCE, "update.mlir", ParseOptions::default())?;
    print!("{}", report(&module, &Rules::embedded()));
    Ok(())
}

#[test]
fn slices_decide_what_is_copied() {
    let module = Module::parse(SOURCE, "update.mlir", ParseOptions::default());
    let report = report(&module.expect("the program is fine"), &Rules::embedded());
    assert_eq!(
        report,
        "%same: Unneeded\n%other: Forward\n%unknown: Careful\n"
    );
}
