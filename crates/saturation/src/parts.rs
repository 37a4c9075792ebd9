//! Large terms: their parts are shortened first, from the innermost outwards, since one e-graph for all of them would
//! reach its limits.

use super::extract::{Preference, Size};
use super::facts::Facts;
use super::limits::Limits;
use super::rules::Saturation;
use calipers_program::term::{Expr, Operator};
use hashbrown::HashMap;

/// The number of operations from which on a term is large.
const LARGE: u32 = 24;

/// Maximum number of parts that are shortened.
const MAX_PARTS: usize = 64;

/// A term whose parts are shortened.
pub(crate) struct Parts<'s, 'f> {
    pub(crate) saturation: &'s Saturation,
    pub(crate) limits: Limits,
    pub(crate) facts: &'f mut dyn Facts,
    pub(crate) preference: &'s Preference,
    /// The parts that were shortened.
    known: HashMap<Expr, Expr>,
    /// How many may still be shortened.
    left: usize,
}

impl<'s, 'f> Parts<'s, 'f> {
    pub(crate) fn new(
        saturation: &'s Saturation,
        (limits, preference): (Limits, &'s Preference),
        facts: &'f mut dyn Facts,
    ) -> Parts<'s, 'f> {
        Parts {
            saturation,
            limits,
            facts,
            preference,
            known: HashMap::new(),
            left: MAX_PARTS,
        }
    }

    /// A large term with shorter parts; none if it is not large.
    pub(crate) fn of_large(&mut self, term: &Expr) -> Option<Expr> {
        let is_large = Size::of(term).operations > LARGE;
        is_large.then(|| self.with_shorter_parts(term))
    }

    fn with_shorter_parts(&mut self, term: &Expr) -> Expr {
        let Expr::Apply(operator, arguments) = term else {
            return term.clone();
        };
        let parts: Vec<Expr> = arguments.iter().map(|part| self.shorter(part)).collect();
        Expr::apply(*operator, parts)
    }

    fn shorter(&mut self, part: &Expr) -> Expr {
        if let Some(known) = self.known.get(part) {
            return known.clone();
        }
        let mut shorter = self.with_shorter_parts(part);
        // A sum is shortened with the operation that it is a part of.
        let is_linear = match &shorter {
            Expr::Apply(operator, _) => matches!(operator, Operator::Add | Operator::Mul),
            _ => true,
        };
        if !is_linear && self.left > 0 && Size::of(&shorter).operations <= LARGE {
            self.left -= 1;
            let goal = (&shorter, None);
            let (found, _) =
                self.saturation
                    .searched(self.limits, goal, &[], self.facts, self.preference);
            shorter = found.map_or(shorter, |found| found.term);
        }
        self.known.insert(part.clone(), shorter.clone());
        shorter
    }
}
