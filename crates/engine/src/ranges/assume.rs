//! Restrictions of values by the conditions that hold in a block.

use super::Ranges;
use super::layout::Edge;
use super::order::{Order, Orders};
use crate::number::Int;
use crate::program::{BlockId, Column, Definition, OpId, Point, ValueId};
use crate::rules::{Item, Place, WordOperator, WordTerm};
use crate::term::{Expr, Operator};
use crate::wrapped::WrappedRange;
use hashbrown::{HashMap, HashSet};
use smallvec::SmallVec;
use std::cell::RefCell;
use std::rc::Rc;

/// Maximum depth of conditions.
const MAX_DEPTH: u32 = 8;

/// Restricted ranges are memoized in blocks whose depth is a multiple of this.
const CHECKPOINT: usize = 8;

/// A restriction that holds in a block.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Assumption {
    /// A condition has this truth value.
    Condition(ValueId, bool),
    /// The signed reading of a value is this integer.
    Equals(ValueId, Int),
    /// One value is less than another.
    Order(Order),
}

/// The assumptions of all blocks.
#[derive(Default, Debug)]
pub(super) struct Assumptions {
    /// By the block from whose start they hold.
    blocks: HashMap<BlockId, Vec<Assumption>>,
    /// Memoized positions of blocks; cleared when a block gets an assumption.
    places: RefCell<HashMap<BlockId, Around>>,
    /// Memoized ranges of values, restricted by all assumptions up to a block; cleared when the range of a subject
    /// changes. Without them each query in a chain of n blocks would apply n assumptions.
    restricted: RefCell<HashMap<(ValueId, BlockId), Option<WrappedRange>>>,
    /// Whether any block has an assumption about a value.
    subjects: Vec<bool>,
    /// Values whose restrictions depend on the key.
    followers: HashMap<ValueId, Vec<ValueId>>,
    /// Likewise, but only once the key changes a second time.
    later_followers: HashMap<ValueId, Vec<ValueId>>,
    /// Memoized terms of conditions.
    conditions: HashMap<ValueId, Option<Rc<WordTerm>>>,
    /// Memoized edges of switches: reading one edge from the op costs O(all edges).
    switches: HashMap<OpId, Switch>,
    /// Orders between values.
    pub(super) orders: Orders,
}

/// The position of a block in the tree of dominators and enclosing ops.
#[derive(Clone, Copy, Debug)]
struct Around {
    /// Its depth.
    depth: usize,
    /// The innermost block with assumptions, itself or around it. A long chain of blocks contains few of them.
    nearest: Option<BlockId>,
}

/// The assumptions on the edges of a switch.
#[derive(Debug)]
struct Switch {
    /// By the number of the successor.
    edges: Vec<Option<Assumption>>,
    /// The flag, and the integers that lead to a successor with a single edge.
    flag: ValueId,
    cases: HashSet<i128>,
}

impl Assumptions {
    fn is_subject(&self, value: ValueId) -> bool {
        self.subjects.get(value.index()).copied().unwrap_or(false)
    }

    fn add_subject(&mut self, value: ValueId) {
        if self.subjects.len() <= value.index() {
            self.subjects.resize(value.index() + 1, false);
        }
        self.subjects[value.index()] = true;
    }

    /// Drops the memoized ranges when a value changes that they may depend on.
    pub(super) fn forget(&mut self, changed: ValueId) {
        let restricted = self.restricted.get_mut();
        if !restricted.is_empty() && self.subjects.get(changed.index()) == Some(&true) {
            restricted.clear();
        }
    }

    /// The values whose restrictions change when `value` changes.
    pub(super) fn followers(&self, value: ValueId) -> &[ValueId] {
        self.followers.get(&value).map_or(&[], Vec::as_slice)
    }

    /// The values whose restrictions change only from the second change of `value` on: the block with the assumption
    /// becomes reachable when `value` is first known.
    pub(super) fn later_followers(&self, value: ValueId) -> &[ValueId] {
        self.later_followers.get(&value).map_or(&[], Vec::as_slice)
    }
}

