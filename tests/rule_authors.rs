//! What authors of rules ask: why a rule does not apply, what the library's rule says without it, how to begin.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn calipers(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_calipers"));
    command.args(arguments).output().expect("calipers runs")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn file(name: &str, contents: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, contents).expect("a file can be written");
    path
}

const RULES: &str = "(op au.part (source operand) (axis attribute axis))
(op au.many (lows operands) (highs operands) (inits operands))
(define part-dim (dim (au.part ?s ?axis) ?d) (dim ?s ?d) :when (same? ?d ?axis))
(define part-other (dim (au.part ?s ?axis) ?d) 1 :when (!= ?d ?axis) (< ?axis 1))
(define many-value (value (au.many ?lows ?highs ?inits)) (len ?highs))
";

const PROGRAM: &str = "func.func @f(%t: tensor<?x?xf32>, %n: index) {
  %a = \"au.part\"(%t) {axis = 1} : (tensor<?x?xf32>) -> tensor<?x?xf32>
  %b = \"au.part\"(%t) {axsi = 1} : (tensor<?x?xf32>) -> tensor<?x?xf32>
  %c = \"au.part\"(%t, %n) {axis = 1} : (tensor<?x?xf32>, index) -> tensor<?x?xf32>
  %d = \"au.many\"(%n, %n) : (index, index) -> index
  %e = \"au.prat\"(%n) : (index) -> index
  %s = arith.addi %e, %n : index
  return
}
";

#[test]
fn what_does_not_fit_is_said_for_each_rule() {
    let (rules, program) = (file("why.rules", RULES), file("why.mlir", PROGRAM));
    let (rules, program) = (
        rules.to_str().expect("text"),
        program.to_str().expect("text"),
    );
    let why = |op: &str| {
        let output = calipers(&["rules", "why", program, op, "--rules", rules]);
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
        text(&output.stdout)
    };
    for (op, expected) in [
        ("%a", "why.rules:3): applies"),
        ("%a", "why.rules:4): the guard `(< ?axis 1)` does not hold"),
        (
            "%b",
            "the attribute `axis` of the field `axis` is missing; the op has `axsi`",
        ),
        ("%b", "in no field: `axsi`"),
        ("%c", "the op has 2 operands, and its fields take 1"),
        (
            "%d",
            "operandSegmentSizes is missing: 2 operands for 3 lists",
        ),
        ("%e", "no rule for `au.prat`; did you mean `au.part`?"),
    ] {
        let told = why(op);
        assert!(told.contains(expected), "{op}: {expected}\n{told}");
    }
    assert!(
        why("au.part").matches("au.part").count() >= 3,
        "all ops of the name"
    );
    for (op, expected) in [
        ("au.mnay", "did you mean `au.many`?"),
        ("%zz", "no one value"),
        ("%n", "affine"),
    ] {
        let output = calipers(&["rules", "why", program, op, "--rules", rules]);
        let told = text(&output.stderr) + &text(&output.stdout);
        assert!(op == "%n" || told.contains(expected), "{told}");
    }
}

#[test]
fn ops_without_rules_are_named() {
    let program = file("without.mlir", PROGRAM);
    let program = program.to_str().expect("text");
    let script = file(
        "without.cal",
        &format!("(load \"{program}\")\n(range %s)\n(prove (<= 0 %s))\n"),
    );
    let output = calipers(&["run", script.to_str().expect("text")]);
    assert_eq!(text(&output.stdout), "[-inf, +inf]\nunknown\n");
    let told = text(&output.stderr);
    assert!(
        told.contains("without.mlir:6:8: note: no rule for `au.prat`"),
        "{told}"
    );
    assert_eq!(told.matches("no rule for").count(), 1, "once: {told}");
}

#[test]
fn rules_of_the_library_are_left_out_and_replaced() {
    let width = |more: &[&str]| {
        let arguments = ["annotate", "examples/tiled_matmul.mlir"];
        let output = calipers(&[&arguments[..], more].concat());
        let told = text(&output.stdout);
        (
            output.status.code(),
            told.contains("%width in [2, 9] 7k+2"),
            text(&output.stderr),
        )
    };
    assert_eq!(width(&[]), (Some(0), true, String::new()));
    assert_eq!(
        width(&["--without", "affine-min"]),
        (Some(0), false, String::new())
    );
    let (code, _, message) = width(&["--without", "afine-min"]);
    assert_eq!(code, Some(2));
    assert!(
        message.contains("the library has no rule `afine-min`; did you mean `affine-min`?"),
        "{message}"
    );
    let opt = [
        "opt",
        "examples/tiled_matmul.mlir",
        "--answers",
        "--test-affine-reify-value-bounds",
    ];
    let with = calipers(&opt);
    let without = calipers(&[&opt[..], &["--without=affine-min"]].concat());
    assert_ne!(with.stdout, without.stdout);
}

#[test]
fn a_skeleton_has_the_fields_of_an_op() {
    let program = file("skeleton.mlir", PROGRAM);
    let output = calipers(&["rules", "new", "au.part", program.to_str().expect("text")]);
    let told = text(&output.stdout);
    assert!(
        told.contains("(op au.part (input operand) (axis attribute axis))"),
        "{told}"
    );
    let rules = file("skeleton.rules", &told);
    let loaded = calipers(&[
        "annotate",
        "examples/tiled_matmul.mlir",
        "--rules",
        rules.to_str().expect("text"),
    ]);
    assert_eq!(loaded.status.code(), Some(0), "{}", text(&loaded.stderr));
    let wrong = calipers(&["rules", "new", "part"]);
    assert_eq!(wrong.status.code(), Some(2));
    assert!(text(&wrong.stderr).contains("expected a name such as `my.op`"));
}

#[test]
fn programs_are_printed_after_each_pass() {
    let output = calipers(&[
        "opt",
        "examples/tiled_matmul.mlir",
        "--cse",
        "--canonicalize",
        "--mlir-print-ir-after-all",
        "--mlir-timing",
    ]);
    let told = text(&output.stderr);
    for header in [
        "// -----// IR Dump After Cse //----- //",
        "// -----// IR Dump After Canonicalize //----- //",
    ] {
        assert!(told.contains(header), "{told}");
    }
}
