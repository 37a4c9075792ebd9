//! Shortest forms by the rules of the library, with facts as ranges of leaves and conditions that hold.

use calipers_number::{Congruence, Interval, Range};
use calipers_program::term::{Expr, Leaf};
use calipers_rules::Rules;
use calipers_saturation::{Criterion, Facts, Limits, Preference, Saturation, Size, read};

/// Facts: the ranges of the first leaves, conditions that hold, and the leaves that a result may not mention.
#[derive(Default)]
struct Given {
    ranges: Vec<Range>,
    conditions: Vec<Expr>,
    forbidden: Vec<Leaf>,
    asked: usize,
}

impl Facts for Given {
    fn range(&mut self, leaf: Leaf) -> Range {
        let known = self.ranges.get(leaf.0 as usize);
        known.cloned().unwrap_or_else(Range::full)
    }

    fn holds(&mut self, condition: &Expr) -> Option<bool> {
        self.asked += 1;
        self.conditions.contains(condition).then_some(true)
    }

    fn is_allowed(&self, leaf: Leaf) -> bool {
        !self.forbidden.contains(&leaf)
    }
}

/// A term in which `x` to `z` are the leaves 0 to 2.
fn term(text: &str) -> Expr {
    let named = read(text).expect("the text is a term");
    named.map(&mut |name| Expr::Leaf(Leaf(u32::from(name.as_bytes()[0] - b'x'))))
}

fn shortest(text: &str, facts: &mut Given) -> String {
    let rules = Rules::embedded();
    let saturation = Saturation::new(rules.answer_rewrites().clone());
    let term = term(text);
    let found = saturation.shortest(&term, facts, &Preference::default());
    let shown = found.map_or(term, |found| found.term).to_string();
    shown
        .replace("x0", "x")
        .replace("x1", "y")
        .replace("x2", "z")
}

/// The shortest form with `x` in a range.
fn within(range: Range, text: &str) -> String {
    let ranges = vec![range];
    shortest(
        text,
        &mut Given {
            ranges,
            ..Given::default()
        },
    )
}

fn anywhere(text: &str) -> String {
    within(Range::full(), text)
}

#[test]
fn wraps_that_do_not_wrap_disappear() {
    let size = Range::between(1, 2_147_483_647);
    assert_eq!(within(size.clone(), "(mod x 4294967296)"), "x");
    let signed = "(+ (mod (+ x 2147483647) 4294967296) -2147483647)";
    assert_eq!(within(size, signed), "x");
}

#[test]
fn a_wrap_of_a_wrap_is_one() {
    assert_eq!(
        anywhere("(mod (+ (mod (+ x 5) 256) 3) 256)"),
        "(mod (+ x 8) 256)"
    );
    assert_eq!(anywhere("(mod (+ (mod x 256) y) 16)"), "(mod (+ x y) 16)");
}

#[test]
fn a_size_padded_to_a_multiple() {
    let padded = "(+ x (mod (* -1 x) 8))";
    assert_eq!(anywhere(padded), "(* 8 (ceildiv x 8))");
    assert_eq!(
        anywhere("(* 8 (floordiv (+ x 7) 8))"),
        "(* 8 (ceildiv x 8))"
    );
}

#[test]
fn a_padded_size_of_wrapped_integers() {
    let size = Range::between(1, 2_147_483_640);
    let inner = "(+ (mod (+ (* -1 x) 2147483648) 4294967296) -2147483648)";
    let rest = format!(
        "(select (<= 0 (truncmod {inner} 8)) (truncmod {inner} 8) (+ (truncmod {inner} 8) 8))"
    );
    let padded = format!("(+ (mod (+ (+ x {rest}) 2147483648) 4294967296) -2147483648)");
    assert_eq!(within(size, &padded), "(* 8 (ceildiv x 8))");
}

#[test]
fn exact_quotients() {
    let multiple = Range::new(Interval::at_least(1), Congruence::multiple_of(32));
    assert_eq!(within(multiple.clone(), "(* 32 (floordiv x 32))"), "x");
    assert_eq!(within(multiple.clone(), "(mod x 16)"), "0");
    assert_eq!(within(multiple, "(* 32 (ceildiv x 32))"), "x");
}

