//! `calipers test` compares answers with the expected ones in comments, and writes them.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn test(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_calipers"));
    command
        .arg("test")
        .args(arguments)
        .output()
        .expect("calipers runs")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// A directory with these files.
fn directory(name: &str, files: &[(&str, &str)]) -> PathBuf {
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&directory);
    std::fs::create_dir_all(&directory).expect("a directory can be made");
    for (file, text) in files {
        std::fs::write(directory.join(file), text).expect("a file can be written");
    }
    directory
}

const PROGRAM: &str = "func.func @f(%n: index) {
  %c9 = arith.constant 9 : index // = %c9 = 8
  %w = affine.min affine_map<(d0) -> (d0, 9)>(%n) // = %w in [-inf, 9]
  %u = \"test.reify_bound\"(%w) {type = \"UB\", constant} : (index) -> index // = 10
  %v = \"test.reify_bound\"(%w) {type = \"EQ\"} : (index) -> index
  return // = x
}
// -----
func.func @g(%n: index) {
  %c1 = arith.constant 1 : index
  %m = arith.addi %n, %c1 : index
  %u = \"test.reify_bound\"(%m) {type = \"UB\"} : (index) -> index // = sym
  return
}
";

const SCRIPT: &str = "(var x :min 0)
(range x + 1) ; => [0, 1]
(prove x >= 0)
(facts)
";

#[test]
fn wrong_answers_are_reported_and_blessed() {
    let directory = directory("expectations", &[("a.mlir", PROGRAM), ("b.cal", SCRIPT)]);
    let path = directory.to_str().expect("a plain name");
    let report = directory.join("report.xml");
    let junit = report.to_str().expect("a plain name");
    let output = test(&[path, "--github", "--junit", junit]);
    assert_eq!(output.status.code(), Some(1));
    let summary = text(&output.stdout);
    assert!(
        summary.starts_with(
            "2 files, 6 expected answers, 3 failures; 3 questions without an expected"
        ),
        "{summary}"
    );
    let errors = text(&output.stderr);
    for expected in [
        "a.mlir:2:1: error: expected `%c9 = 8`, got `%c9 = 9`",
        "a.mlir:6:1: error: expected `x`, got nothing",
        "b.cal:2:1: error: expected `[0, 1]`, got `[1, +inf]`",
        "a.mlir,line=2::expected `%25c9 = 8`, got `%25c9 = 9`",
    ] {
        assert!(errors.contains(expected), "{expected}: {errors}");
    }
    let xml = std::fs::read_to_string(&report).expect("the report is there");
    assert!(xml.contains("tests=\"2\" failures=\"2\""), "{xml}");

    assert_eq!(test(&[path, "--bless"]).status.code(), Some(0));
    let program = std::fs::read_to_string(directory.join("a.mlir")).expect("it is there");
    let answers: Vec<&str> = program
        .lines()
        .filter_map(|line| line.split("// = ").nth(1))
        .collect();
    assert_eq!(answers, ["%c9 = 9", "%w in [-inf, 9]", "10", "fail", "sym"]);
    assert!(program.contains("  return\n}\n// -----\n"), "{program}");
    let script = std::fs::read_to_string(directory.join("b.cal")).expect("it is there");
    let expected = "(var x :min 0)\n(range x + 1)  ; => [1, +inf]\n(prove x >= 0)  ; => proved\n\
                    (facts)  ; => x in [0, +inf]\n";
    assert_eq!(script, expected);
    let again = test(&[path]);
    assert_eq!(again.status.code(), Some(0));
    assert_eq!(
        text(&again.stdout),
        "2 files, 8 expected answers, 0 failures\n"
    );
}

/// One wrong answer hides no other, and a blank makes no difference.
#[test]
fn every_wrong_answer_is_reported() {
    let script = "(var x :min 0 :max 9)\n(range x)  ; => [0, 8]\n(lb x)  ; => 0\n(ub x)\n\
                  (divisor (* 4 x))  ; => 2\n(prove (< x 4)) ;=> proved\n(lb x)\n";
    let program = "func.func @f() {\n  %c9 = arith.constant 9 : index //= %c9 = 8\n  \
                   %c8 = arith.constant 8 : index //=%c8 = 8\n  return //  =  x\n  // ====\n}\n";
    let directory = directory(
        "expectations-all",
        &[("a.cal", script), ("b.mlir", program)],
    );
    let path = directory.to_str().expect("a plain name");
    let output = test(&[path]);
    let errors = text(&output.stderr);
    let expected = [
        "a.cal:2:1: error: expected `[0, 8]`, got `[0, 9]`",
        "a.cal:4:1: error: no expected answer, got `9`",
        "a.cal:5:1: error: expected `2`, got `4`",
        "a.cal:6:1: error: expected `proved`, got `unknown`",
        "b.mlir:2:1: error: expected `%c9 = 8`, got `%c9 = 9`",
        "b.mlir:4:1: error: expected `x`, got nothing",
    ];
    let told: Vec<&str> = errors.lines().filter(|it| it.contains("error:")).collect();
    assert_eq!(told.len(), expected.len(), "{errors}");
    for (told, expected) in told.iter().zip(expected) {
        assert!(told.ends_with(expected), "{told}");
    }
    assert_eq!(
        text(&output.stdout).split(';').next(),
        Some("2 files, 7 expected answers, 6 failures")
    );
    assert_eq!(test(&[path, "--bless"]).status.code(), Some(0));
    let again = test(&[path]);
    assert_eq!(
        text(&again.stdout),
        "2 files, 8 expected answers, 0 failures\n"
    );
}

