//! Proving by cases: a claim is taken apart until an engine sees the parts.
//!
//! An engine reads no assumption where it rewrites, since what it rewrites holds for good. Here
//! the assumptions are fixed: each case gets an engine of its own, in which the variables have the
//! ranges that the assumptions leave them, equalities are put in, and the conditions of `select`,
//! the sides of `min` and `max` and the signs that are open are decided one way and the other.

use super::divisions::{Effort, by_sign_of_dividend, cancelled};
use super::points;
use super::sum::Sum;
use super::{Claim, Ranges};
use crate::number::{Int, Range};
use crate::program::{Column, NoProgram};
use crate::rules::Rules;
use crate::solve::{Config, Decided, Engine};
use crate::term::condition::{as_negated, is_condition, negated, replaced, value_of};
use crate::term::{Expr, Operator};

type Term = Expr<Column>;

/// Proves claims by cases, within a budget.
pub(super) struct Cases<'r> {
    rules: &'r Rules,
    config: Config,
    /// How many more engines may be made.
    budget: usize,
    /// The numbers of variables from here on are taken.
    fresh: u32,
}

/// How many pivots a linear program of a case may take.
const MAX_PIVOTS: usize = 150;
/// How often splits may nest.
const MAX_DEPTH: usize = 7;
/// How often the ranges of the variables are narrowed by each other.
const MAX_ROUNDS: usize = 3;

/// An engine in which the variables have the ranges that the assumptions leave them.
pub(super) enum Focused<'r> {
    Engine(Box<Engine<'r>>, Ranges),
    /// No point satisfies the assumptions.
    Unreachable,
}

impl<'r> Cases<'r> {
    pub(super) fn new(rules: &'r Rules, config: &Config) -> Cases<'r> {
        Cases {
            rules,
            // What a case needs is found soon, or the numbers grow without use.
            config: Config {
                max_pivots: config.max_pivots.min(MAX_PIVOTS),
                ..config.clone()
            },
            budget: config.max_engines,
            fresh: u32::MAX,
        }
    }

    /// Whether the goal holds wherever the assumptions do. False if that was not seen.
    pub(super) fn holds(&mut self, claim: Claim) -> bool {
        self.prove(claim, MAX_DEPTH)
    }

    fn prove(&mut self, mut claim: Claim, depth: usize) -> bool {
        if !claim.normalize() {
            // The assumptions contradict each other.
            return true;
        }
        if let Some(parts) = claim.decomposed() {
            return parts.into_iter().all(|part| self.prove(part, depth));
        }
        if self.budget == 0 {
            return false;
        }
        let settled;
        let (mut offset, mut canonical) = (None, None);
        match self.focus(&claim.ranges, &claim.assumptions) {
            Focused::Unreachable => return true,
            Focused::Engine(mut engine, ranges) => {
                let decided = engine.prove(&claim.goal, None);
                if matches!(decided, Ok(Decided::True | Decided::Unreachable)) {
                    return true;
                }
                claim.ranges = ranges;
                let refuting = |goal: Term| Claim {
                    goal,
                    ..claim.clone()
                };
                settled = claim.settled(&mut |condition, effort| {
                    engine.prove(&condition, None) == Ok(Decided::True)
                        || (effort == Effort::Much
                            && self.budget > 8
                            && self.refutes(&refuting(condition)))
                });
                if settled.is_none() {
                    offset = claim.by_offset(&mut engine, &mut || self.fresh());
                    canonical = engine.claim_at(&claim.goal, None);
                }
            }
        }
        if depth > 0
            && let Some(settled) = settled
        {
            return self.prove(settled, depth - 1);
        }
        if let Some(holds) = points::all(&claim.ranges, &claim.assumptions, &claim.goal) {
            return holds;
        }
        // Variables that cancel are gone from the canonical form.
        if let Some(Claim {
            ranges,
            assumptions,
            goal,
        }) = canonical
            && points::all(&ranges, &assumptions, &goal) == Some(true)
        {
            return true;
        }
        if depth > 0
            && let Some(offset) = offset
        {
            return self.prove(offset, depth - 1);
        }
        claim.cancel();
        if depth > 0
            && let Some(cases) = claim.split()
        {
            return cases.into_iter().all(|case| self.prove(case, depth - 1));
        }
        if self.budget == 0 {
            return false;
        }
        if self.refutes(&claim) {
            return true;
        }
        if depth > 0
            && let Some(claim) = claim.by_digits(&mut || self.fresh())
        {
            return self.prove(claim, depth - 1);
        }
        false
    }

    /// Counts engines, or what costs as much.
    pub(super) fn spend(&mut self, engines: usize) {
        self.budget = self.budget.saturating_sub(engines);
    }

    /// A number that no variable has.
    fn fresh(&mut self) -> u32 {
        self.fresh -= 1;
        self.fresh
    }

    /// An engine in which what the assumptions say of single variables is universal.
    pub(super) fn focus(&mut self, ranges: &Ranges, assumptions: &[Term]) -> Focused<'r> {
        let mut ranges = ranges.clone();
        for round in 0.. {
            self.spend(1);
            let mut engine = self.engine(&ranges, assumptions);
            if engine.is_unreachable(None) {
                return Focused::Unreachable;
            }
            let narrowed = narrowed(&mut engine, &ranges, assumptions);
            if narrowed.values().any(Range::is_empty) {
                return Focused::Unreachable;
            }
            if round == MAX_ROUNDS || narrowed == ranges {
                return Focused::Engine(Box::new(engine), narrowed);
            }
            ranges = narrowed;
        }
        Focused::Unreachable
    }

