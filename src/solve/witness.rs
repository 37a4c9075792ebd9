//! Runs that might be: integers for all that facts speak of, which satisfy every fact visible at a
//! point. Where the end of a range is attained by one of them there is no better bound, and no linear
//! program needs to look for it.
//!
//! They are put together in the order of the program, as a run would be: the youngest leaf of a fact is
//! chosen so that the fact holds, whatever has a definition is computed. What has been put together is
//! kept while questions go on from point to point, and taken back where they leave a region.

use super::engine::Engine;
use super::facts::{Fact, FactBase, Relation};
use crate::number::{Int, Range};
use crate::program::Point;
use crate::term::{Form, Node, Operator, Store};
use egg::Id;
use hashbrown::HashMap;
use smallvec::{SmallVec, smallvec};

/// How many runs are followed.
const RUNS: usize = 4;
/// A value for what has no greatest one: many numbers divide it.
const LARGE: i128 = 11_531_520;
/// How deep regions may nest.
const MAX_LEVELS: usize = 32;
/// How often all facts may be looked at, on the average.
const MAX_ROUNDS: usize = 16;

/// A value in each run. What does not fit is not known.
type Values = [i128; RUNS];

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
    /// Forgets what facts from that number on have a part in: some were taken back.
    pub(super) fn forget(&mut self, from: u32) {
        let mut levels = self.levels.iter();
        let kept = levels.position(|level| level.next > from);
        self.truncate(kept.unwrap_or(self.levels.len()));
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

/// What a run chooses for a leaf of which the values between these ends are possible, if there are any.
fn choose(run: usize, (low, high): Ends, universal: &Range) -> Option<i128> {
    let congruence = match universal.is_aligned() {
        true => Some(universal.congruence()),
        false => None,
    };
    let up = |number: i128| match &congruence {
        None => Some(number),
        Some(congruence) => small(&congruence.round_up(&number.into())?),
    };
    let down = |number: i128| match &congruence {
        None => Some(number),
        Some(congruence) => small(&congruence.round_down(&number.into())?),
    };
    let (low, high) = (low.and_then(up), high.and_then(down));
    match (low, high) {
        (Some(low), Some(high)) if low > high => None,
        // The first run has the least of everything, the second the greatest; the others have what
        // is bounded at its first, and the rest large or 1.
        (Some(low), _) if run == 0 => Some(low),
        (_, Some(high)) if run == 1 => Some(high),
        (Some(low), Some(_)) => Some(low),
        (low, high) => {
            let own = [0, LARGE, LARGE, 1][run];
            let from = up(low.map_or(own, |low| low.max(own)))?;
            Some(high.map_or(from, |high| high.min(from)))
        }
    }
}

impl Engine<'_> {
    /// The least and the greatest value that a form has in a run that was found to satisfy every fact
    /// visible at a point: no better bounds hold. None where no run was found.
    pub(super) fn seen_values(&mut self, form: &Form, point: Option<Point>) -> Option<(Int, Int)> {
        let alive = self.runs_at(point).filter(|alive| alive.contains(&true))?;
        let values = self.witnesses.sum(&self.store, form, None)?;
        let values = || values.iter().zip(alive).filter(|it| it.1).map(|it| *it.0);
        let (least, greatest) = (values().min()?, values().max()?);
        Some((least.into(), greatest.into()))
    }

    /// Whether a form was seen to have different values in runs that come to a point.
    pub fn is_seen_to_vary(&mut self, form: &Form, point: Option<Point>) -> bool {
        let seen = self.seen_values(form, point);
        seen.is_some_and(|(least, greatest)| least != greatest)
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
            self.witnesses.truncate(0);
        }
    }

    /// Chooses leaves so that these facts hold; the runs in which one does not come to an end.
    fn take_in(&mut self, level: usize, facts: Vec<u32>) {
        self.witnesses.spent += facts.len();
        if !self.witnesses.levels[level].alive.contains(&true) {
            return;
        }
        let facts = facts.into_iter().filter(|&it| !self.facts.is_retired(it));
        let mut by_age: Vec<(u64, u32)> = facts
            .map(|number| (self.facts.get(number).youngest, number))
            .collect();
        by_age.sort_unstable();
        for group in by_age.chunk_by(|a, b| a.0 == b.0) {
            for &(age, number) in group {
                let atoms: SmallVec<[Id; 4]> = self.facts.get(number).form.atoms().collect();
                for atom in atoms {
                    if self.age(atom) == age {
                        let ages = |other: Id| self.ranges.age_of(other);
                        let (store, facts) = (&self.store, &self.facts);
                        self.witnesses
                            .choose_within(store, facts, &ages, atom, group);
                    }
                }
            }
            for &(_, number) in group {
                let held = self.witnesses.held(&self.store, self.facts.get(number));
                let alive = &mut self.witnesses.levels[level].alive;
                for (alive, held) in alive.iter_mut().zip(held) {
                    *alive &= held;
                }
            }
        }
    }
}

