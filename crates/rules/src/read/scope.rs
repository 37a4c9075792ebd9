//! The scope of the variables of a rule.

use crate::Rules;
use calipers_semantics::Slot;
use calipers_support::sexp::Form;
use calipers_support::sexp::expect::{Result, atom, complain};

/// The variables of a rule, by name, and the rules read so far.
pub(super) struct Scope<'r> {
    pub(super) names: Vec<String>,
    /// The variables bound to attributes of the op.
    pub(super) attributes: Vec<Slot>,
    pub(super) rules: &'r Rules,
}

impl<'r> Scope<'r> {
    pub(super) fn new(rules: &'r Rules) -> Scope<'r> {
        Scope {
            names: vec![],
            attributes: vec![],
            rules,
        }
    }

    pub(super) fn slot(&mut self, form: &Form) -> Result<Slot> {
        let name = variable(form)?;
        Ok(self
            .names
            .iter()
            .position(|known| known == name)
            .unwrap_or_else(|| {
                self.names.push(name.to_string());
                self.names.len() - 1
            }))
    }

    /// Declares a variable with a new name.
    pub(super) fn fresh(&mut self, form: &Form) -> Result<Slot> {
        let name = variable(form)?;
        if self.names.iter().any(|known| known == name) {
            return complain(
                form,
                format!(
                    "the variable '{name}' is bound already; two of one value are two variables and the guard (same? …)"
                ),
            );
        }
        self.slot(form)
    }

    /// Declares a variable that shadows others of the same name.
    pub(super) fn enter(&mut self, form: &Form) -> Result<Slot> {
        self.names.push(variable(form)?.to_string());
        Ok(self.names.len() - 1)
    }

    /// Ends the scope of a variable; its slot stays reserved.
    pub(super) fn leave(&mut self, slot: Slot) {
        self.names[slot] = String::new();
    }

    pub(super) fn known(&self, form: &Form) -> Result<Slot> {
        let name = variable(form)?;
        match self.names.iter().rposition(|known| known == name) {
            Some(slot) => Ok(slot),
            None => complain(form, format!("the variable '{name}' is not bound")),
        }
    }
}

pub(super) fn variable(form: &Form) -> Result<&str> {
    match atom(form, "a variable")? {
        name if name.starts_with('?') && name.len() > 1 => Ok(name),
        other => complain(
            form,
            format!("expected a variable such as ?x, found '{other}'"),
        ),
    }
}

/// The op or interface that an op pattern names.
pub(super) enum Target {
    Op(String),
    Interface(String),
}
