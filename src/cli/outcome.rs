//! How commands end.

use std::io::{self, Write};
use std::process::ExitCode;

/// The outcome of a command.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Outcome {
    /// Success.
    Done,
    /// A check failed, or a program could not be processed.
    Failed,
    /// The command line or a named file is invalid.
    BadInput,
}

impl Outcome {
    /// The outcome of a command that may end with an error, which is printed.
    pub(crate) fn reported(ended: Result<Outcome, String>) -> Outcome {
        ended.unwrap_or_else(|message| {
            // If this fails too, there is no way to report it.
            let _ = writeln!(io::stderr(), "{message}");
            Outcome::BadInput
        })
    }
}

impl From<Outcome> for ExitCode {
    fn from(outcome: Outcome) -> ExitCode {
        ExitCode::from(match outcome {
            Outcome::Done => 0,
            Outcome::Failed => 1,
            Outcome::BadInput => 2,
        })
    }
}
