//! `calipers batch`: answers the questions of many programs, and counts the answers.

use super::answers::{Answerer, Told};
use super::input::Dialects;
use super::progress::progress;
use super::{Outcome, json, rule_files};
use calipers::diagnostic::{Diagnostic, Severity};
use calipers::ir::{Module, ParseOptions, split_chunks};
use calipers::program::SourceLocation;
use calipers::rules::Rules;
use calipers::solve::Config;
use calipers::source::Options;
use calipers::threads::Threads;
use calipers::transform::answers::Terms;
use indicatif::ProgressBar;
use serde_json::json;
use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The arguments of `batch`.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
A question is a test.reify_bound or a test.compare; `// -----` separates the programs of a file. \
What can't be read is reported and does not stop the run.

Exit code: 0 if every file was processed, 1 if not, 2 if the command line is invalid.

Examples:
  calipers batch examples
  calipers batch examples --json > answers.jsonl
  calipers batch examples --shard 1/2 --threads 4 --json > answers.1.jsonl")]
pub struct Arguments {
    /// Programs, and directories in which all `.mlir` files are programs, however deep.
    #[arg(value_name = "PATH", required = true)]
    paths: Vec<PathBuf>,
    /// Every N-th file only, from the K-th on: N runs with the shards 1/N to N/N share the files.
    #[arg(long, value_name = "K/N", default_value = "1/1")]
    shard: Shard,
    /// Print every answer and a summary, as JSON Lines.
    #[arg(long)]
    json: bool,
    /// The number of threads; the number of processors if not given.
    #[arg(long, value_name = "N")]
    threads: Option<NonZeroUsize>,
    /// A file of more rules; may be repeated.
    #[arg(long, value_name = "FILE")]
    rules: Vec<String>,
    /// Do not accept ops of unknown dialects.
    #[arg(long, conflicts_with = "allow_unregistered_dialect")]
    registered_only: bool,
    #[command(flatten)]
    dialects: Dialects,
}

/// Part `number` of `count`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Shard {
    number: usize,
    count: usize,
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Shard, String> {
        let parts = text.split_once('/');
        let parts = parts.and_then(|(k, n)| Some((k.parse().ok()?, n.parse().ok()?)));
        match parts {
            Some((number, count)) if 1 <= number && number <= count => Ok(Shard { number, count }),
            _ => Err("a shard is K/N with 1 <= K <= N".to_owned()),
        }
    }
}

/// The outcome for a file.
struct Report {
    name: String,
    answers: Vec<Told>,
    failures: Vec<Failure>,
    /// Errors in the rules.
    warnings: Vec<Failure>,
    time: Duration,
}

/// Why a program could not be processed.
struct Failure {
    diagnostic: Diagnostic,
    /// The source line of the error.
    source: Option<String>,
}

impl Failure {
    fn of_file(name: &str, message: String) -> Failure {
        let place = SourceLocation {
            file: name.to_owned(),
            line: 1,
            column: 1,
        };
        Failure {
            diagnostic: Diagnostic::new(Severity::Error, Some(place), message),
            source: None,
        }
    }
}

/// The sums over all files.
#[derive(Default)]
struct Summary {
    files: usize,
    failed: usize,
    questions: usize,
    answered: usize,
    /// Of all files together, on all threads.
    work: Duration,
}

/// The number of files in flight for each thread, so that answers are printed as they are found.
const IN_FLIGHT: usize = 16;

/// Runs the batch.
pub fn run(arguments: &Arguments) -> Outcome {
    match try_run(arguments) {
        Ok(outcome) => outcome,
        Err(message) => {
            // If this fails too, there is no way to report it.
            let _ = writeln!(io::stderr(), "{message}");
            Outcome::BadInput
        }
    }
}

