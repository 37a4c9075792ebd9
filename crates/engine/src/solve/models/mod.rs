//! Runs that might be: integers for all that facts speak of, which satisfy every fact visible at a
//! point. Where the end of a range is attained by one of them there is no better bound, and no linear
//! program needs to look for it.
//!
//! They are put together in the order of the program, as a run would be: the youngest leaf of a fact is
//! chosen so that the fact holds, whatever has a definition is computed. What has been put together is
//! kept while questions go on from point to point, and taken back where they leave a region.

mod choice;
mod values;

use super::engine::Engine;
use super::epoch_map::EpochMap;
use crate::number::Int;
use crate::program::{Column, Point};
use crate::term::{Expr, Form, Id};
use choice::{Source, choices};
use smallvec::SmallVec;
use values::Terms;

/// How many runs are followed.
const RUNS: usize = 5;
/// The run in which leaves that nothing relates have different values.
const UNLIKE: usize = RUNS - 1;
/// How deep regions may nest.
const MAX_LEVELS: usize = 32;
/// How often all facts may be looked at, on the average.
const MAX_ROUNDS: usize = 64;

/// A value in each run. What does not fit is not known.
type Values = [i128; RUNS];

/// The runs at the point where they were asked for last.
#[derive(Default, Debug)]
pub(super) struct Models {
    /// What has a value, in the order in which it got it; none if it could not be computed.
    valued: Vec<(Id, Option<Values>)>,
    /// Where among them a class may stand.
    places: EpochMap<u32>,
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

impl Models {
    /// Forgets what facts from that number on have a part in: some were taken back.
    pub(super) fn forget(&mut self, from: u32) {
        let mut levels = self.levels.iter();
        let kept = levels.position(|level| level.next > from);
        self.truncate(kept.unwrap_or(self.levels.len()));
    }

    /// Goes back to the first levels.
    fn truncate(&mut self, levels: usize) {
        if let Some(level) = self.levels.get(levels) {
            self.valued.truncate(level.valued);
            self.levels.truncate(levels);
        }
    }

    /// Where a class that has a value stands.
    fn place(&self, class: Id) -> Option<usize> {
        let place = self.places.get(class)? as usize;
        let is_there = self.valued.get(place).is_some_and(|it| it.0 == class);
        is_there.then_some(place)
    }

    fn has_value(&self, class: Id) -> bool {
        self.place(class).is_some()
    }

    fn set(&mut self, class: Id, values: Option<Values>) {
        match self.place(class) {
            Some(place) => self.valued[place].1 = values,
            None => {
                self.places.insert(class, self.valued.len() as u32);
                self.valued.push((class, values));
            }
        }
    }
}

impl Engine<'_> {
    /// The least and the greatest value that a form has in a run that was found to satisfy every fact
    /// visible at a point: no better bounds hold. None where no run was found.
    pub(super) fn seen_values(&mut self, form: &Form, point: Option<Point>) -> Option<(Int, Int)> {
        let alive = self.runs_at(point).filter(|alive| alive.contains(&true))?;
        let terms = Terms {
            egraph: &self.egraph,
            columns: &self.columns,
        };
        let values = self.models.sum(terms, form, None)?;
        let values = || values.iter().zip(alive).filter(|it| it.1).map(|it| *it.0);
        let (least, greatest) = (values().min()?, values().max()?);
        Some((least.into(), greatest.into()))
    }

    /// The least and the greatest value that a term has in runs that were found to come to a point.
    pub fn seen_values_of(
        &mut self,
        term: &Expr<Column>,
        point: Option<Point>,
    ) -> Option<(Int, Int)> {
        let class = self.class_of_term(term);
        let form = self.form(class);
        self.seen_values(&form, point)
    }

