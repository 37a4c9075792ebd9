//! Commands that draw pictures.

use super::error::ScriptError;
use super::session::{Answer, Session};
use crate::analysis::column_name;
use crate::analysis::{BoundKind, Variable};
use crate::picture::{EGraph, Nest};
use crate::program::Column;
use crate::proof::Proof;
use crate::sexp::Form;
use crate::term::Expr;

type Result<T> = std::result::Result<T, ScriptError>;

impl Session<'_> {
    /// Draws the e-graph below an expression, by default below the last question.
    pub(super) fn draw(
        &mut self,
        command: &Form,
        form: Option<&Form>,
        drawn: fn(&EGraph) -> String,
    ) -> Result<Answer> {
        let graph = self.e_graph(command, form)?;
        Ok(Answer::Text(drawn(&graph).trim_end().to_owned()))
    }

    /// The e-graph below an expression, by default below the last question. Errors without an expression have the
    /// position of `command`.
    ///
    /// # Errors
    /// If the expression is invalid, or there was no question.
    pub fn e_graph(&mut self, command: &Form, form: Option<&Form>) -> Result<EGraph> {
        let has_columns = |term: &Expr<Column>| {
            let mut any = false;
            term.for_each_leaf(&mut |_| any = true);
            any
        };
        let (term, is_verdict) = match (form, &self.last) {
            (Some(form), _) => (self.expression(form)?.term, false),
            (None, Some(last)) if has_columns(&last.term) => (last.term.clone(), last.is_verdict),
            (None, last) => {
                let message = match last {
                    Some(last) => format!("there is no one expression in `{}`", last.question),
                    None => "nothing was asked yet".to_owned(),
                };
                let error = ScriptError::new(command.span, message);
                return Err(error.with_help("name one, such as `%x` or `(dim %t 0)`"));
            }
        };
        let proofs = self.proofs(&term, is_verdict);
        let point = self.point_of(&term);
        let names =
            |column: Column, program: &dyn crate::program::Program| column_name(column, program);
        let program = self.program();
        let variable = Variable::term(term);
        let symbols = self.names.names();
        let name = |column: Column| match column {
            Column::Symbol(number) => match symbols.get(&number) {
                Some(name) => name.clone(),
                None => names(column, program),
            },
            _ => names(column, program),
        };
        Ok(EGraph::of(
            &mut self.analysis,
            &variable,
            point,
            &proofs,
            &name,
        ))
    }

    /// The proofs of the facts about a term: of the verdict, or of the ends of its range.
    fn proofs(&mut self, term: &Expr<Column>, is_verdict: bool) -> Vec<Proof> {
        let point = self.point_of(term);
        if is_verdict {
            return self.analysis.explain(term, point).1.into_iter().collect();
        }
        let variable = Variable::term(term.clone());
        let ends = [BoundKind::Lower, BoundKind::Upper].into_iter();
        ends.filter_map(|kind| {
            let explained = self.analysis.explain_constant_bound(kind, &variable, point);
            explained.ok()?.1.ok()
        })
        .collect()
    }

    /// Draws the intervals of the loops around a value.
    pub(super) fn nest(&mut self, form: &Form) -> Result<Answer> {
        let nest = self.intervals(form)?;
        Ok(Answer::Text(nest.svg().trim_end().to_owned()))
    }

    /// The intervals of the loops around a value.
    ///
    /// # Errors
    /// If it is not an integer of the program.
    pub fn intervals(&mut self, form: &Form) -> Result<Nest> {
        let value = self.value(form)?;
        let is_integer = self.program().word_width(value).is_some()
            && self.program().value_type(value).shape().is_none();
        if !is_integer {
            return Err(ScriptError::new(form.span, "expected an integer value"));
        }
        Ok(Nest::of(&mut self.analysis, value))
    }
}
