//! Loops with few iterations, written out: what depends on their variables in other ways than as a polynomial, as a power
//! of two does, is a number in each iteration.

use crate::space::{Access, Dimension, Level, Space};
use calipers_number::Int;
use calipers_program::Column;
use calipers_program::term::Expr;

/// The iterations of the first loop with at most so many, each as the value of its variable and the space without it.
fn iterations(space: &Space, limit: usize) -> Option<(Column, Vec<(Int, Space)>)> {
    let (at, variable, values) = space.levels.iter().enumerate().find_map(|(at, level)| {
        let Level::Loop(dimension) = level else {
            return None;
        };
        Some((at, dimension.variable, values(dimension, limit)?))
    })?;
    let iteration = |value: Int| {
        let mut levels = space.levels.clone();
        levels.remove(at);
        for level in &mut levels {
            *level = level_at(level, variable, &value);
        }
        (value, Space { levels })
    };
    Some((variable, values.into_iter().map(iteration).collect()))
}

/// The values of the variable of a loop, if they are at most so many numbers.
fn values(dimension: &Dimension, limit: usize) -> Option<Vec<Int>> {
    let number = |term: &Expr<Column>| match term {
        Expr::Integer(number) => Some(number.clone()),
        _ => None,
    };
    let numbers = |terms: &[Expr<Column>]| terms.iter().map(number).collect::<Option<Vec<Int>>>();
    let lower = numbers(&dimension.lower)?.into_iter().max()?;
    let upper = numbers(&dimension.upper)?.into_iter().min()?;
    let step = number(&dimension.step).filter(|step| *step >= Int::ONE)?;
    let mut found = vec![];
    let mut value = lower;
    while value < upper {
        if found.len() == limit {
            return None;
        }
        found.push(value.clone());
        value = &value + &step;
    }
    Some(found)
}

fn term_at(term: &Expr<Column>, variable: Column, value: &Int) -> Expr<Column> {
    term.map(&mut |column: &Column| match *column == variable {
        true => Expr::Integer(value.clone()),
        false => Expr::Leaf(*column),
    })
}

fn level_at(level: &Level, variable: Column, value: &Int) -> Level {
    let at = |term: &Expr<Column>| term_at(term, variable, value);
    match level {
        Level::Loop(dimension) => Level::Loop(Dimension {
            variable: dimension.variable,
            lower: dimension.lower.iter().map(at).collect(),
            upper: dimension.upper.iter().map(at).collect(),
            step: at(&dimension.step),
        }),
        Level::Guard(condition) => Level::Guard(at(condition)),
        Level::Unknown => Level::Unknown,
    }
}

impl Space {
    /// The iterations of the first loop with at most so many.
    pub(crate) fn unrolled(&self, limit: usize) -> Option<Vec<Space>> {
        let (_, parts) = iterations(self, limit)?;
        Some(parts.into_iter().map(|(_, space)| space).collect())
    }
}

impl Access {
    /// What the access touches in the iterations of the first loop with at most so many.
    pub(crate) fn unrolled(&self, limit: usize) -> Option<Vec<Access>> {
        let (variable, parts) = iterations(&self.space, limit)?;
        let access = |(value, space): (Int, Space)| {
            let index = |index: &Option<Expr<Column>>| {
                let index = index.as_ref()?;
                Some(term_at(index, variable, &value))
            };
            Access {
                space,
                indices: self.indices.iter().map(index).collect(),
            }
        };
        Some(parts.into_iter().map(access).collect())
    }
}
