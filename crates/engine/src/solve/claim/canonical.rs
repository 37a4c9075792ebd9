//! Claims in a canonical form, so that the search for a proof depends neither on the names and the order of variables nor
//! on the order of assumptions and operands, nor on the sides of an inequality, nor on whether a bound of a variable is
//! an assumption or a range.
//!
//! Color refinement separates the variables: the color of a variable is a hash of its range and of its occurrences,
//! refined until it no longer separates variables (B. D. McKay, "Practical Graph Isomorphism", 1981). Variables that
//! share a color are then usually interchangeable, and the first of them is given a color of its own.

use super::ends::without;
use super::polynomial::expanded;
use super::sum::Sum;
use super::{Assignment, Tried};
use crate::number::{self, Range};
use crate::program::Column;
use crate::proof::Sequent as Claim;
use crate::term::condition::{as_negated, is_condition, size};
use crate::term::{Expr, Operator};
use calipers_support::order::Order;
use hashbrown::{HashMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};

type Term = Expr<Column>;
type Colors = HashMap<u32, u64>;

/// Maximum number of variables. Claims with more are used as they are.
const MAX_VARIABLES: usize = 64;

/// A claim in canonical form, and the variables of the claim that it represents.
pub(super) struct Canonical {
    pub(super) claim: Claim,
    /// The variable of the original claim for each variable.
    pub(super) variables: Vec<(u32, Term)>,
}

impl Canonical {
    /// `None` if the claim is too large, or a range is empty.
    pub(super) fn of(claim: &Claim) -> Option<Canonical> {
        if claim.ranges.len() > MAX_VARIABLES {
            return None;
        }
        let mut claim = absorbed(claim);
        if claim.ranges.values().any(Range::is_empty) {
            return None;
        }
        claim.goal = normal(&claim.goal);
        for assumption in &mut claim.assumptions {
            *assumption = normal(assumption);
        }
        let claim = &claim;
        let colors = discrete(claim);
        let mut order: Vec<(u64, u32)> = colors.iter().map(|(&it, &color)| (color, it)).collect();
        order.order();
        let numbers: HashMap<u32, u32> = (0..).zip(&order).map(|(to, it)| (it.1, to)).collect();
        let renamed = |term: &Term| {
            let term = term.map(&mut |column: &Column| match column {
                Column::Symbol(number) => Expr::Leaf(Column::Symbol(numbers[number])),
                other => Expr::Leaf(*other),
            });
            sorted(&term)
        };
        let ranges = claim.ranges.iter();
        let mut assumptions: Vec<Term> = claim.assumptions.iter().map(renamed).collect();
        assumptions.order_by_cached_key(key);
        assumptions.dedup();
        Some(Canonical {
            claim: Claim {
                ranges: ranges
                    .map(|(it, range)| (numbers[it], range.clone()))
                    .collect(),
                assumptions,
                goal: renamed(&claim.goal),
            },
            variables: order
                .iter()
                .map(|(_, it)| (numbers[it], Expr::Leaf(Column::Symbol(*it))))
                .collect(),
        })
    }

    /// The canonical form of a part of a claim that is itself a canonical form, with the variables that this one represents.
    pub(super) fn within(mut self, whole: &Canonical) -> Option<Canonical> {
        for (_, variable) in &mut self.variables {
            let is_own = |it: &&(u32, Term)| *variable == Expr::Leaf(Column::Symbol(it.0));
            *variable = whole.variables.iter().find(is_own)?.1.clone();
        }
        Some(self)
    }

    /// The points of the original claim.
    pub(super) fn original(&self, tried: Tried) -> Tried {
        let point = |point: Assignment| {
            let values = self.variables.iter().filter_map(|(number, variable)| {
                let Expr::Leaf(Column::Symbol(original)) = variable else {
                    return None;
                };
                Some((*original, point.get(number)?.clone()))
            });
            values.collect::<Assignment>()
        };
        Tried {
            holds: tried.holds.map(point),
            fails: tried.fails.map(point),
        }
    }
}

