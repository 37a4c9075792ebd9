//! The corpus of the rule files: `tests/rules/*.mlir`, programs that contain questions.
//!
//! A comment at the end of a question's line states its answer: `// = 5`, `// = sym`, `// = fail`,
//! `// = true`, …, as `calipers opt --answers` prints it. To add a test, add a file.

use calipers::rules::Rules;
use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::process::Command;

const PIPELINE: &str = "-pass-pipeline=builtin.module(func.func(test-affine-reify-value-bounds))";

/// The files of the corpus.
fn corpus() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/rules");
    let mut files: Vec<_> = std::fs::read_dir(folder)
        .expect("the corpus is there")
        .map(|entry| entry.expect("it can be read").path())
        .collect();
    files.sort();
    files
}

/// The answers of a file by line.
fn answers(path: &Path) -> Vec<(usize, String)> {
    let output = Command::new(env!("CARGO_BIN_EXE_calipers"))
        .args(["opt", "--answers", "-allow-unregistered-dialect", PIPELINE])
        .arg(path)
        .output()
        .expect("the binary runs");
    assert!(
        output.status.success(),
        "{}: {}",
        path.display(),
        String::from_utf8_lossy(&output.stderr)
    );
    let text = String::from_utf8(output.stdout).expect("answers are UTF-8");
    let row = |line: &str| -> Option<(usize, String)> {
        let mut parts = line.split('\t');
        let number = parts.next()?.parse().ok()?;
        Some((number, parts.nth(1)?.to_string()))
    };
    text.lines().filter_map(row).collect()
}

#[test]
fn every_question_gets_its_answer() {
    let mut wrong = vec![];
    let mut asked = 0;
    for file in corpus() {
        let text = std::fs::read_to_string(&file).expect("it can be read");
        let answers = answers(&file);
        for (number, line) in text.lines().enumerate().map(|(n, line)| (n + 1, line)) {
            let question =
                line.contains("\"test.reify_bound\"") || line.contains("\"test.compare\"");
            let expected = line.split("// = ").nth(1).map(str::trim);
            assert_eq!(
                question,
                expected.is_some(),
                "{}:{number}: a question needs its answer",
                file.display()
            );
            let Some(expected) = expected else { continue };
            asked += 1;
            let got = answers
                .iter()
                .find(|(line, _)| *line == number)
                .map(|(_, answer)| answer.as_str());
            if got != Some(expected) {
                wrong.push(format!(
                    "{}:{number}: expected {expected}, got {got:?}",
                    file.display()
                ));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(asked > 100, "the corpus has shrunk to {asked} questions");
}

#[test]
fn every_op_with_rules_is_asked_about() {
    let texts: Vec<String> = corpus()
        .iter()
        .map(|file| std::fs::read_to_string(file).expect("it can be read"))
        .collect();
    let is_name = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.');
    let words: HashSet<&str> = texts
        .iter()
        .flat_map(|text| text.split(|c| !is_name(c)))
        .collect();
    let rules = Rules::embedded();
    // Some ops have only a schema, so that the ops inside them can be analyzed.
    let has_rules = |op: &&str| {
        rules
            .op(op)
            .is_some_and(|op| !op.defines.is_empty() || !op.facts.is_empty())
    };
    let missing: Vec<&str> = rules
        .op_names()
        .into_iter()
        .filter(|op| has_rules(op) && !words.contains(op))
        .collect();
    assert!(
        missing.is_empty(),
        "tests/rules does not mention {missing:?}"
    );
}

/// `docs/ops.md` contains the output of `calipers rules table` below its heading.
#[test]
fn the_table_of_ops_is_up_to_date() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/ops.md");
    let text = std::fs::read_to_string(&file).expect("the table is there");
    let table = Rules::embedded().table();
    assert!(
        text.ends_with(&table),
        "docs/ops.md is stale: put what `calipers rules table` prints below its heading"
    );
}
