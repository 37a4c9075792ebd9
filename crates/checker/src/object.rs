//! What a proof consists of. All of it is plain data: anyone may build one, only the checker says
//! whether it proves anything.

use super::instance::Instance;
use super::invariants::Invariants;
use super::sequent::{Deduction, Ranges};
use crate::number::{Int, Range};
use crate::program::{Column, OpId, Point};
use crate::term::Expr;
use dashu_ratio::RBig;
use std::sync::Arc;

/// A term over columns.
pub type Term = Expr<Column>;

/// What is proved. A condition *holds* where it is not 0 and *fails* where it is 0.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Claim {
    /// The first is at least the second.
    AtLeast(Term, Term),
    /// The first is at most the second.
    AtMost(Term, Term),
    /// They are equal.
    Equal(Term, Term),
    /// The condition holds.
    Holds(Term),
    /// The condition fails.
    Fails(Term),
    /// No run reaches the point.
    Unreachable,
}

/// A claim and all that it rests on.
///
/// ```
/// use calipers::analysis::{Analysis, Variable, Verdict};
/// use calipers::program::{Column, NoProgram};
/// use calipers::proof;
/// use calipers::rules::Rules;
/// use calipers::term::Expr;
///
/// let rules = Rules::embedded();
/// let mut analysis = Analysis::new(&NoProgram, &rules);
/// let (x, y) = (Expr::Leaf(Column::Symbol(0)), Expr::Leaf(Column::Symbol(1)));
/// analysis.assume(&Expr::less(x.clone(), y.clone()));
/// let question = Expr::at_most(Expr::sum(x, Expr::integer(1)), y);
/// let (verdict, proof) = analysis.explain(&question, None);
/// assert_eq!(verdict, Verdict::Proved);
/// let proof = proof.expect("what is proved has a proof");
/// assert_eq!(proof::check(&proof, &NoProgram, &rules, &analysis.proof_setting()), Ok(()));
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Proof {
    /// What is proved.
    pub claim: Claim,
    /// Where it holds; without a point it holds by definitions and assumptions alone.
    pub point: Option<Point>,
    /// What holds of all values wherever they exist, each by the steps before it.
    pub steps: Vec<Step>,
    /// What holds because control has come to the point.
    pub facts: Vec<FactUse>,
    /// The ranges of terms at the point, each by those before it.
    pub ranges: Vec<RangeStep>,
    /// How the claim follows.
    pub argument: Argument,
}

/// A step that needs no facts.
#[derive(Clone, PartialEq, Debug)]
pub enum Step {
    /// A column equals a term.
    Definition(Definition),
    /// An arithmetic identity, on terms.
    Rewrite(RewriteUse),
    /// A term whose operators tell the range of what it equals.
    Term(Term),
}

/// The definition of a column.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Definition {
    /// The column.
    pub column: Column,
    /// What it equals.
    pub term: Term,
    /// What says so.
    pub source: Source,
}

/// What gives a definition.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Source {
    /// The type of its value.
    Type,
    /// A rule on an op.
    Rule(Arc<str>, OpId),
    /// Induction over a loop: the term is a closed form over the number of trips. By the steps before
    /// this one, in which the column may be anything, it begins as the column does, and the body
    /// changes the column as the next trip changes the term.
    Induction(OpId),
    /// What the edges into the block of an argument pass to it.
    Join,
    /// The relation between the two readings of a fixed-width integer.
    Reading,
}

/// An instance of an arithmetic identity.
#[derive(Clone, PartialEq, Debug)]
pub struct RewriteUse {
    /// The rule's number, in the order of the rule files.
    pub number: u32,
    /// Its name.
    pub name: Arc<str>,
    /// What its variables stand for.
    pub binding: Vec<Term>,
}

/// A condition that holds from a point on.
#[derive(Clone, PartialEq, Debug)]
pub struct FactUse {
    /// The condition, as its source states it.
    pub condition: Term,
    /// Conditions under which the source states it; the ranges at the point show that they hold.
    pub given: Vec<Term>,
    /// What states it.
    pub source: FactSource,
    /// Where it begins to hold; everywhere if none.
    pub from: Option<Point>,
}

/// What states a fact.
#[derive(Clone, PartialEq, Debug)]
pub enum FactSource {
    /// A rule on an op that has executed, or is executing its region.
    Rule(Arc<str>, OpId),
    /// Sizes are never negative.
    Size(Column),
    /// The assumption of that number.
    Assumption(u32),
    /// The invariant of that position among some that are shown together.
    Invariant(Arc<Invariants>, usize),
    /// The invariant of that position among those of whose proof this is part.
    Hypothesis(usize),
}

/// The range of a term at the point.
#[derive(Clone, PartialEq, Debug)]
pub struct RangeStep {
    /// The term.
    pub term: Term,
    /// All that is known of it after this step.
    pub range: Range,
    /// What the step adds.
    pub reason: RangeReason,
}

