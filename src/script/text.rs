//! Expressions in the syntax of the command language, for output.

use super::notation::Notation;
use super::operators;
use crate::annotation::told::signed_sum;
use crate::number::Int;
use crate::program::{AffineBinary, AffineExpr, AffineMap};
use crate::sexp::{Form, FormKind};
use std::fmt;

/// An expression for output.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Text {
    Integer(Int),
    /// A name, or a column of a program with its parentheses.
    Word(String),
    Call(&'static str, Vec<Text>),
}

impl Text {
    pub(super) fn call(head: &'static str, arguments: impl Into<Vec<Text>>) -> Text {
        Text::Call(head, arguments.into())
    }

    pub(super) fn truth(truth: bool) -> Text {
        Text::Word(if truth { "true" } else { "false" }.to_owned())
    }

    /// The text of an expression; none of other forms.
    pub(super) fn of(form: &Form) -> Option<Text> {
        Some(match &form.kind {
            FormKind::Integer(value) => Text::Integer(value.clone()),
            FormKind::Atom(word) => Text::Word(word.clone()),
            FormKind::Str(_) => return None,
            FormKind::List(_) => {
                let (head, arguments) = form.as_call()?;
                match operators::names().find(|known| *known == head)? {
                    // Columns of a program are words.
                    head if operators::is_column(head) => Text::Word(form.text()),
                    head => {
                        let arguments: Option<Vec<Text>> = arguments.iter().map(Text::of).collect();
                        Text::Call(head, arguments?)
                    }
                }
            }
        })
    }

    /// The text in a notation.
    pub(super) fn in_notation(&self, notation: Notation) -> String {
        match notation {
            Notation::Calls => self.to_string(),
            Notation::Infix => self.infix(Strength::Or),
        }
    }

    /// The text in infix notation, in parentheses if it binds less than its context requires.
    fn infix(&self, context: Strength) -> String {
        let (head, arguments) = match self {
            Text::Integer(value) => return value.to_string(),
            Text::Word(word) => return infix_word(word),
            Text::Call(head, arguments) => (*head, &arguments[..]),
        };
        let (own, text) = match (head, arguments) {
            ("or", _) => (Strength::Or, joined(arguments, " or ", Strength::And)),
            ("and", _) => (Strength::And, joined(arguments, " and ", Strength::Not)),
            ("not", [only]) => (
                Strength::Not,
                format!("not {}", only.infix(Strength::Comparison)),
            ),
            ("<" | "<=" | ">" | ">=" | "==" | "!=", [a, b]) => {
                let (a, b) = (a.infix(Strength::Sum), b.infix(Strength::Sum));
                (Strength::Comparison, format!("{a} {head} {b}"))
            }
            ("+", _) => (
                Strength::Sum,
                infix_sum(arguments.iter().map(|part| (false, part))),
            ),
            ("-", [only]) => (Strength::Sum, infix_sum([(true, only)].into_iter())),
            ("-", _) => {
                let parts = arguments.iter().enumerate();
                (
                    Strength::Sum,
                    infix_sum(parts.map(|(at, part)| (at > 0, part))),
                )
            }
            ("*", [Text::Integer(k), rest @ ..]) if !rest.is_empty() => {
                let rest = joined(rest, " * ", Strength::Operand);
                (Strength::Product, format!("{rest} * {k}"))
            }
            ("*", _) => (
                Strength::Product,
                joined(arguments, " * ", Strength::Operand),
            ),
            ("floordiv" | "ceildiv" | "mod" | "truncdiv" | "truncmod", [a, b]) => {
                let (a, b) = (a.infix(Strength::Operand), b.infix(Strength::Operand));
                (Strength::Product, format!("{a} {head} {b}"))
            }
            _ => {
                let arguments = joined(arguments, ", ", Strength::Or);
                (Strength::Operand, format!("{head}({arguments})"))
            }
        };
        match own < context {
            true => format!("({text})"),
            false => text,
        }
    }
}

impl fmt::Display for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Text::Integer(value) => write!(f, "{value}"),
            Text::Word(word) => f.write_str(word),
            Text::Call(head, arguments) => {
                write!(f, "({head}")?;
                for argument in arguments {
                    write!(f, " {argument}")?;
                }
                f.write_str(")")
            }
        }
    }
}

/// How strongly an operator binds its operands, from the loosest.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Strength {
    Or,
    And,
    Not,
    Comparison,
    Sum,
    Product,
    Operand,
}

