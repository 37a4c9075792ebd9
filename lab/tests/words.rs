//! Compares operations on wrapped ranges with all words in them: all ranges of up to four bits, and random ones of up
//! to eight.

use calipers::number::{Aligned, Congruence, Int, NoWrap, Portable, Predicate, WrappedRange};
use calipers::rules::WordOperator;

/// The word with these bits.
fn word(width: u32, bits: u128) -> WrappedRange {
    WrappedRange::constant(width, bits).expect("the width is small")
}

/// All operators on two words of one width.
fn operators() -> Vec<WordOperator> {
    use WordOperator::*;
    let mut operators = vec![
        ShrSigned,
        ShrUnsigned,
        DivSigned,
        DivUnsigned,
        FloorDivSigned,
        CeilDivSigned,
        CeilDivByNegation,
        CeilDivUnsigned,
        RemSigned,
        RemUnsigned,
        MinSigned,
        MinUnsigned,
        MaxSigned,
        MaxUnsigned,
        And,
        Or,
        Xor,
        Carry,
        MulHighSigned,
        MulHighUnsigned,
        AnyOf,
    ];
    for (signed, unsigned) in [(false, false), (true, false), (false, true), (true, true)] {
        let promise = NoWrap { signed, unsigned };
        operators.extend([Add(promise), Sub(promise), Mul(promise), Shl(promise)]);
    }
    operators.extend(Predicate::ALL.map(|(_, predicate)| Compare(predicate)));
    operators
}

/// The result of an operator on two words; none if it is undefined or poison.
fn exact(operator: WordOperator, width: u32, a: u128, b: u128) -> Option<Vec<u128>> {
    use WordOperator::*;
    let modulus = 1i128 << width;
    let signed = |bits: u128| {
        let bits = bits as i128;
        if bits >= modulus / 2 {
            bits - modulus
        } else {
            bits
        }
    };
    let (sa, sb, ua, ub) = (signed(a), signed(b), a as i128, b as i128);
    let kept = |s: i128, u: i128, promise: NoWrap| {
        let fits = (-modulus / 2..modulus / 2).contains(&s);
        (!promise.signed || fits) && (!promise.unsigned || (0..modulus).contains(&u))
    };
    let divides = sb != 0 && !(sa == -modulus / 2 && sb == -1);
    let floor = |a: i128, b: i128| a.div_euclid(b) - i128::from(b < 0 && a.rem_euclid(b) != 0);
    let value = match operator {
        Add(promise) => kept(sa + sb, ua + ub, promise).then_some(ua + ub)?,
        Sub(promise) => kept(sa - sb, ua - ub, promise).then_some(ua - ub)?,
        Mul(promise) => kept(sa * sb, ua * ub, promise).then_some(ua * ub)?,
        Shl(promise) if b < u128::from(width) => {
            kept(sa << b, ua << b, promise).then_some(ua << b)?
        }
        ShrSigned if b < u128::from(width) => sa >> b,
        ShrUnsigned if b < u128::from(width) => ua >> b,
        Shl(_) | ShrSigned | ShrUnsigned => return None,
        DivSigned => divides.then(|| sa / sb)?,
        DivUnsigned => (ub != 0).then(|| ua / ub)?,
        FloorDivSigned => divides.then(|| floor(sa, sb))?,
        CeilDivSigned => divides.then(|| -floor(-sa, sb))?,
        // The negated dividend wraps.
        CeilDivByNegation if sa == -modulus / 2 && sb > 0 && sa % sb != 0 => -(sa / sb),
        CeilDivByNegation => divides.then(|| -floor(-sa, sb))?,
        CeilDivUnsigned => (ub != 0).then(|| -floor(-ua, ub))?,
        RemSigned => (sb != 0).then(|| sa % sb)?,
        RemUnsigned => (ub != 0).then(|| ua % ub)?,
        MinSigned => sa.min(sb),
        MinUnsigned => ua.min(ub),
        MaxSigned => sa.max(sb),
        MaxUnsigned => ua.max(ub),
        And => ua & ub,
        Or => ua | ub,
        Xor => ua ^ ub,
        Carry => return Some(vec![u128::from(ua + ub >= modulus)]),
        MulHighSigned => (sa * sb).div_euclid(modulus),
        MulHighUnsigned => ua * ub / modulus,
        AnyOf => return Some(vec![a, b]),
        Compare(predicate) => i128::from(match predicate {
            Predicate::Eq => ua == ub,
            Predicate::Ne => ua != ub,
            Predicate::Slt => sa < sb,
            Predicate::Sle => sa <= sb,
            Predicate::Sgt => sa > sb,
            Predicate::Sge => sa >= sb,
            Predicate::Ult => ua < ub,
            Predicate::Ule => ua <= ub,
            Predicate::Ugt => ua > ub,
            Predicate::Uge => ua >= ub,
        }),
        _ => return None,
    };
    Some(vec![value.rem_euclid(modulus) as u128])
}

