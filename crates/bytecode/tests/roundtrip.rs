//! Programs are read from bytecode as they were written, in each version of the format.

use calipers_bytecode::{NEWEST, read, write};
use calipers_ir::{Module, ParseOptions, PrintOptions, split_chunks};
use std::path::{Path, PathBuf};

const GENERIC: PrintOptions = PrintOptions {
    generic: true,
    locations: true,
};

/// The programs in the files of a directory, each with a name.
fn programs(directory: &str) -> Vec<(String, Module)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join(directory);
    let entries = std::fs::read_dir(&root)
        .unwrap()
        .map(|it| it.unwrap().path());
    let mut paths: Vec<PathBuf> = entries.collect();
    paths.sort();
    let mut programs = vec![];
    for path in paths {
        if path.extension().is_none_or(|it| it != "mlir") {
            continue;
        }
        let text = std::fs::read_to_string(&path).unwrap();
        for (line, text) in split_chunks(&text) {
            let name = format!("{}:{line}", path.display());
            // Some parts are programs that the parser must refuse.
            if let Ok(module) = Module::parse(text, &name, ParseOptions::default()) {
                programs.push((name, module));
            }
        }
    }
    programs
}

/// The words of a text without their order.
fn words(text: &str) -> Vec<&str> {
    let end = |c: char| !(c.is_ascii_alphanumeric() || "_.#@%\"".contains(c));
    let mut words: Vec<&str> = text.split(end).filter(|word| !word.is_empty()).collect();
    words.sort_unstable();
    words
}

/// Whether the version cannot hold a property of the program.
fn is_too_old(name: &str, version: u64, error: &calipers_bytecode::WriteError) -> bool {
    let expected = version < 5 && error.to_string().contains("cannot hold the property");
    assert!(expected, "{name}, version {version}: {error}");
    expected
}

#[test]
fn what_is_written_is_read() {
    let programs = [programs("../../tests/ir"), programs("tests/fixtures")].concat();
    assert!(programs.len() > 40);
    let mut written = 0;
    for (name, module) in programs {
        // A location that is unknown is not stated.
        let expected = module.print(GENERIC).replace(" loc(unknown)", "");
        for version in 0..=NEWEST {
            let bytes = match write(&module, version) {
                Ok(bytes) => bytes,
                Err(error) if is_too_old(&name, version, &error) => continue,
                Err(error) => panic!("{name}, version {version}: {error}"),
            };
            let again = read(&bytes, &name, ParseOptions::default());
            let again = again.unwrap_or_else(|error| panic!("version {version}: {error}"));
            let found = again.print(GENERIC);
            // Versions before 5 do not mark properties, and the definitions of StableHLO ops do not list all of them.
            let marked = version >= 5 && !expected.contains("\"stablehlo.");
            match marked {
                true => assert_eq!(found, expected, "{name}, version {version}"),
                false => assert_eq!(words(&found), words(&expected), "{name}, version {version}"),
            }
            written += 1;
        }
    }
    assert!(written > 300);
}

#[test]
fn there_is_no_version_after_the_newest() {
    let error = write(&Module::new(), NEWEST + 1).unwrap_err();
    assert_eq!(
        error.to_string(),
        "bytecode has no version 7; the newest one is 6"
    );
}

#[test]
fn what_an_old_version_cannot_hold_is_an_error() {
    let text =
        "llvm.func @f(%a: i32) {\n %0 = llvm.add %a, %a overflow<nsw> : i32\n llvm.return\n}";
    let module = Module::parse(text, "f.mlir", ParseOptions::default()).unwrap();
    assert!(write(&module, 6).is_ok());
    assert_eq!(
        write(&module, 4).unwrap_err().to_string(),
        "version 4 of bytecode cannot hold the property 'overflowFlags' of 'llvm.add'; write version 6"
    );
}
