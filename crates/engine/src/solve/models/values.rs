//! The values that runs have: what they choose for leaves, and what they compute.

use super::choice::Source;
use super::{Models, RUNS, UNLIKE, Values};
use crate::number::{Int, Range};
use crate::program::Column;
use crate::solve::columns::Columns;
use crate::solve::facts::{Fact, FactBase, Relation};
use crate::term::{EGraph, ENode, Form, Id, Operator};
use smallvec::{SmallVec, smallvec};

/// A value for what has no greatest one: many numbers divide it, and none the next one.
const LARGE: i128 = 11_531_520;

/// What is asked of the terms.
#[derive(Clone, Copy)]
pub(super) struct Terms<'e> {
    pub(super) egraph: &'e EGraph,
    pub(super) columns: &'e Columns,
}

impl Terms<'_> {
    /// Whether an atom is the number of a loop's trip, of which only an equation may speak: the first trip
    /// is there if any is.
    fn is_trip(self, atom: Id) -> bool {
        self.egraph.nodes(atom).any(|node| match node {
            ENode::Leaf(leaf) => matches!(self.columns.entry(*leaf).column, Column::Trip(_)),
            _ => false,
        })
    }
}

/// How far from its first value a leaf lies in that run: powers of a primitive root, so that no two of them are the
/// same, few sums and products are, and products of three fit 32 bits.
const SPREAD: [i16; 508] = {
    let mut powers = [1; 508];
    let mut n = 1;
    while n < powers.len() {
        powers[n] = powers[n - 1] * 2 % 509;
        n += 1;
    }
    powers
};

/// A leaf for which something is chosen.
#[derive(Clone, Copy)]
struct Leaf<'s> {
    /// What it always lies in.
    universal: &'s Range,
    is_trip: bool,
    /// How many have a value already.
    number: usize,
}

/// What a run chooses for a leaf of which the values between these ends are possible, if there are any.
fn choose(run: usize, (low, high): Ends, leaf: Leaf<'_>) -> Option<i128> {
    let universal = leaf.universal;
    let congruence = match universal.is_aligned() {
        true => Some(universal.congruence()),
        false => None,
    };
    let up = |number: i128| match &congruence {
        None => Some(number),
        Some(congruence) => small(&congruence.round_up(&number.into())?),
    };
    let down = |number: i128| match &congruence {
        None => Some(number),
        Some(congruence) => small(&congruence.round_down(&number.into())?),
    };
    let (low, high) = (low.and_then(up), high.and_then(down));
    match (low, high) {
        (Some(low), Some(high)) if low > high => None,
        // The first run has the least of everything, the second the greatest; the others have what
        // is bounded at its first, and the rest large, so that divisions leave a remainder, or 1.
        (Some(low), _) if run == 0 => Some(low),
        (_, Some(high)) if run == 1 => Some(high),
        (low, high) if run == UNLIKE && !leaf.is_trip => {
            let spread = i128::from(SPREAD[leaf.number % SPREAD.len()]);
            match (low, high) {
                (None, Some(high)) => down(high.checked_sub(spread)?),
                (low, high) => {
                    let from = up(low.unwrap_or(0).checked_add(spread)?)?;
                    Some(high.map_or(from, |high| high.min(from)))
                }
            }
        }
        (Some(low), Some(_)) => Some(low),
        (low, high) => {
            let own = match leaf.is_trip {
                true => 0,
                false => [0, LARGE, LARGE - 1, 1, 1][run],
            };
            let from = up(low.map_or(own, |low| low.max(own)))?;
            Some(high.map_or(from, |high| high.min(from)))
        }
    }
}