    /// An engine in which the variables have these ranges, and this is assumed.
    pub(super) fn engine(&self, ranges: &Ranges, assumptions: &[Term]) -> Engine<'r> {
        let mut engine = Engine::new(&NoProgram, self.rules, self.config.clone());
        for (&number, range) in ranges {
            engine.declare(number, range.clone());
        }
        for assumption in assumptions {
            engine.assume(assumption);
        }
        engine
    }
}

/// The ranges that the assumptions leave the variables.
fn narrowed(engine: &mut Engine<'_>, ranges: &Ranges, assumptions: &[Term]) -> Ranges {
    let mut narrowed = ranges.clone();
    for (&number, range) in &mut narrowed {
        let known = engine.best_range(&Expr::Leaf(Column::Symbol(number)), None);
        *range = range.intersect(&known);
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
        for (&number, range) in &mut narrowed {
            let own = engine.class(Column::Symbol(number));
            let Some(atom) = engine.form(own).as_atom() else {
                continue;
            };
            // k·x + rest = 0, so x = −k·rest for k = ±1.
            let k = form.coefficient(&atom);
            if k != Int::ONE && k != Int::NEG_ONE {
                continue;
            }
            let Some(rest) = form
                .substitute(atom, &crate::term::Form::zero())
                .and_then(|rest| rest.scale(&-k))
            else {
                continue;
            };
            let value = engine.form_range_at(&rest, None);
            *range = if is_equal {
                range.intersect(&value)
            } else {
                without(range, value.as_constant())
            };
        }
    }
    narrowed
}

/// A range without a value at one of its ends.
fn without(range: &Range, value: Option<&Int>) -> Range {
    match value {
        Some(value) if range.as_constant() == Some(value) => Range::empty(),
        Some(value) if range.lower() == Some(value) => {
            range.intersect(&Range::at_least(value + Int::ONE))
        }
        Some(value) if range.upper() == Some(value) => {
            range.intersect(&Range::at_most(value - Int::ONE))
        }
        _ => range.clone(),
    }
}

impl Claim {
    fn with(&self, assumption: Term, goal: Term) -> Claim {
        let mut claim = self.clone();
        claim.assumptions.push(assumption);
        claim.goal = goal;
        claim
    }

