//! Programs whose analysis once took long: it must end within its budget of work, with any answer.
//! The tests count work instead of time, so they give the same result on every machine.

use calipers::analysis::{Analysis, BoundKind, Comparison, Effort, Variable, shaped_values};
use calipers::ir::{Module, ParseOptions};
use calipers::number::{Int, Range};
use calipers::program::{Point, Program, TypeView, ValueId};
use calipers::rules::Rules;
use calipers::solve::Statistics;
use calipers::term::{EGraph, Form, Leaf, Operator, Reason};

/// Asks about every index of a program, at its definition and compared with the previous one; returns the
/// statistics.
fn ask(text: &str) -> Statistics {
    let module = Module::parse(text, "budget.mlir", ParseOptions::default())
        .unwrap_or_else(|error| panic!("{error}"));
    let rules = Rules::embedded();
    let mut analysis = Analysis::new(&module, &rules);
    let indices: Vec<ValueId> = (0..module.value_count() as u32)
        .map(ValueId)
        .filter(|&value| module.value_type(value) == TypeView::Index)
        .collect();
    for (n, &value) in indices.iter().enumerate() {
        let point = Point::of(&module, value);
        analysis.range_at(&value.into(), point);
        for kind in [BoundKind::Lower, BoundKind::Upper, BoundKind::Equal] {
            let others = indices.clone();
            let allowed = move |column| {
                others
                    .iter()
                    .any(|&it| Variable::value(it).as_column() == Some(column))
            };
            let _ = analysis.bound(kind, value).in_terms_of(allowed).compute();
        }
        if let Some(before) = n.checked_sub(1) {
            let before = Variable::value(indices[before]);
            analysis.compare(&before, Comparison::Lt, &value.into());
        }
    }
    analysis.statistics()
}

fn within(text: &str, columns: usize, cases: usize, linear_programs: usize) {
    let spent = ask(text);
    assert!(spent.columns <= columns, "{spent:?}");
    assert!(spent.cases <= cases, "{spent:?}");
    assert!(spent.linear_programs <= linear_programs, "{spent:?}");
}

/// A definition of `x` after terms over it: the equations between these terms are compared over what `x` is, as those
/// that mention it looked new again and again.
#[test]
fn solved_atoms_are_not_solved_again() {
    let rules = Rules::embedded();
    let mut egraph = EGraph::new(Some(rules.rewrites().clone()));
    let [x, t] =
        [(0, Range::full()), (1, Range::at_least(0))].map(|(n, range)| egraph.leaf(Leaf(n), range));
    let [two, four] = [2, 4].map(|n| egraph.integer(n));
    let double = egraph.apply(Operator::Mul, &[two, x]);
    let half = egraph.apply(Operator::CeilDiv, &[double, four]);
    let rest = egraph.apply(Operator::Mod, &[x, two]);
    egraph.apply(Operator::Max, &[half, double, rest]);
    let value = Form::from_terms(Int::from(32), [(t, Int::NEG_ONE)]).expect("small numbers fit");
    let value = egraph.class_of(&value);
    egraph.unite(x, value, Reason::Definition(Leaf(0)));
    assert!(egraph.len() < 300, "{} nodes", egraph.len());
}

/// A union that makes a term equal to a term built upon it must terminate: `x` is a known
/// constant and, if the basis is negative, a remainder of itself.
#[test]
fn unions_end() {
    within(
        "func.func @f(%n: index, %b: index) {
          %four = arith.constant 4 : index
          %three = arith.constant 3 : index
          %least = arith.constant -5 : index
          %r = scf.for %i = %least to %n step %four iter_args(%a = %least) -> (index) {
            %x = affine.linearize_index disjoint [%a, %least, %four] by (1, 1, %least) : index
            %y = affine.apply affine_map<(d0) -> ((d0 * 8) mod 3)>(%x)
            %s:2 = scf.for %j = %four to %b step %three iter_args(%p = %y, %q = %three) -> (index, index) {
              %w = scf.while (%u = %p) : (index) -> index {
                %t = arith.cmpi slt, %u, %three : index
                scf.condition(%t) %u : index
              } do {
              ^bb0(%u: index):
                %z:3 = affine.delinearize_index %u into (%least, 1, 1) : index, index, index
                %v = arith.addi %z#2, %three : index
                %m = arith.remui %p, %four : index
                %o = arith.addi %v, %m : index
                scf.yield %o : index
              }
              scf.yield %p, %w : index, index
            }
            %c = arith.ceildivui %x, %three : index
            %d = arith.muli %c, %x : index
            %e = arith.remsi %d, %x : index
            scf.yield %a : index
          }
          return
        }",
        400,
        4_000,
        8_000,
    );
}

