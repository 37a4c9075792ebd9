//! `calipers rules`: what the rules are.

use super::Outcome;
use calipers::rules::Rules;
use std::io::{self, Write};

/// What `rules` takes.
#[derive(Debug, clap::Args)]
pub struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, clap::Subcommand)]
enum Command {
    /// Print which rules there are, op by op, as Markdown.
    Table(Files),
}

/// Rule files besides those that come with the library.
#[derive(Debug, clap::Args)]
struct Files {
    /// More rule files.
    #[arg(value_name = "FILE")]
    files: Vec<String>,
}

/// Runs the subcommand.
pub fn run(arguments: &Arguments) -> Outcome {
    match &arguments.command {
        Command::Table(files) => table(files),
    }
}

fn table(files: &Files) -> Outcome {
    let Some(rules) = files.load() else {
        return Outcome::BadInput;
    };
    match write!(io::stdout().lock(), "{}", rules.table()) {
        Ok(()) => Outcome::Done,
        // Whoever read the table has seen enough of it.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Outcome::Done,
        Err(error) => {
            let _ = writeln!(
                io::stderr(),
                "calipers: the table can't be written: {error}"
            );
            Outcome::BadInput
        }
    }
}

impl Files {
    /// The rules of the library and those of the files; none if one can't be read, which is said.
    fn load(&self) -> Option<Rules> {
        let mut rules = Rules::embedded();
        for file in &self.files {
            let loaded = std::fs::read_to_string(file)
                .map_err(|error| format!("`{file}` can't be read: {error}"))
                .and_then(|text| rules.load(file, &text).map_err(|error| error.rendered));
            if let Err(message) = loaded {
                let _ = writeln!(io::stderr(), "calipers: {message}");
                return None;
            }
        }
        Some(rules)
    }
}
