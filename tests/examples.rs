//! The programs in `examples/` answer what they say they do.

use std::path::Path;
use std::process::{Command, Output};

fn calipers(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_calipers"))
        .args(arguments)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("the binary runs")
}

const QUESTIONS: [&str; 4] = [
    "opt",
    "--answers",
    "-allow-unregistered-dialect",
    "--test-affine-reify-value-bounds",
];

#[test]
fn a_dialect_of_ones_own_gets_answers_from_a_rule_file() {
    let path = "examples/dialect/program.mlir";
    let program = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    let text = std::fs::read_to_string(program).expect("it can be read");
    let expected: Vec<(usize, &str)> = text
        .lines()
        .enumerate()
        .filter_map(|(n, line)| Some((n + 1, line.split_once("// = ")?.1)))
        .collect();
    let rules = ["--rules", "examples/dialect/frame.rules", path];
    let output = calipers(&[&QUESTIONS[..], &rules].concat());
    assert!(output.status.success(), "{output:?}");
    let text = String::from_utf8(output.stdout).expect("answers are UTF-8");
    let answers: Vec<(usize, &str)> = text
        .lines()
        .filter_map(|line| {
            let mut parts = line.split('\t');
            Some((parts.next()?.parse().ok()?, parts.nth(1)?))
        })
        .collect();
    assert_eq!(answers, expected);
    // Without its rules nothing is known of the dialect.
    let output = calipers(&[&QUESTIONS[..], &[path]].concat());
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(!text.contains("\ttrue"), "{text}");
}

#[test]
fn a_broken_rule_file_is_told_with_its_place() {
    let folder = std::env::temp_dir().join(format!("calipers-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("there is room");
    let file = folder.join("broken.rules");
    std::fs::write(
        &file,
        "(op x.y (a operand))\n(define d (dim (x.y ?a) ?d) (dim ?b ?d))\n",
    )
    .expect("it can be written");
    let file = file.to_str().expect("the path is text");
    for command in [
        &["run", "--rules", file, "-"][..],
        &["opt", "--rules", file, "-"],
    ] {
        let output = calipers(command);
        let message = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{message}");
        assert!(message.contains("broken.rules:2:"), "{message}");
        assert!(message.contains("?b") && message.contains('^'), "{message}");
    }
    let _ = std::fs::remove_dir_all(&folder);
}
