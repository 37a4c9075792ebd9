//! `calipers run`: executes a script, and prints a line for each question.

use super::Outcome;
use super::file_options::placed;
use super::input::{Dialects, not_a_script};
use super::rule_files::RuleFiles;
use calipers::ir::ParseOptions;
use calipers::rules::Rules;
use calipers::script::{Answer, ProgramArena, Session};
use calipers::sexp::{Form, Forms, Severity, Source};
use serde_json::json;
use std::io::{self, Read, Write};

/// The arguments of `run`.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  calipers run examples/tiled_matmul.cal
  calipers run --json examples/tiled_matmul.cal
  calipers run --smt examples/tiled_matmul.cal | z3 -in
  echo '(var x :min 0 :max 9) (range (* 4 x))' | calipers run -")]
pub struct Arguments {
    /// The script, or `-` for the standard input.
    #[arg(value_name = "FILE")]
    script: String,
    #[command(flatten)]
    rules: RuleFiles,
    /// Print answers and errors as JSON Lines.
    #[arg(long)]
    json: bool,
    /// Print an SMT-LIB script for each question, with all facts that it may use: unsatisfiable if the answer is right.
    #[arg(long)]
    smt: bool,
    #[command(flatten)]
    dialects: Dialects,
}

/// Runs a script.
pub fn run(arguments: &Arguments) -> Outcome {
    if let Some(error) = not_a_script(&arguments.script) {
        let _ = writeln!(io::stderr(), "{error}");
        return Outcome::BadInput;
    }
    let text = match read(&arguments.script) {
        Ok(text) => text,
        Err(error) => {
            // If this fails too, there is no way to report it.
            let _ = writeln!(
                io::stderr(),
                "calipers: `{}` can't be read: {error}",
                arguments.script
            );
            return Outcome::BadInput;
        }
    };
    let files = arguments
        .rules
        .with_those_of_script(&arguments.script, &text);
    let files = files
        .map(|it| it.1)
        .map_err(|wrong| placed(&arguments.script, &wrong));
    let rules = match files.and_then(|files| super::rule_files::load_with_calls(&files)) {
        Ok(rules) => rules,
        Err(message) => {
            let _ = writeln!(io::stderr(), "{message}");
            return Outcome::BadInput;
        }
    };
    let source = Source::new(&arguments.script, text);
    let mut stdout = io::stdout().lock();
    let mut script = Script {
        source: &source,
        rules: &rules,
        json: arguments.json,
        smt: arguments.smt,
        options: arguments.dialects.options(&rules),
        out: &mut stdout,
        outcome: Outcome::Done,
        is_lost: false,
        following: 0,
    };
    match script.run() {
        Ok(()) => script.outcome,
        // The reader has closed the pipe.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => script.outcome,
        Err(error) => {
            let _ = writeln!(
                io::stderr(),
                "calipers: the answers can't be written: {error}"
            );
            Outcome::BadInput
        }
    }
}

fn read(path: &str) -> io::Result<String> {
    let mut bytes = vec![];
    if path == "-" {
        io::stdin().lock().read_to_end(&mut bytes)?;
    } else {
        bytes = std::fs::read(path)?;
    }
    // Invalid UTF-8 is an error outside of comments only.
    Ok(String::from_utf8(bytes)
        .unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned()))
}

/// The state of a script.
struct Script<'s, W> {
    source: &'s Source,
    rules: &'s Rules,
    json: bool,
    /// Whether each question is printed as SMT-LIB.
    smt: bool,
    /// The parse options for programs.
    options: ParseOptions,
    out: &'s mut W,
    outcome: Outcome,
    /// Whether the last `load` failed.
    is_lost: bool,
    /// The number of commands that failed because of it.
    following: usize,
}

