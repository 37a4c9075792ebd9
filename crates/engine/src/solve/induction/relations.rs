//! Candidate invariants that are equations, or relate two carried columns.

use super::candidates::{MAX_SHIFT, Open};
use super::invariants::Search;
use super::outside::{write_before, write_with};
use crate::number::{Int, floor_div, gcd};
use crate::program::{Column, Point};
use crate::rules::CarriedLoop;
use crate::term::wrap::wrap_signed;
use crate::term::{Expr, Form, Id, Operator};

/// Maximum number of columns that a loop passes on among each other, as in a rotation.
const MAX_EXCHANGED: usize = 8;

impl Search<'_, '_> {
    /// The equations of carried columns, with the classes of their yielded values: of one that is passed on from the
    /// iteration before, of two that change by constants, and of the sum of those that exchange their values.
    pub(super) fn equations(
        &mut self,
        all: &[(Open, Id)],
        the_loop: &CarriedLoop,
    ) -> Vec<Expr<Column>> {
        let mut found = vec![];
        for (open, yielded) in all {
            let before = self.value_before(open, *yielded, the_loop);
            found.extend(before.map(|it| Expr::equal(Expr::Leaf(open.argument), it)));
        }
        for (n, (a, _)) in all.iter().enumerate() {
            for (b, _) in &all[n + 1..] {
                found.extend(in_step(a, b));
            }
        }
        found.extend(self.exchanged(all, the_loop));
        found
    }

    /// The equations of columns that grow up to a limit, wrap or alternate, unless another equation of theirs is known.
    pub(super) fn limited_of_loop(&mut self, the_loop: &CarriedLoop) -> Vec<Expr<Column>> {
        let mut all = self.opened(the_loop);
        all.retain(|(open, _)| !self.has_equation(open.argument));
        let mut found = vec![];
        for (open, yielded) in &all {
            let mut values = self.limited(open, *yielded, the_loop);
            values.extend(self.wrapped(open, the_loop));
            values.extend(self.alternating(open, *yielded, the_loop));
            let values = values.into_iter();
            found.extend(values.map(|it| Expr::equal(Expr::Leaf(open.argument), it)));
        }
        found
    }

    /// Whether an invariant says what a column equals.
    fn has_equation(&self, column: Column) -> bool {
        let all = &self.engine.invariants.all;
        let mut live = all.iter().filter(|it| it.is_live);
        live.any(|it| match it.condition.as_binary() {
            Some((Operator::Eq, own, _)) => *own == Expr::Leaf(column),
            _ => false,
        })
    }

    /// The values of an integer to which each iteration adds a constant, where that wraps.
    fn wrapped(&mut self, open: &Open, the_loop: &CarriedLoop) -> Vec<Expr<Column>> {
        let (Column::Value(_), Some(counter)) = (open.argument, the_loop.counter) else {
            return vec![];
        };
        let Some(width) = open.argument.width(self.engine.program) else {
            return vec![];
        };
        let steps = self.steps_within(open).into_iter();
        let values = steps.map(|each| wrap_signed(open.after_trips(counter, each), width as usize));
        values.collect()
    }

    /// The value of a column that each iteration subtracts from a constant, as what chooses between two buffers, or that
    /// can only be one of two numbers.
    fn alternating(
        &mut self,
        open: &Open,
        yielded: Id,
        the_loop: &CarriedLoop,
    ) -> Option<Expr<Column>> {
        let trip = Expr::Leaf(Column::Trip(the_loop.counter?));
        let known = &mut self.engine.known;
        let sum = known.egraph.form(yielded).add(&Form::atom(open.own))?;
        let first = self.engine.definitions.intern(known, &open.initial);
        let first = known.egraph.as_constant(first)?.clone();
        let range = known.range_at(open.own, the_loop.starts.first().copied());
        let of_ends = || Some(range.lower()? + range.upper()?);
        let is_of_two = || {
            range
                .upper()
                .zip(range.lower())
                .is_some_and(|(up, low)| up - low == Int::ONE)
        };
        let sum = match sum.as_constant() {
            Some(sum) => sum.clone(),
            None => of_ends().filter(|_| is_of_two())?,
        };
        let change = sum - &first - &first;
        let odd = Expr::apply(Operator::Mod, [trip, Expr::integer(2)]);
        Some(Expr::sum(Expr::scaled(change, odd), open.initial.clone()))
    }

