//! Checks the documentation: its scripts and commands run, and generated pages are current.
//!
//! `cargo test --doc` tests its Rust code, `bindings/python` its Python code. To regenerate the pages:
//! `UPDATE_BOOK=1 cargo test --test all book`.

use calipers::rules::Rules;
use calipers::script::{Answer, ProgramArena, Session};
use calipers::sexp::{Forms, Source};
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn pages() -> Vec<(PathBuf, String)> {
    let folder = |path: &str| {
        let entries = std::fs::read_dir(root().join(path)).expect("the folder is there");
        let paths = entries.map(|entry| entry.expect("it can be listed").path());
        paths.filter(|path| path.extension().is_some_and(|it| it == "md"))
    };
    let mut paths: Vec<PathBuf> = folder("docs").chain(folder("docs/book/src")).collect();
    paths.push(root().join("README.md"));
    paths.sort();
    let read = |path: PathBuf| {
        let text = std::fs::read_to_string(&path).expect("it can be read");
        (path, text)
    };
    paths.into_iter().map(read).collect()
}

/// A fenced code block: its language, its text, and its line.
struct Block {
    language: String,
    text: String,
    line: usize,
}

fn blocks(page: &str) -> Vec<Block> {
    let mut blocks: Vec<Block> = vec![];
    let mut is_open = false;
    for (line, number) in page.lines().zip(1..) {
        match (line.strip_prefix("```"), is_open) {
            (Some(language), false) => blocks.push(Block {
                language: language.split(',').next().unwrap_or_default().to_owned(),
                text: String::new(),
                line: number,
            }),
            (None, true) => {
                if let Some(block) = blocks.last_mut() {
                    block.text.push_str(line);
                    block.text.push('\n');
                }
            }
            _ => {}
        }
        if line.starts_with("```") {
            is_open = !is_open;
        }
    }
    blocks
}

/// The head of a block's first form, if the block consists of S-expressions.
fn head(block: &Block) -> Option<&str> {
    let first = block.text.lines().find(|line| line.starts_with('('))?;
    let word = first[1..].split([' ', ')']).next();
    word.filter(|_| block.language == "lisp")
}

fn is_rules(block: &Block) -> bool {
    let heads = [
        "op",
        "define",
        "fact",
        "interface",
        "loop",
        "reader",
        "rewrite",
        "word",
    ];
    head(block).is_some_and(|head| heads.contains(&head))
}

/// Whether the block begins with a command of the script language.
fn is_script(block: &Block) -> bool {
    let commands = Session::new(&Rules::none(), &ProgramArena::new()).words();
    head(block).is_some_and(|head| commands.iter().any(|command| command == head))
}

/// Checks that the commands of a script get the answers in the comments behind them.
fn hold(place: &str, script: &str, rules: &Rules, programs: &[(String, String)]) -> usize {
    let arena = ProgramArena::sealed(programs.iter().cloned());
    let mut session = Session::new(rules, &arena);
    let source = Source::new(place, script);
    let mut held = 0;
    for form in Forms::new(script) {
        let form = form.unwrap_or_else(|error| panic!("{}", error.render(&source)));
        let answer = session.execute(&form);
        let answer = answer.unwrap_or_else(|error| panic!("{}", error.render(&source)));
        let rest = script[form.span.end..].lines().next().unwrap_or_default();
        if let (Some((blank, expected)), Answer::Text(answer)) = (rest.split_once(';'), answer)
            && blank.trim().is_empty()
        {
            assert_eq!(answer, expected.trim(), "{place}: {form}");
            held += 1;
        }
    }
    held
}

