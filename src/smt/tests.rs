use super::{Script, written};
use crate::rules::Rules;
use crate::solve::claim::{Claim, Ranges};
use crate::term::{Expr, Operator};

fn answers(text: &str) -> Vec<String> {
    let rules = Rules::embedded();
    let printed = Script::new(&rules).run(text);
    printed.lines().map(str::to_owned).collect()
}

#[test]
fn linear_scripts() {
    let text = "(set-logic QF_LIA) (declare-fun x () Int) (declare-const y Int)
        (assert (= (* 3 x) (+ (* 5 y) 1)))
        (push 1) (assert (not (= (mod x 5) 2))) (check-sat) (pop 1)
        (push 1) (assert (and (> x 10) (< x 15))) (check-sat) (get-value (x (+ y 1) (> x y))) (pop 1)
        (check-sat-assuming ((= x 2) (distinct y 1)))";
    assert_eq!(
        answers(text),
        [
            "unsat",
            "sat",
            "((x 12) ((+ y 1) 8) ((> x y) true))",
            "unsat"
        ]
    );
}

#[test]
fn booleans_and_definitions() {
    let text = "(declare-const p Bool) (declare-const q Bool) (declare-const n Int)
        (define-fun half ((a Int)) Int (div a 2))
        (define-fun both () Bool (and p q))
        (assert (=> p (= n (half 9)))) (assert (=> (not p) (< n (- 3))))
        (assert (! (xor p q) :named one))
        (check-sat) (assert both) (check-sat) (assert one)
        (check-sat)";
    assert_eq!(answers(text), ["sat", "unsat", "unsat"]);
    let text = "(declare-const p Bool) (declare-const n Int)
        (assert (= n (ite p 7 (- 7)))) (assert (let ((m (+ n 1)) (n 0)) (and (< m 0) (= n 0))))
        (check-sat) (get-model)";
    let model = [
        "sat",
        "(",
        "  (define-fun p () Bool false)",
        "  (define-fun n () Int (- 7))",
        ")",
    ];
    assert_eq!(answers(text), model);
}

#[test]
fn division_is_euclidean_and_by_zero_arbitrary() {
    let text = "(declare-const x Int) (declare-const y Int)
        (push) (assert (= x (- 7))) (assert (not (= (div x (- 2)) 4))) (check-sat) (pop)
        (push) (assert (= x (- 7))) (assert (not (= (mod x (- 2)) 1))) (check-sat) (pop)
        (push) (assert (= y 0)) (assert (= (div x y) 5)) (check-sat) (pop)
        (push) (assert (= y 0)) (assert (distinct (div x y) (div x y))) (check-sat) (pop)
        (push) (assert (> y 0)) (assert (not (= x (+ (* y (div x y)) (mod x y))))) (check-sat) (pop)";
    assert_eq!(answers(text), ["unsat", "unsat", "sat", "unsat", "unsat"]);
}

#[test]
fn products() {
    let text =
        "(declare-const i Int) (declare-const j Int) (declare-const n Int) (declare-const b Int)
        (assert (<= 0 i)) (assert (< i b)) (assert (<= 0 j)) (assert (< j n))
        (assert (not (< (+ (* i n) j) (* b n)))) (check-sat)";
    assert_eq!(answers(text), ["unsat"]);
}

#[test]
fn errors_have_places_and_the_script_goes_on() {
    let text = "(declare-const x Int)\n(assert (< x xx))\n(assert (< x))\n(frobnicate)\n(declare-const r Real)
(get-model)\n(pop)\n(assert (and x true))\n(assert (= x 3)) (check-sat)";
    assert_eq!(
        answers(text),
        [
            "(error \"2:14: `xx` is not declared; did you mean `x`?\")",
            "(error \"3:9: at least 2 arguments are expected\")",
            "(error \"4:1: `frobnicate` is no command with 0 arguments\")",
            "(error \"5:18: the sorts are Int and Bool\")",
            "(error \"6:1: there is no model: the last answer is not sat\")",
            "(error \"7:1: only 0 levels are open\")",
            "(error \"8:14: a Bool is expected, not an Int\")",
            "sat"
        ]
    );
}

