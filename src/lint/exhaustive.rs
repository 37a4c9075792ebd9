//! Tests an identity on all small integers: evaluates both sides wherever the guards hold.
//!
//! A `(content …)` is the greatest common divisor of the coefficients of terms, which integers do not determine: it
//! ranges over the divisors of the constants among its arguments.

use super::guards::domain;
use super::rule::{Note, ReadRule};
use crate::number::Int;
use crate::term::Operator;
use crate::term::{Guard, Pattern, Rewrite};

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
    let mut fulfilled = 0usize;
    for number in 0..cases {
        let mut values = vec![Int::ZERO; rewrite.variables + arithmetic.contents.len()];
        let mut rest = number;
        for &slot in &arithmetic.free {
            values[slot] = numbers[rest % numbers.len()].clone();
            rest /= numbers.len();
        }
        if !arithmetic.guards_hold(&mut values) {
            continue;
        }
        let left = arithmetic.value(&rewrite.left, &values);
        let right = arithmetic.value(&rewrite.right, &values);
        let (Some(left), Some(right)) = (left, right) else {
            continue;
        };
        fulfilled += 1;
        if left != right {
            notes.push(refuted(rule, rewrite, &values, &left, &right));
            return Tested {
                cases: number + 1,
                is_identity: false,
            };
        }
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

    /// Evaluates the `:let` bindings; returns whether all guards hold.
    fn guards_hold(&self, values: &mut [Int]) -> bool {
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
        self.rewrite.guards.iter().all(|guard| match guard {
            Guard::Constant(_) => true,
            Guard::True(pattern) => self
                .value(pattern, values)
                .is_some_and(|value| !value.is_zero()),
        })
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
                let parts: Option<Vec<Int>> =
                    parts.iter().map(|part| self.value(part, values)).collect();
                operator.apply(&parts?)
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
