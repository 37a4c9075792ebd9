//! Plans: the rules of an op, instantiated once and evaluated at each visit.

use super::assume::Assumption;
use super::assume::as_assumption;
use super::order::{Order, Relation};
use super::{Precision, Ranges};
use crate::number::Int;
use crate::program::{BlockId, Column, Definition, OpId, RegionId, ValueId};
use crate::rules::{
    Anchor, CarriedLoop, CarriedValue, ColumnKind, Constants, Fact, Instance, OpRules, Place,
    Reproduces, Rules, Stop, Subject, WordOperator, WordTerm, may_define, may_hold_from, owner,
};
use crate::term::Expr;
use smallvec::SmallVec;
use std::rc::Rc;
use std::sync::Arc;

/// The source of a value's word.
#[derive(Debug)]
pub(super) enum Source {
    /// A word rule.
    Word(WordTerm),
    /// A loop-carried value: the initial value, the value that the latch yields, and the latch's block.
    Carried(ValueId, ValueId, BlockId),
    /// Likewise after a loop that runs at least once: only the yielded value counts.
    CarriedOut(ValueId, ValueId, BlockId),
    /// The operand with that number of the terminators of a region that runs once.
    HandedOn(RegionId, usize),
    /// Definitions that all hold.
    Terms(Vec<(ColumnKind, Instance)>),
    /// There is no rule.
    Nothing,
}

/// A value of an op: a result, or an argument of a region's entry block.
#[derive(Debug)]
pub(super) struct ValuePlan {
    pub(super) value: ValueId,
    pub(super) source: Source,
    /// The relation of two values that it computes, if an order between them may be known.
    pub(super) relation: Option<Relation>,
}

/// The facts in a region, or after an op.
#[derive(Default, Debug)]
pub(super) struct Facts {
    /// The rules' facts, with the orders that each of their terms states.
    pub(super) stated: Vec<(Instance, Vec<SmallVec<[Order; 2]>>)>,
    /// Those among them that state the truth value of a condition.
    pub(super) conditions: Vec<Assumption>,
}

/// A region of an op.
#[derive(Debug)]
pub(super) struct RegionPlan {
    pub(super) entry: BlockId,
    pub(super) arguments: Vec<ValuePlan>,
    pub(super) facts: Facts,
}

/// The instantiated rules of one op.
#[derive(Debug)]
pub(super) struct Plan {
    pub(super) results: Vec<ValuePlan>,
    pub(super) regions: Vec<RegionPlan>,
    pub(super) after: Facts,
    /// Whether region arguments depend on the operands of terminators inside.
    pub(super) turns: bool,
}

/// Constants for rules: the results of ops without operands, which do not depend on the progress of the analysis.
pub(super) struct Literals<'r, 'p>(pub(super) &'r Ranges<'p>);

impl Constants for Literals<'_, '_> {
    fn constant(&mut self, column: Column) -> Result<Option<Int>, Stop> {
        let found = column.value().and_then(|value| self.0.literal(value));
        Ok(match column {
            Column::Value(_) => found
                .and_then(|word| word.as_signed_constant())
                .map(Int::from),
            Column::Unsigned(_) => found.and_then(|word| word.as_constant()).map(Int::from),
            _ => None,
        })
    }
}

impl<'p> Ranges<'p> {
    /// The plan of an op, memoized.
    pub(super) fn plan(&mut self, op: OpId) -> Rc<Plan> {
        if let Some(plan) = self.plans.get(&op) {
            return Rc::clone(plan);
        }
        let plan = Rc::new(self.make_plan(op));
        for relation in plan.results.iter().filter_map(|result| result.relation) {
            self.note_relation(op, relation);
        }
        if !self.widening.precision.is_plain() {
            for result in &plan.results {
                if let Source::Word(WordTerm::Apply(WordOperator::Select, parts)) = &result.source
                    && let Some(WordTerm::Value(condition)) = parts.first()
                {
                    self.note_condition(*condition);
                }
            }
        }
        self.plans.insert(op, Rc::clone(&plan));
        plan
    }

