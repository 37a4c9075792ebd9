//! Models: integer assignments to the atoms of the facts that satisfy every fact visible at a point. A model that
//! attains an end of a range proves that no better bound exists, so that no linear program needs to search for one.
//!
//! Models are built in program order, like an execution: the youngest leaf of a fact gets a value that satisfies the
//! fact, and terms with a definition are evaluated. The assignments are kept while queries move forward from point to
//! point, and are undone when a query leaves a region.

mod choice;
mod state;
mod values;

pub(super) use state::Models;

use super::knowledge::Knowledge;
use crate::number::Int;
use crate::program::Point;
use crate::term::{Form, Id};
use calipers_support::order::Order;
use choice::{Source, choices};
use smallvec::SmallVec;
use state::{Level, MAX_LEVELS, MAX_ROUNDS, RUNS, UNLIKE};
use values::Terms;

impl Models {
    /// The least and the greatest value of a form over the models at a point: no better bounds hold there. `None` if
    /// there is no model.
    pub(super) fn seen_values(
        &mut self,
        known: &mut Knowledge<'_>,
        form: &Form,
        point: Option<Point>,
    ) -> Option<(Int, Int)> {
        let alive = self
            .runs_at(known, point)
            .filter(|alive| alive.contains(&true))?;
        let terms = Terms {
            egraph: &known.egraph,
            columns: &known.columns,
        };
        let values = self.sum(terms, form, None)?;
        let values = || values.iter().zip(alive).filter(|it| it.1).map(|it| *it.0);
        let (least, greatest) = (values().min()?, values().max()?);
        Some((least.into(), greatest.into()))
    }

    /// Whether a form has different values in the models at a point.
    pub(in crate::solve) fn is_seen_to_vary(
        &mut self,
        known: &mut Knowledge<'_>,
        form: &Form,
        point: Option<Point>,
    ) -> bool {
        let seen = self.seen_values(known, form, point);
        seen.is_some_and(|(least, greatest)| least != greatest)
    }

    /// Whether a model satisfies every fact visible at a point.
    pub(in crate::solve) fn is_seen_reached(
        &mut self,
        known: &mut Knowledge<'_>,
        point: Option<Point>,
    ) -> bool {
        self.runs_at(known, point)
            .is_some_and(|alive| alive.contains(&true))
    }

