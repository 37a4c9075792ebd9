//! `calipers rules check`: it reports nothing for the built-in rules, and the expected findings for
//! `tests/rule_files/*`. A comment after a line states an expected finding in it:
//! `;! COLUMN SEVERITY: MESSAGE`, in IRDL after `//!`. To add a test, add a file.

use calipers::rules::Rules;
use calipers::rules::check::{Finding, check, check_embedded};
use std::path::{Path, PathBuf};
use std::process::Command;

fn corpus() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/rule_files");
    let mut files: Vec<_> = std::fs::read_dir(folder)
        .expect("the corpus is there")
        .map(|entry| entry.expect("it can be read").path())
        .collect();
    files.sort();
    files
}

/// The findings that the comments of a text expect, with their lines.
fn expected(text: &str) -> Vec<(usize, String)> {
    let (mut last, mut found) = (0, vec![]);
    for (number, line) in text.lines().enumerate() {
        match line.strip_prefix(";! ").or(line.strip_prefix("//! ")) {
            Some(finding) => found.push((last, finding.to_string())),
            None => last = number + 1,
        }
    }
    found
}

fn found(finding: &Finding) -> (usize, String) {
    let Finding {
        severity,
        message,
        column,
        line,
        ..
    } = finding;
    (*line, format!("{column} {severity}: {message}"))
}

#[test]
fn the_embedded_rules_are_in_order() {
    let report = check_embedded();
    let shown: Vec<&str> = report.findings.iter().map(|f| &f.rendered[..]).collect();
    assert!(shown.is_empty(), "{}", shown.join("\n\n"));
    assert!(report.forms > 400 && report.identities >= 6 && report.cases > 100_000);
}

#[test]
fn the_corpus_has_what_it_says() {
    for file in corpus() {
        let text = std::fs::read_to_string(&file).expect("it can be read");
        let name = file.display().to_string();
        let report = check(&Rules::embedded(), &[(&name, &text)]);
        let found: Vec<_> = report.findings.iter().map(found).collect();
        assert_eq!(found, expected(&text), "{name}");
        for finding in &report.findings {
            let place = format!("{name}:{}:{}: ", finding.line, finding.column);
            assert!(finding.rendered.starts_with(&place), "{finding}");
            assert!(finding.rendered.contains("^\n  help: "), "{finding}");
        }
    }
}

/// `rules check` compares two IRDL types of one name that have different parameters.
#[test]
fn described_types_of_one_name_are_compared() {
    let file = |dialect: &str, number: &str| {
        format!(
            "irdl.dialect @{dialect} {{
  irdl.type @word
  irdl.type @same {{
    %0 = irdl.base @word
    %1 = irdl.base @same
    %2 = irdl.any_of(%0, %1)
    irdl.parameters(a: %2)
  }}
  irdl.type @complex {{
    %0 = irdl.is {number}
    irdl.parameters(elem: %0)
  }}
  irdl.type @pair_of_{dialect} {{
    irdl.parameters()
  }}
}}"
        )
    };
    let (a, b) = (file("a", "f32"), file("b", "f64"));
    let report = check(&Rules::embedded(), &[("a.mlir", &a), ("b.mlir", &b)]);
    let shown: Vec<_> = report.findings.iter().map(|it| &it.rendered[..]).collect();
    assert_eq!(shown.len(), 2, "{}", shown.join("\n"));
    for (shown, file, other) in [(shown[0], "a", "b"), (shown[1], "b", "a")] {
        let wanted = format!(
            "{file}.mlir:9:13: warning: '{other}.complex' has the same name and says something else: only one takes the parameters of !complex<"
        );
        assert!(shown.starts_with(&wanted), "{shown}");
    }
}

#[test]
fn the_command_tells_by_its_exit_code() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let run = |files: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_calipers"))
            .args(["rules", "check"])
            .args(files)
            .current_dir(root)
            .output()
            .expect("the binary runs");
        let text = String::from_utf8(output.stdout).expect("findings are UTF-8");
        (output.status.code(), text)
    };
    let (code, text) = run(&[]);
    assert_eq!(code, Some(0), "{text}");
    assert!(text.ends_with("cases: 0 findings\n"), "{text}");
    let (code, text) = run(&["examples/dialect/frame.rules"]);
    assert_eq!(code, Some(0), "{text}");
    // A single file of the built-in rules has no findings, too.
    let (code, text) = run(&["rules/onnx.rules"]);
    assert_eq!(code, Some(0), "{text}");
    let (code, text) = run(&["tests/concepts/irdl/cmath.mlir"]);
    assert_eq!(code, Some(0), "{text}");
    let (code, text) = run(&["tests/rule_files/kinds.rules"]);
    assert_eq!(code, Some(1), "{text}");
    let shown = "tests/rule_files/kinds.rules:3:44: error: expected a value, this is a list: the rule says nothing\n  (define size (value (my.op _ ?sizes)) (dim ?sizes 0))\n";
    assert!(text.starts_with(shown), "{text}");
    assert_eq!(run(&["tests/rule_files/nowhere.rules"]).0, Some(2));
}
