//! `calipers batch`, whose output must not depend on the number of threads.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const CALIPERS: &str = env!("CARGO_BIN_EXE_calipers");

fn calipers(arguments: &[&str]) -> Output {
    let mut command = Command::new(CALIPERS);
    command.args(arguments).output().expect("calipers runs")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Creates a directory for one test.
fn directory(name: &str) -> PathBuf {
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&directory);
    std::fs::create_dir_all(directory.join("deep")).expect("a directory can be made");
    directory
}

/// A function with a tile of at most 8, with answerable and unanswerable questions.
fn function(name: &str) -> String {
    format!(
        "func.func @{name}(%n: index) {{
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %n step %c8 {{
    %t = affine.min affine_map<(d0)[s0] -> (8, s0 - d0)>(%i)[%n]
    %u = \"test.reify_bound\"(%t) <{{type = \"UB\", constant}}> : (index) -> index
    %v = \"test.reify_bound\"(%n) <{{type = \"UB\", constant}}> : (index) -> index
    \"test.compare\"(%t, %n) <{{cmp = \"LE\"}}> : (index, index) -> ()
  }}
  return
}}
"
    )
}

#[test]
fn sums_up_and_goes_on_after_failures() {
    let directory = directory("batch-sums");
    let write = |name: &str, text: &str| {
        std::fs::write(directory.join(name), text).expect("a file can be written");
    };
    write("a.mlir", &function("a"));
    write(
        "deep/b.mlir",
        &format!("{}// -----\n{}", function("b"), function("c")),
    );
    write(
        "broken.mlir",
        "func.func @f() {\n  %x = arith.constant : index\n  return\n}\n",
    );
    write("notes.txt", "this is no program");
    let path = directory.to_str().expect("a plain name");
    let output = calipers(&["batch", path]);
    assert_eq!(output.status.code(), Some(1));
    let summary = text(&output.stdout);
    assert!(
        summary.starts_with("3 files (1 failed), 9 questions, 6 answered, "),
        "{summary}"
    );
    let complaint = text(&output.stderr);
    assert!(complaint.contains("broken.mlir:2:"), "{complaint}");
    assert!(
        complaint.contains("  %x = arith.constant : index\n"),
        "{complaint}"
    );
    // No progress bar if the standard error is not a terminal.
    assert!(!complaint.contains("left"), "{complaint}");

    let lines = |arguments: &[&str]| {
        let output = calipers(&[&["batch", path, "--json"], arguments].concat());
        let lines: Vec<serde_json::Value> = text(&output.stdout)
            .lines()
            .map(|line| serde_json::from_str(line).expect("a line is JSON"))
            .collect();
        lines
    };
    let all = lines(&[]);
    let count = |lines: &[serde_json::Value], kind: &str| {
        lines.iter().filter(|line| line["kind"] == kind).count()
    };
    assert_eq!((count(&all, "answer"), count(&all, "failure")), (9, 1));
    let summary = all.last().expect("there is a summary");
    assert_eq!(
        (&summary["kind"], &summary["files"]),
        (&"summary".into(), &3.into())
    );
    assert_eq!(all[0]["answer"], 9);
    assert_eq!(all[1]["answer"], serde_json::Value::Null);
    assert_eq!(all[2]["answer"], true);
    // Three shards of three files have one file each, and together all results.
    let shards: Vec<_> = (1..=3)
        .flat_map(|k| lines(&["--shard", &format!("{k}/3")]))
        .collect();
    assert_eq!(
        (count(&shards, "answer"), count(&shards, "summary")),
        (9, 3)
    );
}

