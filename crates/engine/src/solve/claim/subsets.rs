//! Searches with some of the assumptions of a claim: with the fewest first, and with none that have a counterexample. So a
//! proof from few assumptions is found whatever else is assumed, as long as there are few sets without a counterexample.
//!
//! A point that violates the goal excludes each set of assumptions that it satisfies. So such a set is extended by an
//! assumption that the point violates (the tree of hitting sets of R. Reiter, "A Theory of Diagnosis from First Principles",
//! 1987).

use super::canonical::{Canonical, symbols};
use super::outcome::Outcome;
use super::points::{self, Tried};
use super::{Decide, Ranges, decide_as_stated};
use crate::number::{Int, Range};
use crate::program::Column;
use crate::proof::Sequent as Claim;
use crate::rules::Rules;
use crate::solve::Config;
use crate::term::Expr;
use hashbrown::HashSet;
use std::collections::VecDeque;

/// A claim without the assumptions that share no variable with the goal, however indirectly: these say nothing about it,
/// unless they contradict each other.
pub(super) fn about_goal(claim: &Claim) -> Claim {
    let mut reached = symbols(&claim.goal);
    let mut left: Vec<&Expr<Column>> = claim.assumptions.iter().collect();
    loop {
        let before = left.len();
        left.retain(|assumption| {
            let own = symbols(assumption);
            let is_apart = own.is_disjoint(&reached);
            if !is_apart {
                reached.extend(own);
            }
            is_apart
        });
        if left.len() == before {
            break;
        }
    }
    let mut ranges = claim.ranges.clone();
    ranges.retain(|number, _| reached.contains(number));
    let assumptions = claim.assumptions.iter();
    let assumptions = assumptions.filter(|it| !symbols(it).is_disjoint(&reached));
    Claim {
        ranges,
        assumptions: assumptions.cloned().collect(),
        goal: claim.goal.clone(),
    }
}

/// Maximum number of sets that are searched, and of those that points exclude.
const MAX_SETS: usize = 16;
const MAX_EXCLUDED: usize = 64;

/// A set of assumptions, by their positions.
type Set = u64;

/// The sets of assumptions of a claim that are still to be searched.
pub(super) struct Subsets {
    whole: Canonical,
    /// The ranges of the variables without limits that are seldom needed, if there are any. That these limits hold is taken
    /// for one more assumption, the last one.
    wide: Option<Ranges>,
    /// The variables of each assumption, and of the goal.
    symbols: Vec<HashSet<u32>>,
    mentioned: HashSet<u32>,
    /// The assumptions that known points violate: where the goal is false, and where it is true.
    violated: [Vec<Set>; 2],
    queue: VecDeque<Set>,
    seen: HashSet<Set>,
}

impl Subsets {
    /// `None` if there are no assumptions, or too many. The claim itself is left out, and so is the claim without the limits.
    pub(super) fn of(
        claim: &Claim,
        without_limits: impl Fn(&Claim) -> Option<Claim>,
    ) -> Option<Subsets> {
        let whole = Canonical::of(claim)?;
        let wide = without_limits(&whole.claim).map(|it| it.ranges);
        let stated = whole.claim.assumptions.len();
        let count = stated + usize::from(wide.is_some());
        let is_usual = count < Set::BITS as usize && whole.claim.is_small();
        if stated == 0 || !is_usual {
            return None;
        }
        Some(Subsets {
            symbols: whole.claim.assumptions.iter().map(symbols).collect(),
            mentioned: symbols(&whole.claim.goal),
            whole,
            wide,
            violated: [vec![], vec![]],
            queue: [0].into(),
            seen: [0, (1 << count) - 1, (1 << stated) - 1]
                .into_iter()
                .collect(),
        })
    }