#[test]
fn quotients_by_terms() {
    let positive = Range::at_least(0);
    let divided = "(mod (* 64 (+ x 1)) (* 31 (+ x 1)))";
    assert_eq!(within(positive.clone(), divided), "(* 2 (+ x 1))");
    let quotient = "(floordiv (* 64 (+ x 1)) (* 31 (+ x 1)))";
    assert_eq!(within(positive, quotient), "2");
}

#[test]
fn quotients_of_quotients() {
    assert_eq!(
        anywhere("(floordiv (+ (floordiv x 2) 1) 2)"),
        "(floordiv (+ x 2) 4)"
    );
    assert_eq!(anywhere("(ceildiv (ceildiv x 2) 3)"), "(ceildiv x 6)");
    assert_eq!(
        anywhere("(+ (ceildiv x 4) (* -1 (floordiv (+ x 3) 4)))"),
        "0"
    );
    assert_eq!(anywhere("(floordiv (+ (* 7 x) (mod x 7)) 7)"), "x");
    assert_eq!(anywhere("(+ (floordiv (+ x -1) 2) 1)"), "(ceildiv x 2)");
}

#[test]
fn extrema_and_selections() {
    let mut facts = Given {
        ranges: vec![Range::full(), Range::between(0, 9)],
        ..Given::default()
    };
    assert_eq!(anywhere("(max (min x y) x)"), "x");
    assert_eq!(anywhere("(select (<= x y) y x)"), "(max x y)");
    let negated = "(select (<= (+ x 1) 0) (mod z 2) (mod y 4294967296))";
    let shorter = "(select (<= (+ x 1) 0) (mod z 2) y)";
    assert_eq!(shortest(negated, &mut facts), shorter);
    assert_eq!(within(Range::at_least(3), "(select (<= x 0) y x)"), "x");
    let mut facts = Given {
        conditions: vec![term("(<= x y)")],
        ..Given::default()
    };
    assert_eq!(shortest("(min x y)", &mut facts), "x");
    assert!(facts.asked < 5);
}

#[test]
fn leaves_that_are_not_allowed() {
    let mut facts = Given {
        forbidden: vec![Leaf(1)],
        ..Given::default()
    };
    assert_eq!(shortest("(+ (* -1 y) x y)", &mut facts), "x");
    let rules = Rules::embedded();
    let saturation = Saturation::new(rules.answer_rewrites().clone());
    let found = saturation.shortest(&term("(+ x y)"), &mut facts, &Preference::default());
    assert_eq!(found, None);
}

#[test]
fn contradictory_facts_give_nothing() {
    assert_eq!(within(Range::empty(), "(mod x 8)"), "(mod x 8)");
}

#[test]
fn the_preference_decides() {
    let rules = Rules::embedded();
    let saturation = Saturation::new(rules.answer_rewrites().clone());
    let operations = Preference(vec![Criterion::Operations]);
    let twice = term("(+ (* 2 (floordiv (+ x 1) 2)) (mod (+ x 1) 2))");
    let found = saturation.shortest(&twice, &mut Given::default(), &operations);
    let sizes = found.map(|found| (found.before, found.after));
    let operations = |(before, after): (Size, Size)| (before.operations, after.operations);
    assert_eq!(sizes.map(operations), Some((6, 1)));
}

#[test]
fn limits_bound_the_work() {
    let rules = Rules::embedded();
    let limits = Limits {
        iterations: 0,
        ..Limits::default()
    };
    let saturation = Saturation::new(rules.answer_rewrites().clone());
    let padded = term("(+ x (mod (* -1 x) 8))");
    let (mut facts, preference) = (Given::default(), Preference::default());
    let found = saturation.shortest_within(limits, &padded, &mut facts, &preference);
    assert_eq!(found, None);
}

