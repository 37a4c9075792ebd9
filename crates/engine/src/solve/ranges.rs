//! The range of a class at a point: interval arithmetic over its term, with the scoped facts about its atoms.

use super::disjunctions::Disjunction;
use super::facts::{Fact, FactBase, Relation};
use super::knowledge::Knowledge;
use super::path::Path;
use super::range_memo::{Context, Depth, Pending, Progress, depth};
use crate::number::{self, Int, Interval, Range};
use crate::program::{Column, Point};
use crate::term::{ENode, Form, Id, Operator, looked_at, node_range, selected_range, truth};
use smallvec::{SmallVec, smallvec};
use std::cell::Cell;

/// Limit of the blocks with facts that are searched for the newest fact.
const MAX_PATH: usize = 64;

/// Limit of the memoized contexts.
const MAX_CONTEXTS: usize = 32;
/// Limit of the cycles of one computation that are iterated a second time.
const MAX_CYCLES: usize = 8;

impl Knowledge<'_> {
    /// The range of a class under the facts visible at `point` (unscoped facts only if `None`).
    ///
    /// The first query costs the size of the term. The stack is explicit.
    pub(super) fn range_at(&mut self, class: Id, point: Option<Point>) -> Range {
        let class = self.egraph.find(class);
        if self.egraph.form(class).is_constant() {
            // The class of 1 contains every condition that is always true.
            return self.egraph.range(class).clone();
        }
        let path = point.map(|point| self.points.path(point));
        let path = path.as_deref();
        let context = self.context(class, path);
        if let Some(range) = self.ranges.ranges.get(&(class, context)) {
            return range.clone();
        }
        let mut in_progress = std::mem::take(&mut self.ranges.in_progress);
        let mut stack: SmallVec<[Id; 16]> = smallvec![class];
        let mut cycles = 0;
        while let Some(&top) = stack.last() {
            if let Some(place) = in_progress.place(top) {
                let Some(facts) = in_progress.pending[place].facts.take() else {
                    stack.pop();
                    continue;
                };
                let context = in_progress.pending[place].context;
                let combined = self.combine(top, &facts, &in_progress, path);
                let (range, innermost) = (combined.range, combined.innermost);
                let awaits = combined.awaits.filter(|&outer| outer < place);
                let goes_round = combined.awaits.is_some() && awaits.is_none();
                // Memoize only ranges that hold everywhere in the context, and that do not depend on an unfinished
                // range.
                if innermost <= depth(path, context.place()) && combined.awaits.is_none() {
                    self.ranges.insert(top, context, path, range.clone());
                }
                let pending = &mut in_progress.pending[place];
                pending.result = Some((range, innermost));
                pending.awaits = awaits;
                // Cyclic ranges start from the universal range and iterate once.
                if goes_round && cycles < MAX_CYCLES {
                    cycles += 1;
                    in_progress.forget_waiting(place);
                    self.demand_below(top, &facts, &in_progress, &mut stack);
                    in_progress.pending[place].facts = Some(facts);
                } else {
                    stack.pop();
                }
                continue;
            }
            let context = self.context(top, path);
            if let Some(range) = self.ranges.ranges.get(&(top, context)) {
                let known = Pending {
                    class: top,
                    context,
                    facts: None,
                    result: Some((range.clone(), depth(path, context.place()))),
                    awaits: None,
                };
                in_progress.insert(top, known);
                stack.pop();
                continue;
            }
            let facts = self.bounding(top, path);
            let pending = Pending {
                class: top,
                context,
                facts: None,
                result: None,
                awaits: None,
            };
            in_progress.insert(top, pending);
            self.demand_below(top, &facts, &in_progress, &mut stack);
            if let Some(place) = in_progress.place(top) {
                in_progress.pending[place].facts = Some(facts);
            }
        }
        let result = in_progress
            .place(class)
            .and_then(|place| in_progress.pending[place].result.take());
        in_progress.clear();
        self.ranges.in_progress = in_progress;
        result.map_or_else(|| self.egraph.range(class).clone(), |(range, _)| range)
    }

    /// Pushes the classes whose ranges a class depends on, unless they are in progress.
    fn demand_below(
        &self,
        class: Id,
        bounding: &Bounding,
        in_progress: &Progress,
        stack: &mut SmallVec<[Id; 16]>,
    ) {
        let mut demand = |child: Id| {
            let child = self.egraph.find(child);
            if !self.egraph.form(child).is_constant() && in_progress.get(child).is_none() {
                stack.push(child);
            }
        };
        for node in self.egraph.nodes(class) {
            node.children().iter().for_each(|&child| demand(child));
            if let Some(parts) = selected(node) {
                looked_at(&self.egraph, parts)
                    .into_iter()
                    .for_each(&mut demand);
            }
        }
        for &fact in &bounding.facts {
            let fact = self.facts.get(fact);
            fact.given.iter().copied().for_each(&mut demand);
            fact.form.atoms().for_each(&mut demand);
        }
        for one_of in &bounding.disjunctions {
            let given = &self.facts.get(one_of.fact).given;
            given.iter().copied().for_each(&mut demand);
            one_of.others.iter().copied().for_each(&mut demand);
            let rows = one_of.rows.iter();
            rows.flat_map(|(row, _)| row.atoms()).for_each(&mut demand);
        }
    }

    /// The range of a linear form at a point.
    pub(super) fn form_range_at(&mut self, form: &Form, point: Option<Point>) -> Range {
        if let Some(atom) = form.as_atom() {
            return self.range_at(atom, point);
        }
        let mut ranges: SmallVec<[Range; 4]> = smallvec![];
        for (atom, _) in form.terms() {
            ranges.push(self.range_at(*atom, point));
        }
        let factors = form.terms().iter().map(|(_, k)| k);
        Range::combination(form.constant(), factors.zip(&ranges))
    }

    fn context(&mut self, class: Id, path: Option<&Path>) -> Context {
        let reach = self.reach(class);
        let points = path.map_or(&[][..], Path::points);
        if self.ranges.here.as_ref() != points.first() {
            self.ranges.forget_contexts();
            self.ranges.here = points.first().copied();
        }
        let known = self.ranges.contexts.iter().find(|it| it.0 == reach);
        if let Some(&(_, context)) = known {
            return context;
        }
        let context = self.new_context(reach, points);
        if self.ranges.contexts.len() == MAX_CONTEXTS {
            self.ranges.contexts.clear();
        }
        self.ranges.contexts.push((reach, context));
        context
    }

    fn new_context(&mut self, reach: u64, points: &[Point]) -> Context {
        let newest = |facts: &FactBase, at: &Point| {
            let index = facts.newest(*at, reach)?;
            Some(Context::From(Point { index, ..*at }))
        };
        if points.len() <= MAX_PATH {
            let found = points.iter().find_map(|at| newest(&self.facts, at));
            return found.unwrap_or(Context::Everywhere);
        }
        let far = self.ranges.far.get_or_insert_with(|| {
            let bounded = points
                .iter()
                .filter(|at| self.facts.is_bounded_in(at.block));
            bounded.take(MAX_PATH + 1).copied().collect()
        });
        let mut looked_at = far.iter().take(MAX_PATH);
        let found = looked_at.find_map(|at| newest(&self.facts, at));
        let further = far.get(MAX_PATH).map(|&at| Context::Around(at));
        found.or(further).unwrap_or(Context::Everywhere)
    }

    /// Whether a fact is visible at a point.
    pub(super) fn is_visible(&self, fact: u32, point: Option<Point>) -> bool {
        if self.facts.is_retired(fact) {
            return false;
        }
        match (self.facts.get(fact).point, point) {
            (None, _) => true,
            (Some(from), Some(to)) => self.points.path(to).passes(from),
            (Some(_), None) => false,
        }
    }

    /// The visible facts that bound a class.
    pub(super) fn bounding(&mut self, class: Id, path: Option<&Path>) -> Bounding {
        let disjunctions = match self.egraph.form(class).terms().len() {
            1 => self.disjunctions_bounding(class, path),
            _ => vec![],
        };
        Bounding {
            facts: self.bounding_facts(class, path),
            disjunctions,
        }
    }

    /// The visible facts whose youngest atom is this one: they bound it. For a sum, those that bound it by a constant.
    fn bounding_facts(&mut self, atom: Id, path: Option<&Path>) -> SmallVec<[u32; 4]> {
        let form = self.egraph.form(atom);
        if form.terms().len() > 1 {
            return self
                .facts
                .visible_bounding(form, path)
                .into_iter()
                .collect();
        }
        let facts = self.facts.visible_about(atom, path);
        let mut found = smallvec![];
        if facts.is_empty() {
            return found;
        }
        let age = self.age(atom);
        for number in facts {
            let fact = self.facts.get(number);
            if fact.form.terms().len() > 8 {
                continue;
            }
            let is_conditional = !fact.given.is_empty();
            if is_conditional && !self.has_older_conditions(number, age) {
                continue;
            }
            let fact = self.facts.get(number);
            let others = fact.form.terms().iter().filter(|(other, _)| *other != atom);
            let others = others.map(|(other, k)| (*other, is_unit(k)));
            let others: SmallVec<[(Id, bool); 8]> = others.collect();
            let mut is_below = |(other, is_unit): (Id, bool)| {
                self.age(other) < age
                    || !is_unit && self.divided(&self.facts.get(number).form, other) == Some(atom)
            };
            if others.into_iter().all(&mut is_below) {
                found.push(number);
            }
        }
        found
    }

    /// Whether the conditions of a fact are older than an atom. Otherwise its range must not depend on them, since they
    /// may depend on the atom.
    pub(super) fn has_older_conditions(&mut self, fact: u32, age: u64) -> bool {
        let given = self.facts.get(fact).given.clone();
        given.into_iter().all(|given| self.age(given) < age)
    }

    /// The `x` of a quotient `q = (x + …) floordiv c` by a constant `c`, if a form contains both as `k·(x − c·q)`, which is
    /// a multiple of `x mod c` where the further summands are 0, as those of a wrap that does not wrap. Facts about the
    /// remainder bound `x` if the quotient is 0, and state what divides it.
    pub(super) fn divided(&self, form: &Form, quotient: Id) -> Option<Id> {
        self.egraph.nodes(quotient).find_map(|node| {
            let ENode::Apply(Operator::FloorDiv, sides) = node else {
                return None;
            };
            let divisor = self.egraph.as_constant(sides[1])?;
            let mut dividend = self.egraph.form(sides[0]).terms().iter();
            let divided = dividend.find(|(of, k)| {
                let multiple = -(form.coefficient(of) * divisor);
                k.is_one() && form.coefficient(&quotient) == multiple
            });
            divided.map(|(of, _)| *of)
        })
    }

    /// The age of an atom: the number of its youngest value, then its depth. It does not depend on earlier queries.
    pub(super) fn age(&mut self, atom: Id) -> u64 {
        let atom = self.egraph.find(atom);
        if let Some(age) = self.ranges.ages.get(atom) {
            return age;
        }
        let mut stack: SmallVec<[(Id, bool); 16]> = smallvec![(atom, false)];
        while let Some((top, is_open)) = stack.pop() {
            if !is_open && self.ranges.ages.get(top).is_some() {
                continue;
            }
            let first = self.egraph.nodes(top).next();
            let children = first.map_or(&[][..], |node| node.children()).iter();
            let children = children.map(|&it| self.egraph.find(it));
            if !is_open {
                let is_missing = |child: &Id| self.ranges.ages.get(*child).is_none();
                let mut missing = children.clone().filter(is_missing).peekable();
                if missing.peek().is_some() {
                    stack.push((top, true));
                    missing.for_each(|child| stack.push((child, false)));
                    // On a cycle the atom contributes nothing to its own age.
                    self.ranges.ages.insert(top, 0);
                    continue;
                }
            }
            let age_of_leaf = |node: &ENode| match node {
                ENode::Leaf(leaf) => Some(match self.columns.entry(*leaf).column {
                    Column::Symbol(symbol) => (u64::from(symbol) + 1) << 24,
                    // Older than the counter, whose range it gives.
                    Column::Trip(counter) => ((u64::from(counter.0) + 1) << 24) - 1,
                    column => column
                        .value()
                        .map_or(0, |value| (u64::from(value.0) + 1) << 24),
                }),
                _ => None,
            };
            // If the class contains several leaves, use the oldest, independent of their order.
            let own = match self.egraph.nodes(top).filter_map(age_of_leaf).min() {
                Some(own) => own,
                None => {
                    let ages = children.filter_map(|child| self.ranges.ages.get(child));
                    ages.max().unwrap_or(0) + 1
                }
            };
            self.ranges.ages.insert(top, own);
        }
        self.ranges.ages.get(atom).unwrap_or(0)
    }

    /// The age of the youngest atom on which the range of a class depends, over all its nodes.
    fn reach(&mut self, class: Id) -> u64 {
        let class = self.egraph.find(class);
        if let Some(reach) = self.ranges.reaches.get(class) {
            return reach;
        }
        let mut stack: SmallVec<[(Id, bool); 16]> = smallvec![(class, false)];
        while let Some((top, is_open)) = stack.pop() {
            if !is_open && self.ranges.reaches.get(top).is_some() {
                continue;
            }
            let nodes = self.egraph.nodes(top);
            let children = nodes.flat_map(|node| node.children().iter());
            let children = children.map(|&child| self.egraph.find(child));
            let children = children.filter(|&child| !self.egraph.form(child).is_constant());
            if !is_open {
                let is_missing = |child: &Id| self.ranges.reaches.get(*child).is_none();
                let missing: SmallVec<[Id; 8]> = children.clone().filter(is_missing).collect();
                if !missing.is_empty() {
                    // On a cycle the class contributes nothing to its own reach.
                    self.ranges.reaches.insert(top, 0);
                    stack.push((top, true));
                    stack.extend(missing.into_iter().map(|child| (child, false)));
                    continue;
                }
            }
            let below = children.filter_map(|child| self.ranges.reaches.get(child));
            let below = below.max().unwrap_or(0);
            let reach = below.max(self.age(top));
            self.ranges.reaches.insert(top, reach);
        }
        self.ranges.reaches.get(class).unwrap_or(0)
    }

    fn combine(
        &self,
        class: Id,
        bounding: &Bounding,
        others: &Progress,
        path: Option<&Path>,
    ) -> Combined {
        let innermost = Cell::new((0, 0));
        let awaits: Cell<Option<usize>> = Cell::new(None);
        let await_for = |place: Option<usize>| {
            let outermost = awaits.get().into_iter().chain(place).min();
            awaits.set(outermost);
        };
        let child = |id: Id| -> &Range {
            let id = self.egraph.find(id);
            let place = others.place(id);
            let other = place.map(|place| &others.pending[place]);
            match other.and_then(|other| other.result.as_ref()) {
                Some((range, depth)) => {
                    innermost.set(innermost.get().max(*depth));
                    await_for(other.and_then(|other| other.awaits));
                    range
                }
                None => {
                    // A reference of a class to itself adds no information.
                    await_for(place.filter(|_| id != class));
                    self.egraph.range(id)
                }
            }
        };
        let mut range = self.egraph.range(class).clone();
        for node in self.egraph.nodes(class) {
            if !matches!(node, ENode::Leaf(_)) {
                range = meet(range, node_range(node, child));
            }
            if let Some(parts) = selected(node) {
                let by_branches = selected_range(&self.egraph, parts, |id| child(id).clone());
                range = meet(range, by_branches);
            }
        }
        let own = self.egraph.form(class);
        let is_true = |condition: &Id| truth(child(*condition)) == Some(true);
        for &number in &bounding.facts {
            let fact = self.facts.get(number);
            if own.terms().len() > 1 {
                innermost.set(innermost.get().max(depth(path, fact.point)));
                range = meet(range, bounded_by_multiple(own, fact));
                continue;
            }
            if !fact.given.iter().all(is_true) {
                continue;
            }
            // A quotient of the class bounds it only once the quotient is constant, else each would bound the other. Until
            // then a fact states at most what divides the class.
            let any = Range::full();
            let value = |part: Id, k: &Int| {
                let range = child(part);
                let is_open = !is_unit(k)
                    && range.as_constant().is_none()
                    && self.divided(&fact.form, part) == Some(class);
                if is_open { &any } else { range }
            };
            innermost.set(innermost.get().max(depth(path, fact.point)));
            let others = fact.form.terms().iter().filter(|it| it.0 != class);
            let rest = others.map(|(other, k)| (k, value(*other, k)));
            let rest = Range::combination(fact.form.constant(), rest);
            let coefficient = fact.form.coefficient(&class);
            range = meet(range, bounded_by(&coefficient, &rest, fact.relation));
        }
        for one_of in &bounding.disjunctions {
            let fact = self.facts.get(one_of.fact);
            let is_false = |condition: &Id| truth(child(*condition)) == Some(false);
            if !fact.given.iter().all(is_true) || !one_of.others.iter().all(is_false) {
                continue;
            }
            innermost.set(innermost.get().max(depth(path, fact.point)));
            for (row, relation) in &one_of.rows {
                let others = row.terms().iter().filter(|it| it.0 != class);
                let rest = others.map(|(other, k)| (k, child(*other)));
                let rest = Range::combination(row.constant(), rest);
                range = meet(
                    range,
                    bounded_by(&row.coefficient(&class), &rest, *relation),
                );
            }
        }
        Combined {
            range,
            innermost: innermost.get(),
            awaits: awaits.get(),
        }
    }
}

