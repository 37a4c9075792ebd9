//! The chunks of a file, each of which is a separate program.

use super::arguments::{Arguments, Mode};
use super::passes::{Chosen, Kind, Step};
use super::schedule;
use super::verify_diagnostics::Expectations;
use super::{Outcome, Timing};
use crate::cli::answers::{Answered, Answerer, Teller};
use crate::cli::json;
use calipers::bytecode;
use calipers::diagnostic::{Diagnostic, Severity};
use calipers::ir::{Module, ParseError, ParseOptions};
use calipers::program::{OpId, SourceLocation};
use calipers::rules::{Rules, Verifier};
use calipers::solve::Config;
use calipers::source::warnings;
use calipers::threads::Threads;
use calipers::transform::pass::{Pass, PassResult, Report, Scope};
use std::cell::RefCell;
use std::collections::HashSet;
use std::io::{self, Write};
use std::rc::Rc;
use std::sync::Arc;

/// A part of a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Chunk {
    /// Its text.
    pub text: Arc<String>,
    /// The number of its first line in the file, from 1.
    pub first_line: u32,
}

impl Chunk {
    /// The parts of `text` between lines that begin with `marker`; all of it without one.
    pub fn split(text: &Arc<String>, marker: Option<&str>) -> Vec<Chunk> {
        let Some(marker) = marker else {
            return vec![Chunk {
                text: Arc::clone(text),
                first_line: 1,
            }];
        };
        let mut chunks = Vec::new();
        let (mut start, mut first_line) = (0, 1);
        let (mut offset, mut number) = (0, 1u32);
        for line in text.split_inclusive('\n') {
            let end = offset + line.len();
            number = number.saturating_add(1);
            if line.starts_with(marker) {
                chunks.push(Chunk {
                    text: Arc::new(text[start..offset].to_owned()),
                    first_line,
                });
                (start, first_line) = (end, number);
            }
            offset = end;
        }
        chunks.push(Chunk {
            text: match start {
                0 => Arc::clone(text),
                _ => Arc::new(text[start..].to_owned()),
            },
            first_line,
        });
        chunks
    }
}

/// The size in bytes from which functions are analysed on several threads, which start while the text is parsed.
const MANY_BYTES: usize = 8192;

/// The state that all chunks share.
pub struct Driver<'a> {
    arguments: &'a Arguments,
    steps: Vec<Step>,
    rules: Arc<Rules>,
    /// The parse options for the file.
    options: ParseOptions,
    threads: Threads,
    /// The time of each phase so far.
    pub timing: Timing,
}

impl<'a> Driver<'a> {
    /// A driver that runs `steps`.
    pub fn new(arguments: &'a Arguments, steps: Vec<Step>, rules: Rules) -> Driver<'a> {
        Driver {
            arguments,
            steps,
            options: arguments.parse_options(&rules),
            rules: Arc::new(rules),
            threads: arguments
                .threads
                .map_or_else(Threads::available, Threads::new),
            timing: Timing::default(),
        }
    }

    /// Processes a chunk: prints to `output`, and reports diagnostics.
    ///
    /// # Errors
    /// If writing to `output` fails.
    pub fn process(&mut self, chunk: &Chunk, output: &mut dyn Write) -> io::Result<Outcome> {
        let mut report = Vec::new();
        let outcome = self.transform(chunk, output, &mut report)?;
        if self.arguments.verify_diagnostics {
            // The output of an analysis is not a diagnostic.
            let (texts, report): (Vec<_>, Vec<_>) = report
                .into_iter()
                .partition(|it| it.severity == Severity::Text);
            self.show(chunk, &texts);
            let complaints = self.verify(chunk, &report);
            self.show(chunk, &complaints);
            return Ok(match complaints.is_empty() {
                true => Outcome::Done,
                false => Outcome::Failed,
            });
        }
        self.show(chunk, &report);
        Ok(outcome)
    }

    /// The name of the input in messages.
    fn file(&self) -> &'a str {
        match self.arguments.input.as_str() {
            "-" => "<stdin>",
            name => name,
        }
    }

