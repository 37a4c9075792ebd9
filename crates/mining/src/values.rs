//! Enumeration of terms, one for each vector of values.

use super::conditions::Condition;
use super::grammar::Grammar;
use super::samples::Samples;
use calipers_number::Int;
use calipers_program::term::{Expr, Operator};
use hashbrown::HashMap;
use hashbrown::hash_map::Entry;

/// Two terms with the same values.
pub(crate) type Pair = (Expr, Expr);

/// A term, and its values on all assignments.
#[derive(Clone)]
struct Valued {
    term: Expr,
    values: Vec<Int>,
    is_condition: bool,
}

/// The shortest term of each vector of values, by its number of operators.
pub(crate) struct Table<'g> {
    grammar: &'g Grammar,
    by_size: Vec<Vec<Valued>>,
    known: HashMap<Vec<Int>, Expr>,
    /// The number of terms that were evaluated.
    pub(crate) evaluated: usize,
}

impl<'g> Table<'g> {
    pub(crate) fn new(grammar: &'g Grammar, samples: &Samples) -> Table<'g> {
        let mut table = Table {
            grammar,
            by_size: vec![vec![]],
            known: HashMap::new(),
            evaluated: 0,
        };
        for term in grammar.leaves() {
            if let Some(values) = samples.values(&term) {
                table.known.insert(values.clone(), term.clone());
                table.by_size[0].push(Valued {
                    term,
                    values,
                    is_condition: false,
                });
            }
        }
        table
    }

    /// Adds the terms with that many operators over terms that are kept. Returns those that have the values of another
    /// one, with that.
    pub(crate) fn grow(&mut self, size: usize) -> Vec<Pair> {
        let mut found = vec![];
        let mut pairs = vec![];
        for &operator in &self.grammar.operators {
            let arity = operator.arity().unwrap_or(2);
            for sizes in splits(size - 1, arity) {
                let lists: Vec<&[Valued]> = sizes.iter().map(|&it| &self.by_size[it][..]).collect();
                let mut numbers = vec![0; arity];
                if lists.iter().any(|list| list.is_empty()) {
                    continue;
                }
                loop {
                    if self.evaluated >= self.grammar.max_terms {
                        break;
                    }
                    let arguments: Vec<&Valued> = numbers
                        .iter()
                        .zip(&lists)
                        .map(|(&number, list)| &list[number])
                        .collect();
                    let is_ordered =
                        !commutes(operator) || (&sizes[0], numbers[0]) <= (&sizes[1], numbers[1]);
                    if is_ordered
                        && is_meant(operator, &arguments)
                        && let Some(valued) = applied(operator, &arguments)
                    {
                        self.evaluated += 1;
                        match self.known.entry(valued.values.clone()) {
                            Entry::Occupied(known) => {
                                pairs.push((valued.term, known.get().clone()));
                            }
                            Entry::Vacant(place) => {
                                place.insert(valued.term.clone());
                                found.push(valued);
                            }
                        }
                    }
                    if !next(&mut numbers, &lists) {
                        break;
                    }
                }
            }
        }
        self.by_size.push(found);
        pairs
    }

    /// The terms of at most two operators that have the values of a shorter one wherever a condition holds.
    pub(crate) fn equal_under(&self, condition: &Condition, samples: &Samples) -> Vec<Pair> {
        let Some(truth) = samples.values(&condition.term) else {
            return vec![];
        };
        let places: Vec<usize> = (0..truth.len()).filter(|&n| truth[n].is_one()).collect();
        let mut known: HashMap<Vec<&Int>, &Expr> = HashMap::new();
        let mut pairs = vec![];
        for valued in self.by_size.iter().take(3).flatten() {
            let values = places.iter().map(|&n| &valued.values[n]).collect();
            match known.entry(values) {
                Entry::Occupied(shorter) => {
                    pairs.push((valued.term.clone(), (*shorter.get()).clone()))
                }
                Entry::Vacant(place) => {
                    place.insert(&valued.term);
                }
            }
        }
        pairs
    }
}

/// The ways to distribute a number over that many places.
fn splits(total: usize, places: usize) -> Vec<Vec<usize>> {
    match places {
        0 => vec![],
        1 => vec![vec![total]],
        _ => {
            let all = (0..=total).flat_map(|first| {
                let rest = splits(total - first, places - 1).into_iter();
                rest.map(move |rest| [vec![first], rest].concat())
            });
            all.collect()
        }
    }
}

/// Advances a tuple of indices; false after the last one.
fn next(numbers: &mut [usize], lists: &[&[Valued]]) -> bool {
    for (number, list) in numbers.iter_mut().zip(lists).rev() {
        *number += 1;
        if *number < list.len() {
            return true;
        }
        *number = 0;
    }
    false
}

fn commutes(operator: Operator) -> bool {
    matches!(
        operator,
        Operator::Add | Operator::Mul | Operator::Min | Operator::Max | Operator::Eq
    )
}

/// Whether an operator is meant to be applied to such arguments: divisors are positive, conditions of selections are
/// comparisons, and comparisons are nothing but conditions.
fn is_meant(operator: Operator, arguments: &[&Valued]) -> bool {
    match operator {
        Operator::Select => {
            arguments[0].is_condition && !arguments[1..].iter().any(|it| it.is_condition)
        }
        _ if arguments.iter().any(|it| it.is_condition) => false,
        _ if operator.is_division() => arguments[1].values.iter().all(|value| *value >= Int::ONE),
        _ => true,
    }
}

fn applied(operator: Operator, arguments: &[&Valued]) -> Option<Valued> {
    let count = arguments.first()?.values.len();
    let value = |n: usize| {
        let values: Vec<Int> = arguments.iter().map(|it| it.values[n].clone()).collect();
        operator.apply(&values)
    };
    let values: Option<Vec<Int>> = (0..count).map(value).collect();
    let terms: Vec<Expr> = arguments.iter().map(|it| it.term.clone()).collect();
    Some(Valued {
        term: Expr::apply(operator, terms),
        values: values?,
        is_condition: matches!(operator, Operator::Le | Operator::Eq),
    })
}
