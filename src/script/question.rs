//! An expression as a question for other tools, with the facts about it.

use super::error::ScriptError;
use super::session::Session;
use crate::analysis::{Variable, is_of_argument};
use crate::export::Question;
use crate::program::Column;
use crate::sexp::Form;
use crate::term::Expr;

/// The maximum number of facts of a program in a question.
const MAX_FACTS: usize = 100;

impl Session<'_> {
    /// An expression in terms of arguments if it has such a form, with the ranges of its columns and the facts at its
    /// point that are about them.
    ///
    /// # Errors
    /// If the expression is invalid.
    pub fn exported_question(&mut self, form: &Form) -> Result<Question, ScriptError> {
        let read = self.expression(form)?;
        let point = self.point_of(&read.term);
        let program = self.program();
        let variable = Variable::term(read.term);
        let is_argument =
            |column| matches!(column, Column::Symbol(_)) || is_of_argument(program, column);
        let term = match variable.columns().into_iter().all(is_argument) {
            true => variable,
            false => {
                let expression = self.analysis.expression_at(&variable, point, is_argument);
                expression.unwrap_or(variable)
            }
        };
        let term = term.as_term().clone();
        let mut columns = vec![];
        term.for_each_leaf(&mut |&column| push_new(&mut columns, column));
        let mut facts: Vec<Expr<Column>> =
            self.assumptions.iter().map(|it| it.term.clone()).collect();
        if let Some(point) = point {
            let stated = self.analysis.engine().facts_at(point).into_iter();
            let plain = stated.filter(|(_, stated)| stated.given.is_empty());
            facts.extend(plain.map(|(_, stated)| stated.condition.clone()));
        }
        facts.retain(|fact| fact.has_leaf(|column| columns.contains(column)));
        facts.truncate(MAX_FACTS);
        for fact in &facts {
            fact.for_each_leaf(&mut |&column| push_new(&mut columns, column));
        }
        let mut ranges = vec![];
        for column in columns {
            let range = self.analysis.range_at(&Variable::column(column), point);
            ranges.push((self.column_name(column), range));
        }
        Ok(Question {
            term: self.named(&term),
            ranges,
            facts: facts.iter().map(|fact| self.named(fact)).collect(),
        })
    }
}

fn push_new(columns: &mut Vec<Column>, column: Column) {
    if !columns.contains(&column) {
        columns.push(column);
    }
}