impl Witnesses {
    /// Gives a leaf that has no value yet one that satisfies those facts whose other atoms are older.
    fn choose_within(
        &mut self,
        store: &Store,
        facts: &FactBase,
        ages: &impl Fn(Id) -> Option<u64>,
        atom: Id,
        group: &[(u64, u32)],
    ) {
        let atom = store.find(atom);
        if self.values.contains_key(&atom) || definition_of(store, atom).is_some() {
            return;
        }
        let Some(universal) = ends_of(store.range(atom)) else {
            return self.set(atom, None);
        };
        let mut ends: [Ends; RUNS] = [universal; RUNS];
        for &(age, number) in group {
            let fact = facts.get(number);
            let mut others = fact.form.atoms().filter(|&it| it != atom);
            let is_open = |other: Id| !self.values.contains_key(&store.find(other));
            let comes_later = others.any(|it| is_open(it) && ages(it) == Some(age));
            let k = small(&fact.form.coefficient(&atom));
            let Some(k) = k.filter(|&k| k != 0 && fact.given.is_empty() && !comes_later) else {
                continue;
            };
            let Some(rest) = self.sum(store, &fact.form, Some(atom)) else {
                continue;
            };
            for (ends, rest) in ends.iter_mut().zip(rest) {
                let (low, high) = bounded_by(k, rest, fact.relation);
                ends.0 = ends.0.into_iter().chain(low).max();
                ends.1 = ends.1.into_iter().chain(high).min();
            }
        }
        // Where nothing is possible the facts that say so end the run.
        let range = store.range(atom);
        let chosen = |run: usize| {
            let own = choose(run, ends[run], range);
            own.or_else(|| choose(run, universal, range))
        };
        self.set(atom, in_each_run(chosen));
    }

    /// In which runs a fact holds.
    fn held(&mut self, store: &Store, fact: &Fact) -> [bool; RUNS] {
        let Some(values) = self.sum(store, &fact.form, None) else {
            return [false; RUNS];
        };
        let mut held = values.map(|value| match fact.relation {
            Relation::AtLeastZero => value >= 0,
            Relation::Zero => value == 0,
        });
        for &condition in &fact.given {
            if let Some(values) = self.sum(store, store.form(condition), None) {
                for (held, value) in held.iter_mut().zip(values) {
                    *held |= value == 0;
                }
            }
        }
        held
    }

    /// The values of a form, without what one of its atoms contributes.
    fn sum(&mut self, store: &Store, form: &Form, without: Option<Id>) -> Option<Values> {
        let mut total: Values = [small(form.constant())?; RUNS];
        for (atom, k) in form.terms() {
            if without == Some(*atom) {
                continue;
            }
            let atom = store.find(*atom);
            if !self.values.contains_key(&atom) {
                self.compute(store, atom);
            }
            let (values, k) = (self.values.get(&atom)?.as_ref()?, small(k)?);
            for (total, value) in total.iter_mut().zip(values) {
                *total = total.checked_add(value.checked_mul(k)?)?;
            }
        }
        Some(total)
    }

    /// Computes the value of an atom, and first of all below it. The stack is explicit.
    fn compute(&mut self, store: &Store, atom: Id) {
        let mut stack = vec![(atom, false)];
        while let Some((atom, is_open)) = stack.pop() {
            let atom = store.find(atom);
            if !is_open && self.values.contains_key(&atom) {
                continue;
            }
            let Some((operator, arguments)) = definition_of(store, atom) else {
                let range = store.range(atom);
                let ends = ends_of(range);
                let values = ends.and_then(|ends| in_each_run(|run| choose(run, ends, range)));
                self.set(atom, values);
                continue;
            };
            if !is_open {
                // Unknown until it has been computed, should it be met again on the way.
                self.set(atom, None);
                stack.push((atom, true));
                let below = arguments.iter().flat_map(|it| it.atoms());
                stack.extend(below.map(|atom| (atom, false)));
                continue;
            }
            let values: Option<SmallVec<[Values; 3]>> = arguments
                .iter()
                .map(|form| self.sum(store, form, None))
                .collect();
            let values = values.and_then(|values| {
                in_each_run(|run| {
                    let own: SmallVec<[i128; 3]> = values.iter().map(|it| it[run]).collect();
                    apply(operator, &own)
                })
            });
            self.values.insert(atom, values);
        }
    }
}

/// The ends of what is possible, where there are any.
type Ends = (Option<i128>, Option<i128>);

/// The number, if it is small enough to be reckoned with.
fn small(number: &Int) -> Option<i128> {
    i128::try_from(number).ok()
}

