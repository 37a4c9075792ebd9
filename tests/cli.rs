//! The command line: help, completions, the manual, and JSON output.

use serde_json::Value;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

fn calipers(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_calipers"));
    command.args(arguments).output().expect("calipers runs")
}

/// Creates a folder of that name with these files.
fn folder_of(name: &str, files: &[(&str, &str)]) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("calipers-{name}-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("the folder can be made");
    for (file, text) in files {
        std::fs::write(folder.join(file), text).expect("it can be written");
    }
    folder
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).expect("the output is text")
}

const COMMANDS: [&str; 11] = [
    "opt",
    "annotate",
    "batch",
    "test",
    "run",
    "repl",
    "picture",
    "smt",
    "rules",
    "completions",
    "man",
];

#[test]
fn every_help_has_examples() {
    let whole = calipers(&["--help"]);
    assert!(text(&whole.stdout).contains("Examples:"));
    for command in COMMANDS {
        assert!(
            text(&whole.stdout).contains(&format!("\n  {command} ")),
            "{command}"
        );
        let help = calipers(&[command, "--help"]);
        assert!(help.status.success());
        let help = text(&help.stdout);
        assert!(help.contains(&format!("\n  calipers {command}")), "{help}");
        assert!(
            help.lines().all(|line| line.chars().count() <= 120),
            "{help}"
        );
    }
}

/// The commands under "Examples:", each on one line.
fn examples(help: &str) -> Vec<String> {
    let section = help.split("Examples:\n").nth(1).unwrap_or_default();
    let joined = section.replace("\\\n", " ");
    let lines = joined.lines().take_while(|line| !line.trim().is_empty());
    lines.map(|line| line.trim().to_owned()).collect()
}

/// A shell runs every example of the help verbatim, in a folder that contains `examples`.
#[cfg(unix)]
#[test]
fn examples_run_as_they_stand() {
    // These commands wait for input and end at the end of their input.
    const WAITING: [&str; 2] = ["calipers serve", "calipers lsp"];
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("help");
    let _ = std::fs::remove_dir_all(&folder);
    let shells = [
        ".local/share/bash-completion/completions",
        ".zfunc",
        ".config/fish/completions",
    ];
    for shell in shells {
        std::fs::create_dir_all(folder.join(shell)).expect("a folder can be made");
    }
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    std::os::unix::fs::symlink(root.join("examples"), folder.join("examples"))
        .expect("a link can be made");
    let binary = std::path::Path::new(env!("CARGO_BIN_EXE_calipers"));
    let path = std::env::var("PATH").unwrap_or_default();
    let path = format!(
        "{}:{path}",
        binary.parent().expect("it is in a folder").display()
    );
    let inner = [
        vec!["rules", "check"],
        vec!["rules", "table"],
        vec!["rules", "why"],
        vec!["rules", "new"],
        vec![],
    ];
    let commands = COMMANDS.iter().map(|&command| vec![command]).chain(inner);
    let mut ran = 0;
    for command in commands {
        let help = calipers(&[&command[..], &["--help"]].concat());
        for example in examples(text(&help.stdout)) {
            if WAITING.iter().any(|waiting| example.starts_with(waiting)) {
                continue;
            }
            let mut shell = Command::new("sh");
            let shell = shell.args(["-c", &example]).current_dir(&folder);
            let shell = shell
                .env("PATH", &path)
                .env("HOME", &folder)
                .env("XDG_DATA_HOME", &folder);
            let output = shell.stdin(Stdio::null()).output().expect("sh runs");
            let told = String::from_utf8_lossy(&output.stderr);
            assert!(output.status.success(), "{example}\n{told}");
            assert!(told.is_empty(), "{example}\n{told}");
            ran += 1;
        }
    }
    assert!(ran >= 30, "only {ran} examples were run");
}

