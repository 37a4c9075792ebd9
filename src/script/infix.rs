//! Terms as people write them: negative terms are subtracted, and `and` and `or` join conditions. The command language
//! accepts the output, with the same meaning.

use super::notation::Notation;
use super::text::{Text, sum};
use crate::number::Int;
use crate::term::{Expr, Operator};

/// A term as people write it.
pub(super) fn told(term: &Expr<String>) -> Text {
    if let Some(condition) = condition(term) {
        return condition;
    }
    match term {
        Expr::Integer(value) => Text::Integer(value.clone()),
        Expr::Leaf(name) => Text::Word(name.clone()),
        Expr::Apply(Operator::Add | Operator::Mul, _) => Linear::of(term).text(),
        Expr::Apply(operator, arguments) => {
            let mut told: Vec<Text> = arguments.iter().map(told).collect();
            if let (Operator::Select, Some(Expr::Leaf(_))) = (operator, arguments.first()) {
                // An integer is not a condition.
                told[0] = Text::call("!=", [Text::Integer(Int::ZERO), told[0].clone()]);
            }
            Text::call(operator.name(), told)
        }
    }
}

/// `term >= bound`, or `=`, with negative terms moved to the other side.
pub(super) fn compared(term: &Expr<String>, sign: &str, bound: &Int, notation: Notation) -> String {
    let mut linear = Linear::of(term);
    linear.constant -= bound;
    let (added, subtracted): (Vec<_>, Vec<_>) = linear
        .terms
        .into_iter()
        .partition(|(k, _)| !k.is_negative());
    let subtracted: Vec<(Int, Text)> = subtracted.into_iter().map(|(k, t)| (-k, t)).collect();
    let (left, right) = match linear.constant.is_negative() {
        true => (Int::ZERO, -linear.constant),
        false => (linear.constant, Int::ZERO),
    };
    let (left, right) = (
        (added.is_empty(), sum(&left, &added).in_notation(notation)),
        (
            subtracted.is_empty(),
            sum(&right, &subtracted).in_notation(notation),
        ),
    );
    match (left, right) {
        // A constant is the right side.
        ((true, number), (false, text)) if sign == ">=" => format!("{text} <= {number}"),
        ((true, number), (false, text)) => format!("{text} {sign} {number}"),
        ((_, left), (_, right)) => format!("{left} {sign} {right}"),
    }
}

/// `Σ kᵢ·tᵢ + constant`
struct Linear {
    terms: Vec<(Int, Text)>,
    constant: Int,
}

impl Linear {
    fn of(term: &Expr<String>) -> Linear {
        let mut linear = Linear {
            terms: vec![],
            constant: Int::ZERO,
        };
        linear.add(&Int::ONE, term);
        linear
    }

    fn add(&mut self, factor: &Int, term: &Expr<String>) {
        match term {
            Expr::Integer(value) => self.constant += &(factor * value),
            Expr::Apply(Operator::Add, parts) => parts.iter().for_each(|it| self.add(factor, it)),
            Expr::Apply(Operator::Mul, parts) => {
                let (numbers, others): (Vec<_>, Vec<_>) = parts
                    .iter()
                    .partition(|part| matches!(part, Expr::Integer(_)));
                let factor = numbers
                    .iter()
                    .fold(factor.clone(), |product, part| match part {
                        Expr::Integer(value) => product * value,
                        _ => product,
                    });
                match &others[..] {
                    [] => self.constant += &factor,
                    [only] if is_shorter_as_product(&factor, only) => {
                        self.add_text(factor, told(only));
                    }
                    [only] => self.add(&factor, only),
                    _ => {
                        let others: Vec<Text> = others.into_iter().map(told).collect();
                        self.add_text(factor, Text::call("*", others));
                    }
                }
            }
            other => self.add_text(factor.clone(), told(other)),
        }
    }

    fn add_text(&mut self, factor: Int, text: Text) {
        match self.terms.iter_mut().find(|(_, known)| *known == text) {
            Some((known, _)) => *known += &factor,
            None => self.terms.push((factor, text)),
        }
    }

    fn text(&self) -> Text {
        sum(&self.constant, &self.terms)
    }
}

/// Whether a multiple of a term has fewer products than the sum that it is multiplied out to.
fn is_shorter_as_product(factor: &Int, term: &Expr<String>) -> bool {
    let inner = Linear::of(term);
    let products = |factor: &Int| {
        let factors = inner.terms.iter().map(|(k, _)| (factor * k).magnitude());
        factors.filter(|k| !k.is_one()).count()
    };
    products(&Int::ONE) + 1 < products(factor)
}

