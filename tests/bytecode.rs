//! MLIR bytecode at the command line.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn calipers(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_calipers"));
    command.args(arguments).output().expect("calipers runs")
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).expect("the output is text")
}

/// A folder for the files of a test.
fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("calipers-{name}-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("the folder can be made");
    folder
}

fn name(path: &Path) -> &str {
    path.to_str().expect("the path is text")
}

const PROGRAM: &str = "module {
  func.func @f(%arg0: index) -> index {
    %c3 = arith.constant 3 : index
    %0 = arith.remui %arg0, %c3 : index
    %1 = \"test.reify_bound\"(%0) {type = \"UB\"} : (index) -> index
    return %1 : index
  }
}
";

/// The program as text and as bytecode.
fn both(folder: &Path) -> (PathBuf, PathBuf) {
    let (source, binary) = (folder.join("f.mlir"), folder.join("f.mlirbc"));
    std::fs::write(&source, PROGRAM).expect("it can be written");
    let written = calipers(&["opt", name(&source), "--emit-bytecode", "-o", name(&binary)]);
    assert!(written.status.success(), "{}", text(&written.stderr));
    assert!(written.stdout.is_empty());
    (source, binary)
}

#[test]
fn commands_answer_the_same_for_text_and_bytecode() {
    let folder = folder("bytecode-same");
    let (source, binary) = both(&folder);
    let same = |arguments: &dyn Fn(&Path) -> Vec<String>| {
        let run = |path: &Path| {
            let arguments = arguments(path);
            let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
            let output = calipers(&arguments);
            assert!(output.status.success(), "{}", text(&output.stderr));
            text(&output.stdout).to_owned()
        };
        assert_eq!(run(&source), run(&binary));
    };
    let strings = |words: &[&str]| words.iter().map(|&it| it.to_owned()).collect::<Vec<_>>();
    same(&|path| strings(&["opt", name(path)]));
    same(&|path| {
        strings(&[
            "opt",
            name(path),
            "--canonicalize",
            "-mlir-print-op-generic",
        ])
    });
    same(&|path| {
        strings(&[
            "opt",
            name(path),
            "--answers",
            "--test-affine-reify-value-bounds",
        ])
    });
    same(&|path| {
        let script = path.with_extension("cal");
        let load = format!("(load {path:?})\n(range %0)\n");
        std::fs::write(&script, load).expect("it can be written");
        strings(&["run", name(&script)])
    });
    let annotated = calipers(&["annotate", name(&binary)]);
    assert!(text(&annotated.stdout).contains("// %0 in [0, 2]"));
    let batch = calipers(&["batch", name(&folder)]);
    assert!(text(&batch.stdout).starts_with("2 files (0 failed), 2 questions, 2 answered"));
}

#[test]
fn output_that_no_program_could_read_is_refused() {
    let folder = folder("bytecode-refused");
    let (source, _) = both(&folder);
    std::fs::write(&source, format!("{PROGRAM}// -----\n{PROGRAM}")).expect("it can be written");
    let parts = calipers(&["opt", name(&source), "-split-input-file", "--emit-bytecode"]);
    assert!(!parts.status.success());
    assert!(text(&parts.stderr).contains("bytecode holds one module: the 2 parts"));
    let version = calipers(&["opt", name(&source), "--emit-bytecode-version=7"]);
    assert!(text(&version.stderr).contains("does not take the value '7'"));
}

#[test]
fn corrupt_files_are_reported_with_an_offset() {
    let folder = folder("bytecode-corrupt");
    let (_, binary) = both(&folder);
    let mut bytes = std::fs::read(&binary).expect("it can be read");
    bytes.truncate(bytes.len() / 2);
    std::fs::write(&binary, bytes).expect("it can be written");
    for command in ["opt", "annotate", "batch"] {
        let output = calipers(&[command, name(&binary)]);
        assert!(!output.status.success(), "{command}");
        let all = [text(&output.stdout), text(&output.stderr)].concat();
        assert!(all.contains("f.mlirbc: error: byte "), "{command}: {all}");
    }
}