/// Ranges of words of that width: all for narrow ones, else random ones.
fn ranges(width: u32, random: &mut fastrand::Rng) -> Vec<WrappedRange> {
    let all = 1u128 << width;
    let mut found = vec![];
    let half = (all / 2) as i128;
    if width <= 3 {
        for low in 0..all {
            found.extend(
                (low..all).filter_map(|high| WrappedRange::unsigned_between(width, low, high)),
            );
        }
        for low in -half..half {
            found.extend(
                (low..half).filter_map(|high| WrappedRange::signed_between(width, low, high)),
            );
        }
    }
    while found.len() < 40 {
        let (a, b) = (random.u128(0..all), random.u128(0..all));
        let unsigned = (a.min(b), a.max(b));
        let (c, d) = (random.i128(-half..half), random.i128(-half..half));
        let signed = (c.min(d), c.max(d));
        found.extend(WrappedRange::unsigned_between(
            width, unsigned.0, unsigned.1,
        ));
        found.extend(WrappedRange::signed_between(width, signed.0, signed.1));
        // Each reading on its own, so some of these contain no word.
        found.extend(WrappedRange::stated(width, unsigned, signed));
        found.push(word(width, a));
    }
    found
}

/// The words in a range.
fn words(range: WrappedRange) -> Vec<u128> {
    let all = 0..1u128 << range.width();
    all.filter(|&bits| range.contains(bits)).collect()
}

#[test]
fn results_lie_in_the_range_of_results() {
    let mut random = fastrand::Rng::with_seed(11);
    let mut checked = 0u64;
    for width in 1..=8 {
        let ranges = ranges(width, &mut random);
        for operator in operators() {
            for &a in &ranges {
                for &b in &ranges {
                    if width > 5 && random.u32(0..8) != 0 {
                        continue;
                    }
                    let result = operator.apply(&[a, b]).expect("the widths are the same");
                    for (x, y) in words(a)
                        .iter()
                        .flat_map(|x| words(b).into_iter().map(move |y| (*x, y)))
                    {
                        for value in exact(operator, width, x, y).into_iter().flatten() {
                            checked += 1;
                            assert!(
                                result.contains(value),
                                "{operator:?} of {a} and {b}: {result}, but of {x} and {y} {value}"
                            );
                        }
                    }
                }
            }
        }
    }
    println!("{checked} results");
}

#[test]
fn words_that_are_known_give_words_that_are_known() {
    for width in 1..=6 {
        for operator in operators() {
            for (a, b) in (0..1 << width).flat_map(|a| (0..1 << width).map(move |b| (a, b))) {
                if let Some(values) = exact(operator, width, a, b)
                    && let [value] = values[..]
                {
                    let result = operator.apply(&[word(width, a), word(width, b)]);
                    let known = result.and_then(WrappedRange::as_constant);
                    assert_eq!(known, Some(value), "{operator:?} of {a} and {b}, i{width}");
                }
            }
        }
    }
}

#[test]
fn words_keep_their_number_when_resized() {
    let mut random = fastrand::Rng::with_seed(12);
    for (from, to) in (1..=8).flat_map(|from| (1..=8).map(move |to| (from, to))) {
        for range in ranges(from, &mut random) {
            let (signed, unsigned) = (range.resize_signed(to), range.resize_unsigned(to));
            for bits in words(range) {
                let number = word(from, bits).signed().0;
                assert!(
                    signed.contains(number as u128),
                    "{range} to i{to}: {signed}, {bits}"
                );
                assert!(
                    unsigned.contains(bits),
                    "{range} to i{to}: {unsigned}, {bits}"
                );
            }
        }
    }
}

#[test]
fn conditions_leave_the_words_for_which_they_hold() {
    let mut random = fastrand::Rng::with_seed(13);
    for width in 1..=5 {
        let ranges = ranges(width, &mut random);
        for (_, predicate) in Predicate::ALL {
            for &a in &ranges {
                for &b in &ranges {
                    let left = a.where_holds(predicate, b);
                    for (x, y) in words(a)
                        .iter()
                        .flat_map(|x| words(b).into_iter().map(move |y| (*x, y)))
                    {
                        if exact(WordOperator::Compare(predicate), width, x, y) == Some(vec![1]) {
                            let kept = left.is_some_and(|left| left.contains(x));
                            assert!(kept, "{a} where {predicate:?} {b}: {left:?}, not {x}");
                        }
                    }
                }
            }
        }
    }
}

