//! Word rules: the bits that an op computes, as operations on integers of fixed width.
//!
//! A definition describes a value as an unbounded integer; a word rule describes its bits, from which ranges with
//! wraparound are computed.

use calipers_number::{Congruence, Int};
use calipers_program::{OpId, Program, ValueId};
use calipers_semantics::{Constants, Evaluator, Formula, Head, Item, Place, RuleSet, Stop};
use calipers_wrapped::{Aligned, LowBits, NoWrap, Portable, Predicate, WrappedRange, ZerosInFront};

/// An operation on integers of fixed width.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum WordOperator {
    /// `(add a b [flags])`.
    Add(NoWrap),
    /// `(sub a b [flags])`.
    Sub(NoWrap),
    /// `(mul a b [flags])`.
    Mul(NoWrap),
    /// `(shl a b [flags])`.
    Shl(NoWrap),
    /// `(shrs a b)`.
    ShrSigned,
    /// `(shru a b)`.
    ShrUnsigned,
    /// `(divs a b)`.
    DivSigned,
    /// `(divu a b)`.
    DivUnsigned,
    /// `(floordivs a b)`.
    FloorDivSigned,
    /// `(ceildivs a b)`.
    CeilDivSigned,
    /// `(ceildivs-by-negation a b)`: `−(−a / b)`, which is wrong where `−a` overflows. For comparison with MLIR.
    CeilDivByNegation,
    /// `(ceildivu a b)`.
    CeilDivUnsigned,
    /// `(rems a b)`.
    RemSigned,
    /// `(remu a b)`.
    RemUnsigned,
    /// `(mins a b)`.
    MinSigned,
    /// `(minu a b)`.
    MinUnsigned,
    /// `(maxs a b)`.
    MaxSigned,
    /// `(maxu a b)`.
    MaxUnsigned,
    /// `(carry a b)`: 1 if the unsigned sum overflows.
    Carry,
    /// `(mulhs a b)`: the upper half of the signed product.
    MulHighSigned,
    /// `(mulhu a b)`: the upper half of the unsigned product.
    MulHighUnsigned,
    /// `(and a b)`.
    And,
    /// `(or a b)`.
    Or,
    /// `(xor a b)`.
    Xor,
    /// `(compare P a b)`: 1 if the comparison holds.
    Compare(Predicate),
    /// `(select c a b)`.
    Select,
    /// `(any-of a …)`: one of the operands.
    AnyOf,
    /// `(resize-signed [w] a)`: truncation or sign extension.
    ResizeSigned(u32),
    /// `(resize-unsigned [w] a)`: truncation or zero extension.
    ResizeUnsigned(u32),
    /// `(portable MODE a)`: an index whose width is 32 or 64 bits.
    Portable(Portable),
}

impl WordOperator {
    /// The operator of that name, and its minimum and maximum number of operands. Flags, predicates, modes and widths
    /// are filled in by the caller.
    pub(super) fn from_name(name: &str) -> Option<(WordOperator, usize, usize)> {
        use WordOperator::*;
        let none = NoWrap::default();
        Some(match name {
            "add" => (Add(none), 2, 2),
            "sub" => (Sub(none), 2, 2),
            "mul" => (Mul(none), 2, 2),
            "shl" => (Shl(none), 2, 2),
            "shrs" => (ShrSigned, 2, 2),
            "shru" => (ShrUnsigned, 2, 2),
            "divs" => (DivSigned, 2, 2),
            "divu" => (DivUnsigned, 2, 2),
            "floordivs" => (FloorDivSigned, 2, 2),
            "ceildivs" => (CeilDivSigned, 2, 2),
            "ceildivs-by-negation" => (CeilDivByNegation, 2, 2),
            "ceildivu" => (CeilDivUnsigned, 2, 2),
            "rems" => (RemSigned, 2, 2),
            "remu" => (RemUnsigned, 2, 2),
            "mins" => (MinSigned, 2, 2),
            "minu" => (MinUnsigned, 2, 2),
            "maxs" => (MaxSigned, 2, 2),
            "maxu" => (MaxUnsigned, 2, 2),
            "carry" => (Carry, 2, 2),
            "mulhs" => (MulHighSigned, 2, 2),
            "mulhu" => (MulHighUnsigned, 2, 2),
            "and" => (And, 2, 2),
            "or" => (Or, 2, 2),
            "xor" => (Xor, 2, 2),
            "compare" => (Compare(Predicate::Eq), 2, 2),
            "select" => (Select, 3, 3),
            "any-of" => (AnyOf, 1, usize::MAX),
            "resize-signed" => (ResizeSigned(0), 1, 1),
            "resize-unsigned" => (ResizeUnsigned(0), 1, 1),
            "portable" => (Portable(self::Portable::Both), 1, 1),
            _ => return None,
        })
    }

