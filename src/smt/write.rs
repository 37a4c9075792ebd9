//! Writes claims in SMT-LIB.

use super::{Sort, Term};
use crate::number::Int;
use crate::program::Column;
use crate::solve::claim::Claim;
use crate::term::condition::{as_negated, is_condition};
use crate::term::{Expr, Operator};
use std::collections::{BTreeMap, BTreeSet};

/// A claim as a script that is unsatisfiable if and only if the claim holds. `name` gives the names of the variables; of
/// several with one name, the latest has it and the others get their numbers besides (`n!2`), as do names that the language
/// reserves (`let!0`).
///
/// The operators are total, as in the terms of Calipers: a quotient by 0 is 0, a remainder the dividend.
pub fn written(claim: &Claim, name: &dyn Fn(u32) -> String) -> String {
    let terms = || claim.assumptions.iter().chain([&claim.goal]);
    let logic = match terms().all(is_linear) {
        true => "QF_LIA",
        false => "QF_NIA",
    };
    let mut text = format!("(set-logic {logic})\n");
    for (operator, definition) in DEFINITIONS {
        if terms().any(|term| needs(term, *operator)) {
            text.push_str(definition);
        }
    }
    let writer = Writer {
        symbols: symbols(claim, name),
    };
    for (number, range) in &claim.ranges {
        let name = writer.symbol(*number);
        text.push_str(&format!("(declare-const {name} Int)\n"));
        if let Some(lower) = range.lower() {
            text.push_str(&format!(
                "(assert (<= {} {name}))\n",
                literal(lower, Sort::Int)
            ));
        }
        if let Some(upper) = range.upper() {
            text.push_str(&format!(
                "(assert (<= {name} {}))\n",
                literal(upper, Sort::Int)
            ));
        }
        let congruence = range.congruence();
        if *congruence.modulus() > Int::ONE {
            let (modulus, residue) = (congruence.modulus(), congruence.residue());
            text.push_str(&format!("(assert (= (mod {name} {modulus}) {residue}))\n"));
        }
    }
    for assumption in &claim.assumptions {
        text.push_str(&format!("(assert {})\n", writer.condition(assumption)));
    }
    text.push_str(&format!(
        "(assert (not {}))\n(check-sat)\n",
        writer.condition(&claim.goal)
    ));
    text
}

/// Words that a variable cannot have as its name: those of the language, of its theories, and of [`DEFINITIONS`].
const RESERVED: &[&str] = &[
    "!",
    "*",
    "+",
    "-",
    "/",
    "<",
    "<=",
    "=",
    "=>",
    ">",
    ">=",
    "BINARY",
    "DECIMAL",
    "HEXADECIMAL",
    "NUMERAL",
    "STRING",
    "_",
    "abs",
    "and",
    "as",
    "distinct",
    "div",
    "exists",
    "false",
    "floordiv",
    "forall",
    "is_int",
    "ite",
    "lambda",
    "let",
    "match",
    "mod",
    "not",
    "or",
    "par",
    "to_int",
    "to_real",
    "true",
    "truncdiv",
    "xor",
];

/// Operators that SMT-LIB lacks, in terms of those that it has.
const DEFINITIONS: &[(Operator, &str)] = &[
    (
        Operator::FloorDiv,
        "(define-fun floordiv ((a Int) (b Int)) Int (ite (= b 0) 0 (ite (> b 0) (div a b) (div (- a) (- b)))))\n",
    ),
    (
        Operator::TruncDiv,
        "(define-fun truncdiv ((a Int) (b Int)) Int (ite (= b 0) 0 (ite (>= a 0) (div a b) (- (div (- a) b)))))\n",
    ),
];

/// Whether an operator, or one that is defined by it, occurs in a term with a divisor that is not a positive constant.
fn needs(term: &Term, wanted: Operator) -> bool {
    let Expr::Apply(operator, arguments) = term else {
        return false;
    };
    let by = match operator {
        Operator::FloorDiv | Operator::CeilDiv | Operator::Mod => Some(Operator::FloorDiv),
        Operator::TruncDiv | Operator::TruncMod => Some(Operator::TruncDiv),
        _ => None,
    };
    let is_plain = *operator != Operator::TruncDiv
        && *operator != Operator::TruncMod
        && arguments.last().is_some_and(is_positive);
    by == Some(wanted) && !is_plain || arguments.iter().any(|it| needs(it, wanted))
}

fn is_positive(term: &Term) -> bool {
    matches!(term, Expr::Integer(value) if *value > Int::ZERO)
}

fn is_linear(term: &Term) -> bool {
    let Expr::Apply(operator, arguments) = term else {
        return true;
    };
    let is_constant = |it: &Term| matches!(it, Expr::Integer(_));
    let is_own = match operator {
        Operator::Mul => arguments.iter().filter(|it| !is_constant(it)).count() < 2,
        Operator::FloorDiv
        | Operator::CeilDiv
        | Operator::Mod
        | Operator::TruncDiv
        | Operator::TruncMod => arguments.last().is_some_and(is_constant),
        _ => true,
    };
    is_own && arguments.iter().all(is_linear)
}