    /// The values of a column that grows by constant steps until a limit, as the sum of the sizes of tiles does.
    fn limited(&mut self, open: &Open, yielded: Id, the_loop: &CarriedLoop) -> Vec<Expr<Column>> {
        let Some(counter) = the_loop.counter else {
            return vec![];
        };
        let change = self
            .engine
            .known
            .range_of_goal(&open.change, Some(the_loop.end));
        let grows = change.interval().is_non_negative();
        let Some(each) = change.upper().filter(|up| grows && **up > Int::ZERO) else {
            return vec![];
        };
        let steps = open.after_trips(counter, each.clone());
        let limits = self.limits(open, yielded, the_loop, the_loop.before).terms;
        let mut found = vec![];
        for limit in limits {
            let is_above = Expr::at_most(open.initial.clone(), limit.clone());
            if self.holds_at(&is_above, the_loop.before) {
                found.push(Expr::apply(Operator::Min, [limit, steps.clone()]));
            }
        }
        found
    }

    /// The induction variable of a loop in terms of the trip number and of values before the loop.
    pub(super) fn index_by_trip(&mut self, the_loop: &CarriedLoop) -> Option<Expr<Column>> {
        let counter = the_loop.counter?;
        let trip = Column::Trip(counter);
        let known = &mut self.engine.known;
        self.engine.definitions.define(known, trip);
        // Where the step is 1, the induction variable has no definition, but the trip number has one in terms of it.
        let trips = known.egraph.form(known.columns.done(trip)?).clone();
        let own = known.columns.done(Column::Value(counter))?;
        if trips.coefficient(&own) == Int::ONE {
            let rest = trips.substitute(own, &Form::zero())?;
            let rest = write_before(known, &rest, the_loop.before)?;
            return Some(Expr::difference(Expr::Leaf(trip), rest));
        }
        let form = known.egraph.form(own).clone();
        write_with(known, &form, the_loop.before, &[(trip, Expr::Leaf(trip))])
    }

    /// The value that the iteration before passed on, if that depends only on the trip number and on values before the
    /// loop; in the first iteration the initial one.
    fn value_before(
        &mut self,
        open: &Open,
        yielded: Id,
        the_loop: &CarriedLoop,
    ) -> Option<Expr<Column>> {
        let counter = the_loop.counter?;
        let trip = Column::Trip(counter);
        let previous = Expr::sum(Expr::Leaf(trip), Expr::integer(-1));
        let mut replaced = vec![(trip, previous.clone())];
        let index = self.index_by_trip(the_loop)?;
        let index = index.map(&mut |&column| match column == trip {
            true => previous.clone(),
            false => Expr::Leaf(column),
        });
        replaced.push((Column::Value(counter), index));
        let known = &self.engine.known;
        let form = known.egraph.form(yielded);
        let passed = write_with(known, form, the_loop.before, &replaced)?;
        // Then it always is the initial value, which is another candidate.
        if passed == open.initial {
            return None;
        }
        let is_first = Expr::at_most(Expr::Leaf(trip), Expr::integer(0));
        let initial = open.initial.clone();
        Some(Expr::apply(Operator::Select, [is_first, initial, passed]))
    }

    /// For each group of columns that exchange their values, that their sum does not change, and which of the initial
    /// values each of them has.
    fn exchanged(&mut self, all: &[(Open, Id)], the_loop: &CarriedLoop) -> Vec<Expr<Column>> {
        let egraph = &self.engine.known.egraph;
        let source = |yielded: Id| {
            let atom = egraph.form(yielded).as_atom()?;
            all.iter().position(|(open, _)| open.own == atom)
        };
        let sources: Vec<Option<usize>> = all.iter().map(|(_, it)| source(*it)).collect();
        let mut found = vec![];
        for start in 0..all.len() {
            let mut group = vec![&all[start].0];
            let mut at = sources[start];
            // Each group once, from its first column.
            while let Some(next) = at.filter(|&it| it > start && group.len() < MAX_EXCHANGED) {
                group.push(&all[next].0);
                at = sources[next];
            }
            if at == Some(start) && group.len() > 1 {
                let sum = |part: &dyn Fn(&Open) -> Expr<Column>| {
                    let parts = group.iter().map(|it| part(it));
                    Expr::apply(Operator::Add, parts.collect::<Vec<_>>())
                };
                let now = sum(&|open| Expr::Leaf(open.argument));
                found.push(Expr::equal(now, sum(&|open| open.initial.clone())));
                found.extend(self.rotated(&group, the_loop));
            }
        }
        found
    }

    /// The values of columns each of which has the value that the next one had in the iteration before, where their
    /// initial values are constants at equal distances.
    fn rotated(&mut self, group: &[&Open], the_loop: &CarriedLoop) -> Vec<Expr<Column>> {
        let known = &mut self.engine.known;
        let mut constant = |open: &&Open| {
            let class = self.engine.definitions.intern(known, &open.initial);
            known.egraph.as_constant(class).cloned()
        };
        let initial: Option<Vec<Int>> = group.iter().map(&mut constant).collect();
        let (Some(initial), Some(counter)) = (initial, the_loop.counter) else {
            return vec![];
        };
        let distance = &initial[1] - &initial[0];
        let next_to = |it: &[Int]| &it[1] - &it[0] == distance;
        if distance.is_zero() || !initial.windows(2).all(next_to) {
            return vec![];
        }
        let value = |n: usize| {
            let place = Expr::sum(Expr::Leaf(Column::Trip(counter)), Expr::integer(n as i64));
            let period = Expr::integer(group.len() as i64);
            let place = Expr::apply(Operator::Mod, [place, period]);
            let above = Expr::scaled(distance.clone(), place);
            Expr::sum(above, Expr::Integer(initial[0].clone()))
        };
        let columns = group.iter().enumerate();
        columns
            .map(|(n, open)| Expr::equal(Expr::Leaf(open.argument), value(n)))
            .collect()
    }