#[test]
fn a_claim_is_written_and_read_again() {
    let x = |number| Expr::Leaf(crate::program::Column::Symbol(number));
    let apply = |operator, a, b| Expr::apply(operator, [a, b]);
    let quotient = apply(Operator::FloorDiv, x(0), x(1));
    let claim = Claim {
        ranges: Ranges::from([
            (0, crate::number::Range::at_least(crate::number::Int::ZERO)),
            (1, crate::number::Range::at_least(crate::number::Int::ONE)),
        ]),
        assumptions: vec![Expr::at_most(
            Expr::integer(1),
            apply(Operator::Min, x(0), x(1)),
        )],
        goal: Expr::at_most(apply(Operator::Mul, quotient, x(1)), x(0)),
    };
    let text = written(&claim, &|number| {
        ["an id", "w"][number as usize].replace(' ', ".")
    });
    assert!(
        text.starts_with("(set-logic QF_NIA)\n(define-fun floordiv"),
        "{text}"
    );
    assert_eq!(answers(&text), ["unsat"]);
    // Several variables may have the same name, because a later one hides those before.
    let text = written(&claim, &|_| "n".to_owned());
    assert!(text.contains("(declare-const n!0 Int)"), "{text}");
    assert_eq!(answers(&text), ["unsat"]);
    let refuted = Claim {
        goal: Expr::at_most(x(0), x(1)),
        ..claim
    };
    assert_eq!(
        answers(&written(&refuted, &|number| format!("x{number}"))),
        ["sat"]
    );
}

#[test]
fn divisions_by_zero_of_one_number_have_one_value() {
    let text = "(declare-const x Int) (declare-const y Int)
        (assert (= x y 3)) (assert (= (div y 0) 5)) (check-sat)
        (get-value ((div x 0) (div (+ 1 2) 0) (mod x 0) (div (div x 0) 0) (div 5 0)))";
    let values =
        "(((div x 0) 5) ((div (+ 1 2) 0) 5) ((mod x 0) 0) ((div (div x 0) 0) 0) ((div 5 0) 0))";
    assert_eq!(answers(text), ["sat", values]);
}

#[test]
fn quoted_symbols_and_strings() {
    let text = r#"(set-info :source |a (list; of "words|) (set-info :notes "a\b ""c""")
        (declare-const |a b| Int) (declare-const |c| Int)
        (assert (< |a b| c (- 3))) (assert (> |a b| (- 6))) (check-sat) (get-model)
        (echo "a ""b""") (get-value (c |a b|)) (assert |a b"#;
    let expected = [
        "sat",
        "(",
        "  (define-fun |a b| () Int (- 5))",
        "  (define-fun c () Int (- 4))",
        ")",
        r#""a ""b""""#,
        "((c (- 4)) (|a b| (- 5)))",
    ];
    assert_eq!(answers(text)[..7], expected);
    assert!(answers(text)[7].starts_with("(error \"4:"));
}

#[test]
fn written_variables_have_no_reserved_names() {
    let variable = |n| Expr::Leaf(crate::program::Column::Symbol(n));
    let quotient = Expr::apply(Operator::FloorDiv, [variable(0), variable(1)]);
    let claim = Claim {
        ranges: [0, 1, 2]
            .map(|it| (it, crate::number::Range::full()))
            .into_iter()
            .collect(),
        assumptions: vec![],
        goal: Expr::at_most(quotient, variable(2)),
    };
    let names = ["let", "floordiv", "x"];
    let text = written(&claim, &|it| names[it as usize].to_owned());
    assert!(text.contains("(declare-const let!0 Int)"), "{text}");
    assert!(
        text.contains("(not (<= (floordiv let!0 floordiv!1) x))"),
        "{text}"
    );
}
