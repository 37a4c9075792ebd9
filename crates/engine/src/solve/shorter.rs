//! Equality saturation with the facts at a point: shorter terms that are suggestions, for the caller to prove.

use super::decide::Decided;
use super::{Engine, PointAnswers};
use crate::number::Range;
use crate::program::Column;
use crate::term::condition::as_negated;
use crate::term::{Expr, Leaf, Operator};
use calipers_saturation::{Facts, Limits, Preference, Saturation, Size, collected};
use calipers_support::order::Order;

/// Maximum number of operations of a term that is shortened.
pub const MAX_OPERATIONS: u32 = 1_000;

/// If a result is not proved equal, the second one may be: it has no new quotients by terms, about which less is proved.
const LIMITS: [Limits; 2] = [Limits::DEFAULT, Limits::CONSTANT_DIVISORS];

/// The limits of a search that counts on equalities, which is tried last: what a term equals by them is near.
const BY_EQUALITIES: Limits = Limits {
    nodes: 200,
    iterations: 4,
    ..Limits::DEFAULT
};

/// A term by equality saturation.
pub struct Shortening<'a> {
    /// The term.
    pub term: &'a Expr<Column>,
    /// Whether the result may mention a column.
    pub allowed: &'a dyn Fn(Column) -> bool,
    /// What makes a term shorter.
    pub preference: &'a Preference,
    /// Equalities that hold at the point.
    pub equalities: &'a [Expr<Column>],
}

/// Whether a term has an operator besides sums and multiples, and is not too large.
pub fn may_be_shorter(term: &Expr<Column>) -> bool {
    fn is_plain(term: &Expr<Column>) -> bool {
        match term {
            Expr::Integer(_) | Expr::Leaf(_) => true,
            Expr::Apply(Operator::Add, arguments) => arguments.iter().all(is_plain),
            Expr::Apply(Operator::Mul, arguments) => {
                let factors = arguments
                    .iter()
                    .filter(|it| !matches!(it, Expr::Integer(_)));
                factors.clone().count() < 2 && arguments.iter().all(is_plain)
            }
            Expr::Apply(..) => false,
        }
    }
    !is_plain(term) && Size::of(term).operations <= MAX_OPERATIONS
}

impl Shortening<'_> {
    /// Ever shorter terms, each by few rules from the one before.
    pub fn steps(
        &self,
        saturation: &Saturation,
        engine: &mut Engine<'_>,
        answers: &mut PointAnswers,
    ) -> Vec<Expr<Column>> {
        let limits = Limits {
            iterations: 1,
            ..Limits::DEFAULT
        };
        self.ever_shorter(saturation, engine, (limits, &[]), answers)
    }

    /// The shortest of the suggestions that is accepted. `T` has the engine, which both functions need.
    ///
    /// Costs some hundred microseconds, and what the caller does with each suggestion.
    pub fn first<'p, T>(
        &self,
        saturation: &Saturation,
        answers: &mut PointAnswers,
        with: &mut T,
        engine: impl Fn(&mut T) -> &mut Engine<'p>,
        mut is_accepted: impl FnMut(&mut T, &Expr<Column>) -> bool,
    ) -> Option<Expr<Column>> {
        let mut refused: Vec<Expr<Column>> = vec![];
        let mut best: Option<Expr<Column>> = None;
        let plain = LIMITS.map(|limits| (limits, &[][..]));
        let by_equalities = (BY_EQUALITIES, self.equalities);
        let has_equalities = !self.equalities.is_empty();
        let last = has_equalities.then_some(by_equalities);
        for limits in plain.into_iter().chain(last) {
            let is_by_equalities = limits.0 == BY_EQUALITIES;
            if best.is_some() && !is_by_equalities
                || refused.is_empty() && limits.0 == Limits::CONSTANT_DIVISORS
            {
                continue;
            }
            let term = best.as_ref().unwrap_or(self.term);
            if best.is_some() && !may_be_shorter(term) {
                break;
            }
            let shortening = Shortening { term, ..*self };
            let mut found = shortening.ever_shorter(saturation, engine(with), limits, answers);
            found.retain(|found| !refused.contains(found));
            while let Some(found) = found.pop() {
                if is_accepted(with, &found) {
                    best = Some(found);
                    break;
                }
                refused.push(found);
            }
        }
        best
    }

    /// Ever shorter terms, which are not proved.
    fn ever_shorter(
        &self,
        saturation: &Saturation,
        engine: &mut Engine<'_>,
        (limits, equalities): (Limits, &[Expr<Column>]),
        answers: &mut PointAnswers,
    ) -> Vec<Expr<Column>> {
        // Sums and products are in program order.
        let mut columns: Vec<Column> = vec![];
        for term in self.equalities.iter().chain([self.term]) {
            term.for_each_leaf(&mut |column| columns.push(*column));
        }
        columns.order();
        columns.dedup();
        let number = |column: &Column| columns.iter().position(|it| it == column);
        let numbered = |term: &Expr<Column>| {
            term.map(&mut |column| Expr::Leaf(Leaf(number(column).unwrap_or(0) as u32)))
        };
        let equalities: Vec<Expr> = equalities.iter().map(numbered).collect();
        let is_allowed = |leaf: Leaf| (self.allowed)(columns[leaf.0 as usize]);
        let original = numbered(self.term);
        let numbered = with_equal_leaves(original.clone(), &equalities, &is_allowed);
        let mut facts = AtPoint {
            engine,
            columns: &columns,
            answers,
            allowed: self.allowed,
            equalities,
        };
        let found = saturation.ever_shorter(limits, &numbered, &mut facts, self.preference);
        let by_leaves = collected(&numbered);
        let [before, after] = [&original, &by_leaves].map(Size::of);
        let is_shorter = self.preference.compare(&after, &before).is_lt();
        let mentions_other = |term: &Expr| term.has_leaf(|&leaf| !is_allowed(leaf));
        let counts = !mentions_other(&by_leaves) && (is_shorter || mentions_other(&original));
        let by_leaves = counts.then_some(&by_leaves);
        let found = found.iter().map(|found| &found.term);
        let column = |leaf: &Leaf| Expr::Leaf(columns[leaf.0 as usize]);
        let terms = by_leaves.into_iter().chain(found);
        terms.map(|term| term.map(&mut { column })).collect()
    }
}

