//! Refutations: trees of branches over integer forms, with a combination of rows at each leaf.

use super::{Relation, Row};
use calipers_number::{Int, Linear, fraction};
use dashu_ratio::RBig;

/// A reason why a form is not negative.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Premise {
    /// The row with that number. The multiplier of an equation may be negative.
    Row(usize),
    /// The assumption of the enclosing branch with that number.
    Case(u32),
}

/// A proof that no integers satisfy some rows.
#[derive(Clone, PartialEq, Debug)]
pub enum Refutation {
    /// The sum of the premises, each times its multiplier, is a negative constant.
    Sum(Vec<(Premise, RBig)>),
    /// Either the form is at most the limit, or at least the limit plus 1.
    Branch {
        /// The number by which premises refer to the assumption of this branch.
        case: u32,
        /// The form.
        form: Linear<usize>,
        /// The limit.
        limit: Int,
        /// The refutation if the form is at most the limit, so that `limit − form >= 0`.
        below: Box<Refutation>,
        /// The refutation if the form is greater, so that `form − limit − 1 >= 0`.
        above: Box<Refutation>,
    },
}

/// A sum of forms times rational multipliers.
struct Sum {
    constant: RBig,
    terms: Vec<(usize, RBig)>,
}

impl Sum {
    fn new() -> Sum {
        Sum {
            constant: RBig::ZERO,
            terms: vec![],
        }
    }

    fn add(&mut self, form: &Linear<usize>, factor: &RBig) {
        let rational = |k: &Int| RBig::from(k.clone());
        self.constant += rational(form.constant()) * factor;
        for (variable, k) in form.terms() {
            let more = rational(k) * factor;
            match self.terms.iter_mut().find(|it| it.0 == *variable) {
                Some((_, sum)) => *sum += more,
                None => self.terms.push((*variable, more)),
            }
        }
    }

    /// The constant, if all other terms cancel.
    fn as_constant(&self) -> Option<&RBig> {
        let mut terms = self.terms.iter();
        terms.all(|it| it.1.is_zero()).then_some(&self.constant)
    }
}

impl Refutation {
    /// Whether this is a refutation of these rows. Costs the size of the refutation times that of the rows.
    pub fn refutes(&self, rows: &[Row]) -> bool {
        self.refutes_within(rows, &mut vec![])
    }

    fn refutes_within(&self, rows: &[Row], cases: &mut Vec<(u32, Linear<usize>)>) -> bool {
        match self {
            Refutation::Sum(premises) => {
                let mut sum = Sum::new();
                let all = premises
                    .iter()
                    .all(|it| add(&mut sum, &it.0, &it.1, rows, cases));
                all && sum.as_constant().is_some_and(|it| *it < RBig::ZERO)
            }
            Refutation::Branch {
                case,
                form,
                limit,
                below,
                above,
            } => {
                let least = form.neg().add_constant(limit);
                let most = form.add_constant(&-(limit + Int::ONE));
                [(least, below), (most, above)]
                    .into_iter()
                    .all(|(assumed, then)| {
                        let Some(assumed) = assumed else { return false };
                        cases.push((*case, assumed));
                        let refutes = then.refutes_within(rows, cases);
                        cases.pop();
                        refutes
                    })
            }
        }
    }

    /// The number of nested branches.
    pub fn depth(&self) -> usize {
        match self {
            Refutation::Sum(_) => 0,
            Refutation::Branch { below, above, .. } => 1 + below.depth().max(above.depth()),
        }
    }

    /// Whether a premise is the assumption of the branch with that number.
    pub(crate) fn uses(&self, case: u32) -> bool {
        match self {
            Refutation::Sum(premises) => {
                let mut premises = premises.iter();
                premises.any(|(premise, _)| *premise == Premise::Case(case))
            }
            Refutation::Branch { below, above, .. } => below.uses(case) || above.uses(case),
        }
    }
}

fn add(
    sum: &mut Sum,
    premise: &Premise,
    factor: &RBig,
    rows: &[Row],
    cases: &[(u32, Linear<usize>)],
) -> bool {
    let (form, is_equation) = match premise {
        Premise::Row(number) => match rows.get(*number) {
            Some(row) => (&row.form, row.relation == Relation::Zero),
            None => return false,
        },
        Premise::Case(case) => match cases.iter().find(|it| it.0 == *case) {
            Some((_, form)) => (form, false),
            None => return false,
        },
    };
    if !is_equation && *factor < RBig::ZERO {
        return false;
    }
    sum.add(form, factor);
    true
}

/// `numerator / denominator`
pub(crate) fn ratio(numerator: &Int, denominator: &Int) -> RBig {
    fraction(numerator.clone(), denominator.clone())
}
