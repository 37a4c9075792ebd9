//! Closed forms of carried values: the checker accepts only the closed form of the loop.

use calipers::ir::{Module, ParseOptions};
use calipers::program::{Column, OpId, Program, ValueId};
use calipers::proof::{Argument, Claim, Definition, Proof, Setting, Source, Step, check};
use calipers::rules::Rules;
use calipers::term::{Expr, Operator};

type Term = Expr<Column>;

const COUNTER: &str = "func.func @f(%n: index, %m: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %r = scf.for %i = %c0 to %n step %c2 iter_args(%a = %m) -> (index) {
    %b = arith.addi %a, %c2 : index
    scf.yield %b : index
  }
  return
}";

fn value(module: &Module, name: &str) -> ValueId {
    (0..module.value_count() as u32)
        .map(ValueId)
        .find(|&value| module.value_name(value) == name)
        .unwrap_or_else(|| panic!("there is no {name}"))
}

fn leaf(module: &Module, name: &str) -> Term {
    Expr::Leaf(Column::Value(value(module, name)))
}

fn only_loop(module: &Module) -> OpId {
    module.ops_named("scf.for")[0]
}

fn defined(column: Column, term: Term, source: Source) -> Step {
    Step::Definition(Definition {
        column,
        term,
        source,
    })
}

/// Steps that define the constants and the sum in the body.
fn arithmetic(module: &Module) -> Vec<Step> {
    let mut steps: Vec<Step> = vec![];
    for (n, (name, number)) in [("%c0", 0), ("%c1", 1), ("%c2", 2)].into_iter().enumerate() {
        steps.push(defined(
            Column::Value(value(module, name)),
            Expr::integer(number),
            Source::Rule("constant".into(), module.ops_named("arith.constant")[n]),
        ));
    }
    let sum = Expr::apply(Operator::Add, [leaf(module, "%a"), leaf(module, "%c2")]);
    let add = module.ops_named("arith.addi")[0];
    let b = Column::Value(value(module, "%b"));
    steps.push(defined(b, sum, Source::Rule("addi".into(), add)));
    steps
}

#[test]
fn a_closed_form_begins_and_goes_on_as_the_loop_does() {
    let module = Module::parse(COUNTER, "f.mlir", ParseOptions::default()).expect("it is fine");
    let rules = Rules::embedded();
    let (a, r) = (
        Column::Value(value(&module, "%a")),
        Column::Value(value(&module, "%r")),
    );
    let trip = Expr::Leaf(Column::Trip(value(&module, "%i")));
    let by_induction = |column, term| defined(column, term, Source::Induction(only_loop(&module)));
    let closed = |start: Term, slope: i64, trip: Term| Expr::sum(start, Expr::scaled(slope, trip));
    let accepts = |more: Vec<Step>, column: Column, term: &Term| {
        let mut steps = arithmetic(&module);
        steps.extend(more);
        let proof = Proof {
            claim: Claim::Equal(Expr::Leaf(column), term.clone()),
            point: None,
            steps,
            facts: vec![],
            ranges: vec![],
            argument: Argument::Same,
        };
        check(&proof, &module, &rules, &Setting::default()).is_ok()
    };
    let m = leaf(&module, "%m");
    let right = closed(m.clone(), 2, trip.clone());
    assert!(accepts(vec![by_induction(a, right.clone())], a, &right));
    for wrong in [
        closed(m.clone(), 1, trip.clone()),
        closed(m.clone(), 3, trip.clone()),
        closed(leaf(&module, "%n"), 2, trip.clone()),
        closed(Expr::sum(m.clone(), Expr::integer(1)), 2, trip.clone()),
        closed(m.clone(), 2, leaf(&module, "%i")),
        closed(leaf(&module, "%a"), 0, trip.clone()),
        closed(m.clone(), 2, Expr::Leaf(Column::Trip(value(&module, "%a")))),
        Expr::apply(Operator::Mul, [m.clone(), trip.clone()]),
        m.clone(),
    ] {
        assert!(
            !accepts(vec![by_induction(a, wrong.clone())], a, &wrong),
            "{wrong:?}"
        );
    }
    // The result after all iterations.
    let trips = |divisor: i64| {
        let span = Expr::difference(leaf(&module, "%n"), leaf(&module, "%c0"));
        let count = Expr::apply(Operator::CeilDiv, [span, Expr::integer(divisor)]);
        Expr::apply(Operator::Max, [Expr::integer(0), count])
    };
    let inside = by_induction(a, right.clone());
    let after = closed(m.clone(), 2, trips(2));
    assert!(accepts(
        vec![inside.clone(), by_induction(r, after.clone())],
        r,
        &after
    ));
    assert!(!accepts(vec![by_induction(r, after.clone())], r, &after));
    for wrong in [closed(m.clone(), 2, trips(1)), right, m] {
        let steps = vec![inside.clone(), by_induction(r, wrong.clone())];
        assert!(!accepts(steps, r, &wrong), "{wrong:?}");
    }
}
