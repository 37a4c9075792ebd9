//! Translation validation of passes on random programs.

use calipers::rules::Rules;
use calipers::solve::{Config, PureOpsAssert};
use calipers_lab::equivalence::{Report, examine, subjects};
use calipers_lab::speculate;
use std::sync::Arc;

#[test]
fn passes_change_nothing_that_a_run_shows() {
    let subjects = subjects(&Arc::new(Rules::embedded()), &Config::default());
    let mut report = Report::default();
    for seed in 0..600 {
        let text = speculate::numbered(seed, seed);
        examine(&text, &subjects, seed, 8, &mut report);
    }
    println!("{} {} {}", report.changed, report.compared, report.shown);
    for wrong in report.wrong.iter().take(3) {
        println!("{wrong}");
    }
    assert!(report.wrong.is_empty(), "{} differ", report.wrong.len());
    assert!(report.compared > 10_000, "only {}", report.compared);
}

/// A planted defect: passes that assume that no speculatable op gave poison.
#[test]
fn passes_that_assume_pure_ops_are_found_out() {
    let rules = Arc::new(Rules::embedded());
    let assuming = Config {
        pure_ops_assert: PureOpsAssert::Always,
        ..Config::default()
    };
    let [planted, sound] = [assuming, Config::default()].map(|config| {
        let mut subjects = subjects(&rules, &config);
        subjects.retain(|subject| subject.name == "simplify-with-bounds");
        subjects
    });
    let (mut found, mut report) = (0, Report::default());
    for seed in 0..200 {
        let text = speculate::hoisted(seed);
        let mut wrong = Report::default();
        examine(&text, &planted, seed, 8, &mut wrong);
        found += wrong.wrong.len();
        examine(&text, &sound, seed, 8, &mut report);
    }
    println!("found in {found} programs");
    assert!(found > 3, "found only {found} times");
    assert!(report.wrong.is_empty(), "{}", report.wrong[0]);
}
