//! Ablation tests: each part of the engine answers questions that the engine cannot answer without it.

use calipers::analysis::{Analysis, BoundKind, Comparison, Unknown, Variable, Verdict};
use calipers::ir::{Module, ParseOptions};
use calipers::program::{Column, Point, Program, ValueId};
use calipers::rules::Rules;
use calipers::solve::lp::Engine;
use calipers::solve::{Config, Decided, FactOrigin};
use calipers::term::Expr;

fn parse(source: &str) -> Module {
    Module::parse(
        source,
        "test.mlir",
        ParseOptions {
            allow_unregistered: true,
            ..Default::default()
        },
    )
    .unwrap_or_else(|error| panic!("{error}"))
}

fn value(module: &Module, name: &str) -> ValueId {
    let mut values = (0..module.value_count() as u32).map(ValueId);
    values
        .find(|&value| module.value_name(value) == name)
        .unwrap_or_else(|| panic!("no value {name}"))
}

/// A loop that passes a tensor on; its body computes a size from it before the invariant of the size is proved.
const CARRIED: &str = "
func.func @carried(%t: tensor<?xf32>, %n: index, %f: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %d = tensor.dim %t, %c0 : tensor<?xf32>
  %outside = arith.floordivsi %d, %c4 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %t) -> (tensor<?xf32>) {
    %e = tensor.dim %a, %c0 : tensor<?xf32>
    %inside = arith.floordivsi %e, %c4 : index
    %b = tensor.insert %f into %a[%c0] : tensor<?xf32>
    scf.yield %b : tensor<?xf32>
  }
  return
}";

#[test]
fn without_rules_every_op_is_unknown() {
    let module = parse(CARRIED);
    let outside = value(&module, "%outside");
    let rules = Rules::none();
    let mut analysis = Analysis::new(&module, &rules);
    let answer = analysis.bound(BoundKind::Lower, outside).compute();
    assert!(matches!(answer, Err(Unknown::MissingRule(_))), "{answer:?}");
    let rules = Rules::embedded();
    let mut analysis = Analysis::new(&module, &rules);
    let answer = analysis.bound(BoundKind::Lower, outside).compute();
    assert_eq!(
        answer.expect("sizes are not negative").as_constant(),
        Some(&0.into())
    );
}

#[test]
fn congruence_carries_an_induction_to_what_was_built_before() {
    let module = parse(CARRIED);
    let (inside, outside) = (
        Variable::value(value(&module, "%inside")),
        Variable::value(value(&module, "%outside")),
    );
    let rules = Rules::embedded();
    for (congruence, expected) in [(true, true), (false, false)] {
        let mut analysis = Analysis::with_config(
            &module,
            &rules,
            Config {
                congruence,
                // With a solver the axioms of quotients would prove the claim without congruence.
                solver: Engine::Off,
                // A new engine for the claim would unite equal terms, too.
                max_engines: 0,
                ..Config::default()
            },
        );
        let verdict = analysis.compare(&outside, Comparison::Eq, &inside);
        assert_eq!(
            verdict == Verdict::Proved,
            expected,
            "congruence {congruence}: {verdict:?}"
        );
    }
}

#[test]
fn what_induction_finds_is_a_union() {
    let module = parse(CARRIED);
    let (argument, initial) = (
        Column::Dim(value(&module, "%a"), 0),
        Column::Dim(value(&module, "%t"), 0),
    );
    let result = Column::Dim(value(&module, "%r"), 0);
    let rules = Rules::embedded();
    let mut analysis = Analysis::new(&module, &rules);
    let engine = analysis.engine();
    let (a, b, c) = (
        engine.class(argument),
        engine.class(initial),
        engine.class(result),
    );
    let store = engine.egraph();
    assert_eq!(store.find(a), store.find(b));
    assert_eq!(store.find(c), store.find(b));
    assert!(!store.unions().is_empty());
}

#[test]
fn values_that_share_no_point_are_compared_by_definitions() {
    let module = parse(CARRIED);
    let (result, argument) = (value(&module, "%r"), value(&module, "%a"));
    let rules = Rules::embedded();
    let mut analysis = Analysis::new(&module, &rules);
    let verdict = analysis.are_equal(&Variable::dim(result, 0), &Variable::dim(argument, 0));
    assert_eq!(verdict, Verdict::Proved);
}

#[test]
fn the_linear_program_proves_what_ranges_do_not() {
    let module = parse(
        "func.func @order(%a: index, %b: index, %c: index) {
           %ab = arith.cmpi slt, %a, %b : index
           %bc = arith.cmpi slt, %b, %c : index
           scf.if %ab {
             scf.if %bc {
               %next = arith.addi %a, %b : index
             }
           }
           return
         }",
    );
    let [a, c, next] = ["%a", "%c", "%next"].map(|name| value(&module, name));
    let point = Point::of(&module, next);
    let rules = Rules::embedded();
    for (solver, expected) in [
        (Engine::Auto, true),
        (Engine::Tableau, true),
        (Engine::Float, true),
        (Engine::Off, false),
    ] {
        let config = Config {
            solver,
            ..Config::default()
        };
        let mut analysis = Analysis::with_config(&module, &rules, config);
        let verdict = analysis.compare_at(
            &Variable::value(a),
            Comparison::Lt,
            &Variable::value(c),
            point,
        );
        assert_eq!(
            verdict == Verdict::Proved,
            expected,
            "{solver:?}: {verdict:?}"
        );
    }
}