impl Models {
    /// Gives a leaf that has no value yet one that satisfies those facts whose other atoms are older.
    pub(super) fn choose_within(
        &mut self,
        terms: Terms<'_>,
        facts: &FactBase,
        ages: &impl Fn(Id) -> Option<u64>,
        atom: Id,
        group: &[(u64, Source)],
    ) {
        let atom = terms.egraph.find(atom);
        if self.has_value(atom) || is_defined(terms.egraph, atom) {
            return;
        }
        let Some(universal) = ends_of(terms.egraph.range(atom)) else {
            return self.set(atom, None);
        };
        let mut ends: [Ends; RUNS] = [universal; RUNS];
        for (age, source) in group {
            let told = source.told(facts);
            let mut others = told.form.atoms().filter(|&it| it != atom);
            let is_open = |other: Id| !self.has_value(terms.egraph.find(other));
            let comes_later = others.any(|it| is_open(it) && ages(it) == Some(*age));
            let k = small(&told.form.coefficient(&atom));
            let of_use = told.runs.contains(&true) && !comes_later;
            let Some(k) = k.filter(|&k| k != 0 && of_use) else {
                continue;
            };
            let Some(rest) = self.sum(terms, told.form, Some(atom)) else {
                continue;
            };
            for (run, (ends, rest)) in ends.iter_mut().zip(rest).enumerate() {
                if !told.runs[run] {
                    continue;
                }
                let (low, high) = bounded_by(k, rest, told.relation);
                ends.0 = ends.0.into_iter().chain(low).max();
                ends.1 = ends.1.into_iter().chain(high).min();
            }
        }
        // Where nothing is possible the facts that say so end the run.
        let leaf = self.leaf(terms, atom);
        let chosen = |run: usize| {
            let own = choose(run, ends[run], leaf);
            own.or_else(|| choose(run, universal, leaf))
        };
        self.set(atom, in_each_run(chosen));
    }

    fn leaf<'s>(&self, terms: Terms<'s>, atom: Id) -> Leaf<'s> {
        Leaf {
            universal: terms.egraph.range(atom),
            is_trip: terms.is_trip(atom),
            number: self.valued.len(),
        }
    }

    /// In which runs a fact holds.
    pub(super) fn held(&mut self, terms: Terms<'_>, fact: &Fact) -> [bool; RUNS] {
        let Some(values) = self.sum(terms, &fact.form, None) else {
            return [false; RUNS];
        };
        let mut held = values.map(|value| match fact.relation {
            Relation::AtLeastZero => value >= 0,
            Relation::Zero => value == 0,
        });
        for &condition in &fact.given {
            if let Some(values) = self.sum(terms, terms.egraph.form(condition), None) {
                for (held, value) in held.iter_mut().zip(values) {
                    *held |= value == 0;
                }
            }
        }
        held
    }

    /// The values of a form, without what one of its atoms contributes.
    pub(super) fn sum(
        &mut self,
        terms: Terms<'_>,
        form: &Form,
        without: Option<Id>,
    ) -> Option<Values> {
        let mut total: Values = [small(form.constant())?; RUNS];
        for (atom, k) in form.terms() {
            if without == Some(*atom) {
                continue;
            }
            let atom = terms.egraph.find(*atom);
            let place = self.place(atom).or_else(|| {
                self.compute(terms, atom);
                self.place(atom)
            });
            let (values, k) = (self.valued[place?].1.as_ref()?, small(k)?);
            for (total, value) in total.iter_mut().zip(values) {
                *total = match k {
                    1 => total.checked_add(*value)?,
                    -1 => total.checked_sub(*value)?,
                    k => total.checked_add(value.checked_mul(k)?)?,
                };
            }
        }
        Some(total)
    }

    /// Computes the value of an atom, and first of all below it. The stack is explicit.
    fn compute(&mut self, terms: Terms<'_>, atom: Id) {
        let mut stack = vec![(atom, false)];
        while let Some((atom, is_open)) = stack.pop() {
            let atom = terms.egraph.find(atom);
            if !is_open && self.has_value(atom) {
                continue;
            }
            let Some((operator, arguments)) = definition_of(terms.egraph, atom) else {
                let leaf = self.leaf(terms, atom);
                let ends = ends_of(leaf.universal);
                let values = ends.and_then(|ends| in_each_run(|run| choose(run, ends, leaf)));
                self.set(atom, values);
                continue;
            };
            if !is_open {
                // Unknown until it has been computed, should it be met again on the way.
                self.set(atom, None);
                stack.push((atom, true));
                let below = arguments.iter().flat_map(|it| it.atoms());
                stack.extend(below.map(|atom| (atom, false)));
                continue;
            }
            let values: Option<SmallVec<[Values; 3]>> = arguments
                .iter()
                .map(|form| self.sum(terms, form, None))
                .collect();
            let values = values.and_then(|values| {
                in_each_run(|run| {
                    let own: SmallVec<[i128; 3]> = values.iter().map(|it| it[run]).collect();
                    apply(operator, &own)
                })
            });
            self.set(atom, values);
        }
    }
}

