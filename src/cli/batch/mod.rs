//! `calipers batch`: answers the questions of many programs, surveys programs without questions, counts the answers,
//! and compares them with those of an earlier run.

mod baseline;
mod summary;
mod survey;

use super::answers::Told;
use super::input::{self, Dialects};
use super::progress::Progress;
use super::rule_files::RuleFiles;
use super::semantics::{AllSemantics, Semantics};
use super::{Outcome, json, junit};
use baseline::Baseline;
use calipers::diagnostic::{Diagnostic, Severity};
use calipers::ir::{Module, ParseOptions, split_chunks};
use calipers::program::SourceLocation;
use calipers::source::{Options, warnings};
use calipers::threads::Threads;
use serde_json::{Value, json};
use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Arc;
use std::time::{Duration, Instant};
use summary::Summary;
use survey::Surveyed;

/// The arguments of `batch`.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
A question is a test.reify_bound or a test.compare; `// -----` separates the programs of a file. \
Of a program without questions, every integer, and every dynamic size, stride and offset is a question: it is \
`constant`, `symbolic` (equal to an expression in arguments), `bounded`, `unknown`, `missing-rule`, a free \
`argument`, or `unreachable`. What can't be read is reported and does not stop the run.

With `--baseline`, answers are compared with those that an earlier run with `--json` printed: `lost`, `looser`, \
`changed`, `slower` (each a failure), `tighter`. What is `not compared`, as a value that has another name now, or a \
file that is not in this run, is no failure, unless nothing could be compared.

Exit code: 0 if every file was processed, 1 if not or if an answer is worse than in the baseline, 2 if the \
command line is invalid or there is no file of a name in it.

Examples:
  calipers batch examples
  calipers batch examples --json > answers.jsonl
  calipers batch examples --baseline answers.jsonl --junit report.xml
  calipers batch examples --shard 1/2 --threads 4 --json > answers.1.jsonl")]
pub struct Arguments {
    /// Programs, and directories in which all `.mlir`, `.mlirbc` and `.onnx` files are programs, however deep.
    #[arg(value_name = "PATH", required = true)]
    paths: Vec<PathBuf>,
    /// Every N-th file only, from the K-th on: N runs with the shards 1/N to N/N share the files.
    #[arg(long, value_name = "K/N", default_value = "1/1")]
    shard: Shard,
    /// Print every answer and a summary, as JSON Lines.
    #[arg(long)]
    json: bool,
    /// Survey every value of programs with questions, too.
    #[arg(long)]
    survey: bool,
    /// Compare the answers with those of an earlier run, which `--json` printed.
    #[arg(long, value_name = "FILE")]
    baseline: Option<PathBuf>,
    /// An answer is slower than in the baseline if it takes so many times as long, and 50 ms longer.
    #[arg(
        long,
        value_name = "FACTOR",
        default_value_t = 3.0,
        requires = "baseline"
    )]
    slower: f64,
    #[command(flatten)]
    reports: junit::Reports,
    /// The number of threads; the number of processors if not given.
    #[arg(long, value_name = "N")]
    threads: Option<NonZeroUsize>,
    #[command(flatten)]
    rules: RuleFiles,
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
    surveyed: Vec<Surveyed>,
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
    fn of_line(name: &str, line: u32, message: String) -> Failure {
        let place = SourceLocation {
            file: name.to_owned(),
            line,
            column: 1,
        };
        Failure {
            diagnostic: Diagnostic::new(Severity::Error, Some(place), message),
            source: None,
        }
    }
}

/// The number of files in flight for each thread, so that answers are printed as they are found.
const IN_FLIGHT: usize = 16;

/// Runs the batch.
pub fn run(arguments: &Arguments) -> Outcome {
    Outcome::reported(try_run(arguments))
}

fn try_run(arguments: &Arguments) -> Result<Outcome, String> {
    let files = input::files(&arguments.paths, &["mlir", "mlirbc", "onnx"])?;
    let baseline = arguments
        .baseline
        .as_deref()
        .map(Baseline::read)
        .transpose()?;
    let files = shared(files, arguments.shard);
    let threads = arguments
        .threads
        .map_or_else(Threads::available, Threads::new);
    let dialects = Dialects {
        allow_unregistered_dialect: arguments.dialects.allow_unregistered_dialect
            && !arguments.registered_only,
        lenient: Some(arguments.dialects.lenient.unwrap_or(false)),
    };
    let mut all = AllSemantics::new(&arguments.rules, dialects)?;
    let batch = Batch {
        json: arguments.json,
        survey: arguments.survey,
        progress: Progress::new(files.len(), "files"),
    };
    let mut summary = Summary::new(baseline, arguments.slower);
    let run = batch.run(&files, &mut all, &threads, &mut summary);
    arguments.reports.write("calipers batch", summary.cases())?;
    match run {
        // The reader has closed the pipe.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(Outcome::Done),
        outcome => {
            outcome.map_err(|error| format!("calipers: the answers can't be written: {error}"))
        }
    }
}

fn shared(files: Vec<PathBuf>, shard: Shard) -> Vec<PathBuf> {
    let mine = files.into_iter().skip(shard.number - 1);
    mine.step_by(shard.count).collect()
}

