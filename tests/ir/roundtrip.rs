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
        .args(["--allow-unregistered-dialect", "-mlir-print-op-generic"])
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

fn check(file: &str, first_line: u32, chunk: &str) {
    let options = ParseOptions {
        first_line,
        ..ParseOptions::default()
    };
    let module = match Module::parse(chunk, file, options) {
        Ok(module) => module,
        Err(error) => panic!("{error}"),
    };
    let custom = module.to_string();
    let generic = module.print(GENERIC);
    let expected = oracle(chunk);
    for printed in [&custom, &generic] {
        let again = match Module::parse(printed, "printed.mlir", ParseOptions::default()) {
            Ok(module) => module,
            Err(error) => panic!("{file}:{first_line}: {error}"),
        };
        assert_eq!(again.to_string(), custom, "{file}:{first_line}");
        if expected.is_some() {
            let found = oracle(printed);
            assert_eq!(found, expected, "{file}:{first_line}\n{printed}");
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
                    for (first_line, chunk) in split_chunks(&text) {
                        check(&file.display().to_string(), first_line, chunk);
                    }
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