#[test]
fn the_order_of_questions_does_not_matter() {
    let module = parse(
        "func.func @nested(%t: tensor<?xf32>, %n: index, %f: f32) {
           %c0 = arith.constant 0 : index
           %c1 = arith.constant 1 : index
           %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %t) -> (tensor<?xf32>) {
             %s = scf.for %j = %c0 to %n step %c1 iter_args(%b = %a) -> (tensor<?xf32>) {
               %q = scf.for %k = %c0 to %n step %c1 iter_args(%c = %b) -> (tensor<?xf32>) {
                 %x = tensor.insert %f into %c[%c0] : tensor<?xf32>
                 scf.yield %x : tensor<?xf32>
               }
               scf.yield %q : tensor<?xf32>
             }
             scf.yield %s : tensor<?xf32>
           }
           return
         }",
    );
    let rules = Rules::embedded();
    let names = ["%r", "%a", "%s", "%b", "%q", "%c", "%x"];
    for first in names {
        let mut analysis = Analysis::new(&module, &rules);
        let t = Variable::dim(value(&module, "%t"), 0);
        for name in std::iter::once(first).chain(names) {
            let verdict = analysis.are_equal(&Variable::dim(value(&module, name), 0), &t);
            assert_eq!(verdict, Verdict::Proved, "{name} after {first}");
        }
    }
}

#[test]
fn what_rules_state_is_told_of_comparisons_that_come_in_later() {
    let module = parse(
        "func.func @select(%n: index, %a: index, %b: index) {
           %c0 = arith.constant 0 : index
           %c1 = arith.constant 1 : index
           scf.for %i = %c0 to %n step %c1 {
             %in = arith.cmpi slt, %i, %n : index
             %x = arith.select %in, %a, %b : index
             %out = arith.cmpi sge, %i, %n : index
             %y = arith.select %out, %a, %b : index
           }
           return
         }",
    );
    let rules = Rules::embedded();
    let of = |name: &str| Variable::value(value(&module, name));
    let claims = [
        ("%i", Comparison::Lt, "%n"),
        ("%x", Comparison::Eq, "%a"),
        ("%y", Comparison::Eq, "%b"),
    ];
    for first in 0..claims.len() {
        let mut analysis = Analysis::new(&module, &rules);
        for (a, comparison, b) in std::iter::once(claims[first]).chain(claims) {
            let verdict = analysis.compare(&of(a), comparison, &of(b));
            assert_eq!(verdict, Verdict::Proved, "{a} and {b}, claim {first} first");
        }
    }
}

#[test]
fn rules_that_state_what_is_known_are_told_wherever_they_do() {
    let module = parse(
        "func.func @branches(%t: tensor<?xf32>, %c: i1) {
           %c0 = arith.constant 0 : index
           scf.if %c {
             %d = tensor.dim %t, %c0 : tensor<?xf32>
             %in = arith.constant 1 : index
           } else {
             %e = tensor.dim %t, %c0 : tensor<?xf32>
             %out = arith.constant 2 : index
           }
           return
         }",
    );
    let rules = Rules::embedded();
    for order in [["%in", "%out"], ["%out", "%in"]] {
        let mut analysis = Analysis::new(&module, &rules);
        for name in order {
            let point = Point::of(&module, value(&module, name)).expect("it is defined");
            let facts = analysis.engine().facts_at(point);
            let rules = facts.iter().filter_map(|(origin, _)| match origin {
                FactOrigin::Rule(name, _) => Some(&**name),
                _ => None,
            });
            let times = rules.filter(|name| *name == "tensor-dim-nonnegative");
            assert_eq!(times.count(), 1, "{name} of {order:?}");
        }
    }
}

#[test]
fn a_long_chain_overflows_no_stack_and_is_walked_once() {
    let mut source =
        String::from("func.func @chain(%x0: index) {\n  %c1 = arith.constant 1 : index\n");
    let length = 20_000;
    for n in 0..length {
        source += &format!("  %x{} = arith.addi %x{n}, %c1 : index\n", n + 1);
    }
    source += "  return\n}\n";
    let module = parse(&source);
    let first = value(&module, "%x0");
    let rules = Rules::embedded();
    let mut analysis = Analysis::new(&module, &rules);
    let last = ValueId(first.0 + 1 + length);
    let start = Variable::value(first);
    for offset in 0..1000 {
        let asked = ValueId(last.0 - offset);
        let difference = analysis.constant_difference(&Variable::value(asked), &start);
        assert_eq!(difference, Some((length - offset).into()));
        let bound = analysis
            .bound(BoundKind::Equal, asked)
            .in_terms_of(|column| column != Column::Value(asked))
            .compute();
        let operands = bound.map(|bound| bound.operands);
        assert_eq!(operands, Ok(vec![Column::Value(ValueId(asked.0 - 1))]));
    }
    assert!(
        analysis.statistics().columns <= length as usize + 2,
        "{:?}",
        analysis.statistics()
    );
}

