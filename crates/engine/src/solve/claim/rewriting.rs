//! Claims that equality saturation decides: it suggests shorter and shorter goals, each of which is proved to equal the
//! one before, until one is proved.

use super::proof_state::ProofState;
use crate::number::Range;
use crate::program::Column;
use crate::proof::Sequent as Claim;
use crate::proof::sequent::{Conversion, Inference, Place, Rule};
use crate::rules::Rules;
use crate::term::{Expr, Leaf};
use calipers_saturation::{Facts, Limits, Preference, Saturation};

type Term = Expr<Column>;

/// After how many iterations the shortest term so far is looked at.
const STOPS: [usize; 3] = [1, 2, 8];

/// The ranges of a claim.
struct Known<'c> {
    columns: Vec<Column>,
    claim: &'c Claim,
}

impl Facts for Known<'_> {
    fn range(&mut self, leaf: Leaf) -> Range {
        let known = match self.columns[leaf.0 as usize] {
            Column::Symbol(number) => self.claim.ranges.get(&number),
            _ => None,
        };
        known.cloned().unwrap_or_else(Range::full)
    }

    fn holds(&mut self, _: &Expr) -> Option<bool> {
        None
    }

    fn is_allowed(&self, _: Leaf) -> bool {
        true
    }
}

/// Shorter goals that saturation suggests, each shorter than the one before.
fn shorter_goals(claim: &Claim, rules: &Rules) -> Vec<Term> {
    let terms = || claim.assumptions.iter().chain([&claim.goal]);
    let mut columns: Vec<Column> = vec![];
    terms().for_each(|term| term.for_each_leaf(&mut |column| columns.push(*column)));
    columns.sort_unstable();
    columns.dedup();
    let numbered = |term: &Term| {
        let number = |column: &Column| columns.iter().position(|it| it == column);
        term.map(&mut |column| Expr::Leaf(Leaf(number(column).unwrap_or(0) as u32)))
    };
    let conditions: Vec<Expr> = claim.assumptions.iter().map(numbered).collect();
    let goal = numbered(&claim.goal);
    let saturation = Saturation::new(rules.answer_rewrites());
    let mut found: Vec<Term> = vec![];
    for iterations in STOPS {
        let limits = Limits {
            iterations,
            ..Limits::DEFAULT
        };
        let columns = columns.clone();
        let mut known = Known { columns, claim };
        let preference = Preference::default();
        let shorter =
            saturation.shortest_where(limits, &goal, &conditions, &mut known, &preference);
        if let Some(shorter) = shorter {
            let columns = &known.columns;
            let shorter = shorter
                .term
                .map(&mut |leaf: &Leaf| Expr::Leaf(columns[leaf.0 as usize]));
            if found.last() != Some(&shorter) {
                found.push(shorter);
            }
        }
    }
    found
}

/// An inference of a goal by way of shorter ones, where `find` infers claims by other means.
pub(super) fn infer(
    claim: &Claim,
    rules: &Rules,
    find: &dyn Fn(&Claim) -> Option<Inference>,
) -> Option<Inference> {
    let mut state = ProofState::new(claim.clone());
    for shorter in shorter_goals(claim, rules) {
        let rule = Rule::Convert {
            part: state.sequent.goal.clone(),
            conversion: Conversion::Equal(shorter),
            place: Place::Goal,
        };
        if !state.step(rule, |premise| find(&premise)) {
            return None;
        }
        if let Some(inference) = find(&state.sequent) {
            return Some(state.closed(inference));
        }
    }
    None
}