/// A fact as an assumption, if it states the truth value of a condition or the constant value of a value.
pub(super) fn as_assumption(term: &Expr<Column>) -> Option<Assumption> {
    match term {
        Expr::Leaf(Column::Unsigned(condition)) => Some(Assumption::Condition(*condition, true)),
        Expr::Apply(Operator::Add, terms) => match &terms[..] {
            [Expr::Integer(one), Expr::Apply(Operator::Mul, product)] if *one == Int::ONE => {
                match &product[..] {
                    [
                        Expr::Integer(minus),
                        Expr::Leaf(Column::Unsigned(condition)),
                    ] if *minus == Int::NEG_ONE => Some(Assumption::Condition(*condition, false)),
                    _ => None,
                }
            }
            _ => None,
        },
        Expr::Apply(Operator::Eq, sides) => match &sides[..] {
            [Expr::Leaf(Column::Value(value)), Expr::Integer(integer)] => {
                Some(Assumption::Equals(*value, integer.clone()))
            }
            _ => None,
        },
        _ => None,
    }
}

impl Ranges<'_> {
    /// Records the assumptions in the successors of branches.
    pub(super) fn assume_branches(&mut self) {
        let joins = self.layout.joins();
        for &(op, _) in joins.iter().flat_map(|(_, edges)| edges) {
            if self.program.successors(op).len() > 1
                && !self.assumptions.switches.contains_key(&op)
                && let Some(switch) = self.switch(op)
            {
                self.assumptions.switches.insert(op, switch);
            }
        }
        for (block, edges) in joins {
            if let [edge] = edges[..]
                && let Some(assumption) = self.of_edge(edge)
            {
                self.assume_in(block, vec![assumption]);
            }
        }
    }

    /// Records assumptions that hold from the start of a block on.
    pub(super) fn assume_in(&mut self, block: BlockId, assumptions: Vec<Assumption>) {
        if assumptions.is_empty() || self.assumptions.blocks.contains_key(&block) {
            return;
        }
        for assumption in &assumptions {
            match assumption {
                Assumption::Condition(condition, holds) => {
                    self.add_subjects(*condition, MAX_DEPTH);
                    self.order_by_condition(block, *condition, *holds, MAX_DEPTH);
                }
                Assumption::Equals(value, _) => self.assumptions.add_subject(*value),
                Assumption::Order(order) => {
                    self.assumptions.orders.add(block, *order);
                    for (value, other) in [(order.low, order.high), (order.high, order.low)] {
                        self.assumptions.add_subject(value);
                        let followers = &mut self.assumptions.later_followers;
                        followers.entry(value).or_default().push(other);
                    }
                }
            }
        }
        self.assumptions.blocks.insert(block, assumptions);
        self.assumptions.places.get_mut().clear();
        self.assumptions.restricted.get_mut().clear();
    }

    /// Prepares a condition by which an op selects.
    pub(super) fn note_condition(&mut self, condition: ValueId) {
        self.add_subjects(condition, MAX_DEPTH);
    }

    /// Records that each of two values restricts the other.
    fn add_pair(&mut self, a: ValueId, b: ValueId) {
        for (value, other) in [(a, b), (b, a)] {
            self.assumptions.add_subject(value);
            let followers = &mut self.assumptions.followers;
            followers.entry(value).or_default().push(other);
        }
    }

    fn add_subjects(&mut self, condition: ValueId, depth: u32) {
        self.assumptions.add_subject(condition);
        if depth == 0 {
            return;
        }
        let Some(term) = self.condition(condition) else {
            return;
        };
        let WordTerm::Apply(operator, terms) = &*term else {
            return;
        };
        let values: Vec<ValueId> = terms
            .iter()
            .filter_map(|term| match term {
                WordTerm::Value(value) => Some(*value),
                _ => None,
            })
            .collect();
        match operator {
            WordOperator::Compare(_) => match values[..] {
                [a, b] => self.add_pair(a, b),
                [value] => self.assumptions.add_subject(value),
                _ => {}
            },
            WordOperator::And | WordOperator::Or | WordOperator::Xor => {
                for value in values {
                    self.add_subjects(value, depth - 1);
                }
            }
            _ => {}
        }
    }

    /// The term that a condition computes.
    pub(super) fn condition(&mut self, condition: ValueId) -> Option<Rc<WordTerm>> {
        if let Some(known) = self.assumptions.conditions.get(&condition) {
            return known.clone();
        }
        let term = match self.program.definition(condition) {
            Definition::Result { op, index } => {
                let term = self.word_term(op, Place::Result(index), condition);
                term.map(Rc::new)
            }
            Definition::Argument { .. } => None,
        };
        let conditions = &mut self.assumptions.conditions;
        conditions.insert(condition, term.clone());
        term
    }

    /// The field of an op with a role in an interface.
    fn field(&self, op: OpId, interface: &str, role: &str) -> Option<Item<'_>> {
        let name = self.program.op_name(op);
        let field = self.rules.role(interface, role, name)?;
        self.rules.op(name)?.schema.field(self.program, op, field)
    }

    /// The edges of an op, if it is a switch.
    fn switch(&self, op: OpId) -> Option<Switch> {
        let (Item::Value(flag), Item::List(cases)) = (
            self.field(op, "switch", "flag")?,
            self.field(op, "switch", "cases")?,
        ) else {
            return None;
        };
        let successors = self.program.successors(op);
        let mut counts: HashMap<BlockId, usize> = HashMap::new();
        for &target in successors {
            *counts.entry(target).or_default() += 1;
        }
        let mut switch = Switch {
            edges: vec![None],
            flag,
            cases: HashSet::new(),
        };
        for (target, case) in successors.iter().skip(1).zip(cases) {
            switch.edges.push(match case {
                Item::Integer(case) if counts[target] == 1 => {
                    switch.cases.extend(i128::try_from(&case));
                    Some(Assumption::Equals(flag, case))
                }
                _ => None,
            });
        }
        Some(switch)
    }

    /// The assumption that holds on an edge.
    pub(super) fn of_edge(&self, (op, number): Edge) -> Option<Assumption> {
        if let Some(switch) = self.assumptions.switches.get(&op) {
            return switch.edges.get(number)?.clone();
        }
        let successors = self.program.successors(op);
        let target = successors.get(number)?;
        if successors.iter().filter(|it| *it == target).count() > 1 {
            return None;
        }
        match (self.field(op, "branch", "condition")?, number) {
            (Item::Value(condition), 0) => Some(Assumption::Condition(condition, true)),
            (Item::Value(condition), 1) => Some(Assumption::Condition(condition, false)),
            _ => None,
        }
    }

    /// Whether an edge may be taken, given the range of its condition.
    pub(super) fn may_take(&self, edge: Edge) -> bool {
        let Some(block) = self.program.block_of(edge.0) else {
            return false;
        };
        match self.of_edge(edge) {
            Some(assumption) => self.is_possible(&assumption, block),
            None => !self.is_other_case(edge, block),
        }
    }

    /// Whether an edge is the default of a switch whose flag is known to take another case.
    fn is_other_case(&self, (op, number): Edge, block: BlockId) -> bool {
        let Some(switch) = self.assumptions.switches.get(&op).filter(|_| number == 0) else {
            return false;
        };
        let word = self.look(switch.flag, block);
        let known = word.and_then(|word| word.as_signed_constant());
        known.is_some_and(|known| switch.cases.contains(&known))
    }

    /// Whether an assumption is satisfiable in a block.
    pub(super) fn is_possible(&self, assumption: &Assumption, block: BlockId) -> bool {
        let (Assumption::Condition(value, _) | Assumption::Equals(value, _)) = assumption else {
            return true;
        };
        self.look(*value, block)
            .is_some_and(|word| self.restrict(word, *value, assumption).is_some())
    }

    /// The word of a value in a block: its word wherever it exists, restricted by the assumptions of the block.
    pub(super) fn look(&self, value: ValueId, block: BlockId) -> Option<WrappedRange> {
        let mut word = self.word(value)?;
        if !self.assumptions.is_subject(value) {
            return Some(word);
        }
        let home = Point::of(self.program, value)?.block;
        if home == block {
            for assumption in self.assumptions.blocks.get(&block).into_iter().flatten() {
                word = self.restrict(word, value, assumption)?;
            }
            return Some(word);
        }
        let depth = self.around(home).depth;
        let mut next = self.around(block).nearest;
        let mut chain: SmallVec<[(BlockId, bool); 8]> = SmallVec::new();
        while let Some(at) = next {
            let around = self.around(at);
            if around.depth < depth {
                break;
            }
            let is_checkpoint = around.depth.is_multiple_of(CHECKPOINT);
            if is_checkpoint {
                let restricted = self.assumptions.restricted.borrow();
                if let Some(&known) = restricted.get(&(value, at)) {
                    word = known?;
                    break;
                }
            }
            chain.push((at, is_checkpoint));
            let above = self.block_above(at);
            next = above.and_then(|above| self.around(above).nearest);
        }
        let mut found = Some(word);
        for (at, is_checkpoint) in chain.into_iter().rev() {
            for assumption in self.assumptions.blocks.get(&at).into_iter().flatten() {
                found = found.and_then(|word| self.restrict(word, value, assumption));
            }
            if is_checkpoint {
                let mut restricted = self.assumptions.restricted.borrow_mut();
                restricted.insert((value, at), found);
            }
        }
        found
    }

    /// The position of a block.
    fn around(&self, block: BlockId) -> Around {
        let mut places = self.assumptions.places.borrow_mut();
        let mut inner: SmallVec<[BlockId; 8]> = SmallVec::new();
        let mut at = Some(block);
        let mut known = None;
        while let Some(here) = at {
            known = places.get(&here).copied();
            if known.is_some() {
                break;
            }
            inner.push(here);
            at = self.block_above(here);
        }
        for here in inner.into_iter().rev() {
            let is_assumed = self.assumptions.blocks.contains_key(&here);
            let around = Around {
                depth: known.map_or(0, |known: Around| known.depth + 1),
                nearest: match is_assumed {
                    true => Some(here),
                    false => known.and_then(|known| known.nearest),
                },
            };
            places.insert(here, around);
            known = Some(around);
        }
        known.unwrap_or(Around {
            depth: 0,
            nearest: None,
        })
    }

    /// The immediate dominator of a block, or the block around its region.
    pub(super) fn block_above(&self, block: BlockId) -> Option<BlockId> {
        let dominator = self.dominance.immediate_dominator(self.program, block);
        dominator.or_else(|| self.program.block_of(self.holder(block)))
    }

    /// Restricts a word of `value` by an assumption; `None` if they contradict each other.
    pub(super) fn restrict(
        &self,
        word: WrappedRange,
        value: ValueId,
        assumption: &Assumption,
    ) -> Option<WrappedRange> {
        match assumption {
            Assumption::Condition(condition, holds) => {
                self.by_condition(word, value, *condition, *holds, MAX_DEPTH)
            }
            Assumption::Equals(other, integer) if *other == value => {
                match i128::try_from(integer) {
                    Ok(integer) => word.meet(WrappedRange::signed_between(
                        word.width(),
                        integer,
                        integer,
                    )?),
                    Err(_) => Some(word),
                }
            }
            Assumption::Equals(..) => Some(word),
            Assumption::Order(order) => {
                // A value without a word does not restrict.
                match order.other(value).and_then(|other| self.word(other)) {
                    Some(other) => order.restrict(word, value, other),
                    None => Some(word),
                }
            }
        }
    }

    fn by_condition(
        &self,
        word: WrappedRange,
        value: ValueId,
        condition: ValueId,
        holds: bool,
        depth: u32,
    ) -> Option<WrappedRange> {
        if condition == value {
            return word.meet(WrappedRange::constant(word.width(), u128::from(holds))?);
        }
        if depth == 0 {
            return Some(word);
        }
        let known = self.assumptions.conditions.get(&condition);
        let Some(WordTerm::Apply(operator, terms)) = known.and_then(Option::as_deref) else {
            return Some(word);
        };
        let [a, b] = &terms[..] else {
            return Some(word);
        };
        match operator {
            WordOperator::Compare(predicate) => {
                let predicate = match holds {
                    true => *predicate,
                    false => predicate.negated(),
                };
                let mut word = word;
                for (predicate, this, other) in [(predicate, a, b), (predicate.swapped(), b, a)] {
                    if *this != WordTerm::Value(value) {
                        continue;
                    }
                    let other = match other {
                        WordTerm::Value(other) => self.word(*other)?,
                        WordTerm::Known(other) => *other,
                        WordTerm::Apply(..) => continue,
                    };
                    if other.width() == word.width() {
                        word = word.where_holds(predicate, other)?;
                    }
                }
                Some(word)
            }
            WordOperator::And if holds => self.by_conditions(word, value, [a, b], true, depth),
            WordOperator::Or if !holds => self.by_conditions(word, value, [a, b], false, depth),
            WordOperator::Xor => {
                let flipped = |other: &WordTerm| match other {
                    WordTerm::Known(word) => word.as_constant(),
                    WordTerm::Value(other) => self.word(*other)?.as_constant(),
                    WordTerm::Apply(..) => None,
                };
                match flipped(b) {
                    Some(bit) => {
                        self.by_conditions(word, value, [a, a], holds != (bit == 1), depth)
                    }
                    None => Some(word),
                }
            }
            _ => Some(word),
        }
    }

    fn by_conditions(
        &self,
        mut word: WrappedRange,
        value: ValueId,
        conditions: [&WordTerm; 2],
        hold: bool,
        depth: u32,
    ) -> Option<WrappedRange> {
        for condition in conditions {
            if let WordTerm::Value(condition) = condition {
                word = self.by_condition(word, value, *condition, hold, depth - 1)?;
            }
        }
        Some(word)
    }

    /// The op that contains a block.
    pub(super) fn holder(&self, block: BlockId) -> OpId {
        self.program.region_parent(self.program.block_region(block))
    }
}
