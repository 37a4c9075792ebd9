//! Tests of every operation on every small interval against enumeration.

use super::*;

const SPAN: i64 = 6;

fn small_intervals() -> Vec<(i64, i64)> {
    (-SPAN..=SPAN)
        .flat_map(|low| (low..=SPAN).map(move |high| (low, high)))
        .collect()
}

fn as_interval((low, high): (i64, i64)) -> Interval {
    Interval::between(low, high)
}

type Binary = (
    &'static str,
    fn(&Interval, &Interval) -> Interval,
    fn(i64, i64) -> i64,
);

fn floor(x: i64, m: i64) -> i64 {
    if m == 0 {
        0
    } else {
        (x as f64 / m as f64).floor() as i64
    }
}

const TIGHT: &[Binary] = &[
    ("add", Interval::add, |x, y| x + y),
    ("sub", Interval::sub, |x, y| x - y),
    ("mul", Interval::mul, |x, y| x * y),
    ("min", Interval::min, |x, y| x.min(y)),
    ("max", Interval::max, |x, y| x.max(y)),
    ("floor_div", Interval::floor_div, floor),
    ("ceil_div", Interval::ceil_div, |x, m| -floor(-x, m)),
    ("trunc_div", Interval::trunc_div, |x, m| {
        if m == 0 { 0 } else { x / m }
    }),
];

const SOUND: &[Binary] = &[
    ("modulo", Interval::modulo, |x, m| x - m * floor(x, m)),
    ("trunc_mod", Interval::trunc_mod, |x, m| {
        if m == 0 { x } else { x % m }
    }),
];

fn brute((al, ah): (i64, i64), (bl, bh): (i64, i64), op: fn(i64, i64) -> i64) -> (i64, i64) {
    let values = (al..=ah).flat_map(|x| (bl..=bh).map(move |y| op(x, y)));
    values.fold((i64::MAX, i64::MIN), |(low, high), v| {
        (low.min(v), high.max(v))
    })
}

#[test]
fn binary_operations_are_sound_and_tight() {
    for &a in &small_intervals() {
        for &b in &small_intervals() {
            for &(name, op, model) in TIGHT {
                let expected = as_interval(brute(a, b, model));
                assert_eq!(
                    op(&as_interval(a), &as_interval(b)),
                    expected,
                    "{name} {a:?} {b:?}"
                );
            }
            for &(name, op, model) in SOUND {
                let expected = as_interval(brute(a, b, model));
                let got = op(&as_interval(a), &as_interval(b));
                assert!(got.contains_interval(&expected), "{name} {a:?} {b:?} {got}");
                // A small number of divisors of one sign is enumerated.
                if b.0 == b.1 && name == "modulo" {
                    assert_eq!(got, expected, "{name} {a:?} {b:?}");
                }
            }
        }
    }
}

/// An infinite endpoint is modelled by values far beyond those of the other operand.
#[test]
fn unbounded_operands_contain_far_values() {
    let far = 60;
    for &(low, high) in &small_intervals() {
        let finite = Interval::between(low, high);
        for end in -SPAN..=SPAN {
            let unbounded = [
                (Interval::at_least(end), (end, far)),
                (Interval::at_most(end), (-far, end)),
                (Interval::full(), (-far, far)),
            ];
            for (interval, sample) in unbounded {
                for &(name, op, model) in TIGHT.iter().chain(SOUND) {
                    let left = as_interval(brute(sample, (low, high), model));
                    let got = op(&interval, &finite);
                    assert!(got.contains_interval(&left), "{name} {interval} {finite}");
                    let right = as_interval(brute((low, high), sample, model));
                    let got = op(&finite, &interval);
                    assert!(got.contains_interval(&right), "{name} {finite} {interval}");
                    // A division by large numbers is bounded, and the result is exact.
                    if name.ends_with("_div") {
                        assert_eq!(got, right, "{name} {finite} {interval}");
                    }
                }
            }
        }
    }
}

#[test]
fn sets_and_unary_operations() {
    for &a in &small_intervals() {
        let x = as_interval(a);
        assert_eq!(x.neg(), Interval::between(-a.1, -a.0));
        assert_eq!(x.magnitude(), as_interval(brute(a, (0, 0), |x, _| x.abs())));
        for k in -3..=3 {
            assert_eq!(
                x.scale(&Int::from(k)),
                as_interval(brute(a, (k, k), |x, k| x * k))
            );
        }
        for &b in &small_intervals() {
            let y = as_interval(b);
            for v in -SPAN - 1..=SPAN + 1 {
                let (value, in_a, in_b) =
                    (Int::from(v), a.0 <= v && v <= a.1, b.0 <= v && v <= b.1);
                assert_eq!(x.intersect(&y).contains(&value), in_a && in_b);
                assert!(x.hull(&y).contains(&value) || !(in_a || in_b));
            }
        }
    }
}

#[test]
fn the_empty_interval_stays_empty() {
    let empty = Interval::between(3, 2);
    assert!(empty.is_empty() && empty == Interval::empty());
    let operands = [Interval::full(), Interval::between(0, 4), Interval::empty()];
    for other in &operands {
        for &(name, op, _) in TIGHT.iter().chain(SOUND) {
            assert!(op(&empty, other).is_empty(), "{name}");
            assert!(op(other, &empty).is_empty(), "{name}");
        }
        assert_eq!(empty.hull(other), *other);
        assert!(empty.intersect(other).is_empty());
    }
}

#[test]
fn numbers_over_the_cap_say_nothing() {
    let huge = Int::from(1) << 4000;
    let square = Interval::point(huge.clone()).mul(&Interval::point(huge.clone()));
    assert!(square.is_full());
    let half = Interval::between(0, huge.clone()).mul(&Interval::between(1, huge));
    assert_eq!(half, Interval::at_least(0));
}

#[test]
fn display() {
    assert_eq!(Interval::between(0, 14).to_string(), "[0, 14]");
    assert_eq!(Interval::full().to_string(), "[-inf, +inf]");
    assert_eq!(Interval::empty().to_string(), "empty");
}