#[test]
fn shells_learn_every_command_and_pass() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let output = calipers(&["completions", shell]);
        let script = text(&output.stdout);
        for word in COMMANDS
            .into_iter()
            .chain(["pass-pipeline", "simplify-with-bounds", "shard"])
        {
            assert!(script.contains(word), "{shell}: {word}");
        }
    }
    assert_eq!(calipers(&["completions", "abacus"]).status.code(), Some(2));
    // Bash accepts the completion script.
    let script = calipers(&["completions", "bash"]).stdout;
    if let Ok(mut bash) = Command::new("bash").arg("-n").stdin(Stdio::piped()).spawn() {
        let mut input = bash.stdin.take().expect("standard input is piped");
        input.write_all(&script).expect("bash reads");
        drop(input);
        assert!(bash.wait().expect("bash ends").success());
    }
}

#[test]
fn there_is_a_manual() {
    let whole = calipers(&["man"]);
    assert!(text(&whole.stdout).contains(".TH calipers 1"));
    let opt = calipers(&["man", "opt"]);
    assert!(text(&opt.stdout).contains("pass\\-pipeline"));
    assert_eq!(calipers(&["man", "abacus"]).status.code(), Some(2));
}

/// Parses each line as a JSON object.
fn objects(output: &[u8]) -> Vec<Value> {
    let lines = text(output).lines();
    lines
        .map(|line| serde_json::from_str(line).expect("a line is JSON"))
        .collect()
}

#[test]
fn answers_are_objects_that_the_documentation_describes() {
    let program = "examples/tiled_matmul.mlir";
    let reify = "--test-affine-reify-value-bounds";
    let answers = objects(&calipers(&["opt", program, "--answers", "--json", reify]).stdout);
    let notes = objects(&calipers(&["annotate", program, "--json"]).stdout);
    let script = "tests/scripts/errors.cal";
    let script = objects(&calipers(&["run", "--json", script]).stdout);
    let findings = objects(&calipers(&["rules", "check", "--json"]).stdout);
    let table = objects(&calipers(&["rules", "table", "--json"]).stdout);
    let classes = objects(&calipers(&["picture", program, "%width", "--json"]).stdout);
    let nest = ["picture", program, "%width", "--of", "nest", "--json"];
    let nest = objects(&calipers(&nest).stdout);
    assert_eq!(nest[1]["range"], "[0, 126] 9k");
    // The range at the question's point, which uses the facts there.
    let loops = [
        "picture",
        "tests/annotate/bounds.mlir",
        "(- %n %j)",
        "--json",
    ];
    let left = objects(&calipers(&loops).stdout);
    assert_eq!(left[0]["range"], "[1, +inf]");
    let documented = include_str!("../docs/json.md");
    for objects in [
        &answers, &notes, &script, &findings, &table, &classes, &nest,
    ] {
        assert!(!objects.is_empty());
        for object in objects {
            for key in object.as_object().expect("a line is an object").keys() {
                assert!(documented.contains(&format!("`{key}`")), "{key}");
            }
        }
    }
    assert!(script.iter().any(|object| object["kind"] == "error"));
}

#[test]
fn diagnostics_are_objects_too() {
    let output = calipers(&["opt", "tests/batch.rs", "--json"]);
    let errors = objects(&output.stderr);
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(errors[0]["severity"], "error");
    assert!(errors[0]["line"].is_u64() && errors[0]["file"] == "tests/batch.rs");
}

#[test]
fn no_color_is_respected_and_pipes_have_none() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_calipers"));
    command.args(["annotate", "examples/tiled_matmul.mlir"]);
    for (name, value) in [("NO_COLOR", "1"), ("TERM", "xterm-256color")] {
        let output = command.env(name, value).output().expect("calipers runs");
        assert!(!text(&output.stdout).contains('\u{1b}'), "{name}");
    }
}

#[test]
fn pictures_are_drawn() {
    let program = "examples/tiled_matmul.mlir";
    let draw = |arguments: &[&str]| calipers(&[&["picture", program], arguments].concat());
    let svg = draw(&["%width", "--function", "matmul"]);
    let svg = text(&svg.stdout);
    assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
    assert!(svg.contains("<title>%width\nin [2, 9] 7k+2"), "{svg}");
    assert!(
        svg.contains("<g class=\"used\">"),
        "what the bounds rest on stands out"
    );
    for tag in ["g", "text", "title", "style", "defs", "marker", "desc"] {
        let opened =
            svg.matches(&format!("<{tag}>")).count() + svg.matches(&format!("<{tag} ")).count();
        assert_eq!(opened, svg.matches(&format!("</{tag}>")).count(), "{tag}");
    }
    let dot = draw(&["%width", "--format", "dot"]);
    assert!(text(&dot.stdout).starts_with("digraph egraph {"));
    let nest = draw(&["%width", "--of", "nest"]);
    assert!(text(&nest.stdout).contains("%j in [0, 126] 9k"));
    let wrong = draw(&["%widht"]);
    assert_eq!(wrong.status.code(), Some(2));
    assert!(text(&wrong.stderr).contains("did you mean `%width`?"));
}

