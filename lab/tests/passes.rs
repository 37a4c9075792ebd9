//! What passes make of random programs, run beside the programs.

use calipers::rules::Rules;
use calipers_lab::equivalence::{Report, examine, subjects};
use calipers_lab::generate;
use std::sync::Arc;

#[test]
fn passes_change_nothing_that_a_run_shows() {
    let subjects = subjects(&Arc::new(Rules::embedded()));
    let mut report = Report::default();
    for seed in 0..500 {
        examine(&generate::program(seed), &subjects, seed, 8, &mut report);
    }
    println!("{} {} {}", report.changed, report.compared, report.shown);
    for wrong in report.wrong.iter().take(3) {
        println!("{wrong}");
    }
    assert!(report.wrong.is_empty(), "{} differ", report.wrong.len());
    assert!(report.compared > 10_000, "only {}", report.compared);
}
