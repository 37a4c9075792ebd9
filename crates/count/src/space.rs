//! Iteration spaces: the integer points that loops with guards visit.

use crate::answer::{Count, Exactness, Total};
use crate::failure::Failure;
use crate::image::{Image, MAX_IMAGES};
use crate::join::join_tiles;
use crate::polynomial::{Atom, Polynomial};
use crate::read::{Case, Reader, both, is_one};
use crate::sum::{Piece, Signs, Summation};
use crate::union::union;
use calipers_program::Column;
use calipers_program::term::{Expr, Operator};

/// The number of iterations that are written out.
const MAX_UNROLLED: usize = 16;

/// One loop: the values `lower, lower + step, …` below each upper bound, where `lower` is the greatest lower bound.
#[derive(Clone, PartialEq, Debug)]
pub struct Dimension {
    /// The induction variable.
    pub variable: Column,
    /// The lower bounds; they belong to the loop.
    pub lower: Vec<Expr<Column>>,
    /// The upper bounds; they do not belong to the loop.
    pub upper: Vec<Expr<Column>>,
    /// The step. A loop that runs has a positive one.
    pub step: Expr<Column>,
}

/// A part of a space, from outside to inside.
#[derive(Clone, PartialEq, Debug)]
pub enum Level {
    /// A loop, whose bounds may mention the loops around it.
    Loop(Dimension),
    /// A condition on the loops around it.
    Guard(Expr<Column>),
    /// A condition that is unknown.
    Unknown,
}

/// The points at which loops with guards execute something.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Space {
    /// Its levels, from outside to inside.
    pub levels: Vec<Level>,
}

/// The elements that an access touches: one for each point of a space.
#[derive(Clone, PartialEq, Debug)]
pub struct Access {
    /// The points at which it is executed.
    pub space: Space,
    /// The index in each dimension; none for one that is unknown.
    pub indices: Vec<Option<Expr<Column>>>,
}

/// A space as disjoint systems, each with its variables from outside to inside.
pub(crate) struct Systems {
    pub(crate) pieces: Vec<(Piece, Vec<Atom>)>,
    /// Whether some condition was left out, so that there may be fewer points.
    pub(crate) is_relaxed: bool,
}

impl Space {
    /// The number of points. `is_outside` says which columns exist outside of the space.
    ///
    /// ```
    /// use calipers_count::{Dimension, Exactness, Level, NoSigns, Space};
    /// use calipers_program::{Column, term::Expr};
    /// use calipers_number::Int;
    /// let [n, i, j] = [0, 1, 2].map(Column::Symbol);
    /// let triangle = |variable, upper| Level::Loop(Dimension {
    ///     variable,
    ///     lower: vec![Expr::integer(0)],
    ///     upper: vec![Expr::Leaf(upper)],
    ///     step: Expr::integer(1),
    /// });
    /// let space = Space { levels: vec![triangle(i, n), triangle(j, i)] };
    /// let count = space.count(&|column| column == n, &mut NoSigns)?;
    /// assert_eq!(count.exactness, Exactness::Exact);
    /// assert_eq!(count.term.evaluate(&|_| Some(Int::from(5))), Some(Int::from(10)));
    /// # Ok::<(), calipers_count::Failure>(())
    /// ```
    ///
    /// # Errors
    /// [`Failure`], why there is neither a count nor an upper bound of it.
    pub fn count(
        &self,
        is_outside: &dyn Fn(Column) -> bool,
        signs: &mut dyn Signs,
    ) -> Result<Count, Failure> {
        self.count_within(MAX_UNROLLED, is_outside, signs)
    }

    /// The number of points, where loops with at most so many iterations in all are written out.
    fn count_within(
        &self,
        limit: usize,
        is_outside: &dyn Fn(Column) -> bool,
        signs: &mut dyn Signs,
    ) -> Result<Count, Failure> {
        let count = self.count_of_loops(is_outside, &mut *signs);
        if count.as_ref().is_ok_and(Count::is_exact) {
            return count;
        }
        let Some(parts) = self.unrolled(limit) else {
            return count;
        };
        let limit = limit / parts.len().max(1);
        let mut terms = vec![];
        for part in parts {
            match part.count_within(limit, is_outside, &mut *signs) {
                Ok(own) if own.is_exact() => terms.push(own.term),
                _ => return count,
            }
        }
        Ok(Count {
            term: crate::atoms::apply(Operator::Add, terms),
            exactness: Exactness::Exact,
        })
    }

