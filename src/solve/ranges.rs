//! The range of a class at a point: the universal computation with the scoped facts about its
//! atoms put in.

use super::engine::Engine;
use super::facts::Relation;
use crate::number::{self, Int, Interval, Range};
use crate::program::{BlockId, Column, Point};
use crate::term::{Form, Node, node_range};
use egg::{Id, Language};
use hashbrown::HashMap;
use smallvec::SmallVec;

/// Which facts are visible, as far as the memo is concerned: where the newest of them begins.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Context {
    Everywhere,
    From(BlockId, usize),
}

/// What has been computed, by class and newest visible fact. Cleared when facts are added.
#[derive(Default, Debug)]
pub struct RangeMemo {
    ranges: HashMap<(Id, Context), Range>,
    ages: HashMap<Id, u64>,
}

impl RangeMemo {
    pub(super) fn clear(&mut self) {
        self.ranges.clear();
    }
}

impl Engine<'_> {
    /// The range of a class where the facts visible at `point` hold (no scoped facts if none).
    ///
    /// Costs the size of the term the first time; the stack is explicit.
    pub fn range_at(&mut self, class: Id, point: Option<Point>) -> Range {
        let context = self.context(point);
        let class = self.store.find(class);
        if let Some(range) = self.ranges.ranges.get(&(class, context)) {
            return range.clone();
        }
        if self.store.form(class).is_constant() {
            // The class of 1 holds every condition that is always true.
            return self.store.range(class).clone();
        }
        let mut in_progress: HashMap<Id, Vec<(Id, u32)>> = HashMap::new();
        let mut stack = vec![class];
        while let Some(&top) = stack.last() {
            if self.ranges.ranges.contains_key(&(top, context)) {
                stack.pop();
                continue;
            }
            if let Some(facts) = in_progress.get(&top) {
                let facts = facts.clone();
                let range = self.combine(top, context, &facts);
                self.ranges.ranges.insert((top, context), range);
                stack.pop();
                continue;
            }
            let facts = self.bounding_facts(top, point);
            let mut children: Vec<Id> = vec![];
            for node in self.store.nodes(top) {
                children.extend(node.children().iter().map(|&child| self.store.find(child)));
            }
            for &(_, fact) in &facts {
                children.extend(self.facts.get(fact).form.atoms());
            }
            in_progress.insert(top, facts);
            for child in children {
                let child = self.store.find(child);
                if self.store.form(child).is_constant() {
                    continue;
                }
                if !self.ranges.ranges.contains_key(&(child, context))
                    && !in_progress.contains_key(&child)
                {
                    stack.push(child);
                }
            }
        }
        self.ranges
            .ranges
            .get(&(class, context))
            .cloned()
            .unwrap_or_else(|| self.store.range(class).clone())
    }

    /// The range of a linear form at a point.
    pub fn form_range_at(&mut self, form: &Form, point: Option<Point>) -> Range {
        form.terms().iter().fold(
            Range::constant(form.constant().clone()),
            |sum, (atom, k)| {
                let range = self.range_at(*atom, point);
                sum.add(&range.scale(k))
            },
        )
    }

    fn context(&self, point: Option<Point>) -> Context {
        let Some(mut at) = point else {
            return Context::Everywhere;
        };
        loop {
            if let Some(position) = self.facts.newest(at) {
                return Context::From(at.block, position);
            }
            let region = self.program.block_region(at.block);
            if self.program.blocks(region).len() > 1 {
                return Context::From(at.block, usize::MAX);
            }
            match Point::before(self.program, self.program.region_parent(region)) {
                Some(outer) => at = outer,
                None => return Context::Everywhere,
            }
        }
    }

    /// Whether a fact holds at a point.
    pub(super) fn is_visible(&self, fact: u32, point: Option<Point>) -> bool {
        if self.facts.is_retired(fact) {
            return false;
        }
        match (self.facts.get(fact).point, point) {
            (None, _) => true,
            (Some(from), Some(to)) => self.path(to).passes(from),
            (Some(_), None) => false,
        }
    }

    /// The visible facts in which an atom is younger than all others: those it is bounded by.
    pub(super) fn bounding_facts(&mut self, atom: Id, point: Option<Point>) -> Vec<(Id, u32)> {
        let path = point.map(|point| self.path(point));
        let facts = self.facts.visible_about(atom, path.as_deref());
        let mut found = vec![];
        for number in facts {
            let fact = self.facts.get(number);
            if !fact.given.is_empty() || fact.form.terms().len() > 8 {
                continue;
            }
            let others: SmallVec<[Id; 8]> =
                fact.form.atoms().filter(|&other| other != atom).collect();
            let age = self.age(atom);
            if others.into_iter().all(|other| self.age(other) < age) {
                found.push((atom, number));
            }
        }
        found
    }

    /// How young an atom is: the number of the youngest value in it, then how deep it lies. The
    /// same whatever was asked before.
    pub(super) fn age(&mut self, atom: Id) -> u64 {
        let atom = self.store.find(atom);
        if let Some(&age) = self.ranges.ages.get(&atom) {
            return age;
        }
        let mut stack = vec![atom];
        let mut open: HashMap<Id, ()> = HashMap::new();
        while let Some(&top) = stack.last() {
            if self.ranges.ages.contains_key(&top) {
                stack.pop();
                continue;
            }
            let children: Vec<Id> = self
                .store
                .nodes(top)
                .first()
                .map(|node| {
                    node.children()
                        .iter()
                        .map(|&child| self.store.find(child))
                        .collect()
                })
                .unwrap_or_default();
            let missing: Vec<Id> = children
                .iter()
                .copied()
                .filter(|child| !self.ranges.ages.contains_key(child) && !open.contains_key(child))
                .collect();
            if !missing.is_empty() && open.insert(top, ()).is_none() {
                stack.extend(missing);
                continue;
            }
            let own = match self.store.nodes(top).first() {
                Some(Node::Leaf(leaf)) => match self.columns.entry(*leaf).column {
                    Column::Symbol(symbol) => (u64::from(symbol) + 1) << 24,
                    column => column
                        .value()
                        .map_or(0, |value| (u64::from(value.0) + 1) << 24),
                },
                _ => {
                    children
                        .iter()
                        .map(|child| self.ranges.ages.get(child).copied().unwrap_or(0))
                        .max()
                        .unwrap_or(0)
                        + 1
                }
            };
            self.ranges.ages.insert(top, own);
            stack.pop();
        }
        self.ranges.ages[&atom]
    }

    fn combine(&self, class: Id, context: Context, facts: &[(Id, u32)]) -> Range {
        let child = |id: Id| {
            let id = self.store.find(id);
            self.ranges
                .ranges
                .get(&(id, context))
                .unwrap_or_else(|| self.store.range(id))
                .clone()
        };
        let mut range = self.store.range(class).clone();
        for node in self.store.nodes(class) {
            if !matches!(node, Node::Leaf(_)) {
                range = meet(range, node_range(node, child));
            }
        }
        for &(atom, number) in facts {
            let fact = self.facts.get(number);
            let rest = fact
                .form
                .terms()
                .iter()
                .filter(|(other, _)| *other != atom)
                .fold(
                    Range::constant(fact.form.constant().clone()),
                    |sum, (other, k)| sum.add(&child(*other).scale(k)),
                );
            let coefficient = fact.form.coefficient(&atom);
            range = meet(range, bounded_by(&coefficient, &rest, fact.relation));
        }
        range
    }
}

