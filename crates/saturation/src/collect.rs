//! Like parts of terms, added up without any facts.

use super::extract::Size;
use calipers_number::{Int, gcd};
use calipers_program::term::condition::{as_negated, is_condition, negated};
use calipers_program::term::{Expr, Operator};

/// An equal term in which multiples of one term in a sum are one multiple, numbers are one number, common factors of a
/// sum are written once where that is shorter, and negations of conditions are comparisons. Parts keep the order of
/// their first occurrences. Costs the square of the number of parts.
///
/// ```
/// use calipers_program::term::{Expr, Leaf};
/// use calipers_saturation::collected;
/// let x: Expr = Expr::Leaf(Leaf(0));
/// assert_eq!(collected(&Expr::sum(x.clone(), x.clone())), Expr::scaled(2, x));
/// ```
pub fn collected<L: Clone + PartialEq>(term: &Expr<L>) -> Expr<L> {
    let Expr::Apply(operator, arguments) = term else {
        return term.clone();
    };
    if let Some(condition) = as_negated(term).filter(|it| is_condition(it)) {
        return negated(&collected(condition));
    }
    let arguments: Vec<Expr<L>> = arguments.iter().map(collected).collect();
    let plain = Expr::apply(*operator, arguments);
    if !matches!(operator, Operator::Add | Operator::Mul) {
        return plain;
    }
    let mut sum = Sum {
        constant: Int::ZERO,
        terms: vec![],
    };
    sum.add(&Int::ONE, &plain);
    [sum.factored(), Some(sum.term())]
        .into_iter()
        .flatten()
        .fold(plain, |best, other| match is_longer(&other, &best) {
            true => best,
            false => other,
        })
}

fn is_longer<L: PartialEq>(a: &Expr<L>, b: &Expr<L>) -> bool {
    let key = |term: &Expr<L>| {
        let size = Size::of(term);
        (size.divisions, size.operations, size.leaves)
    };
    key(a) > key(b)
}

/// `Σ kᵢ·tᵢ + constant`
struct Sum<L> {
    constant: Int,
    terms: Vec<(Int, Expr<L>)>,
}

impl<L: Clone + PartialEq> Sum<L> {
    fn add(&mut self, factor: &Int, term: &Expr<L>) {
        match term {
            Expr::Integer(value) => self.constant += &(factor * value),
            Expr::Apply(Operator::Add, parts) => parts.iter().for_each(|it| self.add(factor, it)),
            Expr::Apply(Operator::Mul, _) => {
                let (mut factor, mut factors) = (factor.clone(), vec![]);
                collect_factors(term, &mut factor, &mut factors);
                match factors.len() {
                    0 => self.constant += &factor,
                    1 => self.add(&factor, &factors.remove(0)),
                    _ => self.add_multiple(factor, Expr::apply(Operator::Mul, factors)),
                }
            }
            other => self.add_multiple(factor.clone(), other.clone()),
        }
    }

    fn add_multiple(&mut self, factor: Int, term: Expr<L>) {
        match self.terms.iter_mut().find(|(_, known)| *known == term) {
            Some((known, _)) => *known += &factor,
            None => self.terms.push((factor, term)),
        }
    }

    fn term(&self) -> Expr<L> {
        let terms = self.terms.iter().filter(|(k, _)| !k.is_zero());
        let mut summands: Vec<Expr<L>> = terms.map(|(k, term)| multiple(k, term)).collect();
        if !self.constant.is_zero() || summands.is_empty() {
            summands.push(Expr::Integer(self.constant.clone()));
        }
        match summands.len() {
            1 => summands.remove(0),
            _ => Expr::apply(Operator::Add, summands),
        }
    }

    /// The product of the common divisor of all coefficients and the rest; none if it is 1.
    fn factored(&self) -> Option<Expr<L>> {
        let coefficients = self.terms.iter().map(|(k, _)| k);
        let common = coefficients.fold(self.constant.clone(), |common, k| gcd(&common, k));
        if common <= Int::ONE {
            return None;
        }
        let terms = self.terms.iter();
        let rest = Sum {
            constant: &self.constant / &common,
            terms: terms.map(|(k, term)| (k / &common, term.clone())).collect(),
        };
        Some(multiple(&common, &rest.term()))
    }
}

/// The factors of nested products; numbers are multiplied.
fn collect_factors<L: Clone>(term: &Expr<L>, number: &mut Int, factors: &mut Vec<Expr<L>>) {
    match term {
        Expr::Integer(value) => *number = &*number * value,
        Expr::Apply(Operator::Mul, parts) => {
            parts
                .iter()
                .for_each(|it| collect_factors(it, number, factors));
        }
        other => factors.push(other.clone()),
    }
}

/// `k·t`
fn multiple<L: Clone>(k: &Int, term: &Expr<L>) -> Expr<L> {
    let mut factors = match k.is_one() {
        true => vec![],
        false => vec![Expr::Integer(k.clone())],
    };
    match term {
        Expr::Apply(Operator::Mul, parts) => factors.extend(parts.iter().cloned()),
        other => factors.push(other.clone()),
    }
    match factors.len() {
        1 => factors.remove(0),
        _ => Expr::apply(Operator::Mul, factors),
    }
}

#[cfg(test)]
mod tests {
    use super::super::text::read;
    use super::*;

    #[test]
    fn like_parts_are_added_up() {
        let cases = [
            ("(+ x x)", "(* 2 x)"),
            ("(+ (* 4 x) (* 4 y) -8)", "(* 4 (+ x y -2))"),
            ("(+ x (* -1 x))", "0"),
            ("(* (+ x y) (+ z 1))", "(* (+ x y) (+ z 1))"),
            ("(* 2 (* x (* 3 y)))", "(* 6 x y)"),
            ("(mod (+ 1 x 2) 4)", "(mod (+ x 3) 4)"),
            ("(+ (* 2 x) y)", "(+ (* 2 x) y)"),
        ];
        for (text, expected) in cases {
            let [term, expected] = [text, expected].map(|it| read(it).expect("a term"));
            assert_eq!(collected(&term), expected, "{text}");
        }
    }
}
