//! Expressions in the syntax of the command language, for output.

use crate::number::Int;
use crate::program::{AffineBinary, AffineExpr, AffineMap};
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

    /// The number of its words.
    pub(super) fn size(&self) -> usize {
        match self {
            Text::Integer(_) | Text::Word(_) => 1,
            Text::Call(_, arguments) => 1 + arguments.iter().map(Text::size).sum::<usize>(),
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
