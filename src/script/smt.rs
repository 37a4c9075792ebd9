//! The last question as a script for other solvers.

use super::infix::told;
use super::session::Session;
use super::why::Last;
use crate::analysis::Variable;
use crate::program::{Column, Point};
use crate::sexp::Form;
use crate::smt::written;
use crate::term::Expr;
use crate::term::condition::negated;

impl Session<'_> {
    /// The last question in SMT-LIB, with the facts that it may use; for a bound or a range, one script for each end.
    pub(super) fn smt(&mut self) -> String {
        let scripts = self.smt_scripts();
        match scripts.is_empty() {
            true => self.of_last(|_, _| {
                "the last answer is neither a verdict nor a constant bound".to_owned()
            }),
            false => scripts.join("\n"),
        }
    }

    /// A question that was asked last as SMT-LIB scripts, with all facts that it may use: one that is unsatisfiable if
    /// the answer is right, or several for a bound or a range. Empty for other commands.
    ///
    /// Costs the size of the facts that the question depends on.
    pub fn smt_scripts_of(&mut self, question: &Form) -> Vec<String> {
        let asked = self.last.as_ref().map(|last| &last.question);
        match asked == Some(&question.text()) {
            true => self.smt_scripts(),
            false => vec![],
        }
    }

    fn smt_scripts(&mut self) -> Vec<String> {
        self.at_last(Self::smt_of).unwrap_or_default()
    }

    fn smt_of(&mut self, last: Last) -> Vec<String> {
        let goals = match (&last.claims[..], &last.answer[..]) {
            ([], _) if !last.is_verdict => return vec![],
            ([], "refuted") => vec![negated(&last.term)],
            ([], "unreachable") if self.claim(&last.term).is_some() => vec![Expr::integer(0)],
            ([], _) => vec![last.term.clone()],
            (claims, _) => claims.to_vec(),
        };
        let point = self.point_of(&last.term).or_else(|| {
            let variable = Variable::term(last.term.clone());
            self.analysis.default_point(&variable)
        });
        let scripts = goals.iter().map(|goal| self.smt_text(goal, point));
        scripts.collect()
    }

    /// A script that is unsatisfiable if a condition holds.
    fn smt_text(&mut self, goal: &Expr<Column>, point: Option<Point>) -> String {
        let told_goal = told(&self.named(goal));
        let head = format!("; unsat if {told_goal} holds\n");
        if let Some(claim) = self.claim(goal) {
            let name = |number| self.column_name(Column::Symbol(number));
            return head + written(&claim, &name).trim_end();
        }
        let found = self.analysis.engine().claim_with_values(goal, point);
        let Some((claim, values)) = found else {
            return format!("; too large: {told_goal}");
        };
        // The variables of a question about a program are numbered.
        let texts = values
            .iter()
            .map(|(number, value)| format!("; v{number} is {}\n", told(&self.named(value))));
        let texts: String = texts.collect();
        let name = |number: u32| format!("v{number}");
        head + &texts + written(&claim, &name).trim_end()
    }
}
