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
    /// The file; none for a form without a file.
    pub(crate) source: Option<Arc<Source>>,
}

impl Syntax {
    /// An error in it.
    pub fn error(&self, message: impl Into<String>) -> RuleError {
        match &self.source {
            Some(source) => RuleError::new(source, self.span, message),
            None => RuleError::new(
                &Source::new("-", &*self.format),
                Span { start: 0, end: 0 },
                message,
            ),
        }
    }
}
