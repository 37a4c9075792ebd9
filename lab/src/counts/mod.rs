//! Counts and footprints of random spaces, compared with enumeration.

mod generate;
mod peaks;
mod programs;

use crate::parallel;
use calipers::count::{Access, Count, Exactness, Failure, Level, Signs, Space, elements};
use calipers::number::Int;
use calipers::program::Column;
use fastrand::Rng;
use generate::{M, N, T, Term, is_outside};
pub use peaks::examine_peak;
pub use programs::examine_program;
use std::collections::{BTreeMap, HashSet};
use std::fmt;
use std::time::{Duration, Instant};

/// The values of columns.
type Values = BTreeMap<Column, Int>;

/// The maximum number of points that are enumerated.
const MAX_POINTS: usize = 20_000;

/// The knowledge about the parameters of a question.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Knowledge {
    /// Nothing: steps may be 0 or negative.
    Nothing,
    /// The width is positive.
    Width,
    /// The width is positive, and no size is negative.
    Sizes,
}

/// The results of many questions.
#[derive(Debug, Default)]
pub struct Report {
    /// The number of questions.
    pub questions: usize,
    /// The number of exact answers.
    pub exact: usize,
    /// The number of upper bounds.
    pub upper: usize,
    /// The reasons why there was no answer, with their numbers.
    pub none: BTreeMap<String, usize>,
    /// Wrong answers.
    pub wrong: Vec<String>,
    /// The times of the answers.
    pub times: Vec<Duration>,
}

impl parallel::Report for Report {
    fn add(&mut self, other: Report) {
        self.questions += other.questions;
        self.exact += other.exact;
        self.upper += other.upper;
        for (reason, count) in other.none {
            *self.none.entry(reason).or_default() += count;
        }
        self.wrong.extend(other.wrong);
        self.times.extend(other.times);
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut times = self.times.clone();
        times.sort_unstable();
        let median = times.get(times.len() / 2).copied().unwrap_or_default();
        let most = times.last().copied().unwrap_or_default();
        for wrong in self.wrong.iter().take(3) {
            writeln!(f, "{wrong}")?;
        }
        writeln!(
            f,
            "{} questions: {} exact, {} upper bounds, {} wrong; none: {:?}",
            self.questions,
            self.exact,
            self.upper,
            self.wrong.len(),
            self.none
        )?;
        write!(f, "median {median:?}, most {most:?}")
    }
}

/// All values of the parameters that a question is compared for.
fn domain(knowledge: Knowledge) -> Vec<Values> {
    let least = if knowledge == Knowledge::Sizes { 0 } else { -2 };
    let least_width = if knowledge == Knowledge::Nothing {
        -1
    } else {
        1
    };
    let mut all = vec![];
    for n in least..=6 {
        for m in least..=6 {
            for t in least_width..=4 {
                let values = [(N, n), (M, m), (T, t)];
                all.push(
                    values
                        .map(|(column, value)| (column, Int::from(value)))
                        .into(),
                );
            }
        }
    }
    all
}

/// Proves what holds for all values of a domain.
struct Domain(Vec<Values>);

impl Signs for Domain {
    fn is_non_negative(&mut self, term: &Term) -> bool {
        let value = |values: &Values| term.evaluate(&|column| values.get(column).cloned());
        let mut values = self.0.iter().map(value);
        values.all(|it| it.is_some_and(|it| !it.is_negative()))
    }
}