    fn transform(
        &mut self,
        chunk: &Chunk,
        output: &mut dyn Write,
        report: &mut Vec<Diagnostic>,
    ) -> io::Result<Outcome> {
        let options = ParseOptions {
            first_line: chunk.first_line,
            ..self.options.clone()
        };
        let file = self.file();
        let one = Threads::one();
        let threads = match chunk.text.len() {
            ..MANY_BYTES => &one,
            _ => &self.threads,
        };
        threads.start();
        let parsed = self.timing.time(
            |timing| &mut timing.parse,
            || Module::parse_shared(&chunk.text, file, options),
        );
        let mut module = match parsed {
            Ok(module) => module,
            Err(error) => {
                report.push(syntax_error(error));
                return Ok(Outcome::Failed);
            }
        };
        report.extend(warnings(&module));
        if self.violations(&module, report) {
            return Ok(Outcome::Failed);
        }
        let answers = Rc::new(RefCell::new(Vec::new()));
        let runner = schedule::Runner {
            instantiate: &|chosen: Chosen| self.instantiate(chosen, &answers),
            threads,
            after: &|module, chosen| self.print_after(module, chosen),
        };
        let top = module.top();
        let start = std::time::Instant::now();
        let result = runner.run(&mut module, top, &self.steps, report);
        self.timing.analysis += start.elapsed();
        if result.is_err() {
            return Ok(Outcome::Failed);
        }
        match self.arguments.mode {
            Mode::Answer => {
                let mut teller = Teller::new(&module);
                let mut noted: HashSet<String> = HashSet::new();
                for answered in answers.take() {
                    let notes = answered.notes(&module);
                    report.extend(notes.filter(|it| noted.insert(it.message.clone())));
                    let told = teller.tell(answered);
                    match self.arguments.json {
                        true => writeln!(output, "{}", told.to_json(file))?,
                        false => writeln!(output, "{told}")?,
                    }
                }
            }
            Mode::Transform | Mode::Help => {
                if let Some(version) = self.arguments.bytecode {
                    return self.write_bytecode(&module, version, output, report);
                }
                let printed = || self.arguments.printed(&module);
                let text = self.timing.time(|timing| &mut timing.print, printed);
                writeln!(output, "{text}")?;
            }
        }
        Ok(Outcome::Done)
    }

    /// Prints the program after a pass, if that is wanted, with the header of `mlir-opt`.
    fn print_after(&self, module: &Module, chosen: Chosen) {
        if !self.arguments.print_after_all {
            return;
        }
        let kind = format!("{:?}", chosen.kind);
        let name = kind
            .split(|c: char| !c.is_alphanumeric())
            .next()
            .unwrap_or_default();
        let text = self.arguments.printed(module);
        // If this fails, there is no way to report it.
        let _ = writeln!(
            io::stderr(),
            "// -----// IR Dump After {name} //----- //\n{text}\n"
        );
    }

    fn write_bytecode(
        &mut self,
        module: &Module,
        version: u64,
        output: &mut dyn Write,
        report: &mut Vec<Diagnostic>,
    ) -> io::Result<Outcome> {
        let write = || bytecode::write(module, version);
        match self.timing.time(|timing| &mut timing.print, write) {
            Ok(bytes) => output.write_all(&bytes).map(|()| Outcome::Done),
            Err(error) => {
                let place = module.reported_position(module.top());
                report.push(Diagnostic::new(Severity::Error, place, error.to_string()));
                Ok(Outcome::Failed)
            }
        }
    }