/// Equal arms of a select, a loop that carries a constant around, conditions that are never true:
/// there all terms are equal to each other.
#[test]
fn where_nothing_comes_unions_end() {
    within(
        "func.func @f(%n: index, %m: index, %c: i1, %t: tensor<4x?xf32>, %u: tensor<4x?xf32>) {
          %zero = arith.constant 0 : index
          %one = arith.constant 1 : index
          %two = arith.constant 2 : index
          %eight = arith.constant 8 : index
          %same = arith.cmpi uge, %n, %n : index
          %k = scf.for unsigned %i = %two to %n step %one iter_args(%a = %eight) -> (index) {
            scf.yield %a : index
          }
          %never = arith.cmpi eq, %one, %two : index
          %r = scf.if %never -> (tensor<4x?xf32>) {
            %one_again = arith.select %same, %one, %one : index
            %s = scf.if %c -> (tensor<4x?xf32>) {
              %w = scf.for %j = %one_again to %k step %one_again iter_args(%b = %one) -> (index) {
                %p = arith.maxsi %b, %zero : index
                %q = arith.cmpi sge, %p, %eight : index
                %v = scf.if %q -> (tensor<4x?xf32>) {
                  %d = arith.muli %one_again, %j : index
                  scf.yield %u : tensor<4x?xf32>
                } else {
                  scf.yield %t : tensor<4x?xf32>
                }
                scf.yield %b : index
              }
              scf.yield %t : tensor<4x?xf32>
            } else {
              scf.yield %u : tensor<4x?xf32>
            }
            scf.yield %u : tensor<4x?xf32>
          } else {
            scf.yield %t : tensor<4x?xf32>
          }
          return
        }",
        400,
        4_000,
        8_000,
    );
}

/// Multipliers of a linear program that are close to 0 and 1 without being equal to them.
#[test]
fn multipliers_are_rounded_in_few_steps() {
    within(
        "func.func @f(%n: index, %m: index, %b: i8, %c: i1) {
          %three = arith.constant 3 : index
          %four = arith.constant 4 : index
          %low = arith.constant -2 : index
          %x = affine.max affine_map<(d0)[s0] -> (s0 - (d0 - d0), (2 floordiv 5) mod 5, 8)>(%m)[%n]
          %d = arith.cmpi ne, %b, %b : i8
          scf.parallel (%i) = (%four) to (%three) step (%three) {
            %r = scf.if %d -> (index) {
              %y = arith.minsi %i, %low : index
              %s = affine.for %j = affine_map<()[s0] -> (s0 * 2 - 1)>()[%n] to affine_map<()[s0] -> (s0 + 3)>()[%n] step 2 iter_args(%a = %y) -> (index) {
                %one = arith.constant 1 : index
                %z = arith.floordivsi %a, %one : index
                %w = arith.remsi %a, %low : index
                %v = arith.muli %w, %w : index
                affine.yield %z : index
              }
              %p = affine.max affine_map<(d0, d1)[s0] -> ((5 - d1) - (s0 + 8), (d1 * -2) * 4)>(%three, %s)[%m]
              scf.yield %p : index
            } else {
              scf.yield %x : index
            }
          }
          return
        }",
        400,
        4_000,
        8_000,
    );
}

