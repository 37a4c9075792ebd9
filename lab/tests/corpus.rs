//! Programs with formerly wrong answers, each with its question: `lab/corpus/*.mlir`.

use calipers::analysis::with_calls;
use calipers::ir::{Module, ParseOptions};
use calipers::rules::Rules;
use calipers_lab::fuzz::replay;
use std::path::Path;

#[test]
fn what_was_wrong_stays_right() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus");
    let entries = std::fs::read_dir(folder).expect("the corpus is there");
    let mut files: Vec<_> = entries
        .map(|entry| entry.expect("it can be read").path())
        .collect();
    files.sort();
    assert!(!files.is_empty());
    let rules = with_calls(&Rules::embedded());
    for file in files {
        let text = std::fs::read_to_string(&file).expect("it can be read");
        let module = Module::parse(&text, &file.display().to_string(), ParseOptions::default())
            .unwrap_or_else(|error| panic!("{error}"));
        let report = replay(&module, &rules, 400, 1).unwrap_or_else(|error| panic!("{error}"));
        let failures = report.failures;
        assert!(failures.is_empty(), "{}: {failures:?}", file.display());
        assert!(report.asked > 0, "{} asks nothing", file.display());
    }
}
