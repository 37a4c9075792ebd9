//! `calipers repl`: an interactive prompt.

mod assistant;
mod inline;
mod journal;

use super::Outcome;
use super::input::Dialects;
use super::rule_files::{RuleFiles, load_with_calls};
use assistant::Assistant;
use calipers::rules::Rules;
use calipers::script::{Answer, ProgramArena, Session, Vocabulary};
use calipers::sexp::{Form, FormKind, Forms, Source, is_complete};
use inline::Shown;
use journal::Journal;
use rustyline::error::ReadlineError;
use rustyline::history::DefaultHistory;
use rustyline::{ColorMode, CompletionType, Config, Editor};
use std::io::{self, BufRead, IsTerminal, Write};
use std::path::PathBuf;

/// The arguments of `repl`.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
At the prompt the outermost parentheses may be left out. A term is a question for its range, a condition \
for its truth, both as `%x + 1 <= %n` or `(<= (+ %x 1) %n)`. `help` lists the topics, Tab completes, and an \
open parenthesis goes on in the next line. Ctrl-C ends a question and keeps the session. A picture is shown where the terminal can (kitty, Ghostty, Konsole, \
iTerm2 and WezTerm, if `rsvg-convert` is installed); else it goes to a file, or with `save \"FILE\" COMMAND` to \
that one.

Exit code: with `-c`, or if the input is no terminal, 0 if all was answered, 1 if a `check` failed, 2 if a command or a \
file is invalid. Otherwise 0.

Examples:
  calipers repl
  calipers repl examples/tiled_matmul.mlir
  calipers repl examples/tiled_matmul.mlir -c '%width' -c '%j + %width <= 128'
  calipers repl examples/dialect/program.mlir --rules examples/dialect/frame.rules")]
pub struct Arguments {
    /// A program to load.
    #[arg(value_name = "FILE")]
    program: Option<String>,
    /// Answer this in place of what is typed; may be repeated.
    #[arg(
        short = 'c',
        long = "command",
        value_name = "COMMAND",
        allow_hyphen_values = true
    )]
    commands: Vec<String>,
    /// The journal of the session, of which this is the prompt.
    #[arg(long, hide = true)]
    journal: Option<PathBuf>,
    #[command(flatten)]
    rules: RuleFiles,
    #[command(flatten)]
    dialects: Dialects,
}

/// The rules of the command line and of the program.
fn rules_of(arguments: &Arguments) -> Result<Rules, String> {
    let files = match &arguments.program {
        Some(program) => arguments.rules.with_those_of(program)?,
        None => arguments.rules.clone(),
    };
    load_with_calls(&files)
}

/// Runs the prompt until the user exits.
pub fn run(arguments: &Arguments) -> Outcome {
    let is_typed = arguments.commands.is_empty() && io::stdin().is_terminal();
    #[cfg(unix)]
    if is_typed && arguments.journal.is_none() {
        let ended = journal::supervise();
        return Outcome::reported(ended.map_err(|error| format!("calipers: {error}")));
    }
    let rules = match rules_of(arguments) {
        Ok(rules) => rules,
        Err(message) => {
            let _ = writeln!(io::stderr(), "{message}");
            return Outcome::BadInput;
        }
    };
    let arena = ProgramArena::reading(arguments.dialects.options(&rules));
    let mut session = Session::new(&rules, &arena);
    session.prefer_infix();
    if let Some(path) = &arguments.program
        && let Err(error) = session.load_program(path)
    {
        let _ = writeln!(io::stderr(), "calipers: {error}");
        return Outcome::BadInput;
    }
    let report = session.take_report_text();
    let resumed = arguments.journal.as_deref();
    let resumed = match resumed.map(|path| Journal::resume(path, &mut session)) {
        Some(Err(message)) => return Outcome::reported(Err(message)),
        Some(Ok((journal, is_resumed))) => (Some(journal), is_resumed),
        None => (None, false),
    };
    let (journal, is_resumed) = resumed;
    if !is_resumed {
        let _ = write!(io::stderr(), "{report}");
    }
    let mut prompt = Prompt {
        session,
        journal,
        outcome: Outcome::Done,
    };
    let answered = match (is_typed, arguments.commands.is_empty()) {
        (true, _) => prompt.read(is_resumed),
        (_, true) => prompt.answer_lines(io::stdin().lock()).map_err(Into::into),
        (_, false) => prompt
            .answer_lines(arguments.commands.join("\n").as_bytes())
            .map_err(Into::into),
    };
    match answered {
        Ok(outcome) => outcome,
        Err(error) => {
            let _ = writeln!(
                io::stderr(),
                "calipers: the terminal can't be read: {error}"
            );
            Outcome::BadInput
        }
    }
}

