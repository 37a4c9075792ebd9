//! The proof object. It is plain data: any code may construct one, and only the checker decides whether it is valid.

use super::sequent::{Deduction, Ranges};
use calipers_number::{Int, Range};
use calipers_program::term::Expr;
use calipers_program::{Column, OpId, Point};
use dashu_ratio::RBig;
use std::sync::Arc;

/// The maximum depth of the terms of a proof.
pub const MAX_TERM_DEPTH: usize = 200;

/// A term over columns.
pub type Term = Expr<Column>;

/// The claim of a proof. A condition *holds* if it is not 0 and *fails* if it is 0.
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

/// A claim with everything that it relies on.
#[derive(Clone, PartialEq, Debug)]
pub struct Proof {
    /// The claim.
    pub claim: Claim,
    /// The point at which the claim holds; without one, it holds by definitions and assumptions alone.
    pub point: Option<Point>,
    /// Universal steps; each may use those before it.
    pub steps: Vec<Step>,
    /// Facts that are visible at the point.
    pub facts: Vec<FactUse>,
    /// The ranges of terms at the point; each may use those before it.
    pub ranges: Vec<RangeStep>,
    /// The derivation of the claim.
    pub argument: Argument,
}

/// A universal step: it uses no facts.
#[derive(Clone, PartialEq, Debug)]
pub enum Step {
    /// A column equals a term.
    Definition(Definition),
    /// An arithmetic identity, on terms.
    Rewrite(RewriteUse),
    /// A term whose operators restrict the range of its normal form.
    Term(Term),
}

/// The definition of a column.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Definition {
    /// The column.
    pub column: Column,
    /// The term that it equals.
    pub term: Term,
    /// The origin of the definition.
    pub source: Source,
}

/// The origin of a definition.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Source {
    /// The type of its value.
    Type,
    /// A rule on an op.
    Rule(Arc<str>, OpId),
    /// Induction over a loop: the term is a closed form over the trip number. By the steps before this one, which
    /// leave the column arbitrary, the term equals the column before the first iteration, and one more trip changes
    /// the term as the body changes the column.
    Induction(OpId),
    /// The operands of the edges into the block of an argument.
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
    /// The terms substituted for its variables.
    pub binding: Vec<Term>,
}

/// A condition that holds from a point on.
#[derive(Clone, PartialEq, Debug)]
pub struct FactUse {
    /// The condition, as its source states it.
    pub condition: Term,
    /// The premises under which the source states it, which the ranges at the point must prove.
    pub given: Vec<Term>,
    /// The origin of the fact.
    pub source: FactSource,
    /// The point from which it holds; everywhere if none.
    pub from: Option<Point>,
}

/// The origin of a fact.
#[derive(Clone, PartialEq, Debug)]
pub enum FactSource {
    /// A rule on an op that has executed, or whose region is executing.
    Rule(Arc<str>, OpId),
    /// The type of the column's value: a size is nonnegative, the readings of an integer are related.
    Type(Column),
    /// The assumption with that number.
    Assumption(u32),
    /// The invariant at that position of a set that is proved simultaneously.
    Invariant(Arc<Invariants>, usize),
    /// The induction hypothesis at that position, in a proof of an invariant.
    Hypothesis(usize),
}

/// The range of a term at the point.
#[derive(Clone, PartialEq, Debug)]
pub struct RangeStep {
    /// The term.
    pub term: Term,
    /// Its range after this step, which combines all steps about the term.
    pub range: Range,
    /// The derivation of the range that the step adds.
    pub reason: RangeReason,
}

/// The derivation of a range.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RangeReason {
    /// The term equals this one, whose operator has that range on the ranges of its arguments.
    Operator(Term),
    /// A fact implies `row >= 0` (or `row = 0`), and the other summands of the row have known ranges.
    Fact {
        /// The fact's position in the proof.
        fact: usize,
        /// The row.
        row: Term,
        /// The relation of the row to zero.
        relation: Relation,
    },
}

/// The relation of a term to zero.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Relation {
    /// `term >= 0`
    AtLeastZero,
    /// `term = 0`
    Zero,
}

/// The derivation of a claim.
#[derive(Clone, PartialEq, Debug)]
pub enum Argument {
    /// Both sides have the same normal form.
    Same,
    /// A lower bound of the difference, or the contradiction that shows a point unreachable.
    Bound(Bounding),
    /// Lower bounds of the difference and of its negation.
    Both(Box<[Bounding; 2]>),
    /// The decision of a condition.
    Decision(Decision),
    /// For variables: the claim as a sequent, under the ranges and assumptions of the setting.
    Deduction(Box<Deduction>),
    /// For values of a program: an instance of a sequent.
    Instance(Box<Instance>),
}

/// A lower bound of a term.
#[derive(Clone, PartialEq, Debug)]
pub struct Bounding {
    /// The term.
    pub goal: Term,
    /// The bound; none if the rows contradict each other, so that the point or case is unreachable.
    pub bound: Option<Int>,
    /// The derivation of the bound.
    pub derivation: Derivation,
}

/// The derivation of a bound.
#[derive(Clone, PartialEq, Debug)]
pub enum Derivation {
    /// The range of the goal.
    Range,
    /// Rows and their multipliers: their sum is the goal minus a constant, and the bound is the least integer from
    /// that constant on that the congruence of the goal admits. For a contradiction, the sum is a negative constant.
    Rows(Vec<(Row, RBig)>),
    /// Two cases, each with its own bound; the result is the weaker one.
    Cases(Split, Box<[Bounding; 2]>),
}

/// A split into two cases that cover all runs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Split {
    /// A term that is 0 or 1; the first case is 1, the second 0.
    Condition(Term),
    /// A minimum of two terms: it equals the first term in the first case, and the second in the second.
    Minimum(Term),
    /// An integer term: it is at most the limit in the first case, and greater in the second.
    Limit(Term, Int),
}

