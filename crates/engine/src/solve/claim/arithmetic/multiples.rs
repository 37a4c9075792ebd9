//! Multiples of a term: `t mod u = 0` makes `t` the product of `u` and a new variable for the quotient.
//! Divisions of `t` and by `t` are then divisions of and by a product.

use crate::number::Range;
use crate::program::Column;
use crate::proof::sequent::Sequent;
use crate::term::condition::replaced;
use crate::term::{Expr, Operator};

type Term = Expr<Column>;

/// A variable that is a multiple of a term.
pub(super) struct Multiple {
    /// The position of the assumption that it is.
    pub(super) assumption: usize,
    pub(super) variable: Term,
    pub(super) divisor: Term,
}

/// Whether a variable is assumed to be a multiple of a term that is no constant.
pub(super) fn has_multiples(sequent: &Sequent) -> bool {
    multiple(sequent).is_some()
}

/// The first number that is greater than those of all variables.
pub(super) fn next_number(sequent: &Sequent) -> u32 {
    let last = sequent.ranges.keys().next_back();
    last.map_or(0, |number| number + 1)
}

/// The first variable that is assumed to be a multiple of a term without it.
pub(super) fn multiple(sequent: &Sequent) -> Option<Multiple> {
    let assumptions = sequent.assumptions.iter().enumerate();
    let mut all = assumptions.filter_map(|(assumption, fact)| {
        let Expr::Apply(Operator::Eq, sides) = fact else {
            return None;
        };
        let zero = sides.iter().any(|side| *side == Expr::integer(0));
        let parts = sides.iter().find_map(|side| match side {
            Expr::Apply(Operator::Mod, parts) => Some(parts),
            _ => None,
        });
        let (variable, divisor) = parts.filter(|_| zero).map(|it| (&it[0], &it[1]))?;
        let Expr::Leaf(Column::Symbol(number)) = variable else {
            return None;
        };
        let mut is_free = sequent.ranges.contains_key(number);
        divisor.for_each_leaf(&mut |leaf| is_free &= *leaf != Column::Symbol(*number));
        let is_constant = matches!(divisor, Expr::Integer(_));
        (is_free && !is_constant).then(|| Multiple {
            assumption,
            variable: variable.clone(),
            divisor: divisor.clone(),
        })
    });
    all.next()
}

/// A sequent with a new variable in place of a term, and the values of its variables for which it is the sequent.
pub(super) fn generalized(
    sequent: &Sequent,
    fresh: u32,
    term: &Term,
) -> (Sequent, Vec<(u32, Term)>) {
    let by = Expr::Leaf(Column::Symbol(fresh));
    let mut general = Sequent {
        ranges: sequent.ranges.clone(),
        assumptions: vec![],
        goal: replaced(&sequent.goal, term, &by),
    };
    let assumptions = sequent.assumptions.iter();
    general.assumptions = assumptions.map(|it| replaced(it, term, &by)).collect();
    general.ranges.insert(fresh, Range::full());
    let numbers = sequent.ranges.keys();
    let same = numbers.map(|&it| (it, Expr::Leaf(Column::Symbol(it))));
    let values = same.chain([(fresh, term.clone())]).collect();
    (general, values)
}
