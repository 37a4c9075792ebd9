//! The values of models: assignments to leaves, and evaluation of terms.

use super::choice::Source;
use super::state::{BETWEEN, INNER, Models, RUNS, UNLIKE, Values};
use crate::number::{Int, Range};
use crate::program::Column;
use crate::solve::columns::Columns;
use crate::solve::facts::{Fact, FactBase, Relation};
use crate::term::{EGraph, ENode, Form, Id, Operator};
use smallvec::{SmallVec, smallvec};

/// The value of an unbounded leaf. Many small numbers divide it, and none of them divides its successor.
const LARGE: i128 = 11_531_520;

/// How much more than its least value a bounded leaf is in the model [`BETWEEN`].
const FEW: i128 = 59;

/// Read access to terms and columns.
#[derive(Clone, Copy)]
pub(super) struct Terms<'e> {
    pub(super) egraph: &'e EGraph,
    pub(super) columns: &'e Columns,
}

impl Terms<'_> {
    /// Whether an atom is the trip number of a loop. Only equations may restrict it: if there is any trip, there is the
    /// first one.
    fn is_trip(self, atom: Id) -> bool {
        self.egraph.nodes(atom).any(|node| match node {
            ENode::Leaf(leaf) => matches!(self.columns.entry(*leaf).column, Column::Trip(_)),
            _ => false,
        })
    }
}

/// Maximum number of atoms that a search below an atom visits.
const MAX_BELOW: usize = 32;

impl Terms<'_> {
    /// Whether an atom is a column without a definition, and each term that it equals is computed from it: `x` is
    /// `(4·x) floordiv 4`.
    fn is_leaf_of_itself(self, atom: Id) -> bool {
        let is_open = |node: &ENode| match node {
            ENode::Leaf(leaf) => self.columns.entry(*leaf).definition.is_none(),
            _ => false,
        };
        let is_linear =
            self.egraph.form(atom).as_atom() == Some(atom) && self.egraph.expansion(atom).is_none();
        is_linear
            && self.egraph.nodes(atom).any(is_open)
            && applications(self.egraph, atom).all(|(_, parts)| self.is_below(atom, &parts))
    }

    /// Whether forms are computed from an atom, as far as that is looked for.
    fn is_below(self, atom: Id, forms: &[&Form]) -> bool {
        let mut seen: SmallVec<[Id; MAX_BELOW]> = smallvec![];
        let mut work: SmallVec<[&Form; 8]> = forms.iter().copied().collect();
        while let Some(form) = work.pop() {
            for own in form.atoms() {
                let own = self.egraph.find(own);
                if own == atom {
                    return true;
                }
                if seen.contains(&own) {
                    continue;
                }
                if seen.len() == MAX_BELOW {
                    return false;
                }
                seen.push(own);
                let definition = definition_of(self.egraph, own);
                work.extend(definition.into_iter().flat_map(|(_, parts)| parts));
            }
        }
        false
    }
}

/// Offsets of leaves from their least value in the model [`UNLIKE`]: powers of a primitive root. They are distinct,
/// few of their sums and products coincide, and products of three fit into 32 bits.
const SPREAD: [i16; 508] = {
    let mut powers = [1; 508];
    let mut n = 1;
    while n < powers.len() {
        powers[n] = powers[n - 1] * 2 % 509;
        n += 1;
    }
    powers
};

/// A leaf that gets a value.
#[derive(Clone, Copy)]
struct Leaf<'s> {
    /// Its universal range.
    universal: &'s Range,
    is_trip: bool,
    /// The number of leaves assigned before it.
    number: usize,
}

