//! Finds identities for answers that follow from others.
//!
//! The left side is put into an e-graph, with leaves for the variables and small integers for those that must be
//! constants. If the other rules bring the right side into its e-class at once, the rule adds nothing. For a rule with
//! guards, a condition counts as true that holds in all small cases in which the guards do.

use super::guards::domain;
use super::rule::{Note, ReadRule};
use crate::number::{Int, Range};
use crate::term::{Expr, Guard, Leaf, Operator, Pattern, Rewrite};
use calipers_saturation::{Facts, Limits, Saturation};

/// The largest number of small cases.
const MAX_CASES: usize = 20_000;
/// The largest integers of these.
const MAX_RADIUS: i32 = 8;
/// In how many iterations a rule must follow. A rule that replaces more of them is a shortcut, which saves time.
const ITERATIONS: usize = 2;
/// With how many choices of constants a rule must follow.
const CHOICES: usize = 3;

/// Notes that a rule follows from the others. `all` are all identities for answers.
pub(super) fn check(rule: &ReadRule, identity: &Rewrite, all: &[Rewrite], notes: &mut Vec<Note>) {
    // What `:let` computes from coefficients has no value on leaves.
    let is_testable = identity.bindings.is_empty() && matches!(identity.left, Pattern::Apply(..));
    let Some(cases) = cases(identity).filter(|_| is_testable) else {
        return;
    };
    // Both directions of a rule have its name.
    let (own, others): (Vec<&Rewrite>, Vec<&Rewrite>) =
        all.iter().partition(|other| other.name == identity.name);
    let others: Vec<Rewrite> = others.into_iter().cloned().collect();
    let saturation = Saturation::new(others);
    let is_guarded = identity
        .guards
        .iter()
        .any(|it| matches!(it, Guard::True(_)));
    let limits = Limits {
        iterations: ITERATIONS,
        ..Limits::DEFAULT
    };
    let is_sum = matches!(identity.left, Pattern::Apply(Operator::Add, _));
    let at_once = Limits {
        iterations: 0,
        ..limits
    };
    let choices = choices(identity, &cases);
    let none = Saturation::new(vec![]);
    let follows = |choice: &Vec<(usize, Int)>| {
        let chosen = |case: &&Vec<Int>| choice.iter().all(|(slot, value)| case[*slot] == *value);
        let mut facts = Cases {
            cases: cases.iter().filter(chosen).collect(),
            is_guarded,
        };
        own.iter().all(|it| {
            let [left, right] = [&it.left, &it.right].map(|it| term(it, choice));
            // A rule that holds by linear arithmetic adds the shorter form of a sum. The arguments of other operators that
            // are superfluous are not kept.
            saturation.leads_to(limits, &left, &right, &mut facts)
                && (!none.leads_to(limits, &left, &right, &mut facts)
                    || !is_sum && none.leads_to(at_once, &left, &right, &mut facts))
        })
    };
    if choices.is_empty() || !choices.iter().all(follows) {
        return;
    }
    let (name, span) = rule.name().unwrap_or(("", rule.form.span));
    notes.push(Note::warning(
        span,
        format!("'{name}' follows from other rules for answers"),
        "remove it, or state more with it",
    ));
}

/// The assignments of small integers in which the guards hold; none if there are too many variables.
fn cases(identity: &Rewrite) -> Option<Vec<Vec<Int>>> {
    let power = u32::try_from(identity.variables).ok()?;
    let numbers = (1..=MAX_RADIUS).rev().find_map(|radius| {
        let numbers = domain(radius, &[]);
        let count = numbers.len().checked_pow(power)?;
        (count <= MAX_CASES).then_some(numbers)
    })?;
    let all = (0..numbers.len().pow(power)).map(|number| {
        let mut rest = number;
        let values = (0..identity.variables).map(|_| {
            let value = numbers[rest % numbers.len()].clone();
            rest /= numbers.len();
            value
        });
        values.collect::<Vec<Int>>()
    });
    let holds = |values: &Vec<Int>| {
        identity.guards.iter().all(|guard| match guard {
            Guard::Constant(_) => true,
            Guard::True(pattern) => value(pattern, values).is_some_and(|it| !it.is_zero()),
        })
    };
    Some(all.filter(holds).collect())
}

/// Choices of the variables that must be constants.
fn choices(identity: &Rewrite, cases: &[Vec<Int>]) -> Vec<Vec<(usize, Int)>> {
    let constants = identity.guards.iter().filter_map(|guard| match guard {
        Guard::Constant(slot) => Some(*slot),
        Guard::True(_) => None,
    });
    let constants: Vec<usize> = constants.collect();
    let mut choices: Vec<Vec<(usize, Int)>> = vec![];
    // The last cases have the largest integers, which are the least special.
    for case in cases.iter().rev() {
        let choice: Vec<(usize, Int)> = constants
            .iter()
            .map(|&slot| (slot, case[slot].clone()))
            .collect();
        if !choices.contains(&choice) {
            choices.push(choice);
        }
        if choices.len() == CHOICES {
            break;
        }
    }
    choices
}

/// A pattern with leaves for its variables.
fn term(pattern: &Pattern, choice: &[(usize, Int)]) -> Expr {
    match pattern {
        Pattern::Integer(value) => Expr::Integer(value.clone()),
        Pattern::Variable(slot) => match choice.iter().find(|(chosen, _)| chosen == slot) {
            Some((_, value)) => Expr::Integer(value.clone()),
            None => Expr::Leaf(Leaf(*slot as u32)),
        },
        Pattern::Apply(operator, parts) => {
            let parts: Vec<Expr> = parts.iter().map(|part| term(part, choice)).collect();
            Expr::apply(*operator, parts)
        }
        Pattern::Content(_) => Expr::Integer(Int::ZERO),
    }
}

fn value(pattern: &Pattern, values: &[Int]) -> Option<Int> {
    term(pattern, &[]).evaluate(&|leaf| values.get(leaf.0 as usize).cloned())
}

/// The facts of the small cases.
struct Cases<'c> {
    cases: Vec<&'c Vec<Int>>,
    is_guarded: bool,
}

impl Facts for Cases<'_> {
    fn range(&mut self, leaf: Leaf) -> Range {
        let values = self.cases.iter().map(|case| &case[leaf.0 as usize]);
        // Only a bound by 0 or 1 is one of the guards: others are those of the cases.
        match values.min() {
            Some(least) if least.is_zero() || least.is_one() => Range::at_least(least.clone()),
            _ => Range::full(),
        }
    }

    fn holds(&mut self, condition: &Expr) -> Option<bool> {
        let value =
            |case: &Vec<Int>| condition.evaluate(&|leaf| case.get(leaf.0 as usize).cloned());
        let holds = |case: &&Vec<Int>| value(case).is_some_and(|it| it.is_one());
        (self.is_guarded && self.cases.iter().all(holds)).then_some(true)
    }

    fn is_allowed(&self, _: Leaf) -> bool {
        true
    }
}
