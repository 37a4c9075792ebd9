//! How commands end.

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

impl From<Outcome> for ExitCode {
    fn from(outcome: Outcome) -> ExitCode {
        ExitCode::from(match outcome {
            Outcome::Done => 0,
            Outcome::Failed => 1,
            Outcome::BadInput => 2,
        })
    }
}
