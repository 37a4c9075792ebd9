//! Orders between pairs of values, and the bounds of differences and comparisons that they imply.
//!
//! Sums and differences are linear forms modulo 2ᴺ, even if intermediate results wrap. So an interval of `a − b` bounds
//! `a − b + c`, and `a + c < b + d` is decided if neither side wraps.

use super::Ranges;
use super::plan::Source;
use crate::number::Int;
use crate::program::{BlockId, Column, Definition, OpId, Point, ValueId};
use crate::rules::{WordOperator, WordTerm};
use crate::term::{Expr, Operator};
use crate::wrapped::{Predicate, WrappedRange};
use hashbrown::HashMap;
use smallvec::SmallVec;

/// The reading of both values.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Reading {
    /// With sign.
    Signed,
    /// Without.
    Unsigned,
}

/// `low + gap <= high`, as integers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Order {
    pub(super) low: ValueId,
    pub(super) high: ValueId,
    gap: i128,
    reading: Reading,
}

/// A result that an order between two values may restrict.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Relation {
    /// `a − b + offset`, modulo 2ᴺ.
    Difference([ValueId; 2], i128),
    /// The truth value of a comparison of `a + c` and `b + d`, modulo 2ᴺ.
    Comparison(Predicate, [(ValueId, i128); 2]),
}

/// The orders of all blocks.
#[derive(Default, Debug)]
pub(super) struct Orders {
    /// By the block from whose start they hold.
    blocks: HashMap<BlockId, SmallVec<[Order; 2]>>,
    /// Whether a value has orders.
    ordered: Vec<bool>,
    /// The ops that depend on a value's word, besides its users.
    dependants: HashMap<ValueId, Vec<OpId>>,
}

impl Orders {
    fn is_ordered(&self, value: ValueId) -> bool {
        self.ordered.get(value.index()).copied().unwrap_or(false)
    }

    /// The ops that depend on a value's word, besides its users.
    pub(super) fn dependants(&self, value: ValueId) -> &[OpId] {
        self.dependants.get(&value).map_or(&[], Vec::as_slice)
    }

    pub(super) fn add(&mut self, block: BlockId, order: Order) {
        self.blocks.entry(block).or_default().push(order);
        for value in [order.low, order.high] {
            if self.ordered.len() <= value.index() {
                self.ordered.resize(value.index() + 1, false);
            }
            self.ordered[value.index()] = true;
        }
    }
}

impl Order {
    /// The orders that a fact states, if it is `a <= b` or `a = b` up to a constant.
    pub(super) fn of_fact(condition: &Expr<Column>) -> SmallVec<[Order; 2]> {
        let mut orders = SmallVec::new();
        let Expr::Apply(operator @ (Operator::Le | Operator::Eq), sides) = condition else {
            return orders;
        };
        let [a, b] = &sides[..] else {
            return orders;
        };
        let mut terms = SmallVec::new();
        super::evaluate::summands(b, Int::ONE, &mut terms);
        super::evaluate::summands(a, Int::NEG_ONE, &mut terms);
        // high − low − gap >= 0
        let (mut low, mut high, mut gap) = (None, None, 0i128);
        for (factor, term) in &terms {
            let side = match term {
                Expr::Integer(number) => match i128::try_from(&(factor * number)) {
                    Ok(number) if number.unsigned_abs() <= 1 << 64 => {
                        gap -= number;
                        continue;
                    }
                    _ => return orders,
                },
                _ if *factor == Int::ONE => &mut high,
                _ if *factor == Int::NEG_ONE => &mut low,
                _ => return orders,
            };
            let column = match term {
                Expr::Leaf(Column::Value(value)) => (*value, Reading::Signed),
                Expr::Leaf(Column::Unsigned(value)) => (*value, Reading::Unsigned),
                _ => return orders,
            };
            if side.replace(column).is_some() {
                return orders;
            }
        }
        if let (Some((low, reading)), Some((high, other))) = (low, high)
            && reading == other
        {
            let order = |low, high, gap| Order {
                low,
                high,
                gap,
                reading,
            };
            orders.push(order(low, high, gap));
            if *operator == Operator::Eq {
                orders.push(order(high, low, -gap));
            }
        }
        orders
    }

