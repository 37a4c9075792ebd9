//! Scopes: what a session takes to hold, and how it is taken back.

use super::error::ScriptError;
use super::session::{Answer, Session};
use crate::analysis::Analysis;
use crate::program::Column;
use crate::sexp::Form;
use crate::term::Expr;

type Result<T> = std::result::Result<T, ScriptError>;

/// An assumption.
#[derive(Clone, Debug)]
pub(super) struct Assumption {
    pub(super) term: Expr<Column>,
    /// Its source on one line.
    pub(super) text: String,
    /// The index of its scope, from 0.
    scope: usize,
    /// The variable with whose declaration it came.
    declared: Option<u32>,
    /// The number of the next variable.
    next: u32,
}

/// How far an analysis may grow beyond its size after a rebuild before it is rebuilt.
const SLACK: usize = 20_000;

impl Session<'_> {
    /// Takes a term to hold; `declared` is the variable whose declaration says so.
    pub(super) fn take_to_hold(&mut self, term: Expr<Column>, text: String, declared: Option<u32>) {
        self.analysis.assume(&term);
        self.assumptions.push(Assumption {
            term,
            text,
            scope: self.names.depth(),
            declared,
            next: self.names.next(),
        });
    }

    pub(super) fn pop(&mut self, form: &Form) -> Result<Answer> {
        if self.names.depth() == 0 {
            let message = "there is no scope to close: every `(push)` is popped already";
            let help = "`(undo)` takes back the last variable or assumption";
            return Err(ScriptError::new(form.span, message).with_help(help));
        }
        let before = self.names.len() + self.assumptions.len();
        self.analysis.pop();
        self.names.pop();
        let depth = self.names.depth();
        let outer = self
            .assumptions
            .partition_point(|assumption| assumption.scope <= depth);
        self.assumptions.truncate(outer);
        self.has_warned = false;
        self.last = None;
        let live = self.names.len() + self.assumptions.len();
        self.forgotten += before - live;
        self.tidy();
        Ok(Answer::Nothing)
    }

    /// Takes back the last variable or assumption of the innermost scope, or opening that scope, and says what it was.
    pub(super) fn undo(&mut self, form: &Form) -> Result<Answer> {
        let depth = self.names.depth();
        let assumption = self.assumptions.last().filter(|it| it.scope == depth);
        let variable = self.names.newest();
        let taken = match (assumption, variable) {
            // The numbers of variables grow, so the greater one is the later one.
            (Some(it), _)
                if it.declared.is_none() && variable.is_none_or(|number| number < it.next) =>
            {
                let taken = format!("assume {}", it.text);
                self.assumptions.pop();
                taken
            }
            (_, Some(number)) => {
                self.assumptions.retain(|it| it.declared != Some(number));
                let taken = format!("var {}", self.names.name(number).unwrap_or_default());
                self.names.undeclare();
                taken
            }
            _ if depth > 0 => {
                self.names.pop();
                "push".to_owned()
            }
            _ => {
                let message = "there is nothing to take back: no variable is declared, and nothing is assumed";
                return Err(ScriptError::new(form.span, message));
            }
        };
        self.last = None;
        self.has_warned = false;
        self.renew();
        Ok(Answer::Text(format!("taken back: {taken}")))
    }

    /// Rebuilds the analysis if much of it is obsolete, so that the cost of a command does not grow with the length
    /// of the script.
    fn tidy(&mut self) {
        let is_bare = self.names.is_empty() && self.assumptions.is_empty();
        if is_bare && self.scope.is_none() {
            self.names.forget_nameless();
            self.renew();
            return;
        }
        let live = self.names.len() + self.assumptions.len();
        let grown = self.analysis.engine().egraph().len();
        if self.forgotten > 64 + 2 * live || grown > 4 * self.size + SLACK {
            self.renew();
        }
    }

    pub(super) fn renew(&mut self) {
        self.note_clashes();
        self.analysis = Analysis::with_config(self.program, self.rules, self.config.clone());
        for (number, range) in self.names.ranges() {
            self.analysis.declare(number, range.clone());
        }
        let mut assumptions = self.assumptions.iter().peekable();
        for scope in 0..=self.names.depth() {
            if scope > 0 {
                self.analysis.push();
            }
            while let Some(assumption) = assumptions.next_if(|next| next.scope == scope) {
                self.analysis.assume(&assumption.term);
            }
        }
        self.forgotten = 0;
        self.size = self.analysis.engine().egraph().len();
    }
}
