//! `calipers completions` and `calipers man`: shell completions and manual pages.

use super::Outcome;
use super::opt;
use clap::Command;
use clap_mangen::Man;
use std::io::{self, Write};

/// The arguments of `completions`.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  calipers completions bash > ~/.local/share/bash-completion/completions/calipers
  calipers completions zsh > ~/.zfunc/_calipers
  calipers completions fish > ~/.config/fish/completions/calipers.fish")]
pub struct Shell {
    /// The shell.
    shell: clap_complete::Shell,
}

/// The arguments of `man`.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  calipers man > calipers.1
  calipers man opt > calipers-opt.1")]
pub struct Page {
    /// A command, for a page of its own.
    command: Option<String>,
}

/// Prints completions.
pub fn completions(command: Command, shell: &Shell) -> Outcome {
    let mut text = vec![];
    clap_complete::generate(shell.shell, &mut whole(command), "calipers", &mut text);
    print(&text)
}

/// Prints the manual page.
pub fn man(command: Command, page: &Page) -> Outcome {
    let mut command = whole(command);
    // Gives every subcommand its full name.
    command.build();
    let man = match &page.command {
        None => Man::new(command),
        Some(name) => match command.find_subcommand(name) {
            Some(found) => Man::new(found.clone()).title(format!("calipers-{name}")),
            None => {
                let _ = writeln!(io::stderr(), "calipers: there is no command `{name}`");
                return Outcome::BadInput;
            }
        },
    };
    let mut text = vec![];
    match man.render(&mut text) {
        Ok(()) => print(&text),
        Err(error) => unwritten(&error),
    }
}

/// The command line with the options of `opt`, which has a parser of its own.
fn whole(command: Command) -> Command {
    command.mut_subcommand("opt", opt::described)
}

fn print(text: &[u8]) -> Outcome {
    match io::stdout().lock().write_all(text) {
        Ok(()) => Outcome::Done,
        Err(error) => unwritten(&error),
    }
}

fn unwritten(error: &io::Error) -> Outcome {
    // The reader has closed the pipe.
    if error.kind() == io::ErrorKind::BrokenPipe {
        return Outcome::Done;
    }
    // If this fails too, there is no way to report it.
    let _ = writeln!(io::stderr(), "calipers: the text can't be written: {error}");
    Outcome::BadInput
}
