//! A simplex tableau in integers with bounds, after Dutertre and de Moura. Coordinates that are not in the basis have
//! integer values, since all bounds are integers; the others are fractions with the denominator of their row.

use super::coordinates::GaveUp;
use calipers_number::{Int, gcd};
use std::cmp::Ordering;

/// The largest bit length of an entry; longer ones end the search.
const MAX_ENTRY: usize = 512;

/// The number of pivots of a check with small entries, after which Bland's rule makes the rest finite.
const SMALL_PIVOTS: usize = 30;

/// A bound of a variable, and the number of its reason.
#[derive(Clone, Debug)]
pub(crate) struct Bound {
    pub(crate) value: Int,
    pub(crate) reason: usize,
}

/// Bounds that contradict each other: the sum of the bounds with these reasons, each times its multiplier, is a
/// negative constant.
pub(crate) type Conflict = Vec<(usize, Int)>;

/// The bounds of all variables.
#[derive(Clone, Debug, Default)]
pub(crate) struct Bounds {
    lower: Vec<Option<Bound>>,
    upper: Vec<Option<Bound>>,
}

/// A variable of the basis: `denominator·variable = Σ entries·columns`.
#[derive(Clone, Debug)]
struct Line {
    variable: usize,
    denominator: Int,
    entries: Vec<Int>,
    /// The value times the denominator.
    numerator: Int,
}

#[derive(Clone, Debug)]
pub(crate) struct Simplex {
    lines: Vec<Line>,
    /// The variables outside of the basis, and their values.
    columns: Vec<(usize, Int)>,
    pub(crate) bounds: Bounds,
    /// The line of each variable of the basis, the column of each other one.
    places: Vec<Place>,
}

/// What stops a variable that moves: a bound at the distance divided by the rate.
struct Obstacle {
    distance: Int,
    rate: Int,
    /// The line whose variable reaches its bound, and the bound; none for the variable's own bound.
    line: Option<(usize, Int)>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Place {
    Line(usize),
    Column(usize),
}

impl Simplex {
    /// A tableau of free variables, all 0.
    pub(crate) fn new(variables: usize) -> Simplex {
        Simplex {
            lines: vec![],
            columns: (0..variables).map(|it| (it, Int::ZERO)).collect(),
            bounds: Bounds {
                lower: vec![None; variables],
                upper: vec![None; variables],
            },
            places: (0..variables).map(Place::Column).collect(),
        }
    }

    /// A new variable that equals a sum of other variables.
    pub(crate) fn define(&mut self, sum: &[(usize, Int)]) -> Result<usize, GaveUp> {
        let variable = self.places.len();
        let mut entries = vec![Int::ZERO; self.columns.len()];
        let mut denominator = Int::ONE;
        for (part, k) in sum {
            match self.places[*part] {
                Place::Column(column) => entries[column] += k * &denominator,
                Place::Line(line) => {
                    let line = &self.lines[line];
                    let common = gcd(&denominator, &line.denominator);
                    let (own, other) = (&line.denominator / &common, &denominator / &common);
                    for (entry, of_line) in entries.iter_mut().zip(&line.entries) {
                        *entry = &*entry * &own + k * &(of_line * &other);
                    }
                    denominator *= &own;
                }
            }
        }
        let mut line = Line {
            variable,
            denominator,
            entries,
            numerator: Int::ZERO,
        };
        line.reduce()?;
        line.evaluate(&self.columns);
        self.places.push(Place::Line(self.lines.len()));
        self.lines.push(line);
        self.bounds.lower.push(None);
        self.bounds.upper.push(None);
        Ok(variable)
    }

    /// Bounds a variable from below.
    pub(crate) fn at_least(&mut self, variable: usize, bound: Bound) -> Result<(), Conflict> {
        if let Some(upper) = &self.bounds.upper[variable]
            && upper.value < bound.value
        {
            return Err(vec![(upper.reason, Int::ONE), (bound.reason, Int::ONE)]);
        }
        let known = &mut self.bounds.lower[variable];
        if known.as_ref().is_some_and(|it| it.value >= bound.value) {
            return Ok(());
        }
        let value = bound.value.clone();
        *known = Some(bound);
        if let Place::Column(column) = self.places[variable]
            && self.columns[column].1 < value
        {
            self.move_to(column, value);
        }
        Ok(())
    }

    /// Bounds a variable from above.
    pub(crate) fn at_most(&mut self, variable: usize, bound: Bound) -> Result<(), Conflict> {
        if let Some(lower) = &self.bounds.lower[variable]
            && lower.value > bound.value
        {
            return Err(vec![(lower.reason, Int::ONE), (bound.reason, Int::ONE)]);
        }
        let known = &mut self.bounds.upper[variable];
        if known.as_ref().is_some_and(|it| it.value <= bound.value) {
            return Ok(());
        }
        let value = bound.value.clone();
        *known = Some(bound);
        if let Place::Column(column) = self.places[variable]
            && self.columns[column].1 > value
        {
            self.move_to(column, value);
        }
        Ok(())
    }

