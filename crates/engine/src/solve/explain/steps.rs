//! Adds the universal steps: definitions in dependency order, and the identities that were applied to their terms.

use super::super::columns::{Origin, State};
use super::super::config::IntegerOverflow;
use super::super::engine::Engine;
use super::{Attempt, Explainer, NoProof};
use crate::number::Int;
use crate::program::{Column, OpId};
use crate::proof::{Definition, RewriteUse, Source, Step, Term};
use crate::rules::{ColumnKind, Constants, Instance, Stop, owner};
use crate::term::{ENode, Reason};
use calipers_support::order::Order;
use std::sync::Arc;

/// Answers the rules' queries for constants as the engine does, and records the queried columns.
pub(super) struct Asking<'a, 'p> {
    engine: &'a Engine<'p>,
    asked: Vec<Column>,
}

impl Constants for Asking<'_, '_> {
    fn constant(&mut self, column: Column) -> Result<Option<Int>, Stop> {
        self.asked.push(column);
        let entry = self
            .engine
            .known
            .columns
            .get(column)
            .map(|leaf| self.engine.known.columns.entry(leaf));
        Ok(match entry.map(|entry| &entry.state) {
            Some(State::Done(id)) => self.engine.known.egraph.as_constant(*id).cloned(),
            _ => None,
        })
    }

    fn wraps(&self) -> bool {
        self.engine.config.integer_overflow == IntegerOverflow::Wrap
    }
}