    /// Whether two classes were seen to have different values in a run that comes to a point: that they are equal
    /// there cannot be proved.
    pub fn are_seen_to_differ(&mut self, a: Id, b: Id, point: Option<Point>) -> bool {
        if let Some(point) = point {
            self.enter(point);
        }
        let difference = self.egraph.form(a).sub(self.egraph.form(b));
        let seen = difference.and_then(|difference| self.seen_values(&difference, point));
        seen.is_some_and(|(least, greatest)| least != Int::ZERO || greatest != Int::ZERO)
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
        if self.models.spent > limit || self.facts.counts_some() {
            return None;
        }
        self.see_unions();
        let path = point.map(|point| self.path(point));
        let points = path.as_ref().map_or(&[][..], |path| path.points());
        if points.len() > MAX_LEVELS {
            return None;
        }
        let inner = points.iter().rev().map(|&at| Some(at));
        let places: SmallVec<[Option<Point>; 8]> = std::iter::once(None).chain(inner).collect();
        // What was put together on the way to the last point, as far as the ways are one.
        let mut common = 0;
        for (level, place) in self.models.levels.iter().zip(&places) {
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
        self.models.truncate(common);
        if common > 0 {
            let before = self.models.levels[common - 1].alive;
            self.go_on(common - 1, &places[..common]);
            // What is known by now may go together with other choices.
            let after = self.models.levels[common - 1].alive;
            if before[UNLIKE] && !after[UNLIKE] {
                self.models.truncate(0);
                common = 0;
            }
        }
        for (level, &place) in places.iter().enumerate().skip(common) {
            let alive = self.models.levels.last().map(|outer| outer.alive);
            self.models.levels.push(Level {
                place,
                next: self.facts.count(),
                valued: self.models.valued.len(),
                alive: alive.unwrap_or([true; RUNS]),
            });
            let facts = self.facts.placed(place, None);
            self.take_in(level, facts);
        }
        self.models.levels.last().map(|level| level.alive)
    }

    /// Looks at the facts that were not there yet, and those up to the point that is last on the way.
    fn go_on(&mut self, level: usize, way: &[Option<Point>]) {
        let Level { place, next, .. } = self.models.levels[level];
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
        self.models.levels[level].place = here;
        self.models.levels[level].next = count;
        self.take_in(level, facts);
    }

    /// Forgets everything once what has a value was found to be equal to something else.
    fn see_unions(&mut self) {
        let unions = self.egraph.unions();
        let has_value = |class: Id| self.models.has_value(class);
        let new = unions.get(self.models.unions..).unwrap_or(&[]);
        let changed = new
            .iter()
            .any(|it| has_value(it.left) || has_value(it.right));
        self.models.unions = unions.len();
        if changed {
            self.models.truncate(0);
        }
    }

    /// Chooses leaves so that these facts hold; the runs in which one does not come to an end.
    fn take_in(&mut self, level: usize, facts: Vec<u32>) {
        self.models.spent += facts.len();
        if !self.models.levels[level].alive.contains(&true) {
            return;
        }
        let mut by_age: Vec<(u64, Source)> = vec![];
        for number in facts {
            if self.facts.is_retired(number) {
                continue;
            }
            by_age.push((self.facts.get(number).youngest, Source::Fact(number)));
            for choice in choices(&self.egraph, self.facts.get(number)) {
                let atoms: SmallVec<[Id; 4]> = choice.form.atoms().collect();
                let age = atoms.into_iter().map(|atom| self.age(atom)).max();
                by_age.extend(age.map(|age| (age, Source::Choice(choice))));
            }
        }
        by_age.sort_by_key(|it| it.0);
        for group in by_age.chunk_by(|a, b| a.0 == b.0) {
            for (age, source) in group {
                let atoms: SmallVec<[Id; 4]> = source.told(&self.facts).form.atoms().collect();
                for atom in atoms {
                    if self.age(atom) == *age {
                        let ages = |other: Id| self.ranges.age_of(other);
                        let terms = Terms {
                            egraph: &self.egraph,
                            columns: &self.columns,
                        };
                        self.models
                            .choose_within(terms, &self.facts, &ages, atom, group);
                    }
                }
            }
            let terms = Terms {
                egraph: &self.egraph,
                columns: &self.columns,
            };
            for (_, source) in group {
                let Source::Fact(number) = source else {
                    continue;
                };
                let held = self.models.held(terms, self.facts.get(*number));
                let alive = &mut self.models.levels[level].alive;
                for (alive, held) in alive.iter_mut().zip(held) {
                    *alive &= held;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::number::Range;
    use crate::program::{Column, NoProgram};
    use crate::rules::Rules;
    use crate::solve::Config;
    use crate::term::{Expr, Operator};

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