struct Batch {
    json: bool,
    survey: bool,
    progress: Progress,
}

impl Batch {
    fn run(
        &self,
        files: &[PathBuf],
        all: &mut AllSemantics,
        threads: &Threads,
        summary: &mut Summary,
    ) -> io::Result<Outcome> {
        let start = Instant::now();
        let mut out = io::stdout().lock();
        for files in files.chunks(IN_FLIGHT * threads.count()) {
            let asked: Vec<_> = files.iter().map(|file| (file, all.of_file(file))).collect();
            for report in threads.map(asked, |(path, semantics)| self.process(path, semantics)) {
                let records = report.records();
                self.tell(&mut out, &report, &records)?;
                summary.add(&report, &records);
            }
            self.progress
                .set_message(format!("{} questions", summary.questions));
        }
        self.progress.clear();
        if summary.is_unrelated() {
            // If this fails, there is no way to report it.
            let _ = writeln!(
                io::stderr(),
                "error: the baseline has no answer about these files: run `batch` in the same folder as then, with \
                 the same paths"
            );
        }
        match self.json {
            true => summary.write_json(&mut out, start.elapsed())?,
            false => summary.write_text(&mut out, start.elapsed())?,
        }
        Ok(match summary.is_failed() {
            false => Outcome::Done,
            true => Outcome::Failed,
        })
    }

    /// The answers of a file. A panic affects only this file.
    fn process(&self, path: &Path, semantics: Result<Arc<Semantics>, (u32, String)>) -> Report {
        let start = Instant::now();
        let name = path.display().to_string();
        let mut found = Report {
            name,
            answers: vec![],
            surveyed: vec![],
            failures: vec![],
            warnings: vec![],
            time: Duration::ZERO,
        };
        let read = semantics.and_then(|semantics| {
            let options = Options {
                parse: semantics.options.clone(),
                ..Options::default()
            };
            let text = calipers::source::read(path, options);
            let text = text.map_err(|error| (1, format!("can't be read: {error}")))?;
            Ok((semantics, text))
        });
        match read {
            Err((line, message)) => {
                let failure = Failure::of_line(&found.name, line, message);
                found.failures.push(failure);
            }
            Ok((semantics, text)) => {
                for (first_line, text) in split_chunks(&text) {
                    let name = found.name.clone();
                    let chunk = || self.chunk(&mut found, &semantics, text, first_line);
                    let failure = match catch_unwind(AssertUnwindSafe(chunk)) {
                        Ok(result) => result.err(),
                        Err(_) => {
                            let message = "the analysis broke down: please report it";
                            Some(Failure::of_line(&name, 1, message.to_owned()))
                        }
                    };
                    found.failures.extend(failure);
                }
            }
        }
        self.progress.add_one();
        found.time = start.elapsed();
        found
    }

    /// Adds the answers of a program, and the errors in the rules.
    fn chunk(
        &self,
        found: &mut Report,
        semantics: &Semantics,
        text: &str,
        first_line: u32,
    ) -> Result<(), Failure> {
        let answerer = &semantics.answerer;
        let source = |place: &SourceLocation| {
            let line = place.line.saturating_sub(first_line) as usize;
            text.lines().nth(line).map(str::to_owned)
        };
        let options = ParseOptions {
            first_line,
            ..semantics.options.clone()
        };
        let module = Module::parse(text, &found.name, options).map_err(|error| {
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
        let answers = answerer.inside(&module, module.top(), &one, &mut report);
        if self.survey || answers.is_empty() {
            let rules = &semantics.with_calls;
            let surveyed = survey::of(&module, rules, &answerer.config, &mut report);
            found.surveyed.extend(surveyed);
        }
        found.answers.extend(answers);
        let warnings = warnings(&module).chain(report).map(|diagnostic| Failure {
            source: diagnostic.location.as_ref().and_then(source),
            diagnostic,
        });
        found.warnings.extend(warnings);
        Ok(())
    }

    fn tell(&self, out: &mut impl Write, report: &Report, records: &[Value]) -> io::Result<()> {
        if self.json {
            for failure in &report.failures {
                let mut object = json::diagnostic(&failure.diagnostic);
                object["kind"] = json!("failure");
                writeln!(out, "{object}")?;
            }
        }
        for Failure { diagnostic, source } in report.failures.iter().chain(&report.warnings) {
            let text = diagnostic.render(source.as_deref());
            self.progress.print(&text);
        }
        if self.json {
            for record in records {
                writeln!(out, "{record}")?;
            }
        }
        out.flush()
    }
}

impl Report {
    /// The answers as `docs/json.md` describes them.
    fn records(&self) -> Vec<Value> {
        let answers = self.answers.iter().map(|answered| {
            let mut object = answered.to_json(&self.name);
            object["kind"] = json!("answer");
            object["us"] = micros(answered.time).into();
            object
        });
        let surveyed = self.surveyed.iter().map(|it| it.to_json(&self.name));
        answers.chain(surveyed).collect()
    }
}

fn micros(time: Duration) -> u64 {
    u64::try_from(time.as_micros()).unwrap_or(u64::MAX)
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
