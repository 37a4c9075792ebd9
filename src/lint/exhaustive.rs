//! Tests an identity on all small integers: evaluates both sides wherever the guards hold.
//!
//! A `(content …)` is the greatest common divisor of the coefficients of terms, which integers do not determine: it
//! ranges over the divisors of the constants among its arguments.

use super::guards::domain;
use super::rule::{Note, ReadRule};
use crate::number::Int;
use crate::term::Operator;
use crate::term::{Guard, Pattern, Rewrite};
use std::ops::ControlFlow;

/// The maximum number of assignments for one identity.
const MAX_CASES: usize = 400_000;
/// The largest numbers, besides those near the constants of the rule.
const MAX_RADIUS: i32 = 64;

/// The result of the test.
pub(super) struct Tested {
    /// The number of assignments.
    pub(super) cases: usize,
    /// Whether no assignment refutes it, and some assignment satisfies its guards.
    pub(super) is_identity: bool,
}

/// The enumeration of assignments. The first variable varies fastest; a guard is evaluated as soon as its variables have
/// values, so that where it does not hold, the variables before them are not enumerated.
struct Search<'a, 'r> {
    arithmetic: &'a Arithmetic<'r>,
    numbers: &'a [Int],
    /// For each variable, the guards whose first variable it is.
    guards: Vec<Vec<&'r Pattern>>,
    /// Those without a first variable.
    last: Vec<&'r Pattern>,
    values: Vec<Int>,
    /// The number of assignments that were tried or skipped.
    cases: usize,
    /// The number of those that satisfy all guards.
    fulfilled: usize,
}

impl<'a, 'r> Search<'a, 'r> {
    fn new(arithmetic: &'a Arithmetic<'r>, numbers: &'a [Int]) -> Search<'a, 'r> {
        let mut guards = vec![vec![]; arithmetic.free.len()];
        let mut last = vec![];
        for guard in &arithmetic.rewrite.guards {
            if let Guard::True(pattern) = guard {
                match arithmetic.first_variable(pattern) {
                    Some(first) => guards[first].push(pattern),
                    None => last.push(pattern),
                }
            }
        }
        let count = arithmetic.rewrite.variables + arithmetic.contents.len();
        Search {
            arithmetic,
            numbers,
            guards,
            last,
            values: vec![Int::ZERO; count],
            cases: 0,
            fulfilled: 0,
        }
    }

    /// Enumerates the first variables, where the others have values. Breaks with the values of both sides where they
    /// differ.
    fn next_variable(&mut self, open: usize) -> ControlFlow<(Int, Int)> {
        let Some(variable) = open.checked_sub(1) else {
            return self.compare();
        };
        let slot = self.arithmetic.free[variable];
        for number in self.numbers {
            self.values[slot] = number.clone();
            let mut guards = self.guards[variable].iter();
            match guards.all(|guard| self.arithmetic.is_true(guard, &self.values)) {
                true => self.next_variable(variable)?,
                false => self.cases += self.numbers.len().pow(variable as u32),
            }
        }
        ControlFlow::Continue(())
    }

    fn compare(&mut self) -> ControlFlow<(Int, Int)> {
        let Arithmetic { rewrite, .. } = self.arithmetic;
        let is_computed = self.arithmetic.compute(&mut self.values);
        let mut last = self.last.iter();
        if is_computed && last.all(|guard| self.arithmetic.is_true(guard, &self.values)) {
            let side = |pattern| self.arithmetic.value(pattern, &self.values);
            if let (Some(left), Some(right)) = (side(&rewrite.left), side(&rewrite.right)) {
                self.fulfilled += 1;
                if left != right {
                    return ControlFlow::Break((left, right));
                }
            }
        }
        self.cases += 1;
        ControlFlow::Continue(())
    }
}

/// An identity over numbers: its variables, then its contents.
struct Arithmetic<'r> {
    rewrite: &'r Rewrite,
    contents: Vec<&'r [Pattern]>,
    /// The enumerated ones: variables that are not computed, then contents.
    free: Vec<usize>,
}

pub(super) fn check(rule: &ReadRule, rewrite: &Rewrite, notes: &mut Vec<Note>) -> Tested {
    let arithmetic = Arithmetic::new(rewrite);
    let mut literals = vec![];
    arithmetic.each_pattern(&mut |pattern| {
        if let Pattern::Integer(value) = pattern {
            literals.push(value.clone());
        }
    });
    // −1 and 1 occur in signs and strict comparisons.
    literals.retain(|literal| *literal != Int::ONE && *literal != Int::NEG_ONE);
    let cases = |numbers: &[Int]| {
        let power = u32::try_from(arithmetic.free.len()).ok();
        power.and_then(|power| numbers.len().checked_pow(power))
    };
    let found = (1..=MAX_RADIUS).rev().find_map(|radius| {
        let numbers = domain(radius, &literals);
        let cases = cases(&numbers).filter(|cases| *cases <= MAX_CASES)?;
        Some((numbers, cases))
    });
    let Some((numbers, cases)) = found else {
        notes.push(Note::warning(
            rule.form.span,
            format!(
                "{} variables are too many to test the rule",
                arithmetic.free.len()
            ),
            "say it with fewer, in several rules",
        ));
        return Tested {
            cases: 0,
            is_identity: true,
        };
    };
    let mut search = Search::new(&arithmetic, &numbers);
    let refutation = search.next_variable(arithmetic.free.len());
    let fulfilled = search.fulfilled;
    if let ControlFlow::Break((left, right)) = refutation {
        notes.push(refuted(rule, rewrite, &search.values, &left, &right));
        return Tested {
            cases: search.cases + 1,
            is_identity: false,
        };
    }
    if fulfilled == 0 {
        notes.push(Note::warning(
            rule.form.span,
            format!(
                "the guards hold in none of {cases} cases tried, so that the rule says nothing"
            ),
            "remove the rule, or the guard that is wrong",
        ));
    }
    Tested {
        cases,
        is_identity: fulfilled > 0,
    }
}

