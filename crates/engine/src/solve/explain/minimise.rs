//! Minimizes proofs by removing parts and checking again.

use crate::program::Program;
use crate::proof::{
    Argument, Bounding, Checker, Decision, Derivation, Lemmas, MAX_NODES, Part, Proof, RangeReason,
    Reason, Rejection, Row, RowReason, Setting, Step, check_lemmas, measure,
};
use crate::rules::Rules;
use std::cell::RefCell;

/// The budget for minimizing one proof, in the unit of [`cost`]: a small proof becomes minimal, from a large one only
/// large pieces are removed.
const BUDGET: usize = 30_000;

/// Maximum number of checkers that are kept.
const KEPT: usize = 8;

/// The cost of checking a proof: its parts, and the size of its terms, which each identity may rewrite.
fn cost(proof: &Proof, program: &dyn Program) -> usize {
    let parts = proof.steps.len() + proof.ranges.len() + proof.facts.len();
    let nodes = measure(proof, program).unwrap_or(MAX_NODES);
    8 + parts + nodes / 32 + proof.steps.len() * nodes / 1024
}

/// The context against which a proof is checked.
pub(super) struct Minimise<'m> {
    program: &'m dyn Program,
    rules: &'m Rules,
    setting: &'m Setting,
    lemmas: &'m Lemmas,
    kept: RefCell<Kept<'m>>,
}

/// Checkers that have accepted first steps of a proof.
#[derive(Default)]
struct Kept<'m> {
    /// The steps of the proof.
    steps: Vec<Step>,
    /// In ascending order of the number of steps that each has accepted.
    checkers: Vec<(usize, Checker<'m>)>,
}

impl Kept<'_> {
    /// Whether all steps of this proof were accepted.
    fn is_of(&self, proof: &Proof) -> bool {
        let accepted = self
            .checkers
            .last()
            .is_some_and(|it| it.0 == proof.steps.len());
        accepted && self.steps == proof.steps
    }
}

impl<'m> Minimise<'m> {
    pub(super) fn new(
        program: &'m dyn Program,
        rules: &'m Rules,
        setting: &'m Setting,
        lemmas: &'m Lemmas,
    ) -> Self {
        Minimise {
            program,
            rules,
            setting,
            lemmas,
            kept: RefCell::default(),
        }
    }

    /// Checks a proof, with the lemmas assumed.
    pub(super) fn check(&self, proof: &Proof) -> Result<(), Rejection> {
        let lemmas = self.lemmas.clone();
        check_lemmas(proof, self.program, self.rules, self.setting, lemmas)
    }

    /// Checks a proof whose ranges and bounds may be wider or narrower than stated, and states those that follow from
    /// its steps in their order. Another look at the definitions, which [`check`](Minimise::check) takes, may narrow
    /// these.
    fn recheck(&self, proof: &mut Proof) -> Result<(), Rejection> {
        measure(proof, self.program)?;
        let checker = &mut self.premises(proof)?;
        for (n, step) in proof.ranges.iter_mut().enumerate() {
            step.range = checker.range_step(step).map_err(at(Part::Range(n)))?;
        }
        for_each_bounding(&mut proof.argument, &mut |bounding| {
            checker.strengthen(bounding);
        });
        for (n, fact) in proof.facts.iter().enumerate() {
            checker.given(&fact.given).map_err(at(Part::Fact(n)))?;
        }
        checker.conclude(proof)
    }

