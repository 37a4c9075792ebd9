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

/// Where one atom of a polynomial is replaced by a form with another atom that is replaced as well, both are replaced at
/// once.
#[test]
fn atoms_are_replaced_all_at_once() {
    let mut report = Report::default();
    examine(200_571, &mut report);
    assert!(report.wrong.is_empty(), "{report}");
}
