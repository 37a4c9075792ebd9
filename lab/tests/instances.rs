//! Questions about two instances in random nests.

use calipers::rules::Rules;
use calipers_lab::instances::{Report, judge, nest, text};

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

#[test]
fn a_nest_is_the_same_for_the_same_number() {
    for number in 0..50 {
        assert_eq!(text(&nest(number)), text(&nest(number)));
    }
}
