//! Congruences of all integers: a second pass over the program, after the intervals.
//!
//! A congruence is kept if the intervals prove that an operation does not wrap, else it is reduced to a power of two.
//! Loops iterate to a fixpoint: each change divides a modulus, so that there are few changes.

use super::Ranges;
use super::evaluate::Place;
use super::plan::{Plan, Source, ValuePlan};
use crate::number::{Congruence, Range};
use crate::program::{BlockId, Column, Definition, OpId, RegionId, TypeView, ValueId};
use crate::rules::ColumnKind;
use crate::term::Expr;
use crate::wrapped::{Aligned, WrappedRange};

impl Ranges<'_> {
    /// The congruence of a value's signed reading, wherever the value exists. Any integer with
    /// [`Plain`](super::Precision::Plain) precision.
    pub fn congruence(&self, value: ValueId) -> Congruence {
        let known = self.congruences.get(value.index());
        known.cloned().flatten().unwrap_or_else(Congruence::any)
    }

    /// Computes the congruences, and moves the ends of intervals to congruent integers. If the budget of visits is
    /// exceeded, there are no congruences.
    pub(super) fn align(&mut self, budget: usize) {
        self.congruences = vec![None; self.words.len()];
        for at in 0..self.layout.items() {
            self.dirty.insert(at);
        }
        let mut visits = 0;
        while let Some(at) = self.dirty.pop() {
            visits += 1;
            if visits > budget {
                self.congruences.clear();
                self.dirty.clear();
                return;
            }
            match self.layout.item(at) {
                super::layout::Item::Enter(op) => self.align_op(op),
                super::layout::Item::Leave(op) => self.align_results(op),
            }
        }
        for (word, congruence) in self.words.iter_mut().zip(&self.congruences) {
            if let (Some(word), Some(congruence)) = (word, congruence) {
                *word = word.within(congruence).unwrap_or(*word);
            }
        }
    }

    fn align_op(&mut self, op: OpId) {
        if !self.is_active(op) {
            return;
        }
        let program = self.program;
        if program.regions(op).is_empty() {
            self.align_results(op);
            if let Some(callee) = self.layout.callee(op) {
                self.align_call(op, callee);
            }
        } else if !self.layout.is_closed(op) {
            let plan = self.plan(op);
            self.align_regions(&plan);
            // The results may depend on the new arguments.
            self.leave(op);
        }
        let block = program.block_of(op).filter(|_| !self.is_root(op));
        if let Some(block) = block
            && program.block_ops(block).last() == Some(&op)
        {
            self.align_successors(op, block);
        }
    }

    fn align_regions(&mut self, plan: &Plan) {
        for region in &plan.regions {
            if !self.is_reached(region.entry) {
                continue;
            }
            for argument in &region.arguments {
                let place = Place {
                    block: region.entry,
                    also: &region.facts.conditions,
                };
                let congruence = self.congruent(argument, place);
                self.set_congruence(argument.value, congruence);
            }
        }
    }

    fn align_results(&mut self, op: OpId) {
        let program = self.program;
        let Some(block) = program.block_of(op).filter(|_| self.is_active(op)) else {
            return;
        };
        let plan = self.plan(op);
        let in_order = program.has_ssa_dominance(program.block_region(block));
        let called = self.layout.callee(op);
        for result in &plan.results {
            let place = Place {
                block,
                also: &plan.after.conditions,
            };
            let congruence = match called {
                // In a graph region, a value may depend on itself.
                _ if !in_order => Some(Congruence::any()),
                Some(callee) => self.returned_congruence(op, callee, result.value),
                None => self.congruent(result, place),
            };
            self.set_congruence(result.value, congruence);
        }
    }

    /// Updates the arguments of a terminator's successors, or schedules the ops that receive its operands.
    fn align_successors(&mut self, op: OpId, block: BlockId) {
        let successors = self.program.successors(op);
        for &successor in successors {
            let arguments = self.program.block_arguments(successor);
            for (n, &argument) in arguments.iter().enumerate() {
                let congruence = self.brought(successor, n);
                self.set_congruence(argument, congruence);
            }
        }
        if successors.is_empty() {
            self.have_parent_visited(block);
        }
    }

    /// The join of the values that the edges into a block pass for an argument.
    fn brought(&self, block: BlockId, argument: usize) -> Option<Congruence> {
        let edges = self.layout.predecessors(block).iter();
        let brought = edges.filter_map(|&edge| {
            let from = self.program.block_of(edge.0)?;
            if !self.is_reached(from) || !self.may_take(edge) {
                return None;
            }
            let forwarded = self.rules.successor_operands(self.program, edge.0, edge.1);
            match forwarded.get(argument) {
                Some(&value) => self.congruence_at(value, from),
                None => Some(Congruence::any()),
            }
        });
        brought.reduce(|a, b| a.join(&b))
    }

    fn align_call(&mut self, op: OpId, callee: OpId) {
        let Some((entry, passed)) = self.passed(op, callee) else {
            return;
        };
        let Some(block) = self.program.block_of(op) else {
            return;
        };
        let brought = |value: Option<&ValueId>| match value {
            Some(value) => self.congruence_at(*value, block),
            None => Some(Congruence::any()),
        };
        let parameters = self.program.block_arguments(entry).iter().enumerate();
        let brought: Vec<(ValueId, Option<Congruence>)> = parameters
            .map(|(n, &parameter)| (parameter, brought(passed.get(n))))
            .collect();
        for (parameter, congruence) in brought {
            self.set_congruence(parameter, congruence);
        }
    }

    /// The join of the values that the callee returns for a result of a call.
    fn returned_congruence(&self, call: OpId, callee: OpId, result: ValueId) -> Option<Congruence> {
        let program = self.program;
        let number = program.results(call).iter().position(|&it| it == result)?;
        self.handed_on_congruence(*program.regions(callee).first()?, number)
    }

    /// The join of the operands with a given number over the terminators of a region.
    fn handed_on_congruence(&self, region: RegionId, number: usize) -> Option<Congruence> {
        let handed_on = self.handed_on(region, number);
        let congruences = handed_on.filter_map(|handed_on| match handed_on {
            Some((value, block)) => self.congruence_at(value, block),
            None => Some(Congruence::any()),
        });
        congruences.reduce(|a, b| a.join(&b))
    }

    fn congruence_at(&self, value: ValueId, block: BlockId) -> Option<Congruence> {
        let aligned = self.aligned(value, Place::at(block));
        aligned.map(|it| it.congruence)
    }

    /// A value at a place, with its congruence; `None` if it has not been computed yet.
    fn aligned(&self, value: ValueId, place: Place<'_>) -> Option<Aligned> {
        self.with_congruence(self.look_at(value, place)?, value)
    }

    fn congruent(&self, plan: &ValuePlan, place: Place<'_>) -> Option<Congruence> {
        if let Some(known) = self.word(plan.value)?.as_signed_constant() {
            return Some(Congruence::constant(known));
        }
        match &plan.source {
            Source::Word(term) => {
                let mut unknown = false;
                let mut look = |value| {
                    unknown |= self.full(value).is_none();
                    self.aligned(value, place)
                };
                match term.evaluate_aligned(&mut look) {
                    Some(aligned) => Some(aligned.congruence),
                    None => unknown.then(Congruence::any),
                }
            }
            Source::Carried(initial, yielded, latch) => {
                let yielded = Some(yielded).filter(|_| self.is_reached(*latch));
                let either = [Some(initial), yielded].into_iter().flatten();
                let either = either.filter_map(|&value| self.aligned(value, place));
                let either = either.map(|it| it.congruence);
                either.reduce(|a, b| a.join(&b))
            }
            Source::CarriedOut(_, yielded, latch) => {
                let comes_out = self.is_reached(*latch);
                let aligned = comes_out.then(|| self.aligned(*yielded, place)).flatten();
                aligned.map(|it| it.congruence)
            }
            Source::HandedOn(region, number) => self.handed_on_congruence(*region, *number),
            Source::Terms(terms) => {
                let mut all = Congruence::any();
                for (kind, instance) in terms {
                    if self.are_given(instance, place) {
                        for term in &instance.terms {
                            let congruence = self.of_term(term, *kind, plan.value, place)?;
                            all = all.intersect(&congruence).unwrap_or(all);
                        }
                    }
                }
                Some(all)
            }
            Source::Nothing => Some(Congruence::any()),
        }
    }

    /// The congruence of a defining term. A counter equals its term exactly, since no step of its loop overflows. The
    /// result of an op may have been truncated.
    fn of_term(
        &self,
        term: &Expr<Column>,
        kind: ColumnKind,
        value: ValueId,
        place: Place<'_>,
    ) -> Option<Congruence> {
        let full = self.full(value)?;
        let is_counter = matches!(self.program.definition(value), Definition::Argument { .. });
        if is_counter && kind == ColumnKind::Value {
            return Some(self.range(term, place, None)?.congruence());
        }
        let is_index = self.program.value_type(value) == TypeView::Index;
        let range = self.range(term, place, is_index.then_some(full))?;
        let (low, high) = full.signed();
        let low = match kind {
            ColumnKind::Unsigned => 0,
            _ => low,
        };
        let fits = Range::between(low, high).contains_range(&range);
        Some(match fits {
            true => range.congruence(),
            false => Congruence::any(),
        })
    }

    /// A word with its congruence, if congruences are computed; `None` if that of the value is not known yet.
    pub(super) fn with_congruence(&self, word: WrappedRange, value: ValueId) -> Option<Aligned> {
        match self.congruences.is_empty() {
            true => Some(Aligned::of(word)),
            false => {
                let congruence = self.congruences.get(value.index())?.clone()?;
                Some(Aligned::new(word, congruence))
            }
        }
    }

    fn set_congruence(&mut self, value: ValueId, new: Option<Congruence>) {
        let (Some(new), Some(slot)) = (new, self.congruences.get_mut(value.index())) else {
            return;
        };
        let joined = match slot {
            Some(old) => old.join(&new),
            None => new,
        };
        if slot.as_ref() != Some(&joined) {
            *slot = Some(joined);
            self.have_visited(value);
        }
    }
}
