//! The programs in `examples/` give the answers that their comments state.

use calipers::ir::{Module, ParseOptions};
use calipers::program::{Column, Program};
use calipers::rules::Rules;
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
    get_answers_from(
        "examples/dialect/frame.rules",
        "examples/dialect/program.mlir",
    );
}

#[test]
fn accesses_tell_what_is_in_bounds_by_rules_that_are_loaded_for_it() {
    get_answers_from(
        "rules/optional/in_bounds.rules",
        "examples/in_bounds/program.mlir",
    );
}

/// The questions of a program get the answers beside them with a rule file, and without it none is `true`.
fn get_answers_from(rules: &str, path: &str) {
    let program = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    let program = std::fs::read_to_string(program).expect("it can be read");
    let expected: Vec<(usize, &str)> = program
        .lines()
        .enumerate()
        .filter_map(|(n, line)| Some((n + 1, line.split_once("// = ")?.1)))
        .collect();
    let loaded = ["--rules", rules, path];
    let output = calipers(&[&QUESTIONS[..], &loaded].concat());
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
    // The program names the rules itself, and without them the engine infers nothing.
    let output = calipers(&[&QUESTIONS[..], &[path]].concat());
    assert_eq!(String::from_utf8_lossy(&output.stdout), text);
    let bare = Path::new(env!("CARGO_TARGET_TMPDIR")).join(path.replace('/', "-"));
    let nameless = program.replace("// calipers: ", "// ");
    std::fs::write(&bare, nameless).expect("a file can be written");
    let bare = bare.to_str().expect("the path is text");
    let output = calipers(&[&QUESTIONS[..], &[bare]].concat());
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(!text.contains("\ttrue"), "{text}");
}

#[test]
fn sizes_of_a_type_of_ones_own_are_read_by_its_ops() {
    let arguments = [
        "opt",
        "--rules",
        "examples/dialect/frame.rules",
        "-allow-unregistered-dialect",
        "--test-affine-reify-value-bounds",
        "examples/dialect/grid.mlir",
    ];
    let output = calipers(&arguments);
    assert!(output.status.success(), "{output:?}");
    let text = String::from_utf8(output.stdout).expect("programs are UTF-8");
    let expected = [
        "#map = affine_map<()[s0, s1] -> ((s0 - s1) ceildiv 2)>",
        "#map1 = affine_map<()[s0] -> (s0 * 2)>",
        "%1 = \"frame.extent\"(%arg0) <{axis = 0 : i64}> : (!frame.grid<?x?xf32>) -> index",
        "%2 = affine.apply #map()[%1, %arg1]",
        "%3:3 = \"frame.layout\"(%arg0) : (!frame.grid<?x?xf32>) -> (index, index, index)",
        "%4 = affine.apply #map1()[%3#1]",
        "%6 = arith.muli %arg1, %5#1 : index",
        "%7 = arith.addi %5#0, %6 : index",
        "return %2, %4, %7 : index, index, index",
    ];
    for line in expected {
        assert!(
            text.lines().any(|found| found.trim() == line),
            "{line}\n{text}"
        );
    }
    // A bound of a size that the dialect's own op reads is expressed in the available values.
    let source = "func.func @f(%g: !frame.grid<?x8xf32>, %s: index) -> (index, index) {
      %h = \"frame.halve\"(%g, %s) : (!frame.grid<?x8xf32>, index) -> !frame.grid<?x8xf32>
      %0 = \"frame.extent\"(%h) {axis = 0 : i64} : (!frame.grid<?x8xf32>) -> index
      %1 = \"frame.extent\"(%h) {axis = 1 : i64} : (!frame.grid<?x8xf32>) -> index
      return %0, %1 : index, index
    }";
    let mut rules = Rules::embedded();
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/dialect/frame.rules");
    let file = std::fs::read_to_string(path).expect("it can be read");
    rules.load("frame.rules", &file).expect("they are fine");
    let options = ParseOptions {
        allow_unregistered: true,
        ..ParseOptions::default()
    };
    let module = Module::parse(source, "grid.mlir", options).expect("the program is fine");
    let reads = module.ops_named("frame.extent");
    let read = |op| rules.column_read_by(&module, op, 0, |_| None);
    let halves = module.results(module.ops_named("frame.halve")[0])[0];
    assert_eq!(read(reads[0]), Some(Column::Dim(halves, 0)));
    assert_eq!(read(reads[1]), Some(Column::Dim(halves, 1)));
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