#[test]
fn what_cannot_be_tested_is_said() {
    let directory = directory("expectations-broken", &[("broken.mlir", "func.func @f(\n")]);
    let path = directory.to_str().expect("a plain name");
    let output = test(&[path]);
    assert_eq!(output.status.code(), Some(1));
    assert!(
        text(&output.stderr).contains("broken.mlir:2:1: error: "),
        "{}",
        text(&output.stderr)
    );
    for arguments in [&["/no/such/folder"][..], &[]] {
        let output = test(arguments);
        assert_ne!(output.status.code(), Some(0));
        assert!(!output.stderr.is_empty());
    }
}

/// A question that is none has no answer that `--bless` could write.
#[test]
fn what_is_no_question_is_not_blessed() {
    let program = "func.func @f(%m: index) {
  %0 = \"test.reify_bound\"(%m) {type = \"XB\"} : (index) -> index // = 5
  %1 = \"test.reify_bound\"(%m) {type = \"EQ\", constant} : (index) -> index
  return
}
";
    let path = std::env::temp_dir().join(format!("calipers-none-{}.mlir", std::process::id()));
    std::fs::write(&path, program).expect("it can be written");
    let output = test(&["--bless", path.to_str().expect("the path is text")]);
    let blessed = std::fs::read_to_string(&path).expect("it is there");
    std::fs::remove_file(&path).expect("it can be removed");
    let said = text(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(
        said.contains("2:1: error: 'test.reify_bound' op invalid bound type"),
        "{said}"
    );
    let lines: Vec<&str> = blessed.lines().collect();
    assert!(
        lines[1].ends_with("// = 5") && lines[2].ends_with("// = fail"),
        "{blessed}"
    );
}