    /// The constant result of an op without operands.
    fn literal(&self, value: ValueId) -> Option<crate::wrapped::WrappedRange> {
        let Definition::Result { op, index } = self.program.definition(value) else {
            return None;
        };
        if !self.program.operands(op).is_empty() || !self.program.regions(op).is_empty() {
            return None;
        }
        if let Some(plan) = self.plans.get(&op) {
            let result = plan.results.iter().find(|result| result.value == value)?;
            return match result.source {
                Source::Word(WordTerm::Known(word)) => Some(word),
                _ => None,
            };
        }
        match self.word_term(op, Place::Result(index), value)? {
            WordTerm::Known(word) => Some(word),
            _ => None,
        }
    }

    /// Whether a value is a literal constant.
    pub(super) fn is_literal(&self, value: ValueId) -> bool {
        self.literal(value)
            .and_then(crate::wrapped::WrappedRange::as_constant)
            .is_some()
    }

    /// The word rule for a value of an op.
    pub(super) fn word_term(&self, op: OpId, place: Place, value: ValueId) -> Option<WordTerm> {
        let width = self.program.word_width(value)?;
        let rules = self.rules.words(self.program.op_name(op)).iter();
        let precision = self.widening.precision;
        let mut counting = rules.filter(|rule| match rule.reproduces {
            None => true,
            Some(Reproduces::Limits) => precision.is_plain(),
            Some(Reproduces::Mistake) => precision == Precision::Mlir,
        });
        counting.find_map(|rule| {
            let constants = &mut Literals(self);
            let of = (place, width);
            rule.instantiate(self.rules, self.program, op, of, constants)
                .ok()
        })
    }

    fn make_plan(&self, op: OpId) -> Plan {
        let program = self.program;
        let known = self.rules.op(program.op_name(op));
        let the_loop = match known {
            Some(known) if known.loop_.is_some() => self.rules.carried_by_op(program, op),
            _ => None,
        };
        let value_plan = |place, value: ValueId| {
            let source = known.map_or(Source::Nothing, |known| {
                self.source(known, the_loop.as_ref(), op, (place, value))
            });
            let relation = match &source {
                Source::Word(term) => self.relation(value, term),
                _ => None,
            };
            ValuePlan {
                value,
                source,
                relation,
            }
        };
        let is_integer = |value: &ValueId| program.word_width(*value).is_some();
        let results = program.results(op).iter().copied().enumerate();
        let results: Vec<ValuePlan> = results
            .filter(|(_, value)| is_integer(value))
            .map(|(n, value)| value_plan(Place::Result(n), value))
            .collect();
        let mut regions = vec![];
        for (number, &region) in program.regions(op).iter().enumerate() {
            let Some(&entry) = program.blocks(region).first() else {
                continue;
            };
            let arguments = program.block_arguments(entry).iter().copied().enumerate();
            regions.push(RegionPlan {
                entry,
                arguments: arguments
                    .filter(|(_, value)| is_integer(value))
                    .map(|(n, value)| value_plan(Place::Argument(number, n), value))
                    .collect(),
                facts: self.facts(known, op, Anchor::In(number)),
            });
        }
        let by_word = |plan: &ValuePlan| matches!(plan.source, Source::Word(_));
        // A fact about a value as an unbounded integer may not hold for its bits.
        let after = match results.iter().all(by_word) {
            true => Facts::default(),
            false => self.facts(known, op, Anchor::After),
        };
        let of_argument = |known: &OpRules| {
            let is = |subject: &Subject| matches!(subject, Subject::Argument(..));
            known.loop_.is_some() || known.defines.iter().any(|define| is(&define.subject))
        };
        Plan {
            results,
            regions,
            after,
            turns: known.is_some_and(of_argument),
        }
    }

