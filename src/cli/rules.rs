//! `calipers rules`: what the rules are.

use super::Outcome;
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
    let rules = match super::rule_files::load(&files.files) {
        Ok(rules) => rules,
        Err(message) => {
            let _ = writeln!(io::stderr(), "calipers: {message}");
            return Outcome::BadInput;
        }
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