/// `term >= 0` or `term = 0`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Row {
    /// The term.
    pub term: Term,
    /// The relation of the term to zero.
    pub relation: Relation,
    /// The derivation of the row.
    pub reason: RowReason,
}

/// The derivation of a row.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RowReason {
    /// The fact at that position of the proof implies it.
    Fact(usize),
    /// The range of the term is nonnegative.
    Range,
    /// It is the assumption of the enclosing case with that number, counted from the outermost.
    Case(usize),
    /// In a case of a condition `c`, `c·factor` equals the factor or 0.
    Selected {
        /// The number of the enclosing split.
        case: usize,
        /// The factor that is multiplied by the condition.
        factor: Term,
    },
    /// It follows from the operator of this term: a quotient by a positive divisor, a minimum, or a maximum.
    Operator(Term),
    /// `(left − i)(right − j)` is nonnegative or nonpositive, since `i` and `j` are endpoints of the ranges of the
    /// factors.
    Product {
        /// The first factor.
        left: Term,
        /// The second factor.
        right: Term,
        /// An endpoint of the range of the first factor.
        left_end: Int,
        /// An endpoint of the range of the second factor.
        right_end: Int,
    },
    /// A cut: the sum of these rows times multipliers, plus a constant above −1. An integer above −1 is nonnegative.
    /// None of the rows is a cut itself.
    Cut(Vec<(Row, RBig)>),
    /// For a comparison `c = (a <= b)` and an endpoint of the range of `d = b − a`: `d >= lower·(1 − c)`, or `d <= −1
    /// + (upper + 1)·c`.
    Comparison {
        /// The comparison.
        condition: Term,
        /// The endpoint of the range.
        end: Int,
    },
}

/// The derivation that a condition holds or fails.
#[derive(Clone, PartialEq, Debug)]
pub enum Decision {
    /// By its range.
    Range,
    /// By a bound of it as a number: it is at least 1, or at most 0.
    Number(Bounding),
    /// It equals this comparison, which bounds of the difference of its sides decide; an equation without bounds
    /// fails by the range of that difference.
    Comparison(Term, Vec<Bounding>),
    /// It is the negation of a condition with this decision.
    Not(Term, Box<Decision>),
    /// It equals this conjunction, whose arguments all hold, or this disjunction, whose arguments all fail.
    All(Term, Vec<Decision>),
    /// It equals this conjunction, whose argument at that position fails, or this disjunction, whose argument at that
    /// position holds.
    One(Term, usize, Box<Decision>),
}

/// A proof of a claim at a point from a sequent, which holds for all integers: the values satisfy the premises of the
/// sequent, and its goal for these values implies the claim.
#[derive(Clone, PartialEq, Debug)]
pub struct Instance {
    /// The sequent with its proof.
    pub deduction: Deduction,
    /// The terms substituted for the variables, by the number of their symbol.
    pub values: Vec<(u32, Term)>,
    /// For each range and assumption of the sequent, a proof without cases that the values satisfy it at the point.
    pub premises: Vec<Proof>,
    /// The number of the assumption under which the conclusion uses the instantiated goal; no assumption in force has
    /// it.
    pub hypothesis: u32,
    /// A proof without cases of the claim from the goal.
    pub conclusion: Proof,
}

/// A condition on the carried values of a loop, or on the results of a join, with its proof.
#[derive(Clone, PartialEq, Debug)]
pub struct Invariant {
    /// The loop or the join.
    pub op: OpId,
    /// The condition: over arguments of the body and the trip number, or over results; and over values that exist
    /// before the op.
    pub condition: Term,
    /// Proofs of its premises in the order of [`calipers_semantics::Merge::premises`]. For a loop: one before it, for the
    /// initial values and trip 0, and one at the end of an iteration, for the values that are passed on and the next
    /// trip. For a join: one at the end of each region, for the values that it yields.
    pub premises: Vec<Proof>,
}

/// Invariants that are proved simultaneously. Their proofs use them as hypotheses, by position.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Invariants {
    /// The invariants.
    pub all: Vec<Invariant>,
}

/// Invariants that may be used without checking their proofs.
#[derive(Clone, Default, Debug)]
pub struct Lemmas {
    /// The induction hypotheses, sorted by number.
    pub hypotheses: Arc<[(usize, OpId, Term)]>,
    /// The proved invariants.
    pub shown: Vec<Arc<Invariants>>,
}

impl Lemmas {
    /// The induction hypothesis with that number.
    pub fn hypothesis(&self, number: usize) -> Option<&(usize, OpId, Term)> {
        let at = self.hypotheses.binary_search_by_key(&number, |it| it.0);
        at.ok().map(|at| &self.hypotheses[at])
    }
}

/// The semantics of fixed-width integers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Integers {
    /// They wrap around.
    #[default]
    Wrap,
    /// They are unbounded.
    Unbounded,
}

/// The assumptions of a proof besides the program and the rules.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Setting {
    /// The semantics of fixed-width integers.
    pub integers: Integers,
    /// The ranges of variables that no program defines, by the number of their symbol.
    pub symbols: Ranges,
    /// The assumptions in force, with their numbers.
    pub assumptions: Vec<(u32, Term)>,
}

impl Split {
    /// The term of the split.
    pub fn term(&self) -> &Term {
        match self {
            Split::Condition(term) | Split::Minimum(term) | Split::Limit(term, _) => term,
        }
    }
}

impl Argument {
    /// Whether no other proof is inside of it.
    pub fn is_plain(&self) -> bool {
        !matches!(self, Argument::Deduction(_) | Argument::Instance(_))
    }
}
