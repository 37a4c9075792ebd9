//! Semantics in Rust: both the engine and the proof checker use them.

use calipers::analysis::{Analysis, BoundKind, Verdict};
use calipers::ir::{Module, ParseOptions};
use calipers::program::{Column, OpId, Point, Program, ValueId};
use calipers::proof;
use calipers::rules::{Anchor, Constants, OpSemantics, Place, Rules, Stop};
use calipers::term::{Expr, Operator};
use std::sync::Arc;

type Term = Expr<Column>;

/// `my.round %n, %k`: `%n` rounded down to a multiple of 2ᵏ, for a constant `%k`; a tensor from
/// `my.make` has `rows` rows, and at most `%n` if the op has executed.
#[derive(Debug)]
struct Mine {
    rows: i64,
}

impl OpSemantics for Mine {
    fn name(&self) -> &str {
        "mine"
    }

    fn define(
        &self,
        program: &dyn Program,
        op: OpId,
        _: Place,
        column: Column,
        constants: &mut dyn Constants,
    ) -> Result<Option<Term>, Stop> {
        match (program.op_name(op), program.operands(op), column) {
            ("my.round", &[n, k], Column::Value(_)) => {
                let Some(k) = constants.constant(Column::Value(k))? else {
                    return Ok(None);
                };
                let Ok(k) = u32::try_from(k) else {
                    return Ok(None);
                };
                let power = 1i64 << k.min(62);
                let n = Expr::Leaf(Column::Value(n));
                let quotient = Expr::apply(Operator::FloorDiv, [n, Expr::integer(power)]);
                Ok(Some(Expr::scaled(power, quotient)))
            }
            ("my.make", _, Column::Dim(_, 0)) => Ok(Some(Expr::integer(self.rows))),
            _ => Ok(None),
        }
    }

    fn facts(
        &self,
        program: &dyn Program,
        op: OpId,
        anchor: Anchor,
        _: &mut dyn Constants,
    ) -> Result<Vec<Term>, Stop> {
        Ok(match (program.op_name(op), program.operands(op), anchor) {
            ("my.make", &[n], Anchor::After) => {
                let n = Expr::Leaf(Column::Value(n));
                vec![Expr::at_most(Expr::integer(self.rows), n)]
            }
            ("my.make", &[n], Anchor::In(0)) => {
                let n = Expr::Leaf(Column::Value(n));
                vec![Expr::less(Expr::integer(100), n)]
            }
            _ => vec![],
        })
    }
}

const SOURCE: &str = r#"func.func @f(%n: index, %m: index) {
  %k = arith.constant 4 : index
  %r = "my.round"(%n, %k) : (index, index) -> index
  %open = "my.round"(%n, %m) : (index, index) -> index
  "lab.before"() : () -> ()
  %t = "my.make"(%n) ({
    "lab.inside"() : () -> ()
  }) : (index) -> tensor<?xf32>
  "lab.after"() : () -> ()
  return
}"#;

fn module() -> Module {
    let options = ParseOptions {
        allow_unregistered: true,
        ..ParseOptions::default()
    };
    Module::parse(SOURCE, "test.mlir", options).unwrap_or_else(|error| panic!("{error}"))
}

fn rules(semantics: impl OpSemantics + 'static) -> Rules {
    let mut rules = Rules::embedded();
    rules.provide(&["my.round", "my.make"], Arc::new(semantics));
    rules
}

fn value(module: &Module, name: &str) -> ValueId {
    let mut values = (0..module.value_count() as u32).map(ValueId);
    values
        .find(|&value| module.value_name(value) == name)
        .unwrap_or_else(|| panic!("no value {name}"))
}

fn at(module: &Module, op: &str) -> Option<Point> {
    Point::before(module, module.ops_named(op)[0])
}