/// Whether a coefficient is 1 or -1.
pub(super) fn is_unit(k: &Int) -> bool {
    k.is_one() || *k == Int::NEG_ONE
}

/// The condition and the branches of a `select`.
fn selected(node: &ENode) -> Option<[Id; 3]> {
    match node {
        ENode::Apply(Operator::Select, parts) => parts[..].try_into().ok(),
        _ => None,
    }
}

/// The visible facts that bound a class.
#[derive(Clone, Debug, Default)]
pub(super) struct Bounding {
    pub(super) facts: SmallVec<[u32; 4]>,
    pub(super) disjunctions: Vec<Disjunction>,
}

/// The result of [`combine`](Engine::combine).
struct Combined {
    range: Range,
    innermost: Depth,
    awaits: Option<usize>,
}

/// The intersection of two ranges. If they contradict each other (the point is unreachable), the first.
pub(super) fn meet(a: Range, b: Range) -> Range {
    if b.is_full() {
        return a;
    }
    let both = a.intersect(&b);
    if both.is_empty() { a } else { both }
}

/// The range of a form that a fact about a multiple of it implies.
pub(super) fn bounded_by_multiple(form: &Form, fact: &Fact) -> Range {
    match fact.form.as_multiple_of(form) {
        Some((k, rest)) if !k.is_zero() => bounded_by(&k, &Range::constant(rest), fact.relation),
        _ => Range::full(),
    }
}