    /// The range of the result.
    ///
    /// None if the number or the widths of the operands do not match.
    pub fn apply(self, words: &[WrappedRange]) -> Option<WrappedRange> {
        use WordOperator::*;
        let (first, rest) = words.split_first()?;
        match (self, rest) {
            (ResizeSigned(width), []) => Some(first.resize_signed(width)),
            (ResizeUnsigned(width), []) => Some(first.resize_unsigned(width)),
            (Portable(_), []) => Some(*first),
            (AnyOf, rest) => {
                let same = rest.iter().all(|word| word.width() == first.width());
                same.then(|| rest.iter().fold(*first, |all, word| all.join(*word)))
            }
            (Select, [yes, no]) if yes.width() == no.width() => Some(match first.as_constant() {
                Some(0) => *no,
                Some(_) => *yes,
                None => yes.join(*no),
            }),
            (_, [second]) if first.width() == second.width() => self.binary(*first, *second),
            _ => None,
        }
    }

    fn binary(self, a: WrappedRange, b: WrappedRange) -> Option<WrappedRange> {
        use WordOperator::*;
        Some(match self {
            Add(promise) => a.add(b, promise),
            Sub(promise) => a.sub(b, promise),
            Mul(promise) => a.mul(b, promise),
            Shl(promise) => a.shl(b, promise),
            ShrSigned => a.shr_signed(b),
            ShrUnsigned => a.shr_unsigned(b),
            DivSigned => a.div_signed(b),
            DivUnsigned => a.div_unsigned(b),
            FloorDivSigned => a.floor_div_signed(b),
            CeilDivSigned => a.ceil_div_signed(b),
            CeilDivByNegation => a.ceil_div_by_negation(b),
            CeilDivUnsigned => a.ceil_div_unsigned(b),
            RemSigned => a.rem_signed(b),
            RemUnsigned => a.rem_unsigned(b),
            MinSigned => a.min_signed(b),
            MinUnsigned => a.min_unsigned(b),
            MaxSigned => a.max_signed(b),
            MaxUnsigned => a.max_unsigned(b),
            Carry => a.carry(b),
            MulHighSigned => a.mul_high_signed(b),
            MulHighUnsigned => a.mul_high_unsigned(b),
            And => a.and(b),
            Or => a.or(b),
            Xor => a.xor(b),
            Compare(predicate) => match predicate.decide(a, b) {
                Some(holds) => WrappedRange::constant(1, u128::from(holds))?,
                None => WrappedRange::full(1)?,
            },
            Select | AnyOf | ResizeSigned(_) | ResizeUnsigned(_) | Portable(_) => return None,
        })
    }
}

impl WordOperator {
    /// The range of the result, with a congruence.
    ///
    /// None if the number or the widths of the operands do not match.
    pub fn apply_aligned(self, words: &[Aligned]) -> Option<Aligned> {
        let plain: smallvec::SmallVec<[WrappedRange; 3]> = words.iter().map(|it| it.word).collect();
        let word = self.apply(&plain)?;
        Some(Aligned::new(word, self.congruence(words, word)))
    }

    /// The congruence of the signed reading of the result.
    fn congruence(self, words: &[Aligned], result: WrappedRange) -> Congruence {
        use WordOperator::*;
        match (self, words) {
            (Add(promise), [a, b]) => a.add(b, promise),
            (Sub(promise), [a, b]) => a.sub(b, promise),
            (Mul(promise), [a, b]) => a.mul(b, promise),
            (Shl(promise), [a, b]) => a.shl(b, promise),
            (ShrSigned, [a, b]) => a.shr_signed(b),
            (ShrUnsigned, [a, b]) => a.shr_unsigned(b, result),
            (DivSigned, [a, b]) => a.div_signed(b, Congruence::trunc_div),
            (FloorDivSigned, [a, b]) => a.div_signed(b, Congruence::floor_div),
            (CeilDivSigned, [a, b]) => a.div_signed(b, Congruence::ceil_div),
            (DivUnsigned, [a, b]) => a.div_unsigned(b, result, Congruence::floor_div),
            (CeilDivUnsigned, [a, b]) => a.div_unsigned(b, result, Congruence::ceil_div),
            (RemSigned, [a, b]) => a.rem_signed(b),
            (RemUnsigned, [a, b]) => a.rem_unsigned(b, result),
            (And, [a, b]) => a.bitwise(b, LowBits::and),
            (Or, [a, b]) => a.bitwise(b, LowBits::or),
            (Xor, [a, b]) => a.bitwise(b, LowBits::xor),
            (MinSigned | MinUnsigned | MaxSigned | MaxUnsigned, [a, b]) => a.join(b),
            (Select, [condition, yes, no]) => match condition.word.as_constant() {
                Some(0) => no.congruence.clone(),
                Some(_) => yes.congruence.clone(),
                None => yes.join(no),
            },
            (AnyOf, [first, rest @ ..]) => {
                let rest = rest.iter().map(|it| &it.congruence);
                rest.fold(first.congruence.clone(), |all, it| all.join(it))
            }
            (ResizeSigned(_), [a]) => a.resized(result, ZerosInFront::No),
            (ResizeUnsigned(_), [a]) => a.resized(result, ZerosInFront::Yes),
            // No congruence is known for an index of unknown width.
            _ => Congruence::any(),
        }
    }
}

