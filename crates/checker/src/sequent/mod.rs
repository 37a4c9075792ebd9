//! Sequents, and the rules of inference that derive them.
//!
//! A [`Sequent`] states: for all integer values of the variables in their ranges, if all assumptions hold, so does
//! the goal. A [`Rule`] is a total function from a sequent to the sequents that imply it (its premises); an
//! [`Inference`] is a tree of rules whose leaves have no premises. The checker accepts only such trees, so the
//! soundness of each rule can be reviewed in isolation: a bad choice of rules fails to prove a sequent, but cannot
//! prove a wrong one.

mod assumptions;
mod conversions;
mod distinctions;
mod goal;
mod points;
pub(super) mod replay;
mod variables;

pub use distinctions::{Distinction, zero_product};
pub use points::MAX_POINTS_WORK;

use super::object::{MAX_TERM_DEPTH, Proof, Term};
use super::rejection::{Checked, Reason};
use super::theory::Theory;
use calipers_number::{Int, Range};
use calipers_program::Column;
use calipers_program::term::{Expr, Operator, condition};
use std::collections::BTreeMap;

/// The ranges of variables, by the number of their symbol.
pub type Ranges = BTreeMap<u32, Range>;

/// A condition on variables (columns that are symbols) under assumptions. A condition holds if it is not 0.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sequent {
    /// The ranges of the variables; a variable without one may be any integer.
    pub ranges: Ranges,
    /// The assumptions.
    pub assumptions: Vec<Term>,
    /// The goal: a term that is 0 or 1.
    pub goal: Term,
}

/// A proof of a sequent: a rule, and the proofs of the rule's premises in their order.
#[derive(Clone, PartialEq, Debug)]
pub struct Inference {
    /// The rule.
    pub rule: Rule,
    /// A proof of each premise.
    pub premises: Vec<Inference>,
}

/// A sequent with its proof.
#[derive(Clone, PartialEq, Debug)]
pub struct Deduction {
    /// The sequent.
    pub sequent: Sequent,
    /// Its proof.
    pub inference: Inference,
}

/// A rule of inference. Side conditions come first among the premises, and the sequent that continues the proof last.
#[derive(Clone, PartialEq, Debug)]
pub enum Rule {
    /// No proof. A search that does not record proofs uses this rule; the checker rejects it.
    Open,
    /// A proof without cases, in a setting with the ranges and assumptions of the sequent.
    Proof(Box<Proof>),
    /// The goal holds at all points that satisfy the assumptions, by enumeration.
    Points,
    /// The goal is a nonzero integer, or an assumption is 0, or a range is empty.
    Trivial,
    /// And-introduction: the goal is a conjunction, an equality of conditions, a negation or a `select`; proves its
    /// parts.
    AndIntro,
    /// Or-introduction: proves the argument of the goal at that position, assuming that the others fail.
    OrIntro(usize),
    /// By contradiction: assumes that the goal fails, and proves 0.
    ByContradiction,
    /// And-elimination: replaces the conjunction at that position of the assumptions by its arguments.
    AndElim(usize),
    /// Removes the assumption at that position.
    Drop(usize),
    /// The assumption at that position is an equality of a variable and a term: substitutes the term for the
    /// variable, whose range becomes assumptions on the term.
    Substitute {
        /// The position of the equality.
        assumption: usize,
        /// The variable.
        symbol: u32,
        /// The term that it equals.
        value: Term,
    },
    /// Adds the assumption that the product of two nonnegative terms is nonnegative.
    Product(Factor, Factor),
    /// Adds the assumption that the square of a term is nonnegative.
    Square(Term),
    /// Adds the assumptions that define the quotient of a division: `0 <= a − b·q < b` for rounding down. The sign is that
    /// of the divisor or, for rounding to zero by a positive divisor, that of the dividend.
    Quotient(Term, Sign),
    /// Restricts variables to these ranges.
    Narrow(Vec<(u32, Range)>),
    /// Replaces a variable by `modulus·quotient + remainder` with fresh variables.
    Digits {
        /// The variable.
        symbol: u32,
        /// The exclusive upper bound of the remainder; positive.
        modulus: Int,
        /// A fresh variable.
        quotient: u32,
        /// A fresh variable.
        remainder: u32,
    },
    /// Replaces a variable in `[from, from + width]` by `from` plus a fresh variable.
    Offset {
        /// The variable.
        symbol: u32,
        /// The lower bound: a term that does not mention the variable.
        from: Term,
        /// The maximum difference.
        width: Int,
        /// A fresh variable.
        offset: u32,
    },
    /// Proves each of some exhaustive cases.
    Cases(Distinction),
    /// The goal states that a term is not 0; an assumption states the same of its product with another term.
    Factor {
        /// The position of the assumption about the product.
        assumption: usize,
        /// The other factor.
        cofactor: Term,
    },
    /// Replaces a division, or another term, by a term that equals it.
    Convert {
        /// The term that is replaced.
        part: Term,
        /// The replacement, and the reason of the equality.
        conversion: Conversion,
        /// The scope of the replacement.
        place: Place,
    },
    /// The sequent is an instance of another one, with these terms for its variables.
    Instance(Box<Sequent>, Vec<(u32, Term)>),
}