/// The built-in files are loaded along with a user's rules, but an import in a user's file refers to the file next to
/// it.
#[test]
fn a_file_named_as_one_of_the_library_is_imported() {
    let files = [
        (
            "shape.rules",
            "(namespace mine)\n(concept small (integer (<= 8)))",
        ),
        (
            "main.rules",
            "(import shape.rules)\n(op mine.op (a operand :is mine.small))",
        ),
        (
            "f.mlir",
            "func.func @f(%a: i32) {\n\"mine.op\"(%a) : (i32) -> ()\nreturn\n}",
        ),
    ];
    let folder = folder_of("names", &files);
    let mut command = Command::new(env!("CARGO_BIN_EXE_calipers"));
    let command = command.args(["opt", "--rules", "main.rules", "f.mlir"]);
    let output = command.current_dir(&folder).output();
    let output = output.expect("calipers runs");
    let said = text(&output.stderr);
    assert!(said.contains("operand #0 must be mine.small"), "{said}");
    std::fs::remove_dir_all(&folder).expect("it can be removed");
}

#[test]
fn an_interface_that_no_rule_file_declares_is_told() {
    let files = [
        (
            "asks.rules",
            "(op my.op (a operand) (:where (interface sliced)))",
        ),
        ("declares.rules", "(interface sliced (a) my.op)"),
        ("f.mlir", "func.func @f() {\nreturn\n}"),
    ];
    let folder = folder_of("interfaces", &files);
    let run = |rules: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_calipers"));
        let rules = rules.iter().flat_map(|file| ["--rules", file]);
        let command = command.args(["annotate", "f.mlir"]).args(rules);
        command
            .current_dir(&folder)
            .output()
            .expect("calipers runs")
    };
    let told = run(&["asks.rules"]);
    let said = text(&told.stderr);
    let wanted = "asks.rules:1:42: error: no interface 'sliced' is known";
    assert!(said.starts_with(wanted), "{said}");
    assert_eq!(told.status.code(), Some(2));
    // A later file may declare it.
    let fine = run(&["asks.rules", "declares.rules"]);
    assert_eq!(fine.status.code(), Some(0), "{}", text(&fine.stderr));
    std::fs::remove_dir_all(&folder).expect("it can be removed");
}

/// Rules that contradict each other by themselves, and facts of ops that end a run.
const CLASHING: &str = "\
(op my.scale (n operand) (k operand))
(define scale-twice (value (my.scale ?n ?k)) (* 2 ?n) :when (< 0 (constant ?k)))
(define scale-once (value (my.scale ?n)) ?n)
(op my.between (n operand))
(fact above (my.between ?n) (<= (+ ?n 5) (result)) :by result)
(fact below (my.between ?n) (<= (result) ?n) :by result)
(op my.within)
(fact at-least-five (my.within) (<= 5 (result)) :by result)
(fact at-most-three (my.within) (<= (result) 3) :by result)
(op my.trap (n operand))
(define trap-value (value (my.trap ?n)) ?n)
(fact trap-below (my.trap ?n) (<= (+ (result) 1) ?n) :by execution)
(op my.resize (t operand))
(define resize-same (dim (my.resize ?t) ?d) (dim ?t ?d))
(define resize-more (dim (my.resize ?t) ?d) (+ (dim ?t ?d) 1))
";

