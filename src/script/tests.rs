//! Tests of the expression parser and of the state of sessions.

use super::expression::{Reader, Sort, Typed};
use super::names::Names;
use super::{Answer, ProgramArena, ScriptError, Session};
use crate::number::Range;
use crate::program::Column;
use crate::rules::Rules;
use crate::sexp::{Form, Forms};

fn form(text: &str) -> Form {
    let mut forms = Forms::new(text).large_integers_as_atoms();
    forms.next().expect("a form").expect("it reads")
}

/// Parses an expression over `x`, `y` and `zero`, the last of which is 0.
fn expression(text: &str) -> Result<Typed, ScriptError> {
    let mut names = Names::new();
    names.declare("x", Range::full());
    names.declare("y", Range::full());
    names.declare("zero", Range::constant(0));
    let mut reader = Reader {
        names: &mut names,
        program: None,
        declared: vec![],
    };
    reader.expression(&form(text))
}

/// The term of an expression, with variables by number.
fn term(text: &str) -> String {
    let read = expression(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    let shown = read.term.map(&mut |&column| {
        crate::term::Expr::Leaf(match column {
            Column::Symbol(number) => format!("s{number}"),
            other => format!("{other:?}"),
        })
    });
    shown.to_string()
}

#[test]
fn operators_become_terms() {
    assert_eq!(term("(+ x)"), "s0");
    assert_eq!(term("(+ x y 3)"), "(+ s0 s1 3)");
    assert_eq!(term("(- x)"), "(* -1 s0)");
    assert_eq!(term("(- 7)"), "-7");
    assert_eq!(term("(- x y 3)"), "(+ s0 (* -1 s1) -3)");
    assert_eq!(term("(floormod x 4)"), "(mod s0 4)");
    assert_eq!(term("(< x y)"), "(<= (+ s0 1) s1)");
    assert_eq!(term("(>= x y)"), "(<= s1 s0)");
    assert_eq!(term("(not (< x y))"), "(<= s1 s0)");
    assert_eq!(term("(and (< x y) true)"), "(min (<= (+ s0 1) s1) 1)");
    assert_eq!(
        term("(not (or (<= x y) (== x 3)))"),
        "(min (<= (+ s1 1) s0) (+ 1 (* -1 (== s0 3))))"
    );
    assert_eq!(term("(!= x y)"), "(+ 1 (* -1 (== s0 s1)))");
    assert_eq!(term("(not (!= x y))"), "(== s0 s1)");
}

#[test]
fn many_arguments_make_no_deep_term() {
    let conditions = "(< x y) ".repeat(1000);
    let depth = |text: String| {
        let (mut depth, mut deepest) = (0, 0);
        for c in text.chars() {
            match c {
                '(' => depth += 1,
                ')' => depth -= 1,
                _ => {}
            }
            deepest = deepest.max(depth);
        }
        deepest
    };
    assert!(depth(term(&format!("(and {conditions})"))) < 16);
    assert!(depth(term(&format!("(min {})", "x y ".repeat(1000)))) < 16);
}

#[test]
fn a_quotient_by_zero_is_a_term_like_others() {
    for (text, expected) in [
        ("(floordiv x 0)", "(floordiv s0 0)"),
        ("(truncmod x zero)", "(truncmod s0 s2)"),
        ("(floordiv x y)", "(floordiv s0 s1)"),
    ] {
        assert_eq!(term(text), expected);
    }
}

#[test]
fn integers_and_conditions_do_not_mix() {
    let sort = |text: &str| expression(text).map(|read| read.sort);
    assert_eq!(sort("(select (< x 1) x 2)"), Ok(Sort::Integer));
    assert_eq!(sort("(select (< x 1) true (< y 2))"), Ok(Sort::Condition));
    assert_eq!(sort("(== (< x 1) (< y 2))"), Ok(Sort::Condition));
    for (text, offset) in [
        ("(+ (< x 1) 2)", 3),
        ("(and x y)", 5),
        ("(not 1)", 5),
        ("(select x 1 2)", 8),
        ("(select true 1 false)", 15),
        ("(== x true)", 6),
        ("(< true x)", 3),
        ("(min x (< x y))", 7),
    ] {
        let error = sort(text).expect_err(text);
        assert_eq!(error.span.start, offset, "{text}: {error}");
        assert!(error.message.starts_with("expected"), "{text}: {error}");
    }
}

#[test]
fn large_integers_are_past_all_that_are_kept() {
    let digits = "9".repeat(5_000);
    assert_eq!(term(&digits), "s3");
    assert_eq!(term(&format!("(+ {digits} -{digits})")), "(+ s3 s4)");
    assert_eq!(term(&format!("(- {digits} {digits})")), "(+ s3 (* -1 s3))");
}

#[test]
fn names_are_hidden_and_come_back() {
    let mut names = Names::new();
    let outer = names.declare("x", Range::at_least(0));
    assert!(outer.is_some());
    assert_eq!(names.declare("x", Range::full()), None);
    names.push();
    let inner = names.declare("x", Range::full());
    assert_eq!(names.lookup("x"), inner);
    assert_ne!(inner, outer);
    names.pop();
    assert_eq!(names.lookup("x"), outer);
    names.pop();
    assert_eq!((names.depth(), names.lookup("x")), (0, outer));
}

#[test]
fn a_session_answers_the_same_however_long_it_has_been() {
    let (rules, arena) = (Rules::embedded(), ProgramArena::new());
    let mut session = Session::new(&rules, &arena);
    let mut ask = |text: &str| match session.execute(&form(text)) {
        Ok(Answer::Text(answer)) => answer,
        Ok(_) => String::new(),
        Err(error) => panic!("{text}: {error}"),
    };
    ask("(var n :min 0 :max 99)");
    ask("(assume (== (mod n 3) 1))");
    for round in 0..300 {
        ask("(push)");
        ask(&format!("(var x :min {round})"));
        ask("(assume (< x n))");
        assert_eq!(ask("(range n)"), {
            // The least multiple of 3, plus 1, above the least x.
            let least = (round + 3) / 3 * 3 + 1;
            let least = if least - 3 > round { least - 3 } else { least };
            match least {
                97 => "[97, 97]".to_owned(),
                least if least > 97 => "unreachable".to_owned(),
                least => format!("[{least}, 97] 3k+1"),
            }
        });
        ask("(pop)");
    }
    assert_eq!(ask("(range n)"), "[1, 97] 3k+1");
}

/// Executes every example in the help.
#[test]
fn examples_of_the_help_run() {
    const MORE: &str =
        "func.func @more(%m: memref<?x8xf32>, %sizes: tensor<2xindex>, %t: tensor<8xf32>) {
  affine.for %i = 0 to 8 {
    %loaded = affine.load %m[0, %i] : memref<?x8xf32>
  }
  %flat = stablehlo.reshape %t : (tensor<8xf32>) -> tensor<8xf32>
  return
}
";
    let program = include_str!("../../examples/tiled_matmul.mlir").to_owned() + MORE;
    let arena = ProgramArena::sealed([("examples/tiled_matmul.mlir".to_owned(), program)]);
    let rules = Rules::embedded();
    let setting = "(load \"examples/tiled_matmul.mlir\") (func matmul) (var x) (var n)";
    for command in &super::command::COMMANDS {
        // Only the prompt executes these.
        if ["save", "quit", "exit"].contains(&command.name) {
            continue;
        }
        let mut session = Session::new(&rules, &arena);
        let example = command.example().replace("(var x", "(var z");
        let of_more = ["%m)", "%sizes", "%flat", "%loaded"]
            .iter()
            .any(|name| example.contains(name));
        let setting = match of_more {
            true => setting.replace("matmul)", "more)"),
            false => setting.to_owned(),
        };
        for form in Forms::new(&(setting + &example)) {
            let form = form.expect("it reads");
            if let Err(error) = session.execute(&form) {
                panic!("{form}: {error}");
            }
        }
    }
}

/// The help fits a terminal of 80 columns.
#[test]
fn the_help_is_narrow() {
    let rules = Rules::embedded();
    let arena = ProgramArena::new();
    let mut session = Session::new(&rules, &arena);
    let Ok(Answer::Text(help)) = session.execute(&form("(help)")) else {
        panic!("there is help");
    };
    let is_narrow = |line: &str| line.chars().count() <= 80;
    assert!(help.lines().all(is_narrow), "{help}");
}