/// The corpora of this project have the format.
#[test]
fn corpora_pass() {
    let output = test(&["tests/rules", "tests/scripts/loops.cal"]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
}

/// A script finds the program beside it, from any folder, through both commands.
#[test]
fn a_script_finds_the_program_beside_it() {
    let script = "(load \"a.mlir\")\n(range %n - %n) ; => [0, 0]\n";
    let files = [("a.mlir", "func.func @f("), ("b.cal", script)];
    let directory = directory("expectations-beside", &files);
    let path = directory.join("b.cal").display().to_string();
    let output = test(&[&path]);
    assert_eq!(output.status.code(), Some(1), "{}", text(&output.stderr));
    let name = directory.join("a.mlir").display().to_string();
    let reason = format!("got `error`: `{name}` is no program");
    assert!(
        text(&output.stderr).contains(&reason),
        "{}",
        text(&output.stderr)
    );

    let (first, _) = PROGRAM
        .split_once("// -----")
        .expect("there are two programs");
    std::fs::write(directory.join("a.mlir"), first.replace("@f", "@g")).expect("it can be written");
    let output = test(&[&path]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let ran = Command::new(env!("CARGO_BIN_EXE_calipers"))
        .args(["run", &path])
        .output()
        .expect("calipers runs");
    assert_eq!(text(&ran.stdout), "[0, 0]\n", "{}", text(&ran.stderr));
}

/// What an answer lacks is said, and an op that cannot be read is no obstacle.
#[test]
fn what_is_missing_is_named() {
    let program = "func.func @f(%n: index) {
  %c4 = arith.constant 4 : index // =
  %m = my.half of %n : index
  %u = \"test.reify_bound\"(%m) {type = \"UB\", constant} : (index) -> index // = 8
  return
}
";
    let directory = directory("expectations-missing", &[("a.mlir", program)]);
    let path = directory.join("a.mlir").display().to_string();
    let output = test(&[&path]);
    let errors = text(&output.stderr);
    for expected in [
        "a.mlir:2:1: error: expected ``, got `%c4 = 4`",
        "a.mlir:3:8: warning: 'my.half' is kept as text",
        "a.mlir:4:1: error: expected `8`, got `fail`: no rule for `my.half`",
    ] {
        assert!(errors.contains(expected), "{expected}: {errors}");
    }
    let output = test(&[&path, "--lenient=false"]);
    assert!(
        text(&output.stderr).contains("a.mlir:3:1: error: custom op 'my.half' is unknown"),
        "{}",
        text(&output.stderr)
    );
    assert_eq!(test(&[&path, "--bless"]).status.code(), Some(0));
    let blessed = std::fs::read_to_string(&path).expect("it is there");
    assert!(blessed.contains("index // = %c4 = 4\n"), "{blessed}");
}

/// A file names its rules in a comment, relative to its folder, and every command heeds it.
#[test]
fn files_name_their_rules() {
    let rules = "(op my.half (x operand))\n(define my-half (value (my.half ?x)) (floordiv ?x 2))\n";
    let program = "// Halves.
// calipers: --rules rules/half.rules
func.func @f(%n: index) {
  %m = \"my.half\"(%n) : (index) -> index // = %m = %n floordiv 2
  return
}
";
    let script = "; calipers: --rules rules/half.rules\n(load \"a.mlir\")\n(prove (<= (* 2 %m) %n)) ; => proved\n";
    let bare = program.replace("// calipers: --rules rules/half.rules\n", "");
    let wrong = program.replace("half.rules", "haff.rules");
    let files = [
        ("a.mlir", program),
        ("b.cal", script),
        ("bare/c.mlir", &bare),
        ("wrong/d.mlir", &wrong),
        ("wrong/e.mlir", &program.replace("--rules", "--rulse")),
        ("rules/half.rules", rules),
        (
            "bare/c.cal",
            "(load \"c.mlir\")\n(range %m + 1) ; => [0, 3]\n",
        ),
    ];
    let root = directory("expectations-rules", &[]);
    for folder in ["bare", "wrong", "rules"] {
        std::fs::create_dir_all(root.join(folder)).expect("a directory can be made");
    }
    for (file, text) in files {
        std::fs::write(root.join(file), text).expect("a file can be written");
    }
    let path = |file: &str| root.join(file).display().to_string();
    let output = test(&[&path("a.mlir"), &path("b.cal")]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    // The same file once more says nothing new.
    let output = test(&[&path("a.mlir"), "--rules", &path("rules/half.rules")]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    for command in [
        vec!["annotate", "a.mlir"],
        vec!["batch", "a.mlir"],
        vec!["run", "b.cal"],
        vec!["repl", "a.mlir", "-c", "%m * 2 <= %n"],
        vec!["picture", "a.mlir", "%m"],
        vec!["export", "a.mlir", "%m"],
        vec!["rules", "why", "a.mlir", "%m"],
        vec!["opt", "a.mlir", "--allow-unregistered-dialect"],
    ] {
        let arguments =
            command.iter().map(
                |&word| match word.contains(".mlir") || word.contains(".cal") {
                    true => path(word),
                    false => word.to_owned(),
                },
            );
        let output = Command::new(env!("CARGO_BIN_EXE_calipers"))
            .args(arguments)
            .output();
        let output = output.expect("calipers runs");
        assert_eq!(
            output.status.code(),
            Some(0),
            "{command:?}: {}",
            text(&output.stderr)
        );
        let told = text(&output.stdout) + &text(&output.stderr);
        assert!(!told.contains("no rule for"), "{command:?}: {told}");
    }
    let output = test(&[&path("bare"), &path("wrong")]);
    let errors = text(&output.stderr);
    for expected in [
        "c.mlir:3:1: error: expected `%m = %n floordiv 2`, got nothing",
        "c.cal:2:1: error: expected `[0, 3]`, got `[-inf, +inf]`: no rule for `my.half`",
        "rules/haff.rules` can't be read",
        "e.mlir:2:1: error: unexpected argument '--rulse' found: a comment `calipers:` may have",
    ] {
        assert!(errors.contains(expected), "{expected}: {errors}");
    }
    assert_eq!(output.status.code(), Some(1));
    let output = test(&[&path("rules")]);
    assert!(
        text(&output.stderr).contains("no file `.mlir`, `.cal` in"),
        "{}",
        text(&output.stderr)
    );
}

/// Lines end as they did.
#[test]
fn line_ends_of_windows_are_kept() {
    let script = "(var x :min 0 :max 9)\r\n(range x)\r\n";
    let directory = directory("expectations-ends", &[("a.cal", script)]);
    let path = directory.join("a.cal").display().to_string();
    assert_eq!(test(&[&path, "--bless"]).status.code(), Some(0));
    let blessed = std::fs::read_to_string(&path).expect("it is there");
    assert_eq!(
        blessed,
        "(var x :min 0 :max 9)\r\n(range x)  ; => [0, 9]\r\n"
    );
}

/// A pipe has no comments that are read ahead.
#[test]
#[cfg(unix)]
fn a_pipe_is_read_once() {
    use std::io::Write;
    use std::process::Stdio;
    let mut child = Command::new(env!("CARGO_BIN_EXE_calipers"))
        .args(["annotate", "/dev/stdin"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("calipers runs");
    let mut input = child.stdin.take().expect("it is piped");
    input
        .write_all(b"// calipers: --rules no.rules\n")
        .expect("it is read");
    drop(input);
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(text(&output.stdout), "// calipers: --rules no.rules\n");
}
