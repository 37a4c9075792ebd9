//! The scripts in `tests/scripts`, whose comments state the expected output.
//!
//! `; => LINE` is the next line of the answers; `; error: TEXT` must occur in the standard error;
//! `; exit: N` is the exit code, 0 by default.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

const CALIPERS: &str = env!("CARGO_BIN_EXE_calipers");

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/scripts")
}

/// The text after `mark` in each line that contains it.
fn expected<'t>(text: &'t str, mark: &str) -> Vec<&'t str> {
    let lines = text.lines().filter_map(|line| line.split_once(mark));
    lines.map(|(_, expected)| expected).collect()
}

#[test]
fn scripts_are_answered_as_they_say() {
    let mut failures = String::new();
    let mut scripts: Vec<PathBuf> = std::fs::read_dir(folder())
        .expect("the folder is there")
        .map(|entry| entry.expect("the folder can be read").path())
        .filter(|path| path.extension().is_some_and(|end| end == "cal"))
        .collect();
    scripts.sort();
    assert!(!scripts.is_empty());
    for script in scripts {
        let text = std::fs::read_to_string(&script).expect("a script is text");
        let output = Command::new(CALIPERS)
            .arg("run")
            .arg(script.file_name().expect("a file has a name"))
            .current_dir(folder())
            .output()
            .expect("the binary runs");
        let (stdout, stderr) = (
            String::from_utf8_lossy(&output.stdout).into_owned(),
            String::from_utf8_lossy(&output.stderr).into_owned(),
        );
        let answers: Vec<&str> = stdout.lines().collect();
        let wanted = expected(&text, "; => ");
        for n in 0..answers.len().max(wanted.len()) {
            let (answer, wanted) = (answers.get(n), wanted.get(n));
            if answer != wanted {
                failures += &format!(
                    "{}: answer {}: expected {wanted:?}, got {answer:?}\n",
                    script.display(),
                    n + 1
                );
                break;
            }
        }
        for message in expected(&text, "; error: ") {
            if !stderr.contains(message) {
                failures += &format!("{}: no error {message:?} in\n{stderr}", script.display());
            }
        }
        let code = expected(&text, "; exit: ")
            .first()
            .map_or(0, |code| code.parse().expect("an exit code is a number"));
        if output.status.code() != Some(code) {
            failures += &format!("{}: {}\n{stderr}", script.display(), output.status);
        }
    }
    assert!(failures.is_empty(), "{failures}");
}

/// The scripts of the corpora beside the project, if present: answers may be missing, but not wrong.
#[test]
fn no_answer_about_the_shared_facts_is_wrong() {
    let shared = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared");
    let judge = shared.join("tools/facts.py");
    let Ok(corpus) = std::fs::read_dir(shared.join("corpus/tvm")) else {
        return;
    };
    let files: Vec<PathBuf> = corpus
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|end| end == "jsonl"))
        .collect();
    if !judge.exists() || files.is_empty() {
        return;
    }
    let Ok(output) = Command::new("python3")
        .arg(judge)
        .arg(CALIPERS)
        .args(files)
        .output()
    else {
        return;
    };
    let report = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(report.contains(", wrong 0,"), "{report}");
}

#[test]
fn a_closed_pipe_is_no_panic() {
    use std::io::Write;
    let mut child = Command::new(CALIPERS)
        .args(["run", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary runs");
    drop(child.stdout.take());
    let mut input = child.stdin.take().expect("the input is a pipe");
    let _ = input.write_all("(range 1)\n".repeat(1000).as_bytes());
    drop(input);
    let output = child.wait_with_output().expect("it ends");
    assert!(output.status.code().is_some(), "{}", output.status);
    assert!(!String::from_utf8_lossy(&output.stderr).contains("panicked"));
}

#[test]
fn the_prompt_answers_without_a_terminal() {
    use std::io::Write;
    let mut child = Command::new(CALIPERS)
        .arg("repl")
        .env("XDG_DATA_HOME", "/nonexistent")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary runs");
    let mut input = child.stdin.take().expect("the input is a pipe");
    input
        .write_all(
            b"var x :min 0 :max 9\n(range\n (* 4 x))\nrange (+ x\n 1)\nprove (< x 10)\nquit\n",
        )
        .expect("it reads");
    drop(input);
    let output = child.wait_with_output().expect("it ends");
    let stdout = String::from_utf8_lossy(&output.stdout).into_owned();
    for answer in ["[0, 36] 4k+0", "[1, 10]", "proved"] {
        assert!(stdout.contains(answer), "{answer} in {stdout}");
    }
    assert_eq!(output.status.code(), Some(0));
}