#[test]
fn scripts_get_the_answers_beside_them() {
    let mut held = 0;
    for (path, page) in pages() {
        let blocks = blocks(&page);
        let own: String = blocks
            .iter()
            .filter(|it| is_rules(it))
            .map(|it| &it.text[..])
            .collect();
        let mut rules = Rules::embedded();
        // A page may show parts of rules, or the same ones twice; the rules of a tutorial are complete.
        let is_whole = rules.load("page.rules", &own).is_ok();
        for block in blocks.iter().filter(|it| is_script(it)) {
            let place = format!("{}:{}", path.display(), block.line);
            let loads = block.text.split("(load \"").skip(1);
            let names = loads.filter_map(|rest| rest.split('"').next());
            let program = blocks.iter().find(|it| it.language == "mlir");
            let read = |name: &str| {
                let text = std::fs::read_to_string(root().join(name)).ok();
                let text = text.or_else(|| program.filter(|_| is_whole).map(|it| it.text.clone()));
                (name.to_owned(), text.unwrap_or_default())
            };
            let programs: Vec<(String, String)> = names.map(read).collect();
            held += hold(&place, &block.text, &rules, &programs);
        }
    }
    assert!(held >= 25, "only {held} answers are held against scripts");
}

fn calipers(arguments: &[&str]) -> (bool, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_calipers"))
        .args(arguments)
        .current_dir(root())
        .output()
        .expect("the binary runs");
    let text = String::from_utf8(output.stdout).expect("it is text");
    let errors = String::from_utf8_lossy(&output.stderr);
    (output.status.success(), text + &errors)
}

#[test]
fn commands_do_what_is_said() {
    // These commands wait for input.
    const INTERACTIVE: [&str; 3] = ["repl", "serve", "lsp"];
    let mut ran = 0;
    for (path, page) in pages() {
        let blocks = blocks(&page);
        for (block, next) in blocks
            .iter()
            .zip(blocks.iter().skip(1).map(Some).chain([None]))
        {
            if block.language != "sh" {
                continue;
            }
            let joined = block.text.replace("\\\n", " ");
            for line in joined.lines().filter(|line| line.starts_with("calipers ")) {
                let line = line.split(['>', '|', '#']).next().unwrap_or_default();
                let words: Vec<&str> = line.split_whitespace().skip(1).collect();
                // A file that does not exist is a placeholder for one of the reader's files.
                let mut named = words.iter().skip(1).filter(|word| !word.starts_with('-'));
                let are_there = named.all(|path| root().join(path).exists());
                if !are_there || words.first().is_none_or(|it| INTERACTIVE.contains(it)) {
                    continue;
                }
                let (is_good, told) = calipers(&words);
                assert!(is_good, "{}:{}: {line}\n{told}", path.display(), block.line);
                ran += 1;
                let shown =
                    next.filter(|next| next.language == "text" && block.text.lines().count() == 1);
                for expected in shown.iter().flat_map(|next| next.text.lines()) {
                    assert!(
                        told.contains(expected.trim()),
                        "{line} does not tell {expected}\n{told}"
                    );
                }
            }
        }
    }
    assert!(ran >= 3, "only {ran} commands were run");
}

/// Compares a generated page with its current text, or writes it.
fn current(name: &str, text: &str) {
    let path = root().join("docs/book/src/reference").join(name);
    if std::env::var_os("UPDATE_BOOK").is_some() {
        std::fs::write(&path, text).expect("it can be written");
    }
    let found = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        found == text,
        "{name} is not what the code says: UPDATE_BOOK=1 cargo test --test all book"
    );
}

/// The names listed under a heading of a help text.
fn names_under<'t>(help: &'t str, heading: &str) -> Vec<&'t str> {
    let section = help.split(heading).nth(1).unwrap_or_default();
    let lines = section
        .lines()
        .skip(1)
        .take_while(|line| !line.trim().is_empty());
    // A line with a larger indentation continues the line before.
    let indent = |line: &str| line.len() - line.trim_start().len();
    lines
        .filter(|line| indent(line) == 2)
        .filter_map(|line| line.split_whitespace().next())
        .collect()
}

