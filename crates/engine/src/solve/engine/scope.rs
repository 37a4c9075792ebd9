//! Scopes: the facts of the ops that dominate a point are asserted when a query enters the point.

use super::Engine;
use crate::program::{BlockId, Column, OpId, Point, RegionId, ShapedKind, TypeView, ValueId};
use crate::rules::{Anchor, ColumnKind, Fact, OpRules, Place, Stop, owner};
use crate::solve::agenda::Waiting;
use crate::solve::definitions::Known;
use crate::solve::facts::{FactOrigin, Stated};
use crate::solve::induction::Search;
use crate::term::{Compared, Id};
use smallvec::smallvec;
use std::sync::Arc;

/// Maximum rank of a memref whose layout is defined eagerly.
const MAX_RANK: usize = 64;

impl Engine<'_> {
    /// Asserts the facts that hold at a point because of the ops around it and before it, such as loop bounds and
    /// branch conditions.
    pub fn enter(&mut self, point: Point) {
        if self.scope.entered == Some(point.block) {
            self.pass_through(point);
        } else {
            // Outermost first: an inner block does not record a fact again that holds there already.
            for &here in self.known.points.path(point).points().iter().rev() {
                self.pass_through(here);
            }
            self.scope.entered = Some(point.block);
        }
        self.settle_facts();
        let invariants = self.invariants.all.len() as u32;
        self.disequalities
            .settle(&mut self.known, point, invariants);
    }

    /// Asserts the facts that hold at the start of a block, and those of the executed ops before a point. Each op is
    /// visited once.
    fn pass_through(&mut self, point: Point) {
        let done = self.scope.passed.get(&point.block).copied();
        let region = self.program.block_region(point.block);
        if done.is_none() {
            let op = self.program.region_parent(region);
            let is_region = |&other: &RegionId| other == region;
            if let Some(position) = self.program.regions(op).iter().position(is_region) {
                self.definitions
                    .touch(&mut self.known, op, Anchor::In(position));
            }
            self.note_branch(point.block);
            let dominance = &self.known.points.dominance;
            let latch = self.rules.latch(self.program, dominance, point.block);
            if self.is_loop(op) || latch.is_some() {
                self.demand_integers(self.program.block_arguments(point.block));
            }
            if let Some(latch) = latch {
                Search::new(self).note_cycle(latch);
            }
            for &argument in self.program.block_arguments(point.block) {
                self.demand_sizes(argument);
            }
        }
        let start = done.unwrap_or(0);
        if done.is_some() && start >= point.index {
            return;
        }
        self.scope
            .passed
            .insert(point.block, start.max(point.index));
        self.program.relies_on_order(point);
        // The ops of a graph region, such as the functions of a module, do not execute in order.
        if !self.program.has_ssa_dominance(region) {
            return;
        }
        let ops = self.program.block_ops(point.block);
        for &op in ops.get(start..point.index.min(ops.len())).unwrap_or(&[]) {
            let known = self.rules.op(self.program.op_name(op));
            if let Some(known) = known {
                self.definitions
                    .touch_known(&mut self.known, op, known, Anchor::After);
            }
            for &result in self.program.results(op) {
                self.demand_sizes(result);
            }
            if let Some(known) = known {
                self.demand_conditional(op, known);
                if known.loop_.is_some() {
                    self.demand_integers(self.program.results(op));
                }
                if known.is_join {
                    Search::new(self).note_join(op, known);
                }
            }
        }
    }

    fn is_loop(&self, op: OpId) -> bool {
        let known = self.rules.op(self.program.op_name(op));
        known.is_some_and(|known| known.loop_.is_some())
    }

    /// Defines the fixed-width integers that loops carry. Their ranges are finite, and bound the terms that they depend
    /// on.
    fn demand_integers(&mut self, values: &[ValueId]) {
        for &value in values {
            if matches!(self.program.value_type(value), TypeView::Integer { width } if width > 1) {
                self.definitions
                    .define(&mut self.known, Column::Value(value));
            }
        }
    }

    /// Queues the branch condition of the edge into a block.
    fn note_branch(&mut self, block: BlockId) {
        let known = self
            .rules
            .condition_at(self.program, &self.known.points.dominance, block);
        if let Some((edge, condition)) = known {
            let origin = FactOrigin::Rule("branch".into(), edge.terminator);
            let from = Some(Point::start(block));
            self.known.facts.defer(condition, vec![], from, origin);
        }
    }

    /// Defines those results of an op that a rule defines conditionally: the op's execution implies the equality.
    fn demand_conditional(&mut self, op: OpId, known: &OpRules) {
        let rules = self.rules;
        for rule in known
            .defines
            .iter()
            .filter(|rule| !rule.head.given.is_empty())
        {
            let column = match rule.kind {
                ColumnKind::Value => Column::Value,
                ColumnKind::Unsigned => Column::Unsigned,
                _ => continue,
            };
            for (number, &result) in self.program.results(op).iter().enumerate() {
                let place = Place::Result(number);
                loop {
                    let mut constants = Known::new(
                        &self.known.columns,
                        &self.known.egraph,
                        self.config.integer_overflow,
                    );
                    let instance =
                        rule.instantiate(rules, self.program, op, place, None, &mut constants);
                    match instance {
                        Ok(_) => {
                            self.definitions.define(&mut self.known, column(result));
                        }
                        Err(Stop::Demand(column)) => {
                            self.definitions.define(&mut self.known, column);
                            continue;
                        }
                        Err(Stop::Inapplicable) => {}
                    }
                    break;
                }
            }
        }
    }

    /// Defines the sizes of a shaped value. Its existence implies that they are not negative, and its op may assert
    /// more about them.
    fn demand_sizes(&mut self, value: ValueId) {
        let Some(shape) = self.program.value_type(value).shape() else {
            return;
        };
        // The type of a vector determines all its sizes.
        let has_sizes = shape.kind != ShapedKind::Vector;
        for dim in 0..shape.rank().filter(|_| has_sizes).unwrap_or(0) {
            self.definitions
                .define(&mut self.known, Column::Dim(value, dim as u32));
        }
        let rank = shape.rank().unwrap_or(0);
        if shape.kind == ShapedKind::Memref && rank <= MAX_RANK {
            self.demand_layout(value, rank);
        }
    }

    /// Defines the strides and the offset of a memref if rules of its op define a layout. The memref's type states one
    /// as well.
    fn demand_layout(&mut self, value: ValueId, rank: usize) {
        let Some((op, _)) = owner(self.program, value) else {
            return;
        };
        let of_layout = |kind| matches!(kind, ColumnKind::Stride | ColumnKind::Offset);
        let known = self.rules.op(self.program.op_name(op));
        if !known.is_some_and(|known| known.defines.iter().any(|rule| of_layout(rule.kind))) {
            return;
        }
        let strides = (0..rank).map(|dim| Column::Stride(value, dim as u32));
        for column in strides.chain([Column::Offset(value)]) {
            if self
                .definitions
                .stated_by_type(&self.known, column, value)
                .is_some()
            {
                self.definitions.define(&mut self.known, column);
            }
        }
    }

    /// Asserts the facts of all queued ops.
    pub(in crate::solve) fn settle_facts(&mut self) {
        loop {
            self.intern_facts();
            self.known.meet_comparisons();
            if let Some((op, anchor, number)) = self.definitions.agenda.renewed.pop() {
                self.renew_fact(op, anchor, number);
                continue;
            }
            match self.definitions.agenda.waiting.pop() {
                Some((op, anchor)) => self.put_down_facts(op, anchor),
                None => break,
            }
        }
        Search::new(self).find_invariants();
    }

    fn put_down_facts(&mut self, op: OpId, anchor: Anchor) {
        let rules = self.rules;
        let Some(known) = rules.op(self.program.op_name(op)) else {
            return;
        };
        for (number, fact) in known.facts.iter().enumerate() {
            if self
                .definitions
                .may_hold_from(&self.known, fact, anchor, op)
            {
                self.put_down_fact(op, anchor, number, fact);
            }
        }
    }

    /// Asserts the fact of one rule of an op once more.
    fn renew_fact(&mut self, op: OpId, anchor: Anchor, number: usize) {
        let known = self.rules.op(self.program.op_name(op));
        if let Some(fact) = known.and_then(|known| known.facts.get(number)) {
            self.put_down_fact(op, anchor, number, fact);
        }
    }

    /// Asserts the fact of a rule of an op.
    fn put_down_fact(&mut self, op: OpId, anchor: Anchor, number: usize, fact: &Fact) {
        let rules = self.rules;
        let point = self.anchored(op, anchor);
        loop {
            let mut constants = Known::new(
                &self.known.columns,
                &self.known.egraph,
                self.config.integer_overflow,
            );
            let instance = fact.instantiate(rules, self.program, op, anchor, &mut constants);
            let open = constants.open;
            match instance {
                Ok(instance) => {
                    let name: Arc<str> = fact.head.name.clone();
                    for condition in instance.terms {
                        let origin = FactOrigin::Rule(name.clone(), op);
                        self.known
                            .facts
                            .defer(condition, instance.given.clone(), point, origin);
                    }
                    return;
                }
                Err(Stop::Demand(column)) => {
                    self.definitions.define(&mut self.known, column);
                }
                Err(Stop::Inapplicable) => {
                    return self.definitions.park(
                        &mut self.known,
                        open,
                        smallvec![],
                        Waiting::Fact(op, anchor, number),
                    );
                }
            }
        }
    }

    /// The point from which facts at an anchor hold.
    fn anchored(&self, op: OpId, anchor: Anchor) -> Option<Point> {
        match anchor {
            Anchor::After => Point::after(self.program, op),
            Anchor::In(region) => {
                let region = self.program.regions(op).get(region);
                region
                    .and_then(|&region| self.program.blocks(region).first())
                    .map(|&block| Point::start(block))
            }
        }
    }

    /// Converts the queued conditions into linear facts.
    fn intern_facts(&mut self) {
        while let Some(deferred) = self.known.facts.take_deferred() {
            if deferred.given.is_empty()
                && let Some((compared, relation)) = self
                    .definitions
                    .compared(&mut self.known, &deferred.condition)
            {
                let (Compared::True(form) | Compared::Open(form)) = compared;
                // A comparison of constants is no fact.
                if !form.is_constant() {
                    let (origin, condition) = (deferred.origin, deferred.condition);
                    self.known
                        .add_fact(form, relation, deferred.point, origin, condition);
                }
                continue;
            }
            let condition = self
                .definitions
                .intern(&mut self.known, &deferred.condition);
            let given: Vec<Id> = deferred
                .given
                .iter()
                .map(|given| self.definitions.intern(&mut self.known, given))
                .collect();
            let stated = Arc::new(Stated {
                condition: deferred.condition,
                given: deferred.given,
            });
            self.assert(condition, deferred.point, given, deferred.origin, stated);
        }
    }
}
