//! Candidate invariants of a loop, derived from the initial values and the body.

use super::super::assert::{difference_of, not_equal};
use super::super::facts::Part;
use super::super::implied::implied;
use super::super::knowledge::Knowledge;
use super::super::path::Path;
use super::super::ranges::{bounded_by, meet};
use super::intervals::{self, Cycle};
use super::invariants::Search;
use super::outside::write_before;
use super::relations::about_argument;
use crate::number::{Int, Range};
use crate::program::{Column, Point, ValueId};
use crate::rules::{CarriedLoop, CarriedValue};
use crate::term::{ENode, Expr, Form, Id, Operator};
use calipers_support::order::Order;

/// Limit of the classes below the yielded value.
const MAX_CONE: usize = 32;
/// Limit of the symbolic bounds.
const MAX_LIMITS: usize = 4;
/// Limit of the constant bounds per side.
const MAX_NUMBERS: usize = 6;
/// The greatest change per iteration by which bounds are shifted.
pub(super) const MAX_SHIFT: i64 = 1 << 20;

/// Maximum depth at which a sum is searched in a definition.
const MAX_DEPTH: usize = 6;

/// A carried column that invariants may bound.
pub(super) struct Open {
    pub(super) argument: Column,
    pub(super) initial: Expr<Column>,
    pub(super) yielded: Column,
    /// The change per iteration.
    pub(super) change: Form,
    pub(super) own: Id,
}

impl Open {
    /// Its value if each iteration so far has added a number.
    pub(super) fn after_trips(&self, counter: ValueId, each: Int) -> Expr<Column> {
        let trips = Expr::scaled(each, Expr::Leaf(Column::Trip(counter)));
        Expr::sum(self.initial.clone(), trips)
    }
}

/// Candidate bounds.
#[derive(Default)]
pub(super) struct Limits {
    numbers: Vec<Int>,
    pub(super) terms: Vec<Expr<Column>>,
}

impl Limits {
    /// Adds a bound; of symbolic ones, the first are enough.
    fn add(&mut self, bound: Expr<Column>) {
        match bound {
            Expr::Integer(value) => {
                let around = [&value - Int::ONE, &value + Int::ONE, value];
                self.numbers.extend(around);
            }
            term if self.terms.len() < MAX_LIMITS && !self.terms.contains(&term) => {
                self.terms.push(term);
            }
            _ => {}
        }
    }

    fn extend(&mut self, bounds: impl IntoIterator<Item = Expr<Column>>) {
        bounds.into_iter().for_each(|bound| self.add(bound));
    }
}

/// The relations of an atom at a point, restated for `own`: those of facts that compare the atom, and those of
/// minima that it equals.
fn told_of(known: &mut Knowledge<'_>, own: Id, class: Id, point: Point) -> Vec<Form> {
    let mut found = vec![];
    for node in known.egraph.nodes(class) {
        if let ENode::Apply(Operator::Min, parts) = node {
            let own = Form::atom(own);
            found.extend(
                parts
                    .iter()
                    .filter_map(|&it| known.egraph.form(it).sub(&own)),
            );
        }
    }
    let Some(atom) = known
        .egraph
        .form(class)
        .as_atom()
        .filter(|&atom| atom != own)
    else {
        return found;
    };
    let path = known.points.path(point);
    for fact in known.facts.visible_about(atom, Some(&path)) {
        found.extend(
            known
                .facts
                .get(fact)
                .form
                .substitute(atom, &Form::atom(own)),
        );
    }
    found
}

/// The differences of an atom from what it is not equal to at the end of a path.
fn apart_from(known: &Knowledge<'_>, own: Id, path: &Path) -> Vec<Form> {
    let facts = known.facts.visible_with(Part::Compared, own, Some(path));
    let difference = |fact: u32| {
        let fact = known.facts.get(fact);
        let equality = not_equal(&known.egraph, &fact.form, fact.relation)?;
        difference_of(&known.egraph, equality)
    };
    facts.into_iter().filter_map(difference).collect()
}

