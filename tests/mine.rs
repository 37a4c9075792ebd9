//! `calipers rules mine`: what it finds is a rule file without mistakes, and follows from nothing that is known.

use calipers::rules::Rules;
use calipers::rules::check::check;
use std::process::{Command, Output};

fn mine(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_calipers"))
        .args(["rules", "mine"])
        .args(arguments)
        .output()
        .expect("the command starts")
}

fn text(output: &Output) -> String {
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// Beyond the laws of distributive lattices that the library has, only associativity and the modular law are left.
#[test]
fn minima_and_maxima_are_a_distributive_lattice() {
    let options = ["--operators", "min,max", "--size", "3", "--integers", "3"];
    let found = mine(&[&options[..], &["--divisors", "0", "--constants", "0"]].concat());
    let text = text(&found);
    let rules: Vec<&str> = text.lines().filter(|line| line.starts_with('(')).collect();
    assert!(rules.len() <= 4, "{text}");
    assert!(
        text.contains("(max y (max x z)) = (max x (max y z)): proved"),
        "{text}"
    );
    assert!(
        rules.iter().all(|rule| rule.starts_with("(birewrite")),
        "{text}"
    );
}

#[test]
fn what_is_found_is_a_rule_file() {
    let text = text(&mine(&["--operators", "floordiv,mod", "--size", "2"]));
    let report = check(&Rules::embedded(), &[("mined.rules", &text)]);
    let messages: Vec<String> = report.findings.iter().map(|it| it.to_string()).collect();
    let wrong: Vec<&String> = messages.iter().filter(|it| it.contains("error")).collect();
    assert!(wrong.is_empty(), "{wrong:?}\n{text}");
}

/// A rule file that has what was found leaves nothing of it to find.
#[test]
fn known_rules_are_not_found_again() {
    let options = ["--operators", "min,floordiv", "--integers", "1"];
    let first = text(&mine(&options));
    let file = std::env::temp_dir().join(format!("calipers-mined-{}.rules", std::process::id()));
    std::fs::write(&file, &first).expect("the file can be written");
    let name = file.display().to_string();
    let second = text(&mine(&[&options[..], &[&name]].concat()));
    std::fs::remove_file(&file).expect("the file can be removed");
    let count = |text: &str| text.lines().filter(|line| line.starts_with('(')).count();
    assert!(count(&first) > 0, "{first}");
    assert_eq!(count(&second), 0, "{second}");
}

#[test]
fn unknown_operators_are_named() {
    let found = mine(&["--operators", "min,maximum"]);
    let message = String::from_utf8_lossy(&found.stderr).into_owned();
    assert!(!found.status.success());
    assert!(
        message.contains("no operator is called `maximum`"),
        "{message}"
    );
}

#[test]
fn the_examples_of_the_help_run() {
    let help = text(&mine(&["--help"]));
    let mut number = 0;
    for line in help.lines() {
        let Some(example) = line.trim().strip_prefix("calipers rules mine ") else {
            continue;
        };
        let arguments = example.split(" > ").next().unwrap_or_default();
        let arguments: Vec<&str> = arguments
            .split_whitespace()
            .map(|it| it.trim_matches('\''))
            .collect();
        assert!(text(&mine(&arguments)).starts_with("; Found by"), "{line}");
        number += 1;
    }
    assert!(number >= 3, "{help}");
}
