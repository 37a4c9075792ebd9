//! Making a proof smaller: what it does not need is left out, by trying.

use crate::program::Program;
use crate::proof::{
    Argument, Bounding, Checker, Decision, Derivation, Proof, RangeReason, RowReason, Setting,
    check,
};
use crate::rules::Rules;

/// How many checks may be spent on making a proof smaller.
const MAX_TRIALS: usize = 400;

/// Puts in the ranges and bounds that the checker derives, which may be narrower by now. What it
/// does not derive stays, for the check to complain about.
pub(super) fn refresh(proof: &mut Proof, program: &dyn Program, rules: &Rules, setting: &Setting) {
    let mut checker = Checker::new(program, rules, setting, proof.point);
    let steps = proof.steps.iter().all(|step| checker.step(step).is_ok());
    let facts = proof.facts.iter().all(|fact| checker.fact(fact).is_ok());
    if !steps || !facts {
        return;
    }
    checker.read_ahead(proof);
    for step in &mut proof.ranges {
        if let Ok(range) = checker.range_step(step) {
            step.range = range;
        }
    }
    for_each_bounding(&mut proof.argument, &mut |bounding| {
        checker.strengthen(bounding);
    });
}

/// The proof without the steps, ranges and facts that it holds without.
pub(super) fn minimised(
    proof: Proof,
    program: &dyn Program,
    rules: &Rules,
    setting: &Setting,
) -> Proof {
    let mut smallest = proof;
    let mut trials = 0;
    let mut accepted = |mut smaller: Proof| -> Option<Proof> {
        trials += 1;
        if trials > MAX_TRIALS {
            return None;
        }
        refresh(&mut smaller, program, rules, setting);
        check(&smaller, program, rules, setting)
            .is_ok()
            .then_some(smaller)
    };
    // In large chunks first, then one by one: often almost nothing is needed.
    let mut chunk = smallest.steps.len().max(smallest.ranges.len()).max(1);
    loop {
        let mut end = smallest.ranges.len();
        while end > 0 {
            let start = end.saturating_sub(chunk);
            let mut smaller = smallest.clone();
            smaller.ranges.drain(start..end);
            if let Some(smaller) = accepted(smaller) {
                smallest = smaller;
            }
            end = start;
        }
        let mut end = smallest.steps.len();
        while end > 0 {
            let start = end.saturating_sub(chunk);
            let mut smaller = smallest.clone();
            smaller.steps.drain(start..end);
            if let Some(smaller) = accepted(smaller) {
                smallest = smaller;
            }
            end = start;
        }
        if chunk == 1 {
            break;
        }
        chunk = (chunk / 2).max(1);
    }
    for n in (0..smallest.facts.len()).rev() {
        let mut smaller = smallest.clone();
        if without_fact(&mut smaller, n)
            && let Some(smaller) = accepted(smaller)
        {
            smallest = smaller;
        }
    }
    smallest
}

/// Takes a fact out that nothing refers to; false if something does.
fn without_fact(proof: &mut Proof, number: usize) -> bool {
    let mut used = false;
    let mut renumber = |fact: &mut usize| {
        used |= *fact == number;
        if *fact > number {
            *fact -= 1;
        }
    };
    for step in &mut proof.ranges {
        if let RangeReason::Fact { fact, .. } = &mut step.reason {
            renumber(fact);
        }
    }
    for_each_bounding(&mut proof.argument, &mut |bounding| {
        renumber_rows(bounding, &mut renumber);
    });
    proof.facts.remove(number);
    !used
}

fn renumber_rows(bounding: &mut Bounding, renumber: &mut dyn FnMut(&mut usize)) {
    match &mut bounding.derivation {
        Derivation::Range => {}
        Derivation::Rows(rows) => {
            for (row, _) in rows {
                if let RowReason::Fact(fact) = &mut row.reason {
                    renumber(fact);
                }
            }
        }
        Derivation::Cases(_, cases) => cases
            .iter_mut()
            .for_each(|case| renumber_rows(case, renumber)),
    }
}

/// Calls `visit` on every bound that is no case of another.
fn for_each_bounding(argument: &mut Argument, visit: &mut dyn FnMut(&mut Bounding)) {
    match argument {
        Argument::Same => {}
        Argument::Bound(bounding) => visit(bounding),
        Argument::Both(both) => both.iter_mut().for_each(visit),
        Argument::Decision(decision) => in_decision(decision, visit),
    }
}

fn in_decision(decision: &mut Decision, visit: &mut dyn FnMut(&mut Bounding)) {
    match decision {
        Decision::Range => {}
        Decision::Number(bounding) => visit(bounding),
        Decision::Comparison(_, by) => by.iter_mut().for_each(visit),
        Decision::Not(_, by) | Decision::One(_, _, by) => in_decision(by, visit),
        Decision::All(_, all) => all.iter_mut().for_each(|by| in_decision(by, visit)),
    }
}