/// A program without questions is surveyed, and a later run is compared with an earlier one.
#[test]
fn surveys_are_compared_with_earlier_ones() {
    let directory = directory("batch-survey");
    let path = directory.join("a.mlir");
    let write = |program: &str| std::fs::write(&path, program).expect("a file can be written");
    let program = |map: &str, more: &str| {
        format!(
            "func.func @f(%n: index, %t: tensor<?xf32>) {{
  %c8 = arith.constant 8 : index
  %w = affine.min affine_map<(d0) -> ({map})>(%n)
  %e = tensor.empty(%n) : tensor<?xf32>
  %x = \"my.op\"(%n) : (index) -> index
  %y = arith.addi %x, %w : index
{more}  return
}}
"
        )
    };
    write(&program("8, d0 mod 16", ""));
    let name = directory.to_str().expect("a plain name");
    let output = calipers(&["batch", name, "--json"]);
    assert_eq!(output.status.code(), Some(0));
    let old = text(&output.stdout);
    let values: Vec<serde_json::Value> = old
        .lines()
        .map(|line| serde_json::from_str(line).expect("a line is JSON"))
        .collect();
    let status = |name: &str| {
        let value = values.iter().find(|value| value["name"] == name);
        value.expect("it is surveyed")["status"].clone()
    };
    for (name, expected) in [
        ("%c8", "constant"),
        ("%w", "bounded"),
        ("(dim %e 0)", "symbolic"),
        ("%n", "argument"),
        ("%x", "missing-rule"),
        ("%y", "missing-rule"),
    ] {
        assert_eq!(status(name), expected, "{name}");
    }
    let summary = values.last().expect("there is a summary");
    assert_eq!(
        summary["without_rules"][0],
        serde_json::json!({ "op": "my.op", "values": 2 })
    );
    let shown = text(&calipers(&["batch", name]).stdout);
    assert!(
        shown.contains("7 values: 1 constant, 1 symbolic, 1 bounded, 2 argument, 2 missing-rule"),
        "{shown}"
    );
    assert!(
        shown.contains("ops without rules, with the questions that need one: my.op (2)"),
        "{shown}"
    );

    let baseline = directory.join("old.jsonl");
    std::fs::write(&baseline, &old).expect("a file can be written");
    let baseline = baseline.to_str().expect("a plain name");
    let compare = || {
        let output = calipers(&["batch", name, "--baseline", baseline]);
        (output.status.code(), text(&output.stdout))
    };
    let same = compare();
    assert_eq!(same.0, Some(0), "{}", same.1);
    assert!(same.1.ends_with(
        "compared with the baseline: 0 lost, 0 looser, 0 changed, 0 slower, 0 tighter\n"
    ));
    write(&program("9, d0 mod 16", ""));
    let looser = compare();
    assert_eq!(looser.0, Some(1), "{}", looser.1);
    assert!(
        looser
            .1
            .contains("a.mlir:3: looser: %w: was bounded, [0, 8], is bounded, [0, 9]"),
        "{}",
        looser.1
    );
    write(&program(
        "7, d0 mod 16",
        "  %new = arith.constant 3 : index\n",
    ));
    let tighter = compare();
    assert_eq!(tighter.0, Some(0), "{}", tighter.1);
    assert!(tighter.1.contains("0 slower, 1 tighter"), "{}", tighter.1);
    write(&program("8, d0", ""));
    assert!(
        compare().1.contains("a.mlir:3: looser: %w: "),
        "a lower bound is lost"
    );
    // A narrower range of a value that is another one.
    let truncated = |value: &str, to: &str| {
        write(&format!(
            "func.func @f(%x: i32, %z: i32) {{\n  %t = arith.trunci {value} : i32 to {to}\n  return\n}}\n"
        ));
    };
    truncated("%x", "i8");
    let of_x = directory.join("of_x.jsonl");
    std::fs::write(&of_x, text(&calipers(&["batch", name, "--json"]).stdout)).expect("written");
    truncated("%z", "i4");
    let of_x = of_x.to_str().expect("a plain name");
    let changed = calipers(&["batch", name, "--baseline", of_x]);
    let shown = text(&changed.stdout);
    assert!(shown.contains("1 changed, 0 slower, 0 tighter"), "{shown}");
    assert_eq!(changed.status.code(), Some(1));
    write("func.func @f(");
    let lost = compare();
    assert_eq!(lost.0, Some(1));
    assert!(lost.1.contains("3 lost"), "{}", lost.1);
    // From another folder the files have other names.
    write(&program("8, d0", ""));
    let mut command = Command::new(CALIPERS);
    let inside = command
        .current_dir(&directory)
        .args(["batch", ".", "--baseline", baseline]);
    let output = inside.output().expect("calipers runs");
    assert_eq!(output.status.code(), Some(1));
    let told = text(&output.stderr);
    assert!(
        told.contains("error: the baseline has no answer about these files"),
        "{told}"
    );
    let told = text(&output.stdout);
    let file =
        format!("{name}/a.mlir: not compared: 7 answers about a file that is not in this run");
    for expected in [
        file.as_str(),
        "not compared: 7 answers of the baseline, 7 of them about 1 file that this run lacks",
        "compared with the baseline: nothing",
    ] {
        assert!(told.contains(expected), "{expected}: {told}");
    }
    assert!(!told.contains("0 lost"), "{told}");
    // A value that has another name, and a file that is not there.
    write(&program("8, d0 mod 16", "").replace("%w", "%v"));
    let gone = old
        .lines()
        .find(|line| line.contains("%c8"))
        .expect("it is there");
    let gone = gone.replace("a.mlir", "gone.mlir");
    std::fs::write(baseline, format!("{gone}\n{old}")).expect("a file can be written");
    let renamed = compare();
    assert_eq!(renamed.0, Some(0), "{}", renamed.1);
    for expected in [
        "a.mlir:3: %w: not compared: it was bounded, [0, 8]",
        "gone.mlir: not compared: 1 answer about a file that is not in this run",
        "not compared: 2 answers of the baseline, 1 of them about 1 file that this run lacks",
        "compared with the baseline: 0 lost,",
    ] {
        assert!(renamed.1.contains(expected), "{expected}: {}", renamed.1);
    }
    let output = calipers(&["batch", name, "--baseline", baseline, "--json"]);
    let told = text(&output.stdout);
    let last = told.lines().last().unwrap_or_default();
    let summary: serde_json::Value = serde_json::from_str(last).expect("a line is JSON");
    assert_eq!(summary["compared"], 6, "{summary}");
    assert_eq!(summary["not_compared"]["answers"], 2, "{summary}");
    let files = summary["not_compared"]["files"].as_array();
    assert_eq!(files.map(Vec::len), Some(1), "{summary}");
    let uncompared = told.lines().find(|it| it.contains("\"uncompared\""));
    assert!(uncompared.is_some_and(|it| it.contains("%w")), "{told}");
    // A baseline that is none.
    std::fs::write(baseline, "{}\n").expect("a file can be written");
    let output = calipers(&["batch", name, "--baseline", baseline]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("old.jsonl:1:1: error: there are no answers"));
}

