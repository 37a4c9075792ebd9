//! `calipers annotate` over `tests/annotate`: each program has its annotated text and its JSON Lines
//! beside it.

use std::path::Path;
use std::process::{Command, Output};

fn annotate(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_calipers"));
    command.arg("annotate").args(arguments);
    command.output().expect("the binary runs")
}

fn text(output: &Output) -> &str {
    std::str::from_utf8(&output.stdout).expect("the answer is text")
}

#[test]
fn programs_are_annotated_as_the_files_beside_them_say() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/annotate");
    let files = std::fs::read_dir(folder).expect("the folder is there");
    let mut seen = 0;
    for file in files {
        let program = file.expect("the folder can be read").path();
        if program
            .extension()
            .is_none_or(|extension| extension != "mlir")
        {
            continue;
        }
        let name = program.to_str().expect("its name is text");
        for format in ["text", "json"] {
            let output = annotate(&[name, "--format", format]);
            let expected = std::fs::read_to_string(program.with_extension(format));
            let expected = expected.expect("the expected answer is there");
            assert_eq!(text(&output), expected, "{name} as {format}");
            assert!(output.status.success());
        }
        seen += 1;
    }
    assert!(seen > 0);
}

#[test]
fn the_page_is_whole_and_alone() {
    let output = annotate(&["examples/tiled_matmul.mlir", "--format", "html"]);
    let page = text(&output);
    assert!(page.starts_with("<!doctype html>") && page.ends_with("</html>\n"));
    assert!(!page.contains("http"), "it needs nothing from elsewhere");
    assert!(page.contains("%width in [2, 9] 7k+2"));
    assert!(page.contains("claim: "), "the proofs are there");
    for tag in [
        "table", "tr", "td", "details", "summary", "pre", "button", "code",
    ] {
        let count = |text: &str| page.matches(text).count();
        let opened = count(&format!("<{tag}>")) + count(&format!("<{tag} "));
        assert_eq!(opened, count(&format!("</{tag}>")), "{tag}");
    }
}

#[test]
fn what_cannot_be_read_is_said() {
    let output = annotate(&["tests/annotate/there_is_no_such.mlir"]);
    assert_eq!(output.status.code(), Some(2));
    let message = String::from_utf8_lossy(&output.stderr);
    assert!(message.contains("there_is_no_such.mlir"), "{message}");
}
