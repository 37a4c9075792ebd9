//! Propagates the assumptions into the ranges of variables.

use super::Ranges;
use super::cases::{Cases, Leaves, Propagated};
use super::ends::without;
use super::proof_state::ProofState;
use crate::number::{self, Int, Interval, Range};
use crate::program::Column;
use crate::proof::sequent::{Distinction, Inference, Rule, conditions};
use crate::solve::{Decided, Engine};
use crate::term::condition::as_negated;
use crate::term::{Expr, Form, Operator};

type Term = Expr<Column>;

/// Maximum number of comparisons of the arguments of minima and maxima.
const MAX_COMPARED: usize = 12;
/// Maximum number of rounds.
const MAX_ROUNDS: usize = 3;

impl<'r> Cases<'r> {
    /// Creates an engine whose variables have the ranges that the assumptions imply, which makes these ranges
    /// universal.
    pub(super) fn propagate_bounds(&mut self, state: &mut ProofState) -> Propagated<'r> {
        for round in 0.. {
            self.spend(1);
            let sequent = &state.sequent;
            let mut engine = self.engine(&sequent.ranges, &sequent.assumptions);
            if engine.is_unreachable(None)
                && let Some(leaf) = self.leaf(&mut engine, &sequent.goal, Decided::Unreachable)
            {
                return Propagated::Unreachable(leaf);
            }
            let known = known(&mut engine, &sequent.ranges, &sequent.assumptions);
            let before = sequent.ranges.clone();
            let narrowed = met(&before, &known);
            let is_empty = narrowed.values().any(Range::is_empty);
            if narrowed == before || (round >= MAX_ROUNDS && !is_empty) {
                return Propagated::Engine(Box::new(engine));
            }
            self.charge(&engine);
            match self.leaves {
                Leaves::Open if is_empty => {
                    return Propagated::Unreachable(Inference::leaf(Rule::Open));
                }
                Leaves::Open => state.sequent.ranges = narrowed,
                Leaves::Proofs => {
                    self.narrow(state, &mut engine, &known);
                    if state.sequent.ranges.values().any(Range::is_empty) {
                        return Propagated::Unreachable(Inference::leaf(Rule::Trivial));
                    }
                    if state.sequent.ranges == before {
                        return Propagated::Engine(Box::new(engine));
                    }
                }
            }
        }
        Propagated::Unreachable(Inference::leaf(Rule::Open))
    }

    /// Narrows the ranges as far as proofs exist.
    fn narrow(&mut self, state: &mut ProofState, engine: &mut Engine<'_>, known: &[(u32, Range)]) {
        let mut shown = vec![];
        let mut premises = vec![];
        let mut open = vec![];
        let mut ranges = state.sequent.ranges.clone();
        for (number, range) in known {
            for piece in pieces(range) {
                let own = ranges.entry(*number).or_insert_with(Range::full);
                let narrowed = own.intersect(&piece);
                if narrowed == *own {
                    continue;
                }
                let leaf: Term = Expr::Leaf(Column::Symbol(*number));
                let seen: Option<Vec<Inference>> = conditions(&piece, &leaf)
                    .iter()
                    .map(|condition| self.seen(engine, condition))
                    .collect();
                match seen {
                    Some(seen) => {
                        *own = narrowed;
                        premises.extend(seen);
                        shown.push((*number, piece));
                    }
                    None => open.push((*number, piece)),
                }
            }
        }
        if !shown.is_empty() {
            let mut premises = premises.into_iter();
            state.step(Rule::Narrow(shown), |_| premises.next());
        }
        for (number, piece) in open {
            self.cut(state, number, &piece);
        }
    }

    /// Cuts off the end of a variable's range beyond which the assumptions are contradictory.
    fn cut(&mut self, state: &mut ProofState, number: u32, piece: &Range) {
        let lower = piece
            .lower()
            .map(|end| Distinction::AtLeast(number, end.clone()));
        let upper = piece
            .upper()
            .map(|end| Distinction::AtMost(number, end.clone()));
        for distinction in lower.into_iter().chain(upper) {
            state.step(Rule::Cases(distinction), |beyond| {
                if Rule::Trivial.apply(&beyond).is_ok() {
                    return Some(Inference::leaf(Rule::Trivial));
                }
                let mut engine = self.engine(&beyond.ranges, &beyond.assumptions);
                match engine.is_unreachable(None) {
                    true => self.leaf(&mut engine, &beyond.goal, Decided::Unreachable),
                    false => self.seen(&mut engine, &beyond.goal),
                }
            });
        }
    }
}