/// The standard error of a command with the rules `CLASHING`, in a folder with the function in `f.mlir` and the script
/// in `f.cal`.
fn said_of_clashes(name: &str, function: &str, script: &str, arguments: &[&str]) -> String {
    let files = [
        ("clashing.rules", CLASHING),
        ("f.mlir", function),
        ("f.cal", script),
    ];
    let folder = folder_of(&format!("clash-{name}"), &files);
    let mut command = Command::new(env!("CARGO_BIN_EXE_calipers"));
    let command = command.args(arguments).args(["--rules", "clashing.rules"]);
    let output = command.current_dir(&folder).output();
    let output = output.expect("calipers runs");
    std::fs::remove_dir_all(&folder).expect("it can be removed");
    text(&output.stderr).to_owned()
}

/// A function with `op` on a constant, followed by a question.
fn function_with(op: &str) -> String {
    format!(
        "func.func @f(%m: index, %t: tensor<?xf32>) {{
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  {op}
  \"test.compare\"(%m, %c1) {{cmp = \"GT\"}} : (index, index) -> ()
  return
}}"
    )
}

#[test]
fn rules_that_contradict_each_other_are_told_at_every_door() {
    let function = function_with("%x = \"my.scale\"(%c3, %c1) : (index, index) -> index");
    let function = function.replace("(%m, %c1)", "(%m, %x)");
    let script = "(load \"f.mlir\")\n(func @f)\n(prove (< %x %m))\n(range %x)\n";
    let doors: [(&str, &[&str]); 5] = [
        ("annotate", &["annotate", "f.mlir"]),
        (
            "compare",
            &["opt", "f.mlir", "--test-affine-reify-value-bounds"],
        ),
        (
            "simplify",
            &[
                "opt",
                "f.mlir",
                "--test-affine-reify-value-bounds",
                "--answers",
            ],
        ),
        ("run", &["run", "f.cal"]),
        ("batch", &["batch", "f.mlir"]),
    ];
    for (name, arguments) in doors {
        let said = said_of_clashes(name, &function, script, arguments);
        let wanted = "f.mlir:4:8: warning: the rules 'scale-twice' and 'scale-once' contradict each other on 'my.scale'";
        assert_eq!(said.matches(wanted).count(), 1, "{name}: {said}");
        assert!(said.contains("calipers rules check"), "{name}: {said}");
    }
}

#[test]
fn facts_and_sizes_that_contradict_each_other_are_told() {
    let cases = [
        (
            "%x = \"my.between\"(%m) : (index) -> index",
            "the rules 'above' and 'below' contradict each other on 'my.between'",
        ),
        (
            "%x = \"my.within\"() : () -> index",
            "the rules 'at-least-five' and 'at-most-three' contradict each other on 'my.within'",
        ),
        (
            "%x = \"my.resize\"(%t) : (tensor<?xf32>) -> tensor<?xf32>",
            "the rules 'resize-same' and 'resize-more' contradict each other on 'my.resize'",
        ),
    ];
    for (n, (op, wanted)) in cases.into_iter().enumerate() {
        let name = format!("fact-{n}");
        let said = said_of_clashes(&name, &function_with(op), "", &["annotate", "f.mlir"]);
        assert_eq!(said.matches(wanted).count(), 1, "{said}");
    }
}

#[test]
fn assumptions_that_contradict_each_other_are_told_at_once() {
    let script = "(var n)\n(assume (> n 8))\n(range n)\n(assume (<= n 8))\n(range n)\n(var m)\n(assume (< m 0))\n";
    let folder = folder_of("assumptions", &[("f.cal", script)]);
    let path = folder.join("f.cal");
    let told = calipers(&["run", path.to_str().expect("the path is text")]);
    std::fs::remove_dir_all(&folder).expect("it can be removed");
    assert_eq!(text(&told.stdout), "[9, +inf]\nunreachable\n");
    let said = text(&told.stderr);
    let warning =
        "f.cal:4:1: warning: no values of the variables satisfy `(> n 8)` and `(<= n 8)`:";
    assert!(said.contains(warning), "{said}");
    assert_eq!(said.matches("warning").count(), 1, "{said}");
}