    /// Cancels what dividends and divisors have in common.
    fn cancel(&mut self) {
        let ranges = &self.ranges;
        self.goal = cancelled(&self.goal, ranges);
        let assumptions = self.assumptions.iter();
        self.assumptions = assumptions.map(|term| cancelled(term, ranges)).collect();
    }

    /// Takes the assumptions apart, and puts in what a variable is said to be equal to. False if
    /// one of them is false.
    fn normalize(&mut self) -> bool {
        let mut work = std::mem::take(&mut self.assumptions);
        work.reverse();
        let mut kept: Vec<Term> = vec![];
        while let Some(assumption) = work.pop() {
            match &assumption {
                Expr::Integer(value) if value.is_zero() => return false,
                Expr::Integer(_) => {}
                Expr::Apply(Operator::Min, all) if is_condition(&assumption) => {
                    work.extend(all.iter().rev().cloned());
                }
                Expr::Apply(Operator::Eq, _) => match self.solved(&assumption) {
                    Some((number, value)) => {
                        let leaf = Expr::Leaf(Column::Symbol(number));
                        let range = self.ranges.remove(&number).unwrap_or_else(Range::full);
                        let put_in = |term: &Term| replaced(term, &leaf, &value);
                        self.goal = put_in(&self.goal);
                        work.extend(kept.drain(..).rev());
                        work.iter_mut().for_each(|term| *term = put_in(term));
                        if let Some(lower) = range.lower() {
                            let lower = Expr::Integer(lower.clone());
                            kept.push(Expr::at_most(lower, value.clone()));
                        }
                        if let Some(upper) = range.upper() {
                            let upper = Expr::Integer(upper.clone());
                            kept.push(Expr::at_most(value.clone(), upper));
                        }
                    }
                    None => kept.push(assumption),
                },
                _ => kept.push(assumption),
            }
        }
        self.assumptions = kept;
        true
    }

    /// The variable that an equality determines, and its value.
    fn solved(&self, equality: &Term) -> Option<(u32, Term)> {
        let Expr::Apply(Operator::Eq, sides) = equality else {
            return None;
        };
        for side in sides.iter() {
            if let Expr::Leaf(column @ Column::Symbol(number)) = side
                && self.ranges.contains_key(number)
                && let Some(value) = value_of(equality, column)
            {
                return Some((*number, value));
            }
        }
        if sides.iter().any(is_condition) {
            return None;
        }
        // In a sum that is zero, one with a coefficient of 1 or −1 that stands nowhere else.
        let mut sum = Sum::default();
        sum.take_in(&sides[0], &Int::ONE);
        sum.take_in(&sides[1], &Int::NEG_ONE);
        let numbers: Vec<u32> = sum.variables().collect();
        numbers.into_iter().find_map(|number| {
            let mut rest = sum.clone();
            let k = rest.take_out(number)?;
            let is_unit = k == Int::ONE || k == Int::NEG_ONE;
            (is_unit && self.ranges.contains_key(&number)).then(|| (number, rest.scaled(&-k)))
        })
    }

    /// Claims that together are this one, if its goal is made of conditions.
    fn decomposed(&self) -> Option<Vec<Claim>> {
        let goal = |goal: &Term| Claim {
            goal: goal.clone(),
            ..self.clone()
        };
        match &self.goal {
            Expr::Integer(value) if !value.is_zero() => Some(vec![]),
            Expr::Apply(Operator::Min, all) if is_condition(&self.goal) => {
                Some(all.iter().map(goal).collect())
            }
            Expr::Apply(Operator::Max, all) if is_condition(&self.goal) => {
                // One holds if the others do not: an equality, which is weak as an assumption.
                let is_equality = |term: &Term| matches!(term, Expr::Apply(Operator::Eq, _));
                let last = all.iter().position(is_equality).unwrap_or(all.len() - 1);
                let mut claim = goal(&all[last]);
                let others = all.iter().enumerate().filter(|(n, _)| *n != last);
                claim
                    .assumptions
                    .extend(others.map(|(_, other)| negated(other)));
                Some(vec![claim])
            }
            Expr::Apply(Operator::Eq, sides) if sides.iter().all(is_condition) => {
                let (a, b) = (&sides[0], &sides[1]);
                Some(vec![
                    self.with(a.clone(), b.clone()),
                    self.with(b.clone(), a.clone()),
                ])
            }
            Expr::Apply(Operator::Select, parts) if is_condition(&self.goal) => Some(vec![
                self.with(parts[0].clone(), parts[1].clone()),
                self.with(negated(&parts[0]), parts[2].clone()),
            ]),
            goal => match as_negated(goal) {
                Some(Expr::Apply(Operator::Eq, sides)) if sides.iter().all(is_condition) => {
                    let (a, b) = (&sides[0], &sides[1]);
                    Some(vec![
                        self.with(a.clone(), negated(b)),
                        self.with(negated(a), b.clone()),
                    ])
                }
                _ => None,
            },
        }
    }

