//! The confirmation of instances that an execution found.

use super::Instance;
use crate::access::Access;
use crate::instances::Instances;
use crate::term::Term;
use calipers_egraph::Operator;
use calipers_engine::analysis::{Analysis, Verdict};
use calipers_program::{Column, Point};

/// The analyses that confirmed instances last. Most searches are about the same one or two accesses.
#[derive(Default)]
pub(crate) struct Confirming<'p>(Vec<Recent<'p>>);

struct Recent<'p> {
    access: Access,
    /// The numbers of the conditions and of the counters that the analysis knows.
    knowledge: [usize; 2],
    analysis: Analysis<'p>,
}

/// The number of analyses that are kept.
const KEPT: usize = 2;

impl<'p> Instances<'p> {
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
        let mut recent = self.recent(access);
        let verdict = recent.analysis.decide_at(&never, point);
        self.confirming.0.truncate(KEPT - 1);
        self.confirming.0.insert(0, recent);
        match verdict {
            Verdict::Proved | Verdict::Unreachable => false,
            Verdict::Refuted | Verdict::Unknown(_) => true,
        }
    }

    /// The analysis of the program for an access, kept if it confirmed an instance of it before.
    fn recent(&mut self, access: &Access) -> Recent<'p> {
        let knowledge = [self.conditions.len(), self.counters.len()];
        let mut kept = self.confirming.0.iter();
        let is_it = |it: &Recent<'_>| it.access == *access && it.knowledge == knowledge;
        match kept.position(is_it) {
            Some(position) => self.confirming.0.remove(position),
            None => Recent {
                access: access.clone(),
                knowledge,
                analysis: self.base_analysis(access),
            },
        }
    }
}
