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
        ("%a", "why.rules:3): applies: (dim %a 1) = (dim %t 1)\n"),
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
        ("%zz", "there is no value `%zz`"),
        ("%a@3", "there is no value `%a@3`"),
        ("%n", "affine"),
    ] {
        let output = calipers(&["rules", "why", program, op, "--rules", rules]);
        let told = text(&output.stderr) + &text(&output.stdout);
        assert!(op == "%n" || told.contains(expected), "{told}");
    }
}

/// What a rule reads and an op lacks, and the segments of its operands.
#[test]
fn attributes_and_segments_that_do_not_fit_are_said() {
    let rules = file(
        "fit.rules",
        "(op fit.tile (n operand) (size attribute))
(define fit-tile (value (fit.tile ?n ?size)) (min ?n ?size))
(op fit.window (lows operands) (highs operands) (step operand))
(define fit-window (value (fit.window ?lows ?highs ?step)) (len ?highs) :when (index? ?step) (< 0 (len ?lows)))
",
    );
    let window = "\"fit.window\"(%n, %n, %n) {operandSegmentSizes = array<i32: SIZES>} : (index, index, index) -> index";
    let text = [
        "func.func @f(%n: index) {",
        "  %a = \"fit.tile\"(%n) {sise = 32} : (index) -> index",
        "  %b = \"fit.tile\"(%n) {size = 32} : (index) -> index",
        &format!("  %w = {}", window.replace("SIZES", "1, 1")),
        &format!("  %w = {}", window.replace("SIZES", "1, 2, 1")),
        &format!("  %w = {}", window.replace("SIZES", "1, 1, 1")),
        "  return",
        "}",
    ];
    // Two values of one name are in two functions.
    let second = format!("{}\n{}\nreturn\n}}\n", text[0].replace("@f", "@g"), text[4]);
    let third = format!("{}\n{}\nreturn\n}}\n", text[0].replace("@f", "@h"), text[5]);
    let first = [&text[..4], &text[6..]].concat().join("\n");
    let program = file("fit.mlir", &format!("{first}\n{second}{third}"));
    let (rules, program) = (
        rules.to_str().expect("text"),
        program.to_str().expect("text"),
    );
    let why = |op: &str| {
        let output = calipers(&["rules", "why", program, op, "--rules", rules]);
        assert_eq!(
            output.status.code(),
            Some(0),
            "{}",
            self::text(&output.stderr)
        );
        self::text(&output.stdout)
    };
    let tiles = why("fit.tile");
    let missing =
        "applies, but the attribute `size` of the field `size` is missing; the op has `sise`";
    assert_eq!(tiles.matches("applies").count(), 2, "{tiles}");
    assert_eq!(tiles.matches(missing).count(), 1, "{tiles}");
    let windows = why("%w");
    for expected in [
        "operandSegmentSizes has 2 sizes, and there are 3 fields of operands",
        "operandSegmentSizes is about 4 operands, and the op has 3",
        "applies: %w = 1\n",
    ] {
        assert!(windows.contains(expected), "{expected}\n{windows}");
    }
    assert!(!why("%w@8").contains("2 sizes"), "the one of a line alone");
}

/// What a rule gives, or that it gives nothing, and what is not known where guards are evaluated.
#[test]
fn what_a_rule_gives_is_said() {
    let rules = file(
        "gives.rules",
        "(op gi.make (sizes attribute) (n operand) (more operands))
(define gi-size (dim (gi.make ?sizes) ?d) (at ?sizes ?d))
(define gi-never (offset (gi.make _ ?n)) ?n :when (< 0 ?n))
(fact gi-given (gi.make _ ?n) (<= ?n (dim (result) 0)) :given (< 0 ?n))
(fact gi-nothing (gi.make _ _ ?more) (forall ?m ?more (<= 0 ?m)))
",
    );
    let program = file(
        "gives.mlir",
        "func.func @f(%n: index) {
  %a = \"gi.make\"(%n) {sizes = [3, 4]} : (index) -> tensor<5x?xf32>
  %b = \"gi.make\"(%n) {sizes = 3} : (index) -> tensor<?xf32>
  return
}
",
    );
    let why = |op: &str| {
        let paths = [&program, &rules].map(|it| it.to_str().expect("text"));
        let output = calipers(&["rules", "why", paths[0], op, "--rules", paths[1]]);
        text(&output.stdout)
    };
    for (op, expected) in [
        (
            "%a",
            "applies: (dim %a 0) = 3, but 5 by its type; (dim %a 1) = 4\n",
        ),
        (
            "%a",
            "the guard `(< 0 ?n)` has no value; `%n` is not known where guards are evaluated\n",
        ),
        (
            "%a",
            "applies where this is proved: (<= 1 %n); it gives (<= %n (dim %a 0))\n",
        ),
        ("%a", "applies, and states nothing here\n"),
        (
            "%b",
            "applies, but gives nothing: a part of its term has no value\n",
        ),
    ] {
        let told = why(op);
        assert!(told.contains(expected), "{expected}\n{told}");
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
fn word_rules_are_left_out_with_the_definition() {
    let rules = file(
        "saturating.rules",
        "(define my-maxsi (value (arith.maxsi ?a ?b)) (min 100 (max ?a ?b)))\n",
    );
    let program = file(
        "saturating.mlir",
        "func.func @f(%i: i32) -> i1 {
  %c120 = arith.constant 120 : i32
  %m = arith.maxsi %i, %c120 : i32
  %is_less = arith.cmpi slt, %m, %c120 : i32
  return %is_less : i1
}\n",
    );
    for pass in ["--int-range-optimizations", "--simplify-with-bounds"] {
        let rules = ["--without", "maxsi", "--rules", rules.to_str().unwrap()];
        let output = calipers(&[&["opt", program.to_str().unwrap(), pass], &rules[..]].concat());
        let told = text(&output.stdout);
        assert!(
            told.contains("return %true") && !told.contains("return %false"),
            "{told}"
        );
    }
}