/// A term with one leaf in place of leaves of it that are equal: the first one of them that is allowed.
fn with_equal_leaves(term: Expr, equalities: &[Expr], is_allowed: &dyn Fn(Leaf) -> bool) -> Expr {
    let mut leaves: Vec<Leaf> = vec![];
    term.for_each_leaf(&mut |leaf| leaves.push(*leaf));
    let mut term = term;
    for equality in equalities {
        let Some((Operator::Eq, Expr::Leaf(a), Expr::Leaf(b))) = equality.as_binary() else {
            continue;
        };
        let place = |leaf: &Leaf| leaves.iter().position(|it| it == leaf);
        let (Some(of_a), Some(of_b)) = (place(a), place(b)) else {
            continue;
        };
        let (first, second) = if of_a < of_b { (*a, *b) } else { (*b, *a) };
        if is_allowed(first) {
            let own = |leaf: &Leaf| Expr::Leaf(if *leaf == second { first } else { *leaf });
            term = term.map(&mut { own });
        }
    }
    term
}

/// The facts at a point, for the columns of a term.
struct AtPoint<'a, 'p> {
    engine: &'a mut Engine<'p>,
    columns: &'a [Column],
    answers: &'a mut PointAnswers,
    allowed: &'a dyn Fn(Column) -> bool,
    equalities: Vec<Expr>,
}

impl AtPoint<'_, '_> {
    fn column(&self, leaf: Leaf) -> Column {
        self.columns[leaf.0 as usize]
    }

    /// Whether a condition holds, by ranges and one linear program: a suggestion does not need more, and most conditions
    /// are not decided.
    fn is_decided(&mut self, condition: &Expr<Column>) -> Option<bool> {
        if let Some(negated) = as_negated(condition) {
            let holds = self.is_decided(negated).map(|holds| !holds);
            // That a term differs from another one may be a fact as it is, which no linear program has.
            let is_open = holds.is_none() && matches!(negated, Expr::Apply(Operator::Eq, _));
            let is_stated =
                is_open && self.engine.prove(condition, self.answers.point()) == Ok(Decided::True);
            return if is_stated { Some(true) } else { holds };
        }
        let Expr::Apply(operator, sides) = condition else {
            return None;
        };
        match (operator, &sides[..]) {
            (Operator::Le, [a, b]) if self.is_at_most(a, b, 0) || self.are_at_most(a, b) => {
                Some(true)
            }
            (Operator::Le, [a, b]) if self.is_at_most(b, a, -1) => Some(false),
            (Operator::Eq, [a, b]) if self.is_at_most(a, b, 0) && self.is_at_most(b, a, 0) => {
                Some(true)
            }
            (Operator::Eq, [a, b]) if self.is_at_most(a, b, -1) || self.is_at_most(b, a, -1) => {
                Some(false)
            }
            _ => None,
        }
    }

    /// Whether all arguments of a maximum are at most a term, or a term is at most all arguments of a minimum.
    fn are_at_most(&mut self, a: &Expr<Column>, b: &Expr<Column>) -> bool {
        match (a, b) {
            (Expr::Apply(Operator::Max, all), b) => all.iter().all(|a| self.is_at_most(a, b, 0)),
            (a, Expr::Apply(Operator::Min, all)) => all.iter().all(|b| self.is_at_most(a, b, 0)),
            _ => false,
        }
    }

    /// Whether `a − b <= most`.
    fn is_at_most(&mut self, a: &Expr<Column>, b: &Expr<Column>, most: i64) -> bool {
        let difference = Expr::difference(b.clone(), a.clone());
        let class = self.engine.class_of_term(&difference);
        let form = self.engine.form(class).add_constant(&most.into());
        form.is_some_and(|form| {
            self.engine
                .is_at_least_zero_by_one_program(&form, self.answers.point())
        })
    }
}

impl Facts for AtPoint<'_, '_> {
    fn range(&mut self, leaf: Leaf) -> Range {
        self.answers.range(self.engine, self.column(leaf))
    }

    fn holds(&mut self, condition: &Expr) -> Option<bool> {
        let at_point = condition.map(&mut |leaf| Expr::Leaf(self.column(*leaf)));
        if let Some(known) = self.answers.decided(&at_point) {
            return known;
        }
        let holds = self.is_decided(&at_point);
        self.answers.add(at_point, holds);
        holds
    }

    fn equalities(&mut self) -> Vec<Expr> {
        self.equalities.clone()
    }

    fn is_allowed(&self, leaf: Leaf) -> bool {
        (self.allowed)(self.column(leaf))
    }
}
