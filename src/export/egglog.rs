//! A question as an egglog program: the language of terms, linear arithmetic, the ranges of terms, the identities for
//! answers, the facts, and the extraction of the shortest term.

use super::Question;
use crate::number::Int;
use crate::term::{Expr, Guard, Operator, Pattern, Rewrite};
use calipers_rules::Rules;
use std::fmt::Write;

/// What is the same for all questions. Costs are those of the shortest form: divisions first, then operations.
const PRELUDE: &str = "\
(datatype Term
  (Num BigInt :cost 1)
  (Var String :cost 1)
  (Add Term Term :cost 10)
  (Mul Term Term :cost 10)
  (FloorDiv Term Term :cost 1000)
  (CeilDiv Term Term :cost 1000)
  (Mod Term Term :cost 1000)
  (TruncDiv Term Term :cost 2000)
  (TruncMod Term Term :cost 2000)
  (Min Term Term :cost 10)
  (Max Term Term :cost 10)
  (Select Term Term Term :cost 10)
  (Le Term Term :cost 10)
  (Eq Term Term :cost 10))

; what is known to be true, and the range of a term
(relation Holds (Term))
(function lower (Term) BigInt :merge (max old new))
(function upper (Term) BigInt :merge (min old new))
(rule ((= e (Num n))) ((set (lower e) n) (set (upper e) n)))
(rule ((= e (Add a b)) (= l (+ (lower a) (lower b)))) ((set (lower e) l)))
(rule ((= e (Add a b)) (= u (+ (upper a) (upper b)))) ((set (upper e) u)))
(rule ((= e (Mod a b)) (<= (bigint 1) (lower b))) ((set (lower e) (bigint 0))))
(rule ((= e (Mod a b)) (<= (bigint 1) (lower b)) (= u (- (upper b) (bigint 1)))) ((set (upper e) u)))
(rule ((= e (FloorDiv a b)) (<= (bigint 0) (lower a)) (<= (bigint 1) (lower b))) ((set (lower e) (bigint 0))))
(rule ((= e (Max a b)) (= l (lower a))) ((set (lower e) l)))
(rule ((= e (Min a b)) (= u (upper a))) ((set (upper e) u)))
(rule ((= l (lower e)) (= l (upper e))) ((union e (Num l))))
(rule ((= e (Le a b)) (<= (upper a) (lower b))) ((Holds e)))
(rule ((Holds (Le a b)) (= u (upper b))) ((set (upper a) u)))
(rule ((Holds (Le a b)) (= l (lower a))) ((set (lower b) l)))

; linear arithmetic
(rewrite (Add a b) (Add b a))
(rewrite (Add a (Add b c)) (Add (Add a b) c))
(rewrite (Add (Num a) (Num b)) (Num (+ a b)))
(rewrite (Add a (Num (bigint 0))) a)
(rewrite (Add a a) (Mul (Num (bigint 2)) a))
(rewrite (Add (Mul (Num k) a) (Mul (Num l) a)) (Mul (Num (+ k l)) a))
(rewrite (Add a (Mul (Num k) a)) (Mul (Num (+ k (bigint 1))) a))
(rewrite (Mul a b) (Mul b a))
(rewrite (Mul (Num a) (Num b)) (Num (* a b)))
(rewrite (Mul (Num a) (Mul (Num b) c)) (Mul (Num (* a b)) c))
(rewrite (Mul (Num (bigint 0)) a) (Num (bigint 0)))
(rewrite (Mul (Num (bigint 1)) a) a)
(rewrite (Mul k (Add a b)) (Add (Mul k a) (Mul k b)))
(rewrite (Min a b) (Min b a))
(rewrite (Max a b) (Max b a))
(rewrite (Eq a b) (Eq b a))
";

/// The program that asks egglog for the shortest form of a term.
///
/// Rules match terms there as they are, not modulo linear arithmetic, and conditions follow from ranges and from the
/// facts alone, so egglog finds less. An identity with `:let` is left out, and a comment says so.
///
/// ```
/// use calipers::export::{Question, program};
/// use calipers::number::Range;
/// use calipers::rules::Rules;
/// use calipers::term::{Expr, Operator};
///
/// let n = Expr::Leaf("%n".to_owned());
/// let question = Question {
///     term: Expr::apply(Operator::Mod, [n, Expr::integer(8)]),
///     ranges: vec![("%n".to_owned(), Range::between(0, 7))],
///     facts: vec![],
/// };
/// let text = program(&question, &Rules::embedded());
/// assert!(text.contains("(let $question (Mod (Var \"%n\") (Num (bigint 8))))"));
/// ```
pub fn program(question: &Question, rules: &Rules) -> String {
    let mut text = PRELUDE.to_owned();
    text += "\n; identities\n";
    for rule in rules.answer_rewrites().iter() {
        match rewrite(rule) {
            Some(rule) => text += &rule,
            // Writing to a string can't fail.
            None => drop(writeln!(text, "; {} is left out", rule.name)),
        }
    }
    text += "\n; the question and its facts\n";
    for (name, range) in &question.ranges {
        let leaf = variable(name);
        for (end, value) in [("lower", range.lower()), ("upper", range.upper())] {
            if let Some(value) = value {
                let _ = writeln!(text, "(set ({end} {leaf}) {})", integer(value));
            }
        }
    }
    for fact in &question.facts {
        let _ = writeln!(text, "(Holds {})", term(fact));
    }
    let _ = writeln!(text, "(let $question {})", term(&question.term));
    text += "(run 6)\n(extract $question)\n";
    text
}