fn try_run(arguments: &Arguments) -> Result<Outcome, String> {
    let rules = rule_files::load(&arguments.rules)?;
    let files = files(&arguments.paths)?;
    if files.is_empty() {
        return Err("error: there is no `.mlir` file".to_owned());
    }
    let files = shared(files, arguments.shard);
    let threads = arguments
        .threads
        .map_or_else(Threads::available, Threads::new);
    let dialects = Dialects {
        allow_unregistered_dialect: arguments.dialects.allow_unregistered_dialect
            && !arguments.registered_only,
    };
    let options = dialects.options(&rules);
    let batch = Batch {
        answerer: Answerer {
            terms: Terms::OtherValues,
            rules: Arc::<Rules>::new(rules),
            config: Config::default(),
        },
        options,
        json: arguments.json,
        progress: progress(files.len(), "files"),
    };
    match batch.run(&files, &threads) {
        // The reader has closed the pipe.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(Outcome::Done),
        outcome => {
            outcome.map_err(|error| format!("calipers: the answers can't be written: {error}"))
        }
    }
}

/// The programs among the paths, sorted by name, without duplicates.
fn files(paths: &[PathBuf]) -> Result<Vec<PathBuf>, String> {
    let mut found = vec![];
    for path in paths {
        match path.is_dir() {
            true => collect(path, &mut found)?,
            false => found.push(path.clone()),
        }
    }
    found.sort();
    found.dedup();
    Ok(found)
}

fn collect(directory: &Path, found: &mut Vec<PathBuf>) -> Result<(), String> {
    let unreadable = |error| format!("calipers: `{}` can't be read: {error}", directory.display());
    for entry in std::fs::read_dir(directory).map_err(unreadable)? {
        let entry = entry.map_err(unreadable)?;
        let path = entry.path();
        // A link to a directory may form a cycle.
        match entry.file_type().map_err(unreadable)?.is_dir() {
            true => collect(&path, found)?,
            false if is_program(&path) && path.is_file() => {
                found.push(path);
            }
            false => {}
        }
    }
    Ok(())
}

/// Whether the extension is that of a program: text or bytecode.
fn is_program(path: &Path) -> bool {
    path.extension()
        .is_some_and(|it| it == "mlir" || it == "mlirbc")
}

fn shared(files: Vec<PathBuf>, shard: Shard) -> Vec<PathBuf> {
    let mine = files.into_iter().skip(shard.number - 1);
    mine.step_by(shard.count).collect()
}

struct Batch {
    answerer: Answerer,
    options: ParseOptions,
    json: bool,
    progress: ProgressBar,
}

impl Batch {
    fn run(&self, files: &[PathBuf], threads: &Threads) -> io::Result<Outcome> {
        let start = Instant::now();
        let mut summary = Summary::default();
        let mut out = io::stdout().lock();
        for files in files.chunks(IN_FLIGHT * threads.count()) {
            let files: Vec<&Path> = files.iter().map(PathBuf::as_path).collect();
            for report in threads.map(files, |path| self.process(path)) {
                self.tell(&mut out, &report)?;
                summary.add(&report);
            }
            self.progress
                .set_message(format!("{} questions", summary.questions));
        }
        self.progress.finish_and_clear();
        self.close(&mut out, &summary, start.elapsed())?;
        Ok(match summary.failed {
            0 => Outcome::Done,
            _ => Outcome::Failed,
        })
    }

    /// The answers of a file. A panic affects only this file.
    fn process(&self, path: &Path) -> Report {
        let start = Instant::now();
        let name = path.display().to_string();
        let (mut answers, mut failures, mut warnings) = (vec![], vec![], vec![]);
        let options = Options {
            parse: self.options.clone(),
            ..Options::default()
        };
        match calipers::source::read(path, options) {
            Err(error) => failures.push(Failure::of_file(&name, format!("can't be read: {error}"))),
            Ok(text) => {
                for (first_line, text) in split_chunks(&text) {
                    let chunk = || self.chunk(&name, text, first_line);
                    match catch_unwind(AssertUnwindSafe(chunk)) {
                        Ok(Ok((found, wrong))) => {
                            answers.extend(found);
                            warnings.extend(wrong);
                        }
                        Ok(Err(failure)) => failures.push(failure),
                        Err(_) => {
                            let message = "the analysis broke down: please report it";
                            failures.push(Failure::of_file(&name, message.to_owned()));
                        }
                    }
                }
            }
        }
        self.progress.inc(1);
        Report {
            name,
            answers,
            failures,
            warnings,
            time: start.elapsed(),
        }
    }

