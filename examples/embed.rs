//! Calipers in an optimizer: parse a program, ask about it.
//!
//! `cargo run --example embed`

use calipers::analysis::{Analysis, BoundKind, Comparison, Variable};
use calipers::ir::{Module, ParseOptions};
use calipers::program::{Program, ValueId};
use calipers::rules::Rules;

const SOURCE: &str = "
func.func @tile(%n: index, %i: index) {
  %size = affine.min affine_map<(d0)[s0] -> (-d0 + s0, 32)>(%i)[%n]
  %end = arith.addi %i, %size : index
  return
}";

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let module = Module::parse(SOURCE, "tile.mlir", ParseOptions::default())?;
    let value = |name: &str| -> Option<ValueId> {
        (0..module.value_count() as u32)
            .map(ValueId)
            .find(|&value| module.value_name(value) == name)
    };
    let (n, size, end) = (value("%n"), value("%size"), value("%end"));
    let (n, size, end) = n
        .zip(size)
        .zip(end)
        .map(|((n, size), end)| (n, size, end))
        .ok_or("no such value")?;

    let rules = Rules::embedded();
    let mut analysis = Analysis::new(&module, &rules);
    let upper = analysis.bound(BoundKind::Upper, size).compute();
    println!(
        "%size <= {:?}",
        upper.ok().and_then(|bound| bound.as_constant().cloned())
    );
    let verdict = analysis.compare(&Variable::value(end), Comparison::Le, &Variable::value(n));
    println!("%end <= %n: {verdict:?}");
    Ok(())
}

#[test]
fn it_runs() -> Result<(), Box<dyn std::error::Error>> {
    main()
}
