//! Selects the case distinctions.

use crate::number::Int;
use crate::program::Column;
use crate::proof::sequent::{Distinction, Rule, Sequent, zero_product};
use crate::term::condition::{as_negated, is_condition};
use crate::term::{Expr, Operator};

type Term = Expr<Column>;

/// An exhaustive case distinction for a sequent.
pub(super) fn distinction(sequent: &Sequent) -> Option<Distinction> {
    let mut terms = vec![&sequent.goal];
    terms.extend(&sequent.assumptions);
    let find =
        |wanted: &dyn Fn(&Term) -> bool| terms.iter().find_map(|term| innermost(term, wanted));
    let is = |operator: Operator| move |term: &Term| matches!(term, Expr::Apply(other, _) if *other == operator);
    let choice = terms
        .iter()
        .find_map(|term| outermost_select(term))
        .or_else(|| find(&is(Operator::Select)));
    if let Some(choice) = choice {
        return Some(Distinction::Select(choice.clone()));
    }
    let selects = |term: &Term| match term {
        // A product with an integer is how "not" is written.
        Expr::Apply(Operator::Mul, factors) => {
            let open = factors
                .iter()
                .filter(|factor| !matches!(factor, Expr::Integer(_)));
            open.count() > 1 && factors.iter().any(is_condition)
        }
        _ => false,
    };
    if let Some(Expr::Apply(_, factors)) = find(&selects)
        && let Some(condition) = factors.iter().find(|factor| is_condition(factor))
    {
        return Some(Distinction::Condition(condition.clone()));
    }
    if let Some(position) = sequent
        .assumptions
        .iter()
        .position(|term| is(Operator::Max)(term) && is_condition(term))
    {
        return Some(Distinction::AndElim(position));
    }
    let is_product = |term: &Term| {
        let factors = zero_product(term).unwrap_or_default().iter();
        factors.filter(|it| !matches!(it, Expr::Integer(_))).count() > 1
    };
    if let Some(position) = sequent.assumptions.iter().position(is_product) {
        return Some(Distinction::Factors(position));
    }
    if let Some(position) = sequent.assumptions.iter().position(is_unequal) {
        return Some(Distinction::Unequal(position));
    }
    let extremum =
        find(&|term| (is(Operator::Min)(term) || is(Operator::Max)(term)) && !is_condition(term));
    if let Some(extremum @ Expr::Apply(_, all)) = extremum
        && all.len() > 1
    {
        return Some(Distinction::Extremum(extremum.clone()));
    }
    let by_divisor = || by_sign(sequent).or_else(|| by_zero_divisor(sequent));
    by_divisor().or_else(|| {
        let applies = |term: &Term| {
            matches!(
                term,
                Expr::Apply(Operator::TruncDiv | Operator::TruncMod, _)
            ) && {
                let rule = Rule::Cases(Distinction::Dividend(term.clone()));
                rule.apply(sequent).is_ok()
            }
        };
        find(&applies).map(|division| Distinction::Dividend(division.clone()))
    })
}

/// Whether an assumption states that two integers differ, neither of which is a constant.
fn is_unequal(assumption: &Term) -> bool {
    let Some(Expr::Apply(Operator::Eq, sides)) = as_negated(assumption) else {
        return false;
    };
    let has_constant = sides.iter().any(|side| matches!(side, Expr::Integer(_)));
    !has_constant && !sides.iter().any(is_condition)
}

/// Cases by the sign of a term that is assumed not to be zero, of a factor of a product that is a number, of a divisor,
/// or of an operand of a truncating division.
fn by_sign(sequent: &Sequent) -> Option<Distinction> {
    let mut open: Vec<Term> = vec![];
    for assumption in &sequent.assumptions {
        if let Some(Expr::Apply(Operator::Eq, sides)) = as_negated(assumption) {
            match &sides[..] {
                [term, Expr::Integer(zero)] | [Expr::Integer(zero), term] if zero.is_zero() => {
                    factors(term, &mut open);
                }
                _ => {}
            }
        }
        // The product is not zero: that would have been split already.
        if let Expr::Apply(Operator::Eq, sides) = assumption
            && let [term @ Expr::Apply(Operator::Mul, _), Expr::Integer(_)]
            | [Expr::Integer(_), term @ Expr::Apply(Operator::Mul, _)] = &sides[..]
        {
            factors(term, &mut open);
        }
    }
    divided(&sequent.goal, &mut open);
    let number = open.iter().find_map(|term| match term {
        Expr::Leaf(Column::Symbol(number)) => {
            let range = sequent.ranges.get(number)?;
            let both = !range.interval().is_non_negative()
                && range.upper().is_none_or(|upper| *upper > Int::ZERO);
            both.then_some(*number)
        }
        _ => None,
    })?;
    Some(Distinction::Sign(number))
}

/// Cases by whether a divisor that is not negative is 0.
fn by_zero_divisor(sequent: &Sequent) -> Option<Distinction> {
    let mut open: Vec<Term> = vec![];
    divisors(&sequent.goal, &mut open);
    let number = open.iter().find_map(|term| match term {
        Expr::Leaf(Column::Symbol(number)) => {
            let range = sequent.ranges.get(number)?;
            let may_be_zero = range.lower() == Some(&Int::ZERO) && range.as_constant().is_none();
            may_be_zero.then_some(*number)
        }
        _ => None,
    })?;
    Some(Distinction::AtLeast(number, Int::ONE))
}

/// The leaves among the factors of divisors.
fn divisors(term: &Term, found: &mut Vec<Term>) {
    let Expr::Apply(operator, arguments) = term else {
        return;
    };
    if operator.is_division() {
        factors(&arguments[1], found);
    }
    arguments.iter().for_each(|it| divisors(it, found));
}

/// The first `select` that is not inside a branch of another one, and whose condition contains none. Its branches are
/// then processed in cases that fix the condition.
fn outermost_select(term: &Term) -> Option<&Term> {
    let Expr::Apply(operator, arguments) = term else {
        return None;
    };
    let is_select = |term: &Term| matches!(term, Expr::Apply(Operator::Select, _));
    if *operator == Operator::Select && innermost(&arguments[0], &is_select).is_none() {
        return Some(term);
    }
    arguments.iter().find_map(outermost_select)
}

/// The first innermost part of a term that satisfies `wanted`.
fn innermost<'t>(term: &'t Term, wanted: &dyn Fn(&Term) -> bool) -> Option<&'t Term> {
    let Expr::Apply(_, arguments) = term else {
        return None;
    };
    arguments
        .iter()
        .find_map(|argument| innermost(argument, wanted))
        .or_else(|| wanted(term).then_some(term))
}

/// The leaves among the factors of a product.
fn factors(term: &Term, found: &mut Vec<Term>) {
    match term {
        Expr::Apply(Operator::Mul, all) => all.iter().for_each(|factor| factors(factor, found)),
        Expr::Leaf(_) => found.push(term.clone()),
        _ => {}
    }
}

/// The leaves that are divisors, factors, or operands of truncating divisions.
fn divided(term: &Term, found: &mut Vec<Term>) {
    let Expr::Apply(operator, arguments) = term else {
        return;
    };
    match operator {
        Operator::TruncDiv | Operator::TruncMod => {
            arguments.iter().for_each(|side| factors(side, found));
        }
        Operator::FloorDiv | Operator::CeilDiv | Operator::Mod => factors(&arguments[1], found),
        Operator::Mul => factors(term, found),
        _ => {}
    }
    arguments
        .iter()
        .for_each(|argument| divided(argument, found));
}