fn joined(parts: &[Text], between: &str, context: Strength) -> String {
    let parts: Vec<String> = parts.iter().map(|part| part.infix(context)).collect();
    parts.join(between)
}

/// A sum whose parts are subtracted where they are marked, or are negative integers.
fn infix_sum<'t>(parts: impl Iterator<Item = (bool, &'t Text)>) -> String {
    signed_sum(
        parts
            .enumerate()
            .map(|(n, (is_subtracted, part))| match part {
                Text::Integer(k) if k.is_negative() && (is_subtracted || n > 0) => {
                    (!is_subtracted, (-k).to_string())
                }
                // A sign in front belongs to the first operand: `-x mod 4` is the remainder of -x.
                part if is_subtracted && n == 0 => (true, part.infix(Strength::Operand)),
                part => (is_subtracted, part.infix(Strength::Product)),
            }),
    )
}

/// The name of a column: `dim(%t, 0)` for `(dim %t 0)`.
fn infix_word(word: &str) -> String {
    let inner = word.strip_prefix('(').and_then(|it| it.strip_suffix(')'));
    let call = inner.and_then(|inner| inner.split_once(' '));
    match call {
        Some((head, arguments)) if !arguments.contains(['(', ')']) => {
            format!("{head}({})", arguments.replace(' ', ", "))
        }
        _ => word.to_owned(),
    }
}

/// `k·text`, for `k > 0`.
fn multiple(k: &Int, text: &Text) -> Text {
    if *k == Int::ONE {
        text.clone()
    } else {
        Text::call("*", [Text::Integer(k.clone()), text.clone()])
    }
}

/// `text₁ + text₂ + …`
fn total(mut parts: Vec<Text>) -> Text {
    match parts.pop() {
        None => Text::Integer(Int::ZERO),
        Some(only) if parts.is_empty() => only,
        Some(last) => {
            parts.push(last);
            Text::Call("+", parts)
        }
    }
}

/// `constant + Σ kᵢ·tᵢ`, with negative terms subtracted.
pub(super) fn sum(constant: &Int, terms: &[(Int, Text)]) -> Text {
    let part = |positive: bool| -> Vec<Text> {
        let terms = terms
            .iter()
            .filter(|(k, _)| !k.is_zero() && (*k > Int::ZERO) == positive);
        terms
            .map(|(k, text)| {
                let magnitude = if positive { k.clone() } else { -k };
                multiple(&magnitude, text)
            })
            .collect()
    };
    let (mut added, mut subtracted) = (part(true), part(false));
    if subtracted.is_empty() || *constant > Int::ZERO {
        if !constant.is_zero() {
            added.push(Text::Integer(constant.clone()));
        }
    } else if added.is_empty() && !constant.is_zero() {
        added.push(Text::Integer(constant.clone()));
    } else if !constant.is_zero() {
        subtracted.push(Text::Integer(-constant));
    }
    if subtracted.is_empty() {
        return total(added);
    }
    if added.is_empty() {
        if let [(k, text)] = terms
            && *k != Int::NEG_ONE
        {
            return Text::call("*", [Text::Integer(k.clone()), text.clone()]);
        }
        return Text::call("-", [total(subtracted)]);
    }
    let mut arguments = vec![total(added)];
    arguments.extend(subtracted);
    Text::Call("-", arguments)
}

/// The text of the result of a map over symbols, which `operand` prints.
pub(super) fn affine_map(map: &AffineMap, operand: &impl Fn(usize) -> String) -> Option<Text> {
    let [result] = &map.results[..] else {
        return None;
    };
    Some(affine(result, map.dims, operand))
}

fn affine(expr: &AffineExpr, dims: u32, operand: &impl Fn(usize) -> String) -> Text {
    let (mut constant, mut terms) = (Int::ZERO, vec![]);
    addends(expr, dims, operand, &Int::ONE, &mut constant, &mut terms);
    sum(&constant, &terms)
}

