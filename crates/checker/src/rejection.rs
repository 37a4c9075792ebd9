//! The reasons why a proof is rejected.

use calipers_program::Column;
use std::fmt;
use thiserror::Error;

/// A part of a proof. Positions count from 0.
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
    /// The argument: the path of premise positions, and the position of a row if the reason concerns one.
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

/// The rejection of a proof: the first faulty part, and the reason.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{part}: {reason}")]
pub struct Rejection {
    /// The part.
    pub part: Part,
    /// The reason.
    pub reason: Reason,
}

/// The reason why a part of a proof is rejected.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Reason {
    /// The proof exceeds a size limit.
    #[error("it is larger than the checker reads")]
    TooLarge,
    /// An operator has a wrong number of arguments, or an integer exceeds the cap.
    #[error("a term is not well formed")]
    IllFormed,
    /// A name refers to a value, op or block that the program does not have.
    #[error("it names what is not in the program")]
    NotInProgram,
    /// The steps contradict each other: some rule is unsound.
    #[error("the steps contradict each other, so that a rule is wrong")]
    Contradiction,
    /// A column is defined twice.
    #[error("the column is defined already")]
    DefinedTwice,
    /// A definition depends on its own column.
    #[error("the definition leads back to the column")]
    Cyclic,
    /// The value is in a graph region or in an unreachable block, so it may have no definitions.
    #[error("the value may have no definition, where it stands")]
    NoDefinitions,
    /// The type of the value does not state this.
    #[error("the type does not say so")]
    NotByType,
    /// The type defines the column, which takes priority over rules.
    #[error("the type says already what the column is")]
    StatedByType,
    /// There is no rule of that name for the op and the column.
    #[error("there is no such rule for this op")]
    NoSuchRule,
    /// The rule does not apply there.
    #[error("the rule does not apply")]
    RuleDoesNotApply,
    /// The rule gives another result.
    #[error("the rule says something else")]
    RuleSaysOtherwise,
    /// Another rule takes priority.
    #[error("another rule comes first")]
    NotTheFirstRule,
    /// The loop does not carry the column in this way.
    #[error("the loop does not carry the column so")]
    NotCarried,
    /// The value that the body passes on is not proved to have this closed form.
    #[error("the induction step is not shown")]
    InductionStep,
    /// The readings of the integer do not have this relation.
    #[error("the readings are not related so")]
    NotAReading,
    /// A guard of an identity is not proved.
    #[error("guard {0} of the identity is not shown")]
    Guard(usize),
    /// A variable of an identity is not bound to the term that the rule computes.
    #[error("variable {0} of the identity is bound to something else")]
    Binding(usize),
    /// There is no such invariant, or it is not an induction hypothesis here.
    #[error("there is no such invariant")]
    NoSuchInvariant,
    /// There is no such assumption in force.
    #[error("it is not an assumption in force")]
    NotAssumed,
    /// The column is not a size.
    #[error("the column {0:?} is not a size")]
    NotASize(Column),
    /// The fact holds from another point.
    #[error("the fact holds from another point")]
    WrongPoint,
    /// The fact does not hold at the point of the proof.
    #[error("the fact is not visible at the point")]
    NotVisible,
    /// A premise of the fact is not proved.
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
    /// The ranges do not prove a required range.
    #[error("the ranges do not show it")]
    RangeNotShown,
    /// The range differs from the derived one.
    #[error("the range comes out differently")]
    RangeDiffers,
    /// The terms are not equal.
    #[error("the terms are not equal")]
    NotEqual,
    /// An inequality has a negative multiplier.
    #[error("the multiplier is negative")]
    NegativeMultiplier,
    /// The sum of the rows is not the goal minus a constant.
    #[error("the rows do not add up")]
    DoesNotAddUp,
    /// The bound differs from the derived one.
    #[error("the bound comes out differently")]
    BoundDiffers,
    /// The goal does not fit the claim.
    #[error("it is about another goal")]
    OtherGoal,
    /// The two cases do not cover all runs.
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
    /// A nested proof is rejected.
    #[error("in a proof inside, {0}")]
    Premise(Box<Rejection>),
    /// The claim mentions a value that does not exist at the point.
    #[error("the claim is in terms of a value that does not exist at the point")]
    NotThere,
}

/// The result of a check.
pub(super) type Checked<T = ()> = Result<T, Reason>;

pub(super) fn require(holds: bool, reason: Reason) -> Checked {
    if holds { Ok(()) } else { Err(reason) }
}
