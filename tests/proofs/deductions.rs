//! Mutations of deductions, one change at a time. The checker must reject the mutant, or the mutant must be harmless:
//! all its steps must be true at all sampled points.

use super::mutation::{Mutants, claims, variations};
use super::random::Numbers;
use super::{Term, k, x};
use calipers::number::{Int, Range};
use calipers::program::Column;
use calipers::proof::sequent::{
    Conversion, Deduction, Distinction, Factor, Inference, Place, Rule, Sequent, Sign,
};
use calipers::proof::{Argument, Proof};

/// The deduction in a proof.
pub fn deduction(proof: &mut Proof) -> Option<&mut Deduction> {
    match &mut proof.argument {
        Argument::Deduction(deduction) => Some(deduction),
        Argument::Instance(instance) => Some(&mut instance.deduction),
        _ => None,
    }
}

fn at<'i>(inference: &'i mut Inference, path: &[usize]) -> Option<&'i mut Inference> {
    match path.split_first() {
        None => Some(inference),
        Some((&n, rest)) => at(inference.premises.get_mut(n)?, rest),
    }
}

fn paths(inference: &Inference, path: &mut Vec<usize>, found: &mut Vec<Vec<usize>>) {
    found.push(path.clone());
    for (n, premise) in inference.premises.iter().enumerate() {
        path.push(n);
        paths(premise, path, found);
        path.pop();
    }
}

/// Proofs with one step of the deduction changed, and proofs of instances with one part changed.
pub fn mutants(proof: &Proof, all: &mut Mutants) {
    let mut copy = proof.clone();
    let Some(own) = deduction(&mut copy) else {
        return;
    };
    let mut found = vec![];
    paths(&own.inference, &mut vec![], &mut found);
    for path in &found {
        let Some(step) = at(&mut own.inference, path).cloned() else {
            continue;
        };
        for (what, changed) in changed_steps(&step) {
            let mut mutant = proof.clone();
            if let Some(place) = deduction(&mut mutant).and_then(|own| at(&mut own.inference, path))
            {
                *place = changed;
                all.push((format!("deduction {path:?}: {what}"), mutant));
            }
        }
    }
    for (what, sequent) in changed_sequents(&own.sequent) {
        let mut mutant = proof.clone();
        if let Some(own) = deduction(&mut mutant) {
            own.sequent = sequent;
            all.push((format!("deduction: {what}"), mutant));
        }
    }
    instances(proof, all);
}

fn instances(proof: &Proof, all: &mut Mutants) {
    let Argument::Instance(instance) = &proof.argument else {
        return;
    };
    let mut add = |what: String, changed: calipers::proof::Instance| {
        let mut mutant = proof.clone();
        mutant.argument = Argument::Instance(Box::new(changed));
        all.push((what, mutant));
    };
    for n in 0..instance.premises.len() {
        let mut changed = (**instance).clone();
        changed.premises.remove(n);
        add(format!("instance: without premise {n}"), changed);
        for (what, premise) in changed_proofs(&instance.premises[n]) {
            let mut changed = (**instance).clone();
            changed.premises[n] = premise;
            add(format!("instance: premise {n}: {what}"), changed);
        }
    }
    for n in 0..instance.values.len() {
        let mut changed = (**instance).clone();
        changed.values.remove(n);
        add(format!("instance: without value {n}"), changed);
    }
    for (what, conclusion) in changed_proofs(&instance.conclusion) {
        let mut changed = (**instance).clone();
        changed.conclusion = conclusion;
        add(format!("instance: conclusion: {what}"), changed);
    }
}

/// Variants of the proof with another conclusion.
fn changed_proofs(proof: &Proof) -> Mutants {
    let mut found = vec![];
    claims(proof, &mut found);
    for n in 0..proof.facts.len() {
        let mut changed = proof.clone();
        changed.facts.remove(n);
        found.push((format!("without fact {n}"), changed));
    }
    found
}