/// A session, and the journal of it at a terminal.
struct Prompt<'p> {
    session: Session<'p>,
    journal: Option<Journal>,
    /// That of the worst command.
    outcome: Outcome,
}

impl Prompt<'_> {
    /// The prompt of a terminal, which is always done in the end: its user has seen each error.
    fn read(&mut self, is_resumed: bool) -> rustyline::Result<Outcome> {
        // See https://no-color.org: set to any value.
        let is_plain = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        let colors = match is_plain {
            true => ColorMode::Disabled,
            false => ColorMode::Enabled,
        };
        // Like shells: the first press completes the common prefix, the second lists the rest.
        let config = Config::builder()
            .color_mode(colors)
            .completion_type(CompletionType::List)
            .build();
        let mut editor: Editor<Assistant, DefaultHistory> = Editor::with_config(config)?;
        if io::stdout().is_terminal() && !is_resumed {
            writeln!(io::stdout(), "{}", banner(&self.session.vocabulary()))?;
        }
        let history = history_file();
        if let Some(path) = &history {
            let _ = path.parent().map(std::fs::create_dir_all);
            // The file does not exist at first.
            let _ = editor.load_history(path);
        }
        loop {
            editor.set_helper(Some(Assistant::new(self.session.vocabulary(), !is_plain)));
            match editor.readline("calipers> ") {
                Ok(text) => {
                    if !text.trim().is_empty() {
                        let _ = editor.add_history_entry(&text);
                        if let Some(path) = &history {
                            // Only the history is lost.
                            let _ = editor.append_history(path);
                        }
                    }
                    if self.answer(text)? == Next::Leave {
                        break;
                    }
                }
                Err(ReadlineError::Interrupted) => {}
                Err(ReadlineError::Eof) => break,
                Err(error) => return Err(error),
            }
        }
        Ok(Outcome::Done)
    }

    /// Answers lines that no one types. An open parenthesis goes on in the next line, at the end it is an error.
    fn answer_lines(&mut self, input: impl BufRead) -> io::Result<Outcome> {
        let mut text = String::new();
        for line in input.lines() {
            text += &line?;
            if is_complete(&text) {
                if self.answer(std::mem::take(&mut text))? == Next::Leave {
                    return Ok(self.outcome);
                }
            } else {
                text.push('\n');
            }
        }
        self.answer(text)?;
        Ok(self.outcome)
    }

    /// Executes the commands in a line. A reader that is gone wants no more answers.
    fn answer(&mut self, text: String) -> io::Result<Next> {
        match self.told(text) {
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(Next::Leave),
            told => told,
        }
    }

    /// Reports what is wrong with a line.
    fn fail(&mut self, message: &str) {
        self.outcome = Outcome::BadInput;
        // If this fails, there is no way to report it.
        let _ = writeln!(io::stderr(), "{message}");
    }

    fn told(&mut self, text: String) -> io::Result<Next> {
        let source = Source::new("input", text);
        let forms: Result<Vec<Form>, _> = Forms::new(source.text())
            .large_integers_as_atoms()
            .collect();
        let mut out = io::stdout().lock();
        let forms = match forms {
            Ok(forms) => forms,
            Err(error) => {
                self.fail(&error.render(&source));
                return Ok(Next::Prompt);
            }
        };
        let commands = match self.session.commands_of(&forms) {
            Ok(commands) => commands,
            Err(error) => {
                self.fail(&error.render(&source));
                return Ok(Next::Prompt);
            }
        };
        for form in commands {
            let (form, file) = redirected(form);
            let answer = match form.as_call() {
                Some(("help", [])) => Ok(Answer::Text(Session::topics())),
                _ => self.session.execute(&form),
            };
            let _ = write!(io::stderr(), "{}", self.session.take_report_text());
            if matches!(answer, Ok(Answer::CheckFailed(_))) {
                self.outcome = Outcome::Failed.max(self.outcome);
            }
            if let (Some(journal), Ok(_)) = (&mut self.journal, &answer) {
                journal.note(&form)?;
            }
            match answer {
                Ok(Answer::Nothing) => {
                    if let Some(warning) = self.session.warning_after(&form) {
                        let _ = writeln!(io::stderr(), "warning: {warning}");
                    }
                }
                Ok(Answer::Text(text) | Answer::CheckFailed(text)) => {
                    let shown = match file {
                        Some(_) => Shown::No,
                        None => inline::show(&text, &mut out)?,
                    };
                    let hint = match shown {
                        Shown::Yes => continue,
                        Shown::No => "",
                        Shown::LacksPixels => "; `rsvg-convert`, if installed, would show it here",
                    };
                    match file.or_else(|| picture_file(&text)) {
                        None => {
                            writeln!(out, "{text}")?;
                            out.flush()?;
                        }
                        Some(file) => match std::fs::write(&file, text + "\n") {
                            Ok(()) => writeln!(out, "written to {file}{hint}")?,
                            Err(error) => {
                                self.fail(&format!("`{file}` can't be written: {error}"));
                            }
                        },
                    }
                }
                Ok(Answer::Leave) => return Ok(Next::Leave),
                Err(error) => {
                    self.fail(&error.render(&source));
                    break;
                }
            }
        }
        Ok(Next::Prompt)
    }
}