#[test]
fn bad_command_lines_are_told_apart() {
    for arguments in [
        &["batch"][..],
        &["batch", ".", "--shard", "0/2"],
        &["batch", "--json"],
    ] {
        assert_eq!(calipers(arguments).status.code(), Some(2), "{arguments:?}");
    }
    // A name of the command line that names nothing is no place in a program.
    for command in ["batch", "test", "annotate"] {
        for path in ["/no/such/file.mlir", "nosuch"] {
            let output = calipers(&[command, path]);
            assert_eq!(output.status.code(), Some(2), "{command} {path}");
            let told = text(&output.stderr);
            let expected = format!("calipers: `{path}` can't be read: ");
            assert!(told.starts_with(&expected), "{command} {path}: {told}");
        }
    }
}

#[test]
fn the_number_of_threads_never_shows() {
    // Enough ops that the command uses threads.
    let source: String = (0..600).map(|n| function(&format!("f{n}"))).collect();
    is_the_same_on_threads("many", &source);
}

#[test]
fn the_questions_of_a_long_function_are_shared_out_and_it_never_shows() {
    let steps: String = (0..700)
        .map(|n| {
            format!(
                "  %s{next} = affine.apply affine_map<()[a, b] -> (a + b)>()[%s{n}, %x]\n\
                 \x20 %b{n} = \"test.reify_bound\"(%s{next}) {{type = \"EQ\"}} : (index) -> index\n\
                 \x20 \"test.compare\"(%s{n}, %s{next}) {{cmp = \"LT\"}} : (index, index) -> ()\n",
                next = n + 1,
            )
        })
        .collect();
    // A question about a bound that was found before, and one after the middle one, which has no bound.
    let last = "  %of = \"test.reify_bound\"(%b3) {type = \"EQ\"} : (index) -> index\n";
    let none = "  %none = \"test.reify_bound\"(%y) {type = \"LB\", constant} : (index) -> index\n";
    let middle = steps.find("  %s500 ").expect("there are so many");
    let (first, second) = steps.split_at(middle);
    for (name, none) in [("long", ""), ("long-none", none)] {
        let source = format!(
            "func.func @f(%s0: index, %x: index, %y: index) {{\n{first}{none}{second}{last}  return\n}}\n"
        );
        is_the_same_on_threads(name, &source);
    }
}

fn is_the_same_on_threads(name: &str, source: &str) {
    let path = directory(&format!("batch-{name}")).join("f.mlir");
    std::fs::write(&path, source).expect("a file can be written");
    let path = path.to_str().expect("a plain name");
    let reify = "-pass-pipeline=builtin.module(func.func(test-affine-reify-value-bounds))";
    for arguments in [
        &["opt", path, "-allow-unregistered-dialect", reify][..],
        &[
            "opt",
            path,
            "-allow-unregistered-dialect",
            reify,
            "--answers",
        ],
        &["annotate", path],
    ] {
        let with = |threads: &str| {
            let output = calipers(&[arguments, &[threads]].concat());
            (
                output.status.code(),
                text(&output.stdout),
                text(&output.stderr),
            )
        };
        let one = with("--threads=1");
        assert!(!one.1.is_empty() || one.0 == Some(1), "{}", one.2);
        assert!(one == with("--threads=5"), "{arguments:?}");
    }
}
