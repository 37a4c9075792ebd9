//! Errors in files of forms.

use super::{Source, Span};
use thiserror::Error;

/// An invalid form, with its position.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{rendered}")]
pub struct FormError {
    /// The error message.
    pub message: String,
    /// The name of the file.
    pub file: String,
    /// Line, from 1.
    pub line: usize,
    /// Column, from 1, in characters.
    pub column: usize,
    /// The whole message, with the line of the source and a caret.
    pub rendered: String,
}

impl FormError {
    /// An error at the position `span` of `source`.
    pub fn new(source: &Source, span: Span, message: impl Into<String>) -> FormError {
        let message = message.into();
        let (line, column) = source.line_column(span.start);
        FormError {
            rendered: source.render_error(span.start, &message),
            message,
            file: source.name().to_string(),
            line,
            column,
        }
    }
}