fn refuted(rule: &ReadRule, rewrite: &Rewrite, values: &[Int], left: &Int, right: &Int) -> Note {
    let with: Vec<String> = rewrite
        .names
        .iter()
        .zip(values)
        .map(|(name, value)| format!("{name} = {value}"))
        .collect();
    let (name, span) = rule.name().unwrap_or(("", rule.form.span));
    Note::error(
        span,
        format!(
            "'{name}' is no identity: with {} the left side is {left}, the right side {right}",
            with.join(", ")
        ),
        "correct it, or exclude the case by a guard",
    )
}

impl<'r> Arithmetic<'r> {
    fn new(rewrite: &'r Rewrite) -> Arithmetic<'r> {
        let mut arithmetic = Arithmetic {
            rewrite,
            contents: vec![],
            free: vec![],
        };
        let mut contents: Vec<&'r [Pattern]> = vec![];
        arithmetic.each_pattern(&mut |pattern| {
            if let Pattern::Content(parts) = pattern
                && !contents.contains(&parts.as_slice())
            {
                contents.push(parts);
            }
        });
        let computed = |slot: &usize| rewrite.bindings.iter().any(|(known, _)| known == slot);
        let variables = (0..rewrite.variables).filter(|slot| !computed(slot));
        let all = rewrite.variables..rewrite.variables + contents.len();
        arithmetic.free = variables.chain(all).collect();
        arithmetic.contents = contents;
        arithmetic
    }

    fn each_pattern(&self, visit: &mut impl FnMut(&'r Pattern)) {
        let rewrite = self.rewrite;
        walk(&rewrite.left, visit);
        walk(&rewrite.right, visit);
        for (_, pattern) in &rewrite.bindings {
            walk(pattern, visit);
        }
        for guard in &rewrite.guards {
            if let Guard::True(pattern) = guard {
                walk(pattern, visit);
            }
        }
    }

    /// Evaluates the `:let` bindings; returns whether they have values, and contents divide their constants.
    fn compute(&self, values: &mut [Int]) -> bool {
        for (n, parts) in self.contents.iter().enumerate() {
            let content = &values[self.rewrite.variables + n];
            if *content < Int::ZERO {
                return false;
            }
            for part in parts.iter().filter(|part| self.is_constant(part)) {
                let Some(part) = self.value(part, values) else {
                    return false;
                };
                let rest = Operator::Mod.apply(&[part, content.clone()]);
                if rest.is_none_or(|rest| !rest.is_zero()) {
                    return false;
                }
            }
        }
        for (slot, pattern) in &self.rewrite.bindings {
            match self.value(pattern, values) {
                Some(value) => values[*slot] = value,
                None => return false,
            }
        }
        true
    }

    fn is_true(&self, guard: &Pattern, values: &[Int]) -> bool {
        self.value(guard, values).is_some_and(|it| !it.is_zero())
    }

    /// The place in `free` of the first variable of a guard; none if it has no variable, or one that is computed.
    fn first_variable(&self, guard: &Pattern) -> Option<usize> {
        let first = self.first_place(guard);
        first.filter(|place| *place < self.free.len())
    }

    /// The same; the number of variables if there is none.
    fn first_place(&self, guard: &Pattern) -> Option<usize> {
        let place = |slot: usize| self.free.iter().position(|free| *free == slot);
        match guard {
            Pattern::Variable(slot) => place(*slot),
            Pattern::Integer(_) => Some(self.free.len()),
            Pattern::Content(_) => None,
            Pattern::Apply(_, parts) => {
                let places: Option<Vec<usize>> =
                    parts.iter().map(|part| self.first_place(part)).collect();
                places?.into_iter().min()
            }
        }
    }

    /// Whether the guards require an integer rather than a term.
    fn is_constant(&self, pattern: &Pattern) -> bool {
        match pattern {
            Pattern::Integer(_) => true,
            Pattern::Variable(slot) => self.rewrite.guards.contains(&Guard::Constant(*slot)),
            _ => false,
        }
    }

    fn value(&self, pattern: &Pattern, values: &[Int]) -> Option<Int> {
        match pattern {
            Pattern::Integer(value) => Some(value.clone()),
            Pattern::Variable(slot) => values.get(*slot).cloned(),
            Pattern::Content(parts) => {
                let number = self
                    .contents
                    .iter()
                    .position(|known| *known == parts.as_slice())?;
                values.get(self.rewrite.variables + number).cloned()
            }
            Pattern::Apply(operator, parts) => {
                let value = |part| self.value(part, values);
                match &parts[..] {
                    [a, b] => operator.apply(&[value(a)?, value(b)?]),
                    _ => operator.apply(&parts.iter().map(value).collect::<Option<Vec<_>>>()?),
                }
            }
        }
    }
}

fn walk<'r>(pattern: &'r Pattern, visit: &mut impl FnMut(&'r Pattern)) {
    visit(pattern);
    match pattern {
        Pattern::Apply(_, parts) | Pattern::Content(parts) => {
            parts.iter().for_each(|part| walk(part, visit));
        }
        Pattern::Variable(_) | Pattern::Integer(_) => {}
    }
}