    /// Candidates for two columns whose difference is constant or monotone.
    pub(super) fn candidates_of_two(
        &mut self,
        a: &Open,
        b: &Open,
        the_loop: &CarriedLoop,
        before: Point,
        found: &mut Vec<Expr<Column>>,
    ) {
        let now = Expr::difference(Expr::Leaf(a.argument), Expr::Leaf(b.argument));
        let first = Expr::difference(a.initial.clone(), b.initial.clone());
        let Some(change) = a.change.sub(&b.change) else {
            return;
        };
        let change = self.engine.known.range_of_goal(&change, Some(the_loop.end));
        let (lower, upper) = (change.lower(), change.upper());
        if lower.is_some_and(|lower| !lower.is_negative()) {
            found.push(Expr::at_most(first.clone(), now.clone()));
        }
        if upper.is_some_and(|upper| *upper <= Int::ZERO) {
            found.push(Expr::at_most(now.clone(), first.clone()));
        }
        let first = self
            .engine
            .definitions
            .intern(&mut self.engine.known, &first);
        let first = self.engine.known.egraph.form(first).clone();
        let first = self.engine.known.range_of_goal(&first, Some(before));
        let (a, b) = (Expr::Leaf(a.argument), Expr::Leaf(b.argument));
        if first.as_constant().is_some_and(Int::is_zero) {
            found.push(Expr::equal(a.clone(), b.clone()));
        }
        let (first_of_b, change_of_b) = (first.neg(), change.neg());
        for (first, change, a, b) in [
            (&first_of_b, &change_of_b, &b, &a),
            (&first, &change, &a, &b),
        ] {
            let Some(most) = first.upper().filter(|most| **most <= Int::ZERO) else {
                continue;
            };
            found.push(Expr::at_most(a.clone(), b.clone()));
            let mut distances = vec![most.clone()];
            // While `a < b` holds before each iteration, `a` passes `b` by less than an iteration.
            distances.extend(change.upper().map(|up| up - Int::ONE));
            distances.retain(|it| !it.is_zero() && it.magnitude() <= Int::from(MAX_SHIFT));
            for distance in distances {
                let limit = Expr::sum(b.clone(), Expr::Integer(distance));
                found.push(Expr::at_most(a.clone(), limit));
            }
        }
    }
}

/// The equation of two columns that change by constants: how far they are from their initial values has the ratio of
/// the changes.
fn in_step(a: &Open, b: &Open) -> Option<Expr<Column>> {
    let change = |of: &Open| of.change.as_constant().filter(|it| !it.is_zero()).cloned();
    let (of_a, of_b) = (change(a)?, change(b)?);
    // Two inequalities say this.
    if of_a == of_b {
        return None;
    }
    let common = gcd(&of_a, &of_b);
    let (of_a, of_b) = (floor_div(&of_a, &common)?, floor_div(&of_b, &common)?);
    let sum = |a: Expr<Column>, b: Expr<Column>| {
        Expr::sum(Expr::scaled(of_b.clone(), a), Expr::scaled(-&of_a, b))
    };
    let now = sum(Expr::Leaf(a.argument), Expr::Leaf(b.argument));
    Some(Expr::equal(now, sum(a.initial.clone(), b.initial.clone())))
}

/// What a condition on the next value says about the argument, which was the next value of the iteration before. Of what
/// is not equal to a limit, that it stays on one side of it.
pub(super) fn about_argument(row: &Form, is_apart: bool, next: &Form, own: &Form) -> Vec<Form> {
    let sides = match is_apart {
        true => &[-1, 1][..],
        false => &[0],
    };
    let mut found = vec![];
    for sign in [Int::ONE, Int::NEG_ONE] {
        let rest = row.add_scaled(&sign, next);
        let is_free = |rest: &Form| next.atoms().all(|it| rest.coefficient(&it).is_zero());
        let of_own = rest
            .filter(is_free)
            .and_then(|rest| rest.add_scaled(&-sign, own));
        if let Some(of_own) = of_own {
            let sides = sides.iter().map(|&it| of_own.add_constant(&Int::from(it)));
            found.extend(sides.flatten());
        }
    }
    found
}
