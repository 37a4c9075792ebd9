//! A short fuzzing run.

use calipers::analysis::with_calls;
use calipers::rules::Rules;
use calipers_lab::fuzz::{Finding, Plan, fuzz};
use calipers_lab::oracle::Fault;

/// The number of programs in `cargo test`; `calipers-lab fuzz` runs more.
const PROGRAMS: u64 = 250;

#[test]
fn answers_hold_in_every_run() {
    let rules = with_calls(&Rules::embedded());
    let plan = Plan {
        seed: 2025,
        programs: PROGRAMS,
        threads: 2,
        failures: usize::MAX,
        ..Plan::default()
    };
    let summary = fuzz(&plan, &rules, &|_| {});
    let wrong: Vec<_> = summary
        .found
        .iter()
        .filter(|found| match &found.finding {
            Finding::Failure(failure) => {
                // Times depend on other load.
                matches!(failure.fault, Fault::Wrong { .. })
            }
            Finding::Invalid(_) | Finding::Panic => true,
        })
        .collect();
    for found in &wrong {
        println!(
            "program {}: {:?}\n{}",
            found.number, found.finding, found.text
        );
    }
    assert!(wrong.is_empty());
    assert_eq!(summary.programs, PROGRAMS);
    assert!(
        summary.report.checked > 20 * PROGRAMS,
        "{}",
        summary.report.checked
    );
    assert!(
        summary.report.proved > PROGRAMS / 4,
        "{}",
        summary.report.proved
    );
}

#[test]
fn a_program_is_the_same_for_the_same_seed() {
    for seed in 0..50 {
        let text = calipers_lab::generate::program(seed);
        assert_eq!(text, calipers_lab::generate::program(seed));
    }
}