/// Visits the points of a space; none if that is undefined, as for a loop that runs with a step that is not positive, or
/// if there are too many.
fn enumerate(
    levels: &[Level],
    values: &mut Values,
    left: &mut usize,
    visit: &mut dyn FnMut(&Values) -> Option<()>,
) -> Option<()> {
    let Some((first, rest)) = levels.split_first() else {
        *left = left.checked_sub(1)?;
        return visit(values);
    };
    let value = |term: &Term, values: &Values| term.evaluate(&|column| values.get(column).cloned());
    match first {
        Level::Guard(guard) => match value(guard, values)?.is_zero() {
            true => Some(()),
            false => enumerate(rest, values, left, visit),
        },
        Level::Unknown => enumerate(rest, values, left, visit),
        Level::Loop(dimension) => {
            let lower = dimension.lower.iter().map(|it| value(it, values));
            let lower = lower.collect::<Option<Vec<_>>>()?.into_iter().max()?;
            let upper = dimension.upper.iter().map(|it| value(it, values));
            let upper = upper.collect::<Option<Vec<_>>>()?.into_iter().min()?;
            let step = value(&dimension.step, values)?;
            if lower < upper && step <= Int::ZERO {
                return None;
            }
            let mut at = lower;
            while at < upper {
                values.insert(dimension.variable, at.clone());
                enumerate(rest, values, left, visit)?;
                at += &step;
            }
            values.remove(&dimension.variable);
            Some(())
        }
    }
}

fn points(space: &Space, values: &Values) -> Option<usize> {
    let (mut count, mut left) = (0, MAX_POINTS);
    enumerate(&space.levels, &mut values.clone(), &mut left, &mut |_| {
        count += 1;
        Some(())
    })?;
    Some(count)
}

fn touched(accesses: &[Access], values: &Values) -> Option<usize> {
    let mut found = HashSet::new();
    for access in accesses {
        let mut left = MAX_POINTS;
        let levels = &access.space.levels;
        enumerate(levels, &mut values.clone(), &mut left, &mut |values| {
            let indices = access.indices.iter().map(|index| {
                let index = index.as_ref()?;
                index.evaluate(&|column| values.get(column).cloned())
            });
            found.insert(indices.collect::<Option<Vec<Int>>>()?);
            Some(())
        })?;
    }
    Some(found.len())
}

/// Asks the questions with a seed: a space, and accesses.
pub fn examine(seed: u64, report: &mut Report) {
    let mut random = Rng::with_seed(seed);
    let knowledge = [
        Knowledge::Nothing,
        Knowledge::Width,
        Knowledge::Sizes,
        Knowledge::Sizes,
    ];
    let domain = domain(knowledge[random.usize(..4)]);
    let (space, _) = generate::space(&mut random);
    let mut signs = Domain(domain.clone());
    let start = Instant::now();
    let count = space.count(&is_outside, &mut signs);
    report.times.push(start.elapsed());
    let expected = |values: &Values| points(&space, values);
    compare(
        (seed, &space),
        &count,
        (&domain, &expected),
        &mut random,
        report,
    );

    let accesses = generate::accesses(&mut random);
    let start = Instant::now();
    let count = elements(&accesses, &is_outside, &mut signs);
    report.times.push(start.elapsed());
    let expected = |values: &Values| touched(&accesses, values);
    compare(
        (seed, &accesses),
        &count,
        (&domain, &expected),
        &mut random,
        report,
    );
}

/// The right answer for values of the parameters, if there is one.
type Enumeration<'e> = &'e dyn Fn(&Values) -> Option<usize>;

/// Compares an answer for some values of the parameters.
fn compare(
    (seed, question): (u64, &dyn fmt::Debug),
    answer: &Result<Count, Failure>,
    (domain, expected): (&[Values], Enumeration<'_>),
    random: &mut Rng,
    report: &mut Report,
) {
    report.questions += 1;
    let count = match answer {
        Ok(count) => count,
        Err(failure) => {
            *report.none.entry(failure.to_string()).or_default() += 1;
            return;
        }
    };
    match count.exactness {
        Exactness::Exact => report.exact += 1,
        Exactness::Upper => report.upper += 1,
    }
    for _ in 0..10 {
        let values = &domain[random.usize(..domain.len())];
        let Some(expected) = expected(values) else {
            continue;
        };
        let expected = Int::from(expected);
        let found = count.term.evaluate(&|column| values.get(column).cloned());
        let is_right = found.as_ref().is_some_and(|found| match count.exactness {
            Exactness::Exact => *found == expected,
            Exactness::Upper => *found >= expected,
        });
        if !is_right {
            report.wrong.push(format!(
                "seed {seed}: {question:?}\n  {:?}: {:?}\n  {found:?} for {values:?}, not {expected}",
                count.exactness, count.term
            ));
            return;
        }
    }
}