#[test]
fn the_command_line_is_as_told() {
    let mut page = String::from(
        "# The command line\n\nThis page is generated from `calipers --help` and the help of each command.\n",
    );
    let (_, help) = calipers(&["--help"]);
    let _ = write!(page, "\n```text\n{}\n```\n", help.trim_end());
    for command in names_under(&help, "Commands:") {
        if command == "help" {
            continue;
        }
        let (_, help) = calipers(&[command, "--help"]);
        let _ = write!(
            page,
            "\n## calipers {command}\n\n```text\n{}\n```\n",
            help.trim_end()
        );
        for inner in names_under(&help, "Commands:") {
            if inner == "help" || command == "opt" {
                continue;
            }
            let (_, help) = calipers(&[command, inner, "--help"]);
            let help = help.trim_end();
            let _ = write!(
                page,
                "\n### calipers {command} {inner}\n\n```text\n{help}\n```\n"
            );
        }
    }
    let page: Vec<&str> = page.lines().map(str::trim_end).collect();
    current("cli.md", &(page.join("\n") + "\n"));
}

#[test]
fn the_script_language_is_as_told() {
    let rules = Rules::embedded();
    let arena = ProgramArena::new();
    let mut session = Session::new(&rules, &arena);
    let mut help = |question: &str| {
        let form = Forms::new(question).next().expect("there is one");
        match session.execute(&form.expect("it can be read")) {
            Ok(Answer::Text(text)) => text,
            other => panic!("{question}: {other:?}"),
        }
    };
    let overview = help("(help)");
    let mut page = String::from(
        "# The script language\n\nThis page is generated from `(help)`, and `(help NAME)` for each command and operator.\n",
    );
    let _ = write!(page, "\n```text\n{}\n```\n", overview.trim_end());
    let known: Vec<&str> = Session::commands().collect();
    for name in &known {
        let _ = write!(
            page,
            "\n## {name}\n\n```text\n{}\n```\n",
            help(&format!("(help {name})")).trim_end()
        );
    }
    assert!(known.len() > 20, "{known:?}");
    page.push_str("\n## Operators\n\n```text\n");
    for name in Session::operators() {
        let _ = writeln!(page, "{}", help(&format!("(help {name})")).trim_end());
    }
    page.push_str("```\n");
    let page: Vec<&str> = page.lines().map(str::trim_end).collect();
    current("script.md", &(page.join("\n") + "\n"));
}

/// The comment at the beginning of a source file.
fn module_comment(text: &str) -> String {
    let lines = text.lines().map_while(|line| line.strip_prefix("//!"));
    let lines: Vec<&str> = lines
        .map(|line| line.strip_prefix(' ').unwrap_or(line))
        .collect();
    lines.join("\n").trim_end().to_owned()
}

/// The comment on a variant of an enumeration, on one line.
fn variant_comment(text: &str, enumeration: &str, variant: &str) -> String {
    let (_, body) = text
        .split_once(&format!("enum {enumeration} {{"))
        .expect("the enumeration is there");
    let mut comment: Vec<&str> = vec![];
    for line in body.lines().map(str::trim) {
        match line.strip_prefix("///") {
            Some(line) => comment.push(line.trim()),
            None if line.split(['(', ',', ' ']).next() == Some(variant) => break,
            None => comment.clear(),
        }
    }
    comment.join(" ").replace('|', "\\|")
}