/// Splits a range into its lower bound, its upper bound and its congruence.
pub(super) fn pieces(range: &Range) -> Vec<Range> {
    let lower = range.lower().cloned().map(Range::at_least);
    let upper = range.upper().cloned().map(Range::at_most);
    let congruence = range.congruence();
    let is_aligned = range.as_constant().is_none() && !congruence.is_any();
    let aligned = is_aligned.then(|| Range::new(Interval::full(), congruence));
    [lower, upper, aligned].into_iter().flatten().collect()
}

/// Intersects the ranges with known ones.
fn met(ranges: &Ranges, known: &[(u32, Range)]) -> Ranges {
    let mut ranges = ranges.clone();
    for (number, range) in known {
        let own = ranges.entry(*number).or_insert_with(Range::full);
        *own = own.intersect(range);
    }
    ranges
}

/// The ranges of the variables under the assumptions.
fn known(engine: &mut Engine<'_>, ranges: &Ranges, assumptions: &[Term]) -> Vec<(u32, Range)> {
    let mut found = vec![];
    for &number in ranges.keys() {
        let range = engine.best_range(&Expr::Leaf(Column::Symbol(number)), None);
        found.push((number, range));
    }
    for assumption in assumptions {
        let (difference, is_equal) = match (assumption, as_negated(assumption)) {
            (Expr::Apply(Operator::Eq, sides), _) => {
                (Expr::difference(sides[0].clone(), sides[1].clone()), true)
            }
            (_, Some(Expr::Apply(Operator::Eq, sides))) => {
                (Expr::difference(sides[0].clone(), sides[1].clone()), false)
            }
            _ => continue,
        };
        let class = engine.class_of_term(&difference);
        let form = engine.form(class);
        let content = number::gcd(&form.content(), form.constant());
        let form = form.divide_exactly(&content).unwrap_or(form);
        for &number in ranges.keys() {
            let own = engine.class(Column::Symbol(number));
            let Some(atom) = engine.form(own).as_atom() else {
                continue;
            };
            // k·x + rest = 0, so that x = −k·rest for k = ±1.
            let k = form.coefficient(&atom);
            if k != Int::ONE && k != Int::NEG_ONE {
                continue;
            }
            let Some(rest) = form
                .substitute(atom, &Form::zero())
                .and_then(|rest| rest.scale(&-k))
            else {
                continue;
            };
            let value = engine.known.form_range_at(&rest, None);
            if is_equal {
                found.push((number, value));
            } else {
                let ranges = met(ranges, &found);
                let own = &ranges[&number];
                let left = value.as_constant().map(|value| without(own, value));
                found.push((number, left.unwrap_or_else(|| own.clone())));
            }
        }
    }
    found
}

/// A term with an argument in place of each minimum or maximum that is this argument by the facts of an engine. The range of
/// a sum shows that only for the argument that the e-graph has chosen as a summand.
pub(super) fn with_known_extremes(term: &Term, engine: &mut Engine<'_>) -> Term {
    let mut left = MAX_COMPARED;
    decided(term, engine, &mut left)
}

fn decided(term: &Term, engine: &mut Engine<'_>, left: &mut usize) -> Term {
    let Expr::Apply(operator, arguments) = term else {
        return term.clone();
    };
    let all: Vec<Term> = arguments
        .iter()
        .map(|it| decided(it, engine, left))
        .collect();
    let mut is_at_most = |a: &Term, b: &Term| {
        if *left == 0 {
            return false;
        }
        *left -= 1;
        let sides = match operator {
            Operator::Min => [a, b],
            _ => [b, a],
        };
        let [a, b] = sides.map(Clone::clone);
        matches!(engine.prove(&Expr::at_most(a, b), None), Ok(Decided::True))
    };
    let known = match operator {
        Operator::Min | Operator::Max => (0..all.len()).find(|&n| {
            let mut others = (0..all.len()).filter(|&other| other != n);
            others.all(|other| is_at_most(&all[n], &all[other]))
        }),
        _ => None,
    };
    match known {
        Some(known) => all[known].clone(),
        None => Expr::apply(*operator, all),
    }
}