impl<W: Write> Script<'_, W> {
    fn run(&mut self) -> io::Result<()> {
        let mut arena = ProgramArena::reading(self.options.clone());
        if self.source.name() != "-" {
            arena = arena.beside(self.source.name());
        }
        let mut session = Session::new(self.rules, &arena);
        let mut forms = Forms::new(self.source.text()).large_integers_as_atoms();
        while let Some(form) = forms.next() {
            match form {
                Ok(form) => self.execute(&mut session, &form)?,
                Err(error) => {
                    let failure = Failure {
                        offset: error.span.start,
                        message: error.kind.to_string(),
                        rendered: error.render(self.source),
                    };
                    self.fail(&failure, true)?;
                    forms.recover();
                }
            }
        }
        self.tell_following();
        Ok(())
    }

    fn execute(&mut self, session: &mut Session<'_>, form: &Form) -> io::Result<()> {
        let answer = session.execute(form);
        let _ = write!(io::stderr(), "{}", session.take_report_text());
        match answer {
            Ok(Answer::Nothing) => {
                self.is_lost &= !is_load(form);
                if let Some(warning) = session.warning_after(form) {
                    let place = form.span.start;
                    let warning = self.source.render(Severity::Warning, place, warning);
                    let _ = writeln!(io::stderr(), "{warning}");
                }
                Ok(())
            }
            Ok(Answer::Text(text)) => self.answer(session, form, &text),
            Ok(Answer::CheckFailed(text)) => {
                self.outcome = self.outcome.max(Outcome::Failed);
                self.answer(session, form, &text)
            }
            Ok(Answer::Leave) => {
                let message = "there is no prompt to leave";
                let failure = Failure {
                    offset: form.span.start,
                    message: message.to_owned(),
                    rendered: self.source.render_error(form.span.start, message),
                };
                self.fail(&failure, true)
            }
            Err(error) => {
                let failure = Failure {
                    offset: error.span.start,
                    message: error.to_string(),
                    rendered: match error.lacks_program && self.is_lost {
                        true => String::new(),
                        false => error.render(self.source),
                    },
                };
                self.following += usize::from(failure.rendered.is_empty());
                if is_load(form) {
                    // The next questions are not about the previous program.
                    session.forget_program();
                    self.is_lost = true;
                }
                self.fail(&failure, Session::expects_answer(form))
            }
        }
    }

    /// Prints the number of commands that failed because a program was missing, which was reported before.
    fn tell_following(&self) {
        if self.following > 0 && !self.json {
            let _ = writeln!(
                io::stderr(),
                "calipers: {} more commands are about the program that can't be read",
                self.following
            );
        }
    }

    fn answer(&mut self, session: &mut Session<'_>, form: &Form, text: &str) -> io::Result<()> {
        let scripts = match self.smt {
            true => session.smt_scripts_of(form),
            false => vec![],
        };
        if !self.json && self.smt {
            return self.print_scripts(form, text, &scripts);
        }
        if !self.json {
            return self.print(text);
        }
        let (line, column) = self.source.line_column(form.span.start);
        let mut object = json!({
            "kind": "answer",
            "file": self.source.name(),
            "line": line,
            "column": column,
            "question": form.to_string(),
            "answer": text,
        });
        if form.as_call().is_some_and(|(name, _)| name == "prove") {
            let examples = session.examples();
            for (key, point) in [
                ("true_at", examples.true_at),
                ("false_at", examples.false_at),
            ] {
                if let Some(point) = point {
                    let values = point.into_iter();
                    let values = values.map(|(name, value)| (name, value.to_string().into()));
                    object[key] = serde_json::Value::Object(values.collect());
                }
            }
        }
        if self.smt && !scripts.is_empty() {
            object["smt"] = scripts.into();
        }
        self.print(&object.to_string())
    }

    /// Prints the answer to a question as a comment, and each script with a command that ends it.
    fn print_scripts(&mut self, form: &Form, text: &str, scripts: &[String]) -> io::Result<()> {
        self.print(&commented(&format!("{form} is {text}")))?;
        for script in scripts {
            self.print(&format!("{script}\n(reset)"))?;
        }
        Ok(())
    }

    fn print(&mut self, text: &str) -> io::Result<()> {
        self.out.write_all(format!("{text}\n").as_bytes())?;
        self.out.flush()
    }

    /// Reports the error of a command, and keeps the answers aligned with the questions.
    fn fail(&mut self, failure: &Failure, expects_answer: bool) -> io::Result<()> {
        self.outcome = Outcome::BadInput;
        if self.json {
            let (line, column) = self.source.line_column(failure.offset);
            let object = json!({
                "kind": "error",
                "file": self.source.name(),
                "line": line,
                "column": column,
                "message": failure.message,
            });
            return self.print(&object.to_string());
        }
        if !failure.rendered.is_empty() {
            let _ = writeln!(io::stderr(), "{}", failure.rendered);
        }
        match expects_answer {
            true => self.print("error"),
            false => Ok(()),
        }
    }
}

/// The error of a command.
struct Failure {
    offset: usize,
    message: String,
    /// The full text for a terminal; empty if it follows from an error that was reported before.
    rendered: String,
}

/// A text as comments of SMT-LIB.
fn commented(text: &str) -> String {
    let lines = text.lines().map(|line| format!("; {line}"));
    lines.collect::<Vec<_>>().join("\n")
}

/// Whether a command reads a program.
fn is_load(form: &Form) -> bool {
    matches!(form.as_call(), Some(("load" | "reload", _)))
}