#[test]
fn known_bits_are_those_of_every_word() {
    let mut random = fastrand::Rng::with_seed(14);
    for width in 1..=8 {
        for range in ranges(width, &mut random) {
            let (zeros, ones) = range.known_bits();
            for bits in words(range) {
                assert!(bits & zeros == 0 && bits & ones == ones, "{range}: {bits}");
            }
        }
    }
}

#[test]
fn what_holds_for_an_index_holds_for_32_bits_and_for_64() {
    use WordOperator::{Add, Mul, Shl, Sub};
    let mut random = fastrand::Rng::with_seed(15);
    let number = |random: &mut fastrand::Rng| match random.u32(0..4) {
        0 => random.i128(-4..4),
        1 => random.i128(-(1 << 31)..1 << 31),
        2 => random.i128((1 << 31) - 3..(1 << 31) + 3),
        _ => random.i128(-(1 << 33)..1 << 33),
    };
    for operator in operators() {
        // A result that violates a flag is poison, so the range may be anything.
        let promises = [Add, Sub, Mul, Shl].map(|of| of(NoWrap::default()));
        let is_promise = |it| matches!(it, Add(_) | Sub(_) | Mul(_) | Shl(_));
        if is_promise(operator) && !promises.contains(&operator) {
            continue;
        }
        let mode = match operator {
            WordOperator::Add(_)
            | WordOperator::Sub(_)
            | WordOperator::Mul(_)
            | WordOperator::Shl(_) => Portable::Both,
            WordOperator::And
            | WordOperator::Or
            | WordOperator::Xor
            | WordOperator::DivUnsigned
            | WordOperator::CeilDivUnsigned
            | WordOperator::RemUnsigned
            | WordOperator::MinUnsigned
            | WordOperator::MaxUnsigned
            | WordOperator::ShrUnsigned => Portable::Unsigned,
            WordOperator::Compare(_)
            | WordOperator::AnyOf
            | WordOperator::Carry
            | WordOperator::MulHighSigned
            | WordOperator::MulHighUnsigned => continue,
            _ => Portable::Signed,
        };
        for _ in 0..2000 {
            let mut range = || {
                let (a, b) = (number(&mut random), number(&mut random));
                WrappedRange::signed_between(64, a.min(b), a.max(b)).expect("64 bits hold it")
            };
            let (a, b) = (range(), range());
            let compute = |words: &[WrappedRange]| operator.apply(words).unwrap_or(words[0]);
            let result = WrappedRange::of_index(mode, &[a, b], compute);
            for _ in 0..8 {
                let pick = |word: WrappedRange, random: &mut fastrand::Rng| {
                    let (low, high) = word.signed();
                    word_of(64, random.i128(low..=high))
                };
                let (x, y) = (pick(a, &mut random), pick(b, &mut random));
                let wide = operator.apply(&[x, y]).and_then(WrappedRange::as_constant);
                assert!(
                    wide.is_none_or(|bits| result.contains(bits)),
                    "{operator:?} {a} {b} {x} {y} {result}"
                );
            }
        }
    }
}

fn word_of(width: u32, number: i128) -> WrappedRange {
    word(width, number as u128)
}

#[test]
fn upper_halves_of_wide_products_are_exact() {
    let mut random = fastrand::Rng::with_seed(16);
    // By digits of 2³², which cannot overflow.
    let digits = |mut a: u128, mut b: u128| {
        let (mut left, mut right) = (vec![], vec![]);
        for _ in 0..4 {
            left.push(a & 0xffff_ffff);
            right.push(b & 0xffff_ffff);
            (a, b) = (a >> 32, b >> 32);
        }
        let mut out = [0u128; 9];
        for (i, x) in left.iter().enumerate() {
            for (j, y) in right.iter().enumerate() {
                let mut carry = x * y;
                let mut at = i + j;
                while carry > 0 {
                    let sum = out[at] + (carry & 0xffff_ffff);
                    out[at] = sum & 0xffff_ffff;
                    carry = (carry >> 32) + (sum >> 32);
                    at += 1;
                }
            }
        }
        out[4..8]
            .iter()
            .rev()
            .fold(0, |all, digit| all << 32 | digit)
    };
    for _ in 0..20_000 {
        let shift = (random.u32(0..128), random.u32(0..128));
        let (a, b) = (random.u128(..) >> shift.0, random.u128(..) >> shift.1);
        let high = word(128, a).mul_high_unsigned(word(128, b));
        assert_eq!(high.as_constant(), Some(digits(a, b)), "{a} {b}");
        // floor(sa·sb / 2¹²⁸) = high − (sa < 0 ? b : 0) − (sb < 0 ? a : 0)
        let signed = word(128, a).mul_high_signed(word(128, b));
        let less = |n: u128, other: u128| if (n as i128) < 0 { other } else { 0 };
        let expected = digits(a, b)
            .wrapping_sub(less(a, b))
            .wrapping_sub(less(b, a));
        assert_eq!(signed.as_constant(), Some(expected), "{a} {b}");
    }
}