/// What the prompt says first: three lines that can be typed.
fn banner(words: &Vocabulary) -> String {
    let version = env!("CARGO_PKG_VERSION");
    let examples = match words.names.iter().rfind(|name| name.starts_with('%')) {
        Some(value) => [
            (format!("show {value}"), "what defines a value"),
            (value.clone(), "its range, or its sizes"),
            ("why".to_owned(), "explains the last answer"),
        ],
        None => [
            ("var x :min 0 :max 9".to_owned(), "declares a variable"),
            ("4 * x + 1".to_owned(), "the range of a term: [1, 37] 4k+1"),
            (
                "x mod 4 <= 3".to_owned(),
                "whether a condition holds: proved",
            ),
        ],
    };
    let lines = examples.map(|(line, meaning)| format!("  {line:<20} {meaning}"));
    format!(
        "Calipers {version}. `help` lists the topics, Tab completes, Ctrl-D leaves.\n{}",
        lines.join("\n")
    )
}

/// The path of the history: `calipers/history` in the user's data directory.
fn history_file() -> Option<PathBuf> {
    let from = |name| std::env::var_os(name).filter(|value| !value.is_empty());
    let data = match from("XDG_DATA_HOME") {
        Some(data) => PathBuf::from(data),
        None => PathBuf::from(from("HOME")?).join(".local/share"),
    };
    Some(data.join("calipers/history"))
}

/// The action after a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Next {
    Prompt,
    Leave,
}

/// A file for a picture that a terminal would show as text.
fn picture_file(text: &str) -> Option<String> {
    let extension = match text {
        text if text.starts_with("<svg") => "svg",
        text if text.starts_with("digraph") => "dot",
        _ => return None,
    };
    if !io::stdout().is_terminal() {
        return None;
    }
    let folder = std::env::temp_dir();
    let numbers = 1..;
    let name = |number: u32| {
        let name = format!("calipers-{}-{number}.{extension}", std::process::id());
        folder.join(name)
    };
    let free = numbers.map(name).find(|path| !path.exists())?;
    Some(free.display().to_string())
}

/// Forms as one list.
fn wrapped(first: &Form, last: &Form, forms: &[Form]) -> Form {
    Form {
        span: first.span.to(last.span),
        kind: FormKind::List(forms.to_vec()),
    }
}

/// The command in `(save "FILE" COMMAND)`, whose parentheses may be omitted, and the file for its answer.
fn redirected(form: Form) -> (Form, Option<String>) {
    let Some(("save", [file, command @ ..])) = form.as_call() else {
        return (form, None);
    };
    match (file.as_str(), command) {
        (Some(file), [only]) if only.as_list().is_some() => (only.clone(), Some(file.to_owned())),
        (Some(file), [first, ..]) => {
            let last = command.last().unwrap_or(first);
            (wrapped(first, last, command), Some(file.to_owned()))
        }
        _ => (form, None),
    }
}
