//! `calipers test`: compares answers with the expected ones in comments, and writes them on request.

mod program;
mod script;

use super::input::{self, Dialects};
use super::junit::{Case, Reports};
use super::rule_files::RuleFiles;
use super::semantics::{AllSemantics, Semantics};
use super::{Outcome, counted};
use calipers::diagnostic::{Diagnostic, Severity};
use calipers::program::SourceLocation;
use calipers::threads::Threads;
use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

/// The arguments of `test`.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
In a program, `// = ANSWER` at the end of a line is the expected answer to the question in it (a \
test.reify_bound or a test.compare): a number, `true`, `false`, `fail` if there is no answer, or an \
expression, for which `sym` stands, too. On any other line it is what `annotate` writes there: \
`// = %width in [2, 9] 7k+2`. In a script, `; => LINE` is the next line of the output.

A file says which rules it needs in a comment before its first other line: `// calipers: --rules my.rules`, in a \
script `; calipers: --rules my.rules`, with the path relative to the file, and `--without RULE`. All commands \
but `lsp` heed it; `serve` that of its FILE.

`--bless` writes the answers in place of the expected ones, and to questions without one; `// =` alone asks it for what \
`annotate` writes there.

In a workflow of GitHub Actions, one line is enough:
  - run: calipers test tests --github --junit report.xml

Exit code: 0 if all answers are the expected ones, 1 if not, 2 if the command line is invalid or there is \
no file of a name in it.

Examples:
  calipers test examples
  calipers test examples/questions.mlir --junit report.xml")]
pub struct Arguments {
    /// Programs and scripts, and directories with `.mlir` and `.cal` files, however deep.
    #[arg(value_name = "PATH", required = true)]
    paths: Vec<PathBuf>,
    /// Write the answers into the files.
    #[arg(long)]
    bless: bool,
    #[command(flatten)]
    reports: Reports,
    /// The number of threads; the number of processors if not given.
    #[arg(long, value_name = "N")]
    threads: Option<NonZeroUsize>,
    #[command(flatten)]
    rules: RuleFiles,
    #[command(flatten)]
    dialects: Dialects,
}

/// The outcome for a file.
#[derive(Default)]
struct Found {
    /// The number of expectations.
    count: usize,
    /// The wrong answers, by line.
    wrong: Vec<Wrong>,
    /// The number of questions without an expected answer.
    unexpected: usize,
    /// Errors in the rules that the answers have revealed.
    report: Vec<Diagnostic>,
    /// The text of the file with the answers in it.
    blessed: Option<String>,
    /// The lines of questions that are none, whose answers `--bless` does not write.
    refused: Vec<u32>,
}

/// An answer that is not the expected one, or a question that has none.
struct Wrong {
    line: u32,
    message: String,
}

impl Wrong {
    fn answer(line: u32, expected: &str, found: &str, reason: &str) -> Wrong {
        let found = match found {
            "" => "nothing".to_owned(),
            found => format!("`{found}`"),
        };
        let reason = match reason {
            "" => String::new(),
            reason => format!(": {reason}"),
        };
        Wrong {
            line,
            message: format!("expected `{expected}`, got {found}{reason}"),
        }
    }
}

/// Runs the tests.
pub fn run(arguments: &Arguments) -> Outcome {
    Outcome::reported(try_run(arguments))
}

fn try_run(arguments: &Arguments) -> Result<Outcome, String> {
    let mut all = AllSemantics::new(&arguments.rules, arguments.dialects)?;
    let files = input::files(&arguments.paths, &["mlir", "cal"])?;
    let threads = arguments
        .threads
        .map_or_else(Threads::available, Threads::new);
    let asked: Vec<_> = files.iter().map(|file| (file, all.of_file(file))).collect();
    let tested = threads.map(asked, |(file, semantics)| test(file, semantics));
    let mut total = Total::default();
    for (file, (case, found)) in files.iter().zip(tested) {
        total.add(file, case, found, arguments.bless)?;
    }
    total.tell();
    arguments.reports.write("calipers test", &total.cases)?;
    Ok(match total.failed {
        0 => Outcome::Done,
        _ => Outcome::Failed,
    })
}