/// The value of a term at a point; a result has the value of its term at all points that the facts allow.
#[test]
fn results_are_equal_on_small_integers() {
    let texts = [
        "(+ x (mod (* -1 y) 8))",
        "(floordiv (+ (* 6 x) (* 4 y) 5) 8)",
        "(mod (+ (* 6 x) 9) 12)",
        "(truncmod (+ x y) 5)",
        "(+ (max x y) (* -1 (min x y)) (mod x 3))",
        "(select (<= (+ x 1) y) (floordiv y 3) (ceildiv x 3))",
        "(+ (* -4 (floordiv (+ x 2) 4)) x (* 2 (floordiv y 2)))",
        "(* (+ x 1) (+ y 2) (floordiv (* 3 x) 3))",
    ];
    let rules = Rules::embedded();
    let saturation = Saturation::new(rules.answer_rewrites().clone());
    for text in texts {
        let term = term(text);
        let mut facts = Given {
            ranges: vec![Range::between(-9, 9), Range::between(-9, 9)],
            ..Given::default()
        };
        let found = saturation.shortest(&term, &mut facts, &Preference::default());
        let Some(found) = found else {
            continue;
        };
        for (x, y) in (-9..=9).flat_map(|x| (-9..=9).map(move |y| (x, y))) {
            let value = |leaf: &Leaf| Some([x, y][leaf.0 as usize].into());
            let values = [&term, &found.term].map(|term| term.evaluate(&value));
            assert_eq!(
                values[0], values[1],
                "{text}, {}, x = {x}, y = {y}",
                found.term
            );
        }
    }
}

#[test]
fn branches_count_where_their_condition_holds() {
    assert_eq!(
        anywhere("(select (<= 8 x) (select (<= 3 x) y z) 0)"),
        "(select (<= 8 x) y 0)"
    );
    assert_eq!(
        anywhere("(select (<= 8 x) (max x 3) (min x 9))"),
        anywhere("(select (<= 8 x) x x)")
    );
    let inside = "(select (min (<= 0 x) (<= (+ x 1) 8)) (mod x 8) 7)";
    assert_eq!(anywhere(inside), "(select (min (<= 0 x) (<= x 7)) x 7)");
}

#[test]
fn conditions_beside_each_other() {
    assert_eq!(anywhere("(min (<= x 4) (<= x 6))"), "(<= x 4)");
    assert_eq!(anywhere("(max (<= x 4) (<= x 6))"), "(<= x 6)");
    assert_eq!(anywhere("(min (<= (+ x 1) y) (<= y x))"), "0");
    assert_eq!(anywhere("(max (<= (+ x 1) y) (<= y x))"), "1");
    assert_eq!(anywhere("(min (<= x y) (<= y x))"), "(== x y)");
}

#[test]
fn comparisons_of_sums_of_digits() {
    let mut facts = Given {
        ranges: vec![Range::full(), Range::between(0, 7)],
        ..Given::default()
    };
    let below = "(<= (+ (+ (* 8 x) y) 1) 16)";
    assert_eq!(shortest(below, &mut facts), "(<= x 1)");
    assert_eq!(anywhere("(<= (+ x y 3) (+ x z 5))"), "(<= y (+ z 2))");
    assert_eq!(anywhere("(<= (* 2 x) (+ (* 2 y) 1))"), "(<= x y)");
}

#[test]
fn what_arguments_have_in_common_moves_out() {
    assert_eq!(anywhere("(min (* 4 x) (* 4 y))"), "(* 4 (min x y))");
    assert_eq!(anywhere("(min (* -2 x) (* -2 y))"), "(* -2 (max x y))");
    let less = "(min (+ x (* -1 y)) (+ x (* -1 z)))";
    assert_eq!(anywhere(less), "(+ x (* -1 (max y z)))");
    let moved_in = "(+ (max z (+ x y)) (* -1 x))";
    assert_eq!(anywhere(moved_in), "(max (+ z (* -1 x)) y)");
    assert_eq!(
        anywhere("(select (<= x y) (* 4 x) (* 4 z))"),
        "(* 4 (select (<= x y) x z))"
    );
}

#[test]
fn smaller_coefficients() {
    assert_eq!(anywhere("(mod (+ (* 3 x) (* 5 y)) 2)"), "(mod (+ x y) 2)");
    assert_eq!(
        anywhere("(+ (* 5 (mod (+ x y) 2)) (* -5 y))"),
        "(* 5 (+ (mod (+ x y) 2) (* -1 y)))"
    );
}

#[test]
fn common_products() {
    let mut facts = Given {
        ranges: vec![Range::at_least(1), Range::at_least(1), Range::at_least(1)],
        ..Given::default()
    };
    let quotient = "(floordiv (* 2 x x y) (* 4 x x x))";
    assert_eq!(shortest(quotient, &mut facts), "(floordiv y (* 2 x))");
    let remainder = "(mod (* 32 x x y z) (* 6 x y))";
    let shorter = shortest(remainder, &mut facts);
    assert!(!shorter.contains("(* 32"), "{shorter}");
}

