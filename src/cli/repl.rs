//! `calipers repl`: a prompt at which questions are answered.

use super::Outcome;
use calipers::rules::Rules;
use calipers::script::{Answer, Session, Shelf};
use calipers::sexp::{Form, FormKind, Forms, Source, Span, is_complete};
use rustyline::completion::{Completer, Pair};
use rustyline::error::ReadlineError;
use rustyline::history::DefaultHistory;
use rustyline::validate::{ValidationContext, ValidationResult, Validator};
use rustyline::{Context, Editor, Helper, Highlighter, Hinter};
use std::io::{self, Write};
use std::path::PathBuf;

/// What `repl` takes.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  calipers repl
  calipers repl examples/tiled_matmul.mlir
  calipers repl --rules my_dialect.rules")]
pub struct Arguments {
    /// A file of more rules; may be repeated.
    #[arg(long, value_name = "FILE")]
    rules: Vec<String>,
}

/// Runs the prompt until its user leaves.
pub fn run(arguments: &Arguments) -> Outcome {
    let rules = match super::rule_files::load(&arguments.rules) {
        Ok(rules) => rules,
        Err(message) => {
            let _ = writeln!(io::stderr(), "{message}");
            return Outcome::BadInput;
        }
    };
    match prompt(&rules) {
        Ok(()) => Outcome::Done,
        Err(error) => {
            let _ = writeln!(
                io::stderr(),
                "calipers: the terminal can't be read: {error}"
            );
            Outcome::BadInput
        }
    }
}

fn prompt(rules: &Rules) -> rustyline::Result<()> {
    let shelf = Shelf::new();
    let mut session = Session::new(rules, &shelf);
    let mut editor: Editor<Assistant, DefaultHistory> = Editor::new()?;
    let history = history_file();
    if let Some(path) = &history {
        // There is none before the first time.
        let _ = editor.load_history(path);
    }
    loop {
        editor.set_helper(Some(Assistant {
            words: session.words(),
        }));
        match editor.readline("calipers> ") {
            Ok(text) => {
                if !text.trim().is_empty() {
                    let _ = editor.add_history_entry(&text);
                }
                match answer(&mut session, text) {
                    Ok(Next::Prompt) => {}
                    Ok(Next::Leave) => break,
                    Err(error) if error.kind() == io::ErrorKind::BrokenPipe => break,
                    Err(error) => return Err(error.into()),
                }
            }
            Err(ReadlineError::Interrupted) => {}
            Err(ReadlineError::Eof) => break,
            Err(error) => return Err(error),
        }
    }
    if let Some(path) = &history {
        // Nothing is lost but the convenience.
        let _ = path.parent().map(std::fs::create_dir_all);
        let _ = editor.save_history(path);
    }
    Ok(())
}

/// The place for the history: `calipers/history` in the user's data directory.
fn history_file() -> Option<PathBuf> {
    let from = |name| std::env::var_os(name).filter(|value| !value.is_empty());
    let data = match from("XDG_DATA_HOME") {
        Some(data) => PathBuf::from(data),
        None => PathBuf::from(from("HOME")?).join(".local/share"),
    };
    Some(data.join("calipers/history"))
}

/// What comes after a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Next {
    Prompt,
    Leave,
}

/// Carries out what was typed.
fn answer(session: &mut Session<'_>, text: String) -> io::Result<Next> {
    let source = Source::new("input", text);
    let forms: Result<Vec<Form>, _> = Forms::new(source.text())
        .large_integers_as_atoms()
        .collect();
    let mut out = io::stdout().lock();
    let forms = match forms {
        Ok(forms) => forms,
        Err(error) => {
            let _ = writeln!(io::stderr(), "{}", error.render(&source));
            return Ok(Next::Prompt);
        }
    };
    for form in commands(forms) {
        match session.execute(&form) {
            Ok(Answer::Nothing) => {}
            Ok(Answer::Text(text) | Answer::CheckFailed(text)) => {
                writeln!(out, "{text}")?;
                out.flush()?;
            }
            Ok(Answer::Leave) => return Ok(Next::Leave),
            Err(error) => {
                let _ = writeln!(io::stderr(), "{}", error.render(&source));
                break;
            }
        }
    }
    Ok(Next::Prompt)
}

/// The commands in a line. The parentheses around the only one may be left out.
fn commands(forms: Vec<Form>) -> Vec<Form> {
    match (forms.first(), forms.last()) {
        (Some(first), Some(last)) if first.as_list().is_none() => {
            let span: Span = first.span.to(last.span);
            vec![Form {
                span,
                kind: FormKind::List(forms),
            }]
        }
        _ => forms,
    }
}

/// Completes words, and lets a command go on over several lines.
#[derive(Helper, Hinter, Highlighter)]
struct Assistant {
    words: Vec<String>,
}

impl Completer for Assistant {
    type Candidate = Pair;

    fn complete(
        &self,
        line: &str,
        position: usize,
        _: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<Pair>)> {
        let typed = &line[..position];
        let start = typed
            .rfind(|c: char| c.is_whitespace() || matches!(c, '(' | ')' | '"' | ';'))
            .map_or(0, |at| {
                at + typed[at..].chars().next().map_or(1, char::len_utf8)
            });
        let word = &typed[start..];
        let pair = |word: &String| Pair {
            display: word.clone(),
            replacement: word.clone(),
        };
        let known = self.words.iter().filter(|known| known.starts_with(word));
        Ok((start, known.map(pair).collect()))
    }
}

impl Validator for Assistant {
    fn validate(&self, context: &mut ValidationContext<'_>) -> rustyline::Result<ValidationResult> {
        Ok(match is_complete(context.input()) {
            true => ValidationResult::Valid(None),
            false => ValidationResult::Incomplete,
        })
    }
}
