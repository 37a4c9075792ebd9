//! Questions about two instances in random nests.

use calipers::rules::Rules;
use calipers_lab::instances::{LaneReport, Report, judge, judge_lanes, kernel, nest, text};
use std::sync::Arc;

/// The number of nests in `cargo test`; `calipers-lab instances` asks about more.
const NESTS: u64 = 120;

#[test]
fn answers_agree_with_enumeration() {
    let rules = Rules::embedded();
    let mut report = Report::default();
    for number in 0..NESTS {
        judge(&nest(number), &rules, number, &mut report);
    }
    for wrong in &report.wrong {
        println!("{wrong}");
    }
    assert!(report.wrong.is_empty());
    let open: u64 = report.undecided.iter().sum();
    assert!(report.decided > 8 * open, "{} of {open}", report.decided);
}

/// The number of kernels in `cargo test`.
const KERNELS: u64 = 300;

#[test]
fn lanes_lie_as_stated() {
    let rules = Arc::new(Rules::embedded());
    let mut report = LaneReport::default();
    for number in 0..KERNELS {
        judge_lanes(&kernel(number), &rules, number, &mut report);
    }
    for wrong in &report.wrong {
        println!("{wrong}");
    }
    assert!(report.wrong.is_empty());
    assert!(report.wide > KERNELS / 10, "{}", report.wide);
}

#[test]
fn a_nest_is_the_same_for_the_same_number() {
    for number in 0..50 {
        assert_eq!(text(&nest(number)), text(&nest(number)));
    }
}