/// Tests a file. A panic affects only this file.
fn test(path: &Path, semantics: Result<Arc<Semantics>, (u32, String)>) -> (Case, Option<Found>) {
    let start = Instant::now();
    let file = path.display().to_string();
    let test = || {
        let semantics = semantics.map_err(|(line, message)| Wrong { line, message })?;
        try_test(&semantics, path, &file)
    };
    let found = catch_unwind(AssertUnwindSafe(test)).unwrap_or_else(|_| {
        Err(Wrong {
            line: 1,
            message: "the analysis broke down: please report it".to_owned(),
        })
    });
    let (found, wrong) = match found {
        Ok(found) => (Some(found), None),
        Err(wrong) => (None, Some(wrong)),
    };
    let all = wrong.iter().chain(found.iter().flat_map(|it| &it.wrong));
    let case = Case {
        name: file.clone(),
        file,
        failures: all.map(|it| (it.line, it.message.clone())).collect(),
        time: start.elapsed(),
    };
    (case, found)
}

fn try_test(semantics: &Semantics, path: &Path, name: &str) -> Result<Found, Wrong> {
    let text = calipers::utf8::read(path).map_err(|error| Wrong {
        line: 1,
        message: format!("can't be read: {error}"),
    })?;
    let mut found = match path.extension().is_some_and(|extension| extension == "cal") {
        true => script::test(semantics, name, &text),
        false => program::test(semantics, name, &text)?,
    };
    // Lines end as they did.
    if text.contains("\r\n") {
        found.blessed = found.blessed.map(|text| text.replace('\n', "\r\n"));
    }
    Ok(found)
}

/// The sums over all files.
#[derive(Default)]
struct Total {
    cases: Vec<Case>,
    expectations: usize,
    failed: usize,
    unexpected: usize,
    rewritten: usize,
}

impl Total {
    fn add(
        &mut self,
        path: &Path,
        mut case: Case,
        found: Option<Found>,
        bless: bool,
    ) -> Result<(), String> {
        if let Some(found) = found {
            self.expectations += found.count;
            for diagnostic in &found.report {
                // If this fails, there is no way to report it.
                let _ = write!(io::stderr(), "{}", diagnostic.render(None));
            }
            match found.blessed.filter(|_| bless) {
                Some(text) => {
                    std::fs::write(path, text).map_err(|error| {
                        format!("calipers: `{}` can't be written: {error}", path.display())
                    })?;
                    self.rewritten += 1;
                    case.failures
                        .retain(|(line, _)| found.refused.contains(line));
                }
                None => self.unexpected += found.unexpected,
            }
        }
        for (line, message) in &case.failures {
            let place = SourceLocation {
                file: case.file.clone(),
                line: *line,
                column: 1,
            };
            let diagnostic = Diagnostic::new(Severity::Error, Some(place), message.clone());
            // If this fails, there is no way to report it.
            let _ = write!(io::stderr(), "{}", diagnostic.render(None));
        }
        self.failed += case.failures.len();
        self.cases.push(case);
        Ok(())
    }

    fn tell(&self) {
        let mut text = format!(
            "{}, {}, {}",
            counted(self.cases.len(), "file"),
            counted(self.expectations, "expected answer"),
            counted(self.failed, "failure")
        );
        if self.expectations + self.unexpected + self.failed + self.rewritten == 0 {
            text += ": an expected answer is a comment at the end of a line, `// = %x in [0, 9]` in a program and \
                     `; => proved` in a script";
        }
        if self.unexpected > 0 {
            let questions = counted(self.unexpected, "question");
            text += &format!("; {questions} without an expected answer, which `--bless` writes");
        }
        if self.rewritten > 0 {
            text += &format!("; rewritten: {}", counted(self.rewritten, "file"));
        }
        // The reader may have closed the pipe.
        let _ = writeln!(io::stdout(), "{text}");
    }
}