/// A leaf; egglog has JSON's escapes in strings.
fn variable(name: &str) -> String {
    format!("(Var {name:?})")
}

fn term(term: &Expr<String>) -> String {
    match term {
        Expr::Integer(value) => number(value),
        Expr::Leaf(name) => variable(name),
        Expr::Apply(operator, arguments) => {
            let arguments = arguments.iter().map(self::term).collect();
            apply(*operator, arguments)
        }
    }
}

fn number(value: &Int) -> String {
    format!("(Num {})", integer(value))
}

/// An integer; literals of egglog have 64 bits.
fn integer(value: &Int) -> String {
    match i64::try_from(value) {
        Ok(value) => format!("(bigint {value})"),
        Err(_) => format!("(from-string \"{value}\")"),
    }
}

/// An operator on its arguments, two at a time if it takes any number.
fn apply(operator: Operator, arguments: Vec<String>) -> String {
    let name = constructor(operator);
    if operator.arity().is_some() {
        return format!("({name} {})", arguments.join(" "));
    }
    let mut arguments = arguments.into_iter();
    let first = arguments.next().unwrap_or_default();
    arguments.fold(first, |before, next| format!("({name} {before} {next})"))
}

fn constructor(operator: Operator) -> &'static str {
    match operator {
        Operator::Add => "Add",
        Operator::Mul => "Mul",
        Operator::FloorDiv => "FloorDiv",
        Operator::CeilDiv => "CeilDiv",
        Operator::Mod => "Mod",
        Operator::TruncDiv => "TruncDiv",
        Operator::TruncMod => "TruncMod",
        Operator::Min => "Min",
        Operator::Max => "Max",
        Operator::Select => "Select",
        Operator::Le => "Le",
        Operator::Eq => "Eq",
    }
}

/// A rewrite; none if it computes variables.
fn rewrite(rule: &Rewrite) -> Option<String> {
    if !rule.bindings.is_empty() {
        return None;
    }
    let (left, right) = (pattern(rule, &rule.left)?, pattern(rule, &rule.right)?);
    let guards: Option<Vec<String>> = rule.guards.iter().map(|it| guard(rule, it)).collect();
    let guards = guards?;
    let when = match guards.is_empty() {
        true => String::new(),
        false => format!(" :when ({})", guards.join(" ")),
    };
    Some(format!("; {}\n(rewrite {left} {right}{when})\n", rule.name))
}

/// A pattern. A variable that must be a constant has the value of a number.
fn pattern(rule: &Rewrite, it: &Pattern) -> Option<String> {
    Some(match it {
        Pattern::Variable(slot) if is_number(rule, *slot) => format!("(Num {})", rule.names[*slot]),
        Pattern::Variable(slot) => rule.names[*slot].clone(),
        Pattern::Integer(value) => number(value),
        Pattern::Apply(operator, parts) => {
            let parts: Option<Vec<String>> = parts.iter().map(|part| pattern(rule, part)).collect();
            apply(*operator, parts?)
        }
        Pattern::Content(_) => return None,
    })
}

fn is_number(rule: &Rewrite, slot: usize) -> bool {
    rule.guards.contains(&Guard::Constant(slot))
}

/// A condition of a rule. An inequality between sums is decided by ranges.
fn guard(rule: &Rewrite, guard: &Guard) -> Option<String> {
    let condition = match guard {
        Guard::Constant(slot) => return Some(format!("(= {0} {0})", rule.names[*slot])),
        Guard::True(condition) => condition,
    };
    if let Pattern::Apply(Operator::Le, sides) = condition
        && let [a, b] = &sides[..]
        && let (Some(a), Some(b)) = (end(rule, a, "upper"), end(rule, b, "lower"))
    {
        return Some(format!("(<= {a} {b})"));
    }
    Some(format!("(Holds {})", pattern(rule, condition)?))
}

/// An end of the range of a sum of variables and integers.
fn end(rule: &Rewrite, it: &Pattern, end_name: &str) -> Option<String> {
    match it {
        Pattern::Integer(value) => Some(integer(value)),
        Pattern::Variable(slot) if is_number(rule, *slot) => Some(rule.names[*slot].clone()),
        Pattern::Variable(slot) => Some(format!("({end_name} {})", rule.names[*slot])),
        Pattern::Apply(Operator::Add, parts) => {
            let mut parts = parts.iter().map(|part| end(rule, part, end_name));
            let first = parts.next()??;
            parts.try_fold(first, |before, next| {
                Some(format!("(+ {before} {})", next?))
            })
        }
        _ => None,
    }
}