/// A nonnegative term.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Factor {
    /// `b − a` for the assumption `a <= b` at that position.
    Assumption(usize),
    /// A variable minus the lower endpoint of its range.
    Lower(u32),
    /// The upper endpoint of the range of a variable, minus the variable.
    Upper(u32),
}

/// The sign of a nonzero number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Sign {
    /// At least 1.
    Positive,
    /// At most −1.
    Negative,
}

/// The scope of a replacement.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Place {
    /// In the goal.
    Goal,
    /// In the goal and the assumptions.
    Everywhere,
}

/// An equality that replaces a division or another term.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Conversion {
    /// With `a = b·c + r` and `0 <= r < b`: `a floordiv b = c`, `a mod b = r`; with `0 < r <= b`
    /// `a ceildiv b = c + 1`.
    Settled {
        /// `c`
        quotient: Term,
        /// `r`
        rest: Term,
    },
    /// Rounding to zero is rounding down for `0 <= a` and `0 < b`.
    Down,
    /// For `a = b·c + r` and nonzero `b`: `a floordiv b = c + r floordiv b`, `a mod b = r mod b`, `a ceildiv b = c +
    /// r ceildiv b`. With `r = 0`, the quotient `c` and the remainder 0 for rounding to zero, too.
    Split {
        /// `c`
        quotient: Term,
        /// `r`
        rest: Term,
    },
    /// The term equals this one, which is a premise.
    Equal(Term),
    /// `(k·a) / (k·b) = a / b` and `(k·a) mod (k·b) = k·(a mod b)` for nonzero `k`, for each kind of rounding. `k` is
    /// nonzero by its range, or that is a premise.
    Cancelled {
        /// `k`
        common: Term,
        /// `a`
        dividend: Term,
        /// `b`
        divisor: Term,
    },
}

/// The maximum number of operators, integers and variables of a sequent.
pub const MAX_SEQUENT: usize = 20_000;

impl Rule {
    /// The premises of the rule for this conclusion; together they imply it.
    ///
    /// Costs about the size of the sequent. [`Rule::Proof`] and [`Rule::Points`] have no premises, but the checker
    /// must verify them separately.
    ///
    /// # Errors
    /// The reason why the rule does not apply.
    pub fn apply(&self, sequent: &Sequent) -> Result<Vec<Sequent>, Reason> {
        let left = match self {
            Rule::Open => return Err(Reason::Open),
            Rule::Proof(_) | Rule::Points => vec![],
            Rule::Trivial => sequent.trivial()?,
            Rule::AndIntro => sequent.parts()?,
            Rule::OrIntro(n) => sequent.one_of(*n)?,
            Rule::ByContradiction => sequent.contrary()?,
            Rule::AndElim(n) => sequent.members(*n)?,
            Rule::Drop(n) => sequent.without(*n)?,
            Rule::Substitute {
                assumption,
                symbol,
                value,
            } => sequent.substituted(*assumption, *symbol, value)?,
            Rule::Product(left, right) => sequent.with_product(left, right)?,
            Rule::Square(term) => sequent.with_square(term)?,
            Rule::Quotient(division, sign) => sequent.with_quotient(division, *sign)?,
            Rule::Narrow(ranges) => sequent.narrowed(ranges)?,
            Rule::Digits {
                symbol,
                modulus,
                quotient,
                remainder,
            } => sequent.with_digits(*symbol, modulus, *quotient, *remainder)?,
            Rule::Offset {
                symbol,
                from,
                width,
                offset,
            } => sequent.with_offset(*symbol, from, width, *offset)?,
            Rule::Cases(distinction) => sequent.cases(distinction)?,
            Rule::Factor {
                assumption,
                cofactor,
            } => sequent.by_factor(*assumption, cofactor)?,
            Rule::Convert {
                part,
                conversion,
                place,
            } => sequent.converted(part, conversion, *place)?,
            Rule::Instance(general, values) => sequent.generalized(general, values)?,
        };
        match left.iter().all(Sequent::is_moderate) {
            true => Ok(left),
            false => Err(Reason::TooLarge),
        }
    }
}