/// The value that a model assigns to a leaf with these bounds, if they admit one.
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
        // Model 0 takes the least values, model 1 the greatest. The others take the first value of a bounded leaf, the
        // inner one the second, and for unbounded leaves a large value, so that divisions leave a remainder, or 1.
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
        (Some(low), high) if run == INNER && (leaf.is_trip || high.is_some()) => {
            let second = low.checked_add(1).and_then(up).unwrap_or(low);
            let is_within = high.is_none_or(|high| second <= high);
            Some(if is_within { second } else { low })
        }
        // A value between the ends, which facts that bound the leaf through wrapping sums often admit.
        (Some(low), Some(high)) if run == BETWEEN && !leaf.is_trip => {
            let between = up(low.checked_add(FEW)?)?;
            Some(between.min(high))
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
    /// Assigns a leaf without a value so that it satisfies the facts whose other atoms are older. Returns the models in
    /// which that may be so.
    pub(super) fn choose_within(
        &mut self,
        terms: Terms<'_>,
        facts: &FactBase,
        ages: &impl Fn(Id) -> Option<u64>,
        atom: Id,
        group: &[(u64, Source)],
    ) -> [bool; RUNS] {
        let atom = terms.egraph.find(atom);
        let is_defined = is_defined(terms.egraph, atom);
        if self.has_value(atom) || is_defined && !terms.is_leaf_of_itself(atom) {
            return [true; RUNS];
        }
        let Some(universal) = ends_of(terms.egraph.range(atom)) else {
            self.set(atom, None);
            return [true; RUNS];
        };
        let mut ends: [Ends; RUNS] = [universal; RUNS];
        for (age, source) in group {
            let mut told = source.told(facts);
            let is_older = |form: &Form| form.atoms().all(|it| ages(it) < Some(*age));
            for &condition in told.given {
                let form = terms.egraph.form(condition);
                let values = is_older(form)
                    .then(|| self.sum(terms, form, None))
                    .flatten();
                for (run, holds) in told.runs.iter_mut().enumerate() {
                    *holds &= values.is_some_and(|values| values[run] != 0);
                }
            }
            let mut others = told.form.atoms().filter(|&it| it != atom);
            let is_open = |other: Id| !self.has_value(terms.egraph.find(other));
            // A quotient of the leaf itself has a value only after the leaf.
            let comes_later = others.any(|it| is_open(it) && ages(it) >= Some(*age));
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
        // If the bounds are contradictory, the violated fact later ends the model.
        let leaf = self.leaf(terms, atom);
        let chosen = |run: usize| {
            let own = choose(run, ends[run], leaf);
            own.or_else(|| choose(run, universal, leaf))
        };
        let chosen = in_each_run(chosen);
        self.set(atom, chosen);
        match chosen.filter(|_| is_defined) {
            Some(values) => self.agrees(terms, atom, &values),
            None => [true; RUNS],
        }
    }

    /// The models in which all terms that an atom equals have its value.
    fn agrees(&mut self, terms: Terms<'_>, atom: Id, values: &Values) -> [bool; RUNS] {
        let mut agrees = [true; RUNS];
        for (operator, arguments) in applications(terms.egraph, atom) {
            let own = self.applied(terms, operator, &arguments);
            for (run, agrees) in agrees.iter_mut().enumerate() {
                *agrees &= own.is_some_and(|own| own[run] == values[run]);
            }
        }
        agrees
    }

    /// The values of an operator, if those of its arguments are known.
    fn applied(
        &mut self,
        terms: Terms<'_>,
        operator: Operator,
        arguments: &[&Form],
    ) -> Option<Values> {
        let values = arguments.iter().map(|form| self.sum(terms, form, None));
        let values: SmallVec<[Values; 3]> = values.collect::<Option<_>>()?;
        in_each_run(|run| {
            let own: SmallVec<[i128; 3]> = values.iter().map(|it| it[run]).collect();
            apply(operator, &own)
        })
    }

    fn leaf<'s>(&self, terms: Terms<'s>, atom: Id) -> Leaf<'s> {
        Leaf {
            universal: terms.egraph.range(atom),
            is_trip: terms.is_trip(atom),
            number: self.valued.len(),
        }
    }

    /// The models in which a fact holds.
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

    /// The values of a form without the contribution of one atom.
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

    /// Evaluates an atom after the atoms below it. The stack is explicit.
    fn compute(&mut self, terms: Terms<'_>, atom: Id) {
        let mut stack = vec![(atom, false)];
        while let Some((atom, is_open)) = stack.pop() {
            let atom = terms.egraph.find(atom);
            if !is_open && self.has_value(atom) {
                continue;
            }
            let definition = definition_of(terms.egraph, atom);
            let is_own_leaf = !is_open && definition.is_some() && terms.is_leaf_of_itself(atom);
            let Some((operator, arguments)) = definition.filter(|_| !is_own_leaf) else {
                let leaf = self.leaf(terms, atom);
                let ends = ends_of(leaf.universal);
                let values = ends.and_then(|ends| in_each_run(|run| choose(run, ends, leaf)));
                self.set(atom, values);
                if let Some(values) = values.filter(|_| is_own_leaf)
                    && self.agrees(terms, atom, &values) != [true; RUNS]
                {
                    self.set(atom, None);
                }
                continue;
            };
            if !is_open {
                // On a cycle the value is unknown.
                self.set(atom, None);
                stack.push((atom, true));
                let below = arguments.iter().flat_map(|it| it.atoms());
                stack.extend(below.map(|atom| (atom, false)));
                continue;
            }
            let values = self.applied(terms, operator, &arguments);
            self.set(atom, values);
        }
    }
}