/// Adds `factor·expr` to a sum.
fn addends(
    expr: &AffineExpr,
    dims: u32,
    operand: &impl Fn(usize) -> String,
    factor: &Int,
    constant: &mut Int,
    terms: &mut Vec<(Int, Text)>,
) {
    let mut term = |text: Text| terms.push((factor.clone(), text));
    match expr {
        AffineExpr::Constant(value) => *constant += factor * value,
        AffineExpr::Dim(n) => term(Text::Word(operand(*n as usize))),
        AffineExpr::Symbol(n) => term(Text::Word(operand((dims + *n) as usize))),
        AffineExpr::Binary(AffineBinary::Add, lhs, rhs) => {
            addends(lhs, dims, operand, factor, constant, terms);
            addends(rhs, dims, operand, factor, constant, terms);
        }
        AffineExpr::Binary(AffineBinary::Mul, lhs, rhs) => {
            match (lhs.as_constant(), rhs.as_constant()) {
                (Some(k), _) => addends(rhs, dims, operand, &(factor * k), constant, terms),
                (_, Some(k)) => addends(lhs, dims, operand, &(factor * k), constant, terms),
                _ => {
                    let (a, b) = (affine(lhs, dims, operand), affine(rhs, dims, operand));
                    term(Text::call("*", [a, b]));
                }
            }
        }
        AffineExpr::Binary(division, lhs, rhs) => {
            let head = match division {
                AffineBinary::FloorDiv => "floordiv",
                AffineBinary::CeilDiv => "ceildiv",
                _ => "mod",
            };
            let (a, b) = (affine(lhs, dims, operand), affine(rhs, dims, operand));
            term(Text::call(head, [a, b]));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is printed in infix notation is read as the same term.
    #[test]
    fn infix_notation_is_read_again() {
        let (x, y) = (
            Text::Word("x".to_owned()),
            Text::Word("(dim %t 0)".to_owned()),
        );
        let number = |k: i64| Text::Integer(Int::from(k));
        let plus = Text::call("+", [x.clone(), number(-3)]);
        let minus = Text::call("-", [number(5), Text::call("*", [number(2), y.clone()])]);
        for (text, infix) in [
            (plus.clone(), "x - 3"),
            (minus.clone(), "5 - dim(%t, 0) * 2"),
            (
                Text::call("-", [plus.clone(), minus.clone()]),
                "(x - 3) - (5 - dim(%t, 0) * 2)",
            ),
            (
                Text::call("*", [plus.clone(), y.clone()]),
                "(x - 3) * dim(%t, 0)",
            ),
            (Text::call("-", [x.clone()]), "-x"),
            (
                Text::call("-", [Text::call("mod", [x.clone(), number(4)])]),
                "-(x mod 4)",
            ),
            (
                Text::call(
                    "-",
                    [
                        Text::call("-", [Text::call("floordiv", [number(-3), x.clone()])]),
                        Text::call("floordiv", [number(-3), x.clone()]),
                    ],
                ),
                "(-(-3 floordiv x)) - -3 floordiv x",
            ),
            (
                Text::call("mod", [Text::call("*", [number(4), x.clone()]), number(-8)]),
                "(x * 4) mod -8",
            ),
            (
                Text::call("min", [plus.clone(), Text::call("-", [x.clone()])]),
                "min(x - 3, -x)",
            ),
            (
                Text::call(
                    "not",
                    [Text::call(
                        "and",
                        [
                            Text::call("<", [x.clone(), plus]),
                            Text::call("or", [Text::call("==", [x.clone(), y]), Text::truth(true)]),
                        ],
                    )],
                ),
                "not (x < x - 3 and (x == dim(%t, 0) or true))",
            ),
        ] {
            assert_eq!(text.in_notation(Notation::Infix), infix);
        }
    }

    #[test]
    fn sums_subtract_what_is_negative() {
        let shown = |constant: i64, terms: &[(i64, &str)]| {
            let terms: Vec<(Int, Text)> = terms
                .iter()
                .map(|(k, word)| (Int::from(*k), Text::Word((*word).to_owned())))
                .collect();
            sum(&Int::from(constant), &terms).to_string()
        };
        assert_eq!(shown(0, &[]), "0");
        assert_eq!(shown(-3, &[(1, "x")]), "(+ x -3)");
        assert_eq!(shown(3, &[(1, "x"), (4, "y")]), "(+ x (* 4 y) 3)");
        assert_eq!(shown(0, &[(1, "x"), (-1, "y")]), "(- x y)");
        assert_eq!(shown(-2, &[(1, "x"), (-3, "y")]), "(- x (* 3 y) 2)");
        assert_eq!(shown(5, &[(-1, "y")]), "(- 5 y)");
        assert_eq!(shown(0, &[(-1, "y")]), "(- y)");
        assert_eq!(shown(0, &[(-2, "y")]), "(* -2 y)");
        assert_eq!(shown(0, &[(-1, "x"), (-1, "y")]), "(- (+ x y))");
    }
}
