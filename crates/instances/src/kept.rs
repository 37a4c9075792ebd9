//! What questions keep for later ones.

use crate::access::Access;
use crate::effort::Effort;
use calipers_engine::analysis::Analysis;
use calipers_program::OpId;
use hashbrown::HashMap;

/// How much was known about the program, as the numbers of conditions, divisions, lemmas and counters.
pub(crate) type Knowledge = [usize; 4];

/// Whether instances of two accesses that differ first at a level touch different elements.
pub(crate) enum Disjointness {
    /// They do.
    Proved,
    /// No proof was found with that effort and knowledge.
    Open(Effort, Knowledge),
}

/// The ops of two accesses, and that of a level; none for the same iteration.
type Place = (OpId, OpId, Option<OpId>);

/// The verdicts about pairs of accesses.
#[derive(Default)]
pub(crate) struct Verdicts(HashMap<Place, Vec<([Access; 2], Disjointness)>>);

impl Verdicts {
    /// The verdict about two accesses, if there is one.
    pub(crate) fn get(&self, pair: [&Access; 2], level: Option<OpId>) -> Option<&Disjointness> {
        let all = self.0.get(&(pair[0].op, pair[1].op, level))?;
        let found = all.iter().find(|it| it.0.each_ref() == pair)?;
        Some(&found.1)
    }

    /// Replaces the verdict about two accesses.
    pub(crate) fn keep(&mut self, pair: [&Access; 2], level: Option<OpId>, verdict: Disjointness) {
        let all = self.0.entry((pair[0].op, pair[1].op, level)).or_default();
        all.retain(|it| it.0.each_ref() != pair);
        all.push((pair.map(Clone::clone), verdict));
    }

    /// Forgets all verdicts.
    pub(crate) fn clear(&mut self) {
        self.0.clear();
    }
}

/// The analyses of the program that were used last, each for an access and what was known then.
#[derive(Default)]
pub(crate) struct Analyses<'p>(Vec<(Access, Knowledge, Analysis<'p>)>);

/// The number of analyses that are kept: most questions are about one or two accesses.
const ANALYSES: usize = 2;

impl<'p> Analyses<'p> {
    /// Takes out the analysis for an access, if there is one that knows as much.
    pub(crate) fn take(&mut self, access: &Access, knowledge: Knowledge) -> Option<Analysis<'p>> {
        let mut all = self.0.iter();
        let position = all.position(|it| it.0 == *access && it.1 == knowledge)?;
        Some(self.0.remove(position).2)
    }

    /// Keeps an analysis for an access.
    pub(crate) fn keep(&mut self, access: &Access, knowledge: Knowledge, analysis: Analysis<'p>) {
        self.0.truncate(ANALYSES - 1);
        self.0.insert(0, (access.clone(), knowledge, analysis));
    }
}