    fn move_to(&mut self, column: usize, value: Int) {
        let difference = &value - &self.columns[column].1;
        self.columns[column].1 = value;
        for line in &mut self.lines {
            line.numerator += &line.entries[column] * &difference;
        }
    }

    /// The value of a variable: numerator and denominator.
    pub(crate) fn value(&self, variable: usize) -> (&Int, &Int) {
        const ONE: &Int = &Int::ONE;
        match self.places[variable] {
            Place::Line(line) => (&self.lines[line].numerator, &self.lines[line].denominator),
            Place::Column(column) => (&self.columns[column].1, ONE),
        }
    }

    /// Moves the variables into their bounds, or finds a conflict. The least entry enters the basis, because it keeps the
    /// denominators small and with them the number of branches; in the end Bland's rule makes it finite.
    pub(crate) fn check(&mut self, pivots: &mut usize) -> Result<Option<Conflict>, GaveUp> {
        let mut small_pivots = SMALL_PIVOTS;
        loop {
            let by_bland = small_pivots == 0;
            small_pivots = small_pivots.saturating_sub(1);
            let mut violated: Option<(usize, usize, bool)> = None;
            for (number, line) in self.lines.iter().enumerate() {
                let variable = line.variable;
                if violated.is_some_and(|it| it.0 < variable) {
                    continue;
                }
                if let Some(lower) = &self.bounds.lower[variable]
                    && line.numerator < &lower.value * &line.denominator
                {
                    violated = Some((variable, number, true));
                } else if let Some(upper) = &self.bounds.upper[variable]
                    && line.numerator > &upper.value * &line.denominator
                {
                    violated = Some((variable, number, false));
                }
            }
            let Some((variable, number, is_below)) = violated else {
                return Ok(None);
            };
            let line = &self.lines[number];
            let mut least = Int::ZERO;
            let mut entering: Option<(usize, usize)> = None;
            for (column, entry) in line.entries.iter().enumerate() {
                let (other, value) = &self.columns[column];
                let is_better = match (entering, by_bland) {
                    (None, _) => true,
                    (Some(known), true) => *other < known.0,
                    (Some(_), false) => entry.magnitude() < least,
                };
                if entry.is_zero() || !is_better {
                    continue;
                }
                let goes_up = entry.is_negative() != is_below;
                if self.can_move(*other, value, goes_up) {
                    least = entry.magnitude();
                    entering = Some((*other, column));
                }
            }
            let bound = match is_below {
                true => &self.bounds.lower[variable],
                false => &self.bounds.upper[variable],
            };
            let Some(bound) = bound.clone() else {
                return Err(GaveUp);
            };
            let Some((_, column)) = entering else {
                return Ok(Some(self.conflict(number, is_below, bound.reason)));
            };
            *pivots = pivots.checked_sub(1).ok_or(GaveUp)?;
            self.pivot(number, column, bound.value)?;
        }
    }

    fn can_move(&self, variable: usize, value: &Int, goes_up: bool) -> bool {
        let bound = match goes_up {
            true => &self.bounds.upper[variable],
            false => &self.bounds.lower[variable],
        };
        match (bound, goes_up) {
            (None, _) => true,
            (Some(bound), true) => *value < bound.value,
            (Some(bound), false) => *value > bound.value,
        }
    }

    /// The bounds that keep a line's variable from its own bound.
    fn conflict(&self, line: usize, is_below: bool, reason: usize) -> Conflict {
        let line = &self.lines[line];
        let mut conflict = vec![(reason, line.denominator.clone())];
        for (entry, (variable, _)) in line.entries.iter().zip(&self.columns) {
            let goes_up = entry.is_negative() != is_below;
            let bound = match goes_up {
                true => &self.bounds.upper[*variable],
                false => &self.bounds.lower[*variable],
            };
            if let Some(bound) = bound.as_ref().filter(|_| !entry.is_zero()) {
                conflict.push((bound.reason, entry.magnitude()));
            }
        }
        conflict
    }