/// A condition; none if the term is not syntactically one.
fn condition(term: &Expr<String>) -> Option<Text> {
    let Expr::Apply(operator, arguments) = term else {
        return None;
    };
    Some(match (operator, &arguments[..]) {
        (Operator::Le, [a, b]) => match plus_one(a) {
            Some(a) => Text::call("<", [told(&a), told(b)]),
            None => Text::call("<=", [told(a), told(b)]),
        },
        (Operator::Eq, [a, b]) => Text::call("==", [told(a), told(b)]),
        (Operator::Min, parts) => Text::call("and", conditions(parts)?),
        (Operator::Max, parts) => Text::call("or", conditions(parts)?),
        // 1 − c
        (Operator::Add, [Expr::Integer(one), Expr::Apply(Operator::Mul, parts)])
            if one.is_one() =>
        {
            let [Expr::Integer(k), inner] = &parts[..] else {
                return None;
            };
            let inner = condition(inner).filter(|_| *k == Int::NEG_ONE)?;
            match inner {
                Text::Call("==", sides) => Text::Call("!=", sides),
                other => Text::call("not", [other]),
            }
        }
        _ => return None,
    })
}

fn conditions(parts: &[Expr<String>]) -> Option<Vec<Text>> {
    parts.iter().map(condition).collect()
}

/// The `a` of `a + 1`.
fn plus_one(term: &Expr<String>) -> Option<Expr<String>> {
    let Expr::Apply(Operator::Add, parts) = term else {
        return None;
    };
    match &parts[..] {
        [a, Expr::Integer(one)] | [Expr::Integer(one), a] if one.is_one() => Some(a.clone()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name(name: &str) -> Expr<String> {
        Expr::Leaf(name.to_owned())
    }

    #[test]
    fn terms_are_told_as_people_write_them() {
        let (x, y) = (name("%x"), name("%y"));
        let told = |term: Expr<String>| told(&term).to_string();
        let text = told(Expr::sum(Expr::scaled(-1, x.clone()), Expr::integer(128)));
        assert_eq!(text, "(- 128 %x)");
        let twice = Expr::sum(x.clone(), Expr::sum(y.clone(), x.clone()));
        assert_eq!(told(twice), "(+ (* 2 %x) %y)");
        assert_eq!(
            told(Expr::difference(x.clone(), Expr::scaled(3, y.clone()))),
            "(- %x (* 3 %y))"
        );
        let below = Expr::less(x.clone(), y.clone());
        assert_eq!(told(below.clone()), "(< %x %y)");
        let above = Expr::at_most(Expr::integer(0), x.clone());
        let both = Expr::apply(Operator::Min, [above.clone(), below.clone()]);
        assert_eq!(told(both.clone()), "(and (<= 0 %x) (< %x %y))");
        assert_eq!(told(Expr::negation(above)), "(not (<= 0 %x))");
        let equal = Expr::equal(x.clone(), y.clone());
        assert_eq!(told(Expr::negation(equal)), "(!= %x %y)");
        let least = Expr::apply(Operator::Min, [x.clone(), y.clone()]);
        assert_eq!(told(least), "(min %x %y)");
        // An integer term may not be a condition.
        let mixed = Expr::apply(Operator::Min, [both, x]);
        assert_eq!(told(mixed), "(min (and (<= 0 %x) (< %x %y)) %x)");
    }

    #[test]
    fn comparisons_have_nothing_negative() {
        let compared = |term: &_, sign, bound: &_| compared(term, sign, bound, Notation::Calls);
        let (x, y) = (name("%x"), name("%y"));
        let difference = Expr::difference(x.clone(), y.clone());
        assert_eq!(compared(&difference, ">=", &Int::ZERO), "%x >= %y");
        assert_eq!(compared(&difference, ">=", &Int::from(2)), "%x >= (+ %y 2)");
        let below = Expr::sum(Expr::scaled(-1, x.clone()), Expr::integer(6));
        assert_eq!(compared(&below, ">=", &Int::ZERO), "%x <= 6");
        assert_eq!(compared(&x, ">=", &Int::ZERO), "%x >= 0");
        assert_eq!(compared(&below, "=", &Int::ZERO), "%x = 6");
        assert_eq!(compared(&Expr::integer(3), ">=", &Int::ZERO), "3 >= 0");
    }
}