/// The bounds of the possible values.
type Ends = (Option<i128>, Option<i128>);

/// The number as `i128`, if it fits.
fn small(number: &Int) -> Option<i128> {
    i128::try_from(number).ok()
}

/// The bounds of a range; `None` if all its values overflow.
fn ends_of(range: &Range) -> Option<Ends> {
    // An end is open if all values that it excludes overflow.
    let end = |end: Option<&Int>, is_beyond: fn(&Int) -> bool| match end.map(|it| (small(it), it)) {
        Some((None, end)) if !is_beyond(end) => None,
        end => Some(end.and_then(|it| it.0)),
    };
    let low = end(range.lower(), |end| *end < Int::ZERO)?;
    Some((low, end(range.upper(), |end| *end > Int::ZERO)?))
}

/// A value per model; `None` if one of them has none.
fn in_each_run(value: impl Fn(usize) -> Option<i128>) -> Option<Values> {
    let mut values = [0; RUNS];
    for (run, own) in values.iter_mut().enumerate() {
        *own = value(run)?;
    }
    Some(values)
}

/// Evaluates an operator.
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

/// The bounds of `x` that `k·x + rest >= 0` (or `= 0`) implies, for `k != 0`.
fn bounded_by(k: i128, rest: i128, relation: Relation) -> Ends {
    let floor = |x: i128, m: i128| match m {
        // The usual cases without a division, which is slow.
        1 => Some(x),
        -1 => x.checked_neg(),
        _ => match (x.checked_div_euclid(m), x.checked_rem_euclid(m)) {
            // Euclidean division rounds up for a negative divisor.
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

/// The operator and arguments that define an atom; `None` for a leaf.
fn definition_of(egraph: &EGraph, atom: Id) -> Option<(Operator, SmallVec<[&Form; 3]>)> {
    let form = egraph.form(atom);
    if form.as_atom() != Some(atom) {
        return Some((Operator::Add, smallvec![form]));
    }
    if let Some(sum) = egraph.expansion(atom) {
        return Some((Operator::Add, smallvec![sum]));
    }
    applications(egraph, atom).next()
}

/// The operators and arguments in an e-class.
fn applications(
    egraph: &EGraph,
    atom: Id,
) -> impl Iterator<Item = (Operator, SmallVec<[&Form; 3]>)> {
    egraph.nodes(atom).filter_map(|node| match node {
        ENode::Apply(operator, arguments) => {
            let forms = arguments.iter().map(|&it| egraph.form(it));
            Some((*operator, forms.collect()))
        }
        _ => None,
    })
}

/// Whether an atom has a definition.
fn is_defined(egraph: &EGraph, atom: Id) -> bool {
    let is_applied = |node: &ENode| matches!(node, ENode::Apply(..));
    egraph.form(atom).as_atom() != Some(atom)
        || egraph.expansion(atom).is_some()
        || egraph.nodes(atom).any(is_applied)
}
