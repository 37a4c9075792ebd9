//! The confirmation of instances that an execution found.

use super::Instance;
use crate::access::Access;
use crate::instances::Instances;
use crate::term::Term;
use calipers_egraph::Operator;
use calipers_engine::analysis::Verdict;
use calipers_program::{Column, Point};

impl Instances<'_> {
    /// Whether no fact of the program excludes an instance. The execution is one of the program, so this fails only if
    /// an op that was executed is undefined on these inputs.
    pub(super) fn may_occur(&mut self, access: &Access, instance: &Instance) -> bool {
        let equal = |column: Column, value| Term::equal(Term::Leaf(column), Term::Integer(value));
        let mut parts: Vec<Term> = vec![];
        for (column, value) in &instance.inputs {
            parts.push(equal(*column, value.clone()));
        }
        for (variable, value) in &instance.variables {
            parts.push(equal(Column::Value(*variable), value.clone()));
        }
        for (lane, value) in access.lanes.iter().zip(&instance.lane) {
            parts.push(equal(Column::Symbol(lane.symbol), value.clone()));
        }
        for (index, value) in access.indices.iter().zip(&instance.element) {
            parts.push(Term::equal(index.clone(), Term::Integer(value.clone())));
        }
        let point = Point::after(self.program, access.op);
        let never = match parts.is_empty() {
            true => Term::integer(0),
            false => Term::negation(Term::apply(Operator::Min, parts)),
        };
        let knowledge = self.knowledge();
        let kept = self.confirming.take(access, knowledge);
        let mut analysis = kept.unwrap_or_else(|| self.base_analysis(access));
        let verdict = analysis.decide_at(&never, point);
        self.confirming.keep(access, knowledge, analysis);
        match verdict {
            Verdict::Proved | Verdict::Unreachable => false,
            Verdict::Refuted | Verdict::Unknown(_) => true,
        }
    }
}
