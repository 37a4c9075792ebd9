//! Why a proof is not accepted.

use crate::program::Column;
use std::fmt;
use thiserror::Error;

/// The part of a proof that something is said of. Positions count from 0.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Part {
    /// The proof as a whole.
    Whole,
    /// A universal step.
    Step(usize),
    /// A fact.
    Fact(usize),
    /// A range.
    Range(usize),
    /// The argument: which premise of which premise, and the row where it is about one.
    Argument(Vec<usize>, Option<usize>),
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Part::Whole => write!(f, "proof"),
            Part::Step(n) => write!(f, "step {n}"),
            Part::Fact(n) => write!(f, "fact {n}"),
            Part::Range(n) => write!(f, "range {n}"),
            Part::Argument(path, row) => {
                write!(f, "argument")?;
                path.iter().try_for_each(|n| write!(f, " {n}"))?;
                row.map_or(Ok(()), |row| write!(f, ", row {row}"))
            }
        }
    }
}

/// A proof was not accepted: the first part at fault, and what is wrong with it.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{part}: {reason}")]
pub struct Rejection {
    /// The part.
    pub part: Part,
    /// What is wrong.
    pub reason: Reason,
}

/// What is wrong with a part of a proof.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Reason {
    /// It is too large to be read.
    #[error("it is larger than the checker reads")]
    TooLarge,
    /// An operator has a number of arguments that it does not take, or an integer is past the cap.
    #[error("a term is not well formed")]
    IllFormed,
    /// It names a value, op or block that the program does not have.
    #[error("it names what is not in the program")]
    NotInProgram,
    /// The steps contradict each other: some rule is not sound.
    #[error("the steps contradict each other, so that a rule is wrong")]
    Contradiction,
    /// A column is defined twice.
    #[error("the column is defined already")]
    DefinedTwice,
    /// A column is defined by way of itself.
    #[error("the definition leads back to the column")]
    Cyclic,
    /// The value is in a graph region or in a block that is never reached.
    #[error("the value may have no definition, where it stands")]
    NoDefinitions,
    /// The type of the value does not say that.
    #[error("the type does not say so")]
    NotByType,
    /// The type defines the column, so that no rule does.
    #[error("the type says already what the column is")]
    StatedByType,
    /// There is no rule of that name for the op and the column.
    #[error("there is no such rule for this op")]
    NoSuchRule,
    /// The rule does not apply there.
    #[error("the rule does not apply")]
    RuleDoesNotApply,
    /// The rule says something else.
    #[error("the rule says something else")]
    RuleSaysOtherwise,
    /// Another rule comes first.
    #[error("another rule comes first")]
    NotTheFirstRule,
    /// The loop does not carry the column so.
    #[error("the loop does not carry the column so")]
    NotCarried,
    /// What the body passes on is not shown to equal the argument.
    #[error("the induction step is not shown")]
    InductionStep,
    /// The readings of the integer are not related so.
    #[error("the readings are not related so")]
    NotAReading,
    /// A guard of an identity is not shown.
    #[error("guard {0} of the identity is not shown")]
    Guard(usize),
    /// A variable of an identity does not stand for what the rule computes.
    #[error("variable {0} of the identity stands for something else")]
    Binding(usize),
    /// There is no such invariant, or it is not being shown.
    #[error("there is no such invariant")]
    NoSuchInvariant,
    /// There is no such assumption in force.
    #[error("it is not an assumption in force")]
    NotAssumed,
    /// The column is no size.
    #[error("the column {0:?} is not a size")]
    NotASize(Column),
    /// The fact holds from another point.
    #[error("the fact holds from another point")]
    WrongPoint,
    /// The fact does not hold at the point of the proof.
    #[error("the fact is not visible at the point")]
    NotVisible,
    /// A condition under which the fact holds is not shown.
    #[error("condition {0} of the fact is not shown")]
    Given(usize),
    /// There is no such fact in the proof, or it cannot be used there.
    #[error("there is no fact {0} that can be used here")]
    NoSuchFact(usize),
    /// There is no such case.
    #[error("this is not inside {0} splits")]
    NoSuchCase(usize),
    /// The fact, case or operator does not imply the row.
    #[error("the row does not follow")]
    RowDoesNotFollow,
    /// A range is needed that is not shown.
    #[error("the ranges do not show it")]
    RangeNotShown,
    /// The range is another one.
    #[error("the range comes out differently")]
    RangeDiffers,
    /// The terms are not equal.
    #[error("the terms are not equal")]
    NotEqual,
    /// An inequality has a negative multiplier.
    #[error("the multiplier is negative")]
    NegativeMultiplier,
    /// The sum of the rows is not the goal less a constant.
    #[error("the rows do not add up")]
    DoesNotAddUp,
    /// The bound is another one.
    #[error("the bound comes out differently")]
    BoundDiffers,
    /// The goal is not the one that the claim needs.
    #[error("it is about another goal")]
    OtherGoal,
    /// The two cases leave something out.
    #[error("the cases leave something out")]
    CasesIncomplete,
    /// The argument does not fit the claim.
    #[error("the argument does not fit the claim")]
    DoesNotFit,
    /// No reason is given.
    #[error("no reason is given")]
    Open,
    /// The sequent has no such assumption.
    #[error("there is no assumption {0} in the sequent")]
    NoSuchAssumption(usize),
    /// The variable is not fresh.
    #[error("the variable {0} is not fresh")]
    NotFresh(u32),
    /// The goal fails at a point that satisfies the assumptions.
    #[error("the goal fails at a point")]
    FailsAtPoint,
    /// A proof inside is not accepted.
    #[error("in a proof inside, {0}")]
    Premise(Box<Rejection>),
    /// What is claimed is in terms of a value that does not exist at the point.
    #[error("the claim is in terms of a value that does not exist at the point")]
    NotThere,
}