fn changed_sequents(sequent: &Sequent) -> Vec<(String, Sequent)> {
    let mut found = vec![];
    for goal in variations(&sequent.goal) {
        found.push(("another goal".into(), sequent.with_goal(goal)));
    }
    for (n, assumption) in sequent.assumptions.iter().enumerate() {
        for changed in variations(assumption) {
            let mut other = sequent.clone();
            other.assumptions[n] = changed;
            found.push((format!("another assumption {n}"), other));
        }
    }
    for (number, range) in &sequent.ranges {
        for by in [1, -1] {
            let mut other = sequent.clone();
            let shifted = range.add(&Range::constant(by));
            if shifted != *range {
                other.ranges.insert(*number, shifted);
                found.push((format!("another range of {number}"), other));
            }
        }
    }
    found
}

fn changed_steps(step: &Inference) -> Vec<(String, Inference)> {
    let mut found = vec![];
    let mut with = |rule: Rule| {
        if rule != step.rule {
            let premises = step.premises.clone();
            found.push((format!("{rule:?}"), Inference { rule, premises }));
        }
    };
    with(Rule::Open);
    with(Rule::Points);
    with(Rule::Trivial);
    for rule in changed_rules(&step.rule) {
        with(rule);
    }
    for n in 0..step.premises.len() {
        let mut changed = step.clone();
        changed.premises.remove(n);
        found.push((format!("without premise {n}"), changed));
        let mut changed = step.clone();
        changed.premises.rotate_left(1);
        if changed != *step {
            found.push(("premises in another order".into(), changed));
        }
    }
    found
}

fn changed_factor(factor: &Factor) -> Vec<Factor> {
    match *factor {
        Factor::Assumption(n) => vec![Factor::Assumption(n + 1), Factor::Assumption(n + 50)],
        Factor::Lower(n) => vec![Factor::Upper(n), Factor::Lower(n + 1)],
        Factor::Upper(n) => vec![Factor::Lower(n), Factor::Upper(n + 1)],
    }
}

