//! Claims that together imply a claim, and are decided each for itself. A search by cases takes the same steps, but has one
//! budget for all of them, and does without canonical forms, more general claims and shorter terms from the first step on.

use super::cases::{by_goal, solved};
use super::constants::is_division;
use crate::program::Column;
use crate::proof::Sequent as Claim;
use crate::proof::sequent::{Distinction, Rule};
use crate::term::condition::{as_negated, is_condition};
use crate::term::{Expr, Operator};

type Term = Expr<Column>;

/// Maximum number of conditions, the cases of which multiply.
const MAX_CONDITIONS: usize = 3;

/// The parts of a claim, with the rule by which they imply it: of a goal that is a conjunction or alike, or a bounded extremum;
/// or else the cases of a condition that several selections share, or the signs of a divisor that is not 0.
pub(super) fn of(claim: &Claim) -> Option<(Rule, Vec<Claim>)> {
    let rule = by_goal(&claim.goal).filter(|it| matches!(it, Rule::AndIntro));
    let rule = rule
        .or_else(|| of_extremum(claim))
        .or_else(|| of_condition(claim))
        .or_else(|| of_divisor(claim))?;
    let parts = rule.apply(claim).ok()?;
    Some((rule, parts))
}

/// The cases of a maximum that the goal bounds from above, or of a minimum that it bounds from below; or the substitution of
/// a variable for which an assumption says that it is one.
fn of_extremum(claim: &Claim) -> Option<Rule> {
    if let Some(extremum) = bounded(&claim.goal, &is_extremum) {
        return Some(Rule::Cases(Distinction::Extremum(extremum.clone())));
    }
    let definitions = claim.assumptions.iter().enumerate();
    let mut definitions = definitions.filter_map(|(assumption, equality)| {
        let (symbol, value) = solved(equality, &claim.ranges)?;
        let variable = Expr::Leaf(Column::Symbol(symbol));
        let is_such = |side: &Term, operator| *side == variable && is_extremum(&value, operator);
        bounded(&claim.goal, &is_such)?;
        Some(Rule::Substitute {
            assumption,
            symbol,
            value,
        })
    });
    definitions.next()
}

/// The cases of the first condition that selects in several places.
fn of_condition(claim: &Claim) -> Option<Rule> {
    let mut conditions = vec![];
    for term in claim.assumptions.iter().chain([&claim.goal]) {
        add_conditions(term, &mut conditions);
    }
    let mut shared: Vec<&Term> = vec![];
    for (n, condition) in conditions.iter().enumerate() {
        if conditions[n + 1..].contains(condition) && !shared.contains(condition) {
            shared.push(condition);
        }
    }
    let condition = shared.first().filter(|_| shared.len() <= MAX_CONDITIONS)?;
    Some(Rule::Cases(Distinction::Condition((*condition).clone())))
}

fn of_divisor(claim: &Claim) -> Option<Rule> {
    let mut assumptions = claim.assumptions.iter();
    let position = assumptions.position(|it| is_about_divisor(it, &claim.goal))?;
    Some(Rule::Cases(Distinction::Unequal(position)))
}

fn add_conditions<'t>(term: &'t Term, found: &mut Vec<&'t Term>) {
    let Expr::Apply(operator, arguments) = term else {
        return;
    };
    if *operator == Operator::Select && is_condition(&arguments[0]) {
        found.push(&arguments[0]);
    }
    arguments.iter().for_each(|it| add_conditions(it, found));
}

fn is_extremum(term: &Term, extremum: Operator) -> bool {
    match term {
        Expr::Apply(operator, all) => *operator == extremum && all.len() > 1,
        _ => false,
    }
}

/// The side of a goal that is a maximum bounded from above, or a minimum bounded from below.
fn bounded<'t>(goal: &'t Term, is: &dyn Fn(&Term, Operator) -> bool) -> Option<&'t Term> {
    let Expr::Apply(Operator::Le, sides) = goal else {
        return None;
    };
    let left = Some(&sides[0]).filter(|it| is(it, Operator::Max));
    left.or_else(|| Some(&sides[1]).filter(|it| is(it, Operator::Min)))
}

/// The two inequalities that imply an equality of integers.
pub(super) fn orders(goal: &Term) -> Option<[Term; 2]> {
    let Expr::Apply(Operator::Eq, sides) = goal else {
        return None;
    };
    let (a, b) = (&sides[0], &sides[1]);
    let is_integer = !is_condition(a) && !is_condition(b);
    is_integer.then(|| {
        [
            Expr::at_most(a.clone(), b.clone()),
            Expr::at_most(b.clone(), a.clone()),
        ]
    })
}

/// Whether an assumption states that a divisor in a goal is not 0.
fn is_about_divisor(assumption: &Term, goal: &Term) -> bool {
    let Some(Expr::Apply(Operator::Eq, sides)) = as_negated(assumption) else {
        return false;
    };
    sides
        .iter()
        .any(|side| !matches!(side, Expr::Integer(_)) && divides(side, goal))
}

fn divides(divisor: &Term, term: &Term) -> bool {
    let Expr::Apply(operator, arguments) = term else {
        return false;
    };
    is_division(*operator) && arguments[1] == *divisor
        || arguments.iter().any(|it| divides(divisor, it))
}