/// None where all that lies between them is too large.
fn ends_of(range: &Range) -> Option<Ends> {
    // An end is open if all that it rules out is too large.
    let end = |end: Option<&Int>, is_beyond: fn(&Int) -> bool| match end.map(|it| (small(it), it)) {
        Some((None, end)) if !is_beyond(end) => None,
        end => Some(end.and_then(|it| it.0)),
    };
    let low = end(range.lower(), |end| *end < Int::ZERO)?;
    Some((low, end(range.upper(), |end| *end > Int::ZERO)?))
}

/// A value for each run, if there is one for all.
fn in_each_run(value: impl Fn(usize) -> Option<i128>) -> Option<Values> {
    let mut values = [0; RUNS];
    for (run, own) in values.iter_mut().enumerate() {
        *own = value(run)?;
    }
    Some(values)
}

/// The value of an operator.
fn apply(operator: Operator, arguments: &[i128]) -> Option<i128> {
    match (operator, arguments) {
        (Operator::Add, all) => all.iter().try_fold(0, |sum: i128, it| sum.checked_add(*it)),
        (Operator::Min, all) => all.iter().copied().min(),
        (Operator::Max, all) => all.iter().copied().max(),
        (Operator::Le, [a, b]) => Some((a <= b).into()),
        (Operator::Eq, [a, b]) => Some((a == b).into()),
        (Operator::Select, [c, a, b]) => Some(if *c != 0 { *a } else { *b }),
        _ => {
            let arguments: SmallVec<[Int; 3]> = arguments.iter().map(|&it| it.into()).collect();
            small(&operator.apply(&arguments)?)
        }
    }
}

/// The ends that `k·x + rest >= 0` (or `= 0`) leaves of `x`, for `k != 0`.
fn bounded_by(k: i128, rest: i128, relation: Relation) -> Ends {
    let floor = |x: i128, m: i128| match (x.checked_div_euclid(m), x.checked_rem_euclid(m)) {
        // Euclid's quotient by a negative divisor is rounded up.
        (Some(quotient), Some(rest)) if m < 0 && rest != 0 => quotient.checked_sub(1),
        (quotient, _) => quotient,
    };
    // x >= −rest/k is x >= ⌈−rest/k⌉ = −⌊rest/k⌋.
    let from = floor(rest, k).and_then(i128::checked_neg);
    let to = rest.checked_neg().and_then(|bound| floor(bound, k));
    match relation {
        Relation::Zero => (from, to),
        Relation::AtLeastZero if k > 0 => (from, None),
        Relation::AtLeastZero => (None, to),
    }
}

/// What computes the value of an atom, if it is no leaf: an operator and its arguments.
fn definition_of(store: &Store, atom: Id) -> Option<(Operator, SmallVec<[&Form; 3]>)> {
    let form = store.form(atom);
    if form.as_atom() != Some(atom) {
        return Some((Operator::Add, smallvec![form]));
    }
    if let Some(sum) = store.expansion(atom) {
        return Some((Operator::Add, smallvec![sum]));
    }
    let mut nodes = store.nodes(atom).iter();
    nodes.find_map(|node| match node {
        Node::Apply(operator, arguments) => {
            let forms = arguments.iter().map(|&it| store.form(it));
            Some((*operator, forms.collect()))
        }
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::program::{Column, NoProgram};
    use crate::rules::Rules;
    use crate::solve::Config;
    use crate::term::Expr;

    #[test]
    fn ends_are_attained_where_all_facts_hold() {
        let rules = Rules::none();
        let mut engine = Engine::new(&NoProgram, &rules, Config::default());
        engine.declare(0, Range::at_least(0));
        let [x, y] = [0, 1].map(|number| Expr::Leaf(Column::Symbol(number)));
        engine.assume(&Expr::less(x.clone(), y.clone()));
        let attains = |engine: &mut Engine<'_>, term: &Expr<Column>, value: i64| {
            let class = engine.class_of_term(term);
            let form = engine.form(class);
            let seen = engine.seen_values(&form, None);
            seen.is_some_and(|(least, greatest)| [least, greatest].contains(&value.into()))
        };
        assert!(attains(&mut engine, &x, 0) && attains(&mut engine, &y, 1));
        let smaller = Expr::apply(Operator::Min, [y.clone(), Expr::integer(16)]);
        assert!(attains(&mut engine, &smaller, 1) && attains(&mut engine, &smaller, 16));
        assert!(!attains(&mut engine, &x, -1) && !attains(&mut engine, &y, 0));
        assert!(!attains(&mut engine, &Expr::difference(y.clone(), x), 0));
        engine.forget_assumptions(0);
        assert!(attains(&mut engine, &y, 0));
    }
}