    /// A checker that has accepted the steps and facts of a proof.
    fn premises(&self, proof: &Proof) -> Result<Checker<'m>, Rejection> {
        let (done, mut checker) = self.after_steps(proof);
        for (n, step) in proof.steps.iter().enumerate().skip(done) {
            checker.step(step).map_err(at(Part::Step(n)))?;
        }
        for (n, fact) in proof.facts.iter().enumerate() {
            checker.fact(fact).map_err(at(Part::Fact(n)))?;
        }
        checker.read_ahead(proof).map_err(at(Part::Whole))?;
        Ok(checker)
    }

    /// A checker that has accepted that number of the first steps of a proof.
    fn after_steps(&self, proof: &Proof) -> (usize, Checker<'m>) {
        let kept = self.kept.borrow();
        let pairs = kept.steps.iter().zip(&proof.steps);
        let common = pairs.take_while(|(a, b)| a == b).count();
        if let Some(known) = kept.checkers.iter().rfind(|it| it.0 <= common) {
            return known.clone();
        }
        let mut checker = Checker::new(self.program, self.rules, self.setting, proof.point);
        checker.lemmas = self.lemmas.clone();
        (0, checker)
    }

    /// Keeps checkers that have accepted first steps of a proof, of which parts are removed next: a smaller proof with the
    /// same first steps need not repeat these.
    fn keep(&self, proof: &Proof) {
        if self.kept.borrow().is_of(proof) {
            return;
        }
        let stride = proof.steps.len().div_ceil(KEPT).max(1);
        let (mut done, mut checker) = self.after_steps(proof);
        let mut kept = self.kept.take();
        kept.checkers.retain(|it| it.0 <= done);
        for step in &proof.steps[done..] {
            if checker.step(step).is_err() {
                break;
            }
            done += 1;
            if done % stride == 0 || done == proof.steps.len() {
                kept.checkers.push((done, checker.clone()));
            }
        }
        kept.steps.clone_from(&proof.steps);
        self.kept.replace(kept);
    }

    /// Replaces the ranges and bounds by those that the checker derives, if it derives all. Removes unused facts whose
    /// conditions the ranges do not show: they were tried.
    pub(super) fn refresh(&self, proof: &mut Proof) {
        let Ok(mut checker) = self.premises(proof) else {
            return;
        };
        for step in &mut proof.ranges {
            if let Ok(range) = checker.range_step(step) {
                step.range = range;
            }
        }
        for_each_bounding(&mut proof.argument, &mut |bounding| {
            checker.strengthen(bounding);
        });
        for n in (0..proof.facts.len()).rev() {
            if checker.given(&proof.facts[n].given).is_err() {
                let mut smaller = proof.clone();
                if without_fact(&mut smaller, n) {
                    *proof = smaller;
                }
            }
        }
    }

    /// The proof without redundant cases, rows, steps, ranges and facts.
    pub(super) fn minimised(&self, proof: Proof) -> Proof {
        let smaller = self.smallest(proof.clone(), &|proof| self.recheck(proof).is_ok());
        if self.check(&smaller).is_ok() {
            return smaller;
        }
        let accepts = |proof: &mut Proof| self.recheck(proof).is_ok() && self.check(proof).is_ok();
        self.smallest(proof, &accepts)
    }

    /// The smallest accepted proof that is found.
    fn smallest(&self, proof: Proof, accepts: &dyn Fn(&mut Proof) -> bool) -> Proof {
        let mut search = Search {
            smallest: proof,
            left: BUDGET,
            cost: &|proof: &Proof| cost(proof, self.program),
            keep: &|proof: &Proof| self.keep(proof),
            accepts,
        };
        (search.keep)(&search.smallest);
        search.by_range();
        search.argument();
        loop {
            // Later parts depend on earlier ones, so that removal starts at the end.
            search.chunks(|proof| &mut proof.ranges);
            let conditional = conditional_facts(&search.smallest);
            search.facts();
            // The conditions of facts depend on ranges, and definitions of what they mention are steps.
            if conditional_facts(&search.smallest) < conditional {
                search.chunks(|proof| &mut proof.ranges);
                search.facts();
            }
            search.chunks(|proof| &mut proof.steps);
            // With fewer identities, ranges alone may decide the condition.
            if !search.by_range() {
                return search.smallest;
            }
        }
    }
}

/// The rejection of a part.
fn at(part: Part) -> impl FnOnce(Reason) -> Rejection {
    move |reason| Rejection { part, reason }
}

struct Search<'s> {
    smallest: Proof,
    /// The remaining budget.
    left: usize,
    cost: &'s dyn Fn(&Proof) -> usize,
    /// Prepares for proofs of which parts of this one were removed.
    keep: &'s dyn Fn(&Proof),
    accepts: &'s dyn Fn(&mut Proof) -> bool,
}

