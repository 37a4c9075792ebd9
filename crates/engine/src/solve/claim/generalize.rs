//! More general claims: with fewer facts, the search for a proof is shorter.

use super::Ranges;
use super::arithmetic::is_linear;
use super::canonical::{Canonical, sorted, symbols};
use super::cases::{Cases, Leaves};
use super::sum::Sum;
use crate::number::{Int, Range};
use crate::program::Column;
use crate::proof::Sequent as Claim;
use crate::rules::Rules;
use crate::solve::Config;
use crate::term::condition::{is_condition, replaced};
use crate::term::{Expr, Operator};
use hashbrown::{HashMap, HashSet};

type Term = Expr<Column>;

/// Number of bits of an end of a range that is taken for the limit of a type.
const FAR: usize = 31;

/// More general claims, in canonical form. What is proved with fewer facts is found even if the others make the search
/// longer.
pub(super) fn generalizations(
    claim: &Claim,
    rules: &Rules,
    config: &Config,
) -> impl Iterator<Item = Canonical> {
    let by_parts = by_parts(claim, rules, config);
    let unlimited = without_limits(claim);
    let wide = unlimited.as_ref().unwrap_or(claim);
    let mentioned = symbols(&claim.goal);
    let own = only(wide, |fact| symbols(fact).is_subset(&mentioned));
    let simple = only(wide, is_simple);
    let linked = linked(wide);
    let near = near(linked.as_ref().unwrap_or(wide));
    let mut all: Vec<Claim> = vec![];
    for general in [unlimited, own, linked, near, simple].into_iter().flatten() {
        if !all.contains(&general) {
            all.push(general);
        }
    }
    let all = all.into_iter();
    by_parts
        .into_iter()
        .chain(all.filter_map(|general| Canonical::of(&general)))
}

/// With variables for the largest terms that occur twice in the goal, if there are any: with nothing but ranges, and with
/// the assumptions about variables that the goal then has.
pub(super) fn by_parts(claim: &Claim, rules: &Rules, config: &Config) -> Vec<Canonical> {
    let claim = &Claim {
        ranges: claim.ranges.clone(),
        assumptions: claim.assumptions.iter().map(sorted).collect(),
        goal: sorted(&claim.goal),
    };
    let mut shared: Vec<Term> = vec![];
    add_shared(&claim.goal, &claim.goal, &mut shared);
    if shared.is_empty() {
        return vec![];
    }
    let first = claim.ranges.keys().max().map_or(0, |last| last + 1);
    let values: Vec<(u32, Term)> = (first..).zip(shared).collect();
    let mut general = claim.clone();
    for (number, part) in &values {
        let variable = Expr::Leaf(Column::Symbol(*number));
        general.goal = replaced(&general.goal, part, &variable);
        for assumption in &mut general.assumptions {
            *assumption = replaced(assumption, part, &variable);
        }
    }
    let mentioned = symbols(&general.goal);
    let mut engine =
        Cases::new(rules, config, Leaves::Open).engine(&claim.ranges, &claim.assumptions);
    let value = |number: u32| values.iter().find(|it| it.0 == number).map(|it| &it.1);
    general.ranges = mentioned
        .iter()
        .map(|&number| {
            let variable = Expr::Leaf(Column::Symbol(number));
            let term = value(number).unwrap_or(&variable);
            (number, engine.best_range(term, None))
        })
        .collect();
    general
        .assumptions
        .retain(|fact| symbols(fact).is_subset(&mentioned));
    let is_related = |fact: &Term| symbols(fact).len() > 1;
    let mut all = vec![Claim {
        assumptions: vec![],
        ..general.clone()
    }];
    if general.assumptions.iter().any(is_related) {
        all.push(general);
    }
    let all = all.iter().filter_map(|general| {
        let mut canonical = Canonical::of(general)?;
        for (_, variable) in &mut canonical.variables {
            if let Expr::Leaf(Column::Symbol(number)) = variable
                && let Some(part) = value(*number)
            {
                *variable = part.clone();
            }
        }
        Some(canonical)
    });
    all.collect()
}

/// Adds the largest parts of a term with operators that occur twice in the whole.
fn add_shared(term: &Term, whole: &Term, shared: &mut Vec<Term>) {
    let Expr::Apply(_, arguments) = term else {
        return;
    };
    if !is_condition(term) && occurrences(term, whole) > 1 {
        if !shared.contains(term) {
            shared.push(term.clone());
        }
        return;
    }
    arguments
        .iter()
        .for_each(|it| add_shared(it, whole, shared));
}

fn occurrences(part: &Term, whole: &Term) -> usize {
    match whole {
        _ if part == whole => 1,
        Expr::Apply(_, arguments) => arguments.iter().map(|it| occurrences(part, it)).sum(),
        _ => 0,
    }
}

/// Without upper ends of ranges, and without lower ends at the limits of types; `None` if there are none.
fn without_limits(claim: &Claim) -> Option<Claim> {
    let far = -(Int::ONE << FAR);
    let without = |range: &Range| {
        if range.as_constant().is_some() {
            return range.clone();
        }
        let lower = range.lower().filter(|lower| **lower > far);
        let ends = lower.cloned().map_or_else(Range::full, Range::at_least);
        Range::new(ends.interval().clone(), range.congruence())
    };
    let ranges = claim.ranges.iter().map(|(&it, range)| (it, without(range)));
    let ranges: Ranges = ranges.collect();
    (ranges != claim.ranges).then(|| Claim {
        ranges,
        ..claim.clone()
    })
}

