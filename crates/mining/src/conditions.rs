//! The side conditions that rules may have, besides positive divisors.

use super::grammar::{Grammar, LeafKind};
use calipers_program::term::{Expr, Leaf, Operator};

/// A condition on variables.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Condition {
    /// A term that is 1 where it holds.
    pub(crate) term: Expr,
    /// The guards of a rule, as the rule language writes them.
    pub(crate) guards: Vec<Expr>,
}

impl Condition {
    fn all(guards: impl IntoIterator<Item = Expr>) -> Condition {
        let guards: Vec<Expr> = guards.into_iter().collect();
        let term = match &guards[..] {
            [one] => one.clone(),
            _ => Expr::apply(Operator::Min, guards.clone()),
        };
        Condition { term, guards }
    }
}

/// The conditions on the first variables: renaming gives the others.
pub(crate) fn all(grammar: &Grammar) -> Vec<Condition> {
    let mut leaves = (0..grammar.variables()).map(|number| Leaf(number as u32));
    let integers: Vec<Leaf> = leaves
        .clone()
        .filter(|&leaf| grammar.kind(leaf) == LeafKind::Integer)
        .collect();
    let divisor = leaves.find(|&leaf| grammar.kind(leaf) == LeafKind::Divisor);
    let Some(&x) = integers.first() else {
        return vec![];
    };
    let x = || Expr::Leaf(x);
    let zero = || Expr::integer(0);
    let mut found = vec![
        Condition::all([Expr::at_most(zero(), x())]),
        Condition::all([Expr::at_most(x(), zero())]),
    ];
    if let Some(&y) = integers.get(1) {
        let y = Expr::Leaf(y);
        found.push(Condition::all([Expr::at_most(x(), y.clone())]));
        found.push(Condition::all([
            Expr::at_most(zero(), x()),
            Expr::at_most(zero(), y),
        ]));
    }
    if let Some(c) = divisor.map(Expr::Leaf) {
        let remainder = Expr::apply(Operator::Mod, [x(), c.clone()]);
        found.push(Condition::all([Expr::equal(remainder, zero())]));
        found.push(Condition::all([
            Expr::at_most(zero(), x()),
            Expr::at_most(x(), c),
        ]));
    }
    found
}