/// The classes below a class, nearest first.
fn cone(known: &Knowledge<'_>, class: Id) -> Vec<Id> {
    let mut found = vec![known.egraph.find(class)];
    let mut next = 0;
    while next < found.len() && found.len() < MAX_CONE {
        let class = found[next];
        next += 1;
        // Other terms with the same constant value are unrelated to the loop.
        if known.egraph.form(class).is_constant() {
            continue;
        }
        let atoms: Vec<Id> = known.egraph.form(class).atoms().collect();
        let below = known
            .egraph
            .nodes(class)
            .flat_map(|node| node.children().to_vec());
        for child in atoms.into_iter().chain(below.collect::<Vec<Id>>()) {
            let child = known.egraph.find(child);
            if !found.contains(&child) && !known.egraph.form(child).is_constant() {
                found.push(child);
            }
        }
    }
    found
}

impl Search<'_, '_> {
    /// The carried columns that invariants may bound, with the classes of their yielded values.
    pub(super) fn opened(&self, the_loop: &CarriedLoop) -> Vec<(Open, Id)> {
        let known = &self.engine.known;
        let mut all = vec![];
        for [argument, initial, yielded] in self.open_columns(the_loop) {
            let (own, next) = (known.columns.done(argument), known.columns.done(yielded));
            let (Some(own), Some(next)) = (own, next) else {
                continue;
            };
            let own_form = known.egraph.form(own);
            if let Some(change) = known.egraph.form(next).sub(own_form) {
                let open = Open {
                    argument,
                    initial: Expr::Leaf(initial),
                    yielded,
                    change,
                    // The class of a closed form is no atom, and no fact compares it.
                    own: own_form.as_atom().unwrap_or(own),
                };
                all.push((open, next));
            }
        }
        all
    }

    /// The candidate invariants of a loop's carried columns.
    pub(super) fn candidates_of_loop(&mut self, the_loop: &CarriedLoop) -> Vec<Expr<Column>> {
        let before = the_loop.before;
        let all = self.opened(the_loop);
        let mut found = vec![];
        for (open, yielded) in &all {
            self.candidates_of(open, *yielded, the_loop, before, &mut found);
        }
        for (n, (a, _)) in all.iter().enumerate() {
            for (b, _) in &all[n + 1..] {
                self.candidates_of_two(a, b, the_loop, before, &mut found);
            }
        }
        let ranges = self.preserved_ranges(&all, before).into_iter();
        for candidate in ranges.chain(self.equations(&all, the_loop)) {
            if !found.contains(&candidate) {
                found.push(candidate);
            }
        }
        found
    }

    /// Constant bounds that interval arithmetic over all carried columns together preserves.
    fn preserved_ranges(&mut self, all: &[(Open, Id)], before: Point) -> Vec<Expr<Column>> {
        let mut cycles = vec![];
        for (open, yielded) in all {
            let known = &mut self.engine.known;
            let first = self.engine.definitions.intern(known, &open.initial);
            cycles.push(Cycle {
                own: open.own,
                initial: self.engine.range_at(first, Some(before)),
                yielded: *yielded,
            });
        }
        let mut found = vec![];
        for ((open, _), range) in all
            .iter()
            .zip(intervals::preserved(&self.engine.known, &cycles))
        {
            let universal = self.engine.known.egraph.range(open.own);
            let argument = || Expr::Leaf(open.argument);
            let lower = range.lower().filter(|end| universal.lower() < Some(end));
            found.extend(lower.map(|end| Expr::at_most(Expr::Integer(end.clone()), argument())));
            let is_below = |end: &&Int| universal.upper().is_none_or(|most| *end < most);
            let upper = range.upper().filter(is_below);
            found.extend(upper.map(|end| Expr::at_most(argument(), Expr::Integer(end.clone()))));
        }
        found
    }