/// The right side of a word rule.
#[derive(Clone, PartialEq, Debug)]
pub enum WordFormula {
    /// A value, or an integer that is converted to the result's width.
    Leaf(Formula),
    /// `(bounds umin umax smin smax)`: the given bounds of both readings.
    Bounds(Box<[Formula; 4]>),
    /// `(between a b)`: an integer from `a` to `b`, both nonnegative.
    Between(Box<[Formula; 2]>),
    /// `(elements LIST)`: one of the integers and values in a list, or the integer if the argument is one.
    Elements(Formula),
    /// `(within INDICES SIZES a)`: `a` if every index is below its size, otherwise any integer.
    Within(Box<[Formula; 2]>, Box<WordFormula>),
    /// An operation; the formula, if present, computes its flags, predicate, mode or width.
    Apply(WordOperator, Option<Formula>, Vec<WordFormula>),
}

/// The number of bits of an index.
const INDEX_WIDTH: u32 = 64;

/// What a word rule reproduces of MLIR's integer range analysis.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reproduces {
    /// Ranges that are right, but wider than those of definitions and facts (`:precision plain`).
    Limits,
    /// A range that is wrong (`:precision mlir`).
    Mistake,
}

/// A word rule.
#[derive(Clone, Debug)]
pub struct WordRule {
    /// Name, fields, guards.
    pub head: Head,
    /// The value that it describes; every result if none is named.
    pub place: Option<Place>,
    /// The bits of the value.
    pub body: WordFormula,
    /// What of MLIR's integer range analysis the rule is used for, if it is for that alone.
    pub reproduces: Option<Reproduces>,
}

/// A word rule, applied to an op.
#[derive(Clone, PartialEq, Debug)]
pub enum WordTerm {
    /// The range of a value.
    Value(ValueId),
    /// A constant range.
    Known(WrappedRange),
    /// An operation.
    Apply(WordOperator, Box<[WordTerm]>),
}

impl WordTerm {
    /// Its range, given the ranges of the values in it. `None` from `word` is propagated, except from the branch of a
    /// `select` that is not taken.
    pub fn evaluate(
        &self,
        word: &mut impl FnMut(ValueId) -> Option<WrappedRange>,
    ) -> Option<WrappedRange> {
        match self {
            WordTerm::Value(value) => word(*value),
            WordTerm::Known(known) => Some(*known),
            WordTerm::Apply(WordOperator::Portable(mode), terms) => {
                let [WordTerm::Apply(operator, terms)] = &terms[..] else {
                    return None;
                };
                let words = terms.iter().map(|term| term.evaluate(word));
                let words: smallvec::SmallVec<[WrappedRange; 3]> = words.collect::<Option<_>>()?;
                operator.apply(&words)?;
                let compute = |words: &[WrappedRange]| operator.apply(words).unwrap_or(words[0]);
                Some(WrappedRange::of_index(*mode, &words, compute))
            }
            WordTerm::Apply(operator, terms) => {
                if let [a, b] = &terms[..] {
                    return operator.apply(&[a.evaluate(word)?, b.evaluate(word)?]);
                }
                let words = terms.iter().map(|term| term.evaluate(word));
                let words: smallvec::SmallVec<[WrappedRange; 3]> = words.collect::<Option<_>>()?;
                operator.apply(&words)
            }
        }
    }
}

