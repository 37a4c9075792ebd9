//! Files that mlir-opt wrote are read as the text that it printed for them. `lab/bytecode_fixtures.py` writes them.

use calipers_bytecode::{is_bytecode, read};
use calipers_ir::{Module, ParseOptions, PrintOptions};
use std::path::{Path, PathBuf};

const GENERIC: PrintOptions = PrintOptions {
    generic: true,
    locations: true,
};

fn fixtures() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures");
    let entries = std::fs::read_dir(root)
        .unwrap()
        .map(|it| it.unwrap().path());
    let binary = |path: &PathBuf| path.extension().is_some_and(|it| it == "mlirbc");
    entries.filter(binary).collect()
}

#[test]
fn resources_are_kept() {
    let path = fixtures()
        .into_iter()
        .find(|path| path.ends_with("attributes.v6.mlirbc"));
    let bytes = std::fs::read(path.unwrap()).unwrap();
    let module = read(&bytes, "f.mlirbc", ParseOptions::default()).unwrap();
    let expected = "{-#
  dialect_resources: {
    builtin: {
      blob: \"0x0400000001020304\",
      \"other blob\": \"0x080000000100000002000000\"
    }
  },
  external_resources: {
    tool: {
      flag: true,
      text: \"some text\"
    }
  }
#-}";
    assert_eq!(module.metadata(), Some(expected));
}

#[test]
fn what_mlir_opt_wrote_is_read() {
    let fixtures = fixtures();
    assert!(fixtures.len() >= 16);
    for path in fixtures {
        let name = path.display().to_string();
        let bytes = std::fs::read(&path).unwrap();
        assert!(is_bytecode(&bytes));
        let found = read(&bytes, &name, ParseOptions::default());
        let mut found = found.unwrap_or_else(|error| panic!("{error}"));
        // mlir-opt prints no resources together with locations.
        found.set_metadata(None);
        let found = found.print(GENERIC);
        let text = std::fs::read_to_string(path.with_extension("mlir")).unwrap();
        let expected = Module::parse(&text, &name, ParseOptions::default());
        let expected = expected.unwrap_or_else(|error| panic!("{error}"));
        // A location that is unknown is not stated.
        let expected = expected.print(GENERIC).replace(" loc(unknown)", "");
        for (found, expected) in found.lines().zip(expected.lines()) {
            assert_eq!(found, expected, "{name}");
        }
        assert_eq!(found.lines().count(), expected.lines().count(), "{name}");
    }
}