    /// Exchanges the variable of a line, which gets a value, with that of a column.
    fn pivot(&mut self, number: usize, column: usize, value: Int) -> Result<(), GaveUp> {
        let line = &mut self.lines[number];
        let pivot = line.entries[column].clone();
        let is_negative = pivot.is_negative();
        let sign = |entry: Int| if is_negative { -entry } else { entry };
        // pivot·entering = denominator·leaving − Σ others.
        for entry in &mut line.entries {
            *entry = sign(-&*entry);
        }
        line.entries[column] = sign(line.denominator.clone());
        line.denominator = sign(pivot);
        let leaving = std::mem::replace(&mut line.variable, self.columns[column].0);
        line.reduce()?;
        self.places[line.variable] = Place::Line(number);
        self.places[leaving] = Place::Column(column);
        self.columns[column] = (leaving, value);
        let entering = line.clone();
        for (other, line) in self.lines.iter_mut().enumerate() {
            if other == number {
                line.evaluate(&self.columns);
            } else if !line.entries[column].is_zero() {
                let k = std::mem::take(&mut line.entries[column]);
                let common = gcd(&k, &entering.denominator);
                let (k, scale) = (&k / &common, &entering.denominator / &common);
                for (entry, own) in line.entries.iter_mut().zip(&entering.entries) {
                    if !scale.is_one() && !entry.is_zero() {
                        *entry *= &scale;
                    }
                    if !own.is_zero() {
                        *entry += &k * own;
                    }
                }
                line.denominator *= &scale;
                line.reduce()?;
                line.evaluate(&self.columns);
            }
        }
        Ok(())
    }

    /// Moves to a vertex in which a variable is greatest (`upwards`) or least within the bounds, which the current
    /// values satisfy. They bound it on that side.
    pub(crate) fn move_far(
        &mut self,
        goal: usize,
        upwards: bool,
        pivots: &mut usize,
    ) -> Result<(), GaveUp> {
        loop {
            // A variable outside of the basis improves the goal.
            let mut entering: Option<(usize, usize, bool)> = None;
            for (column, (variable, value)) in self.columns.iter().enumerate() {
                let gain = match self.places[goal] {
                    Place::Line(line) => self.lines[line].entries[column].cmp(&Int::ZERO),
                    Place::Column(own) if own == column => Ordering::Greater,
                    Place::Column(_) => Ordering::Equal,
                };
                let goes_up = (gain == Ordering::Greater) == upwards;
                if gain != Ordering::Equal
                    && self.can_move(*variable, value, goes_up)
                    && entering.is_none_or(|it| *variable < it.0)
                {
                    entering = Some((*variable, column, goes_up));
                }
            }
            let Some((variable, column, goes_up)) = entering else {
                return Ok(());
            };
            // The first bound on its way: that of a line, or its own.
            let mut first: Option<Obstacle> = None;
            let own = match goes_up {
                true => &self.bounds.upper[variable],
                false => &self.bounds.lower[variable],
            };
            if let Some(own) = own {
                let distance = (&own.value - &self.columns[column].1).magnitude();
                first = Some(Obstacle {
                    distance,
                    rate: Int::ONE,
                    line: None,
                });
            }
            let mut leaving = usize::MAX;
            for (number, line) in self.lines.iter().enumerate() {
                let entry = &line.entries[column];
                if entry.is_zero() {
                    continue;
                }
                let rises = entry.is_negative() != goes_up;
                let bound = match rises {
                    true => &self.bounds.upper[line.variable],
                    false => &self.bounds.lower[line.variable],
                };
                let Some(bound) = bound else { continue };
                let distance = (&bound.value * &line.denominator - &line.numerator).magnitude();
                let rate = entry.magnitude();
                let order = match &first {
                    None => Ordering::Less,
                    Some(other) => (&distance * &other.rate).cmp(&(&other.distance * &rate)),
                };
                if order == Ordering::Less || order == Ordering::Equal && line.variable < leaving {
                    leaving = line.variable;
                    first = Some(Obstacle {
                        distance,
                        rate,
                        line: Some((number, bound.value.clone())),
                    });
                }
            }
            *pivots = pivots.checked_sub(1).ok_or(GaveUp)?;
            let first = first.ok_or(GaveUp)?;
            match first.line {
                Some((number, value)) => self.pivot(number, column, value)?,
                None => {
                    let by = if goes_up {
                        first.distance
                    } else {
                        -first.distance
                    };
                    let value = &self.columns[column].1 + &by;
                    self.move_to(column, value);
                }
            }
        }
    }
}

impl Line {
    /// Divides by the common factor, and gives up on large numbers.
    fn reduce(&mut self) -> Result<(), GaveUp> {
        let mut common = self.denominator.clone();
        for entry in &self.entries {
            if common.is_one() {
                break;
            }
            common = gcd(&common, entry);
        }
        if !common.is_one() {
            self.denominator = &self.denominator / &common;
            for entry in &mut self.entries {
                *entry = &*entry / &common;
            }
        }
        let mut entries = self.entries.iter().chain([&self.denominator]);
        match entries.all(|entry| entry.bit_len() <= MAX_ENTRY) {
            true => Ok(()),
            false => Err(GaveUp),
        }
    }

    fn evaluate(&mut self, columns: &[(usize, Int)]) {
        let mut sum = Int::ZERO;
        for (entry, (_, value)) in self.entries.iter().zip(columns) {
            if !entry.is_zero() && !value.is_zero() {
                sum += entry * value;
            }
        }
        self.numerator = sum;
    }
}