impl Inference {
    /// An inference by a rule without premises.
    pub fn leaf(rule: Rule) -> Inference {
        Inference {
            rule,
            premises: vec![],
        }
    }
}

impl Sequent {
    /// The sequent with another goal.
    pub fn with_goal(&self, goal: Term) -> Sequent {
        Sequent {
            ranges: self.ranges.clone(),
            assumptions: self.assumptions.clone(),
            goal,
        }
    }

    /// The sequent with another goal and one more assumption.
    fn assuming(&self, assumption: Term, goal: Term) -> Sequent {
        let mut sequent = self.with_goal(goal);
        sequent.assumptions.push(assumption);
        sequent
    }

    fn assumption(&self, n: usize) -> Checked<&Term> {
        self.assumptions.get(n).ok_or(Reason::NoSuchAssumption(n))
    }

    /// The terms, assumptions first.
    fn terms(&self) -> impl Iterator<Item = &Term> {
        self.assumptions.iter().chain([&self.goal])
    }

    /// The sequent with a part of every term replaced by an equal term.
    fn replaced(&self, part: &Term, by: &Term) -> Sequent {
        let put_in = |term: &Term| condition::replaced(term, part, by);
        Sequent {
            ranges: self.ranges.clone(),
            assumptions: self.assumptions.iter().map(put_in).collect(),
            goal: put_in(&self.goal),
        }
    }

    fn range_of(&self, symbol: u32) -> Range {
        let range = self.ranges.get(&symbol).cloned();
        range.unwrap_or_else(Range::full)
    }

    /// The theory that decides equality of terms, with the ranges of the variables.
    fn theory(&self) -> Theory<'_> {
        Theory::new(std::rc::Rc::new(|column| match column {
            Column::Symbol(number) => self.range_of(number),
            _ => Range::full(),
        }))
    }

    fn is_moderate(&self) -> bool {
        let mut left = MAX_SEQUENT;
        self.terms().all(|term| {
            let size = condition::size(term, left);
            left -= size.min(left);
            left > 0 && depth(term) <= MAX_TERM_DEPTH
        })
    }
}

fn depth(term: &Term) -> usize {
    match term {
        Expr::Apply(_, arguments) => 1 + arguments.iter().map(depth).max().unwrap_or(0),
        _ => 0,
    }
}

fn symbol(number: u32) -> Term {
    Expr::Leaf(Column::Symbol(number))
}

fn mentions(term: &Term, number: u32) -> bool {
    term.has_leaf(|column| *column == Column::Symbol(number))
}

/// The conditions on a term that state its range.
pub fn conditions(range: &Range, term: &Term) -> Vec<Term> {
    let mut found = vec![];
    if let Some(lower) = range.lower() {
        found.push(Expr::at_most(Expr::Integer(lower.clone()), term.clone()));
    }
    if let Some(upper) = range.upper() {
        found.push(Expr::at_most(term.clone(), Expr::Integer(upper.clone())));
    }
    let congruence = range.congruence();
    if *congruence.modulus() > Int::ONE {
        let modulus = Expr::Integer(congruence.modulus().clone());
        let rest = Expr::apply(Operator::Mod, [term.clone(), modulus]);
        let residue = Expr::Integer(congruence.residue().clone());
        found.push(Expr::equal(rest, residue));
    }
    found
}