impl Search<'_> {
    /// Applies a change, and keeps it if the proof still holds. Returns whether it was kept.
    fn try_smaller(&mut self, change: impl FnOnce(&mut Proof) -> bool) -> bool {
        self.left > 0 && self.attempt(change)
    }

    /// The same, whatever is left of the budget: for changes that cost a single check of the proof.
    fn attempt(&mut self, change: impl FnOnce(&mut Proof) -> bool) -> bool {
        let mut smaller = self.smallest.clone();
        if !change(&mut smaller) {
            return false;
        }
        self.left = self.left.saturating_sub((self.cost)(&smaller));
        let accepted = (self.accepts)(&mut smaller);
        if accepted {
            self.smallest = smaller;
        }
        accepted
    }

    /// Removes the facts that nothing uses: all together, else one by one.
    fn facts(&mut self) {
        if !self.attempt(without_unused_facts) {
            for n in (0..self.smallest.facts.len()).rev() {
                self.try_smaller(|proof| without_fact(proof, n));
            }
        }
    }

    /// Replaces the decision by a range.
    fn by_range(&mut self) -> bool {
        self.try_smaller(|proof| match &mut proof.argument {
            Argument::Decision(decision) if *decision != Decision::Range => {
                *decision = Decision::Range;
                true
            }
            _ => false,
        })
    }

    /// Simplifies derivations: replaces them by ranges, removes splits that one case does without, and removes
    /// redundant rows.
    fn argument(&mut self) {
        let mut number = 0;
        while number < derivations(&mut self.smallest) {
            if self.without_split(number) {
                continue;
            }
            if self.try_smaller(|proof| change_derivation(proof, number, &|by, _| by_range(by))) {
                number += 1;
                continue;
            }
            let mut row = 0;
            loop {
                let exists = std::cell::Cell::new(false);
                let removed = self.try_smaller(|proof| {
                    change_derivation(proof, number, &|by, _| {
                        let found = without_row(by, row);
                        exists.set(found);
                        found
                    })
                });
                if !exists.get() {
                    break;
                }
                row += usize::from(!removed);
            }
            number += 1;
        }
        // Splits may be redundant once rows were removed.
        let mut number = 0;
        while number < derivations(&mut self.smallest) {
            number += usize::from(!self.without_split(number));
        }
    }

    /// Replaces a split by one of its cases.
    fn without_split(&mut self, number: usize) -> bool {
        [0, 1].into_iter().any(|case| {
            self.try_smaller(|proof| {
                change_derivation(proof, number, &|by, depth| only_case(by, case, depth))
            })
        })
    }

    /// Removes items of a list, in large chunks first, since often few are needed.
    fn chunks<T>(&mut self, list: fn(&mut Proof) -> &mut Vec<T>) {
        let mut chunk = list(&mut self.smallest).len().max(1);
        loop {
            let mut end = list(&mut self.smallest).len();
            if self.left > 0 {
                (self.keep)(&self.smallest);
            }
            while end > 0 {
                let start = end.saturating_sub(chunk);
                self.try_smaller(|proof| list(proof).drain(start..end).count() > 0);
                end = start;
            }
            if chunk == 1 {
                return;
            }
            chunk = (chunk / 2).max(1);
        }
    }
}

/// The number of derivations, including those of cases.
fn derivations(proof: &mut Proof) -> usize {
    let mut count = 0;
    for_each_bounding(&mut proof.argument, &mut |bounding| {
        in_cases(bounding, 0, &mut |_, _| count += 1);
    });
    count
}

/// Changes the derivation with that number.
fn change_derivation(
    proof: &mut Proof,
    number: usize,
    change: &dyn Fn(&mut Bounding, usize) -> bool,
) -> bool {
    let (mut count, mut changed) = (0, false);
    for_each_bounding(&mut proof.argument, &mut |bounding| {
        in_cases(bounding, 0, &mut |bounding, depth| {
            if count == number {
                changed = change(bounding, depth);
            }
            count += 1;
        });
    });
    changed
}

/// Calls `visit` on a bound and the number of splits around it, then on those of its (possibly changed) cases.
fn in_cases(by: &mut Bounding, depth: usize, visit: &mut dyn FnMut(&mut Bounding, usize)) {
    visit(by, depth);
    if let Derivation::Cases(_, cases) = &mut by.derivation {
        cases
            .iter_mut()
            .for_each(|case| in_cases(case, depth + 1, visit));
    }
}