    /// Cases, one of which each point is in.
    fn split(&self) -> Option<Vec<Claim>> {
        let mut terms = vec![&self.goal];
        terms.extend(&self.assumptions);
        let find =
            |wanted: &dyn Fn(&Term) -> bool| terms.iter().find_map(|term| innermost(term, wanted));
        let is = |operator: Operator| move |term: &Term| matches!(term, Expr::Apply(other, _) if *other == operator);
        let choice = terms
            .iter()
            .find_map(|term| outermost_select(term))
            .or_else(|| find(&is(Operator::Select)));
        if let Some(choice) = choice
            && let Expr::Apply(_, parts) = choice
        {
            let case = |condition: Term, value: &Term| self.case(condition, choice, value);
            return Some(vec![
                case(parts[0].clone(), &parts[1]),
                case(negated(&parts[0]), &parts[2]),
            ]);
        }
        let selects = |term: &Term| match term {
            // Times an integer is how "not" is written.
            Expr::Apply(Operator::Mul, factors) => {
                let open = factors
                    .iter()
                    .filter(|factor| !matches!(factor, Expr::Integer(_)));
                open.clone().count() > 1 && factors.iter().any(is_condition)
            }
            _ => false,
        };
        if let Some(Expr::Apply(_, factors)) = find(&selects)
            && let Some(condition) = factors.iter().find(|factor| is_condition(factor))
        {
            return Some(vec![
                self.case(condition.clone(), condition, &Expr::integer(1)),
                self.case(negated(condition), condition, &Expr::integer(0)),
            ]);
        }
        if let Some(position) = self
            .assumptions
            .iter()
            .position(|term| is(Operator::Max)(term) && is_condition(term))
            && let Expr::Apply(_, all) = &self.assumptions[position]
        {
            let case = |condition: &Term| {
                let mut claim = self.clone();
                claim.assumptions[position] = condition.clone();
                claim
            };
            return Some(all.iter().map(case).collect());
        }
        if let Some((position, sides)) = self.unequal() {
            let (a, b) = (sides[0].clone(), sides[1].clone());
            let case = |condition: Term| {
                let mut claim = self.clone();
                claim.assumptions[position] = condition;
                claim
            };
            return Some(vec![
                case(Expr::less(a.clone(), b.clone())),
                case(Expr::less(b, a)),
            ]);
        }
        let extremum = find(&|term| {
            (is(Operator::Min)(term) || is(Operator::Max)(term)) && !is_condition(term)
        });
        if let Some(extremum) = extremum
            && let Expr::Apply(operator, all) = extremum
            && let [a, b, rest @ ..] = &all[..]
        {
            let (small, large) = (
                Expr::at_most(a.clone(), b.clone()),
                Expr::less(b.clone(), a.clone()),
            );
            let (first, second) = match operator {
                Operator::Min => (a, b),
                _ => (b, a),
            };
            let chosen = |one: &Term| match rest {
                [] => one.clone(),
                _ => {
                    let mut left = vec![one.clone()];
                    left.extend(rest.iter().cloned());
                    Expr::apply(*operator, left)
                }
            };
            return Some(vec![
                self.case(small, extremum, &chosen(first)),
                self.case(large, extremum, &chosen(second)),
            ]);
        }
        self.split_by_sign().or_else(|| {
            let division = find(&|term| by_sign_of_dividend(term, &self.ranges).is_some())?;
            let (dividend, at_least, at_most) = by_sign_of_dividend(division, &self.ranges)?;
            let zero = || Expr::integer(0);
            Some(vec![
                self.case(Expr::at_most(zero(), dividend.clone()), division, &at_least),
                self.case(Expr::less(dividend, zero()), division, &at_most),
            ])
        })
    }