    fn source(
        &self,
        known: &OpRules,
        the_loop: Option<&CarriedLoop>,
        op: OpId,
        (place, value): (Place, ValueId),
    ) -> Source {
        if let Some(term) = self.word_term(op, place, value) {
            return Source::Word(term);
        }
        if let Some((carried, latch)) = carried_as(the_loop, value) {
            let (initial, yielded) = (carried.initial, carried.yielded);
            return match place {
                Place::Result(_) if self.rules.surely_runs(self.program, op) => {
                    Source::CarriedOut(initial, yielded, latch)
                }
                _ => Source::Carried(initial, yielded, latch),
            };
        }
        if let (Place::Result(number), &[region]) = (place, self.program.regions(op))
            && self.program.blocks(region).len() > 1
            && self.rules.is_member("inline", self.program.op_name(op))
        {
            return Source::HandedOn(region, number);
        }
        let mut terms = vec![];
        for define in &known.defines {
            let is_of_value = matches!(define.kind, ColumnKind::Value | ColumnKind::Unsigned);
            if !is_of_value || !may_define(define, self.program, op, None) {
                continue;
            }
            let constants = &mut Literals(self);
            let rules: &Rules = self.rules;
            if let Ok(instance) =
                define.instantiate(rules, self.program, op, place, None, constants)
            {
                terms.push((define.kind, instance));
            }
        }
        match terms.is_empty() {
            true => Source::Nothing,
            false => Source::Terms(terms),
        }
    }

    fn facts(&self, known: Option<&OpRules>, op: OpId, anchor: Anchor) -> Facts {
        let mut facts = Facts::default();
        let rules = known.map_or(&[][..], |known| &known.facts);
        let may_hold = |fact: &&Arc<Fact>| may_hold_from(fact, anchor, self.program, op);
        for fact in rules.iter().filter(may_hold) {
            let constants = &mut Literals(self);
            let Ok(instance) = fact.instantiate(self.rules, self.program, op, anchor, constants)
            else {
                continue;
            };
            let orders: Vec<_> = instance.terms.iter().map(|it| self.orders(it)).collect();
            if instance.given.is_empty() {
                // Facts about the op's own values cannot be evaluated before the op.
                let own = |value: ValueId| owner(self.program, value).map(|it| it.0) == Some(op);
                let assumed = instance.terms.iter().filter_map(as_assumption);
                facts
                    .conditions
                    .extend(assumed.filter(|assumption| match assumption {
                        Assumption::Equals(value, _) => !own(*value),
                        _ => true,
                    }));
                if anchor != Anchor::After {
                    let not_of_literals = orders.iter().flatten().copied().filter(|order| {
                        !self.is_literal(order.low) && !self.is_literal(order.high)
                    });
                    let assumed = not_of_literals.map(Assumption::Order);
                    facts.conditions.extend(assumed);
                }
            }
            facts.stated.push((instance, orders));
        }
        facts
    }

    /// The orders between values of equal width that a fact states.
    fn orders(&self, fact: &Expr<Column>) -> SmallVec<[Order; 2]> {
        let mut orders = Order::of_fact(fact);
        let width = |value| self.program.word_width(value);
        orders.retain(|order| width(order.low) == width(order.high));
        orders
    }
}

/// The carried value of an argument or result of a loop, and the latch's block.
fn carried_as(the_loop: Option<&CarriedLoop>, value: ValueId) -> Option<(CarriedValue, BlockId)> {
    let the_loop = the_loop?;
    let mut carried = the_loop.carried.iter();
    let found = carried.find(|it| it.argument == value || it.result == Some(value))?;
    Some((*found, the_loop.end.block))
}

/// Whether a term mentions a column of a value.
pub(super) fn mentions(term: &Expr<Column>, value: ValueId) -> bool {
    let mut found = false;
    term.for_each_leaf(&mut |column| found |= column.value() == Some(value));
    found
}
