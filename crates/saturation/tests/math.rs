//! The rules and tests of arithmetic with which egg tests itself (`tests/math.rs` of the crate `egg`), as far as they
//! are about sums, differences and products, on the operators of this project. There, rules state that sums commute and
//! associate; here, linear arithmetic is built in. Fractions, powers, derivatives and integrals are no integers.

use calipers_number::Range;
use calipers_program::term::{Expr, Leaf};
use calipers_rules::Rules;
use calipers_saturation::{Facts, Limits, Preference, Saturation, read};

struct Anything;

impl Facts for Anything {
    fn range(&mut self, _: Leaf) -> Range {
        Range::full()
    }

    fn holds(&mut self, _: &Expr) -> Option<bool> {
        None
    }

    fn is_allowed(&self, _: Leaf) -> bool {
        true
    }
}

/// A term whose leaves are single letters.
fn term(text: &str) -> Expr {
    let named = read(text).expect("the text is a term");
    named.map(&mut |name| Expr::Leaf(Leaf(name.bytes().next().map_or(0, u32::from))))
}

fn saturation() -> Saturation {
    Saturation::new(Rules::embedded().answer_rewrites().clone())
}

/// The names are egg's.
const RULES: [(&str, &str, &str); 12] = [
    ("comm-add", "(+ a b)", "(+ b a)"),
    ("comm-mul", "(* a b)", "(* b a)"),
    ("assoc-add", "(+ a (+ b c))", "(+ (+ a b) c)"),
    ("assoc-mul", "(* a (* b c))", "(* (* a b) c)"),
    ("zero-add", "(+ a 0)", "a"),
    ("zero-mul", "(* a 0)", "0"),
    ("one-mul", "(* a 1)", "a"),
    ("add-zero", "a", "(+ a 0)"),
    ("mul-one", "a", "(* a 1)"),
    ("cancel-sub", "(+ a (* -1 a))", "0"),
    ("distribute", "(* a (+ b c))", "(+ (* a b) (* a c))"),
    ("factor", "(+ (* a b) (* a c))", "(* a (+ b c))"),
];

#[test]
fn the_rules_of_egg_hold() {
    let saturation = saturation();
    for (name, left, right) in RULES {
        let (left, right) = (term(left), term(right));
        let is_equal = saturation.is_equal(Limits::DEFAULT, &left, &right, &mut Anything);
        assert!(is_equal, "{name}");
    }
}

#[test]
fn associated_sums_are_equal() {
    let left = "(+ 1 (+ 2 (+ 3 (+ 4 (+ 5 (+ 6 7))))))";
    let right = "(+ 7 (+ 6 (+ 5 (+ 4 (+ 3 (+ 2 1))))))";
    let saturation = saturation();
    assert!(saturation.is_equal(Limits::DEFAULT, &term(left), &term(right), &mut Anything));
}

#[test]
fn products_of_sums_are_multiplied_out() {
    let (left, right) = ("(* (+ x 3) (+ x 1))", "(+ (+ (* x x) (* 4 x)) 3)");
    let saturation = saturation();
    assert!(saturation.is_equal(Limits::DEFAULT, &term(left), &term(right), &mut Anything));
}

#[test]
fn constants_are_folded() {
    let long = term("(+ 1 (+ a (* -1 (* (+ 2 -1) a))))");
    let found = saturation().shortest(&long, &mut Anything, &Preference::default());
    assert_eq!(found.map(|it| it.term), Some(term("1")));
}

#[test]
fn different_terms_are_not_equal() {
    let saturation = saturation();
    for (left, right) in [("(+ a b)", "a"), ("(* a a)", "a"), ("(* a b)", "(+ a b)")] {
        let (left, right) = (term(left), term(right));
        assert!(!saturation.is_equal(Limits::DEFAULT, &left, &right, &mut Anything));
    }
}

#[test]
fn errors_say_what_is_wrong() {
    let message = |text: &str| read(text).expect_err("it is no term").to_string();
    assert_eq!(message("(plus a b)"), "no operator is called `plus`");
    assert_eq!(message("(mod a)"), "`mod` does not take 1 arguments");
    assert_eq!(message("((+ a b) c)"), "a list begins with an operator");
    assert!(message(&"(+ ".repeat(5_000)).contains("200 levels"));
}
