//! Tests of infix notation: terms, mistakes, arguments of commands.

use super::*;
use crate::sexp::read;

fn names(word: &str) -> bool {
    let word = word.strip_prefix('%').unwrap_or(word);
    ["x", "y", "n", "a-b", "t", "c"].contains(&word)
}

fn told(text: &str) -> String {
    let forms = read(text).expect("these are forms");
    match Infix::new(&names).line(&forms) {
        Ok(form) => form.text(),
        Err(error) => error.to_string(),
    }
}

#[test]
fn terms_are_read_as_in_affine_expressions() {
    for (infix, call) in [
        ("%x + 1", "(+ %x 1)"),
        ("x - y + 1", "(+ x (- y) 1)"),
        ("x -1", "(+ x -1)"),
        ("x * 2 floordiv 4 mod n", "(mod (floordiv (* x 2) 4) n)"),
        ("-x * 3 - 2", "(+ (* (- x) 3) (- 2))"),
        ("(x + 1) * (y - 1)", "(* (+ x 1) (+ y (- 1)))"),
        ("x + y * 2 <= n", "(<= (+ x (* y 2)) n)"),
        ("0 <= x < n", "(and (<= 0 x) (< x n))"),
        (
            "x < 1 or not y == 2 and n != 3",
            "(or (< x 1) (and (not (== y 2)) (!= n 3)))",
        ),
        (
            "min(x, y + 1) + dim(%t, 0)",
            "(+ (min x (+ y 1)) (dim %t 0))",
        ),
        ("select(x < y, x, -y)", "(select (< x y) x (- y))"),
        ("not(x < 1)", "(not (< x 1))"),
        ("4*x+1<=n", "(<= (+ (* 4 x) 1) n)"),
        ("%n-%x", "(+ %n (- %x))"),
        ("a-b + x-1", "(+ a-b x (- 1))"),
        ("(+ x 1) + (min x (y + 2))", "(+ (+ x 1) (min x (+ y 2)))"),
        ("(x)", "(x)"),
        ("(x) + 1", "(+ x 1)"),
    ] {
        assert_eq!(told(infix), call, "{infix}");
    }
}

#[test]
fn mistakes_are_told() {
    assert_eq!(told("x +"), "expected a term after this");
    assert_eq!(told("x 4"), "expected an operator before `4`");
    assert_eq!(told("x + min y"), "expected a term, not `min`");
    assert_eq!(told("x + * y"), "expected a term, not `*`");
    assert!(told("x != y != n").contains("not part of a chain"));
    assert!(told("min(x,) + 1").contains("each side of a comma"));
}

#[test]
fn arguments_of_commands() {
    let infix = Infix::new(&names);
    let read = |text: &str, takes_term| {
        let forms = read(text).expect("these are forms");
        let read = infix.arguments(&forms, takes_term);
        let read = read.expect("there is no mistake");
        read.map(|forms| forms.iter().map(Form::text).collect::<Vec<_>>())
    };
    assert_eq!(
        read("x <= 9 :at 12", true),
        Some(vec![
            "(<= x 9)".to_owned(),
            ":at".to_owned(),
            "12".to_owned()
        ])
    );
    assert_eq!(read("(<= x 9) :in (x n)", true), None);
    assert_eq!(read("x 4", true), None);
    for (infix, call) in [
        ("-(x mod 4)", "(- (mod x 4))"),
        ("- x", "(- x)"),
        ("not (x < 1)", "(not (< x 1))"),
    ] {
        assert_eq!(read(infix, true), Some(vec![call.to_owned()]), "{infix}");
    }
    let listed = read("(x + 1) :in (x, n)", true);
    assert_eq!(
        listed,
        Some(vec![
            "(+ x 1)".to_owned(),
            ":in".to_owned(),
            "(x n)".to_owned()
        ])
    );
}

/// A long line needs no stack.
#[test]
fn long_lines() {
    let sum = vec!["x"; 20_000].join(" - ");
    assert!(told(&sum).starts_with("(+ x (- x)"));
    let signs = "- ".repeat(20_001) + "x";
    assert_eq!(told(&signs), "(- x)");
    let divisions = vec!["x"; 400].join(" mod ");
    assert!(told(&divisions).contains("divisions in a row"));
}
