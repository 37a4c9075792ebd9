//! Runs that might be: integers for all that facts speak of, which satisfy every fact visible at a
//! point. Where the end of a range is attained by one of them there is no better bound, and no linear
//! program needs to look for it.
//!
//! They are put together in the order of the program, as a run would be: the youngest leaf of a fact is
//! chosen so that the fact holds, whatever has a definition is computed. What has been put together is
//! kept while questions go on from point to point, and taken back where they leave a region.

use super::engine::Engine;
use super::facts::Relation;
use super::ranges::bounded_by;
use crate::number::{Int, Range};
use crate::program::Point;
use crate::term::{Form, Node, Operator};
use egg::Id;
use hashbrown::HashMap;
use std::array;

/// How many runs are followed.
const RUNS: usize = 4;
/// A value for what has no greatest one: many numbers divide it.
const LARGE: i64 = 11_531_520;
/// How deep regions may nest.
const MAX_LEVELS: usize = 32;
/// How often all facts may be looked at, on the average.
const MAX_ROUNDS: usize = 16;

/// A value in each run.
type Values = [Int; RUNS];

/// The runs at the point where they were asked for last.
#[derive(Default, Debug)]
pub(super) struct Witnesses {
    /// What has a value; none if it could not be computed.
    values: HashMap<Id, Option<Values>>,
    /// The same, in order.
    valued: Vec<Id>,
    /// Outermost first; the first one is what holds everywhere.
    levels: Vec<Level>,
    /// How many unions have been seen.
    unions: usize,
    /// How many facts have been looked at.
    spent: usize,
}

/// What is known in a block, and around it, up to a point.
#[derive(Clone, Copy, Debug)]
struct Level {
    place: Option<Point>,
    /// Facts from that number on have not been looked at.
    next: u32,
    /// How many classes had a value outside.
    valued: usize,
    /// The runs that satisfy all facts so far.
    alive: [bool; RUNS],
}

impl Witnesses {
    /// Forgets all of it: facts were taken back.
    pub(super) fn clear(&mut self) {
        self.levels.clear();
        self.values.clear();
        self.valued.clear();
    }

    /// Goes back to the first levels.
    fn truncate(&mut self, levels: usize) {
        if let Some(level) = self.levels.get(levels) {
            for class in self.valued.drain(level.valued..) {
                self.values.remove(&class);
            }
            self.levels.truncate(levels);
        }
    }

    fn set(&mut self, class: Id, values: Option<Values>) {
        self.values.insert(class, values);
        self.valued.push(class);
    }
}

/// What a run chooses for a leaf of which these values are possible.
fn choose(run: usize, range: &Range) -> Option<Int> {
    let from = |least: i64| {
        let above = range.intersect(&Range::at_least(least));
        above.lower().or(range.upper()).cloned()
    };
    match (range.lower(), range.upper()) {
        _ if range.is_empty() => None,
        // The first run has the least of everything, the second the greatest; the others have what
        // is bounded at its first, and the rest large or 1.
        (Some(least), _) if run == 0 => Some(least.clone()),
        (_, Some(greatest)) if run == 1 => Some(greatest.clone()),
        (Some(least), Some(_)) => Some(least.clone()),
        _ => from([0, LARGE, LARGE, 1][run]),
    }
}

