//! Hoisting: a tensor that each iteration of a loop allocates, with a size that depends on the iteration, is replaced
//! by one allocation before the loop that is large enough for all iterations, and a slice of it inside.
//!
//! `cargo run --example hoisting`

use calipers::analysis::{Analysis, Bound, BoundKind};
use calipers::ir::{InsertionPoint, Module, OpBuilder, ParseError, ParseOptions};
use calipers::number::Int;
use calipers::program::{Column, Dominance, OpId, Point, Program, ValueId};
use calipers::rules::Rules;
use calipers::transform::reify::{Style, is_readable, reify};

const SOURCE: &str = "
func.func @tiles(%n: index, %t: tensor<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  scf.for %i = %c0 to %n step %c32 {
    %size = affine.min affine_map<(d0)[s0] -> (-d0 + s0, 32)>(%i)[%n]
    %tile = tensor.empty(%size) : tensor<?xf32>
    \"use\"(%tile) : (tensor<?xf32>) -> ()
  }
  scf.for %i = %c0 to %n step %c1 {
    %triangle = tensor.empty(%i) : tensor<?xf32>
    \"use\"(%triangle) : (tensor<?xf32>) -> ()
  }
  scf.for %i = %c0 to %n step %c1 {
    %unknown = \"size\"() : () -> index
    %unbounded = tensor.empty(%unknown) : tensor<?xf32>
    \"use\"(%unbounded) : (tensor<?xf32>) -> ()
  }
  return
}";

/// A `tensor.empty` in a loop, and an upper bound of its size.
struct Candidate {
    op: OpId,
    outer: OpId,
    size: ValueId,
    bound: Bound,
}

/// The tensors of one dimension that loops allocate, with bounds of their sizes in terms of values
/// that are defined before the loop.
fn candidates(module: &Module, rules: &Rules) -> Vec<Candidate> {
    let mut analysis = Analysis::new(module, rules);
    let dominance = Dominance::new();
    let found = module
        .ops_named("tensor.empty")
        .into_iter()
        .filter_map(|op| {
            let &[size] = module.operands(op) else {
                return None;
            };
            let outer = module.parent_op(op)?;
            let before = Point::before(module, outer)?;
            let exists_before = |column: Column| {
                let value = column
                    .value()
                    .filter(|_| is_readable(module, rules, column));
                let from = value.and_then(|value| Point::of(module, value));
                from.is_some_and(|from| dominance.dominates(module, from, before))
            };
            let query = analysis.bound(BoundKind::Upper, size);
            let query = query.at(Point::before(module, op)?);
            let bound = query.in_terms_of(exists_before).compute().ok()?;
            Some(Candidate {
                op,
                outer,
                size,
                bound,
            })
        });
    found.collect()
}

/// Hoists the candidates before their loops and returns how many it hoisted.
fn hoist(module: &mut Module, rules: &Rules) -> Result<usize, Box<dyn std::error::Error>> {
    let loops = |module: &Module, op| module.op_name(op) == "scf.for";
    let mut all = candidates(module, rules);
    all.retain(|candidate| loops(module, candidate.outer));
    for candidate in &all {
        let Candidate {
            op,
            outer,
            size,
            bound,
        } = candidate;
        let most = reify(
            module,
            rules,
            *outer,
            &bound.map,
            &bound.operands,
            Style::Arith,
        )?;
        let result = module.results(*op)[0];
        let ty = module.type_of(result);
        let [zeros, ones, dynamic] = [
            "array<i64: 0>",
            "array<i64: 1>",
            "array<i64: -9223372036854775808>",
        ];
        let [zeros, ones] = [
            module.parse_attribute(zeros)?,
            module.parse_attribute(ones)?,
        ];
        let dynamic = module.parse_attribute(dynamic)?;
        let segments = module.parse_attribute("array<i32: 1, 0, 1, 0>")?;
        let mut builder = OpBuilder::new(module, InsertionPoint::Before(*outer));
        // The bound holds in the loop. It may be negative if the loop does not run.
        let is_size = bound.as_constant().is_some_and(|bound| *bound >= Int::ZERO);
        let most = if is_size {
            most
        } else {
            let zero = builder.constant_index(0);
            builder.binary("arith.maxsi", most, zero)
        };
        let whole = builder.value("tensor.empty", &[most], ty, &[]);
        builder.point = InsertionPoint::Before(*op);
        let slice = builder.value(
            "tensor.extract_slice",
            &[whole, *size],
            ty,
            &[
                ("static_offsets", zeros),
                ("static_sizes", dynamic),
                ("static_strides", ones),
                ("operandSegmentSizes", segments),
            ],
        );
        module.replace_all_uses(result, slice);
        module.erase(*op);
    }
    Ok(all.len())
}

fn parsed() -> Result<Module, ParseError> {
    let options = ParseOptions {
        allow_unregistered: true,
        ..ParseOptions::default()
    };
    Module::parse(SOURCE, "tiles.mlir", options)
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut module = parsed()?;
    let count = hoist(&mut module, &Rules::embedded())?;
    println!("// {count} tensors are made before their loops\n{module}");
    Ok(())
}

#[test]
fn what_is_bounded_is_hoisted() -> Result<(), Box<dyn std::error::Error>> {
    let mut module = parsed()?;
    assert_eq!(hoist(&mut module, &Rules::embedded())?, 2);
    let text = module.to_string();
    let [first, second, third] = [0, 1, 2].map(|n| text.split("scf.for").nth(n).unwrap_or(""));
    assert!(first.contains("tensor.empty(%c32"), "{text}");
    // At most n − 1, and at least 0 if the loop does not run.
    assert!(
        second.contains("arith.subi") || second.contains("arith.addi"),
        "{text}"
    );
    assert!(second.contains("arith.maxsi"), "{text}");
    assert!(third.contains("tensor.extract_slice"), "{text}");
    Ok(())
}