#[test]
fn conditions_that_exclude_each_other_are_false() {
    assert_eq!(anywhere("(min (<= (+ x 1) y) (<= (+ y 1) x))"), "0");
    assert_eq!(anywhere("(max (<= (+ x 1) y) (<= y x))"), "1");
    assert_eq!(anywhere("(min (== x 3) (<= 4 x))"), "0");
}

#[test]
fn a_minimum_is_compared_with_its_argument() {
    assert_eq!(anywhere("(== x (max x y))"), "(<= y x)");
    assert_eq!(anywhere("(== (min x y) y)"), "(<= y x)");
}

#[test]
fn what_remains_of_an_exact_quotient_is_a_multiple_of_it() {
    let multiple = Range::new(Interval::at_least(0), Congruence::new(4, 0));
    assert_eq!(
        within(multiple, "(+ x (* -3 (floordiv x 4)))"),
        "(floordiv x 4)"
    );
}

#[test]
fn a_large_term_is_shortened_part_by_part() {
    let mut text = "x".to_owned();
    for _ in 0..6 {
        text = format!("(+ (* 8 (floordiv {text} 8)) (mod {text} 8))");
    }
    assert_eq!(within(Range::between(0, 1_000), &text), "x");
}

#[test]
fn sums_of_quotients_are_one_quotient() {
    for (sum, quotient) in [
        ("(+ x (* -1 (floordiv (* 2 x) 3)))", "(ceildiv x 3)"),
        (
            "(+ (floordiv x 2) (* -1 (floordiv x 4)))",
            "(floordiv (+ x 2) 4)",
        ),
        ("(floordiv (+ (mod x 3) x) 3)", "(floordiv (+ x 1) 3)"),
        ("(+ (mod x 2) (* 2 (mod (floordiv x 2) 2)))", "(mod x 4)"),
        ("(+ (floordiv (+ x y) 2) (ceildiv (+ x y) 2))", "(+ x y)"),
        (
            "(+ z (* -1 x) (floordiv (* 4 x) 5))",
            "(+ z (* -1 (ceildiv x 5)))",
        ),
        (
            "(+ (floordiv (+ x y 1) 4) (floordiv (+ x y 3) 4))",
            "(ceildiv (+ x y) 2)",
        ),
    ] {
        assert_eq!(anywhere(sum), quotient, "{sum}");
    }
    // Steps of three sizes are no single quotient.
    let two = "(+ (floordiv x 2) (floordiv x 3))";
    assert_eq!(anywhere(two), two);
}

#[test]
fn selections_from_the_next_number_on_are_maxima() {
    let plus = "(+ (select (<= 2 x) x 0) (* -1 (<= 2 x)))";
    assert_eq!(anywhere(plus), "(max (+ x -1) 0)");
    assert_eq!(within(Range::at_least(1), "(select (<= 2 x) x 1)"), "x");
    let other = "(select (<= 2 x) (+ x -1) 2)";
    assert_eq!(anywhere(other), other);
}

#[test]
fn what_is_not_a_multiple_is_rounded_up() {
    let positive = Range::at_least(1);
    let rounded = [
        "(+ (floordiv x 4) 1 (* -1 (== (mod x 4) 0)))",
        "(+ (floordiv x 4) (* -1 (select (== (mod x 4) 0) 0 -1)))",
    ];
    for term in rounded {
        assert_eq!(within(positive.clone(), term), "(ceildiv x 4)", "{term}");
    }
}

#[test]
fn branches_that_are_never_chosen_end_the_search() {
    let mut facts = Given {
        ranges: vec![
            Range::at_least(-7),
            Range::at_least(-4),
            Range::at_least(-1),
        ],
        ..Given::default()
    };
    let least = "(* -1 (min (truncmod z -6) (truncmod x y)))";
    let term = format!("(+ (mod (select (<= (+ x 1) -9) y x) 4) {least})");
    let shorter = "(* -1 (min (truncmod x y) (truncmod z 6)))";
    let expected = format!("(+ (mod x 4) {shorter})");
    assert_eq!(shortest(&term, &mut facts), expected);
}
