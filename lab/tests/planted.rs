//! The laboratory finds defects that are planted in the rules.

use calipers_lab::fuzz::{Plan, fuzz};
use calipers_lab::planted::{defects, rules_with};
use std::path::Path;
use std::time::Duration;

#[test]
fn planted_defects_are_found() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../rules");
    let mut missed = vec![];
    for (defect, models) in defects() {
        let rules = rules_with(&folder, Some(defect)).unwrap_or_else(|error| panic!("{error}"));
        let plan = Plan {
            programs: 10_000,
            models,
            within: defect.within,
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

/// Each patch of `lab/planted/run` applies to the current sources.
#[test]
fn defects_of_the_engine_still_fit() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let patches = std::fs::read_dir(root.join("lab/planted")).expect("the patches are there");
    let patches = patches.map(|entry| entry.expect("it can be read").path());
    let patches = patches.filter(|path| path.extension().is_some_and(|it| it == "patch"));
    let mut fitting = 0;
    for path in patches {
        let patch = std::fs::read_to_string(&path).expect("it can be read");
        for of_file in patch.split("diff --git ").skip(1) {
            let mut hunks = of_file.split("\n@@ ");
            let head = hunks.next().unwrap_or_default();
            let file = head.split("--- a/").nth(1).and_then(|it| it.lines().next());
            let source = root.join(file.expect("a patch names its files"));
            let source = std::fs::read_to_string(source).expect("the file is there");
            for hunk in hunks {
                let old = hunk.lines().skip(1);
                let old = old.filter_map(|line| line.strip_prefix(['-', ' ']));
                let old: String = old.map(|line| format!("{line}\n")).collect();
                assert!(source.contains(&old), "{} does not fit", path.display());
            }
        }
        fitting += 1;
    }
    assert!(fitting > 0);
}