#[test]
fn the_language_of_formats_is_as_told() {
    let read = |path: &str| {
        let path = root().join("crates/ir/src").join(path);
        std::fs::read_to_string(path).expect("it can be read")
    };
    let (registry, table) = (read("registry.rs"), read("registry/table.rs"));
    let described = |enumeration: &str| {
        let rows = table.lines().map(str::trim).filter_map(|line| {
            let (words, rest) = line.split_once(&format!(" => {enumeration}::"))?;
            let variant = rest.split(['(', ',', ' ']).next()?;
            // What the word takes, as the parser demands it.
            let argument = |word: &str| {
                let (_, rest) = table.split_once(&format!("({word}, \""))?;
                rest.split_once('"').map(|it| it.0)
            };
            let cases = match rest.contains("cases") || rest.ends_with('{') {
                true => " A B",
                false => "",
            };
            let words: Vec<String> = words
                .split(" | ")
                .map(|word| match argument(word) {
                    Some(argument) => format!("`{}({argument}){cases}`", word.trim_matches('"')),
                    None => format!("`{}{cases}`", word.trim_matches('"')),
                })
                .collect();
            let words = words.join(" or ");
            let comment = variant_comment(&registry, enumeration, variant);
            (!comment.is_empty()).then(|| format!("| {words} | {comment} |"))
        });
        let rows: Vec<String> = rows.collect();
        assert!(rows.len() > 8, "{rows:?}");
        format!("| word | meaning |\n| --- | --- |\n{}\n", rows.join("\n"))
    };
    let at = registry
        .find("//! - `op NAME")
        .expect("the lines are described");
    let lines = module_comment(&registry[at..])
        .replace(
            "see [`Rule`]",
            "a type, another group, or a word of the last table",
        )
        .replace(
            "see [`Element`] and the comment of `registry/format.rs`",
            "see below",
        );
    let formats = module_comment(&read("registry/format.rs"));
    let (_, formats) = formats.split_once("\n\n").expect("there is a title");
    let page = format!(
        "# Custom assembly\n\n\
         This page is generated from comments in `crates/ir/src/registry`. [docs/dialect.md](../../../dialect.md#custom-assembly) \
         introduces `(syntax OP FORMAT LINE …)`, with which a rule file declares how an op is written.\n\n\
         ## Lines\n\nThe strings after the format, and the lines of the library's own tables:\n\n{lines}\n\n\
         ## Formats\n\n{formats}\n\n\
         ## Kinds of attributes\n\n{}\n## Types that the text does not state\n\n{}",
        described("AttrKind"),
        described("Derivation"),
    );
    current("assembly.md", &page);
}

#[test]
fn every_page_is_in_the_summary() {
    let summary = std::fs::read_to_string(root().join("docs/book/src/SUMMARY.md"));
    let summary = summary.expect("it can be read");
    for (path, page) in pages() {
        // Links have existing targets.
        for link in page
            .split("](")
            .skip(1)
            .filter_map(|rest| rest.split(')').next())
        {
            let target = link.split('#').next().unwrap_or_default();
            if target.is_empty() || target.contains("://") {
                continue;
            }
            let folder = path.parent().expect("a file is in a folder");
            assert!(folder.join(target).exists(), "{}: {link}", path.display());
        }
        if path.parent().is_some_and(|folder| folder.ends_with("src")) {
            let name = path.file_name().expect("it is a file").to_string_lossy();
            assert!(
                name == "SUMMARY.md" || summary.contains(&format!("({name})")),
                "{name}"
            );
        }
    }
}

/// The pages beside a binary have what they link to, wherever they lie.
#[test]
fn shipped_pages_link_to_what_is_shipped() {
    let pages = |arguments: &[&str]| {
        let mut command = Command::new("python3");
        command
            .arg("dist/pages")
            .args(arguments)
            .current_dir(root());
        command.output().ok()
    };
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("shipped");
    let _ = std::fs::remove_dir_all(&folder);
    let name = folder.to_str().expect("a plain name");
    let Some(output) = pages(&[name]) else {
        eprintln!("skipped: there is no python3");
        return;
    };
    let told = |output: &std::process::Output| String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{}", told(&output));
    for file in ["README.md", "examples/embed.rs", "ARCHITECTURE.md"] {
        assert!(folder.join(file).is_file(), "{file}");
    }
    let output = pages(&["--check", name]).expect("it runs");
    assert!(output.status.success(), "{}", told(&output));
    std::fs::remove_file(folder.join("examples/embed.rs")).expect("it was there");
    let output = pages(&["--check", name]).expect("it runs");
    assert!(!output.status.success());
    assert!(
        told(&output).contains("README.md: error: there is no `examples/embed.rs`"),
        "{}",
        told(&output)
    );
}