/// With only some of the assumptions, and the variables of these and of the goal; `None` if they are all kept.
fn only(claim: &Claim, mut is_kept: impl FnMut(&Term) -> bool) -> Option<Claim> {
    let kept = claim.assumptions.iter().filter(|it| is_kept(it));
    let kept: Vec<Term> = kept.cloned().collect();
    if kept.len() == claim.assumptions.len() {
        return None;
    }
    let mentioned: HashSet<u32> = kept.iter().chain([&claim.goal]).flat_map(symbols).collect();
    let ranges = claim.ranges.iter();
    let ranges = ranges.filter(|(number, _)| mentioned.contains(*number));
    Some(Claim {
        ranges: ranges.map(|(it, range)| (*it, range.clone())).collect(),
        assumptions: kept,
        goal: claim.goal.clone(),
    })
}

/// With only the assumptions about variables that share an assumption with a variable of the goal; `None` if these are
/// all.
fn near(claim: &Claim) -> Option<Claim> {
    let mentioned = symbols(&claim.goal);
    let all = claim.assumptions.iter().map(symbols);
    let touching = all.filter(|symbols| !symbols.is_disjoint(&mentioned));
    let reached: HashSet<u32> = touching.flatten().collect();
    only(claim, |fact| symbols(fact).is_subset(&reached))
}

/// Without the assumptions that hold by the ranges, or by choice of a variable which is neither in the goal nor in
/// another assumption, again and again; `None` if there are none.
fn linked(claim: &Claim) -> Option<Claim> {
    let mentioned = symbols(&claim.goal);
    let of: Vec<HashSet<u32>> = claim.assumptions.iter().map(symbols).collect();
    let mut counts: HashMap<u32, usize> = HashMap::new();
    let all = claim.assumptions.iter();
    let mut is_kept: Vec<bool> = all.map(|it| !holds_by_ranges(it, &claim.ranges)).collect();
    let kept = of.iter().zip(&is_kept).filter(|it| *it.1);
    kept.flat_map(|it| it.0).for_each(|symbol| {
        *counts.entry(*symbol).or_default() += 1;
    });
    let is_loose = |position: usize, counts: &HashMap<u32, usize>| {
        let fact = &claim.assumptions[position];
        let mut own = of[position].iter();
        own.any(|symbol| {
            let is_alone = counts[symbol] == 1 && !mentioned.contains(symbol);
            is_alone
                && claim
                    .ranges
                    .get(symbol)
                    .is_some_and(|range| holds_by_choice(fact, *symbol, range))
        })
    };
    while let Some(loose) = (0..of.len()).find(|&it| is_kept[it] && is_loose(it, &counts)) {
        is_kept[loose] = false;
        for symbol in &of[loose] {
            counts.entry(*symbol).and_modify(|count| *count -= 1);
        }
    }
    let mut kept = is_kept.into_iter();
    only(claim, |_| kept.next() == Some(true))
}

/// The difference `b − a` of an inequality `a <= b`.
fn room(sides: &[Term]) -> Sum {
    let mut room = Sum::default();
    room.take_in(&sides[1], &Int::ONE);
    room.take_in(&sides[0], &Int::NEG_ONE);
    room
}

/// Whether an assumption is an inequality that the ranges of the variables imply.
fn holds_by_ranges(fact: &Term, ranges: &Ranges) -> bool {
    match fact {
        Expr::Apply(Operator::Le, sides) => room(sides).range(ranges).interval().is_non_negative(),
        _ => false,
    }
}

/// Whether an assumption usually holds for some value of a variable in a range, whatever the other variables are: an
/// inequality with an unlimited summand, or the remainder of an unlimited variable.
fn holds_by_choice(fact: &Term, symbol: u32, range: &Range) -> bool {
    let Expr::Apply(operator, sides) = fact else {
        return false;
    };
    let is_remainder = |side: &Term| match side {
        Expr::Apply(Operator::Mod, parts) => parts[0] == Expr::Leaf(Column::Symbol(symbol)),
        _ => false,
    };
    match operator {
        Operator::Le => {
            let k = room(sides).take_out(symbol);
            k.is_some_and(|k| match k.is_negative() {
                true => range.lower().is_none(),
                false => range.upper().is_none(),
            })
        }
        Operator::Eq => {
            let is_unlimited = range.lower().is_none() || range.upper().is_none();
            is_unlimited && sides.iter().any(is_remainder)
        }
        _ => false,
    }
}

/// Whether an assumption is an equality, or a linear comparison without cases.
fn is_simple(fact: &Term) -> bool {
    match fact {
        Expr::Apply(Operator::Eq, _) => true,
        fact => is_linear(fact) && !has_cases(fact),
    }
}

fn has_cases(term: &Term) -> bool {
    match term {
        Expr::Apply(Operator::Min | Operator::Max | Operator::Select, _) => true,
        Expr::Apply(_, arguments) => arguments.iter().any(has_cases),
        _ => false,
    }
}
