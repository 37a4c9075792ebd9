//! The laboratory finds defects that are planted in the rules.

use calipers_lab::fuzz::{Plan, fuzz};
use calipers_lab::planted::{DEFECTS, rules_with};
use std::path::Path;
use std::time::Duration;

#[test]
fn planted_defects_are_found() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../rules");
    let mut missed = vec![];
    for defect in DEFECTS {
        let rules = rules_with(&folder, Some(defect)).unwrap_or_else(|error| panic!("{error}"));
        let plan = Plan {
            programs: 3000,
            ..Plan::for_wrong(7, Duration::from_secs(600), 2)
        };
        let summary = fuzz(&plan, &rules, &|_| {});
        println!("{}: program {}", defect.name, summary.programs);
        if summary.wrong().count() == 0 {
            missed.push(defect.name);
        }
    }
    assert!(missed.is_empty(), "{missed:?}");
}