/// A range, cut down by a random congruence of the signed reading.
fn aligned(range: WrappedRange, random: &mut fastrand::Rng) -> Option<Aligned> {
    let modulus = [1, 2, 3, 4, 5, 6, 8, 12, 16, 64][random.usize(..10)];
    let congruence = Congruence::new(modulus, random.i64(0..modulus));
    Some(Aligned::new(range.within(&congruence)?, congruence))
}

/// The words in a range for which its congruence holds.
fn aligned_words(range: &Aligned) -> Vec<u128> {
    let number = |bits: &u128| Int::from(word(range.word.width(), *bits).signed().0);
    let mut all = words(range.word);
    all.retain(|bits| range.congruence.contains(&number(bits)));
    all
}

#[test]
fn results_are_congruent_to_what_is_said() {
    let mut random = fastrand::Rng::with_seed(17);
    let mut told = 0u64;
    for width in 1..=8 {
        let ranges = ranges(width, &mut random);
        for operator in operators() {
            for _ in 0..700 {
                let mut pick = || aligned(ranges[random.usize(..ranges.len())], &mut random);
                let (Some(a), Some(b)) = (pick(), pick()) else {
                    continue;
                };
                let result = operator.apply_aligned(&[a.clone(), b.clone()]);
                let result = result.expect("the widths are the same");
                told += u64::from(!result.congruence.is_any());
                let left = aligned_words(&a);
                for (x, y) in left
                    .iter()
                    .flat_map(|x| aligned_words(&b).into_iter().map(move |y| (*x, y)))
                {
                    for value in exact(operator, width, x, y).into_iter().flatten() {
                        let number = Int::from(word(result.word.width(), value).signed().0);
                        assert!(
                            result.congruence.contains(&number) && result.word.contains(value),
                            "{operator:?} of {a:?} and {b:?}: {result:?}, but of {x} and {y} {value}"
                        );
                    }
                }
            }
        }
    }
    assert!(told > 40_000, "only {told}");
}

#[test]
fn ends_move_only_past_words_that_are_not_congruent() {
    let mut random = fastrand::Rng::with_seed(18);
    for _ in 0..20_000 {
        let width = random.u32(1..=8);
        let ranges = ranges(width, &mut random);
        let range = ranges[random.usize(..ranges.len())];
        let modulus = random.i64(1..20);
        let congruence = Congruence::new(modulus, random.i64(0..modulus));
        let left = range.within(&congruence);
        for bits in words(range) {
            let number = Int::from(word(width, bits).signed().0);
            let kept = left.is_some_and(|left| left.contains(bits));
            assert!(
                kept || !congruence.contains(&number),
                "{range} {congruence:?} {bits}"
            );
        }
    }
}

#[test]
fn congruences_hold_of_what_is_resized() {
    use WordOperator::{ResizeSigned, ResizeUnsigned};
    let mut random = fastrand::Rng::with_seed(19);
    for (from, to) in (1..=8).flat_map(|from| (1..=8).map(move |to| (from, to))) {
        for range in ranges(from, &mut random) {
            let Some(range) = aligned(range, &mut random) else {
                continue;
            };
            let by = |operator: WordOperator| operator.apply_aligned(std::slice::from_ref(&range));
            let (signed, unsigned) = (by(ResizeSigned(to)), by(ResizeUnsigned(to)));
            for bits in aligned_words(&range) {
                let number = word(from, bits).signed().0;
                for (result, number) in [(&signed, number), (&unsigned, bits as i128)] {
                    let result = result.as_ref().expect("the width is small");
                    let number = Int::from(word(to, number as u128).signed().0);
                    assert!(
                        result.congruence.contains(&number),
                        "{range:?} {result:?} {bits}"
                    );
                }
            }
        }
    }
}
