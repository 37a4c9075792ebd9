//! Consecutive ranges: a loop over parts, each of which begins where the one before it ends, is one loop over all elements.

use crate::nest::Nest;
use crate::space::{Dimension, Level, Space};
use calipers_engine::analysis::Verdict;
use calipers_program::term::{Expr, Operator};
use calipers_program::{Column, Point};

/// Two neighbouring levels, and the levels that have the same points without the variable of the first one.
pub(crate) struct Consecutive {
    /// The number of the first level.
    at: usize,
    levels: [Level; 2],
    joined: [Level; 2],
}

impl Nest<'_, '_> {
    /// Notes whether the last two levels are a loop over parts and the loop over the elements of a part, which begins at
    /// the point.
    pub(crate) fn note_consecutive(&mut self, point: Option<Point>) {
        let found = self.consecutive_levels(point);
        self.consecutive.extend(found);
    }

    fn consecutive_levels(&mut self, point: Option<Point>) -> Option<Consecutive> {
        // The engine knows nothing of stand-ins, and a space with an unknown condition has more points.
        let is_relaxed = self.space.levels.contains(&Level::Unknown) || self.stand_ins > 0;
        let at = self
            .space
            .levels
            .len()
            .checked_sub(2)
            .filter(|_| !is_relaxed)?;
        let levels: [Level; 2] = self.space.levels[at..].to_vec().try_into().ok()?;
        let [Level::Loop(outer), Level::Loop(inner)] = &levels else {
            return None;
        };
        let is_one = |it: &Dimension| it.step == Expr::integer(1) && it.lower.len() == 1;
        if !is_one(outer) || !is_one(inner) || outer.upper.len() != 1 {
            return None;
        }
        let (first, last) = (&outer.lower[0], &outer.upper[0]);
        let start = inner.lower[0].clone();
        let bounds = inner.upper.iter().flat_map(least_of);
        let (mut ends, mut upper): (Vec<_>, Vec<_>) =
            bounds.partition(|it| mentions(it, outer.variable));
        let end = ends.pop().filter(|_| ends.is_empty())?;
        if !mentions(&start, outer.variable) {
            return None;
        }
        let own = || Expr::Leaf(outer.variable);
        let next = with(&start, outer.variable, &Expr::sum(own(), Expr::integer(1)));
        let claims = [
            Expr::equal(end.clone(), next),
            Expr::at_most(start.clone(), end),
        ];
        let is_proved =
            |claim: &Expr<Column>| self.analysis.prove_at(claim, point) == Verdict::Proved;
        if !claims.iter().all(is_proved) {
            return None;
        }
        let mut moved = |to: &Expr<Column>| {
            let term = with(&start, outer.variable, to);
            self.term(&term, point).unwrap_or(term)
        };
        let (lower, end) = (moved(first), moved(last));
        upper.insert(0, end);
        let joined = [
            Level::Guard(Expr::less(first.clone(), last.clone())),
            Level::Loop(Dimension {
                lower: vec![lower],
                upper,
                ..inner.clone()
            }),
        ];
        Some(Consecutive { at, levels, joined })
    }

    /// The space, with one loop in place of two where no other level and none of the terms mentions the number of the
    /// part.
    pub(crate) fn joined_space(&self, terms: &[Option<Expr<Column>>]) -> Space {
        let mut space = self.space.clone();
        for Consecutive { at, levels, joined } in self.consecutive.iter().rev() {
            let Level::Loop(outer) = &levels[0] else {
                continue;
            };
            let is_there = space.levels.get(*at..at + 2) == Some(&levels[..]);
            let of_term = |term: &Expr<Column>| mentions(term, outer.variable);
            let is_used = terms.iter().flatten().any(of_term)
                || space.levels.iter().skip(at + 2).any(|level| match level {
                    Level::Loop(it) => {
                        let mut terms = it.lower.iter().chain(&it.upper).chain([&it.step]);
                        terms.any(of_term)
                    }
                    Level::Guard(condition) => of_term(condition),
                    Level::Unknown => false,
                });
            if is_there && !is_used {
                space.levels.splice(*at..at + 2, joined.iter().cloned());
            }
        }
        space
    }
}

/// The terms that a term is the least of.
fn least_of(term: &Expr<Column>) -> Vec<Expr<Column>> {
    match term {
        Expr::Apply(Operator::Min, parts) => parts.iter().flat_map(least_of).collect(),
        other => vec![other.clone()],
    }
}

fn mentions(term: &Expr<Column>, column: Column) -> bool {
    term.has_leaf(|&leaf| leaf == column)
}

fn with(term: &Expr<Column>, column: Column, value: &Expr<Column>) -> Expr<Column> {
    term.map(&mut |&leaf| match leaf == column {
        true => value.clone(),
        false => Expr::Leaf(leaf),
    })
}
