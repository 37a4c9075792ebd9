//! What is known about instances of two accesses that differ first at a level, kept for later questions: a question
//! about all instances has the same cases as those about single levels.

use super::{Effort, Question};
use crate::access::Access;
use crate::instances::Instances;
use crate::missing::Missing;
use crate::place::Place;
use calipers_program::OpId;
use hashbrown::HashMap;

/// Whether instances of two accesses touch different elements.
enum Disjointness {
    /// They do.
    Proved,
    /// No proof was found with that effort and knowledge.
    Open(Effort, Knowledge),
}

/// How much was known about the program: the conditions, divisions, lemmas and counters.
type Knowledge = ([usize; 3], usize);

/// The verdicts so far, by the ops and the level.
#[derive(Default)]
pub(crate) struct Known(HashMap<(OpId, OpId, Option<OpId>), Vec<([Access; 2], Disjointness)>>);

impl Known {
    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        self.0.clear();
    }
}

impl Instances<'_> {
    /// [`Instances::is_disjoint`], unless the answer is known.
    pub(super) fn is_known_disjoint(
        &mut self,
        question: &Question,
        places: &[Place; 2],
        level: Option<usize>,
        effort: Effort,
    ) -> Result<bool, Missing> {
        let op = level.map(|number| question.common[number].op);
        let key = (question.first.op, question.second.op, op);
        let is_it = |accesses: &[Access; 2]| {
            accesses[0] == question.first && accesses[1] == question.second
        };
        let knowledge = (self.knowledge(), self.counters.len());
        let mut made = None;
        let known = self.disjoint.0.get(&key).into_iter().flatten();
        for (accesses, disjointness) in known {
            match disjointness {
                _ if !is_it(accesses) => {}
                Disjointness::Proved => return Ok(true),
                Disjointness::Open(spent, then) if *then == knowledge => made = Some(*spent),
                Disjointness::Open(..) => {}
            }
        }
        if made >= Some(effort) {
            return Ok(false);
        }
        let efforts = effort.after(made);
        let found = match self.is_disjoint(question, places, level, efforts)? {
            true => Disjointness::Proved,
            false => Disjointness::Open(effort, (self.knowledge(), self.counters.len())),
        };
        let is_proved = matches!(found, Disjointness::Proved);
        let known = self.disjoint.0.entry(key).or_default();
        known.retain(|(accesses, _)| !is_it(accesses));
        known.push(([question.first.clone(), question.second.clone()], found));
        Ok(is_proved)
    }
}