/// If an op ends the run or gives poison, the command does not blame the rules.
#[test]
fn code_that_does_not_run_is_no_clash() {
    let ops = [
        "%x = \"my.trap\"(%m) : (index) -> index",
        "%never = arith.constant false\n  cf.assert %never, \"\"",
        "%c0 = arith.constant 0 : index\n  %x = arith.divsi %m, %c0 : index",
        "%cut = tensor.extract_slice %t[-1] [3] [1] : tensor<?xf32> to tensor<3xf32>",
    ];
    for (n, op) in ops.into_iter().enumerate() {
        let name = format!("dead-{n}");
        let said = said_of_clashes(&name, &function_with(op), "", &["annotate", "f.mlir"]);
        assert!(!said.contains("contradict"), "{op}: {said}");
    }
}

/// If memory is exhausted, the command says so instead of reporting an internal error.
#[cfg(target_os = "linux")]
#[test]
fn without_room_for_a_stack_that_is_told() {
    let limited = r#"ulimit -v 200000 && exec "$0" --version"#;
    let arguments = ["-c", limited, env!("CARGO_BIN_EXE_calipers")];
    let output = Command::new("sh").args(arguments).output();
    let output = output.expect("a shell runs");
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(
        text(&output.stderr),
        "calipers: no room for a stack of 256 MB\n"
    );
}

#[test]
fn unknown_dialects_are_read_unless_they_must_not_be() {
    let program = "func.func @f(%n: index) {\n  \"foo.bar\"(%n) : (index) -> ()\n  return\n}\n";
    let folder = folder_of("dialects", &[("f.mlir", program)]);
    let path = folder.join("f.mlir");
    let script = folder.join("f.cal");
    let load = format!("(load {path:?})\n(range %n)\n");
    std::fs::write(&script, load).expect("it can be written");
    let (path, script) = (path.to_str(), script.to_str());
    let (path, script) = path.zip(script).expect("plain names");
    for command in [
        &["annotate", path][..],
        &["batch", path],
        &["run", script],
        &["picture", path, "%n"],
    ] {
        let with = |option: &str| {
            let output = calipers(&[&command[..1], &[option], &command[1..]].concat());
            output.status.success()
        };
        assert!(with("--allow-unregistered-dialect"), "{command:?}");
        assert!(with("-allow-unregistered-dialect"), "{command:?}");
        assert!(!with("--allow-unregistered-dialect=false"), "{command:?}");
        assert!(!with("-allow-unregistered-dialect=false"), "{command:?}");
    }
}

#[test]
fn smt_scripts_are_answered() {
    let script = "(declare-const x Int) (assert (= (* 2 x) 6)) (check-sat) (get-value (x))
        (assert (< x 3)) (check-sat)";
    let bad = "(assert (< y 3)) (check-sat)";
    let folder = folder_of("smt", &[("good.smt2", script), ("bad.smt2", bad)]);
    let run =
        |name: &str| calipers(&["smt", folder.join(name).to_str().expect("the path is text")]);
    let good = run("good.smt2");
    assert_eq!(text(&good.stdout), "sat\n((x 3))\nunsat\n");
    assert_eq!(good.status.code(), Some(0));
    let bad = run("bad.smt2");
    assert_eq!(
        text(&bad.stdout),
        "(error \"1:12: `y` is not declared\")\nsat\n"
    );
    assert_eq!(bad.status.code(), Some(1));
    let missing = run("missing.smt2");
    assert_eq!(missing.status.code(), Some(2));
    assert!(text(&missing.stderr).contains("can't be read"));
}

#[test]
fn an_open_question_has_examples() {
    let script = "(var n :min 1) (assume (== (mod n 4) 2)) (prove (< n 10)) (prove (== (mod n 2) 1)) (prove (< 0 n))";
    let folder = folder_of("examples", &[("open.cal", script)]);
    let path = folder.join("open.cal");
    let path = path.to_str().expect("the path is text");
    let answers = objects(&calipers(&["run", "--json", path]).stdout);
    let at = |n: usize, key: &str| -> Option<i64> {
        answers[n][key]["n"]
            .as_str()
            .map(|it| it.parse().expect("an integer"))
    };
    assert!(at(0, "true_at").is_some_and(|n| n < 10 && n % 4 == 2));
    assert!(at(0, "false_at").is_some_and(|n| n >= 10 && n % 4 == 2));
    assert!(at(1, "false_at").is_some_and(|n| n % 4 == 2));
    assert_eq!((at(1, "true_at"), at(2, "false_at")), (None, None));
}