/// With the bounds of variables that assumptions state as ranges, and conjunctions among the assumptions split.
pub(super) fn absorbed(claim: &Claim) -> Claim {
    let mut absorbed = Claim {
        assumptions: vec![],
        ..claim.clone()
    };
    let mut open: Vec<Term> = claim.assumptions.iter().rev().cloned().collect();
    while let Some(assumption) = open.pop() {
        if let Expr::Apply(Operator::Min, parts) = &assumption
            && is_condition(&assumption)
        {
            open.extend(parts.iter().rev().cloned());
            continue;
        }
        let stated = stated_range(&normal(&assumption));
        let own = stated.and_then(|(number, stated)| {
            let own = absorbed.ranges.get_mut(&number)?;
            *own = own.intersect(&stated);
            Some(())
        });
        if own.is_none() {
            absorbed.assumptions.push(assumption);
        }
    }
    absorb_disequalities(&mut absorbed);
    absorbed
}

/// Removes the assumptions that a variable is not a number outside or at an end of its range, and that end. Else each is
/// another case split.
fn absorb_disequalities(claim: &mut Claim) {
    loop {
        let before = claim.assumptions.len();
        let ranges = &mut claim.ranges;
        claim.assumptions.retain(|assumption| {
            let excluded = as_negated(assumption).and_then(stated_range);
            let Some((number, excluded)) = excluded else {
                return true;
            };
            let (Some(own), Some(value)) = (ranges.get_mut(&number), excluded.as_constant()) else {
                return true;
            };
            let left = without(own, value);
            let is_absorbed = !own.contains(value) || left != *own;
            *own = left;
            !is_absorbed
        });
        if claim.assumptions.len() == before {
            return;
        }
    }
}

/// The variable that an inequality or equation is about, and the range that it states, if it is about nothing else.
pub(super) fn stated_range(assumption: &Term) -> Option<(u32, Range)> {
    let Expr::Apply(operator @ (Operator::Le | Operator::Eq), sides) = assumption else {
        return None;
    };
    if sides.iter().any(is_condition) {
        return None;
    }
    // k·x + c is at least 0, or equal to it.
    let room = Sum::room(sides);
    let (number, k, c) = room.single()?;
    let floor = number::floor_div(c, k)?;
    let range = match operator {
        Operator::Eq if (c % k).is_zero() => Range::constant(-floor),
        Operator::Eq => return None,
        _ if k.is_negative() => Range::at_most(number::floor_div(c, &-k)?),
        _ => Range::at_least(-floor),
    };
    Some((number, range))
}

/// A color of its own for each variable.
fn discrete(claim: &Claim) -> Colors {
    let mut colors: Colors = claim
        .ranges
        .iter()
        .map(|(&it, range)| (it, hash(range)))
        .collect();
    let terms: Vec<(&Term, HashSet<u32>)> = claim
        .assumptions
        .iter()
        .chain([&claim.goal])
        .map(|term| (term, symbols(term)))
        .collect();
    loop {
        let classes = distinct(&colors);
        if classes == colors.len() {
            return colors;
        }
        refine(&mut colors, &terms);
        if distinct(&colors) > classes {
            continue;
        }
        let mut seen = HashSet::new();
        let mut numbers: Vec<(u64, u32)> = colors.iter().map(|(&it, &color)| (color, it)).collect();
        numbers.order();
        let twin = numbers.iter().find(|(color, _)| !seen.insert(*color));
        if let Some((color, number)) = twin {
            colors.insert(*number, hash(&(color, "another")));
        }
    }
}

fn distinct(colors: &Colors) -> usize {
    colors.values().collect::<HashSet<_>>().len()
}

/// Refines the colors by the occurrences of the variables. The last term is the goal.
fn refine(colors: &mut Colors, terms: &[(&Term, HashSet<u32>)]) {
    let refined = colors.iter().map(|(&number, color)| {
        let mut places: Vec<(bool, u64)> = vec![];
        for (n, (term, symbols)) in terms.iter().enumerate() {
            if symbols.contains(&number) {
                places.push((n + 1 == terms.len(), of_term(term, colors, Some(number))));
            }
        }
        places.order();
        (number, hash(&(color, places)))
    });
    *colors = refined.collect();
}

pub(super) fn symbols(term: &Term) -> HashSet<u32> {
    let mut found = HashSet::new();
    term.for_each_leaf(&mut |column| {
        if let Column::Symbol(number) = column {
            found.insert(*number);
        }
    });
    found
}

/// The hash of a term up to the order of operands, with one variable marked.
fn of_term(term: &Term, colors: &Colors, marked: Option<u32>) -> u64 {
    match term {
        Expr::Integer(value) => hash(&(0, value)),
        Expr::Leaf(Column::Symbol(number)) if marked == Some(*number) => hash(&1),
        Expr::Leaf(Column::Symbol(number)) => hash(&(2, colors.get(number))),
        Expr::Leaf(column) => hash(&(3, column)),
        Expr::Apply(operator, arguments) => {
            let mut hashes: Vec<u64> = arguments
                .iter()
                .map(|it| of_term(it, colors, marked))
                .collect();
            if is_commutative(*operator) {
                hashes.order();
            }
            hash(&(4, operator, hashes))
        }
    }
}

