//! The commands of the binary. A new command is a module here, a variant of [`Command`], and a line in [`main`].

mod annotate;
mod answers;
mod batch;
mod describe;
mod export;
mod file_options;
mod input;
mod json;
mod junit;
#[cfg(feature = "lsp")]
mod lsp;
mod opt;
mod outcome;
mod picture;
mod progress;
mod repl;
mod rule_files;
mod rules;
mod run;
mod semantics;
#[cfg(feature = "serve")]
mod serve;
mod smt;
mod stopwatch;
mod test;

pub(crate) use outcome::Outcome;

use calipers::script::Session;
use clap::error::{ContextKind, ContextValue};
use clap::{Args, CommandFactory, Parser, Subcommand};
use std::ffi::OsString;
use std::io::{self, Write};
use std::process::ExitCode;

/// Computes sound lower and upper bounds of index values, dimensions, strides and offsets in compiler programs.
#[derive(Debug, Parser)]
#[command(
    name = "calipers",
    version,
    after_help = "\
Exit code: 0 on success; 1 if a check failed or a program could not be processed; 2 if the command line or a \
named file is invalid.

Examples:
  calipers annotate examples/tiled_matmul.mlir
  calipers run examples/tiled_matmul.cal
  calipers repl examples/tiled_matmul.mlir
  calipers opt examples/tiled_matmul.mlir --canonicalize --cse
  calipers batch examples --json > answers.jsonl
  calipers test examples"
)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Run passes over MLIR programs, with mlir-opt's options.
    #[command(disable_help_flag = true)]
    Opt(Verbatim),
    /// Print a program with the bounds of its values as comments.
    Annotate(annotate::Arguments),
    /// Answer the questions in many programs in parallel, and print a summary.
    Batch(batch::Arguments),
    /// Compare the answers in programs and scripts with the expected ones in their comments.
    Test(test::Arguments),
    /// Run a script of questions.
    Run(run::Arguments),
    /// Start an interactive prompt.
    Repl(repl::Arguments),
    /// Answer an SMT-LIB script over integers.
    Smt(smt::Arguments),
    /// Draw the e-graph of a value, or the loops around it.
    Picture(picture::Arguments),
    /// Write a question for other tools for e-graphs: an egglog program, or the JSON of an e-graph.
    Export(export::Arguments),
    /// List, check and find rules.
    Rules(rules::Arguments),
    /// Start a local web page for programs and questions.
    #[cfg(feature = "serve")]
    Serve(serve::Arguments),
    /// Start a language server.
    #[cfg(feature = "lsp")]
    Lsp(lsp::Arguments),
    /// Print shell completions.
    Completions(describe::Shell),
    /// Print the manual page.
    Man(describe::Page),
}

/// A number of things, such as `1 file` and `2 files`.
fn counted(number: usize, thing: &str) -> String {
    match number {
        1 => format!("1 {thing}"),
        _ => format!("{number} {thing}s"),
    }
}

/// Arguments that the command reads itself.
#[derive(Debug, Args)]
struct Verbatim {
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, num_args = 0..)]
    arguments: Vec<String>,
}

/// Reads the command line and runs its command.
pub fn main() -> ExitCode {
    // `opt` has a parser of its own, because describing all other commands would take a tenth of a short run.
    let mut arguments = std::env::args_os().skip(1).map(OsString::into_string);
    if arguments
        .next()
        .is_some_and(|first| first.as_deref() == Ok("opt"))
        && let Ok(arguments) = arguments.collect()
    {
        return opt::run(arguments).into();
    }
    let arguments = std::env::args_os().map(input::with_two_dashes);
    let parsed = match Cli::try_parse_from(arguments) {
        Ok(parsed) => parsed,
        Err(error) => {
            // If this fails, there is no way to report it.
            let _ = error.print();
            let unknown = error.get(ContextKind::InvalidSubcommand);
            if let Some(ContextValue::String(name)) = unknown
                && Session::commands().any(|command| command == name)
            {
                let _ = writeln!(
                    io::stderr(),
                    "`calipers repl FILE -c '{name} …'` asks it about a program."
                );
            }
            return ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(2));
        }
    };
    let outcome = match parsed.command {
        Command::Opt(Verbatim { arguments }) => opt::run(arguments),
        Command::Annotate(arguments) => annotate::run(&arguments),
        Command::Batch(arguments) => batch::run(&arguments),
        Command::Test(arguments) => test::run(&arguments),
        Command::Run(arguments) => run::run(&arguments),
        Command::Repl(arguments) => repl::run(&arguments),
        Command::Smt(arguments) => smt::run(&arguments),
        Command::Picture(arguments) => picture::run(&arguments),
        Command::Export(arguments) => export::run(&arguments),
        Command::Rules(arguments) => rules::run(&arguments),
        #[cfg(feature = "serve")]
        Command::Serve(arguments) => serve::run(&arguments),
        #[cfg(feature = "lsp")]
        Command::Lsp(arguments) => lsp::run(&arguments),
        Command::Completions(shell) => describe::completions(Cli::command(), &shell),
        Command::Man(page) => describe::man(Cli::command(), &page),
    };
    outcome.into()
}
