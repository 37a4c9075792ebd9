//! Compares counts of random spaces with enumeration.

use calipers::rules::Rules;
use calipers_lab::counts::{Report, examine, examine_peak, examine_program};

#[test]
fn counts_are_those_of_an_enumeration() {
    let mut report = Report::default();
    for seed in 0..150 {
        examine(seed, &mut report);
    }
    assert!(report.wrong.is_empty(), "{report}");
    assert!(report.exact > 180, "{report}");
}

/// Where one atom of a polynomial is replaced by a form with another atom that is replaced as well, both are replaced at
/// once.
#[test]
fn atoms_are_replaced_all_at_once() {
    let mut report = Report::default();
    examine(200_571, &mut report);
    assert!(report.wrong.is_empty(), "{report}");
}

/// Where a condition is replaced by a wider one because the value is 0 in between, and the wider one never holds either,
/// the value counts nowhere.
#[test]
fn values_that_count_nowhere_are_left_out() {
    let mut report = Report::default();
    examine(7_012_568, &mut report);
    assert!(report.wrong.is_empty(), "{report}");
}

/// The reading of loops, guards and views is compared as well.
#[test]
fn counts_of_programs_are_those_of_executions() {
    let (rules, mut report) = (Rules::embedded(), Report::default());
    for number in 0..120 {
        examine_program(number, &rules, &mut report);
    }
    assert!(report.wrong.is_empty(), "{report}");
    assert!(report.exact > 200, "{report}");
}

#[test]
fn peaks_are_those_of_executions() {
    let (rules, mut report) = (Rules::embedded(), Report::default());
    for number in 0..200 {
        examine_peak(number, &rules, &mut report);
    }
    assert!(report.wrong.is_empty(), "{report}");
    assert!(report.exact > 50, "{report}");
}