    fn count_of_loops(
        &self,
        is_outside: &dyn Fn(Column) -> bool,
        signs: &mut dyn Signs,
    ) -> Result<Count, Failure> {
        match self.count_once(is_outside, &mut *signs) {
            Err(Failure::NotLinear | Failure::Budget) if self.has_guards() => {}
            other => return other,
        }
        let is_loop = |level: &&Level| matches!(level, Level::Loop(_));
        let levels = self.levels.iter().filter(is_loop).cloned();
        let space = Space {
            levels: levels.chain([Level::Unknown]).collect(),
        };
        space.count_once(is_outside, signs)
    }

    fn has_guards(&self) -> bool {
        self.levels.iter().any(|it| matches!(it, Level::Guard(_)))
    }

    fn count_once(
        &self,
        is_outside: &dyn Fn(Column) -> bool,
        signs: &mut dyn Signs,
    ) -> Result<Count, Failure> {
        let mut summation = Summation::new(signs);
        summation.splits_signs = true;
        let (systems, _) = self.systems(&mut summation, is_outside, &[])?;
        let exactness = match systems.is_relaxed {
            true => Exactness::Upper,
            false => Exactness::Exact,
        };
        let mut total = Total::default();
        for (piece, variables) in systems.pieces {
            total.add(1, count_of(&mut summation, piece, variables)?);
        }
        let term = total.into_term(&mut summation)?;
        Ok(Count {
            term: summation.under_assumptions(term),
            exactness,
        })
    }

    /// The space as systems, and the indices as polynomials over their variables.
    pub(crate) fn systems(
        &self,
        summation: &mut Summation<'_>,
        is_outside: &dyn Fn(Column) -> bool,
        indices: &[Expr<Column>],
    ) -> Result<(Systems, Vec<Vec<Polynomial>>), Failure> {
        let mut reader = Reader::new(summation, is_outside);
        let mut cases = vec![Case::default()];
        let mut is_relaxed = false;
        for level in &self.levels {
            let next = match level {
                Level::Loop(dimension) => dimension.cases(&mut reader)?,
                Level::Guard(condition) => match reader.condition(condition) {
                    Ok(cases) => cases,
                    Err(Failure::Budget) => return Err(Failure::Budget),
                    Err(_) => {
                        is_relaxed = true;
                        continue;
                    }
                },
                Level::Unknown => {
                    is_relaxed = true;
                    continue;
                }
            };
            cases = both(&cases, &next)?;
        }
        let mut places = vec![(Case::default(), vec![])];
        for index in indices {
            let read = reader.term(index)?;
            let mut extended = vec![];
            for (case, before) in &places {
                for (other, value) in &read {
                    let mut all: Vec<Polynomial> = before.clone();
                    all.push(value.clone());
                    extended.push((case.and(other), all));
                }
            }
            places = extended;
        }
        let (mut pieces, mut found) = (vec![], vec![]);
        for case in &cases {
            for (other, indices) in &places {
                pieces.push(case.and(other).into_piece());
                found.push(indices.clone());
            }
        }
        Ok((Systems { pieces, is_relaxed }, found))
    }
}

/// The number of points of a system, as pieces without variables.
pub(crate) fn count_of(
    summation: &mut Summation<'_>,
    mut piece: Piece,
    mut variables: Vec<Atom>,
) -> Result<Vec<Piece>, Failure> {
    if !summation.tidy(&mut piece) {
        return Ok(vec![]);
    }
    join_tiles(summation, &mut piece, &mut variables, &mut []);
    summation.sum(piece, &variables)
}

