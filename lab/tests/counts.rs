//! Compares counts of random spaces with enumeration.

use calipers_lab::counts::{Report, examine};

#[test]
fn counts_are_those_of_an_enumeration() {
    let mut report = Report::default();
    for seed in 0..150 {
        examine(seed, &mut report);
    }
    assert!(report.wrong.is_empty(), "{report}");
    assert!(report.exact > 180, "{report}");
}
