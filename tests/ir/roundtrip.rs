//! Printing a program and parsing the text gives the same program, here and in `mlir-opt`.

use calipers::ir::{Module, ParseOptions, PrintOptions, split_chunks};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

const GENERIC: PrintOptions = PrintOptions {
    generic: true,
    locations: false,
};

/// The generic form that `mlir-opt` prints; none if it is not installed or rejects the program.
fn oracle(program: &str) -> Option<String> {
    let mut child = Command::new("mlir-opt-22")
        .args([
            "--allow-unregistered-dialect",
            "-mlir-print-op-generic",
            "-split-input-file",
        ])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .ok()?;
    child.stdin.take()?.write_all(program.as_bytes()).ok()?;
    let output = child.wait_with_output().ok()?;
    output
        .status
        .success()
        .then(|| String::from_utf8_lossy(&output.stdout).into_owned())
}

/// A program with its text in two syntaxes, each of which was read again.
struct Printed<'a> {
    line: u32,
    program: &'a str,
    again: [String; 2],
}

fn printed<'a>(file: &str, line: u32, program: &'a str) -> Printed<'a> {
    let options = ParseOptions {
        first_line: line,
        ..ParseOptions::default()
    };
    let module = match Module::parse(program, file, options) {
        Ok(module) => module,
        Err(error) => panic!("{error}"),
    };
    let custom = module.to_string();
    let again = [custom.clone(), module.print(GENERIC)];
    for text in &again {
        let module = match Module::parse(text, "printed.mlir", ParseOptions::default()) {
            Ok(module) => module,
            Err(error) => panic!("{file}:{line}: {error}"),
        };
        assert_eq!(module.to_string(), custom, "{file}:{line}");
    }
    Printed {
        line,
        program,
        again,
    }
}

/// What `mlir-opt` makes of several texts, in one process, since its start takes longer than most programs. `None` if it
/// rejects one.
fn all_at_once(texts: &[&str]) -> Option<Vec<String>> {
    let found = oracle(&texts.join("\n// -----\n"))?;
    let parts: Vec<String> = found.split("// -----\n").map(str::to_string).collect();
    // The last part has the end of the text.
    (parts.len() == texts.len()).then(|| parts.iter().map(|it| it.trim_end().into()).collect())
}

fn check(file: &str, text: &str) {
    let chunks = split_chunks(text).into_iter();
    let all: Vec<Printed<'_>> = chunks
        .map(|(line, program)| printed(file, line, program))
        .collect();
    let programs = all.iter().map(|it| it.program);
    let again = all.iter().flat_map(|it| &it.again).map(String::as_str);
    let texts: Vec<&str> = programs.chain(again).collect();
    let compared = all_at_once(&texts);
    for (n, it) in all.iter().enumerate() {
        let [expected, found @ ..] = match &compared {
            Some(texts) => {
                let again = all.len() + 2 * n;
                [n, again, again + 1].map(|n| Some(texts[n].clone()))
            }
            None => {
                let [custom, generic] = &it.again;
                [it.program, custom, generic].map(oracle)
            }
        };
        for (found, text) in found.into_iter().zip(&it.again) {
            if expected.is_some() {
                assert_eq!(found, expected, "{file}:{}\n{text}", it.line);
            }
        }
    }
}

fn programs(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = std::fs::read_dir(folder) else {
        return Vec::new();
    };
    let mut files = Vec::new();
    for entry in entries.flatten() {
        let path = entry.path();
        if path.is_dir() {
            files.extend(programs(&path));
        } else if path
            .extension()
            .is_some_and(|extension| extension == "mlir")
        {
            files.push(path);
        }
    }
    files.sort();
    files
}

fn check_folder(folder: &Path) {
    let files = programs(folder);
    if files.is_empty() {
        println!("no programs in {}: skipped", folder.display());
    }
    std::thread::scope(|scope| {
        for half in files.chunks(files.len().div_ceil(2).max(1)) {
            scope.spawn(move || {
                for file in half {
                    let text = std::fs::read_to_string(file).expect("the file can be read");
                    check(&file.display().to_string(), &text);
                }
            });
        }
    });
}

#[test]
fn programs_of_our_own() {
    check_folder(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/ir"));
}

#[test]
fn programs_of_the_rules() {
    check_folder(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/rules"));
}

#[test]
fn corpus() {
    check_folder(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/corpus/mlir"));
}

#[test]
fn workloads() {
    check_folder(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/workloads/ir"));
}