impl Dimension {
    /// The values of the loop, by cases; the induction variable is a polynomial from now on.
    fn cases(&self, reader: &mut Reader<'_, '_>) -> Result<Vec<Case>, Failure> {
        let variable = reader.summation.atoms.variable()?;
        let mut found = vec![Case {
            variables: vec![variable],
            ..Case::default()
        }];
        let own = Expr::Leaf(self.variable);
        if is_one(&self.step) {
            reader.columns.insert(self.variable, variable.into());
            for lower in &self.lower {
                let above = Expr::at_most(lower.clone(), own.clone());
                found = both(&found, &reader.condition(&above)?)?;
            }
        } else {
            let start = crate::atoms::apply(Operator::Max, self.lower.clone());
            let (starts, steps) = (reader.term(&start)?, reader.term(&self.step)?);
            let ([(case, start)], [(given, step)]) = (&starts[..], &steps[..]) else {
                return Err(Failure::NotLinear);
            };
            // A loop that runs has a positive step.
            if !reader.summation.is_positive(step) {
                if !reader.summation.atoms.is_free(step) {
                    return Err(Failure::Sign);
                }
                reader.summation.assume_positive(step);
            }
            let value = start.plus(&step.times(&variable.into()));
            found = both(&found, &[case.and(given)])?;
            found[0].constraints.push(variable.into());
            reader.columns.insert(self.variable, value);
        }
        for upper in &self.upper {
            let below = Expr::less(own.clone(), upper.clone());
            found = both(&found, &reader.condition(&below)?)?;
        }
        Ok(found)
    }
}

/// The number of distinct elements that accesses touch, which have the same number of indices.
///
/// # Errors
/// [`Failure`], why there is neither a count nor an upper bound of it.
pub fn elements(
    accesses: &[Access],
    is_outside: &dyn Fn(Column) -> bool,
    signs: &mut dyn Signs,
) -> Result<Count, Failure> {
    let count = distinct(accesses, is_outside, &mut *signs);
    if !count.as_ref().is_ok_and(Count::is_exact) {
        let unrolled = accesses.iter().map(|it| it.unrolled(MAX_IMAGES));
        let unrolled: Option<Vec<Vec<Access>>> = unrolled.collect();
        let unrolled = unrolled.map(|it| it.concat());
        let by_iteration = unrolled.map(|it| distinct(&it, is_outside, &mut *signs));
        if let Some(Ok(exact)) = by_iteration
            && exact.is_exact()
        {
            return Ok(exact);
        }
    }
    match count {
        Err(
            Failure::NotLinear
            | Failure::Opaque
            | Failure::Budget
            | Failure::Overlap
            | Failure::Sign,
        ) => {}
        other => return other,
    }
    // No more elements than executions.
    let mut parts = vec![];
    for access in accesses {
        parts.push(access.space.count(is_outside, &mut *signs)?.term);
    }
    Ok(Count {
        term: crate::atoms::apply(Operator::Add, parts),
        exactness: Exactness::Upper,
    })
}

fn distinct(
    accesses: &[Access],
    is_outside: &dyn Fn(Column) -> bool,
    signs: &mut dyn Signs,
) -> Result<Count, Failure> {
    let mut summation = Summation::new(signs);
    let (mut images, mut exactness) = (vec![], Exactness::Exact);
    for (number, access) in accesses.iter().enumerate() {
        if accesses[..number].contains(access) {
            continue;
        }
        let indices: Option<Vec<_>> = access.indices.iter().cloned().collect();
        let indices = indices.ok_or(Failure::Opaque)?;
        let (systems, indices) = access.space.systems(&mut summation, is_outside, &indices)?;
        if systems.is_relaxed {
            exactness = Exactness::Upper;
        }
        for ((piece, variables), indices) in systems.pieces.into_iter().zip(indices) {
            images.extend(Image::all(&mut summation, piece, variables, indices)?);
        }
    }
    if !summation.assumed.is_empty() {
        return Err(Failure::Sign);
    }
    let total = union(&mut summation, images)?;
    Ok(Count {
        term: total.into_term(&mut summation)?,
        exactness,
    })
}
