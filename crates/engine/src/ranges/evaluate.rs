//! Evaluates terms on intervals, and restricts values by facts.

use super::Ranges;
use super::assume::{Assumption, as_assumption};
use super::order::Order;
use super::plan::{Facts, Source, mentions};
use crate::number::{Congruence, Int, Range};
use crate::program::{BlockId, Column, Extent, TypeView, ValueId};
use crate::rules::{ColumnKind, Instance, WordOperator, WordTerm};
use crate::term::{Expr, Operator};
use crate::wrapped::{Aligned, WrappedRange};
use smallvec::SmallVec;

/// The context of an evaluation.
#[derive(Clone, Copy)]
pub(super) struct Place<'a> {
    /// The block.
    pub(super) block: BlockId,
    /// Additional assumptions.
    pub(super) also: &'a [Assumption],
}

impl Place<'_> {
    /// A block without additional assumptions.
    pub(super) fn at(block: BlockId) -> Place<'static> {
        Place { block, also: &[] }
    }
}

impl Ranges<'_> {
    /// The word of a value at a place.
    pub(super) fn look_at(&self, value: ValueId, place: Place<'_>) -> Option<WrappedRange> {
        let word = self.look(value, place.block)?;
        place
            .also
            .iter()
            .try_fold(word, |word, also| self.restrict(word, value, also))
    }

    /// Evaluates the source of a value. `None` if a value that it needs is not known yet.
    pub(super) fn of_source(
        &self,
        source: &Source,
        value: ValueId,
        place: Place<'_>,
    ) -> Option<WrappedRange> {
        let width = self.program.word_width(value)?;
        let full = WrappedRange::full(width)?;
        let word = match source {
            Source::Word(WordTerm::Apply(WordOperator::Select, parts))
                if self.widening.narrowing =>
            {
                return self.selected(parts, place, full);
            }
            Source::Word(term) => {
                let mut stuck = false;
                let mut look = |value| {
                    let word = self.look_at(value, place);
                    // A value that is too wide never gets a word.
                    stuck |= word.is_none() && self.full(value).is_some();
                    word
                };
                let word = term.evaluate(&mut look);
                return match word {
                    Some(word) if word.width() == width => Some(word),
                    _ if stuck => None,
                    _ => Some(full),
                };
            }
            Source::Carried(initial, yielded, latch) => {
                // A latch that is never reached contributes nothing.
                let yielded = Some(yielded).filter(|_| self.is_reached(*latch));
                let either = [Some(initial), yielded].into_iter().flatten();
                let either = either.filter_map(|&value| self.look_at(value, place));
                either.reduce(WrappedRange::join)
            }
            Source::CarriedOut(_, yielded, latch) => {
                let comes_out = self.is_reached(*latch);
                comes_out.then(|| self.look_at(*yielded, place)).flatten()
            }
            Source::HandedOn(region, number) => {
                let handed_on = self.handed_on(*region, *number);
                let words = handed_on.filter_map(|handed_on| match handed_on {
                    Some((value, block)) => self.look(value, block),
                    None => Some(full),
                });
                words.reduce(WrappedRange::join)
            }
            Source::Terms(terms) => {
                let mut all = full;
                let is_index = self.program.value_type(value) == TypeView::Index;
                for (kind, instance) in terms {
                    if self.are_given(instance, place) {
                        for term in &instance.terms {
                            let word = self.word_of(term, *kind, (full, is_index), place)?;
                            all = all.meet(word).unwrap_or(all);
                        }
                    }
                }
                Some(all)
            }
            Source::Nothing => Some(full),
        };
        word.filter(|word| word.width() == width)
    }

    /// Evaluates a selection: each arm under the condition's truth value.
    fn selected(
        &self,
        parts: &[WordTerm],
        place: Place<'_>,
        full: WrappedRange,
    ) -> Option<WrappedRange> {
        let [condition, yes, no] = parts else {
            return Some(full);
        };
        let arm = |term: &WordTerm, holds: bool| {
            let mut also = place.also.to_vec();
            if let WordTerm::Value(condition) = condition {
                also.push(Assumption::Condition(*condition, holds));
            }
            let place = Place {
                block: place.block,
                also: &also,
            };
            let mut unknown = false;
            let word = term.evaluate(&mut |value| {
                unknown |= self.full(value).is_none();
                self.look_at(value, place)
            });
            word.or(unknown.then_some(full))
        };
        let known = condition.evaluate(&mut |value| self.look_at(value, place));
        let may = match known.and_then(WrappedRange::as_constant) {
            Some(bit) => (bit != 0, bit == 0),
            None => (true, true),
        };
        let yes = may.0.then(|| arm(yes, true)).flatten();
        let no = may.1.then(|| arm(no, false)).flatten();
        let word = yes.into_iter().chain(no).reduce(WrappedRange::join);
        word.map(|word| {
            if word.width() == full.width() {
                word
            } else {
                full
            }
        })
    }

    /// Whether the guards of a rule certainly hold.
    pub(super) fn are_given(&self, instance: &Instance, place: Place<'_>) -> bool {
        instance.given.iter().all(|given| {
            let range = self.range(given, place, None);
            range.is_some_and(|range| !range.contains(&Int::ZERO))
        })
    }

    /// Evaluates a term as a word with the width of `full`. The flag says whether it is an index, whose sums and
    /// products wrap.
    fn word_of(
        &self,
        term: &Expr<Column>,
        kind: ColumnKind,
        (full, is_index): (WrappedRange, bool),
        place: Place<'_>,
    ) -> Option<WrappedRange> {
        match (term, kind) {
            (Expr::Leaf(Column::Value(value)), ColumnKind::Value)
            | (Expr::Leaf(Column::Unsigned(value)), ColumnKind::Unsigned)
                if self.program.word_width(*value) == Some(full.width()) =>
            {
                self.look_at(*value, place)
            }
            (Expr::Apply(Operator::Select, parts), _) => {
                let [condition, yes, no] = &parts[..] else {
                    return Some(full);
                };
                let range = self.range(condition, place, None)?;
                let may = (
                    range.as_constant() != Some(&Int::ZERO),
                    range.contains(&Int::ZERO),
                );
                let arm = |term: &Expr<Column>, holds| {
                    let also = &self.under(place, condition, holds)[..];
                    let block = place.block;
                    self.word_of(term, kind, (full, is_index), Place { block, also })
                };
                let yes = may.0.then(|| arm(yes, true)).flatten();
                let no = may.1.then(|| arm(no, false)).flatten();
                yes.into_iter().chain(no).reduce(WrappedRange::join)
            }
            _ => {
                let limit = is_index.then_some(full);
                let range = self.range(term, place, limit)?;
                let ends = (
                    clamped(range.lower(), i128::MIN),
                    clamped(range.upper(), i128::MAX),
                );
                Some(wrapped(full, kind, ends))
            }
        }
    }

    /// The range of a term. With a limit, sums and products that may exceed it have the range of the limit.
    pub(super) fn range(
        &self,
        term: &Expr<Column>,
        place: Place<'_>,
        limit: Option<WrappedRange>,
    ) -> Option<Range> {
        let (operator, arguments) = match term {
            Expr::Integer(value) => return Some(Range::constant(value.clone())),
            Expr::Leaf(column) => return self.column(*column, place),
            Expr::Apply(operator, arguments) => (operator, arguments),
        };
        if *operator == Operator::Select {
            let [condition, yes, no] = &arguments[..] else {
                return Some(Range::full());
            };
            let range = self.range(condition, place, None)?;
            let zero = Int::ZERO;
            let may = (range.as_constant() != Some(&zero), range.contains(&zero));
            let arm = |term: &Expr<Column>, holds| {
                let also = &self.under(place, condition, holds)[..];
                let block = place.block;
                self.range(term, Place { block, also }, limit)
            };
            let yes = may.0.then(|| arm(yes, true)).flatten();
            let no = may.1.then(|| arm(no, false)).flatten();
            return yes.into_iter().chain(no).reduce(|a, b| a.join(&b));
        }
        let ranges: Option<Vec<Range>> = arguments
            .iter()
            .map(|argument| self.range(argument, place, limit))
            .collect();
        let ranges = ranges?;
        let Some((first, rest)) = ranges.split_first() else {
            return Some(Range::full());
        };
        let fold = |f: fn(&Range, &Range) -> Range| {
            let all = rest.iter().fold(first.clone(), |all, range| f(&all, range));
            Some(self.within(all, limit))
        };
        let second = rest.first().unwrap_or(first);
        match operator {
            Operator::Add => fold(Range::add),
            Operator::Mul => fold(Range::mul),
            Operator::Min => fold(Range::min),
            Operator::Max => fold(Range::max),
            Operator::FloorDiv => Some(first.floor_div(second)),
            Operator::CeilDiv => Some(first.ceil_div(second)),
            Operator::Mod => Some(first.modulo(second)),
            Operator::TruncDiv => Some(first.trunc_div(second)),
            Operator::TruncMod => Some(first.trunc_mod(second)),
            Operator::Le => {
                let (low, high) = (second.sub(first), Int::ZERO);
                Some(truth(
                    low.lower().is_some_and(|least| *least >= high),
                    low.upper().is_some_and(|most| *most < high),
                ))
            }
            Operator::Eq => {
                let same =
                    first.as_constant().is_some() && first.as_constant() == second.as_constant();
                Some(truth(same, first.intersect(second).is_empty()))
            }
            Operator::Select => None,
        }
    }

    /// The range if it is within the limit, else all of the limit, since values beyond it wrap.
    fn within(&self, range: Range, limit: Option<WrappedRange>) -> Range {
        match limit.map(limit_of) {
            Some(limit) if !limit.contains_range(&range) => limit,
            _ => range,
        }
    }

    fn column(&self, column: Column, place: Place<'_>) -> Option<Range> {
        match column {
            Column::Value(value) | Column::Unsigned(value) if self.full(value).is_none() => {
                Some(Range::full())
            }
            Column::Value(value) => {
                let word = self.look_at(value, place)?;
                let (low, high) = word.signed();
                let range = Range::between(low, high);
                self.congruent_part(range, word, value, |aligned| aligned.congruence.clone())
            }
            Column::Unsigned(value) => {
                let word = self.look_at(value, place)?;
                let (low, high) = word.unsigned();
                let range = Range::between(low, high);
                self.congruent_part(range, word, value, Aligned::unsigned)
            }
            Column::Dim(value, dim) => {
                let shape = self.program.value_type(value).shape();
                Some(match shape.and_then(|shape| shape.extent(dim as usize)) {
                    Some(Extent::Static(size)) => Range::constant(size),
                    _ => Range::between(0, i64::MAX),
                })
            }
            Column::Stride(value, dim) => {
                let shape = self.program.value_type(value).shape();
                let stride = shape.and_then(|shape| shape.stride(dim as usize));
                Some(stride.map_or(Range::full(), Range::constant))
            }
            Column::Offset(value) => {
                let shape = self.program.value_type(value).shape();
                let offset = shape.and_then(|shape| shape.offset());
                Some(offset.map_or(Range::full(), Range::constant))
            }
            Column::Trip(_) | Column::Rank(_) => Some(Range::at_least(0)),
            Column::Element(..) | Column::Symbol(_) => Some(Range::full()),
        }
    }

    /// Restricts the range of a reading by its congruence, if congruences are known.
    fn congruent_part(
        &self,
        range: Range,
        word: WrappedRange,
        value: ValueId,
        reading: fn(&Aligned) -> Congruence,
    ) -> Option<Range> {
        if self.congruences.is_empty() {
            return Some(range);
        }
        let congruence = reading(&self.with_congruence(word, value)?);
        let part = Range::new(range.interval().clone(), congruence);
        Some(if part.is_empty() { range } else { part })
    }

    /// The assumptions in an arm of a selection.
    fn under(
        &self,
        place: Place<'_>,
        condition: &Expr<Column>,
        holds: bool,
    ) -> SmallVec<[Assumption; 4]> {
        let mut all: SmallVec<[Assumption; 4]> = place.also.iter().cloned().collect();
        match as_assumption(condition) {
            Some(Assumption::Condition(value, own)) => {
                all.push(Assumption::Condition(value, own == holds));
            }
            Some(equals) if holds => all.push(equals),
            _ => {}
        }
        all
    }

    /// Restricts a word of `value` by facts; `None` if they contradict each other.
    pub(super) fn by_facts(
        &self,
        mut word: WrappedRange,
        value: ValueId,
        facts: &Facts,
        place: Place<'_>,
    ) -> Option<WrappedRange> {
        for (instance, orders) in &facts.stated {
            let terms = instance.terms.iter().zip(orders);
            let about = terms.filter(|(term, _)| mentions(term, value));
            let mut about = about.peekable();
            if about.peek().is_none() || !self.are_given(instance, place) {
                continue;
            }
            for (term, orders) in about {
                word = match orders.is_empty() || !self.congruences.is_empty() {
                    true => self.by_fact(word, value, term, place)?,
                    false => self.by_orders(word, value, orders, place)?,
                };
            }
        }
        Some(word)
    }

    /// Restricts a word by orders, given only the words of the other values.
    fn by_orders(
        &self,
        word: WrappedRange,
        value: ValueId,
        orders: &[Order],
        place: Place<'_>,
    ) -> Option<WrappedRange> {
        orders.iter().try_fold(word, |word, order| {
            let other = order
                .other(value)
                .filter(|other| self.full(*other).is_some());
            match other {
                Some(other) => order.restrict(word, value, self.look_at(other, place)?),
                None => Some(word),
            }
        })
    }

    /// Restricts a word by a condition `a <= b` or `a = b` that is linear in a reading of `value`.
    fn by_fact(
        &self,
        mut word: WrappedRange,
        value: ValueId,
        condition: &Expr<Column>,
        place: Place<'_>,
    ) -> Option<WrappedRange> {
        let Expr::Apply(operator @ (Operator::Le | Operator::Eq), sides) = condition else {
            return Some(word);
        };
        let [a, b] = &sides[..] else {
            return Some(word);
        };
        // b − a
        let mut terms = SmallVec::new();
        summands(b, Int::ONE, &mut terms);
        summands(a, Int::NEG_ONE, &mut terms);
        for column in [Column::Value(value), Column::Unsigned(value)] {
            let is_it = |term: &Expr<Column>| reads(term, column, word.width());
            let mut of_it = terms.iter().filter(|(_, it)| is_it(it)).map(|(k, _)| k);
            let (Some(factor), None) = (of_it.next(), of_it.next()) else {
                continue;
            };
            let rest = terms.iter().filter(|(_, it)| !is_it(it));
            let mut sum = Range::constant(0);
            for (factor, term) in rest {
                if mentions(term, value) {
                    sum = Range::full();
                    break;
                }
                sum = sum.add(&self.range(term, place, None)?.scale(factor));
            }
            let (low, high) = match (*factor == Int::ONE, *factor == Int::NEG_ONE) {
                (true, _) => (sum.neg().lower().cloned(), sum.neg().upper().cloned()),
                (_, true) => (sum.lower().cloned(), sum.upper().cloned()),
                _ => continue,
            };
            // x + sum >= 0, or sum − x >= 0
            let (low, high) = match (operator, *factor == Int::ONE) {
                (Operator::Eq, _) => (low, high),
                (_, true) => (low, None),
                (_, false) => (None, high),
            };
            let (low, high) = (
                clamped(low.as_ref(), i128::MIN),
                clamped(high.as_ref(), i128::MAX),
            );
            let width = word.width();
            let allowed = match column {
                Column::Value(_) => WrappedRange::signed_between(width, low, high)?,
                _ if high < 0 => return None,
                // An end beyond i128 is beyond the reading as well, or restricts nothing.
                _ if high == i128::MAX => {
                    WrappedRange::unsigned_between(width, low.max(0) as u128, u128::MAX)?
                }
                _ => WrappedRange::unsigned_between(width, low.max(0) as u128, high as u128)?,
            };
            word = word.meet(allowed)?.reduced();
        }
        Some(word)
    }

    /// Whether all conditions among facts are satisfiable.
    pub(super) fn may_hold(&self, facts: &Facts, place: Place<'_>) -> bool {
        let conditions = facts.conditions.iter();
        let mut possible = conditions.map(|assumption| self.is_possible(assumption, place.block));
        possible.all(|possible| possible)
    }
}

