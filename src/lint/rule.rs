//! The rules that are checked, and the findings about them.

use crate::sexp::{Form, Severity, Span};

/// A form that is a rule.
pub(super) struct ReadRule {
    /// The index of its file.
    pub(super) file: usize,
    pub(super) form: Form,
    /// The index among the identities, if it is one.
    pub(super) rewrite: Option<usize>,
    /// The index among the identities that shorten answers, if it is one; the first of two directions.
    pub(super) for_answers: Option<usize>,
}

impl ReadRule {
    /// The kind of rule, and its arguments.
    pub(super) fn parts(&self) -> (&str, &[Form]) {
        self.form.as_call().unwrap_or_default()
    }

    /// The name in proofs, and its position.
    pub(super) fn name(&self) -> Option<(&str, Span)> {
        match self.parts() {
            ("define" | "fact" | "rewrite" | "birewrite" | "reader", [name, ..]) => {
                Some((name.as_atom()?, name.span))
            }
            _ => None,
        }
    }

    /// The arguments of the clause `key`.
    pub(super) fn clause(&self, key: &str) -> impl Iterator<Item = &Form> {
        let is_key = |form: &Form| form.as_atom().is_some_and(|text| text.starts_with(':'));
        let mut within = false;
        self.parts().1.iter().filter(move |form| {
            if is_key(form) {
                within = form.as_atom() == Some(key);
                return false;
            }
            within
        })
    }

    /// The terms and conditions of a rule about ops: body, guards.
    pub(super) fn formulas(&self) -> Vec<&Form> {
        match self.parts() {
            ("define" | "fact", [_, _, body, ..]) => std::iter::once(body)
                .chain(self.clause(":when"))
                .chain(self.clause(":given"))
                .collect(),
            _ => vec![],
        }
    }

    /// The pattern of the op in a rule about ops.
    pub(super) fn op_pattern(&self) -> Option<&Form> {
        match self.parts() {
            ("fact", [_, pattern, ..]) => Some(pattern),
            ("define", [_, column, ..]) => {
                let subject = column.as_list()?.get(1)?;
                match subject.as_call() {
                    Some(("result" | "argument", [op, ..])) => Some(op),
                    _ => Some(subject),
                }
            }
            _ => None,
        }
    }
}

/// A finding without its file.
#[derive(Clone)]
pub(super) struct Note {
    pub(super) severity: Severity,
    pub(super) span: Span,
    pub(super) message: String,
    pub(super) help: String,
}

impl Note {
    pub(super) fn error(span: Span, message: impl Into<String>, help: impl Into<String>) -> Note {
        Note {
            severity: Severity::Error,
            span,
            message: message.into(),
            help: help.into(),
        }
    }

    pub(super) fn warning(span: Span, message: impl Into<String>, help: impl Into<String>) -> Note {
        Note {
            severity: Severity::Warning,
            ..Note::error(span, message, help)
        }
    }
}
