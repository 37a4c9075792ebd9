//! Proving by contradiction: the negated goal is assumed, and what divisions and products of
//! inequalities imply is put beside it, until no point is left.

use super::cases::Cases;
use super::divisions::is_division;
use super::{Claim, Ranges};
use crate::number::Int;
use crate::program::Column;
use crate::solve::Engine;
use crate::term::condition::{as_negated, negated};
use crate::term::{Expr, Operator};

type Term = Expr<Column>;

/// How many implied inequalities are put beside the assumptions.
const MAX_IMPLIED: usize = 48;

impl Cases<'_> {
    /// Whether the negated goal and the assumptions contradict each other.
    pub(super) fn refutes(&mut self, claim: &Claim) -> bool {
        match &claim.goal {
            // An equality is two inequalities.
            Expr::Apply(Operator::Eq, sides) => {
                let (a, b) = (&sides[0], &sides[1]);
                let mut refute = |small: &Term, large: &Term| {
                    self.has_contradiction(claim, &Expr::less(large.clone(), small.clone()))
                };
                refute(a, b) && refute(b, a)
            }
            goal => self.has_contradiction(claim, &negated(goal)),
        }
    }

    fn has_contradiction(&mut self, claim: &Claim, negation: &Term) -> bool {
        let mut terms = claim.assumptions.clone();
        terms.push(negation.clone());
        // Its linear program is larger.
        self.spend(4);
        let mut engine = self.engine(&claim.ranges, &terms);
        let mut divisions = vec![];
        terms.iter().for_each(|term| collect(term, &mut divisions));
        let mut implied = vec![];
        for division in &divisions {
            implied.extend(defining(&mut engine, division));
        }
        let mut inequalities: Vec<Term> = terms.iter().filter_map(at_least_zero).collect();
        let has_products = terms.iter().any(has_product);
        if has_products || !implied.is_empty() {
            inequalities.extend(implied.iter().filter_map(at_least_zero));
            let signs = signs(&claim.ranges);
            let mut factors: Vec<Term> = signs;
            factors.extend(inequalities.iter().cloned());
            'all: for (n, a) in factors.iter().enumerate() {
                for b in &factors[n + 1..] {
                    if implied.len() >= MAX_IMPLIED {
                        break 'all;
                    }
                    let product = Expr::apply(Operator::Mul, [a.clone(), b.clone()]);
                    implied.push(Expr::at_most(Expr::integer(0), product));
                }
            }
        }
        let mut squares = vec![];
        for term in &terms {
            squared(term, &mut squares);
        }
        implied.extend(squares.into_iter().map(|square| {
            let square = Expr::apply(Operator::Mul, [square.clone(), square]);
            Expr::at_most(Expr::integer(0), square)
        }));
        if implied.is_empty() {
            return engine.is_unreachable(None);
        }
        for condition in &implied {
            engine.assume(condition);
        }
        engine.is_unreachable(None)
    }
}

/// `b − a` of `a <= b`.
fn at_least_zero(term: &Term) -> Option<Term> {
    match term {
        Expr::Apply(Operator::Le, sides) => {
            Some(Expr::difference(sides[1].clone(), sides[0].clone()))
        }
        term => match as_negated(term) {
            Some(Expr::Apply(Operator::Le, _)) => at_least_zero(&negated(term)),
            _ => None,
        },
    }
}

/// For each variable, what its range says is `>= 0`.
fn signs(ranges: &Ranges) -> Vec<Term> {
    let mut found = vec![];
    for (&number, range) in ranges {
        let leaf: Term = Expr::Leaf(Column::Symbol(number));
        if let Some(lower) = range.lower() {
            found.push(Expr::difference(leaf.clone(), Expr::Integer(lower.clone())));
        }
        if let Some(upper) = range.upper() {
            found.push(Expr::difference(Expr::Integer(upper.clone()), leaf));
        }
    }
    found
}

/// How many squares are put beside the assumptions.
const MAX_SQUARES: usize = 12;