    /// The orders that hold if `a PREDICATE b` does.
    fn of_comparison(predicate: Predicate, a: ValueId, b: ValueId) -> SmallVec<[Order; 2]> {
        use Predicate::*;
        let order = |low, high, gap, reading| Order {
            low,
            high,
            gap,
            reading,
        };
        let (signed, unsigned) = (Reading::Signed, Reading::Unsigned);
        let one = match predicate {
            Eq => return [order(a, b, 0, signed), order(b, a, 0, signed)].into(),
            Ne => return SmallVec::new(),
            Slt => order(a, b, 1, signed),
            Sle => order(a, b, 0, signed),
            Sgt => order(b, a, 1, signed),
            Sge => order(b, a, 0, signed),
            Ult => order(a, b, 1, unsigned),
            Ule => order(a, b, 0, unsigned),
            Ugt => order(b, a, 1, unsigned),
            Uge => order(b, a, 0, unsigned),
        };
        [one].into_iter().collect()
    }

    /// The other one of its two values.
    pub(super) fn other(self, value: ValueId) -> Option<ValueId> {
        match value {
            _ if value == self.low => Some(self.high),
            _ if value == self.high => Some(self.low),
            _ => None,
        }
    }

    /// Restricts a word of `value` by the word of the other value; `None` if they contradict each other.
    pub(super) fn restrict(
        self,
        word: WrappedRange,
        value: ValueId,
        other: WrappedRange,
    ) -> Option<WrappedRange> {
        if other.width() != word.width() {
            return Some(word);
        }
        let width = word.width();
        let is_high = value == self.high;
        let allowed = match self.reading {
            Reading::Signed => {
                let (least, most) = word.signed();
                let (low, high) = match is_high {
                    true => (other.signed().0.saturating_add(self.gap), i128::MAX),
                    false => (i128::MIN, other.signed().1.saturating_sub(self.gap)),
                };
                if low <= least && most <= high {
                    return Some(word.reduced());
                }
                WrappedRange::signed_between(width, low, high)
            }
            Reading::Unsigned => {
                let (least, most) = word.unsigned();
                let (low, high) = match is_high {
                    true => (
                        other.unsigned().0.saturating_add_signed(self.gap),
                        u128::MAX,
                    ),
                    false if self.gap > 0 => {
                        let gap = self.gap.unsigned_abs();
                        (0, other.unsigned().1.checked_sub(gap)?)
                    }
                    false => {
                        let gap = self.gap.unsigned_abs();
                        (0, other.unsigned().1.saturating_add(gap))
                    }
                };
                if low <= least && most <= high {
                    return Some(word.reduced());
                }
                WrappedRange::unsigned_between(width, low, high)
            }
        };
        Some(word.meet(allowed?)?.reduced())
    }
}

/// `Σ factor·value + constant`, modulo 2ᴺ.
#[derive(Clone, Default)]
struct Form {
    terms: SmallVec<[(ValueId, u128); 2]>,
    constant: u128,
}

/// Maximum depth of the expansion of a form, and maximum number of its values.
const MAX_DEPTH: u32 = 6;
const MAX_TERMS: usize = 3;

impl Form {
    fn constant(constant: u128) -> Form {
        Form {
            terms: SmallVec::new(),
            constant,
        }
    }

    fn scaled(mut self, factor: u128) -> Form {
        for (_, own) in &mut self.terms {
            *own = own.wrapping_mul(factor);
        }
        self.constant = self.constant.wrapping_mul(factor);
        self
    }

    fn plus(mut self, other: Form) -> Form {
        for (value, factor) in other.terms {
            match self.terms.iter_mut().find(|(own, _)| *own == value) {
                Some((_, own)) => *own = own.wrapping_add(factor),
                None => self.terms.push((value, factor)),
            }
        }
        self.constant = self.constant.wrapping_add(other.constant);
        self
    }