#[test]
fn definitions_and_facts_are_used_and_proved() {
    let module = module();
    let rules = rules(Mine { rows: 7 });
    let mut analysis = Analysis::new(&module, &rules);
    let leaf = |name| Expr::Leaf(Column::Value(value(&module, name)));
    let rows = Expr::Leaf(Column::Dim(value(&module, "%t"), 0));
    let multiple = Expr::apply(Operator::Mod, [leaf("%r"), Expr::integer(16)]);
    let claims = [
        (
            Expr::at_most(leaf("%r"), leaf("%n")),
            "lab.before",
            Verdict::Proved,
        ),
        (
            Expr::equal(multiple, Expr::integer(0)),
            "lab.before",
            Verdict::Proved,
        ),
        (
            Expr::equal(rows, Expr::integer(7)),
            "lab.after",
            Verdict::Proved,
        ),
        (
            Expr::at_most(Expr::integer(7), leaf("%n")),
            "lab.after",
            Verdict::Proved,
        ),
        (
            Expr::less(Expr::integer(100), leaf("%n")),
            "lab.inside",
            Verdict::Proved,
        ),
    ];
    for (claim, point, expected) in claims {
        let (verdict, proof) = analysis.explain(&claim, at(&module, point));
        assert_eq!(verdict, expected, "{claim:?}");
        let proof = proof.expect("what is proved has a proof");
        let setting = analysis.proof_setting();
        assert_eq!(proof::check(&proof, &module, &rules, &setting), Ok(()));
        assert_eq!(proof::providers(&proof), ["mine"]);
        // The checker rejects the proof without these semantics.
        let none = Rules::embedded();
        assert!(proof::check(&proof, &module, &none, &setting).is_err());
        assert!(
            proof::text(&proof, &module)
                .to_string()
                .contains("rust:mine")
        );
    }
    // Facts that hold only after the op, or inside it, do not hold before it.
    for claim in [
        Expr::at_most(Expr::integer(7), leaf("%n")),
        Expr::at_most(leaf("%open"), leaf("%n")),
    ] {
        let (verdict, _) = analysis.explain(&claim, at(&module, "lab.before"));
        assert!(matches!(verdict, Verdict::Unknown(_)), "{verdict:?}");
    }
}

#[test]
fn a_proof_by_other_semantics_is_rejected() {
    let module = module();
    let own = rules(Mine { rows: 7 });
    let mut analysis = Analysis::new(&module, &own);
    let rows = Expr::Leaf(Column::Dim(value(&module, "%t"), 0));
    let claim = Expr::equal(rows, Expr::integer(7));
    let (_, proof) = analysis.explain(&claim, at(&module, "lab.after"));
    let proof = proof.expect("it is proved");
    let other = rules(Mine { rows: 8 });
    assert!(proof::check(&proof, &module, &other, &analysis.proof_setting()).is_err());
}

/// Semantics that name columns outside the program, and the column being defined.
#[derive(Debug)]
struct Careless(Term);

impl OpSemantics for Careless {
    fn name(&self) -> &str {
        "careless"
    }

    fn define(
        &self,
        _: &dyn Program,
        _: OpId,
        _: Place,
        _: Column,
        _: &mut dyn Constants,
    ) -> Result<Option<Term>, Stop> {
        Ok(Some(self.0.clone()))
    }

    fn facts(
        &self,
        _: &dyn Program,
        _: OpId,
        _: Anchor,
        _: &mut dyn Constants,
    ) -> Result<Vec<Term>, Stop> {
        let nowhere = Expr::Leaf(Column::Value(ValueId(1_000_000)));
        Ok(vec![Expr::at_most(nowhere, Expr::integer(3))])
    }
}

#[test]
fn what_the_program_does_not_have_is_no_answer() {
    let module = module();
    let own = value(&module, "%r");
    let mut deep: Term = Expr::Leaf(Column::Value(own));
    for _ in 0..1000 {
        deep = Expr::apply(Operator::Mod, [deep, Expr::integer(7)]);
    }
    for term in [
        Expr::Leaf(Column::Value(ValueId(1_000_000))),
        Expr::Leaf(Column::Dim(own, 3)),
        Expr::Leaf(Column::Symbol(0)),
        Expr::Leaf(Column::Value(own)),
        Expr::sum(Expr::Leaf(Column::Value(own)), Expr::integer(1)),
        deep,
    ] {
        let rules = rules(Careless(term));
        let mut analysis = Analysis::new(&module, &rules);
        let bound = analysis.bound(BoundKind::Upper, own).compute();
        assert!(bound.is_err(), "{bound:?}");
    }
}

#[test]
fn rules_in_text_cannot_take_its_name() {
    let text = "(op my.op (a operand))\n(define rust:mine (value (my.op ?a)) ?a)";
    let error = Rules::embedded()
        .load("my.rules", text)
        .expect_err("it is refused");
    assert_eq!((error.line, error.column), (2, 9));
}