#[test]
fn a_comparison_unfolds_no_more_than_decides_it() {
    let mut source =
        String::from("func.func @chain(%x0: index) {\n  %c1 = arith.constant 1 : index\n");
    let length = 1_000;
    for n in 0..length {
        source += &format!("  %x{} = arith.addi %x{n}, %c1 : index\n", n + 1);
    }
    source += "  return\n}\n";
    let module = parse(&source);
    let rules = Rules::embedded();
    let mut analysis = Analysis::new(&module, &rules);
    let [last, before] =
        [0, 3].map(|n| Variable::value(value(&module, &format!("%x{}", length - n))));
    let shifted = |by: i64| {
        let term = Expr::sum(before.as_term().clone(), Expr::integer(by));
        Variable::term(term)
    };
    let verdict = |holds: bool| match holds {
        true => Verdict::Proved,
        false => Verdict::Refuted,
    };
    for by in [2, 3, 4] {
        for (comparison, holds) in [
            (Comparison::Eq, by == 3),
            (Comparison::Ne, by != 3),
            (Comparison::Lt, 3 < by),
            (Comparison::Le, 3 <= by),
            (Comparison::Gt, 3 > by),
            (Comparison::Ge, 3 >= by),
        ] {
            let found = analysis.compare(&last, comparison, &shifted(by));
            assert_eq!(found, verdict(holds), "{comparison:?} {by}");
        }
    }
    let spent = analysis.statistics();
    assert_eq!((spent.columns, spent.linear_programs), (0, 0));
    // The answer to the next question follows from everything below it in the chain.
    let first = Variable::value(value(&module, "%x0"));
    assert_eq!(
        analysis.compare(&first, Comparison::Lt, &last),
        Verdict::Proved
    );
    let columns = analysis.statistics().columns;
    assert!((length..=length + 2).contains(&columns), "{columns}");
    assert_eq!(analysis.constant_difference(&last, &before), Some(3.into()));
}

#[test]
fn many_bounds_at_once_are_those_asked_for_one_by_one() {
    let module = parse(
        "func.func @f(%n: index, %t: tensor<?x4xf32>) {
          %a = affine.min affine_map<(d0) -> (d0, 8)>(%n)
          %b = affine.max affine_map<(d0) -> (d0 + 1, 3)>(%a)
          %c0 = arith.constant 0 : index
          %d = tensor.dim %t, %c0 : tensor<?x4xf32>
          return
        }",
    );
    let names = ["%a", "%b", "%d", "%n", "%c0"];
    let variables = names.map(|name| Variable::value(value(&module, name)));
    let rules = Rules::embedded();
    for kind in [BoundKind::Lower, BoundKind::Upper, BoundKind::Equal] {
        let together = Analysis::new(&module, &rules).bounds(kind, &variables);
        let alone = variables
            .clone()
            .map(|variable| Analysis::new(&module, &rules).constant_bound(kind, &variable, None));
        assert_eq!(together, alone, "{kind:?}");
    }
}

/// An engine that is asked directly: its invariants go with the assumptions that they need, and come with those that make
/// them possible.
#[test]
fn invariants_need_the_assumptions_in_force() {
    let module = parse(
        "func.func @f(%a: index, %n: index) {
          %c0 = arith.constant 0 : index
          %c1 = arith.constant 1 : index
          %r = scf.for %i = %c0 to %n step %c1 iter_args(%p = %a) -> (index) {
            %q = arith.maxsi %p, %c0 : index
            scf.yield %q : index
          }
          return
        }",
    );
    let rules = Rules::embedded();
    let column = |name| Expr::Leaf(Column::Value(value(&module, name)));
    let at_least_five = |name| Expr::at_most(Expr::integer(5), column(name));
    let point = Point::of(&module, value(&module, "%r"));
    let mut engine = calipers::solve::Engine::new(&module, &rules, Config::default());
    let holds = |engine: &mut calipers::solve::Engine<'_>| {
        engine.enter(point.expect("the result has a point"));
        engine.prove(&at_least_five("%r"), point) == Ok(Decided::True)
    };
    assert!(!holds(&mut engine));
    let before = engine.assumption_count();
    engine.assume(&at_least_five("%a"));
    assert!(
        holds(&mut engine),
        "an invariant that the assumption makes possible"
    );
    engine.forget_assumptions(before);
    assert!(
        !holds(&mut engine),
        "an invariant that nothing proves any more"
    );
}