    /// Reduces the coefficients modulo 2 to the width, and removes zero terms.
    fn reduced(mut self, width: u32) -> Form {
        let mask = u128::MAX >> (u128::BITS - width);
        self.terms.iter_mut().for_each(|(_, own)| *own &= mask);
        self.terms.retain(|(_, own)| *own != 0);
        self.constant &= mask;
        self
    }

    /// The constant, in the signed reading.
    fn offset(&self, width: u32) -> Option<i128> {
        Some(WrappedRange::constant(width, self.constant)?.signed().0)
    }

    /// The value and the offset of a form `value + offset`.
    fn as_shifted(&self, width: u32) -> Option<(ValueId, i128)> {
        match self.terms[..] {
            [(value, 1)] => Some((value, self.offset(width)?)),
            _ => None,
        }
    }
}

impl Ranges<'_> {
    /// Records the orders that a condition implies from the start of a block on.
    pub(super) fn order_by_condition(
        &mut self,
        block: BlockId,
        condition: ValueId,
        holds: bool,
        depth: u32,
    ) {
        let Some(term) = self.condition(condition).filter(|_| depth > 0) else {
            return;
        };
        let WordTerm::Apply(operator, terms) = &*term else {
            return;
        };
        let [WordTerm::Value(a), WordTerm::Value(b)] = terms[..] else {
            return;
        };
        match operator {
            WordOperator::Compare(predicate) => {
                let predicate = match holds {
                    true => *predicate,
                    false => predicate.negated(),
                };
                if !self.is_literal(a) && !self.is_literal(b) {
                    for order in Order::of_comparison(predicate, a, b) {
                        self.assumptions.orders.add(block, order);
                    }
                }
            }
            WordOperator::And if holds => {
                self.order_by_condition(block, a, true, depth - 1);
                self.order_by_condition(block, b, true, depth - 1);
            }
            WordOperator::Or if !holds => {
                self.order_by_condition(block, a, false, depth - 1);
                self.order_by_condition(block, b, false, depth - 1);
            }
            _ => {}
        }
    }

    /// The relation of two values that a result computes, if an order between them may be known.
    pub(super) fn relation(&self, value: ValueId, term: &WordTerm) -> Option<Relation> {
        let WordTerm::Apply(operator, terms) = term else {
            return None;
        };
        let [a, b] = &terms[..] else {
            return None;
        };
        let orders = &self.assumptions.orders;
        let ordered = |a, b| orders.is_ordered(a) && orders.is_ordered(b);
        match operator {
            WordOperator::Add(_) | WordOperator::Sub(_) if !orders.blocks.is_empty() => {
                let width = self.program.word_width(value)?;
                let form = self.form(term, MAX_DEPTH)?.reduced(width);
                let minus_one = Form::constant(1).scaled(u128::MAX).reduced(width).constant;
                let (a, b) = match form.terms[..] {
                    [(a, 1), (b, factor)] if factor == minus_one => (a, b),
                    [(b, factor), (a, 1)] if factor == minus_one => (a, b),
                    _ => return None,
                };
                ordered(a, b).then_some(Relation::Difference([a, b], form.offset(width)?))
            }
            WordOperator::Compare(predicate) => {
                let (WordTerm::Value(x), WordTerm::Value(y)) = (a, b) else {
                    return None;
                };
                let width = self.program.word_width(*x)?;
                let side = |value| {
                    let form = self.form(&WordTerm::Value(value), MAX_DEPTH)?;
                    form.reduced(width).as_shifted(width)
                };
                let (a, b) = (side(*x)?, side(*y)?);
                (a.0 == b.0 || ordered(a.0, b.0))
                    .then_some(Relation::Comparison(*predicate, [a, b]))
            }
            _ => None,
        }
    }

    /// Schedules an op whenever the values of its relation change.
    pub(super) fn note_relation(&mut self, op: OpId, relation: Relation) {
        let values = match relation {
            Relation::Difference(values, _) => values,
            Relation::Comparison(_, [(a, _), (b, _)]) => [a, b],
        };
        for value in values {
            if !self.program.operands(op).contains(&value) {
                let dependants = &mut self.assumptions.orders.dependants;
                dependants.entry(value).or_default().push(op);
            }
        }
    }

    /// A term as a linear form over values.
    fn form(&self, term: &WordTerm, depth: u32) -> Option<Form> {
        let operand = |term| self.form(term, depth.saturating_sub(1));
        match term {
            WordTerm::Known(word) => Some(Form::constant(word.as_constant()?)),
            WordTerm::Value(value) => {
                let within = self.made_of(*value).filter(|_| depth > 0);
                let form = within.and_then(operand);
                let form = form.filter(|form| form.terms.len() <= MAX_TERMS);
                let leaf = || Form {
                    terms: [(*value, 1)].into_iter().collect(),
                    constant: 0,
                };
                Some(form.unwrap_or_else(leaf))
            }
            WordTerm::Apply(operator, terms) => {
                let [a, b] = &terms[..] else {
                    return None;
                };
                let constant = |form: &Form| form.terms.is_empty().then_some(form.constant);
                match operator {
                    WordOperator::Add(_) => Some(operand(a)?.plus(operand(b)?)),
                    WordOperator::Sub(_) => Some(operand(a)?.plus(operand(b)?.scaled(u128::MAX))),
                    WordOperator::Mul(_) => {
                        let (a, b) = (operand(a)?, operand(b)?);
                        match (constant(&a), constant(&b)) {
                            (_, Some(factor)) => Some(a.scaled(factor)),
                            (Some(factor), _) => Some(b.scaled(factor)),
                            _ => None,
                        }
                    }
                    _ => None,
                }
            }
        }
    }

    /// The term that a value's op computes, if its plan exists.
    fn made_of(&self, value: ValueId) -> Option<&WordTerm> {
        let Definition::Result { op, .. } = self.program.definition(value) else {
            return None;
        };
        let results = &self.plans.get(&op)?.results;
        match &results.iter().find(|plan| plan.value == value)?.source {
            Source::Word(term) => Some(term),
            _ => None,
        }
    }

    /// Restricts the word of a result by the orders of its relation.
    pub(super) fn by_order(
        &self,
        word: WrappedRange,
        relation: Relation,
        block: BlockId,
    ) -> Option<WrappedRange> {
        match relation {
            Relation::Difference(values, offset) => {
                let mut word = word;
                for reading in [Reading::Signed, Reading::Unsigned] {
                    let Some((low, high)) = self.difference(values, reading, block)? else {
                        continue;
                    };
                    let ends = low.checked_add(offset).zip(high.checked_add(offset));
                    if let Some((low, high)) = ends {
                        word = congruent_part(word, low, high)?;
                    }
                }
                Some(word)
            }
            Relation::Comparison(predicate, [a, b]) => {
                let mut word = word;
                for reading in [Reading::Signed, Reading::Unsigned] {
                    if let Some(holds) = self.compared(predicate, [a, b], reading, block)? {
                        word = word.meet(WrappedRange::constant(1, u128::from(holds))?)?;
                    }
                }
                Some(word)
            }
        }
    }

    /// The truth value of a comparison of `a + c` and `b + d` in a block, for a reading: `Some(None)` if it is
    /// undecided, `None` if a value has no word yet.
    fn compared(
        &self,
        predicate: Predicate,
        [(a, c), (b, d)]: [(ValueId, i128); 2],
        reading: Reading,
        block: BlockId,
    ) -> Option<Option<bool>> {
        use Predicate::*;
        let own = match predicate {
            Eq | Ne => reading,
            Slt | Sle | Sgt | Sge => Reading::Signed,
            Ult | Ule | Ugt | Uge => Reading::Unsigned,
        };
        if own != reading || !self.is_shifted(a, c, reading, block)? {
            return Some(None);
        }
        if !self.is_shifted(b, d, reading, block)? {
            return Some(None);
        }
        let between = match a == b {
            true => Some((0, 0)),
            false => self.difference([a, b], reading, block)?,
        };
        let ends = between.and_then(|(low, high)| {
            let offset = c.checked_sub(d)?;
            low.checked_add(offset).zip(high.checked_add(offset))
        });
        Some(ends.and_then(|(low, high)| {
            let decided = |yes: bool, no: bool| (yes || no).then_some(yes);
            match predicate {
                Eq => decided(low == 0 && high == 0, low > 0 || high < 0),
                Ne => decided(low > 0 || high < 0, low == 0 && high == 0),
                Slt | Ult => decided(high < 0, low >= 0),
                Sle | Ule => decided(high <= 0, low > 0),
                Sgt | Ugt => decided(low > 0, high <= 0),
                Sge | Uge => decided(low >= 0, high < 0),
            }
        }))
    }

    /// Whether `value + offset` does not wrap in a block.
    fn is_shifted(
        &self,
        value: ValueId,
        offset: i128,
        reading: Reading,
        block: BlockId,
    ) -> Option<bool> {
        if offset == 0 {
            return Some(true);
        }
        let word = self.look(value, block)?;
        let full = word.widest();
        let within = |(low, high): (i128, i128), (least, most): (i128, i128)| {
            let ends = low.checked_add(offset).zip(high.checked_add(offset));
            ends.is_some_and(|(low, high)| least <= low && high <= most)
        };
        Some(match reading {
            Reading::Signed => within(word.signed(), full.signed()),
            Reading::Unsigned => match (as_signed(word), as_signed(full)) {
                (Some(ends), Some(limits)) => within(ends, limits),
                _ => false,
            },
        })
    }

    /// An interval of the integer `a − b` in a block by its orders: `Some(None)` if there are none, `None` if a value
    /// has no word yet.
    fn difference(
        &self,
        [a, b]: [ValueId; 2],
        reading: Reading,
        block: BlockId,
    ) -> Option<Option<(i128, i128)>> {
        let (of_a, of_b) = (self.look(a, block)?, self.look(b, block)?);
        let ends = match reading {
            Reading::Signed => Some((of_a.signed(), of_b.signed())),
            Reading::Unsigned => as_signed(of_a).zip(as_signed(of_b)),
        };
        let ends = ends.and_then(|((amin, amax), (bmin, bmax))| {
            amin.checked_sub(bmax).zip(amax.checked_sub(bmin))
        });
        let Some((mut low, mut high)) = ends else {
            return Some(None);
        };
        // Both readings agree if neither sign bit is set.
        let alike = of_a.signed().0 >= 0 && of_b.signed().0 >= 0;
        let home = |value| Point::of(self.program, value).map(|point| point.block);
        let homes = [home(a)?, home(b)?];
        let mut found = false;
        let mut at = block;
        loop {
            for order in self
                .assumptions
                .orders
                .blocks
                .get(&at)
                .into_iter()
                .flatten()
            {
                if order.reading != reading && !alike {
                    continue;
                }
                if (order.low, order.high) == (b, a) {
                    (low, found) = (low.max(order.gap), true);
                } else if (order.low, order.high) == (a, b) {
                    (high, found) = (high.min(-order.gap), true);
                }
            }
            if homes.contains(&at) {
                break;
            }
            at = match self.block_above(at) {
                Some(above) => above,
                None => break,
            };
        }
        Some((found && low <= high).then_some((low, high)))
    }
}

/// The unsigned reading, if its ends fit into `i128`.
fn as_signed(word: WrappedRange) -> Option<(i128, i128)> {
    let (low, high) = word.unsigned();
    i128::try_from(low).ok().zip(i128::try_from(high).ok())
}

/// Restricts a word to the integers that are congruent to one in an interval; `None` if there are none.
fn congruent_part(word: WrappedRange, low: i128, high: i128) -> Option<WrappedRange> {
    let full = word.widest();
    let mut word = word;
    if full.signed().0 <= low && high <= full.signed().1 {
        word = word.meet(WrappedRange::signed_between(word.width(), low, high)?)?;
    }
    if low >= 0 && high as u128 <= full.unsigned().1 {
        let unsigned = WrappedRange::unsigned_between(word.width(), low as u128, high as u128)?;
        word = word.meet(unsigned)?;
    }
    Some(word.reduced())
}
