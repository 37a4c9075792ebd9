//! `calipers annotate` over `tests/annotate`: the expected annotated text and JSON Lines of each program are
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
fn models_are_annotated_as_the_files_beside_them_say() {
    for name in ["attention", "branch", "control", "convolution", "ranks"] {
        let output = annotate(&[&format!("tests/onnx/{name}.onnx")]);
        let expected = std::fs::read_to_string(format!("tests/onnx/{name}.text"));
        assert_eq!(
            text(&output),
            expected.expect("the expected answer is there")
        );
        assert!(output.status.success());
        assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    }
}

#[test]
fn the_page_is_whole_and_alone() {
    let output = annotate(&["examples/tiled_matmul.mlir", "--format", "html"]);
    let page = text(&output);
    assert!(page.starts_with("<!doctype html>") && page.ends_with("</html>\n"));
    assert!(!page.contains("http"), "it needs nothing from elsewhere");
    assert!(page.contains("%width in [2, 9] 7k+2"));
    assert!(page.contains("claim: "), "the proofs are there");
    assert!(
        page.contains("claim: (== (mod %width 7) 2) holds"),
        "of the congruence, too"
    );
    for tag in [
        "table", "tr", "td", "th", "details", "summary", "pre", "button", "code",
    ] {
        let count = |text: &str| page.matches(text).count();
        let opened = count(&format!("<{tag}>")) + count(&format!("<{tag} "));
        assert_eq!(opened, count(&format!("</{tag}>")), "{tag}");
    }
}

#[test]
fn proofs_are_chosen_by_line() {
    let proofs = |which: &str| {
        let arguments = [
            "examples/tiled_matmul.mlir",
            "--format",
            "html",
            "--proofs",
            which,
        ];
        text(&annotate(&arguments)).matches("<details>").count()
    };
    let (all, one) = (proofs("all"), proofs("10"));
    assert!(0 < one && one < all, "{one} of {all}");
    assert_eq!(proofs("none"), 0);
    let wrong = annotate(&["examples/tiled_matmul.mlir", "--proofs", "9-3"]);
    let message = String::from_utf8_lossy(&wrong.stderr);
    assert!(message.contains("lines as in `20-30`"), "{message}");
    assert_eq!(wrong.status.code(), Some(2));
}

/// A page has as many proofs as take little time, and says how to get the others.
#[test]
fn a_page_of_a_long_program_has_some_proofs() {
    let mut program = "func.func @f(%n: index) {\n  %c1 = arith.constant 1 : index\n".to_owned();
    for k in 0..600 {
        program += &format!(
            "  %w{k} = affine.min affine_map<(d0) -> (d0 mod 64, {k} + 7)>(%n)\n  \
             %v{k} = arith.addi %w{k}, %c1 : index\n"
        );
    }
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("long.mlir");
    std::fs::write(&file, program + "  return\n}\n").expect("it can be written");
    let name = file.to_str().expect("its name is text");
    let output = annotate(&[name, "--format", "html"]);
    let page = text(&output);
    let proofs = page.matches("<details>").count();
    assert!((16..1200).contains(&proofs), "{proofs}");
    assert!(page.contains("--proofs "), "the page says how to get more");
    let again = annotate(&[name, "--format", "html", "--threads", "1"]);
    assert_eq!(text(&again), page, "with one thread, too");
}

#[test]
fn what_cannot_be_read_is_said() {
    let output = annotate(&["tests/annotate/there_is_no_such.mlir"]);
    assert_eq!(output.status.code(), Some(2));
    let message = String::from_utf8_lossy(&output.stderr);
    assert!(message.contains("there_is_no_such.mlir"), "{message}");
}

/// The first installed one of these programs.
fn browser() -> Option<&'static str> {
    let names = ["chromium", "chromium-browser", "google-chrome", "chrome"];
    names.into_iter().find(|name| {
        let version = Command::new(name).arg("--version").output();
        version.is_ok_and(|output| output.status.success())
    })
}

#[test]
fn a_click_marks_the_slice_in_a_browser() {
    let Some(browser) = browser() else {
        eprintln!("skipped: there is no Chromium");
        return;
    };
    let output = annotate(&["examples/tiled_matmul.mlir", "--format", "html"]);
    // The script clicks on the page's own buttons.
    let click = "<script>[...document.querySelectorAll('button')]\
                 .find((it) => it.textContent === '%width').click()</script>\n</body>";
    let page = text(&output).replace("</body>", click);
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let file = folder.join("clicked.html");
    std::fs::write(&file, page).expect("the page can be written");
    let address = format!("file://{}", file.display());
    let run = |arguments: &[&str]| {
        let mut command = Command::new(browser);
        command.args([
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--window-size=1200,800",
        ]);
        command.arg("--user-data-dir=".to_owned() + &folder.join("browser").to_string_lossy());
        let output = command.args(arguments).arg(&address).output();
        output.expect("the browser runs")
    };
    let dom = run(&["--dump-dom"]);
    let dom = text(&dom);
    let pressed = dom.matches("aria-pressed=\"true\"").count();
    assert!(
        pressed >= 2,
        "%width where it is defined and used: {pressed}"
    );
    assert!(
        dom.contains("%width is computed from "),
        "screen readers announce it"
    );
    // The definition and the loop of its counter are marked, but no later loop.
    let rows: Vec<&str> = dom.split("<tr ").skip(1).collect();
    let marked = |what: &str| {
        let mut rows = rows.iter().filter(|row| row.contains(what));
        rows.any(|row| {
            row.split('>')
                .next()
                .is_some_and(|tag| tag.contains("slice"))
        })
    };
    assert!(marked("affine.min") && marked("%columns</button> = scf.for"));
    assert!(!marked("%rows</button> = scf.for") && !marked("%at</button> = tensor"));
    // Screenshots in the light and the dark theme, for visual review.
    for (name, dark) in [("light", None), ("dark", Some("--force-dark-mode"))] {
        let shot = folder.join(format!("annotate-{name}.png"));
        let shot = format!("--screenshot={}", shot.display());
        let scheme = "--blink-settings=preferredColorScheme=".to_owned()
            + if dark.is_some() { "0" } else { "1" };
        let flags: Vec<&str> = [shot.as_str(), &scheme].into_iter().chain(dark).collect();
        assert!(run(&flags).status.success());
    }
}
