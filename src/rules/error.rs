//! What can be wrong with a rule file.

use thiserror::Error;

/// A rule that cannot be read.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{rendered}")]
pub struct RuleError {
    /// What is wrong.
    pub message: String,
    /// The file.
    pub file: String,
    /// Line, from 1.
    pub line: usize,
    /// Column, from 1, in characters.
    pub column: usize,
    /// The whole message, with the line of the source and a caret.
    pub rendered: String,
}