fn by_range(by: &mut Bounding) -> bool {
    if by.bound.is_none() || by.derivation == Derivation::Range {
        return false;
    }
    by.derivation = Derivation::Range;
    true
}

fn without_row(by: &mut Bounding, row: usize) -> bool {
    match &mut by.derivation {
        Derivation::Rows(rows) if row < rows.len() => {
            rows.remove(row);
            true
        }
        _ => false,
    }
}

/// Replaces a split by one case, if that case does not use its rows.
fn only_case(by: &mut Bounding, case: usize, depth: usize) -> bool {
    let Derivation::Cases(_, cases) = &by.derivation else {
        return false;
    };
    let Some(mut only) = cases.get(case).cloned() else {
        return false;
    };
    let mut used = false;
    in_cases(&mut only, depth, &mut |bounding, _| {
        let Derivation::Rows(rows) = &mut bounding.derivation else {
            return;
        };
        for (row, _) in rows {
            renumber_case(row, &mut |number| {
                used |= *number == depth;
                *number -= usize::from(*number > depth);
            });
        }
    });
    if !used {
        *by = only;
    }
    !used
}

fn renumber_case(row: &mut Row, renumber: &mut dyn FnMut(&mut usize)) {
    match &mut row.reason {
        RowReason::Case(number) | RowReason::Selected { case: number, .. } => renumber(number),
        RowReason::Cut(rows) => rows
            .iter_mut()
            .for_each(|(row, _)| renumber_case(row, renumber)),
        _ => {}
    }
}

fn conditional_facts(proof: &Proof) -> usize {
    let facts = proof.facts.iter();
    facts.filter(|fact| !fact.given.is_empty()).count()
}

/// Removes an unused fact. Returns `false` if it is used.
fn without_fact(proof: &mut Proof, number: usize) -> bool {
    let mut used = false;
    for_each_fact(proof, &mut |fact| {
        used |= *fact == number;
        if *fact > number {
            *fact -= 1;
        }
    });
    proof.facts.remove(number);
    !used
}

/// Removes all unused facts. Returns `false` if there are none.
fn without_unused_facts(proof: &mut Proof) -> bool {
    let mut unused = vec![true; proof.facts.len()];
    for_each_fact(proof, &mut |fact| {
        if let Some(unused) = unused.get_mut(*fact) {
            *unused = false;
        }
    });
    for (number, _) in unused.iter().enumerate().rev().filter(|(_, it)| **it) {
        without_fact(proof, number);
    }
    unused.contains(&true)
}

/// Calls `visit` on each place at which a proof names a fact.
fn for_each_fact(proof: &mut Proof, visit: &mut dyn FnMut(&mut usize)) {
    for step in &mut proof.ranges {
        if let RangeReason::Fact { fact, .. } = &mut step.reason {
            visit(fact);
        }
    }
    for_each_bounding(&mut proof.argument, &mut |bounding| {
        renumber_rows(bounding, visit);
    });
}

fn renumber_rows(bounding: &mut Bounding, renumber: &mut dyn FnMut(&mut usize)) {
    match &mut bounding.derivation {
        Derivation::Range => {}
        Derivation::Rows(rows) => {
            rows.iter_mut()
                .for_each(|(row, _)| renumber_row(row, renumber));
        }
        Derivation::Cases(_, cases) => cases
            .iter_mut()
            .for_each(|case| renumber_rows(case, renumber)),
    }
}

fn renumber_row(row: &mut Row, renumber: &mut dyn FnMut(&mut usize)) {
    match &mut row.reason {
        RowReason::Fact(fact) => renumber(fact),
        RowReason::Cut(rows) => rows
            .iter_mut()
            .for_each(|(row, _)| renumber_row(row, renumber)),
        _ => {}
    }
}

/// Calls `visit` on every bound that is not a case of another one.
fn for_each_bounding(argument: &mut Argument, visit: &mut dyn FnMut(&mut Bounding)) {
    match argument {
        Argument::Same => {}
        Argument::Bound(bounding) => visit(bounding),
        Argument::Both(both) => both.iter_mut().for_each(visit),
        Argument::Decision(decision) => in_decision(decision, visit),
        Argument::Deduction(_) | Argument::Instance(_) => {}
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