/// Why a term has a range.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RangeReason {
    /// It equals this term, whose operator has that range on the ranges of its arguments.
    Operator(Term),
    /// A fact implies `row >= 0` (or `row = 0`), and the ranges of the rest of the row are known.
    Fact {
        /// The fact's position in the proof.
        fact: usize,
        /// The row.
        row: Term,
        /// How it relates to zero.
        relation: Relation,
    },
}

/// How a term relates to zero.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Relation {
    /// `term >= 0`
    AtLeastZero,
    /// `term = 0`
    Zero,
}

/// How a claim follows.
#[derive(Clone, PartialEq, Debug)]
pub enum Argument {
    /// Both sides have one normal form.
    Same,
    /// A lower bound of the difference, or the contradiction that shows a point unreachable.
    Bound(Bounding),
    /// Lower bounds of the difference and of its negation.
    Both(Box<[Bounding; 2]>),
    /// About a condition.
    Decision(Decision),
    /// About variables: the claim as a sequent, by the ranges and assumptions of the setting.
    Deduction(Box<Deduction>),
    /// About the values of a program: an instance of a sequent.
    Instance(Box<Instance>),
}

/// A lower bound of a term.
#[derive(Clone, PartialEq, Debug)]
pub struct Bounding {
    /// The term.
    pub goal: Term,
    /// The bound; none where the rows contradict each other, so that nothing comes here.
    pub bound: Option<Int>,
    /// Where it comes from.
    pub derivation: Derivation,
}

/// Where a bound comes from.
#[derive(Clone, PartialEq, Debug)]
pub enum Derivation {
    /// The range of the goal.
    Range,
    /// Rows and their multipliers: the goal less a constant is their sum; of the integers from that
    /// constant on, the bound is the first that the congruence of the goal admits. Or, for a
    /// contradiction, the sum is a negative constant.
    Rows(Vec<(Row, RBig)>),
    /// Two cases, one of which holds: each has its own bound, and the weaker one is left.
    Cases(Split, Box<[Bounding; 2]>),
}

/// Two cases that leave nothing out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Split {
    /// A term that is 0 or 1: first 1, then 0.
    Condition(Term),
    /// A minimum of two terms: first it is the first, then the second.
    Minimum(Term),
}

/// `term >= 0` or `term = 0`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Row {
    /// The term.
    pub term: Term,
    /// How it relates to zero.
    pub relation: Relation,
    /// Why.
    pub reason: RowReason,
}

/// Why a row holds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RowReason {
    /// The fact at that position implies it.
    Fact(usize),
    /// The range of the term is not negative.
    Range,
    /// The case that this is: the enclosing splits are counted from the outermost.
    Case(usize),
    /// In the case of a condition `c`, `c·factor` is the factor or 0.
    Selected {
        /// The split.
        case: usize,
        /// What the condition is multiplied by.
        factor: Term,
    },
    /// What the operator of this term says of it: a quotient by a positive divisor, a minimum, a
    /// maximum.
    Operator(Term),
    /// `(left − i)(right − j)` is not negative, or not positive, since `i` and `j` are ends of the
    /// ranges of the factors.
    Product {
        /// One factor.
        left: Term,
        /// The other.
        right: Term,
        /// A bound of the left.
        left_end: Int,
        /// A bound of the right.
        right_end: Int,
    },
    /// A row over the integers, the sum of these rows times multipliers and a constant above −1: what is an
    /// integer above −1 is not negative. None of them is a cut itself.
    Cut(Vec<(Row, RBig)>),
    /// For a comparison `c = (a <= b)` and an end of the range of `d = b − a`:
    /// `d >= lower·(1 − c)`, `d <= −1 + (upper + 1)·c`.
    Comparison {
        /// The comparison.
        condition: Term,
        /// The end of the range.
        end: Int,
    },
}

/// How it follows that a condition holds, or fails.
#[derive(Clone, PartialEq, Debug)]
pub enum Decision {
    /// By its range.
    Range,
    /// As a number: it is at least 1, or at most 0.
    Number(Bounding),
    /// It equals this comparison, which is decided by bounds of the difference of its sides; an
    /// equation that fails without a bound fails by the range of that difference.
    Comparison(Term, Vec<Bounding>),
    /// It is the negation of a condition, which is decided.
    Not(Term, Box<Decision>),
    /// It equals this conjunction, all of which hold, or this disjunction, all of which fail.
    All(Term, Vec<Decision>),
    /// It equals this conjunction, of which that argument fails, or this disjunction, of which it
    /// holds.
    One(Term, usize, Box<Decision>),
}

/// How fixed-width integers are read.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Integers {
    /// They wrap around.
    #[default]
    Wrap,
    /// They are unbounded.
    Unbounded,
}

/// What a proof may rest on besides the program and the rules.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Setting {
    /// How fixed-width integers are read.
    pub integers: Integers,
    /// The ranges of variables that no program defines, by the number of their symbol.
    pub symbols: Ranges,
    /// The assumptions in force, by number.
    pub assumptions: Vec<(u32, Term)>,
}

impl Split {
    /// The term that is split on.
    pub fn term(&self) -> &Term {
        match self {
            Split::Condition(term) | Split::Minimum(term) => term,
        }
    }
}
