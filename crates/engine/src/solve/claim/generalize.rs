//! More general claims: with fewer facts, the search for a proof is shorter.

use super::Values;
use super::canonical::{Canonical, absorbed, sorted, symbols};
use super::cases::{Cases, Leaves};
use super::outcome::Outcome;
use super::subsets::Subsets;
use super::type_limits::{without_limits, without_types};
use crate::number::{Int, Range};
use crate::program::Column;
use crate::proof::Sequent as Claim;
use crate::rules::Rules;
use crate::solve::Config;
use crate::term::condition::{is_condition, replaced};
use crate::term::{Expr, Operator};

type Term = Expr<Column>;

/// More general claims, in canonical form. What is proved with fewer facts is found even if the others make the search
/// longer.
pub(super) fn generalizations(
    claim: &Claim,
    rules: &Rules,
    config: &Config,
) -> impl Iterator<Item = Canonical> {
    let claim = &absorbed(claim);
    let mut changed = by_parts(claim, rules, config);
    changed.extend(by_common_parts(claim, rules, config));
    changed.extend(with_quotients(claim));
    changed.extend(without_dividend(claim));
    let wider = [without_types(claim), without_limits(claim)].into_iter();
    let wider = wider
        .flatten()
        .filter_map(|general| Canonical::of(&general));
    changed.into_iter().chain(wider)
}

/// The claim with fewer of its assumptions that a search decides, in canonical form, and its outcome.
pub(super) fn decided_with_fewer(
    claim: &Claim,
    rules: &Rules,
    config: &Config,
) -> Option<(Canonical, Outcome)> {
    let claim = &absorbed(claim);
    let typeless = without_types(claim);
    let subsets = Subsets::of(typeless.as_ref().unwrap_or(claim), without_limits)?;
    subsets.decided(rules, config)
}

/// With variables for the largest terms that occur twice in the goal, if there are any: with nothing but ranges, and with
/// the assumptions about variables that the goal then has.
pub(super) fn by_parts(claim: &Claim, rules: &Rules, config: &Config) -> Vec<Canonical> {
    let claim = &with_sorted_terms(claim);
    let mut shared: Vec<Term> = vec![];
    add_shared(&claim.goal, &[&claim.goal], &mut shared);
    let Some((general, values)) = with_variables(claim, shared, rules, config) else {
        return vec![];
    };
    let is_related = |fact: &Term| symbols(fact).len() > 1;
    let without = Claim {
        assumptions: vec![],
        ..general.clone()
    };
    let with = Some(general).filter(|it| it.assumptions.iter().any(is_related));
    let all = [without].into_iter().chain(with);
    all.filter_map(|general| instance(&general, &values))
        .collect()
}

/// With variables for the largest parts of the goal that assumptions contain as well, if there are any.
fn by_common_parts(claim: &Claim, rules: &Rules, config: &Config) -> Option<Canonical> {
    let claim = &with_sorted_terms(claim);
    let all: Vec<&Term> = claim.assumptions.iter().chain([&claim.goal]).collect();
    let mut shared: Vec<Term> = vec![];
    add_shared(&claim.goal, &all, &mut shared);
    let (general, values) = with_variables(claim, shared, rules, config)?;
    instance(&general, &values)
}

fn with_sorted_terms(claim: &Claim) -> Claim {
    Claim {
        ranges: claim.ranges.clone(),
        assumptions: claim.assumptions.iter().map(sorted).collect(),
        goal: sorted(&claim.goal),
    }
}

/// A claim with variables for terms, which have the ranges of the terms, and with the assumptions about variables that the
/// goal then has; `None` if there are no terms. The values are those of the variables.
fn with_variables(
    claim: &Claim,
    terms: Vec<Term>,
    rules: &Rules,
    config: &Config,
) -> Option<(Claim, Values)> {
    if terms.is_empty() {
        return None;
    }
    let first = next_number(claim);
    let values: Values = (first..).zip(terms).collect();
    let mut general = claim.clone();
    for (number, part) in &values {
        general = with_variable(&general, *number, part);
    }
    let mentioned = symbols(&general.goal);
    let mut engine =
        Cases::new(rules, config, Leaves::Open).engine(&claim.ranges, &claim.assumptions);
    general.ranges = mentioned
        .iter()
        .map(|&number| {
            let variable = Expr::Leaf(Column::Symbol(number));
            let term = value_in(&values, number).unwrap_or(&variable);
            (number, engine.best_range(term, None))
        })
        .collect();
    general
        .assumptions
        .retain(|fact| symbols(fact).is_subset(&mentioned));
    Some((general, values))
}