    fn candidates_of(
        &mut self,
        open: &Open,
        yielded: Id,
        the_loop: &CarriedLoop,
        before: Point,
        found: &mut Vec<Expr<Column>>,
    ) {
        let argument = Expr::Leaf(open.argument);
        let initial = open.initial.clone();
        let (at_least, at_most) = (
            |bound: Expr<Column>| Expr::at_most(bound, argument.clone()),
            |bound: Expr<Column>| Expr::at_most(argument.clone(), bound),
        );
        found.push(Expr::equal(argument.clone(), initial.clone()));
        found.push(at_least(initial.clone()));
        found.push(at_most(initial.clone()));
        let change = self
            .engine
            .known
            .range_of_goal(&open.change, Some(the_loop.end));
        let small = |end: Option<&Int>| {
            let limit = Int::from(MAX_SHIFT);
            end.filter(|&end| *end <= limit && *end >= -&limit).cloned()
        };
        let (down, up) = (small(change.lower()), small(change.upper()));
        if let Some(counter) = the_loop.counter {
            let by_trips = |each: &Int| open.after_trips(counter, each.clone());
            let moves = |each: &&Int| !each.is_zero();
            found.extend(down.as_ref().filter(moves).map(|it| at_least(by_trips(it))));
            found.extend(up.as_ref().filter(moves).map(|it| at_most(by_trips(it))));
            for each in self.steps_within(open) {
                found.push(Expr::equal(argument.clone(), by_trips(&each)));
            }
        }
        let step = self.step_of(&change);
        if step > Int::ONE {
            let difference = Expr::difference(argument.clone(), initial.clone());
            let rest = Expr::apply(Operator::Mod, [difference, Expr::Integer(step)]);
            found.push(Expr::equal(rest, Expr::integer(0)));
        }
        let limits = self.limits(open, yielded, the_loop, before);
        let class = self
            .engine
            .definitions
            .intern(&mut self.engine.known, &initial);
        let range = self.range_of_first(class, the_loop);
        self.numeric_bounds(&limits.numbers, &range, &initial, &argument, found);
        for limit in limits.terms {
            let shifts = |end: Option<Int>, other: i64| {
                let end = end.filter(|end| !end.is_zero());
                [Int::ZERO, end.unwrap_or_else(|| Int::from(other))]
            };
            for shift in shifts(up.clone().filter(|up| *up > Int::ZERO), 1) {
                let limit = shifted(&limit, shift);
                let plain = at_most(limit.clone());
                found.push(match self.holds_at(&the_loop.first(&plain), before) {
                    true => plain,
                    false => at_most(Expr::apply(Operator::Max, [initial.clone(), limit])),
                });
            }
            for shift in shifts(down.clone().filter(|down| *down < Int::ZERO), -1) {
                let limit = shifted(&limit, shift);
                let plain = at_least(limit.clone());
                found.push(match self.holds_at(&the_loop.first(&plain), before) {
                    true => plain,
                    false => at_least(Expr::apply(Operator::Min, [initial.clone(), limit])),
                });
            }
        }
    }

    /// The range of an initial value where control goes to the first iteration.
    fn range_of_first(&mut self, class: Id, the_loop: &CarriedLoop) -> Range {
        let before = Some(the_loop.before);
        let mut range = self.engine.range_at(class, before);
        let known = &mut self.engine.known;
        let form = known.egraph.form(class);
        if let (Some(condition), Some(atom)) = (&the_loop.conditions[0], form.as_atom()) {
            let condition = self.engine.definitions.intern(known, condition);
            for (row, relation) in implied(&known.egraph, condition, true) {
                if let Some(rest) = row.substitute(atom, &Form::zero()) {
                    let rest = known.form_range_at(&rest, before);
                    let by_row = bounded_by(&row.coefficient(&atom), &rest, relation);
                    range = meet(range, by_row);
                }
            }
        }
        range
    }

    /// The constants that are added to the argument within the definition of the yielded value. They are the change per
    /// iteration if the addition never wraps or saturates.
    pub(super) fn steps_within(&mut self, open: &Open) -> Vec<Int> {
        let mut steps = vec![];
        let Some(definition) = self
            .engine
            .definition(open.yielded)
            .map(|it| it.term.clone())
        else {
            return steps;
        };
        let own = Form::atom(open.own);
        let mut work = vec![(definition, MAX_DEPTH)];
        while let Some((term, depth)) = work.pop() {
            let class = self
                .engine
                .definitions
                .intern(&mut self.engine.known, &term);
            let added = self.engine.known.egraph.form(class).sub(&own);
            let limit = Int::from(MAX_SHIFT);
            let fits = |added: &&Int| !added.is_zero() && **added <= limit && **added >= -&limit;
            let added = added.as_ref().and_then(Form::as_constant).filter(fits);
            if let Some(added) = added.filter(|it| !steps.contains(it)) {
                steps.push(added.clone());
            }
            // A sum may have a smaller one in it, as in what wraps to a few bits: `(own + 3 + 128) mod 256 - 128`.
            if let (Expr::Apply(_, parts), Some(depth)) = (term, depth.checked_sub(1)) {
                work.extend(parts.iter().map(|part| (part.clone(), depth)));
            }
        }
        steps.truncate(MAX_LIMITS);
        steps
    }

