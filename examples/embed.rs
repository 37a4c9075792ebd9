//! Calipers in an optimizer: parse a program, ask about it.
//!
//! `cargo run --example embed`

use calipers::analysis::{Analysis, BoundKind, Comparison, Variable};
use calipers::ir::{Module, ParseOptions};
use calipers::program::Column;
use calipers::rules::Rules;

const SOURCE: &str = "
func.func @tile(%n: index, %i: index) {
  %size = affine.min affine_map<(d0)[s0] -> (-d0 + s0, 32)>(%i)[%n]
  %end = arith.addi %i, %size : index
  return
}";

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let module = Module::parse(SOURCE, "tile.mlir", ParseOptions::default())?;
    let value = |name| module.value_named(name).ok_or("no such value");
    let (n, size, end) = (value("%n")?, value("%size")?, value("%end")?);

    let rules = Rules::embedded();
    let mut analysis = Analysis::new(&module, &rules);
    let upper = analysis.bound(BoundKind::Upper, size).compute()?;
    println!("%size <= {}", upper.display(&module));
    let upper = analysis.bound(BoundKind::Upper, end);
    let upper = upper.in_terms_of(|column| column == Column::Value(n));
    println!("%end <= {}", upper.compute()?.display(&module));
    let verdict = analysis.compare(&Variable::value(end), Comparison::Le, &Variable::value(n));
    println!("%end <= %n: {verdict:?}");
    Ok(())
}

#[test]
fn it_runs() -> Result<(), Box<dyn std::error::Error>> {
    main()
}