/// Terms whose squares are in a term, or would be if it were a sum of squares: factors that come
/// twice, and the sums and differences of those that do.
fn squared(term: &Term, found: &mut Vec<Term>) {
    let first = found.len();
    repeated(term, found);
    let own = found[first..].to_vec();
    for (n, a) in own.iter().enumerate() {
        for b in &own[n + 1..] {
            found.push(Expr::difference(a.clone(), b.clone()));
            found.push(Expr::sum(a.clone(), b.clone()));
        }
    }
    found.truncate(MAX_SQUARES);
}

fn repeated(term: &Term, found: &mut Vec<Term>) {
    let Expr::Apply(operator, arguments) = term else {
        return;
    };
    if *operator == Operator::Mul {
        let product = super::divisions::Product::of(term);
        for (n, factor) in product.factors.iter().enumerate() {
            if product.factors[..n].contains(factor) && !found.contains(factor) {
                found.push(factor.clone());
            }
        }
    }
    arguments
        .iter()
        .for_each(|argument| repeated(argument, found));
}

fn has_product(term: &Term) -> bool {
    match term {
        Expr::Apply(operator, arguments) => {
            let factors = arguments
                .iter()
                .filter(|argument| !matches!(argument, Expr::Integer(_)));
            (*operator == Operator::Mul && factors.count() > 1) || arguments.iter().any(has_product)
        }
        _ => false,
    }
}

/// The divisions in a term, each once.
fn collect(term: &Term, found: &mut Vec<Term>) {
    let Expr::Apply(operator, arguments) = term else {
        return;
    };
    arguments
        .iter()
        .for_each(|argument| collect(argument, found));
    if is_division(*operator) && !found.contains(term) && found.len() < 12 {
        found.push(term.clone());
    }
}

/// The inequalities that define a quotient `q = a / b`, where the sign of `b` is known:
/// `0 <= a − b·q <= |b| − 1` with the sign of `b`, for rounding down.
fn defining(engine: &mut Engine<'_>, division: &Term) -> Vec<Term> {
    let Expr::Apply(operator, arguments) = division else {
        return vec![];
    };
    let [dividend, divisor] = &arguments[..] else {
        return vec![];
    };
    let mut sign = |term: &Term| {
        let range = engine.best_range(term, None);
        if range.lower().is_some_and(|lower| *lower > Int::ZERO) {
            Some(1)
        } else if range.upper().is_some_and(|upper| *upper < Int::ZERO) {
            Some(-1)
        } else if range.lower().is_some_and(Int::is_zero) {
            Some(0)
        } else {
            None
        }
    };
    let (Some(of_divisor @ (1 | -1)), of_dividend) = (sign(divisor), sign(dividend)) else {
        return vec![];
    };
    let rounding = match operator {
        Operator::FloorDiv | Operator::Mod => Operator::FloorDiv,
        Operator::CeilDiv => Operator::CeilDiv,
        // To zero is down where both have one sign.
        Operator::TruncDiv | Operator::TruncMod if matches!(of_dividend, Some(0 | 1)) => {
            match (operator, of_divisor) {
                (_, 1) => Operator::TruncDiv,
                _ => return vec![],
            }
        }
        _ => return vec![],
    };
    let quotient = Expr::apply(rounding, [dividend.clone(), divisor.clone()]);
    let multiple = Expr::apply(Operator::Mul, [divisor.clone(), quotient]);
    // a − b·q for rounding down, b·q − a for rounding up.
    let rest = match rounding {
        Operator::CeilDiv => Expr::difference(multiple, dividend.clone()),
        _ => Expr::difference(dividend.clone(), multiple),
    };
    let (rest, size) = match of_divisor {
        1 => (rest, divisor.clone()),
        _ => (Expr::scaled(-1, rest), Expr::scaled(-1, divisor.clone())),
    };
    vec![
        Expr::at_most(Expr::integer(0), rest.clone()),
        Expr::less(rest, size),
    ]
}