impl WordTerm {
    /// Its range and congruence, given those of the values in it.
    pub fn evaluate_aligned(
        &self,
        value: &mut impl FnMut(ValueId) -> Option<Aligned>,
    ) -> Option<Aligned> {
        match self {
            WordTerm::Value(leaf) => value(*leaf),
            WordTerm::Known(known) => Some(Aligned::of(*known)),
            WordTerm::Apply(WordOperator::Portable(_), terms) => {
                let word = self.evaluate(&mut |leaf| value(leaf).map(|it| it.word))?;
                let [WordTerm::Apply(operator, terms)] = &terms[..] else {
                    return Some(Aligned::of(word));
                };
                let words = terms.iter().map(|term| term.evaluate_aligned(value));
                let words = words.collect::<Option<Vec<Aligned>>>()?;
                let wide = operator.apply_aligned(&words)?;
                // A 32-bit index computes the same result if no operand has its sign bit set.
                let is_small =
                    |it: &Aligned| it.word.signed().0 >= 0 && it.word.signed().1 >> 31 == 0;
                let all_small = words.iter().chain([&wide]).all(is_small);
                Some(match all_small {
                    true => Aligned::new(word, wide.congruence),
                    false => Aligned::of(word),
                })
            }
            WordTerm::Apply(operator, terms) => {
                let words = terms.iter().map(|term| term.evaluate_aligned(value));
                operator.apply_aligned(&words.collect::<Option<Vec<Aligned>>>()?)
            }
        }
    }
}

impl WordRule {
    /// The rule, applied to this value of an op, which has this many bits.
    ///
    /// # Errors
    /// [`Stop`].
    pub fn instantiate<P: Program + ?Sized>(
        &self,
        rules: &dyn RuleSet,
        program: &P,
        op: OpId,
        (place, width): (Place, u32),
        constants: &mut dyn Constants,
    ) -> Result<WordTerm, Stop> {
        let is_meant = match self.place {
            Some(own) => own == place,
            None => matches!(place, Place::Result(_)),
        };
        if !is_meant {
            return Err(Stop::Inapplicable);
        }
        let mut evaluator = self.head.bind(rules, program, op, None, constants);
        self.head.check_guards(&mut evaluator)?;
        build(&self.body, width, &mut evaluator)
    }
}

fn build<P: Program + ?Sized>(
    formula: &WordFormula,
    width: u32,
    evaluator: &mut Evaluator<'_, '_, P>,
) -> Result<WordTerm, Stop> {
    let or_stop = |word: Option<WrappedRange>| word.ok_or(Stop::Inapplicable).map(WordTerm::Known);
    match formula {
        WordFormula::Leaf(formula) => match evaluator.evaluate(formula)? {
            Item::Value(value) => Ok(WordTerm::Value(value)),
            Item::Integer(integer) => or_stop(word_of(&integer, width)),
            _ => Err(Stop::Inapplicable),
        },
        WordFormula::Bounds(ends) => {
            let mut bits = [0u128; 4];
            for (bits, end) in bits.iter_mut().zip(&**ends) {
                let Item::Integer(end) = evaluator.evaluate(end)? else {
                    return Err(Stop::Inapplicable);
                };
                let word = word_of(&end, width).and_then(WrappedRange::as_constant);
                *bits = word.ok_or(Stop::Inapplicable)?;
            }
            let signed = |bits| WrappedRange::constant(width, bits).map(|word| word.signed().0);
            let (low, high) = (signed(bits[2]), signed(bits[3]));
            let signed = low.zip(high).ok_or(Stop::Inapplicable)?;
            or_stop(WrappedRange::stated(width, (bits[0], bits[1]), signed))
        }
        WordFormula::Between(ends) => {
            let ends = [evaluator.evaluate(&ends[0])?, evaluator.evaluate(&ends[1])?];
            let [Item::Integer(low), Item::Integer(high)] = ends else {
                return Err(Stop::Inapplicable);
            };
            let end = |end: Int| u128::try_from(end).map_err(|_| Stop::Inapplicable);
            or_stop(WrappedRange::unsigned_between(width, end(low)?, end(high)?))
        }
        WordFormula::Elements(list) => {
            let items = match evaluator.evaluate(list)? {
                Item::List(items) => items,
                Item::Integer(integer) => return or_stop(word_of(&integer, width)),
                _ => return Err(Stop::Inapplicable),
            };
            let mut known: Option<WrappedRange> = None;
            let mut terms = vec![];
            for item in items {
                match item {
                    Item::Integer(integer) => {
                        let word = word_of(&integer, width).ok_or(Stop::Inapplicable)?;
                        known = Some(known.map_or(word, |known| known.join(word)));
                    }
                    Item::Value(value) => terms.push(WordTerm::Value(value)),
                    _ => return Err(Stop::Inapplicable),
                }
            }
            terms.extend(known.map(WordTerm::Known));
            match terms.len() {
                0 => Err(Stop::Inapplicable),
                1 => Ok(terms.remove(0)),
                _ => Ok(WordTerm::Apply(WordOperator::AnyOf, terms.into())),
            }
        }
        WordFormula::Within(lists, body) => {
            let lists = [
                evaluator.evaluate(&lists[0])?,
                evaluator.evaluate(&lists[1])?,
            ];
            let [Item::List(indices), Item::List(sizes)] = lists else {
                return Err(Stop::Inapplicable);
            };
            if indices.len() != sizes.len() {
                return Err(Stop::Inapplicable);
            }
            let anything = WordTerm::Known(WrappedRange::full(width).ok_or(Stop::Inapplicable)?);
            let mut term = build(body, width, evaluator)?;
            for (index, size) in indices.into_iter().zip(sizes) {
                let Item::Integer(size) = size else {
                    return Err(Stop::Inapplicable);
                };
                let index = match index {
                    Item::Value(value) => WordTerm::Value(value),
                    Item::Integer(number) => {
                        WordTerm::Known(word_of(&number, INDEX_WIDTH).ok_or(Stop::Inapplicable)?)
                    }
                    _ => return Err(Stop::Inapplicable),
                };
                let size = WordTerm::Known(word_of(&size, INDEX_WIDTH).ok_or(Stop::Inapplicable)?);
                let is_below =
                    WordTerm::Apply(WordOperator::Compare(Predicate::Ult), [index, size].into());
                let either = [is_below, term, anything.clone()];
                term = WordTerm::Apply(WordOperator::Select, either.into());
            }
            Ok(term)
        }
        WordFormula::Apply(operator, parameter, terms) => {
            let parameter = match parameter {
                Some(formula) => evaluator.evaluate(formula)?,
                None => Item::Missing,
            };
            let operator = with_parameter(*operator, &parameter, width)?;
            let terms: Result<Vec<WordTerm>, Stop> = terms
                .iter()
                .map(|term| build(term, width, evaluator))
                .collect();
            Ok(WordTerm::Apply(operator, terms?.into()))
        }
    }
}

