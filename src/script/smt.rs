//! The last question as a script for other solvers.

use super::infix::told;
use super::session::Session;
use super::why::Last;
use crate::analysis::Variable;
use crate::program::{Column, Point};
use crate::smt::written;
use crate::term::Expr;

impl Session<'_> {
    /// The last question in SMT-LIB, with the facts that it may use; for a bound or a range, one script for each end.
    pub(super) fn smt(&mut self) -> String {
        self.of_last(Self::smt_of)
    }

    fn smt_of(&mut self, last: Last) -> String {
        let goals = match last.claims.is_empty() {
            true => vec![last.term.clone()],
            false => last.claims.clone(),
        };
        if last.claims.is_empty() && !last.is_verdict {
            return "the last answer is neither a verdict nor a constant bound".to_owned();
        }
        let point = self.point_of(&last.term).or_else(|| {
            let variable = Variable::term(last.term.clone());
            self.analysis.default_point(&variable)
        });
        let scripts = goals.iter().map(|goal| self.smt_text(goal, point));
        let scripts: Vec<String> = scripts.collect();
        scripts.join("\n")
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
