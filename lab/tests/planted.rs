//! The laboratory finds defects that are planted in the rules.

use calipers_lab::fuzz::{Plan, fuzz};
use calipers_lab::oracle::Effort;
use calipers_lab::planted::{DEFECTS, rules_with};
use std::path::Path;

#[test]
fn planted_defects_are_found() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../rules");
    let mut missed = vec![];
    for defect in DEFECTS {
        let rules = rules_with(&folder, Some(defect)).unwrap_or_else(|error| panic!("{error}"));
        let plan = Plan {
            seed: 7,
            programs: 3000,
            threads: 2,
            failures: 1,
            only_wrong: true,
            shrink: false,
            thorough: u64::MAX,
            effort: Effort {
                questions: 90,
                runs: 20,
                proofs: 0,
                reorder: false,
            },
            ..Plan::default()
        };
        let summary = fuzz(&plan, &rules, &|_| {});
        println!("{}: program {}", defect.name, summary.programs);
        if summary.wrong().count() == 0 {
            missed.push(defect.name);
        }
    }
    assert!(missed.is_empty(), "{missed:?}");
}