    /// Bounds by the ranges of the yielded values, given the facts about the loop so far.
    pub(super) fn narrower_of_loop(&mut self, the_loop: &CarriedLoop) -> Vec<Expr<Column>> {
        let mut found = vec![];
        for [argument, _, _] in self.open_columns(the_loop) {
            let Some(own) = self.engine.known.columns.done(argument) else {
                continue;
            };
            let mut either = Range::empty();
            for path in the_loop.paths() {
                let is_it = |it: &&CarriedValue| Some(it.argument) == argument.value();
                let Some(carried) = path.carried.iter().find(is_it) else {
                    continue;
                };
                for (value, point) in [(carried.initial, path.before), (carried.yielded, path.end)]
                {
                    let passed = Expr::Leaf(argument.of_value(value));
                    either = either.join(&self.engine.best_range(&passed, Some(point)));
                }
            }
            let known = self.engine.range_at(own, the_loop.starts.first().copied());
            let argument = Expr::Leaf(argument);
            if let Some(lower) = either.lower()
                && known.lower().is_none_or(|known| known < lower)
            {
                found.push(Expr::at_most(
                    Expr::Integer(lower.clone()),
                    argument.clone(),
                ));
            }
            if let Some(upper) = either.upper()
                && known.upper().is_none_or(|known| known > upper)
            {
                found.push(Expr::at_most(argument, Expr::Integer(upper.clone())));
            }
        }
        found
    }

    pub(super) fn holds_at(&mut self, condition: &Expr<Column>, point: Point) -> bool {
        let decided = self.engine.prove(condition, Some(point));
        decided.is_ok_and(|decided| decided == super::super::decide::Decided::True)
    }

    /// The greatest divisor of all changes.
    fn step_of(&self, change: &Range) -> Int {
        let congruence = change.congruence();
        crate::number::gcd(congruence.modulus(), congruence.residue())
    }

    /// Constant bounds: those next to the range of the initial value, or the minimum of the initial value and a
    /// constant.
    fn numeric_bounds(
        &mut self,
        numbers: &[Int],
        initial_range: &Range,
        initial: &Expr<Column>,
        argument: &Expr<Column>,
        found: &mut Vec<Expr<Column>>,
    ) {
        let mut numbers = numbers.to_vec();
        numbers.push(Int::ZERO);
        numbers.extend(initial_range.lower().cloned());
        numbers.extend(initial_range.upper().cloned());
        numbers.order();
        numbers.dedup();
        let nearest = |mut of: Vec<Int>| {
            of.truncate(MAX_NUMBERS);
            of.into_iter().map(Expr::Integer).collect::<Vec<_>>()
        };
        match initial_range.lower() {
            Some(lower) => {
                let below = numbers.iter().rev().filter(|&it| it <= lower);
                for bound in nearest(below.cloned().collect()) {
                    found.push(Expr::at_most(bound, argument.clone()));
                }
            }
            None => {
                for bound in nearest(numbers.clone()) {
                    let least = Expr::apply(Operator::Min, [initial.clone(), bound]);
                    found.push(Expr::at_most(least, argument.clone()));
                }
            }
        }
        match initial_range.upper() {
            Some(upper) => {
                let above = numbers.iter().filter(|&it| it >= upper);
                for bound in nearest(above.cloned().collect()) {
                    found.push(Expr::at_most(argument.clone(), bound));
                }
            }
            None => {
                numbers.reverse();
                for bound in nearest(numbers) {
                    let greatest = Expr::apply(Operator::Max, [initial.clone(), bound]);
                    found.push(Expr::at_most(argument.clone(), greatest));
                }
            }
        }
    }