impl Explainer<'_, '_, '_> {
    /// Queues the definition of a column, unless it was added already: terms are rewritten for each attempt at an
    /// identity, and mention the same columns again.
    pub(super) fn want(&mut self, column: Column) {
        if !self.queue.told.contains(&column) {
            self.queue.wanted.push_back(column);
        }
    }

    /// Adds the definitions of all queued columns, then the identities.
    pub(super) fn tell_wanted(&mut self) {
        loop {
            while let Some(column) = self.queue.wanted.pop_front() {
                self.tell(column);
            }
            self.tell_rewrites();
            // Definitions that were rejected before may be accepted now.
            let postponed = std::mem::take(&mut self.queue.postponed);
            let count = postponed.len();
            for column in postponed {
                self.tell_definition(column);
            }
            if self.queue.wanted.is_empty() && self.queue.postponed.len() == count {
                return;
            }
        }
    }

    /// Adds the definition of a column after those that it depends on. The stack is explicit, since chains of
    /// definitions may be as long as the program.
    fn tell(&mut self, column: Column) {
        let mut stack = vec![(column, false)];
        while let Some((column, needs_told)) = stack.pop() {
            if needs_told {
                self.tell_definition(column);
                continue;
            }
            if !self.queue.told.insert(column) {
                continue;
            }
            // Define the column, and record its class.
            let class = self.engine.class(column);
            self.reach(class);
            if self.engine.definition(column).is_some() {
                stack.push((column, true));
                let needed = self.needed_by_definition(column);
                stack.extend(needed.into_iter().rev().map(|column| (column, false)));
            }
            stack.extend(self.trip(column).map(|trip| (trip, false)));
        }
    }

    /// The trip number of an induction variable: that it is not negative bounds the variable, and so decides identities
    /// of the terms that mention it.
    fn trip(&self, column: Column) -> Option<Column> {
        let trip = column.value().map(Column::Trip)?;
        self.engine.known.columns.done(trip).map(|_| trip)
    }

    /// The columns that a definition, its rule or its induction step depends on.
    fn needed_by_definition(&mut self, column: Column) -> Vec<Column> {
        let Some(definition) = self.engine.definition(column).cloned() else {
            return vec![];
        };
        let mut needed = vec![];
        definition
            .term
            .for_each_leaf(&mut |&column| needed.push(column));
        match definition.origin {
            Origin::Rule(_, op) => needed.extend(self.asked_for_definition(column, op)),
            Origin::Induction(op) => {
                let mut with = self.carried_with(column);
                with.extend(needed.iter().filter_map(|&column| self.trip(column)));
                // The induction step does not depend on the initial value. In an outer loop, the proof of the initial
                // value may depend on this column.
                self.queue.wanted.extend(needed);
                with.extend(self.asked_for_trips(op));
                return with;
            }
            Origin::Type | Origin::Join | Origin::Reading => {}
        }
        needed
    }

    /// The columns whose constants select the rule that defines a column.
    pub(super) fn asked_for_definition(&self, column: Column, op: OpId) -> Vec<Column> {
        let (instances, mut asked) = self.instances(column, op);
        for (_, instance) in instances {
            for condition in instance.given {
                condition.for_each_leaf(&mut |&leaf| asked.push(leaf));
            }
        }
        asked
    }

    /// The definitions of a column by the rules of an op, with their names, as far as the constants are known now, and
    /// the columns that the rules ask about.
    fn instances(&self, column: Column, op: OpId) -> (Vec<(Arc<str>, Instance)>, Vec<Column>) {
        let Some((kind, index)) = ColumnKind::of(column) else {
            return (vec![], vec![]);
        };
        let engine = &*self.engine;
        let owner = column
            .value()
            .and_then(|value| owner(engine.program, value));
        let known = engine.rules.op(engine.program.op_name(op));
        let (Some((_, place)), Some(known)) = (owner, known) else {
            return (vec![], vec![]);
        };
        let mut asking = Asking {
            engine,
            asked: vec![],
        };
        let mut instances = vec![];
        let defines = known.defines.iter();
        for define in defines.filter(|it| it.is_of(engine.rules, engine.program, op, kind)) {
            let instance =
                define.instantiate(engine.rules, engine.program, op, place, index, &mut asking);
            instances.extend(instance.map(|it| (define.head.name.clone(), it)));
        }
        (instances, asking.asked)
    }

    /// The columns whose constants determine the facts of an op.
    pub(super) fn asked_for_facts(&self, op: OpId) -> Vec<Column> {
        let engine = &*self.engine;
        let mut asking = Asking {
            engine,
            asked: vec![],
        };
        if let Some(known) = engine.rules.op(engine.program.op_name(op)) {
            for fact in &known.facts {
                for anchor in fact.anchors_on(engine.program, op) {
                    // Only the queried columns are of interest.
                    let _ = fact.instantiate(engine.rules, engine.program, op, anchor, &mut asking);
                }
            }
        }
        asking.asked
    }

    /// The columns whose constants determine the trip count of a loop.
    pub(super) fn asked_for_trips(&self, op: OpId) -> Vec<Column> {
        let engine = &*self.engine;
        let mut asking = Asking {
            engine,
            asked: vec![],
        };
        if let Some(known) = engine.rules.op(engine.program.op_name(op)) {
            // Only the queried columns are of interest.
            let _ = known.trips(engine.rules, engine.program, op, &mut asking);
        }
        asking.asked
    }

    /// The counterpart in the induction over a carried column: the argument of a loop's result, or the yielded column
    /// of an argument.
    fn carried_with(&self, column: Column) -> Vec<Column> {
        let (program, rules) = (self.engine.program, self.engine.rules);
        let carried = column.value().and_then(|value| {
            let carrier = rules.carrier(program, &self.engine.known.points.dominance, value);
            carrier.map(|(_, carried)| carried)
        });
        let other = carried.map(|carried| match column.value() == Some(carried.argument) {
            true => carried.yielded,
            false => carried.argument,
        });
        let other = other.map(|value| column.of_value(value));
        other.into_iter().collect()
    }

    fn tell_definition(&mut self, column: Column) {
        let Some(definition) = self.engine.definition(column).cloned() else {
            return;
        };
        let source = match definition.origin {
            Origin::Type => Source::Type,
            Origin::Rule(name, op) => Source::Rule(name, op),
            Origin::Induction(op) => Source::Induction(op),
            Origin::Join => Source::Join,
            Origin::Reading => Source::Reading,
        };
        if matches!(source, Source::Induction(_)) {
            // The induction step may depend on them.
            self.tell_rewrites();
        }
        let own = Definition {
            column,
            term: definition.term,
            source,
        };
        if !self.is_told(&own)
            && !self
                .other_definitions(&own)
                .iter()
                .any(|it| self.is_told(it))
        {
            self.queue.postponed.push(column);
        }
    }

    /// Adds a definition, if the checker accepts it.
    fn is_told(&mut self, definition: &Definition) -> bool {
        // Identities may apply to any part of the term.
        self.intern(&definition.term);
        let step = Step::Definition(definition.clone());
        let is_accepted = self.checker.step(&step).is_ok();
        if is_accepted {
            self.steps.push(step);
            self.name(definition.column);
        }
        is_accepted
    }

    /// The definitions of the same column by the other rules of its op. A rule may have been selected before a constant
    /// was known that excludes it.
    fn other_definitions(&self, own: &Definition) -> Vec<Definition> {
        let Source::Rule(selected, op) = &own.source else {
            return vec![];
        };
        let (instances, _) = self.instances(own.column, *op);
        let others = instances.into_iter().filter(|(name, _)| name != selected);
        let definitions = others.filter_map(|(name, mut instance)| {
            let term = instance.terms.pop()?;
            let (known, column) = (&self.engine.known, own.column);
            Some(Definition {
                column,
                term: self.engine.definitions.wrapped(known, column, term),
                source: Source::Rule(name, *op),
            })
        });
        definitions.collect()
    }

    /// Adds the identities about the recorded classes whose guards the checker can prove.
    pub(super) fn tell_rewrites(&mut self) {
        if self.attempt >= Attempt::Aliases {
            self.tell_aliases();
        }
        loop {
            let mut progress = false;
            let unions = self.engine.known.egraph.unions().to_vec();
            for (n, union) in unions.iter().enumerate() {
                let Reason::Rewrite { rule, binding } = &union.reason else {
                    continue;
                };
                let is_relevant = self
                    .cone
                    .classes
                    .contains(&self.engine.known.egraph.find(union.left));
                if !is_relevant || self.cone.settled_unions.contains(&n) {
                    continue;
                }
                let Ok(uses) = self.rewrite_uses(*rule, binding) else {
                    self.cone.settled_unions.insert(n);
                    continue;
                };
                for step in uses {
                    if self.checker.step(&step).is_ok() {
                        self.cone.settled_unions.insert(n);
                        self.reach_instance(&step);
                        self.steps.push(step);
                        progress = true;
                    }
                }
            }
            if !progress {
                return;
            }
        }
    }

    /// Records the classes of both sides of an identity.
    fn reach_instance(&mut self, step: &Step) {
        if let Step::Rewrite(rewrite) = step
            && let Ok((left, right)) = self.checker.instance(rewrite)
        {
            self.intern(&left);
            self.intern(&right);
        }
    }

    /// The application of an identity. In the second attempt, also without the names of columns, since a name may be
    /// that of a column whose definition the identity proves.
    fn rewrite_uses(
        &mut self,
        number: u32,
        binding: &[crate::term::Id],
    ) -> Result<Vec<Step>, NoProof> {
        let mut uses = vec![self.rewrite_use(number, binding)?];
        if self.attempt >= Attempt::Aliases {
            let terms = std::mem::take(&mut self.terms);
            let plain = self.rewrite_use(number, binding);
            self.terms = terms;
            uses.extend(plain.ok().filter(|plain| uses[0] != *plain));
        }
        Ok(uses)
    }

    fn rewrite_use(&mut self, number: u32, binding: &[crate::term::Id]) -> Result<Step, NoProof> {
        let rule = self.engine.rules.rewrites().all.get(number as usize);
        let name = rule.ok_or(NoProof::NotFoundAgain)?.name.as_str().into();
        let binding: Result<Vec<Term>, NoProof> = binding
            .iter()
            .map(|&class| {
                self.reach(class);
                self.write(class)
            })
            .collect();
        Ok(Step::Rewrite(RewriteUse {
            number,
            name,
            binding: binding?,
        }))
    }

    /// The recorded leaves, in the order of the engine.
    pub(super) fn leaves(&self) -> Vec<Column> {
        let egraph = &self.engine.known.egraph;
        let mut leaves: Vec<crate::term::Id> = self.cone.classes.iter().copied().collect();
        leaves.retain(|&class| egraph.form(class).as_atom() == Some(class));
        leaves.order_by_key(|&class| egraph.rank(class));
        let column = |class| {
            let leaf = egraph.nodes(class).find_map(|node| match node {
                ENode::Leaf(leaf) => Some(*leaf),
                _ => None,
            });
            leaf.map(|leaf| self.engine.known.columns.entry(leaf).column)
        };
        leaves.into_iter().filter_map(column).collect()
    }

    /// Adds leaves as terms.
    pub(super) fn tell_leaves(&mut self, leaves: &[Column]) {
        for &leaf in leaves {
            let step = Step::Term(Term::Leaf(leaf));
            if self.checker.step(&step).is_ok() {
                self.steps.push(step);
            }
        }
    }

    /// Adds all equal terms of the recorded classes: each of them may narrow the range of its class. Minimization
    /// removes the redundant ones.
    fn tell_aliases(&mut self) {
        let mut classes: Vec<crate::term::Id> = self
            .cone
            .classes
            .iter()
            .copied()
            .filter(|class| !self.cone.aliased.contains(class))
            .collect();
        classes.order();
        for class in classes {
            self.cone.aliased.insert(class);
            if self.cone.aliased.len() > MAX_ALIASED {
                return;
            }
            let form = self.engine.known.egraph.form(class).clone();
            // The terms of a number are all that have this value anywhere in the program.
            if form.is_constant() {
                continue;
            }
            let nodes = self.engine.known.egraph.nodes(class).to_vec();
            let mut terms: Vec<Term> = nodes
                .iter()
                .filter(|node| matches!(node, ENode::Apply(..)))
                .filter_map(|node| self.write_node(node).ok())
                .collect();
            if form.as_atom().is_none() {
                terms.extend(self.write_form(&form));
            }
            for term in terms {
                let step = Step::Term(term);
                if self.checker.step(&step).is_ok() {
                    self.steps.push(step);
                }
            }
        }
    }
}

/// Maximum number of classes whose equal terms are added.
const MAX_ALIASED: usize = 500;