    /// The claim with the first set whose search finds an outcome, in canonical form, and the outcome. At most as many sets
    /// are searched as one claim may have engines.
    pub(super) fn decided(
        mut self,
        rules: &Rules,
        config: &Config,
    ) -> Option<(Canonical, Outcome)> {
        let (mut sets, mut excluded) = (MAX_SETS.min(config.max_engines), MAX_EXCLUDED);
        while let Some(set) = self.queue.pop_front() {
            if self.unhit(set).contains(&None) {
                self.add_points(points::attempt(&self.with(set), points::TRIES));
            }
            if let [Some(fails), Some(holds)] = self.unhit(set) {
                excluded = excluded.checked_sub(1)?;
                self.extend(set, fails | holds);
                continue;
            }
            sets = sets.checked_sub(1)?;
            let restricted = self.restricted(set)?;
            let (outcome, tried) = decide_as_stated(&restricted.claim, rules, config);
            if outcome != Outcome::Unknown {
                return Some((restricted.within(&self.whole)?, outcome));
            }
            self.add_points(restricted.original(tried));
            match self.unhit(set) {
                [Some(fails), Some(holds)] => self.extend(set, fails | holds),
                _ => self.extend(set, Set::MAX),
            }
        }
        None
    }

    /// The claim with a set of the assumptions.
    fn with(&self, set: Set) -> Claim {
        let has_limits = set >> self.symbols.len() & 1 == 1;
        let wide = self.wide.as_ref().filter(|_| !has_limits);
        let all = self.whole.claim.assumptions.iter().enumerate();
        let own = all.filter(|(n, _)| set >> n & 1 == 1);
        Claim {
            ranges: wide.unwrap_or(&self.whole.claim.ranges).clone(),
            assumptions: own.map(|it| it.1.clone()).collect(),
            goal: self.whole.claim.goal.clone(),
        }
    }

    /// The same without the variables that it does not mention.
    fn restricted(&self, set: Set) -> Option<Canonical> {
        let mut claim = self.with(set);
        let terms = claim.assumptions.iter().chain([&claim.goal]);
        let mentioned: HashSet<u32> = terms.flat_map(symbols).collect();
        claim.ranges.retain(|number, _| mentioned.contains(number));
        Canonical::of(&claim)
    }

    fn add_points(&mut self, tried: Tried) {
        let Claim {
            ranges,
            assumptions,
            ..
        } = &self.whole.claim;
        for (n, point) in [tried.fails, tried.holds].into_iter().enumerate() {
            let Some(mut point) = point else { continue };
            for (number, range) in ranges {
                point.entry(*number).or_insert_with(|| near_zero(range));
            }
            let is_violated = |it: &Expr<Column>| points::truth(it, &point) != Some(true);
            let is_beyond = |it: (&u32, &Range)| !it.1.contains(&point[it.0]);
            let mut all: Vec<bool> = assumptions.iter().map(is_violated).collect();
            all.push(self.wide.is_some() && ranges.iter().any(is_beyond));
            let all = all.into_iter().enumerate();
            let violated = all.fold(0, |set, (n, is_it)| set | Set::from(is_it) << n);
            self.violated[n].push(violated);
        }
    }

    /// What points with the goal false, and true, violate that satisfy a set, if such points are known.
    fn unhit(&self, set: Set) -> [Option<Set>; 2] {
        let of = |all: &Vec<Set>| all.iter().copied().find(|it| it & set == 0);
        [of(&self.violated[0]), of(&self.violated[1])]
    }

    /// Adds the sets with one more of these assumptions, which shares a variable with the goal or the set.
    fn extend(&mut self, set: Set, by: Set) {
        let stated = self.symbols.len();
        let own = (0..stated).filter(|n| set >> n & 1 == 1);
        let own = own.flat_map(|n| &self.symbols[n]);
        let reached: HashSet<u32> = own.chain(&self.mentioned).copied().collect();
        for n in 0..stated + usize::from(self.wide.is_some()) {
            let symbols = self.symbols.get(n);
            let is_near = symbols.is_none_or(|it| !it.is_disjoint(&reached));
            let larger = set | 1 << n;
            if by >> n & 1 == 1 && is_near && self.seen.insert(larger) {
                self.queue.push_back(larger);
            }
        }
    }
}

/// A value in a range.
fn near_zero(range: &Range) -> Int {
    let end = match range.contains(&Int::ZERO) {
        true => None,
        false => range.lower().or(range.upper()),
    };
    end.cloned().unwrap_or(Int::ZERO)
}
