//! Sequents, and the rules of inference by which one follows from others.
//!
//! A [`Sequent`] says: whatever integers in their ranges the variables stand for, where all
//! assumptions hold, the goal does. A [`Rule`] is a total function from a sequent to those that it
//! follows from; an [`Inference`] is a tree of rules, at whose leaves nothing is left to be shown.
//! There is no other way to build what the checker accepts, so that each rule can be looked at by
//! itself: whoever chooses the rules can choose badly, but not wrongly.

mod assumptions;
mod conversions;
mod distinctions;
mod goal;
mod points;
mod replay;
pub(super) mod text;
mod variables;

pub use distinctions::{Distinction, zero_product};
pub use points::MAX_POINTS_WORK;

use super::object::{Proof, Term};
use super::rejection::Reason;
use super::theory::{Poly, Theory};
use crate::number::Range;
use crate::program::Column;
use crate::term::Expr;
use crate::term::condition;
use std::collections::BTreeMap;

pub(super) use replay::Replay;

/// The ranges of variables, by the number of their symbol.
pub type Ranges = BTreeMap<u32, Range>;

/// A condition on variables (columns that are symbols), under assumptions. A condition holds where
/// it is not 0.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sequent {
    /// The ranges of the variables; one that is not among them may be any integer.
    pub ranges: Ranges,
    /// What is taken to hold.
    pub assumptions: Vec<Term>,
    /// What is claimed: a term that is 0 or 1.
    pub goal: Term,
}

/// How a sequent follows: a rule, and how those follow that the rule leaves, in their order.
#[derive(Clone, PartialEq, Debug)]
pub struct Inference {
    /// The rule.
    pub rule: Rule,
    /// Of each sequent that it leaves, why it holds.
    pub premises: Vec<Inference>,
}

/// A sequent and why it holds.
#[derive(Clone, PartialEq, Debug)]
pub struct Deduction {
    /// The sequent.
    pub sequent: Sequent,
    /// Why it holds.
    pub inference: Inference,
}

/// A rule of inference. What a rule has to have shown is left first; the sequent that takes the
/// place of the one at hand comes last.
#[derive(Clone, PartialEq, Debug)]
pub enum Rule {
    /// No reason is given. A search that records nothing leaves this; no checker accepts it.
    Open,
    /// A proof without cases, in a setting of the same ranges and assumptions.
    Proof(Box<Proof>),
    /// The goal holds at all points that satisfy the assumptions: each is looked at.
    Points,
    /// The goal is an integer other than 0, or an assumption is 0, or a range is empty.
    Trivial,
    /// The goal is a conjunction, or conditions that are equal, or not, or selected: its parts.
    AndIntro,
    /// The goal is a disjunction: the argument of that position, where the others do not hold.
    OrIntro(usize),
    /// By contradiction: that the goal does not hold is assumed, and 0 is the goal.
    ByContradiction,
    /// The assumption of that position, a conjunction, is replaced by its arguments.
    AndElim(usize),
    /// The assumption of that position is left out.
    Drop(usize),
    /// The assumption of that position is an equality which says that a variable equals a term;
    /// the term is put in, and takes over the range as assumptions.
    Substitute {
        /// The position of the equality.
        assumption: usize,
        /// The variable.
        symbol: u32,
        /// What it equals.
        value: Term,
    },
    /// The product of what two inequalities say is not negative is assumed not to be.
    Product(Factor, Factor),
    /// That the square of a term is not negative is assumed.
    Square(Term),
    /// What defines the quotient of a division is assumed: `0 <= a − b·q < b` for rounding down.
    Quotient(Term, Sign),
    /// Variables have these ranges, too.
    Narrow(Vec<(u32, Range)>),
    /// A variable is `modulus·quotient + remainder`, of fresh variables.
    Digits {
        /// The variable.
        symbol: u32,
        /// What the remainder is less than; positive.
        modulus: crate::number::Int,
        /// A fresh variable.
        quotient: u32,
        /// A fresh variable.
        remainder: u32,
    },
    /// A variable between a term and so much more is the term and a fresh variable.
    Offset {
        /// The variable.
        symbol: u32,
        /// What it is not less than: a term without the variable.
        from: Term,
        /// How much more it is at most.
        width: crate::number::Int,
        /// A fresh variable.
        offset: u32,
    },
    /// Each of some cases that leave nothing out.
    Cases(Distinction),
    /// The goal says that a term is not 0; the product of it and another one is assumed not to be.
    Factor {
        /// The position of the assumption about the product.
        assumption: usize,
        /// The other factor.
        cofactor: Term,
    },
    /// A division, or another term, is replaced by what it is equal to.
    Convert {
        /// The division.
        part: Term,
        /// Why it is equal to what.
        conversion: Conversion,
        /// Where it is replaced.
        place: Place,
    },
    /// It is an instance of another sequent, whose variables stand for those terms.
    Instance(Box<Sequent>, Vec<(u32, Term)>),
}

