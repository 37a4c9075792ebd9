//! The recorded disagreements with `mlir-opt-22`: each still has the verdict in its first line, and Calipers is not
//! wrong in any.

use calipers::rules::Rules;
use calipers_lab::differential::{Verdict, hold, is_here, replay};
use std::path::Path;
use std::sync::Arc;

#[test]
fn verdicts_are_what_they_were() {
    let rules = Arc::new(Rules::embedded());
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("differential");
    let entries = std::fs::read_dir(folder).expect("the folder is there");
    let mut paths: Vec<_> = entries
        .map(|entry| entry.expect("it can be listed").path())
        .collect();
    paths.sort();
    assert!(!paths.is_empty());
    for path in paths {
        let text = std::fs::read_to_string(&path).expect("it can be read");
        let own = hold(&text, &rules);
        let wrong = own.verdicts[Verdict::CalipersWrong as usize];
        assert_eq!(wrong, 0, "{}: {:?}", path.display(), own.findings);
        if !is_here() {
            continue;
        }
        let summary = replay(&text, &rules).unwrap_or_else(|why| panic!("{why}"));
        let said = [
            Verdict::PeerWrong,
            Verdict::CalipersWrong,
            Verdict::CalipersLooser,
        ]
        .into_iter()
        .find(|verdict| text.starts_with(&format!("// {}", verdict.words())));
        let said = said.unwrap_or_else(|| panic!("{}: no verdict", path.display()));
        let wrong = summary.verdicts[Verdict::CalipersWrong as usize];
        assert_eq!(wrong, 0, "{}: {:?}", path.display(), summary.findings);
        let found = summary.verdicts[said as usize] > 0;
        assert!(found, "{}: {:?}", path.display(), summary.findings);
    }
}
