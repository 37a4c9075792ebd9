//! `calipers run`: the questions of a script, each answered by a line.

use super::Outcome;
use calipers::rules::Rules;
use calipers::script::{Answer, Session, Shelf};
use calipers::sexp::{Form, Forms, Source};
use std::io::{self, Read, Write};

/// What `run` takes.
#[derive(Debug, clap::Args)]
pub struct Arguments {
    /// The script, or `-` for the standard input.
    #[arg(value_name = "FILE")]
    script: String,
    /// A file of more rules; may be repeated.
    #[arg(long, value_name = "FILE")]
    rules: Vec<String>,
}

/// Runs a script.
pub fn run(arguments: &Arguments) -> Outcome {
    let rules = match super::rule_files::load(&arguments.rules) {
        Ok(rules) => rules,
        Err(message) => {
            let _ = writeln!(io::stderr(), "{message}");
            return Outcome::BadInput;
        }
    };
    let text = match read(&arguments.script) {
        Ok(text) => text,
        Err(error) => {
            // There is nobody to tell if this fails too.
            let _ = writeln!(
                io::stderr(),
                "calipers: `{}` can't be read: {error}",
                arguments.script
            );
            return Outcome::BadInput;
        }
    };
    let source = Source::new(&arguments.script, text);
    let mut stdout = io::stdout().lock();
    let mut script = Script {
        source: &source,
        rules: &rules,
        out: &mut stdout,
        outcome: Outcome::Done,
    };
    match script.run() {
        Ok(()) => script.outcome,
        // Whoever read the answers has had enough of them.
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
    // A byte that is no text is an error where it matters, not in a comment.
    Ok(String::from_utf8(bytes)
        .unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned()))
}

/// A script in progress.
struct Script<'s, W> {
    source: &'s Source,
    rules: &'s Rules,
    out: &'s mut W,
    outcome: Outcome,
}

impl<W: Write> Script<'_, W> {
    fn run(&mut self) -> io::Result<()> {
        let shelf = Shelf::new();
        let mut session = Session::new(self.rules, &shelf);
        let mut forms = Forms::new(self.source.text()).large_integers_as_atoms();
        while let Some(form) = forms.next() {
            match form {
                Ok(form) => self.execute(&mut session, &form)?,
                Err(error) => {
                    self.fail(&error.render(self.source), true)?;
                    forms.recover();
                }
            }
        }
        Ok(())
    }

    fn execute(&mut self, session: &mut Session<'_>, form: &Form) -> io::Result<()> {
        match session.execute(form) {
            Ok(Answer::Nothing) => Ok(()),
            Ok(Answer::Text(text)) => self.print(&text),
            Ok(Answer::CheckFailed(text)) => {
                self.outcome = self.outcome.max(Outcome::Failed);
                self.print(&text)
            }
            Ok(Answer::Leave) => {
                let message = "there is no prompt to leave";
                let message = self.source.render_error(form.span.start, message);
                self.fail(&message, true)
            }
            Err(error) => self.fail(&error.render(self.source), Session::expects_answer(form)),
        }
    }

    fn print(&mut self, text: &str) -> io::Result<()> {
        self.out.write_all(format!("{text}\n").as_bytes())?;
        self.out.flush()
    }

    /// Says what is wrong with a command, and keeps the lines of the answers in step.
    fn fail(&mut self, message: &str, expects_answer: bool) -> io::Result<()> {
        self.outcome = Outcome::BadInput;
        let _ = writeln!(io::stderr(), "{message}");
        match expects_answer {
            true => self.print("error"),
            false => Ok(()),
        }
    }
}