fn changed_rules(rule: &Rule) -> Vec<Rule> {
    let around = |n: usize| [n + 1, n.wrapping_sub(1)];
    match rule {
        Rule::Open | Rule::Points | Rule::Trivial | Rule::AndIntro => vec![Rule::ByContradiction],
        Rule::ByContradiction => vec![Rule::AndIntro],
        Rule::Proof(proof) => changed_proofs(proof)
            .into_iter()
            .map(|(_, proof)| Rule::Proof(Box::new(proof)))
            .collect(),
        Rule::OrIntro(n) => around(*n).map(Rule::OrIntro).to_vec(),
        Rule::AndElim(n) => around(*n).map(Rule::AndElim).to_vec(),
        Rule::Drop(n) => around(*n).map(Rule::Drop).to_vec(),
        Rule::Substitute {
            assumption,
            symbol,
            value,
        } => {
            let (assumption, symbol) = (*assumption, *symbol);
            let with = |assumption, symbol, value: &Term| Rule::Substitute {
                assumption,
                symbol,
                value: value.clone(),
            };
            let mut found = vec![
                with(assumption + 1, symbol, value),
                with(assumption, symbol + 1, value),
            ];
            let values = variations(value);
            found.extend(values.iter().map(|value| with(assumption, symbol, value)));
            found
        }
        Rule::Product(a, b) => {
            let left = changed_factor(a).into_iter();
            let right = changed_factor(b).into_iter();
            left.map(|a| Rule::Product(a, b.clone()))
                .chain(right.map(|b| Rule::Product(a.clone(), b)))
                .collect()
        }
        Rule::Square(term) => variations(term).into_iter().map(Rule::Square).collect(),
        Rule::Factor {
            assumption,
            cofactor,
        } => {
            let with = |assumption: usize, cofactor: Term| Rule::Factor {
                assumption,
                cofactor,
            };
            let mut found = vec![with(assumption + 1, cofactor.clone())];
            let others = variations(cofactor).into_iter();
            found.extend(others.map(|cofactor| with(*assumption, cofactor)));
            found
        }
        Rule::Quotient(division, sign) => {
            let other = match sign {
                Sign::Positive => Sign::Negative,
                Sign::Negative => Sign::Positive,
            };
            let mut found = vec![Rule::Quotient(division.clone(), other)];
            let divisions = variations(division).into_iter();
            found.extend(divisions.map(|division| Rule::Quotient(division, *sign)));
            found
        }
        Rule::Narrow(ranges) => {
            let mut found = vec![Rule::Narrow(vec![])];
            for n in 0..ranges.len() {
                for by in [1, -1] {
                    let mut changed = ranges.clone();
                    changed[n].1 = changed[n].1.add(&Range::constant(by));
                    found.push(Rule::Narrow(changed));
                }
                let mut changed = ranges.clone();
                changed[n].1 = Range::empty();
                found.push(Rule::Narrow(changed));
                let mut changed = ranges.clone();
                changed[n].0 += 1;
                found.push(Rule::Narrow(changed));
            }
            found
        }
        Rule::Digits {
            symbol,
            modulus,
            quotient,
            remainder,
        } => {
            let with = |symbol: u32, modulus: Int, quotient: u32, remainder: u32| Rule::Digits {
                symbol,
                modulus,
                quotient,
                remainder,
            };
            let m = || modulus.clone();
            vec![
                with(*symbol + 1, m(), *quotient, *remainder),
                with(*symbol, Int::ZERO, *quotient, *remainder),
                with(*symbol, -modulus, *quotient, *remainder),
                with(*symbol, modulus + Int::ONE, *quotient, *remainder),
                with(*symbol, m(), *remainder, *remainder),
                with(*symbol, m(), *symbol, *remainder),
            ]
        }
        Rule::Offset {
            symbol,
            from,
            width,
            offset,
        } => {
            let with = |from: Term, width: Int, offset: u32| Rule::Offset {
                symbol: *symbol,
                from,
                width,
                offset,
            };
            let mut found = vec![
                with(from.clone(), width - Int::ONE, *offset),
                with(from.clone(), -Int::ONE, *offset),
                with(from.clone(), width.clone(), *symbol),
                with(x(*symbol), width.clone(), *offset),
            ];
            let others = variations(from).into_iter();
            found.extend(others.map(|from| with(from, width.clone(), *offset)));
            found
        }
        Rule::Cases(distinction) => changed_distinctions(distinction)
            .into_iter()
            .map(Rule::Cases)
            .collect(),
        Rule::Convert {
            part,
            conversion,
            place,
        } => {
            let with = |part: Term, conversion: Conversion, place: Place| Rule::Convert {
                part,
                conversion,
                place,
            };
            let mut found = vec![with(part.clone(), Conversion::Down, *place)];
            let others = variations(part).into_iter();
            found.extend(others.map(|part| with(part, conversion.clone(), *place)));
            let others = changed_conversions(conversion).into_iter();
            found.extend(others.map(|conversion| with(part.clone(), conversion, *place)));
            found
        }
        Rule::Instance(general, values) => {
            let mut found: Vec<Rule> = changed_sequents(general)
                .into_iter()
                .map(|(_, general)| Rule::Instance(Box::new(general), values.clone()))
                .collect();
            for n in 0..values.len() {
                let mut changed = values.clone();
                changed.remove(n);
                found.push(Rule::Instance(general.clone(), changed));
                for value in variations(&values[n].1) {
                    let mut changed = values.clone();
                    changed[n].1 = value;
                    found.push(Rule::Instance(general.clone(), changed));
                }
            }
            found
        }
    }
}