/// Nested branches, each with quotients of a value that the enclosing branch yields.
#[test]
fn nested_branches_end() {
    within(
        "func.func @f(%n: index, %m: index, %w: i32, %b: i8, %c: i1, %d: i1) {
          %one = arith.constant 1 : index
          %twelve = arith.constant 12 : index
          %twenty = arith.constant 20 : index
          %low = arith.constant -5 : index
          %x:2 = scf.if %c -> (i32, index) {
            %v = arith.index_cast %w : i32 to index
            %q = arith.floordivsi %v, %twelve : index
            scf.yield %w, %q : i32, index
          } else {
            %k = arith.constant -8 : i32
            scf.yield %k, %n : i32, index
          }
          %l:3 = scf.for %i = %twenty to %m step %one iter_args(%a = %m, %e = %twenty, %g = %x#1) -> (index, index, index) {
            scf.yield %a, %g, %g : index, index, index
          }
          %p = arith.cmpi ugt, %x#0, %w : i32
          %r = scf.if %p -> (index) {
            %s = affine.min affine_map<(d0) -> (-4, d0 ceildiv 2)>(%l#2)
            %q = arith.cmpi sgt, %twelve, %l#0 : index
            %t = scf.if %q -> (index) {
              %u = arith.minsi %l#1, %s : index
              %v = arith.select %d, %u, %twelve : index
              scf.yield %v : index
            } else {
              %u = arith.remui %s, %low : index
              %v = scf.if %d -> (index) {
                %y = affine.max affine_map<(d0) -> (-1, d0 mod 4)>(%l#0)
                %z = arith.minui %y, %u : index
                scf.yield %z : index
              } else {
                scf.yield %u : index
              }
              scf.yield %v : index
            }
            scf.yield %t : index
          } else {
            scf.yield %low : index
          }
          return
        }",
        400,
        4_000,
        8_000,
    );
}

/// Sizes without relations, and a fact under one of two conditions: models separate the cases.
#[test]
fn unlike_sizes_are_told_apart_by_runs() {
    use std::fmt::Write;
    let count = 16;
    let arguments = |of: &str, letter| {
        let one = |n| format!("%{letter}{n}: {of}");
        (0..count).map(one).collect::<Vec<_>>().join(", ")
    };
    let mut body = String::new();
    for n in 0..count {
        let next = (n + 1) % count;
        let lines = format!(
            "%r{n} = stablehlo.reshape %s{n} : (tensor<i32>) -> tensor<1xi32>
             %u{n} = stablehlo.reshape %s{next} : (tensor<i32>) -> tensor<1xi32>
             %v{n} = stablehlo.concatenate %r{n}, %u{n}, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
             %x{n} = stablehlo.dynamic_broadcast_in_dim %t{n}, %v{n}, dims = [0] : (tensor<?xf32>, tensor<2xi32>) -> tensor<?x?xf32>
             %y{n} = stablehlo.exponential %x{n} : tensor<?x?xf32>
             %z{n} = stablehlo.add %x{n}, %y{n} : tensor<?x?xf32>"
        );
        writeln!(body, "{lines}").expect("it is a string");
    }
    let sizes = arguments("tensor<i32>", 's');
    let tensors = arguments("tensor<?xf32>", 't');
    let text = format!("func.func @f({sizes}, {tensors}) {{\n{body}return\n}}");
    let module = Module::parse(&text, "unlike.mlir", ParseOptions::default())
        .unwrap_or_else(|error| panic!("{error}"));
    let rules = Rules::embedded();
    let mut analysis = Analysis::new(&module, &rules);
    let values = shaped_values(&module, module.top());
    let classes = analysis.shape_classes(&values, None);
    assert_eq!(classes.len(), 2 * count);
    let spent = analysis.statistics();
    assert!(spent.linear_programs <= 8 * count, "{spent:?}");
}

/// A long chain is expanded anew for each of its values. Within a budget the rest has ranges only.
#[test]
fn a_long_chain_is_surveyed_within_the_budget() {
    let mut text = "func.func @f(%x0: index) {\n  %c1 = arith.constant 1 : index\n".to_owned();
    for n in 0..600 {
        text += &format!("  %x{} = arith.addi %x{n}, %c1 : index\n", n + 1);
    }
    text += "  return\n}\n";
    let module = Module::parse(&text, "chain.mlir", ParseOptions::default());
    let module = module.unwrap_or_else(|error| panic!("{error}"));
    let rules = Rules::embedded();
    let mut analysis = Analysis::new(&module, &rules);
    let mut effort = Effort::pivots(5_000);
    let mut told = 0;
    for value in (0..module.value_count() as u32).map(ValueId) {
        let known = analysis.survey_within(value, &mut effort);
        told += known.iter().filter(|it| it.equal.is_some()).count();
    }
    assert!(effort.is_used_up());
    assert!((50..600).contains(&told), "{told}");
    let spent = analysis.statistics().expanded;
    assert!(spent < 25_000, "{spent}");
}
