//! `calipers opt` on MLIR files: those in `tests/opt`, and MLIR's own if a copy is beside the
//! project. The RUN lines of each file say how to run it; LLVM's FileCheck checks the output,
//! if it is installed.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

const CALIPERS: &str = env!("CARGO_BIN_EXE_calipers");
const FILECHECK: &str = "FileCheck-22";
const MLIR_OPT: &str = "mlir-opt-22";

fn calipers(arguments: &[&str], stdin: &str) -> Output {
    pipe(Command::new(CALIPERS).arg("opt").args(arguments), stdin)
}

/// Runs a command with that input.
fn pipe(command: &mut Command, stdin: &str) -> Output {
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command starts");
    let mut input = child.stdin.take().expect("standard input is piped");
    let text = stdin.to_owned();
    // A command may exit without reading its input.
    let writer = std::thread::spawn(move || drop(input.write_all(text.as_bytes())));
    let output = child.wait_with_output().expect("the command ends");
    writer.join().expect("writing does not panic");
    output
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// The commands of the RUN lines, with continuation lines joined.
fn run_lines(source: &str) -> Vec<String> {
    let mut lines = Vec::new();
    let mut pending = String::new();
    for line in source.lines() {
        let Some((_, body)) = line.split_once("RUN:") else {
            continue;
        };
        match body.trim().strip_suffix('\\') {
            Some(start) => pending.push_str(start),
            None => lines.push(std::mem::take(&mut pending) + body.trim()),
        }
    }
    lines
}

/// Splits a shell command into words, with `|` as a word.
fn words(command: &str) -> Vec<String> {
    let (mut words, mut word, mut quote) = (Vec::new(), None::<String>, None);
    for c in command.chars() {
        match quote {
            Some(q) if c == q => quote = None,
            Some(_) => word.get_or_insert_default().push(c),
            None if c == '\'' || c == '"' => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            None if c.is_whitespace() => words.extend(word.take()),
            None => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    words
}

/// The reason why a file fails, if it does.
fn failure(path: &Path) -> Option<String> {
    let source = std::fs::read_to_string(path).expect("a test file can be read");
    let lines = run_lines(&source);
    assert!(!lines.is_empty(), "{}: no RUN line", path.display());
    lines.iter().find_map(|line| run(path, line).err())
}

fn run(path: &Path, line: &str) -> Result<(), String> {
    let file = path.to_str().expect("test files have plain names");
    let words = words(line);
    let mut commands = words.split(|word| word == "|");
    let tool = commands.next().unwrap_or_default();
    let arguments = match tool {
        [calipers, opt, rest @ ..] if calipers == "calipers" && opt == "opt" => rest,
        [mlir_opt, rest @ ..] if mlir_opt == "mlir-opt" => rest,
        _ => return Err(format!("what is '{line}'?")),
    };
    let (arguments, with_errors) = match arguments {
        [arguments @ .., last] if last == "2>&1" => (arguments, true),
        _ => (arguments, false),
    };
    let place = |word: &String| word.replace("%s", file);
    let arguments: Vec<String> = arguments.iter().map(place).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let output = calipers(&arguments, "");
    if !output.status.success() {
        return Err(format!("{line}\n{}", text(&output.stderr)));
    }
    let Some([_, check @ ..]) = commands.next() else {
        return Ok(());
    };
    if !has_filecheck() {
        return Ok(());
    }
    let mut printed = text(&output.stdout);
    if with_errors {
        printed.insert_str(0, &text(&output.stderr));
    }
    let checked = pipe(
        Command::new(FILECHECK).args(check.iter().map(place)),
        &printed,
    );
    if checked.status.success() {
        Ok(())
    } else {
        Err(format!("{line}\n{}", text(&checked.stderr)))
    }
}

/// Checks that `mlir-opt` accepts the output of a RUN line.
fn verifies(path: &Path, line: &str) -> Result<(), String> {
    let words = words(line);
    let prints_no_ir = ["--answers", "-verify-diagnostics"];
    if words
        .iter()
        .any(|word| prints_no_ir.contains(&word.as_str()))
    {
        return Ok(());
    }
    let file = path.to_str().expect("test files have plain names");
    let first = words.split(|word| word == "|").next().unwrap_or_default();
    let arguments = first.iter().skip(2).filter(|word| *word != "2>&1");
    let arguments = arguments.map(|word| word.replace("%s", file));
    let arguments: Vec<String> = arguments.collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let printed = text(&calipers(&arguments, "").stdout);
    let options = [
        "-split-input-file",
        "-allow-unregistered-dialect",
        "-o",
        "/dev/null",
    ];
    let output = pipe(Command::new(MLIR_OPT).args(options), &printed);
    match output.status.success() {
        true => Ok(()),
        false => Err(format!(
            "{}: {line}\n{}{printed}",
            path.display(),
            text(&output.stderr)
        )),
    }
}

#[test]
fn own_files_verify_under_mlir_opt() {
    if !is_there(MLIR_OPT) {
        eprintln!("skipped: there is no {MLIR_OPT}");
        return;
    }
    let mut files = Vec::new();
    mlir_files(
        &Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/opt"),
        &mut files,
    );
    let mut failures = vec![];
    for path in &files {
        let source = std::fs::read_to_string(path).expect("a test file can be read");
        let lines = run_lines(&source);
        failures.extend(lines.iter().filter_map(|line| verifies(path, line).err()));
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

fn has_filecheck() -> bool {
    is_there(FILECHECK)
}

fn is_there(tool: &str) -> bool {
    Command::new(tool)
        .arg("--version")
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .is_ok()
}

fn mlir_files(folder: &Path, found: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(folder) else {
        return;
    };
    for path in entries.flatten().map(|entry| entry.path()) {
        if path.is_dir() {
            mlir_files(&path, found);
        } else if path
            .extension()
            .is_some_and(|extension| extension == "mlir")
        {
            found.push(path);
        }
    }
    found.sort();
}

fn check_all(files: &[PathBuf]) {
    if !has_filecheck() {
        eprintln!("skipped: what is printed is not checked, there is no {FILECHECK}");
    }
    let failures: Vec<String> = files
        .iter()
        .filter_map(|path| Some(format!("{}: {}", path.display(), failure(path)?)))
        .collect();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn own_files() {
    let mut files = Vec::new();
    mlir_files(
        &Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/opt"),
        &mut files,
    );
    check_all(&files);
}

#[test]
fn files_of_mlir() {
    let mut files = Vec::new();
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/corpus/mlir");
    mlir_files(&corpus, &mut files);
    files.retain(|path| {
        let name = path.file_name().and_then(|name| name.to_str());
        name.is_some_and(|name| name.starts_with("value-bounds") || name.starts_with("resolve-"))
    });
    if files.is_empty() {
        eprintln!("skipped: there is no {}", corpus.display());
    }
    check_all(&files);
}

/// Invalid command lines: exit code and message.
#[test]
fn bad_command_lines() {
    let cases: &[(&[&str], &str)] = &[
        (&["--foo"], "unknown option or pass '--foo'"),
        (&["-o"], "option '-o' requires a value"),
        (
            &["/no/such/file.mlir"],
            "cannot open input file '/no/such/file.mlir'",
        ),
        (&["--rules=/no/such.rules"], "/no/such.rules"),
        (
            &["-pass-pipeline=builtin.module(func.func(foo))"],
            "pass-pipeline:1:26: error: there is no pass 'foo'",
        ),
        (&["--cse=3"], "has no option '3'"),
    ];
    for (arguments, message) in cases {
        let output = calipers(arguments, "");
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        let stderr = text(&output.stderr);
        assert!(stderr.contains(message), "{arguments:?}: {stderr}");
        assert_eq!(text(&output.stdout), "");
    }
}

const UNKNOWN: &str = "\
func.func @f(%i: index, %j: index) {
  \"test.compare\"(%i, %j) : (index, index) -> ()
  return
}
";

#[test]
fn a_diagnostic_shows_the_line() {
    let output = calipers(&["--test-affine-reify-value-bounds"], UNKNOWN);
    assert_eq!(output.status.code(), Some(0), "comparing is no failure");
    assert_eq!(
        text(&output.stderr),
        "<stdin>:2:3: error: unknown\n  \"test.compare\"(%i, %j) : (index, index) -> ()\n  ^\n"
    );
    assert!(text(&output.stdout).contains("test.compare"));
}

#[test]
fn an_expectation_that_is_not_met_fails() {
    let verify = &[
        "--test-affine-reify-value-bounds",
        "-verify-diagnostics",
        "-",
    ];
    let met = UNKNOWN.replace("-> ()\n", "-> () // expected-error {{unknown}}\n");
    assert_eq!(calipers(verify, &met).status.code(), Some(0));
    let spoilt = met.replace("{{unknown}}", "{{xyzzy}}");
    let output = calipers(verify, &spoilt);
    assert_eq!(output.status.code(), Some(1));
    let stderr = text(&output.stderr);
    assert!(
        stderr.contains("<stdin>:2:3: error: unexpected error: unknown"),
        "{stderr}"
    );
    assert!(
        stderr.contains("error: expected error \"xyzzy\" was not produced"),
        "{stderr}"
    );
}

#[test]
fn a_chunk_that_fails_prints_nothing_and_the_others_go_on() {
    let bound = "\"test.reify_bound\"(%i) {constant} : (index) -> index";
    let source = format!(
        "func.func @a(%i: index) -> index {{\n  %0 = {bound}\n  return %0 : index\n}}\n\
         // -----\nfunc.func @b() {{\n  return\n}}\n"
    );
    let passes = ["--test-affine-reify-value-bounds", "-split-input-file"];
    let output = calipers(&passes, &source);
    assert_eq!(output.status.code(), Some(1));
    assert!(
        text(&output.stderr)
            .contains("<stdin>:2:8: error: 'test.reify_bound' op could not reify bound")
    );
    let stdout = text(&output.stdout);
    assert!(
        stdout.starts_with("// -----\nmodule {\n  func.func @b("),
        "{stdout}"
    );
}

#[test]
fn output_goes_to_a_file_only_if_all_went_well() {
    let folder = std::env::temp_dir().join(format!("calipers-opt-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a temporary folder can be made");
    let target = folder.join("out.mlir");
    let name = target.to_str().expect("the name is plain").to_owned();
    let bad = calipers(&["-o", &name], "func.func @f( {");
    assert_eq!(bad.status.code(), Some(1));
    assert!(!target.exists());
    let good = calipers(&["-o", &name], "func.func @f() {\n  return\n}\n");
    assert_eq!(good.status.code(), Some(0));
    assert_eq!(text(&good.stdout), "");
    let written = std::fs::read_to_string(&target).expect("the file is there");
    assert!(written.contains("func.func @f()"));
    std::fs::remove_dir_all(&folder).expect("the folder can be removed");
}

#[test]
fn timing_is_one_line() {
    let output = calipers(&["--timing"], UNKNOWN);
    let stderr = text(&output.stderr);
    let line = stderr.strip_prefix("timing: ").expect("the line begins so");
    let keys: Vec<&str> = line
        .split_whitespace()
        .filter_map(|pair| Some(pair.split_once('=')?.0))
        .collect();
    assert_eq!(keys, ["parse_us", "analysis_us", "print_us"]);
}

#[test]
fn unregistered_dialects_have_to_be_allowed() {
    let source = "\"strange.op\"() : () -> ()\n";
    assert_eq!(calipers(&[], source).status.code(), Some(1));
    let allowed = calipers(&["-allow-unregistered-dialect"], source);
    assert_eq!(allowed.status.code(), Some(0));
}

/// The output of an analysis appears beside diagnostics that are verified, and as a JSON object like them.
#[test]
fn text_of_an_analysis() {
    const ALLOCATES: &str = "func.func @f() {\n  %m = memref.alloc() : memref<f32>\n  return\n}\n";
    let analysis = "--test-strided-metadata-range-analysis";
    let printed = "Op: %alloc = memref.alloc() : memref<f32>\n  result[0]: strided_metadata<offset = [{unsigned : [0, 0] signed : [0, 0]}], sizes = [], strides = []>\n";
    let verified = calipers(&[analysis, "-verify-diagnostics"], ALLOCATES);
    assert!(verified.status.success());
    assert_eq!(text(&verified.stderr), format!("{printed}\n"));
    let output = calipers(&[analysis, "--json"], ALLOCATES);
    let object: serde_json::Value =
        serde_json::from_slice(&output.stderr).expect("it is one object");
    assert_eq!(object["severity"], "text");
    assert_eq!(object["line"], 2);
    assert_eq!(object["message"], printed);
}