/// The range of `x` that `k·x + rest >= 0` (or `= 0`) implies.
pub(super) fn bounded_by(k: &Int, rest: &Range, relation: Relation) -> Range {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::program::Program;
    use crate::rules::Rules;
    use crate::solve::{Config, Engine};
    use calipers_ir::{Module, ParseOptions};
    use std::fmt::Write;

    /// A chain of diamonds; both edges of each diamond pass a value to its join.
    fn chain(branches: usize) -> String {
        let mut text = "func.func @f(%a: index, %b: index) -> index {
  %c1 = arith.constant 1 : index
  cf.br ^h0(%a : index)\n"
            .to_owned();
        for n in 0..branches {
            let next = n + 1;
            let written = write!(
                text,
                "^h{n}(%x{n}: index):
  %p{n} = arith.cmpi slt, %x{n}, %b : index
  cf.cond_br %p{n}, ^t{n}, ^h{next}(%x{n} : index)
^t{n}:
  %u{n} = arith.addi %x{n}, %c1 : index
  cf.br ^h{next}(%u{n} : index)\n"
            );
            written.expect("a string can be written to");
        }
        text + &format!("^h{branches}(%r: index):\n  return %r : index\n}}")
    }

    /// A class has one memoized range per set of visible facts, however many blocks surround the point.
    #[test]
    fn a_long_chain_of_blocks_needs_few_ranges() {
        let branches = 4 * MAX_PATH;
        let module = Module::parse(&chain(branches), "f.mlir", ParseOptions::default());
        let module = module.expect("it can be read");
        let rules = Rules::embedded();
        let mut engine = Engine::new(&module, &rules, Config::default());
        for op in module.walk(module.top()) {
            for &value in module.results(op) {
                let class = engine.class(Column::Value(value));
                let point = Point::of(&module, value);
                point.into_iter().for_each(|point| engine.enter(point));
                engine.range_at(class, point);
            }
        }
        let kept = engine.known.ranges.ranges.len();
        assert!(kept < 20 * branches, "{kept} ranges are kept");
    }
}