/// With a variable in place of a term.
fn with_variable(claim: &Claim, number: u32, term: &Term) -> Claim {
    let variable = Expr::Leaf(Column::Symbol(number));
    let assumptions = claim.assumptions.iter();
    let mut ranges = claim.ranges.clone();
    ranges.insert(number, Range::full());
    Claim {
        ranges,
        assumptions: assumptions
            .map(|it| replaced(it, term, &variable))
            .collect(),
        goal: replaced(&claim.goal, term, &variable),
    }
}

fn value_in(values: &Values, number: u32) -> Option<&Term> {
    values.iter().find(|it| it.0 == number).map(|it| &it.1)
}

/// The canonical form of a claim with these values of some of its variables.
fn instance(general: &Claim, values: &Values) -> Option<Canonical> {
    let mut canonical = Canonical::of(general)?;
    for (_, variable) in &mut canonical.variables {
        if let Expr::Leaf(Column::Symbol(number)) = variable
            && let Some(part) = value_in(values, *number)
        {
            *variable = part.clone();
        }
    }
    Some(canonical)
}

/// The first number that is greater than those of all variables.
fn next_number(claim: &Claim) -> u32 {
    claim.ranges.keys().max().map_or(0, |last| last + 1)
}

/// With `x = u·q + r` and a new variable `q` for each assumption `x mod u = r` with a constant `r`; `None` if there are none.
/// Divisions of `x` and by `x` are then divisions of and by a sum with a product.
fn with_quotients(claim: &Claim) -> Option<Canonical> {
    let (mut general, mut values) = (claim.clone(), vec![]);
    for position in 0..claim.assumptions.len() {
        let Some((dividend, divisor, rest)) = remainder(&general.assumptions[position]) else {
            continue;
        };
        let number = next_number(&general);
        let quotient = Expr::apply(Operator::FloorDiv, [dividend.clone(), divisor.clone()]);
        general = with_variable(&general, number, &quotient);
        let multiple = Expr::apply(Operator::Mul, [divisor, Expr::Leaf(Column::Symbol(number))]);
        general.assumptions[position] = Expr::equal(dividend, Expr::sum(multiple, rest));
        values.push((number, quotient));
    }
    match values.is_empty() {
        true => None,
        false => instance(&general, &values),
    }
}

/// With a positive variable in place of a constant of which an assumption states that a term divides it. What follows from
/// that alone is then not obscured by what is simpler for the constant.
fn without_dividend(claim: &Claim) -> Option<Canonical> {
    let dividend = claim.assumptions.iter().find_map(|fact| {
        let (dividend, divisor, rest) = remainder(fact)?;
        let is_divided = rest == Expr::integer(0) && !matches!(divisor, Expr::Integer(_));
        let is_constant = matches!(&dividend, Expr::Integer(value) if *value > Int::ONE);
        (is_divided && is_constant).then_some(dividend)
    })?;
    let number = next_number(claim);
    let mut general = with_variable(claim, number, &dividend);
    general.ranges.insert(number, Range::at_least(1));
    instance(&general, &vec![(number, dividend)])
}

/// The `x`, `u` and `r` of `x mod u = r` with a constant `r`.
fn remainder(fact: &Term) -> Option<(Term, Term, Term)> {
    let Expr::Apply(Operator::Eq, sides) = fact else {
        return None;
    };
    match &sides[..] {
        [Expr::Apply(Operator::Mod, parts), rest @ Expr::Integer(_)]
        | [rest @ Expr::Integer(_), Expr::Apply(Operator::Mod, parts)] => {
            Some((parts[0].clone(), parts[1].clone(), rest.clone()))
        }
        _ => None,
    }
}

/// Adds the largest parts of a term with operators that occur twice in all terms together.
fn add_shared(term: &Term, all: &[&Term], shared: &mut Vec<Term>) {
    let Expr::Apply(_, arguments) = term else {
        return;
    };
    let count = || all.iter().map(|it| occurrences(term, it)).sum::<usize>();
    if !is_condition(term) && count() > 1 {
        if !shared.contains(term) {
            shared.push(term.clone());
        }
        return;
    }
    arguments.iter().for_each(|it| add_shared(it, all, shared));
}

fn occurrences(part: &Term, whole: &Term) -> usize {
    match whole {
        _ if part == whole => 1,
        Expr::Apply(_, arguments) => arguments.iter().map(|it| occurrences(part, it)).sum(),
        _ => 0,
    }
}