/// Commands of the prompt are not those of the command line: the way to ask one is shown, and it works.
#[test]
fn a_question_can_be_asked_on_the_command_line() {
    let output = calipers(&["range", "examples/tiled_matmul.mlir", "%width"]);
    assert_eq!(output.status.code(), Some(2));
    let told = text(&output.stderr);
    assert!(
        told.contains("`calipers repl FILE -c 'range …'` asks it"),
        "{told}"
    );
    let output = calipers(&[
        "repl",
        "examples/tiled_matmul.mlir",
        "-c",
        "range %width",
        "--command=dim %product 1",
        "-c",
        "%j + %width <= 128",
        "-c",
        "-%j",
    ]);
    assert_eq!(
        text(&output.stdout),
        "[2, 9] 7k+2\n[2, 9] 7k+2\nproved\n[-126, 0] 9k+0\n"
    );
    assert_eq!(output.status.code(), Some(0));
    for (command, expected) in [
        (
            "func nowhere",
            "there is no function `nowhere`; the program has `matmul`",
        ),
        ("dim %product 1 2", "error"),
        ("var %x", "does not begin with `%`"),
    ] {
        let output = calipers(&["repl", "examples/tiled_matmul.mlir", "-c", command]);
        let told = text(&output.stderr);
        assert!(told.contains(expected), "{command}: {told}");
        assert_eq!(output.status.code(), Some(2), "{command}");
    }
    // A failed check and an error have different exit codes, and the commands after both still run.
    for (commands, code) in [
        (["check %width <= 9", "%width"], 0),
        (["check %width < 3", "%width"], 1),
        (["prove %width < 3", "%width"], 0),
        (["%nope", "%width"], 2),
        (["check %width < 3", "%nope"], 2),
        (["%nope", "check %width < 3"], 2),
        (["(range %width", "%width"], 2),
    ] {
        let [first, second] = commands;
        let matmul = "examples/tiled_matmul.mlir";
        let output = calipers(&["repl", matmul, "-c", first, "-c", second]);
        assert_eq!(output.status.code(), Some(code), "{commands:?}");
        if code < 2 {
            assert!(
                text(&output.stdout).ends_with("[2, 9] 7k+2\n"),
                "{commands:?}"
            );
        }
    }
    let output = calipers(&["repl", "examples/tiled_matmul.mlir", "-c", "show"]);
    assert!(
        text(&output.stdout).contains("\nfunction matmul\n"),
        "{}",
        text(&output.stdout)
    );
}

/// A call passes the operands of the field that its interface names, and not the others.
#[test]
fn calls_pass_the_operands_of_their_role() {
    let rules = "(op my.spawn (callee attribute) (priority operand) (args operands))
(interface call (callee arguments) (my.spawn (arguments args)))
";
    let program = "// calipers: --rules my.rules
func.func private @same(%x: index) -> index {
  return %x : index
}
func.func private @first(%token: index, %x: index) -> index {
  return %token : index
}
func.func @f(%n: index, %p: index) {
  %y = \"my.spawn\"(%p, %n) {callee = @same} : (index, index) -> index
  %z = \"my.spawn\"(%p, %n) {callee = @first} : (index, index) -> index
  return
}
";
    let script =
        "(load \"f.mlir\")\n(func f)\n(eq %y :in (%n %p)) ; => %n\n(eq %z :in (%n %p)) ; => none\n";
    let files = [("my.rules", rules), ("f.mlir", program), ("f.cal", script)];
    let folder = folder_of("roles", &files);
    let at = |name: &str| folder.join(name).display().to_string();
    let why = calipers(&["rules", "why", &at("f.mlir"), "my.spawn"]);
    let tested = calipers(&["test", &at("f.cal")]);
    std::fs::remove_dir_all(&folder).expect("it can be removed");
    let why = text(&why.stdout);
    assert!(why.contains("rust:calls: applies: %y = %n"), "{why}");
    assert_eq!(why.matches("gives nothing here").count(), 1, "{why}");
    // The script heeds the rules that the program names.
    assert!(tested.status.success(), "{}", text(&tested.stderr));
}