/// A symbol of its own for each variable of a claim.
fn symbols(claim: &Claim, name: &dyn Fn(u32) -> String) -> BTreeMap<u32, String> {
    let mut taken: BTreeSet<String> = RESERVED.iter().map(|it| (*it).to_owned()).collect();
    let mut symbols = BTreeMap::new();
    for &number in claim.ranges.keys().rev() {
        let mut name = name(number);
        while !taken.insert(symbol(&name)) {
            name = format!("{name}!{number}");
        }
        symbols.insert(number, symbol(&name));
    }
    symbols
}

/// A name as a symbol, in bars if it has other characters than those of simple symbols.
pub(super) fn symbol(name: &str) -> String {
    let is_simple = |it: char| it.is_ascii_alphanumeric() || "~!@$%^&*_-+=<>.?/".contains(it);
    let starts_simply = !name.starts_with(|it: char| it.is_ascii_digit());
    match !name.is_empty() && starts_simply && name.chars().all(is_simple) {
        true => name.to_owned(),
        false => format!("|{}|", name.replace(['|', '\\'], "_")),
    }
}

/// A value of a sort.
pub(super) fn literal(value: &Int, sort: Sort) -> String {
    match sort {
        Sort::Bool => (!value.is_zero()).to_string(),
        Sort::Int if value.is_negative() => format!("(- {})", value.magnitude()),
        Sort::Int => value.to_string(),
    }
}

struct Writer {
    symbols: BTreeMap<u32, String>,
}

impl Writer {
    fn symbol(&self, number: u32) -> String {
        let known = self.symbols.get(&number);
        known.map_or_else(|| format!("!{number}"), String::clone)
    }

    /// A term as a Boolean: whether it is not 0.
    fn condition(&self, term: &Term) -> String {
        match term {
            Expr::Integer(value) => literal(value, Sort::Bool),
            Expr::Leaf(_) => format!("(not (= {} 0))", self.number(term)),
            Expr::Apply(operator, arguments) => {
                if let Some(inner) = as_negated(term) {
                    return format!("(not {})", self.condition(inner));
                }
                let all = |writer: &Self| -> String {
                    let parts = arguments.iter().map(|it| writer.condition(it));
                    parts.collect::<Vec<String>>().join(" ")
                };
                match operator {
                    Operator::Le | Operator::Eq => {
                        let sides: Vec<String> =
                            arguments.iter().map(|it| self.number(it)).collect();
                        let relation = if *operator == Operator::Le { "<=" } else { "=" };
                        format!("({relation} {})", sides.join(" "))
                    }
                    Operator::Min if is_condition(term) => format!("(and {})", all(self)),
                    Operator::Max if is_condition(term) => format!("(or {})", all(self)),
                    Operator::Select => format!("(ite {})", all(self)),
                    _ => format!("(not (= {} 0))", self.number(term)),
                }
            }
        }
    }

    /// A term as an integer.
    fn number(&self, term: &Term) -> String {
        match term {
            Expr::Integer(value) => literal(value, Sort::Int),
            Expr::Leaf(Column::Symbol(number)) => self.symbol(*number),
            // Claims mention variables only.
            Expr::Leaf(_) => "0".to_owned(),
            Expr::Apply(Operator::Le | Operator::Eq, _) => {
                format!("(ite {} 1 0)", self.condition(term))
            }
            Expr::Apply(operator, arguments) => {
                let parts: Vec<String> = arguments.iter().map(|it| self.number(it)).collect();
                self.applied(*operator, arguments, parts)
            }
        }
    }

    fn applied(&self, operator: Operator, arguments: &[Term], parts: Vec<String>) -> String {
        let is_plain = arguments.last().is_some_and(is_positive);
        let extremum = |relation: &str| {
            parts.iter().skip(1).fold(parts[0].clone(), |a, b| {
                format!("(let ((a {a}) (b {b})) (ite ({relation} a b) a b))")
            })
        };
        let pair = || match &parts[..] {
            [a, b] => (a.clone(), b.clone()),
            _ => (String::new(), String::new()),
        };
        let (a, b) = pair();
        match operator {
            Operator::Add => format!("(+ {})", parts.join(" ")),
            Operator::Mul => format!("(* {})", parts.join(" ")),
            Operator::FloorDiv if is_plain => format!("(div {a} {b})"),
            Operator::FloorDiv => format!("(floordiv {a} {b})"),
            Operator::CeilDiv if is_plain => format!("(- (div (- {a}) {b}))"),
            Operator::CeilDiv => format!("(- (floordiv (- {a}) {b}))"),
            Operator::Mod if is_plain => format!("(mod {a} {b})"),
            Operator::Mod => format!("(- {a} (* {b} (floordiv {a} {b})))"),
            Operator::TruncDiv => format!("(truncdiv {a} {b})"),
            Operator::TruncMod => format!("(- {a} (* {b} (truncdiv {a} {b})))"),
            Operator::Min => extremum("<="),
            Operator::Max => extremum(">="),
            Operator::Select => {
                let test = arguments.first().map(|it| self.condition(it));
                let test = test.unwrap_or_default();
                let branches = parts.get(1..).unwrap_or_default().join(" ");
                format!("(ite {test} {branches})")
            }
            // Handled above.
            Operator::Le | Operator::Eq => String::new(),
        }
    }
}