/// A term that is not negative.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Factor {
    /// `b − a` of the assumption `a <= b` at that position.
    Assumption(usize),
    /// A variable less the lower end of its range.
    Lower(u32),
    /// The upper end of the range of a variable, less the variable.
    Upper(u32),
}

/// The sign of what is not 0.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Sign {
    /// At least 1.
    Positive,
    /// At most −1.
    Negative,
}

/// Where a part is replaced.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Place {
    /// In the goal.
    Goal,
    /// In the goal and the assumptions.
    Everywhere,
}

/// What a division, or another term, is equal to.
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
    /// Rounding to zero is rounding down where `0 <= a` and `0 < b`.
    Down,
    /// With `a = b·c + r` and `b` other than 0: `a floordiv b = c + r floordiv b`, `a mod b = r mod b`,
    /// `a ceildiv b = c + r ceildiv b`. With `r = 0` `c` and 0 for rounding to zero, too.
    Split {
        /// `c`
        quotient: Term,
        /// `r`
        rest: Term,
    },
    /// It equals that term, which is shown first.
    Equal(Term),
    /// `(k·a) / (k·b) = a / b` and `(k·a) mod (k·b) = k·(a mod b)` for `k` other than 0, for each
    /// kind of rounding. That `k` is not 0 its range says, or is shown first.
    Cancelled {
        /// `k`
        common: Term,
        /// `a`
        dividend: Term,
        /// `b`
        divisor: Term,
    },
}

/// How many operators, integers and variables a sequent may have.
pub const MAX_SEQUENT: usize = 20_000;

type Checked<T = ()> = Result<T, Reason>;

impl Rule {
    /// The sequents that remain to be shown, where this is one; together they imply it.
    ///
    /// Costs about the size of the sequent. [`Rule::Proof`] and [`Rule::Points`] leave nothing, but
    /// have still to be looked into.
    ///
    /// # Errors
    /// Why the rule does not apply.
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
    /// A rule that leaves nothing.
    pub fn leaf(rule: Rule) -> Inference {
        Inference {
            rule,
            premises: vec![],
        }
    }
}

impl Sequent {
    /// The same, of another goal.
    pub fn with_goal(&self, goal: Term) -> Sequent {
        Sequent {
            ranges: self.ranges.clone(),
            assumptions: self.assumptions.clone(),
            goal,
        }
    }

    /// The same, of another goal, with one more assumption.
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

    /// With a part of every term replaced by something equal.
    fn replaced(&self, part: &Term, by: &Term) -> Sequent {
        let put_in = |term: &Term| condition::replaced(term, part, by);
        Sequent {
            ranges: self.ranges.clone(),
            assumptions: self.assumptions.iter().map(put_in).collect(),
            goal: put_in(&self.goal),
        }
    }

    fn range_of(&self, symbol: u32) -> Range {
        self.ranges
            .get(&symbol)
            .cloned()
            .unwrap_or_else(Range::full)
    }

    /// What decides equality of terms, and their ranges by those of the variables.
    fn theory(&self) -> Theory<'_> {
        Theory::new(Box::new(|column| match column {
            Column::Symbol(number) => self.range_of(number),
            _ => Range::full(),
        }))
    }

    fn is_moderate(&self) -> bool {
        let mut left = MAX_SEQUENT;
        self.terms().all(|term| {
            let size = condition::size(term, left);
            left -= size.min(left);
            left > 0 && depth(term) <= super::measure::MAX_TERM_DEPTH
        })
    }
}

fn depth(term: &Term) -> usize {
    match term {
        Expr::Apply(_, arguments) => 1 + arguments.iter().map(depth).max().unwrap_or(0),
        _ => 0,
    }
}

/// Whether two terms have one normal form.
fn are_equal(theory: &mut Theory<'_>, a: &Term, b: &Term) -> bool {
    let (a, b): (Poly, Poly) = (theory.normal(a), theory.normal(b));
    theory.resolve(&a) == theory.resolve(&b)
}

fn symbol(number: u32) -> Term {
    Expr::Leaf(Column::Symbol(number))
}

fn mentions(term: &Term, number: u32) -> bool {
    let mut found = false;
    term.for_each_leaf(&mut |column| found |= *column == Column::Symbol(number));
    found
}

fn require(holds: bool, reason: Reason) -> Checked {
    if holds { Ok(()) } else { Err(reason) }
}

/// What a range says of a term, as conditions.
pub fn conditions(range: &Range, term: &Term) -> Vec<Term> {
    let mut found = vec![];
    if let Some(lower) = range.lower() {
        found.push(Expr::at_most(Expr::Integer(lower.clone()), term.clone()));
    }
    if let Some(upper) = range.upper() {
        found.push(Expr::at_most(term.clone(), Expr::Integer(upper.clone())));
    }
    let congruence = range.congruence();
    if *congruence.modulus() > crate::number::Int::ONE {
        let modulus = Expr::Integer(congruence.modulus().clone());
        let rest = Expr::apply(crate::term::Operator::Mod, [term.clone(), modulus]);
        found.push(Expr::equal(
            rest,
            Expr::Integer(congruence.residue().clone()),
        ));
    }
    found
}