    /// An assumption that two integers, which are no leaves compared with 0, differ.
    fn unequal(&self) -> Option<(usize, &[Term])> {
        self.assumptions.iter().enumerate().find_map(|(n, term)| {
            let Some(Expr::Apply(Operator::Eq, sides)) = as_negated(term) else {
                return None;
            };
            let has_constant = sides.iter().any(|side| matches!(side, Expr::Integer(_)));
            let is_open = !has_constant && !sides.iter().any(is_condition);
            is_open.then_some((n, &sides[..]))
        })
    }

    fn case(&self, condition: Term, part: &Term, by: &Term) -> Claim {
        let put_in = |term: &Term| replaced(term, part, by);
        let mut assumptions: Vec<Term> = self.assumptions.iter().map(put_in).collect();
        assumptions.push(condition);
        Claim {
            ranges: self.ranges.clone(),
            assumptions,
            goal: put_in(&self.goal),
        }
    }

    /// Cases by the sign of what is said not to be zero, of a divisor, or of what is divided with
    /// rounding to zero.
    fn split_by_sign(&self) -> Option<Vec<Claim>> {
        let mut open: Vec<Term> = vec![];
        for assumption in &self.assumptions {
            if let Some(Expr::Apply(Operator::Eq, sides)) = as_negated(assumption) {
                match &sides[..] {
                    [term, Expr::Integer(zero)] | [Expr::Integer(zero), term] if zero.is_zero() => {
                        factors(term, &mut open);
                    }
                    _ => {}
                }
            }
        }
        divided(&self.goal, &mut open);
        let number = open.iter().find_map(|term| match term {
            Expr::Leaf(Column::Symbol(number)) => {
                let range = self.ranges.get(number)?;
                let both = !range.interval().is_non_negative()
                    && range.upper().is_none_or(|upper| *upper > Int::ZERO);
                both.then_some(*number)
            }
            _ => None,
        })?;
        let leaf: Term = Expr::Leaf(Column::Symbol(number));
        let case = |condition: Term| {
            let mut claim = self.clone();
            claim.assumptions.push(condition);
            claim
        };
        Some(vec![
            case(Expr::at_most(Expr::integer(1), leaf.clone())),
            case(Expr::equal(leaf.clone(), Expr::integer(0))),
            case(Expr::at_most(leaf, Expr::integer(-1))),
        ])
    }
}

/// The first `select` that is in no other's branches, and whose condition has none: what it selects
/// is then looked at where the condition is known.
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

/// The first part of a term that is wanted and has no such part inside.
fn innermost<'t>(term: &'t Term, wanted: &dyn Fn(&Term) -> bool) -> Option<&'t Term> {
    let Expr::Apply(_, arguments) = term else {
        return None;
    };
    arguments
        .iter()
        .find_map(|argument| innermost(argument, wanted))
        .or_else(|| wanted(term).then_some(term))
}

/// The leaves that a product is made of.
fn factors(term: &Term, found: &mut Vec<Term>) {
    match term {
        Expr::Apply(Operator::Mul, all) => all.iter().for_each(|factor| factors(factor, found)),
        Expr::Leaf(_) => found.push(term.clone()),
        _ => {}
    }
}

/// The leaves that are divisors, factors, or divided with rounding to zero.
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
