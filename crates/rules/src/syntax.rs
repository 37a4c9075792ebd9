//! The custom assembly of ops, as rule files declare it. The reader of programs interprets it.

use calipers_support::sexp::{FormError as RuleError, Source, Span};
use std::sync::Arc;

/// `(syntax NAME|(NAME …) FORMAT LINE …)`.
#[derive(Clone, Debug)]
pub struct Syntax {
    /// The ops.
    pub ops: Vec<String>,
    /// The format of what follows the name of the op.
    pub format: String,
    /// Lines of an op table, which state attributes, types and traits.
    pub lines: Vec<String>,
    /// The place of the format.
    pub span: Span,
    /// The places of the lines.
    pub line_spans: Vec<Span>,
    /// The file; none for a form without a file.
    pub(crate) source: Option<Arc<Source>>,
}

impl Syntax {
    /// The place of the line at that position; that of the format if there is no such line.
    pub fn place(&self, line: Option<usize>) -> Span {
        let span = line.and_then(|line| self.line_spans.get(line));
        span.copied().unwrap_or(self.span)
    }

    /// An error in it.
    pub fn error(&self, place: Span, message: impl Into<String>) -> RuleError {
        match &self.source {
            Some(source) => RuleError::new(source, place, message),
            None => RuleError::new(
                &Source::new("-", &*self.format),
                Span { start: 0, end: 0 },
                message,
            ),
        }
    }
}
