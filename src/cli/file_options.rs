//! Options in the first comment of a program or a script: `// calipers: --rules my.rules`.

use super::rule_files::RuleFiles;
use calipers::sexp::{Forms, Source};
use clap::Parser;
use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;

/// The word after which a comment has options.
const MARK: &str = "calipers:";

/// How many bytes at the beginning of a file may be comments with options.
const MOST: u64 = 64 << 10;

/// What a comment may state.
#[derive(Debug, Parser)]
#[command(no_binary_name = true, disable_help_flag = true)]
struct Options {
    #[command(flatten)]
    rules: RuleFiles,
}

/// The comment that a line is; empty of an empty line, none if it is another line.
fn comment(line: &str) -> Option<&str> {
    let line = line.trim();
    let comment = line.strip_prefix("//").or_else(|| line.strip_prefix(';'));
    comment.or(line.is_empty().then_some(""))
}

/// The comments before the first other line of a file, and what follows at the beginning of it; empty if it cannot be
/// read as text.
pub fn beginning(file: &Path) -> String {
    let mut text = String::new();
    // A pipe can be read once.
    if !file.is_file() {
        return text;
    }
    let Ok(file) = File::open(file) else {
        return text;
    };
    let mut reader = BufReader::new(file.take(MOST));
    loop {
        let start = text.len();
        match reader.read_line(&mut text) {
            Ok(1..) if comment(&text[start..]).is_some() => {}
            _ => return text,
        }
    }
}

/// The options in the comments before the first other line of a text, with the number of the line; none if there are
/// none. Rule files are relative to the folder of the file.
///
/// # Errors
/// The number of the line and what is wrong in it.
fn stated(file: &str, text: &str) -> Result<Option<(u32, RuleFiles)>, (u32, String)> {
    let comments = text.lines().map_while(comment).zip(1u32..);
    let folder = Path::new(file).parent().unwrap_or(Path::new(""));
    let mut found: Option<(u32, RuleFiles)> = None;
    for (comment, number) in comments {
        let Some(options) = comment.trim().strip_prefix(MARK) else {
            continue;
        };
        let read = Options::try_parse_from(options.split_whitespace());
        let mut rules = read.map_err(|error| (number, told(&error)))?.rules;
        for file in &mut rules.files {
            *file = folder.join(&*file).display().to_string();
        }
        let all = &mut found.get_or_insert((number, RuleFiles::default())).1;
        all.files.extend(rules.files);
        all.without.extend(rules.without);
    }
    Ok(found)
}

/// What is wrong in a comment, on one line.
fn told(error: &clap::Error) -> String {
    let text = error.to_string();
    let first = text.lines().next().unwrap_or_default();
    let first = first.strip_prefix("error: ").unwrap_or(first);
    format!("{first}: a comment `{MARK}` may have `--rules FILE` and `--without RULE`")
}

/// What is wrong in a line of a file, with its place.
pub fn placed(file: &str, (line, message): &(u32, String)) -> String {
    format!("{file}:{line}:1: error: {message}")
}

impl RuleFiles {
    /// These rules and those that the first comment of a text names, with the number of its line; 1 if there is none.
    ///
    /// # Errors
    /// The number of the line and what is wrong in it.
    pub fn with_those_in(&self, file: &str, text: &str) -> Result<(u32, RuleFiles), (u32, String)> {
        let mut all = self.clone();
        let Some((line, own)) = stated(file, text)? else {
            return Ok((1, all));
        };
        let place = |file: &String| Path::new(file).canonicalize().ok();
        for file in own.files {
            let is_there = all
                .files
                .iter()
                .any(|it| *it == file || place(it) == place(&file) && place(it).is_some());
            if !is_there {
                all.files.push(file);
            }
        }
        all.without.extend(own.without);
        Ok((line, all))
    }

    /// The same for a script, with the rules that the programs name which it loads.
    ///
    /// # Errors
    /// The number of the line and what is wrong in it.
    pub fn with_those_of_script(
        &self,
        file: &str,
        text: &str,
    ) -> Result<(u32, RuleFiles), (u32, String)> {
        let (mut line, mut all) = self.with_those_in(file, text)?;
        let source = Source::new(file, text);
        let folder = Path::new(file).parent().unwrap_or(Path::new(""));
        for form in Forms::new(text).filter_map(Result::ok) {
            let loaded = match form.as_call() {
                Some(("load", [path])) => {
                    path.as_str().or_else(|| path.as_atom()).map(str::to_owned)
                }
                _ => None,
            };
            if let Some(loaded) = loaded {
                let number = u32::try_from(source.line_column(form.span.start).0).unwrap_or(1);
                let path = folder.join(loaded).display().to_string();
                let with = all.with_those_of(&path).map_err(|error| (number, error))?;
                if with != all {
                    (line, all) = (number, with);
                }
            }
        }
        Ok((line, all))
    }

    /// The same for a file; these rules alone if it cannot be read as text, and for standard input.
    ///
    /// # Errors
    /// What is wrong in the comment, with its place.
    pub fn with_those_of(&self, file: &str) -> Result<RuleFiles, String> {
        let found = self.with_those_in(file, &beginning(Path::new(file)));
        found
            .map(|(_, rules)| rules)
            .map_err(|wrong| placed(file, &wrong))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_before_the_text_have_options() {
        let given = RuleFiles::of(&["a.rules".to_owned()]);
        let read = |text: &str| given.with_those_in("tests/x.mlir", text);
        let text = "// A program.\r\n\r\n// calipers: --rules b.rules --without addi\r\n//calipers: --rules c.rules\n";
        let (line, found) = read(text).expect("it can be read");
        assert_eq!(line, 3);
        assert_eq!(found.files, ["a.rules", "tests/b.rules", "tests/c.rules"]);
        assert_eq!(found.without, ["addi"]);
        let (_, found) = read("; calipers: --rules=b.rules\n").expect("it can be read");
        assert_eq!(found.files, ["a.rules", "tests/b.rules"]);
        for text in [
            "",
            "// calipers annotate --rules b.rules",
            "func.func @f()\n// calipers: --rules b.rules",
        ] {
            assert_eq!(read(text), Ok((1, given.clone())), "{text}");
        }
        let (line, error) =
            read("\n// calipers: --rulse b.rules").expect_err("a misspelled option");
        assert_eq!(line, 2);
        assert!(
            error.starts_with("unexpected argument '--rulse' found: a comment"),
            "{error}"
        );
    }
}