fn changed_distinctions(distinction: &Distinction) -> Vec<Distinction> {
    let of = |term: &Term, make: &dyn Fn(Term) -> Distinction| {
        let mut found: Vec<Distinction> = variations(term).into_iter().map(make).collect();
        found.push(Distinction::Condition(term.clone()));
        found.push(Distinction::Condition(k(7)));
        found
    };
    match distinction {
        Distinction::Select(term) => of(term, &Distinction::Select),
        Distinction::Condition(term) => of(term, &Distinction::Condition),
        Distinction::Extremum(term) => of(term, &Distinction::Extremum),
        Distinction::Dividend(term) => of(term, &Distinction::Dividend),
        Distinction::AndElim(n) => vec![Distinction::AndElim(n + 1), Distinction::AndElim(n + 40)],
        Distinction::Factors(n) => vec![Distinction::Factors(n + 1), Distinction::AndElim(*n)],
        Distinction::Unequal(n) => vec![Distinction::Unequal(n + 1), Distinction::AndElim(*n)],
        Distinction::Sign(number) => vec![Distinction::Sign(number + 1)],
        Distinction::AtLeast(number, end) => vec![
            Distinction::AtMost(*number, end.clone()),
            Distinction::AtLeast(*number, end + Int::ONE),
        ],
        Distinction::AtMost(number, end) => vec![
            Distinction::AtLeast(*number, end.clone()),
            Distinction::AtMost(*number, end - Int::ONE),
        ],
    }
}

fn changed_conversions(conversion: &Conversion) -> Vec<Conversion> {
    match conversion {
        Conversion::Down => vec![],
        Conversion::Equal(by) => variations(by).into_iter().map(Conversion::Equal).collect(),
        Conversion::Settled { quotient, rest } | Conversion::Split { quotient, rest } => {
            let with = |quotient: &Term, rest: &Term| {
                let (quotient, rest) = (quotient.clone(), rest.clone());
                match conversion {
                    Conversion::Split { .. } => Conversion::Split { quotient, rest },
                    _ => Conversion::Settled { quotient, rest },
                }
            };
            let mut found: Vec<Conversion> = variations(quotient)
                .iter()
                .map(|quotient| with(quotient, rest))
                .collect();
            found.extend(variations(rest).iter().map(|rest| with(quotient, rest)));
            found
        }
        Conversion::Cancelled {
            common,
            dividend,
            divisor,
        } => {
            let with = |common: &Term, dividend: &Term, divisor: &Term| Conversion::Cancelled {
                common: common.clone(),
                dividend: dividend.clone(),
                divisor: divisor.clone(),
            };
            let mut found = vec![with(&k(0), dividend, divisor)];
            let others = variations(common);
            found.extend(others.iter().map(|common| with(common, dividend, divisor)));
            let others = variations(dividend);
            found.extend(others.iter().map(|term| with(common, term, divisor)));
            let others = variations(divisor);
            found.extend(others.iter().map(|term| with(common, dividend, term)));
            found
        }
    }
}

/// Whether all steps are true at the sampled points.
pub fn is_harmless(proof: &Proof) -> bool {
    let mut copy = proof.clone();
    match deduction(&mut copy) {
        Some(own) => is_true(&own.inference, &own.sequent),
        None => false,
    }
}

fn is_true(inference: &Inference, sequent: &Sequent) -> bool {
    let Ok(left) = inference.rule.apply(sequent) else {
        return false;
    };
    holds_at_samples(sequent)
        && inference.premises.len() == left.len()
        && inference
            .premises
            .iter()
            .zip(&left)
            .all(|(premise, sequent)| is_true(premise, sequent))
}

fn holds_at_samples(sequent: &Sequent) -> bool {
    (1..60).all(|seed| {
        let numbers = &mut Numbers::new(seed);
        let width = [3, 12, 60][numbers.below(3) as usize];
        let point: std::collections::BTreeMap<u32, Int> = sequent
            .ranges
            .iter()
            .map(|(&number, range)| {
                let offset = Int::from(numbers.below(width));
                let value = match (range.lower(), range.upper()) {
                    (Some(lower), _) => lower + offset,
                    (None, Some(upper)) => upper - offset,
                    (None, None) => offset - Int::from(width / 2),
                };
                (number, value)
            })
            .collect();
        let in_range = |(number, range): (&u32, &Range)| range.contains(&point[number]);
        if !sequent.ranges.iter().all(in_range) {
            return true;
        }
        let value = |term: &Term| {
            term.evaluate(&|column| match column {
                Column::Symbol(number) => point.get(number).cloned(),
                _ => None,
            })
        };
        let is_zero = |term: &Term| value(term).is_some_and(|value| value.is_zero());
        sequent.assumptions.iter().any(is_zero) || !is_zero(&sequent.goal)
    })
}
