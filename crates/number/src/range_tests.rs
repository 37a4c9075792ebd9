//! Tests of the reduced product against sets of integers.

use super::*;

const SPAN: i64 = 8;

/// Reduced ranges with both endpoints within the span.
fn small() -> Vec<Range> {
    let mut ranges = Vec::new();
    for low in -SPAN..=SPAN {
        for high in low..=SPAN {
            for modulus in [1, 2, 3, 4] {
                let congruence = Congruence::new(modulus, low);
                let range = Range::new(Interval::between(low, high), congruence);
                if !ranges.contains(&range) {
                    ranges.push(range);
                }
            }
        }
    }
    ranges
}

fn members(range: &Range) -> Vec<i64> {
    (-100..=100)
        .filter(|&v| range.contains(&Int::from(v)))
        .collect()
}

fn floor(x: i64, m: i64) -> i64 {
    if m == 0 {
        0
    } else {
        (x as f64 / m as f64).floor() as i64
    }
}

type Binary = (
    &'static str,
    fn(&Range, &Range) -> Range,
    fn(i64, i64) -> i64,
);

const OPERATIONS: &[Binary] = &[
    ("add", Range::add, |x, y| x + y),
    ("sub", Range::sub, |x, y| x - y),
    ("mul", Range::mul, |x, y| x * y),
    ("min", Range::min, |x, y| x.min(y)),
    ("max", Range::max, |x, y| x.max(y)),
    ("floor_div", Range::floor_div, floor),
    ("ceil_div", Range::ceil_div, |x, m| -floor(-x, m)),
    ("trunc_div", Range::trunc_div, |x, m| {
        if m == 0 { 0 } else { x / m }
    }),
    ("modulo", Range::modulo, |x, m| x - m * floor(x, m)),
    ("trunc_mod", Range::trunc_mod, |x, m| {
        if m == 0 { x } else { x % m }
    }),
];

fn assert_reduced(range: &Range) {
    let congruence = range.congruence();
    for end in [range.lower(), range.upper()].into_iter().flatten() {
        assert!(range.is_empty() || congruence.contains(end), "{range}");
    }
    assert_eq!(
        range.as_constant().is_some(),
        !range.is_empty() && congruence.modulus().is_zero()
    );
}

#[test]
fn operations_are_sound_and_reduced() {
    let ranges = small();
    let samples: Vec<(Range, Vec<i64>)> = ranges
        .into_iter()
        .map(|range| {
            let values = members(&range);
            (range, values)
        })
        .collect();
    for (a, xs) in &samples {
        for (b, ys) in samples.iter().step_by(3) {
            for (name, op, model) in OPERATIONS {
                let result = op(a, b);
                assert_reduced(&result);
                for &x in xs {
                    for &y in ys {
                        let value = Int::from(model(x, y));
                        assert!(result.contains(&value), "{name} {a} {b}: {x} {y} {result}");
                    }
                }
            }
        }
    }
}

#[test]
fn sets_of_values() {
    let ranges = small();
    for a in ranges.iter().step_by(2) {
        assert_eq!(members(&a.neg()).len(), members(a).len());
        for b in ranges.iter().step_by(5) {
            let (both, either) = (a.intersect(b), a.join(b));
            assert_reduced(&both);
            assert_reduced(&either);
            for v in -SPAN..=SPAN {
                let value = Int::from(v);
                let (in_a, in_b) = (a.contains(&value), b.contains(&value));
                assert_eq!(both.contains(&value), in_a && in_b, "{a} ∩ {b}: {v}");
                assert!(either.contains(&value) || !(in_a || in_b));
            }
        }
    }
}

#[test]
fn readings_of_a_width_have_all_its_values() {
    for bits in 0..6 {
        let modulus = 1i64 << bits;
        let half = modulus / 2;
        assert_eq!(Range::unsigned(bits), Range::between(0, modulus - 1));
        assert_eq!(
            Range::signed(bits),
            Range::between(-half, modulus - half - 1)
        );
    }
    assert_eq!(Range::signed(8).to_string(), "[-128, 127]");
    assert_eq!(Range::unsigned(8).to_string(), "[0, 255]");
    assert_eq!(Range::unsigned(u32::MAX), Range::at_least(0));
    assert_eq!(Range::signed(u32::MAX), Range::full());
}

#[test]
fn reduction() {
    let odd_between = |low, high| Range::new(Interval::between(low, high), Congruence::new(2, 1));
    assert_eq!(odd_between(0, 4), odd_between(1, 3));
    assert_eq!(odd_between(0, 2), Range::constant(1));
    assert!(odd_between(2, 2).is_empty());
    let unbounded = Range::new(Interval::at_least(-3), Congruence::new(5, 1));
    assert_eq!(unbounded.to_string(), "[1, +inf] 5k+1");
    assert!(Range::new(Interval::full(), Congruence::any()).is_full());
    let constant = Range::new(Interval::full(), Congruence::constant(7));
    assert_eq!(constant, Range::constant(7));
}

#[test]
fn an_operand_that_is_never_chosen_leaves_no_trace() {
    let aligned = Range::new(Interval::between(0, 8), Congruence::multiple_of(4));
    let large = Range::between(9, 20);
    assert_eq!(aligned.min(&large), aligned);
    assert_eq!(aligned.max(&large), large);
}

#[test]
fn empty_operands_and_memory() {
    for (name, op, _) in OPERATIONS {
        assert!(op(&Range::empty(), &Range::full()).is_empty(), "{name}");
        assert!(op(&Range::full(), &Range::empty()).is_empty(), "{name}");
    }
    assert!(Range::empty().neg().is_empty());
    assert_eq!(size_of::<Range>(), 40);
}

#[test]
fn combinations_are_sums_of_multiples() {
    let half_open = [
        Range::at_least(3),
        Range::at_most(-2),
        Range::full(),
        Range::empty(),
        Range::new(Interval::at_least(1), Congruence::new(6, 4)),
    ];
    let ranges: Vec<Range> = small().into_iter().step_by(7).chain(half_open).collect();
    for x in &ranges {
        for y in &ranges {
            for (j, k) in [(1, 1), (-1, 1), (4, -6), (0, 3), (2, -2)] {
                let (j, k) = (Int::from(j), Int::from(k));
                let constant = Int::from(5);
                let told = Range::combination(&constant, [(&j, x), (&k, y)]);
                let sum = Range::constant(constant).add(&x.scale(&j));
                assert_eq!(told, sum.add(&y.scale(&k)), "{j}·{x} + {k}·{y}");
            }
        }
    }
}

#[test]
fn what_contains_another_is_not_narrowed_by_it() {
    let others = [Range::at_least(3), Range::full(), Range::empty()];
    let ranges: Vec<Range> = small().into_iter().step_by(3).chain(others).collect();
    for x in &ranges {
        for y in &ranges {
            assert_eq!(x.contains_range(y), x.intersect(y) == *y, "{x} {y}");
        }
    }
}