/// The ends of what is possible, where there are any.
type Ends = (Option<i128>, Option<i128>);

/// The number, if it is small enough to be reckoned with.
fn small(number: &Int) -> Option<i128> {
    i128::try_from(number).ok()
}

/// None where all that lies between them is too large.
fn ends_of(range: &Range) -> Option<Ends> {
    // An end is open if all that it rules out is too large.
    let end = |end: Option<&Int>, is_beyond: fn(&Int) -> bool| match end.map(|it| (small(it), it)) {
        Some((None, end)) if !is_beyond(end) => None,
        end => Some(end.and_then(|it| it.0)),
    };
    let low = end(range.lower(), |end| *end < Int::ZERO)?;
    Some((low, end(range.upper(), |end| *end > Int::ZERO)?))
}

/// A value for each run, if there is one for all.
fn in_each_run(value: impl Fn(usize) -> Option<i128>) -> Option<Values> {
    let mut values = [0; RUNS];
    for (run, own) in values.iter_mut().enumerate() {
        *own = value(run)?;
    }
    Some(values)
}

/// The value of an operator.
fn apply(operator: Operator, arguments: &[i128]) -> Option<i128> {
    match (operator, arguments) {
        (Operator::Add, all) => all.iter().try_fold(0, |sum: i128, it| sum.checked_add(*it)),
        (Operator::Min, all) => all.iter().copied().min(),
        (Operator::Max, all) => all.iter().copied().max(),
        (Operator::Le, [a, b]) => Some((a <= b).into()),
        (Operator::Eq, [a, b]) => Some((a == b).into()),
        (Operator::Select, [c, a, b]) => Some(if *c != 0 { *a } else { *b }),
        _ => {
            let arguments: SmallVec<[Int; 3]> = arguments.iter().map(|&it| it.into()).collect();
            small(&operator.apply(&arguments)?)
        }
    }
}

/// The ends that `k·x + rest >= 0` (or `= 0`) leaves of `x`, for `k != 0`.
fn bounded_by(k: i128, rest: i128, relation: Relation) -> Ends {
    let floor = |x: i128, m: i128| match m {
        // Nearly always, and division is slow.
        1 => Some(x),
        -1 => x.checked_neg(),
        _ => match (x.checked_div_euclid(m), x.checked_rem_euclid(m)) {
            // Euclid's quotient by a negative divisor is rounded up.
            (Some(quotient), Some(rest)) if m < 0 && rest != 0 => quotient.checked_sub(1),
            (quotient, _) => quotient,
        },
    };
    // x >= −rest/k is x >= ⌈−rest/k⌉ = −⌊rest/k⌋.
    let from = floor(rest, k).and_then(i128::checked_neg);
    let to = rest.checked_neg().and_then(|bound| floor(bound, k));
    match relation {
        Relation::Zero => (from, to),
        Relation::AtLeastZero if k > 0 => (from, None),
        Relation::AtLeastZero => (None, to),
    }
}

/// What computes the value of an atom, if it is no leaf: an operator and its arguments.
fn definition_of(egraph: &EGraph, atom: Id) -> Option<(Operator, SmallVec<[&Form; 3]>)> {
    let form = egraph.form(atom);
    if form.as_atom() != Some(atom) {
        return Some((Operator::Add, smallvec![form]));
    }
    if let Some(sum) = egraph.expansion(atom) {
        return Some((Operator::Add, smallvec![sum]));
    }
    let mut nodes = egraph.nodes(atom);
    nodes.find_map(|node| match node {
        ENode::Apply(operator, arguments) => {
            let forms = arguments.iter().map(|&it| egraph.form(it));
            Some((*operator, forms.collect()))
        }
        _ => None,
    })
}

/// Whether something computes the value of an atom.
fn is_defined(egraph: &EGraph, atom: Id) -> bool {
    let is_applied = |node: &ENode| matches!(node, ENode::Apply(..));
    egraph.form(atom).as_atom() != Some(atom)
        || egraph.expansion(atom).is_some()
        || egraph.nodes(atom).any(is_applied)
}