impl Engine<'_> {
    /// Whether some run that satisfies every fact visible at a point has that value there: then no
    /// better bound holds. False where none was found.
    pub(super) fn is_attained(&mut self, form: &Form, value: &Int, point: Option<Point>) -> bool {
        let Some(alive) = self.runs_at(point) else {
            return false;
        };
        let Some(values) = self.values_of(form) else {
            return false;
        };
        let mut runs = values.iter().zip(alive);
        runs.any(|(own, alive)| alive && own == value)
    }

    /// Whether a run was found that satisfies every fact visible at a point.
    pub fn is_seen_reached(&mut self, point: Option<Point>) -> bool {
        self.runs_at(point)
            .is_some_and(|alive| alive.contains(&true))
    }

    /// The runs that satisfy every fact visible at a point.
    fn runs_at(&mut self, point: Option<Point>) -> Option<[bool; RUNS]> {
        let limit = MAX_ROUNDS * (self.facts.count() as usize + 64);
        if self.witnesses.spent > limit || self.facts.counts_some() {
            return None;
        }
        self.see_unions();
        let path = point.map(|point| self.path(point));
        let points = path.as_ref().map_or(&[][..], |path| path.points());
        if points.len() > MAX_LEVELS {
            return None;
        }
        let inner = points.iter().rev().map(|&at| Some(at));
        let places: Vec<Option<Point>> = std::iter::once(None).chain(inner).collect();
        // What was put together on the way to the last point, as far as the ways are one.
        let mut common = 0;
        for (level, place) in self.witnesses.levels.iter().zip(&places) {
            match (level.place, place) {
                (None, None) => common += 1,
                (Some(old), Some(new)) if old == *new => common += 1,
                (Some(old), Some(new)) if old.block == new.block && old.index < new.index => {
                    common += 1;
                    break;
                }
                _ => break,
            }
        }
        self.witnesses.truncate(common);
        if common > 0 {
            self.go_on(common - 1, &places[..common]);
        }
        for (level, &place) in places.iter().enumerate().skip(common) {
            let alive = self.witnesses.levels.last().map(|outer| outer.alive);
            self.witnesses.levels.push(Level {
                place,
                next: self.facts.count(),
                valued: self.witnesses.valued.len(),
                alive: alive.unwrap_or([true; RUNS]),
            });
            let facts = self.facts.placed(place, None);
            self.take_in(level, facts);
        }
        self.witnesses.levels.last().map(|level| level.alive)
    }

    /// Looks at the facts that were not there yet, and those up to the point that is last on the way.
    fn go_on(&mut self, level: usize, way: &[Option<Point>]) {
        let Level { place, next, .. } = self.witnesses.levels[level];
        let here = way[level];
        let on_the_way = |from: Option<Point>| {
            let passes = |at: Point, from: Point| at.block == from.block && from.index <= at.index;
            match from {
                None => true,
                Some(from) => way.iter().flatten().any(|&at| passes(at, from)),
            }
        };
        let count = self.facts.count();
        let new = (next..count).filter(|&it| on_the_way(self.facts.get(it).point));
        let mut facts: Vec<u32> = new.collect();
        let passed = self.facts.placed(here, place);
        facts.extend(passed.into_iter().filter(|&it| it < next));
        self.witnesses.levels[level].place = here;
        self.witnesses.levels[level].next = count;
        self.take_in(level, facts);
    }

    /// Forgets everything once what has a value was found to be equal to something else.
    fn see_unions(&mut self) {
        let unions = self.store.unions();
        let has_value = |class: Id| self.witnesses.values.contains_key(&class);
        let new = unions.get(self.witnesses.unions..).unwrap_or(&[]);
        let changed = new
            .iter()
            .any(|it| has_value(it.left) || has_value(it.right));
        self.witnesses.unions = unions.len();
        if changed {
            self.witnesses.clear();
        }
    }

    /// Chooses leaves so that these facts hold; the runs in which one does not come to an end.
    fn take_in(&mut self, level: usize, facts: Vec<u32>) {
        self.witnesses.spent += facts.len();
        let mut by_age: Vec<(u64, u32)> = vec![];
        for number in facts {
            if !self.facts.is_retired(number) {
                let form = self.facts.get(number).form.clone();
                let youngest = form.atoms().map(|atom| self.age(atom)).max();
                by_age.push((youngest.unwrap_or(0), number));
            }
        }
        by_age.sort_unstable();
        for group in by_age.chunk_by(|a, b| a.0 == b.0) {
            let (age, _) = group[0];
            for &(_, number) in group {
                let form = self.facts.get(number).form.clone();
                for atom in form.atoms() {
                    if self.age(atom) == age {
                        self.choose_within(atom, group);
                    }
                }
            }
            for &(_, number) in group {
                let held = self.held(number);
                let alive = &mut self.witnesses.levels[level].alive;
                for (alive, held) in alive.iter_mut().zip(held) {
                    *alive &= held;
                }
            }
        }
    }

    /// Gives a leaf that has no value yet one that satisfies those facts whose other atoms are older.
    fn choose_within(&mut self, atom: Id, facts: &[(u64, u32)]) {
        let atom = self.store.find(atom);
        if self.witnesses.values.contains_key(&atom) || self.definition_of(atom).is_some() {
            return;
        }
        let mut ranges: [Range; RUNS] = array::from_fn(|_| self.store.range(atom).clone());
        for &(_, number) in facts {
            let fact = self.facts.get(number);
            let relation = fact.relation;
            let k = fact.form.coefficient(&atom);
            if k.is_zero() || !fact.given.is_empty() {
                continue;
            }
            let Some(rest) = fact.form.substitute(atom, &Form::zero()) else {
                continue;
            };
            let open = rest.atoms().map(|other| self.store.find(other));
            let mut open = open.filter(|other| !self.witnesses.values.contains_key(other));
            if let Some(other) = open.next()
                && self.age(other) == self.age(atom)
            {
                continue;
            }
            let Some(values) = self.values_of(&rest) else {
                continue;
            };
            for (range, rest) in ranges.iter_mut().zip(values) {
                *range = range.intersect(&bounded_by(&k, &Range::constant(rest), relation));
            }
        }
        self.choose(atom, &ranges);
    }

    fn choose(&mut self, atom: Id, ranges: &[Range; RUNS]) {
        let universal = self.store.range(atom);
        // Where nothing is possible the facts that say so end the run.
        let chosen = |run: usize| choose(run, &ranges[run]).or_else(|| choose(run, universal));
        let values: Option<Vec<Int>> = (0..RUNS).map(chosen).collect();
        let values = values.and_then(|values| Values::try_from(values).ok());
        self.witnesses.set(atom, values);
    }

    /// In which runs a fact holds.
    fn held(&mut self, number: u32) -> [bool; RUNS] {
        let fact = self.facts.get(number);
        let (form, relation) = (fact.form.clone(), fact.relation);
        let given = fact.given.clone();
        let Some(values) = self.values_of(&form) else {
            return [false; RUNS];
        };
        let mut held = values.map(|value| match relation {
            Relation::AtLeastZero => value >= Int::ZERO,
            Relation::Zero => value.is_zero(),
        });
        for condition in given {
            let condition = self.store.form(condition).clone();
            let Some(values) = self.values_of(&condition) else {
                continue;
            };
            for (held, value) in held.iter_mut().zip(values) {
                *held |= value.is_zero();
            }
        }
        held
    }

    /// What computes the value of an atom, if it is no leaf: an operator and its arguments.
    fn definition_of(&self, atom: Id) -> Option<(Operator, Vec<Form>)> {
        let form = self.store.form(atom);
        if form.as_atom() != Some(atom) {
            return Some((Operator::Add, vec![form.clone()]));
        }
        if let Some(sum) = self.store.expansion(atom) {
            return Some((Operator::Add, vec![sum.clone()]));
        }
        let mut nodes = self.store.nodes(atom).iter();
        nodes.find_map(|node| match node {
            Node::Apply(operator, arguments) => {
                let forms = arguments.iter().map(|&it| self.store.form(it).clone());
                Some((*operator, forms.collect()))
            }
            _ => None,
        })
    }

    /// The values of a form.
    fn values_of(&mut self, form: &Form) -> Option<Values> {
        let mut total: Values = array::from_fn(|_| form.constant().clone());
        for (atom, k) in form.terms() {
            let atom = self.store.find(*atom);
            if !self.witnesses.values.contains_key(&atom) {
                self.compute(atom);
            }
            let values = self.witnesses.values.get(&atom)?.as_ref()?;
            for (total, value) in total.iter_mut().zip(values) {
                match k.is_one() {
                    true => *total += value,
                    false => *total += value * k,
                }
            }
        }
        Some(total)
    }

    /// Computes the value of an atom, and first of all below it. The stack is explicit.
    fn compute(&mut self, atom: Id) {
        let mut stack = vec![(atom, false)];
        while let Some((atom, is_open)) = stack.pop() {
            let atom = self.store.find(atom);
            if !is_open && self.witnesses.values.contains_key(&atom) {
                continue;
            }
            let Some((operator, arguments)) = self.definition_of(atom) else {
                let ranges = array::from_fn(|_| self.store.range(atom).clone());
                self.choose(atom, &ranges);
                continue;
            };
            if !is_open {
                // Unknown until it has been computed, should it be met again on the way.
                self.witnesses.set(atom, None);
                stack.push((atom, true));
                let below = arguments.iter().flat_map(Form::atoms);
                stack.extend(below.map(|atom| (atom, false)));
                continue;
            }
            let values: Option<Vec<Values>> =
                arguments.iter().map(|it| self.values_of(it)).collect();
            let values = values.and_then(|values| {
                let in_run = |run: usize| {
                    let own: Vec<Int> = values.iter().map(|it| it[run].clone()).collect();
                    operator.apply(&own)
                };
                let all: Option<Vec<Int>> = (0..RUNS).map(in_run).collect();
                Values::try_from(all?).ok()
            });
            self.witnesses.values.insert(atom, values);
        }
    }
}