/// Whether a term is a column, or `value mod 2^width` if the column is the unsigned reading of that value.
fn reads(term: &Expr<Column>, column: Column, width: u32) -> bool {
    match (term, column) {
        (Expr::Leaf(leaf), _) => *leaf == column,
        (Expr::Apply(Operator::Mod, sides), Column::Unsigned(value)) => match &sides[..] {
            [Expr::Leaf(Column::Value(read)), Expr::Integer(modulus)] => {
                *read == value && *modulus == Int::ONE << width as usize
            }
            _ => false,
        },
        _ => false,
    }
}

/// The integers of the signed reading of a word.
fn limit_of(word: WrappedRange) -> Range {
    let (low, high) = word.signed();
    Range::between(low, high)
}

fn truth(certain: bool, impossible: bool) -> Range {
    match (certain, impossible) {
        (true, _) => Range::constant(1),
        (_, true) => Range::constant(0),
        _ => Range::between(0, 1),
    }
}

fn clamped(end: Option<&Int>, none: i128) -> i128 {
    end.map_or(none, |end| match i128::try_from(end) {
        Ok(end) => end,
        Err(_) if *end < Int::ZERO => i128::MIN,
        Err(_) => i128::MAX,
    })
}

/// The word of all integers in an interval modulo 2 to the width of `full`. An extreme `i128` is an open end.
fn wrapped(full: WrappedRange, kind: ColumnKind, (low, high): (i128, i128)) -> WrappedRange {
    let (least, most) = full.signed();
    let (_, largest) = full.unsigned();
    let unbounded = low == i128::MIN || high == i128::MAX;
    let word = match kind {
        ColumnKind::Unsigned if !unbounded && low >= 0 && high as u128 <= largest => {
            WrappedRange::unsigned_between(full.width(), low as u128, high as u128)
        }
        ColumnKind::Value
            if least <= low && high <= most && (full.width() == 128 || !unbounded) =>
        {
            WrappedRange::signed_between(full.width(), low, high)
        }
        _ => None,
    };
    word.unwrap_or(full)
}

/// The summands of a term, with their factors.
pub(super) fn summands<'t>(
    term: &'t Expr<Column>,
    factor: Int,
    into: &mut SmallVec<[(Int, &'t Expr<Column>); 4]>,
) {
    match term {
        Expr::Apply(Operator::Add, terms) => {
            for term in terms.iter() {
                summands(term, factor.clone(), into);
            }
        }
        Expr::Apply(Operator::Mul, terms) => match &terms[..] {
            [Expr::Integer(by), term] => summands(term, factor * by, into),
            _ => into.push((factor, term)),
        },
        _ => into.push((factor, term)),
    }
}