/// With each inequality as `0 <= p` for an expanded sum of products `p`.
fn normal(term: &Term) -> Term {
    let is_negated = as_negated(term);
    match (is_negated.unwrap_or(term), is_negated.is_some()) {
        (Expr::Apply(Operator::Le, sides), is_negated) => {
            let [a, b] = [&sides[0], &sides[1]].map(normal);
            let room = match is_negated {
                true => Expr::sum(Expr::difference(a, b), Expr::integer(-1)),
                false => Expr::difference(b, a),
            };
            Expr::at_most(Expr::integer(0), expanded(&room).unwrap_or(room))
        }
        (inner, true) => not(normal(inner)),
        (Expr::Apply(operator, arguments), false) => {
            let arguments: Vec<Term> = arguments.iter().map(normal).collect();
            Expr::apply(*operator, arguments)
        }
        (leaf, false) => leaf.clone(),
    }
}

fn not(condition: Term) -> Term {
    let negative = Expr::apply(Operator::Mul, [Expr::integer(-1), condition]);
    Expr::apply(Operator::Add, [Expr::integer(1), negative])
}

fn is_commutative(operator: Operator) -> bool {
    matches!(
        operator,
        Operator::Add | Operator::Mul | Operator::Min | Operator::Max | Operator::Eq
    )
}

/// With the operands of commutative operators in a canonical order.
pub(super) fn sorted(term: &Term) -> Term {
    if let Some(condition) = as_negated(term) {
        return not(sorted(condition));
    }
    let Expr::Apply(operator, arguments) = term else {
        return term.clone();
    };
    let mut arguments: Vec<Term> = arguments.iter().map(sorted).collect();
    if is_commutative(*operator) {
        // As elsewhere, constants are the last parts of sums, and the first factors of products.
        let is_constant = |term: &Term| matches!(term, Expr::Integer(_));
        arguments
            .order_by_cached_key(|it| (is_constant(it) != (*operator == Operator::Mul), key(it)));
    }
    Expr::apply(*operator, arguments)
}

/// Sorts small terms first.
fn key(term: &Term) -> (usize, u64) {
    (size(term, usize::MAX), hash(term))
}

fn hash<T: Hash>(of: &T) -> u64 {
    // Its keys are fixed, unlike those of the maps.
    let mut hasher = DefaultHasher::new();
    of.hash(&mut hasher);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::number::Int;

    fn variable(number: u32) -> Term {
        Expr::Leaf(Column::Symbol(number))
    }

    fn claim(x: u32, y: u32, is_swapped: bool) -> Claim {
        let mut sides = [
            variable(x),
            Expr::apply(Operator::Mul, [variable(x), variable(y)]),
        ];
        if is_swapped {
            sides.reverse();
        }
        let mut assumptions = vec![
            Expr::at_most(variable(x), variable(y)),
            Expr::at_most(Expr::integer(1), variable(y)),
        ];
        if is_swapped {
            assumptions.reverse();
        }
        Claim {
            ranges: [(x, Range::at_least(0)), (y, Range::full())]
                .into_iter()
                .collect(),
            assumptions,
            goal: Expr::at_most(Expr::apply(Operator::Add, sides), Expr::integer(9)),
        }
    }

    #[test]
    fn names_and_orders_do_not_matter() {
        let first = Canonical::of(&claim(0, 1, false)).map(|it| it.claim);
        for other in [claim(7, 3, false), claim(3, 7, true)] {
            assert_eq!(first, Canonical::of(&other).map(|it| it.claim));
        }
    }

    #[test]
    fn points_are_translated_back() {
        let canonical = Canonical::of(&claim(7, 3, false)).expect("the claim is small");
        let point = canonical.variables.iter().map(|(number, original)| {
            let value = match *original == variable(7) {
                true => 70,
                false => 30,
            };
            (*number, Int::from(value))
        });
        let tried = Tried {
            holds: Some(point.collect()),
            fails: None,
        };
        let point = canonical.original(tried).holds.expect("the point is kept");
        assert_eq!(point.get(&7), Some(&Int::from(70)));
        assert_eq!(point.get(&3), Some(&Int::from(30)));
    }
}