    /// Reports the ops that violate their schemas; returns whether there are any.
    fn violations(&self, module: &Module, report: &mut Vec<Diagnostic>) -> bool {
        let before = report.len();
        let mut verifier = Verifier::new(&self.rules, module);
        for op in module.walk(module.top()) {
            report.extend(verifier.check(op).into_iter().map(|violation| {
                let place = module.reported_position(violation.op);
                Diagnostic::new(Severity::Error, place, violation.to_string())
            }));
        }
        report.len() > before
    }

    fn config(&self) -> Config {
        Config {
            solver: self.arguments.solver,
            ..Config::default()
        }
    }

    fn instantiate(&self, chosen: Chosen, answers: &Rc<RefCell<Vec<Answered>>>) -> Box<dyn Pass> {
        match (self.arguments.mode, chosen.kind) {
            (Mode::Answer, Kind::ReifyValueBounds { terms, .. }) => Box::new(AnswerQuestions {
                answerer: Answerer {
                    terms,
                    rules: Arc::clone(&self.rules),
                    config: self.config(),
                },
                answers: Rc::clone(answers),
            }),
            _ => chosen.instantiate(&self.rules, &self.config()),
        }
    }

    /// Prints diagnostics with their source lines to standard error.
    fn show(&self, chunk: &Chunk, report: &[Diagnostic]) {
        if report.is_empty() {
            return;
        }
        let lines: Vec<&str> = chunk.text.lines().collect();
        let mut stderr = std::io::stderr().lock();
        for diagnostic in report {
            let line = diagnostic.location.as_ref().and_then(|place| {
                // A location that the program states may be in another file.
                let here = place.file == self.file();
                let at = place.line.checked_sub(chunk.first_line).filter(|_| here)?;
                lines.get(at as usize).copied()
            });
            let text = match self.arguments.json {
                true => format!("{}\n", json::diagnostic(diagnostic)),
                false => diagnostic.render(line),
            };
            if stderr.write_all(text.as_bytes()).is_err() {
                return;
            }
        }
    }

    /// The differences between the diagnostics and the expectations of the chunk.
    fn verify(&self, chunk: &Chunk, report: &[Diagnostic]) -> Vec<Diagnostic> {
        let read = Expectations::read(self.file(), &chunk.text, chunk.first_line);
        let (mut expectations, mut complaints) = read;
        complaints.extend(report.iter().filter_map(|d| expectations.check(d)));
        complaints.extend(expectations.missing());
        complaints
    }
}

fn syntax_error(error: ParseError) -> Diagnostic {
    let place = SourceLocation {
        file: error.file,
        line: error.line,
        column: error.column,
    };
    Diagnostic::new(Severity::Error, Some(place), error.message)
}

/// `--answers`: answers the questions of functions and leaves them as they are.
struct AnswerQuestions {
    answerer: Answerer,
    answers: Rc<RefCell<Vec<Answered>>>,
}

impl Pass for AnswerQuestions {
    fn scope(&self) -> Scope {
        Scope::Function
    }

    fn run(&self, module: &mut Module, root: OpId, report: &mut Report) -> PassResult {
        self.run_on_all(module, &[root], &Threads::one(), report)
    }

    fn run_on_all(
        &self,
        module: &mut Module,
        roots: &[OpId],
        threads: &Threads,
        report: &mut Report,
    ) -> PassResult {
        let answers = self
            .answerer
            .of_functions(module, roots.to_vec(), threads, report);
        self.answers.borrow_mut().extend(answers);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chunks_know_their_lines() {
        let text = "a\n// -----\nb\nc\n// ----- // more\n\nd";
        let text = Arc::new(text.to_owned());
        let chunks = Chunk::split(&text, Some("// -----"));
        let seen: Vec<_> = chunks
            .iter()
            .map(|c| (c.first_line, c.text.as_str()))
            .collect();
        assert_eq!(seen, [(1, "a\n"), (3, "b\nc\n"), (6, "\nd")]);
        assert_eq!(Chunk::split(&text, None).len(), 1);
        assert_eq!(Chunk::split(&Arc::default(), Some("//")).len(), 1);
    }
}
