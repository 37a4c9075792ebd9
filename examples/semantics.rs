//! Semantics in Rust: the meaning of ops that depends on data of the compiler, here a description of the
//! target machine.
//!
//! `cargo run --example semantics`

use calipers::analysis::{Analysis, Variable};
use calipers::ir::{Module, ParseOptions};
use calipers::program::{Attribute, Column, OpId, Point, Program};
use calipers::proof;
use calipers::rules::{Anchor, Constants, OpSemantics, Place, Rules, Stop};
use calipers::term::{Expr, Operator};
use std::sync::Arc;

const SOURCE: &str = r#"
func.func @copy(%n: index) {
  %lanes = "target.lanes"() {element = "f32"} : () -> index
  %padded = "target.pad"(%n) {element = "f32"} : (index) -> index
  %waste = arith.subi %padded, %n : index
  %slot = "target.slot"() {memory = "scratch"} : () -> index
  %end = arith.addi %slot, %lanes : index
  return
}"#;

/// A description of the target machine.
#[derive(Debug)]
struct Machine {
    /// The number of lanes for each element type.
    lanes: Vec<(&'static str, i64)>,
    /// The capacity of each memory, in elements.
    memories: Vec<(&'static str, i64)>,
}

impl Machine {
    fn look_up(
        table: &[(&'static str, i64)],
        program: &dyn Program,
        op: OpId,
        key: &str,
    ) -> Option<i64> {
        let Some(Attribute::String(name)) = program.attribute(op, key) else {
            return None;
        };
        let found = table.iter().find(|(known, _)| *known == name);
        found.map(|(_, value)| *value)
    }
}

impl OpSemantics for Machine {
    fn name(&self) -> &str {
        "machine"
    }

    fn define(
        &self,
        program: &dyn Program,
        op: OpId,
        _: Place,
        column: Column,
        _: &mut dyn Constants,
    ) -> Result<Option<Expr<Column>>, Stop> {
        let lanes = Machine::look_up(&self.lanes, program, op, "element");
        let (Some(lanes), Column::Value(_)) = (lanes, column) else {
            return Ok(None);
        };
        Ok(match (program.op_name(op), program.operands(op)) {
            ("target.lanes", []) => Some(Expr::integer(lanes)),
            // Rounds up to a multiple of the number of lanes.
            ("target.pad", &[operand]) => {
                let operand = Expr::Leaf(Column::Value(operand));
                let count = Expr::apply(Operator::CeilDiv, [operand, Expr::integer(lanes)]);
                Some(Expr::scaled(lanes, count))
            }
            _ => None,
        })
    }

    fn facts(
        &self,
        program: &dyn Program,
        op: OpId,
        anchor: Anchor,
        _: &mut dyn Constants,
    ) -> Result<Vec<Expr<Column>>, Stop> {
        let size = Machine::look_up(&self.memories, program, op, "memory");
        let (Some(size), Anchor::After, &[slot]) = (size, anchor, program.results(op)) else {
            return Ok(vec![]);
        };
        // An allocated slot lies within the memory.
        let slot = Expr::Leaf(Column::Value(slot));
        Ok(vec![
            Expr::at_most(Expr::integer(0), slot.clone()),
            Expr::less(slot, Expr::integer(size)),
        ])
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let options = ParseOptions {
        allow_unregistered: true,
        ..ParseOptions::default()
    };
    let module = Module::parse(SOURCE, "copy.mlir", options)?;
    let machine = Machine {
        lanes: vec![("f32", 16), ("f16", 32)],
        memories: vec![("scratch", 4096)],
    };
    let mut rules = Rules::embedded();
    rules.provide(
        &["target.lanes", "target.pad", "target.slot"],
        Arc::new(machine),
    );

    let leaf = |name| {
        module
            .value_named(name)
            .map(|value| Expr::Leaf(Column::Value(value)))
    };
    let (waste, end) = leaf("%waste").zip(leaf("%end")).ok_or("no such value")?;
    let mut analysis = Analysis::new(&module, &rules);
    let ends = module.ops_named("func.return");
    let point = ends.first().and_then(|&op| Point::before(&module, op));
    for claim in [
        Expr::at_most(Expr::integer(0), waste.clone()),
        Expr::less(waste, Expr::integer(16)),
        Expr::at_most(end.clone(), Expr::integer(4096 + 15)),
    ] {
        let (verdict, proof) = analysis.explain(&claim, point);
        let proof = proof?;
        let accepted = proof::check(&proof, &module, &rules, &analysis.proof_setting());
        println!(
            "{verdict:?}, accepted: {accepted:?}, rests on {:?}",
            proof::providers(&proof)
        );
    }
    let range = analysis.range(Variable::term(end));
    println!("%end is in {range}");
    Ok(())
}

#[test]
fn it_runs() -> Result<(), Box<dyn std::error::Error>> {
    main()
}