#[test]
fn a_skeleton_has_the_fields_of_an_op() {
    let program = file("skeleton.mlir", PROGRAM);
    let output = calipers(&["rules", "new", "au.part", program.to_str().expect("text")]);
    let told = text(&output.stdout);
    assert!(
        told.contains(
            "(op au.part (input0 operand) (input1 optional) (axis attribute axis) (axsi attribute axsi))"
        ),
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
    let many = "func.func @f(%t: tensor<?xf32>, %n: index) {
  %a = \"my.loop\"(%t, %n, %n) ({ ^bb0(%i: index): }) {operandSegmentSizes = array<i32: 1, 2>}
    : (tensor<?xf32>, index, index) -> index
  return
}
";
    let program = file("skeleton-lists.mlir", many);
    let output = calipers(&["rules", "new", "my.loop", program.to_str().expect("text")]);
    let told = text(&output.stdout);
    for expected in [
        "(op my.loop (input0 operands) (input1 operands))",
        "(value (my.loop ?input0 ?input1)) (dim (at ?input0 0) 0))",
        "(fact my-loop-region (my.loop ?input0 ?input1) (<= 0 (argument 0 0)) :in 0)",
    ] {
        assert!(told.contains(expected), "{expected}\n{told}");
    }
    // What is commented out are rules as well.
    for arguments in [
        &["my.op"][..],
        &["my.loop", program.to_str().expect("text")],
    ] {
        let told = text(&calipers(&[&["rules", "new"][..], arguments].concat()).stdout);
        let rules = file("skeleton-whole.rules", &told.replace("\n; (", "\n("));
        let checked = calipers(&["rules", "check", rules.to_str().expect("text")]);
        let found = text(&checked.stdout);
        assert!(!found.contains("error"), "{told}\n{found}");
    }
    let told = text(&calipers(&["rules", "new", "my.op"]).stdout);
    for expected in ["(value (my.op ?input))", "(dim (my.op ?input) ?d)"] {
        assert!(told.contains(expected), "{expected}\n{told}");
    }
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

#[test]
fn a_skeleton_of_a_dialect_in_a_module() {
    let irdl = "module {\n  irdl.dialect @sk {\n    irdl.operation @scale {\n      %0 = irdl.any\n      \
                irdl.operands(x: %0)\n      irdl.results(r: %0)\n      irdl.attributes {\"mode\" = %0}\n    }\n  }\n}\n";
    let description = file("skeleton.irdl.mlir", irdl);
    let output = calipers(&[
        "rules",
        "new",
        "sk.scale",
        description.to_str().expect("text"),
    ]);
    let told = text(&output.stdout);
    let expected = "(op sk.scale (x operand) (mode attribute mode))";
    assert!(told.contains(expected), "{told}{}", text(&output.stderr));
}

#[test]
fn a_skeleton_says_which_classes_are_missing() {
    let description = file(
        "skeleton.td",
        "def Sk_AddOp : Sk_Binary<\"add\"> {\n  let results = (outs Index:$res);\n}\n",
    );
    let told = text(
        &calipers(&[
            "rules",
            "new",
            "sk.add",
            description.to_str().expect("text"),
        ])
        .stdout,
    );
    assert!(told.contains("the file does not have Sk_Binary"), "{told}");
}

#[test]
fn misspelt_words_have_a_hint() {
    for (rule, expected) in [
        ("(define ab (valu (a.b ?x)) ?x)", "did you mean 'value'?"),
        (
            "(define ab (value (a.b ?x)) (plus ?x 1))",
            "did you mean '+'?",
        ),
        (
            "(define ab (value (a.b ?x)) 1 :when (shaped ?x))",
            "did you mean 'shaped?'?",
        ),
    ] {
        let rules = file("misspelt.rules", &format!("(op a.b (x operand))\n{rule}\n"));
        let checked = calipers(&["rules", "check", rules.to_str().expect("text")]);
        let found = text(&checked.stdout);
        assert!(found.contains(expected), "{found}");
    }
}