/// The narrower of two ranges; where they contradict each other (the point is not reached), the
/// first.
fn meet(a: Range, b: Range) -> Range {
    let both = a.intersect(&b);
    if both.is_empty() { a } else { both }
}

/// What `k·x + rest >= 0` (or `= 0`) tells of `x`.
fn bounded_by(k: &Int, rest: &Range, relation: Relation) -> Range {
    let ends = |k: &Int, rest: &Range| -> Interval {
        // k·x >= −rest >= −max(rest)
        let Some(upper) = rest.upper() else {
            return Interval::full();
        };
        let bound = -upper;
        if *k > Int::ZERO {
            number::ceil_div(&bound, k).map_or_else(Interval::full, Interval::at_least)
        } else {
            number::floor_div(&bound, k).map_or_else(Interval::full, Interval::at_most)
        }
    };
    match relation {
        Relation::AtLeastZero => Range::new(ends(k, rest), number::Congruence::any()),
        Relation::Zero => {
            let interval = ends(k, rest).intersect(&ends(&-k, &rest.neg()));
            if *k == Int::ONE || *k == Int::NEG_ONE {
                let solved = if *k == Int::ONE {
                    rest.neg()
                } else {
                    rest.clone()
                };
                return solved;
            }
            Range::new(interval, number::Congruence::any())
        }
    }
}