    /// The answers of a program, and the errors in the rules.
    fn chunk(
        &self,
        name: &str,
        text: &str,
        first_line: u32,
    ) -> Result<(Vec<Told>, Vec<Failure>), Failure> {
        let source = |place: &SourceLocation| {
            let line = place.line.saturating_sub(first_line) as usize;
            text.lines().nth(line).map(str::to_owned)
        };
        let options = ParseOptions {
            first_line,
            ..self.options.clone()
        };
        let module = Module::parse(text, name, options).map_err(|error| {
            let place = SourceLocation {
                file: error.file,
                line: error.line,
                column: error.column,
            };
            let source = source(&place);
            Failure {
                diagnostic: Diagnostic::new(Severity::Error, Some(place), error.message),
                source,
            }
        })?;
        // Files are distributed over the threads, functions are not.
        let one = Threads::one();
        let mut report = vec![];
        let answers = self
            .answerer
            .inside(&module, module.top(), &one, &mut report);
        let warnings = report.into_iter().map(|diagnostic| Failure {
            source: diagnostic.location.as_ref().and_then(source),
            diagnostic,
        });
        Ok((answers, warnings.collect()))
    }

    fn tell(&self, out: &mut impl Write, report: &Report) -> io::Result<()> {
        if self.json {
            for failure in &report.failures {
                let mut object = json::diagnostic(&failure.diagnostic);
                object["kind"] = json!("failure");
                writeln!(out, "{object}")?;
            }
        }
        for Failure { diagnostic, source } in report.failures.iter().chain(&report.warnings) {
            let text = diagnostic.render(source.as_deref());
            // If this fails, there is no way to report it.
            self.progress
                .suspend(|| drop(io::stderr().write_all(text.as_bytes())));
        }
        if self.json {
            for answered in &report.answers {
                let mut object = answered.to_json(&report.name);
                object["kind"] = json!("answer");
                writeln!(out, "{object}")?;
            }
        }
        out.flush()
    }

    fn close(&self, out: &mut impl Write, summary: &Summary, wall: Duration) -> io::Result<()> {
        let Summary {
            files,
            failed,
            questions,
            answered,
            work,
        } = *summary;
        if self.json {
            let object = json!({
                "kind": "summary",
                "files": files,
                "failed": failed,
                "questions": questions,
                "answered": answered,
                "wall_us": micros(wall),
                "work_us": micros(work),
            });
            return writeln!(out, "{object}");
        }
        writeln!(
            out,
            "{files} files ({failed} failed), {questions} questions, {answered} answered, {:.3} s \
             ({:.3} s of work)",
            wall.as_secs_f64(),
            work.as_secs_f64()
        )
    }
}

fn micros(time: Duration) -> u64 {
    u64::try_from(time.as_micros()).unwrap_or(u64::MAX)
}

impl Summary {
    fn add(&mut self, report: &Report) {
        let answered = report.answers.iter().filter(|it| it.is_answered());
        self.files += 1;
        self.failed += usize::from(!report.failures.is_empty());
        self.questions += report.answers.len();
        self.answered += answered.count();
        self.work += report.time;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shards_share_the_files() {
        let files: Vec<PathBuf> = (0..10).map(|n| PathBuf::from(n.to_string())).collect();
        let mut together: Vec<PathBuf> = (1..=3)
            .flat_map(|number| shared(files.clone(), Shard { number, count: 3 }))
            .collect();
        together.sort();
        assert_eq!(together, files);
        assert!("0/3".parse::<Shard>().is_err());
        assert!("4/3".parse::<Shard>().is_err());
        assert!("3".parse::<Shard>().is_err());
        assert_eq!(
            "3/3".parse(),
            Ok(Shard {
                number: 3,
                count: 3
            })
        );
    }
}