    /// The limits with which the body compares the argument, and the ends of the ranges of its parts.
    pub(super) fn limits(
        &mut self,
        open: &Open,
        yielded: Id,
        the_loop: &CarriedLoop,
        before: Point,
    ) -> Limits {
        let mut limits = Limits::default();
        let mut forms = vec![];
        for class in cone(&self.engine.known, yielded) {
            let range = self.engine.range_at(class, Some(the_loop.end));
            limits.numbers.extend(range.lower().cloned());
            limits.numbers.extend(range.upper().cloned());
            for node in self.engine.known.egraph.nodes(class) {
                if let ENode::Apply(Operator::Min | Operator::Le | Operator::Eq, sides) = node
                    && let &[a, b] = &sides[..]
                {
                    forms.extend(
                        self.engine
                            .known
                            .egraph
                            .form(a)
                            .sub(self.engine.known.egraph.form(b)),
                    );
                }
            }
        }
        let path = self.engine.known.points.path(the_loop.end);
        for fact in self.engine.known.facts.visible_about(open.own, Some(&path)) {
            forms.push(self.engine.known.facts.get(fact).form.clone());
        }
        forms.extend(apart_from(&self.engine.known, open.own, &path));
        forms.extend(told_of(
            &mut self.engine.known,
            open.own,
            yielded,
            the_loop.end,
        ));
        let first = self
            .engine
            .definitions
            .intern(&mut self.engine.known, &open.initial);
        forms.extend(told_of(&mut self.engine.known, open.own, first, before));
        // The condition of the back edge also bounds the next value.
        if let Some(condition) = &the_loop.conditions[1] {
            let class = self
                .engine
                .definitions
                .intern(&mut self.engine.known, condition);
            let egraph = &self.engine.known.egraph;
            let own = Form::atom(open.own);
            let next = egraph.form(yielded).clone();
            let shift = next.sub(&own).filter(Form::is_constant);
            for (row, relation) in implied(egraph, class, true) {
                let equality = not_equal(egraph, &row, relation);
                let difference = equality.and_then(|it| difference_of(egraph, it));
                let is_apart = difference.is_some();
                let row = difference.unwrap_or(row);
                let k = row.coefficient(&open.own);
                if !k.is_zero() {
                    forms.push(row.clone());
                }
                match &shift {
                    // Shift the limit of the next value by the change.
                    Some(shift) => forms.extend(row.add_constant(&-(&k * shift.constant()))),
                    None => forms.extend(about_argument(&row, is_apart, &next, &own)),
                }
            }
        }
        let mut inside = vec![];
        for form in forms {
            // The value of the argument at which the form is 0.
            let k = form.coefficient(&open.own);
            let rest = form.substitute(open.own, &Form::zero());
            let at_zero = match (k == Int::ONE, k == Int::NEG_ONE, rest) {
                (true, _, Some(rest)) => rest.neg(),
                (_, true, Some(rest)) => rest,
                _ => continue,
            };
            match write_before(&self.engine.known, &at_zero, before) {
                Some(written) => limits.add(written),
                None => inside.push(at_zero),
            }
        }
        for form in inside {
            limits.extend(self.bounds_before(&form, the_loop));
        }
        let counter = the_loop.counter.map(Column::Value);
        let counter = counter.and_then(|it| self.engine.known.columns.done(it));
        // What is added may have limits that are no limits of the argument yet.
        for class in cone(&self.engine.known, yielded) {
            if Some(class) == counter {
                limits.extend(self.index_by_trip(the_loop));
            }
            let own = Form::atom(class);
            let is_leaf = |node: &ENode| matches!(node, ENode::Leaf(_));
            if self.engine.known.egraph.nodes(class).any(is_leaf) {
                limits.extend(write_before(&self.engine.known, &own, before));
            }
        }
        limits
    }

    /// Bounds of a form with one atom inside of a loop by facts about this atom, as terms over columns before the loop.
    fn bounds_before(&self, form: &Form, the_loop: &CarriedLoop) -> Vec<Expr<Column>> {
        let known = &self.engine.known;
        let is_before =
            |atom: Id| write_before(known, &Form::atom(atom), the_loop.before).is_some();
        let mut inside = form.atoms().filter(|&atom| !is_before(atom));
        let (Some(atom), None) = (inside.next(), inside.next()) else {
            return vec![];
        };
        let path = known.points.path(the_loop.end);
        let facts = known.facts.visible_about(atom, Some(&path));
        let without = |fact: u32| {
            let fact = &known.facts.get(fact).form;
            let own = fact.coefficient(&atom);
            let factor = match own == Int::ONE || own == Int::NEG_ONE {
                true => -(form.coefficient(&atom) * own),
                false => return None,
            };
            let rest = form.add_scaled(&factor, fact)?;
            write_before(known, &rest, the_loop.before)
        };
        facts.into_iter().filter_map(without).collect()
    }
}

/// `term + shift`.
fn shifted(term: &Expr<Column>, shift: Int) -> Expr<Column> {
    match shift.is_zero() {
        true => term.clone(),
        false => Expr::sum(term.clone(), Expr::Integer(shift)),
    }
}
