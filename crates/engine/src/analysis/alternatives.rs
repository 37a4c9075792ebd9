//! Bounds that follow directly from definitions: `max(a, b)` is at least `a`, and at least `b`.

use super::stop_condition::StopCondition;
use crate::number::Int;
use crate::program::Column;
use crate::solve::Engine;
use crate::term::{Expr, Operator};

/// Limit of the bounds of a term.
const MAX_BOUNDS: usize = 8;
/// Maximum depth of definitions.
const MAX_DEPTH: usize = 12;

/// The direction of the bounds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Towards {
    /// Terms that are at most the term.
    Below,
    /// Terms that are at least the term.
    Above,
}

impl Towards {
    fn other(self) -> Towards {
        match self {
            Towards::Below => Towards::Above,
            Towards::Above => Towards::Below,
        }
    }
}

/// Terms that bound a term, each by itself, in the order in which the rules' definitions mention them. Just the term
/// itself if definitions give no other bound.
pub(super) fn alternatives(
    engine: &mut Engine<'_>,
    frontier: &StopCondition<'_>,
    term: &Expr<Column>,
    towards: Towards,
) -> Vec<Expr<Column>> {
    let mut search = Search { engine, frontier };
    let mut found = search.bounds(term, towards, MAX_DEPTH);
    let mut distinct: Vec<Expr<Column>> = vec![];
    found.retain(|bound| {
        let is_new = !distinct.contains(bound);
        if is_new {
            distinct.push(bound.clone());
        }
        is_new
    });
    found
}

/// Terms such that, in every case of the definition, one of them bounds the term; `None` if there is just one case.
pub(super) fn cases(
    engine: &mut Engine<'_>,
    frontier: &StopCondition<'_>,
    term: &Expr<Column>,
    towards: Towards,
) -> Option<Vec<Expr<Column>>> {
    let mut search = Search { engine, frontier };
    let found = search.cases(term, towards, MAX_DEPTH)?;
    (found.len() > 1).then_some(found)
}

struct Search<'s, 'p> {
    engine: &'s mut Engine<'p>,
    frontier: &'s StopCondition<'s>,
}

impl Search<'_, '_> {
    fn bounds(&mut self, term: &Expr<Column>, towards: Towards, depth: usize) -> Vec<Expr<Column>> {
        let itself = || vec![term.clone()];
        let Some(depth) = depth.checked_sub(1) else {
            return itself();
        };
        let (operator, arguments) = match term {
            Expr::Integer(_) => return itself(),
            Expr::Leaf(column) => return self.of_column(*column, towards, depth),
            Expr::Apply(operator, arguments) => (*operator, arguments),
        };
        match (operator, towards, &arguments[..]) {
            (Operator::Max, Towards::Below, all) | (Operator::Min, Towards::Above, all) => {
                let mut found = vec![];
                for argument in all {
                    found.extend(self.bounds(argument, towards, depth));
                }
                found.truncate(MAX_BOUNDS);
                found
            }
            (Operator::Add, _, all) => self.each_argument(operator, all, |_| towards, depth),
            (Operator::Mul, _, [Expr::Integer(k), _])
            | (Operator::Mul, _, [_, Expr::Integer(k)]) => {
                let inner = match *k < Int::ZERO {
                    true => towards.other(),
                    false => towards,
                };
                self.each_argument(operator, arguments, |_| inner, depth)
            }
            (Operator::FloorDiv | Operator::CeilDiv, _, [_, Expr::Integer(k)])
                if *k > Int::ZERO =>
            {
                self.each_argument(operator, arguments, |_| towards, depth)
            }
            _ => itself(),
        }
    }

    /// All cases; `None` if they are too many.
    fn cases(
        &mut self,
        term: &Expr<Column>,
        towards: Towards,
        depth: usize,
    ) -> Option<Vec<Expr<Column>>> {
        let depth = depth.checked_sub(1)?;
        let (operator, arguments) = match term {
            Expr::Integer(_) => return Some(vec![term.clone()]),
            Expr::Leaf(column) => {
                let class = self.engine.class(*column);
                let is_number = self.engine.egraph().as_constant(class).is_some();
                let definition = self.engine.definition(*column).map(|it| it.term.clone());
                return match definition {
                    Some(term) if !is_number && !self.frontier.admits(self.engine, *column) => {
                        self.cases(&term, towards, depth)
                    }
                    _ => Some(vec![term.clone()]),
                };
            }
            Expr::Apply(operator, arguments) => (*operator, arguments),
        };
        let mut found: Vec<Expr<Column>> = vec![];
        match (operator, towards, &arguments[..]) {
            (Operator::Select, _, [_, all @ ..])
            | (Operator::Max, Towards::Above, all)
            | (Operator::Min, Towards::Below, all) => {
                for argument in all {
                    for case in self.cases(argument, towards, depth)? {
                        if !found.contains(&case) {
                            found.push(case);
                        }
                    }
                }
            }
            (Operator::Add, _, all) => {
                let mut sums: Vec<Vec<Expr<Column>>> = vec![vec![]];
                for argument in all {
                    let own = self.cases(argument, towards, depth)?;
                    let longer = sums.iter().flat_map(|before| {
                        own.iter()
                            .map(|case| [&before[..], std::slice::from_ref(case)].concat())
                    });
                    sums = longer.collect();
                    if sums.len() > MAX_BOUNDS {
                        return None;
                    }
                }
                found.extend(sums.into_iter().map(|all| Expr::apply(Operator::Add, all)));
            }
            _ => found.push(term.clone()),
        }
        (found.len() <= MAX_BOUNDS).then_some(found)
    }

    fn of_column(&mut self, column: Column, towards: Towards, depth: usize) -> Vec<Expr<Column>> {
        let class = self.engine.class(column);
        if let Some(value) = self.engine.egraph().as_constant(class) {
            return vec![Expr::Integer(value.clone())];
        }
        let definition = self.engine.definition(column).map(|it| it.term.clone());
        match definition {
            Some(term) if !self.frontier.admits(self.engine, column) => {
                self.bounds(&term, towards, depth)
            }
            _ => vec![Expr::Leaf(column)],
        }
    }

    /// Bounds of an operator that is monotone in each argument, from bounds of its arguments.
    fn each_argument(
        &mut self,
        operator: Operator,
        arguments: &[Expr<Column>],
        towards: impl Fn(usize) -> Towards,
        depth: usize,
    ) -> Vec<Expr<Column>> {
        let mut found: Vec<Vec<Expr<Column>>> = vec![vec![]];
        for (n, argument) in arguments.iter().enumerate() {
            let own = self.bounds(argument, towards(n), depth);
            let longer = found.iter().flat_map(|before| {
                own.iter().map(|bound| {
                    let mut arguments = before.clone();
                    arguments.push(bound.clone());
                    arguments
                })
            });
            found = longer.take(MAX_BOUNDS).collect();
        }
        let found = found.into_iter();
        found
            .map(|arguments| Expr::apply(operator, arguments))
            .collect()
    }
}