/// The lowest bits of an integer as a word.
fn word_of(integer: &Int, width: u32) -> Option<WrappedRange> {
    if let Ok(small) = i64::try_from(integer) {
        return WrappedRange::constant(width, i128::from(small) as u128);
    }
    let modulus = Int::ONE << width as usize;
    let bits = calipers_number::floor_mod(integer, &modulus)?;
    WrappedRange::constant(width, u128::try_from(bits).ok()?)
}

fn with_parameter(
    operator: WordOperator,
    parameter: &Item<'_>,
    width: u32,
) -> Result<WordOperator, Stop> {
    use WordOperator::*;
    Ok(match operator {
        Add(_) => Add(promise(parameter)),
        Sub(_) => Sub(promise(parameter)),
        Mul(_) => Mul(promise(parameter)),
        Shl(_) => Shl(promise(parameter)),
        Compare(_) => {
            let known = match parameter {
                Item::Integer(number) => usize::try_from(number)
                    .ok()
                    .and_then(|n| Predicate::ALL.get(n)),
                Item::Text(text) => Predicate::ALL.iter().find(|(name, _)| name == text),
                _ => None,
            };
            Compare(known.ok_or(Stop::Inapplicable)?.1)
        }
        ResizeSigned(_) | ResizeUnsigned(_) => {
            let width = match parameter {
                Item::Integer(width) => u32::try_from(width).ok(),
                _ => Some(width),
            };
            let width = width.filter(|&width| WrappedRange::full(width).is_some());
            let width = width.ok_or(Stop::Inapplicable)?;
            match operator {
                ResizeSigned(_) => ResizeSigned(width),
                _ => ResizeUnsigned(width),
            }
        }
        other => other,
    })
}

/// Parses `nsw`, `nuw`, both or neither, given as keywords or as bits (1 and 2).
fn promise(flags: &Item<'_>) -> NoWrap {
    let mut promise = NoWrap::default();
    let mut note = |word: &str| match word.trim() {
        "nsw" => promise.signed = true,
        "nuw" => promise.unsigned = true,
        _ => {}
    };
    match flags {
        Item::Text(text) => text.split(',').for_each(note),
        Item::Parameters(words) => words.iter().for_each(|(_, word)| {
            if let Item::Text(text) = word {
                note(text);
            }
        }),
        Item::Integer(bits) => {
            let bits = u8::try_from(bits).unwrap_or(0);
            promise.signed = bits & 1 != 0;
            promise.unsigned = bits & 2 != 0;
        }
        _ => {}
    }
    promise
}
