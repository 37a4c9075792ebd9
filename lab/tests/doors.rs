//! Compares the interfaces that bound a value.

use calipers::analysis::with_calls;
use calipers::rules::Rules;
use calipers_lab::doors::{Kind, Report, examine};

fn asked(text: &str, rules: &Rules, values: usize) -> Report {
    let mut report = Report::default();
    examine(text, rules, 1, (values, 1), &mut report);
    report
}

/// A program on which all interfaces agree.
const PROGRAM: &str = "func.func @f(%n: index, %t: tensor<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %c8 step %c1 {
    %j = arith.muli %i, %c8 : index
    %d = tensor.dim %t, %c0 : tensor<?xf32>
    %m = arith.minsi %j, %d : index
  }
  return
}
";

#[test]
fn all_doors_lead_to_the_same_answers() {
    let report = asked(PROGRAM, &Rules::embedded(), 40);
    assert_eq!(report.found, vec![]);
    assert!(report.refused.is_empty(), "{:?}", report.refused);
    assert!(report.values > 10 && report.commands > 100, "{report:?}");
}

/// Scripts and `annotate` print the ranges of the library. `calipers-lab doors` also checks whether verdicts are as
/// tight as ranges.
#[test]
fn every_door_tells_the_range_of_the_library() {
    let rules = with_calls(&Rules::embedded());
    let mut report = Report::default();
    for seed in 0..60 {
        let text = calipers_lab::generate::program(seed);
        examine(&text, &rules, seed, (4, 0), &mut report);
    }
    assert!(report.values > 150, "{report:?}");
    for kind in [Kind::Range, Kind::Survey] {
        assert_eq!(report.counts.get(&kind), None, "{kind}");
    }
}