    /// The models that satisfy every fact visible at a point.
    fn runs_at(&mut self, known: &mut Knowledge<'_>, point: Option<Point>) -> Option<[bool; RUNS]> {
        let limit = MAX_ROUNDS * (known.facts.count() as usize + 64);
        if self.spent > limit || known.facts.counts_some() {
            return None;
        }
        self.see_unions(known);
        let path = point.map(|point| known.points.path(point));
        let points = path.as_ref().map_or(&[][..], |path| path.points());
        if points.len() > MAX_LEVELS {
            return None;
        }
        let inner = points.iter().rev().map(|&at| Some(at));
        let places: SmallVec<[Option<Point>; 8]> = std::iter::once(None).chain(inner).collect();
        // Reuse the levels that the path shares with the path of the last query.
        let mut common = 0;
        for (level, place) in self.levels.iter().zip(&places) {
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
        self.truncate(common);
        if common > 0 {
            let before = self.levels[common - 1].alive;
            self.go_on(known, common - 1, &places[..common]);
            // New facts may be compatible with other choices: start over.
            let after = self.levels[common - 1].alive;
            if before[UNLIKE] && !after[UNLIKE] {
                self.truncate(0);
                common = 0;
            }
        }
        for (level, &place) in places.iter().enumerate().skip(common) {
            let alive = self.levels.last().map(|outer| outer.alive);
            self.levels.push(Level {
                place,
                next: known.facts.count(),
                valued: self.valued.len(),
                alive: alive.unwrap_or([true; RUNS]),
            });
            let facts = known.facts.placed(place, None);
            self.take_in(known, level, facts);
        }
        self.levels.last().map(|level| level.alive)
    }

    /// Processes the new facts of a level, and those up to its new point on the path.
    fn go_on(&mut self, known: &mut Knowledge<'_>, level: usize, way: &[Option<Point>]) {
        let Level { place, next, .. } = self.levels[level];
        let here = way[level];
        let on_the_way = |from: Option<Point>| {
            let passes = |at: Point, from: Point| at.block == from.block && from.index <= at.index;
            match from {
                None => true,
                Some(from) => way.iter().flatten().any(|&at| passes(at, from)),
            }
        };
        let count = known.facts.count();
        let new = (next..count).filter(|&it| on_the_way(known.facts.get(it).point));
        let mut facts: Vec<u32> = new.collect();
        let passed = known.facts.placed(here, place);
        facts.extend(passed.into_iter().filter(|&it| it < next));
        self.levels[level].place = here;
        self.levels[level].next = count;
        self.take_in(known, level, facts);
    }

    /// Undoes everything once an assigned class was united with another one.
    fn see_unions(&mut self, known: &Knowledge<'_>) {
        let unions = known.egraph.unions();
        let has_value = |class: Id| self.has_value(class);
        let new = unions.get(self.unions..).unwrap_or(&[]);
        let changed = new
            .iter()
            .any(|it| has_value(it.left) || has_value(it.right));
        self.unions = unions.len();
        if changed {
            self.truncate(0);
        }
    }

    /// Assigns leaves so that these facts hold. A model that violates one of them ends.
    fn take_in(&mut self, known: &mut Knowledge<'_>, level: usize, facts: Vec<u32>) {
        self.spent += facts.len();
        if !self.levels[level].alive.contains(&true) {
            return;
        }
        let mut by_age: Vec<(u64, Source)> = vec![];
        for number in facts {
            if known.facts.is_retired(number) {
                continue;
            }
            by_age.push((known.facts.get(number).youngest, Source::Fact(number)));
            for choice in choices(&known.egraph, known.facts.get(number)) {
                let atoms: SmallVec<[Id; 4]> = choice.form.atoms().collect();
                let age = atoms.into_iter().map(|atom| known.age(atom)).max();
                by_age.extend(age.map(|age| (age, Source::Choice(choice))));
            }
        }
        by_age.order_by_key(|it| it.0);
        for group in by_age.chunk_by(|a, b| a.0 == b.0) {
            for (age, source) in group {
                let atoms: SmallVec<[Id; 4]> = source.told(&known.facts).form.atoms().collect();
                for atom in atoms {
                    if known.age(atom) == *age {
                        let ages = |other: Id| known.ranges.age_of(other);
                        let terms = Terms {
                            egraph: &known.egraph,
                            columns: &known.columns,
                        };
                        let agrees = self.choose_within(terms, &known.facts, &ages, atom, group);
                        let alive = &mut self.levels[level].alive;
                        for (alive, agrees) in alive.iter_mut().zip(agrees) {
                            *alive &= agrees;
                        }
                    }
                }
            }
            let terms = Terms {
                egraph: &known.egraph,
                columns: &known.columns,
            };
            for (_, source) in group {
                let Source::Fact(number) = source else {
                    continue;
                };
                let held = self.held(terms, known.facts.get(*number));
                let alive = &mut self.levels[level].alive;
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
    use crate::solve::{Config, Engine};
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
            let seen = engine
                .bounds
                .models
                .seen_values(&mut engine.known, &form, None);
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

    #[test]
    fn a_leaf_that_equals_a_quotient_of_itself_has_a_value() {
        let rules = Rules::embedded();
        let mut engine = Engine::new(&NoProgram, &rules, Config::default());
        engine.declare(0, Range::at_least(0).intersect(&Range::at_most(9)));
        let x = Expr::Leaf(Column::Symbol(0));
        let quotient = Expr::apply(
            Operator::FloorDiv,
            [Expr::scaled(4, x.clone()), Expr::integer(4)],
        );
        let (own, other) = (engine.class_of_term(&x), engine.class_of_term(&quotient));
        assert_eq!(engine.form(own), engine.form(other));
        let form = engine.form(own);
        assert_eq!(
            engine
                .bounds
                .models
                .seen_values(&mut engine.known, &form, None),
            Some((Int::ZERO, Int::from(9)))
        );
    }

    #[test]
    fn a_model_has_the_second_value_of_each_range() {
        let rules = Rules::none();
        let mut engine = Engine::new(&NoProgram, &rules, Config::default());
        let [x, y] = [0, 1].map(|number| {
            engine.declare(number, Range::at_least(0).intersect(&Range::at_most(9)));
            let is_second = [Expr::Leaf(Column::Symbol(number)), Expr::integer(1)];
            Expr::apply(Operator::Eq, is_second)
        });
        let both = Expr::apply(Operator::Mul, [x, y]);
        let class = engine.class_of_term(&both);
        let form = engine.form(class);
        assert_eq!(
            engine
                .bounds
                .models
                .seen_values(&mut engine.known, &form, None),
            Some((Int::ZERO, Int::ONE))
        );
    }
}
