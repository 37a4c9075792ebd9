//! Transfer functions: visits of ops, regions and terminators.

use super::evaluate::Place;
use super::plan::{Plan, ValuePlan};
use super::{Precision, Ranges};
use crate::program::{BlockId, OpId, RegionId, ValueId};
use crate::wrapped::WrappedRange;

/// The number of changes of a joined value after which widening drops the endpoints that moved.
const CHANGES_TO_WIDEN: u8 = 3;

/// The number of changes after which a value gets its full range.
const CHANGES_TO_GIVE_UP: u8 = 100;

/// The origin of a value's word.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Origin {
    /// Computed by an op.
    Computed,
    /// Joined from several values.
    Joined,
}

impl Ranges<'_> {
    /// Schedules an op.
    pub(super) fn enter(&mut self, op: OpId) {
        if let Some(at) = self.layout.enter(op) {
            self.dirty.insert(at);
        }
    }

    pub(super) fn leave(&mut self, op: OpId) {
        if let Some(at) = self.layout.leave(op) {
            self.dirty.insert(at);
        }
    }

    /// Marks a block as reached and schedules its ops.
    fn reach(&mut self, block: BlockId) {
        let Some(reached) = self.reached.get_mut(block.index()) else {
            return;
        };
        if !std::mem::replace(reached, true) {
            for &op in self.program.block_ops(block) {
                self.enter(op);
            }
        }
    }

    pub(super) fn is_active(&self, op: OpId) -> bool {
        match self.program.block_of(op) {
            Some(block) => self.is_reached(block) || self.is_root(op),
            None => true,
        }
    }

    pub(super) fn is_root(&self, op: OpId) -> bool {
        self.layout.enter(op) == Some(0)
    }

    /// Visits an op: updates the results of an op without regions, or the entry arguments of its regions; then the
    /// successors of a terminator.
    pub(super) fn visit_op(&mut self, op: OpId) {
        let program = self.program;
        if !self.is_active(op) {
            return;
        }
        let block = program.block_of(op).filter(|_| !self.is_root(op));
        if let Some(block) = block {
            let is_known =
                |&value: &ValueId| self.look(value, block).is_some() || self.full(value).is_none();
            let in_order = program.has_ssa_dominance(program.block_region(block));
            if in_order && !program.operands(op).iter().all(is_known) {
                return;
            }
        }
        if program.regions(op).is_empty() {
            if !program.results(op).is_empty() {
                let plan = self.plan(op);
                self.set_results(op, &plan);
            }
            if let Some(callee) = self.layout.callee(op) {
                self.call(op, callee);
            }
        } else {
            let plan = self.plan(op);
            self.enter_regions(op, &plan);
            self.leave(op);
        }
        let is_last = |block| program.block_ops(block).last() == Some(&op);
        if let Some(block) = block.filter(|&block| is_last(block)) {
            self.pass_on(op, block);
        }
    }

    /// Updates the results of an op with regions.
    pub(super) fn visit_results(&mut self, op: OpId) {
        if self.is_active(op) && !self.program.results(op).is_empty() {
            let plan = self.plan(op);
            self.set_results(op, &plan);
        }
    }

    fn set_results(&mut self, op: OpId, plan: &Plan) {
        let Some(block) = self.program.block_of(op) else {
            return;
        };
        let origin = match self.program.regions(op).is_empty() {
            true => Origin::Computed,
            false => Origin::Joined,
        };
        let here = Place { block, also: &[] };
        if !self.may_hold(&plan.after, here) {
            return;
        }
        let called = self.layout.callee(op);
        let in_order = self
            .program
            .has_ssa_dominance(self.program.block_region(block));
        for result in &plan.results {
            let (word, origin) = match called {
                // In a graph region, a value may depend on itself.
                _ if !in_order => (self.full(result.value), origin),
                Some(callee) => (self.returned(op, callee, result.value), Origin::Joined),
                None => (self.planned(result, &plan.after, block), origin),
            };
            self.set(result.value, word, origin);
        }
    }

    fn planned(
        &self,
        plan: &ValuePlan,
        facts: &super::plan::Facts,
        block: BlockId,
    ) -> Option<WrappedRange> {
        let place = Place {
            block,
            also: &facts.conditions,
        };
        let word = self.of_source(&plan.source, plan.value, place)?;
        let word = match plan.relation {
            Some(relation) => self.by_order(word, relation, block)?,
            None => word,
        };
        match facts.stated.is_empty() {
            true => Some(word),
            false => self.by_facts(word, plan.value, facts, place),
        }
    }

    /// Enters those regions of an op whose facts are satisfiable.
    fn enter_regions(&mut self, op: OpId, plan: &Plan) {
        let program = self.program;
        if self.layout.is_closed(op) {
            for &caller in self.layout.callers(op).to_vec().iter() {
                self.enter(caller);
            }
            return;
        }
        for region in &plan.regions {
            let entry = region.entry;
            let outer = program.block_of(op);
            // The facts of the region are evaluated before the op.
            let conditions = &region.facts.conditions;
            let possible = outer.is_none_or(|block| {
                let mut all = conditions.iter();
                all.all(|assumption| self.may_begin(assumption, block))
            });
            if !possible {
                continue;
            }
            self.assume_in(entry, region.facts.conditions.clone());
            let mut words = vec![];
            for argument in &region.arguments {
                match self.planned(argument, &region.facts, entry) {
                    Some(word) => words.push((argument.value, word)),
                    None => break,
                }
            }
            if words.len() < region.arguments.len() {
                continue;
            }
            for (value, word) in words {
                self.set(value, Some(word), Origin::Joined);
            }
            self.reach(entry);
        }
    }

    /// Whether an assumption may hold at the start of a region. It may be about a value that the op itself computes,
    /// and that has no word yet.
    fn may_begin(&self, assumption: &super::assume::Assumption, block: BlockId) -> bool {
        self.is_possible(assumption, block)
    }

    /// Passes the operands of a terminator to its successors, or out of the region.
    fn pass_on(&mut self, op: OpId, block: BlockId) {
        let program = self.program;
        for (number, &successor) in program.successors(op).iter().enumerate() {
            if self.may_take((op, number)) {
                self.join_arguments(successor);
                self.reach(successor);
            }
        }
        if !program.successors(op).is_empty() {
            return;
        }
        self.have_parent_visited(block);
    }

    /// Schedules the ops that receive the operands of a block's terminator.
    pub(super) fn have_parent_visited(&mut self, block: BlockId) {
        let parent = self.holder(block);
        for &caller in self.layout.callers(parent).to_vec().iter() {
            self.enter(caller);
        }
        self.leave(parent);
        if !self.is_root(parent) && self.plan(parent).turns {
            self.enter(parent);
        }
    }

    /// Updates the arguments of a block: joins over the CFG edges into it.
    fn join_arguments(&mut self, block: BlockId) {
        let arguments = self.program.block_arguments(block);
        if arguments.is_empty() {
            return;
        }
        let edges: Vec<_> = self.layout.predecessors(block).to_vec();
        let mut words: Vec<Option<WrappedRange>> = vec![None; arguments.len()];
        for edge in edges {
            let Some(from) = self.program.block_of(edge.0) else {
                continue;
            };
            if !self.is_reached(from) || !self.may_take(edge) {
                continue;
            }
            let also: Vec<_> = self.of_edge(edge).into_iter().collect();
            let place = Place {
                block: from,
                also: &also,
            };
            let forwarded = self.rules.successor_operands(self.program, edge.0, edge.1);
            for (n, (&argument, word)) in arguments.iter().zip(&mut words).enumerate() {
                let new = match forwarded.get(n) {
                    Some(&value) => self.look_at(value, place),
                    // An argument that the terminator itself produces.
                    None => self.full(argument),
                };
                *word = match (*word, new) {
                    (Some(word), Some(new)) if word.width() == new.width() => Some(word.join(new)),
                    (Some(_), Some(_)) => self.full(argument),
                    (word, new) => word.or(new),
                };
            }
        }
        for (&argument, word) in arguments.iter().zip(words) {
            self.set(argument, word, Origin::Joined);
        }
    }

    /// The operands of a call to a function whose callers are all known, and the function's entry block.
    pub(super) fn passed(&self, op: OpId, callee: OpId) -> Option<(BlockId, Vec<ValueId>)> {
        if !self.layout.is_closed(callee) {
            return None;
        }
        let program = self.program;
        let &body = program.regions(callee).first()?;
        let &entry = program.blocks(body).first()?;
        Some((entry, self.rules.passed(program, op)?))
    }

    /// Passes the operands of a call to a function whose callers are all known.
    fn call(&mut self, op: OpId, callee: OpId) {
        let program = self.program;
        let Some((entry, passed)) = self.passed(op, callee) else {
            return;
        };
        let Some(block) = program.block_of(op) else {
            return;
        };
        let parameters = program.block_arguments(entry);
        for (n, &parameter) in parameters.iter().enumerate() {
            let word = match passed.get(n) {
                Some(value) => self.look(*value, block),
                _ => self.full(parameter),
            };
            let full = self.full(parameter);
            let word = word.filter(|word| full.is_some_and(|full| full.width() == word.width()));
            // Other callers were joined when they were visited. Narrowing must not replace the join.
            if !self.widening.narrowing {
                self.set(parameter, word, Origin::Joined);
            }
        }
        self.reach(entry);
    }

    /// The result of a call: the join over the callee's terminators.
    fn returned(&self, call: OpId, callee: OpId, result: ValueId) -> Option<WrappedRange> {
        let program = self.program;
        let number = program.results(call).iter().position(|&it| it == result)?;
        let body = *program.regions(callee).first()?;
        let full = self.full(result)?;
        let words = self.handed_on(body, number).filter_map(|handed_on| {
            let word = match handed_on {
                Some((value, block)) => self.look(value, block)?,
                None => full,
            };
            Some(if word.width() == full.width() {
                word
            } else {
                full
            })
        });
        words.reduce(WrappedRange::join)
    }

    /// The operand with a given number of each terminator that leaves a region, with its block; `None` for a terminator
    /// without such an operand.
    pub(super) fn handed_on(
        &self,
        region: RegionId,
        number: usize,
    ) -> impl Iterator<Item = Option<(ValueId, BlockId)>> {
        let program = self.program;
        program.blocks(region).iter().filter_map(move |&block| {
            let &last = program.block_ops(block).last()?;
            let leaves = self.is_reached(block) && program.successors(last).is_empty();
            let value = program.operands(last).get(number).copied();
            leaves.then_some(value.map(|value| (value, block)))
        })
    }

    /// Updates the word of a value, and schedules the ops that depend on it.
    fn set(&mut self, value: ValueId, word: Option<WrappedRange>, origin: Origin) {
        let Some(new) = word else {
            return;
        };
        let Some(slot) = self.words.get_mut(value.index()) else {
            return;
        };
        if self.widening.narrowing {
            if let Some(old) = *slot
                && old.width() == new.width()
            {
                *slot = Some(old.meet(new).unwrap_or(old));
            }
            return;
        }
        let mut merged = match *slot {
            Some(old) if old.width() == new.width() => old.join(new),
            _ => new,
        };
        if *slot == Some(merged) {
            return;
        }
        if let Some(old) = *slot {
            let changes = &mut self.widening.changes[value.index()];
            *changes = changes.saturating_add(1);
            let changes = *changes;
            let lets_go = match self.widening.precision {
                Precision::Mlir | Precision::Plain => {
                    origin == Origin::Computed && self.is_passed_on(value)
                }
                Precision::Narrowed(_) => changes >= CHANGES_TO_GIVE_UP,
            };
            if lets_go || changes >= CHANGES_TO_GIVE_UP {
                merged = merged.widest();
            } else if origin == Origin::Joined
                && changes >= CHANGES_TO_WIDEN
                && !self.widening.precision.is_plain()
            {
                merged = old.widen(merged).join(merged);
            }
        }
        let was_known = self.words[value.index()].replace(merged).is_some();
        self.assumptions.forget(value);
        self.have_visited(value);
        if was_known {
            for follower in self.assumptions.later_followers(value).to_vec() {
                self.have_visited(follower);
            }
        }
        for follower in self.assumptions.followers(value).to_vec() {
            self.have_visited(follower);
        }
    }

    pub(super) fn have_visited(&mut self, value: ValueId) {
        let dependants = self.assumptions.orders.dependants(value);
        for &user in self.program.users(value).iter().chain(dependants) {
            if let Some(at) = self.layout.enter(user) {
                self.dirty.insert(at);
            }
        }
    }

    /// Whether a terminator uses a value.
    fn is_passed_on(&self, value: ValueId) -> bool {
        self.program.users(value).iter().any(|&user| {
            let block = self.program.block_of(user);
            block.is_some_and(|block| self.program.block_ops(block).last() == Some(&user))
        })
    }
}
