//! The rules about ops: definitions, facts, loops, and what they are made of.

use super::demand::Demand;
use super::{Formula, OpSemantics, Schema, Slot};
use crate::concept::Constraint;
use crate::program::{Column, OpId, Program, ValueId};
use std::sync::Arc;

/// Which kind of column a definition is of.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ColumnKind {
    /// `(value …)`: an index value, the signed reading of an integer.
    Value,
    /// `(uint …)`
    Unsigned,
    /// `(dim … ?d)`
    Dim,
    /// `(stride … ?d)`
    Stride,
    /// `(offset …)`
    Offset,
    /// `(rank …)`
    Rank,
    /// `(elem … ?i)`
    Element,
    /// `(trip …)`: of an induction variable, how many iterations came before.
    Trip,
    /// `(trips …)`: of a loop, how many iterations it runs in all.
    Trips,
}

impl ColumnKind {
    /// The kind of a column, and its index; none of a variable that no program defines.
    pub fn of(column: Column) -> Option<(ColumnKind, Option<u32>)> {
        Some(match column {
            Column::Value(_) => (ColumnKind::Value, None),
            Column::Unsigned(_) => (ColumnKind::Unsigned, None),
            Column::Dim(_, index) => (ColumnKind::Dim, Some(index)),
            Column::Stride(_, index) => (ColumnKind::Stride, Some(index)),
            Column::Offset(_) => (ColumnKind::Offset, None),
            Column::Rank(_) => (ColumnKind::Rank, None),
            Column::Element(_, index) => (ColumnKind::Element, Some(index)),
            Column::Trip(_) => (ColumnKind::Trip, None),
            Column::Symbol(_) => return None,
        })
    }
}

/// Which value of an op a definition is of.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Subject {
    /// Any result; its number is bound to the slot, if there is one.
    Result(Option<Slot>),
    /// An argument of the entry block of that region; its number is bound to the slot.
    Argument(usize, Option<Slot>),
    /// Any result, any argument of any region's entry block.
    Any,
}

impl Subject {
    /// The variable for which of the results or arguments it is.
    #[inline]
    pub fn number(&self) -> Option<Slot> {
        match self {
            Subject::Result(slot) | Subject::Argument(_, slot) => *slot,
            Subject::Any => None,
        }
    }
}

/// What a rule says.
#[derive(Clone, Debug)]
pub enum Body {
    /// A formula.
    Formula(Arc<Formula>),
    /// What Rust code says.
    Provided(Arc<dyn OpSemantics>),
}

/// What all rules about ops have in common.
#[derive(Clone, Debug)]
pub struct Head {
    /// The rule's name in proofs.
    pub name: Arc<str>,
    /// Which fields of the op are bound to which variables.
    pub fields: Vec<(usize, Slot)>,
    /// How many variables there are.
    pub variables: usize,
    /// Guards: static conditions on the op.
    pub when: Arc<Vec<Formula>>,
    /// Conditions to be proved at question time.
    pub given: Arc<Vec<Formula>>,
    /// The fields of the op.
    pub(super) schema: Arc<Schema>,
    /// What the guards demand of the op alone.
    pub(super) demands: Vec<Demand>,
}

impl Head {
    /// That of a rule of that name, of which nothing else is known yet.
    pub(super) fn new(name: Arc<str>, fields: Vec<(usize, Slot)>) -> Head {
        Head {
            name,
            fields,
            variables: 0,
            when: Arc::default(),
            given: Arc::default(),
            schema: Arc::default(),
            demands: vec![],
        }
    }
}

/// A definition for what satisfies a concept in one field: it comes before those for all.
#[derive(Clone, Debug)]
pub struct Role {
    /// The variable that the field is bound to.
    pub slot: Slot,
    /// What holds of it; among the guards too.
    pub constraint: Constraint,
}

/// A definition: a column of a value equals a term.
#[derive(Clone, Debug)]
pub struct Define {
    /// Name, fields, guards.
    pub head: Head,
    /// The fields that it is made for; none if it is for all.
    pub roles: Vec<Role>,
    /// The definitions of the same column whose guards must not hold.
    pub otherwise: Vec<Arc<str>>,
    /// Which kind of column.
    pub kind: ColumnKind,
    /// Of which value.
    pub subject: Subject,
    /// The variable that stands for the dimension or index.
    pub index: Option<Slot>,
    /// The term.
    pub body: Body,
}

/// Where a fact holds from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Anchor {
    /// Right after the op.
    After,
    /// At the start of the entry block of that region.
    In(usize),
}

impl Anchor {
    /// Another one for each anchor of an op.
    #[inline]
    pub fn number(self) -> u32 {
        match self {
            Anchor::After => 0,
            Anchor::In(region) => region as u32 + 1,
        }
    }
}

/// Which anchors a fact has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Anchors {
    /// This one.
    One(Anchor),
    /// Every region of the op; its number is bound to the slot.
    EachRegion(Slot),
}

/// Why a fact holds after its op, whatever the op's operands are.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Shown {
    /// It need not: where it fails, the op gives poison. That it holds is an assumption, unless the op
    /// has no results.
    #[default]
    Assumed,
    /// `:by result`: what the op computes satisfies it for all operands.
    ByResult,
    /// `:by execution`: the op is undefined or ends the run where it fails, and so is never executed
    /// speculatively.
    ByExecution,
}

/// A fact: a condition that is true where control has come.
#[derive(Clone, Debug)]
pub struct Fact {
    /// Name, fields, guards.
    pub head: Head,
    /// Where it holds from.
    pub anchors: Anchors,
    /// Why it holds after the op.
    pub shown: Shown,
    /// The condition, or a list of them.
    pub body: Body,
}

/// An op that runs a region again and again, passing values on.
#[derive(Clone, Debug)]
pub struct Loop {
    /// The field with the initial values, one for each result.
    pub inits: usize,
    /// The region that is the body; its terminator passes on one value for each result.
    pub body: usize,
    /// How many arguments of the body come before the carried ones.
    pub counters: usize,
    /// The region whose terminator passes the values on to the next iteration. Where it is not the
    /// body, results are not what is carried, but what rules say.
    pub latch: usize,
}

/// Which of its op's values a value is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Place {
    /// A result.
    Result(usize),
    /// An argument of the entry block of a region.
    Argument(usize, usize),
}

impl Place {
    /// The value of `op` that it is; none where the op has no such value.
    pub fn value(self, program: &(impl Program + ?Sized), op: OpId) -> Option<ValueId> {
        match self {
            Place::Result(number) => program.results(op).get(number).copied(),
            Place::Argument(region, number) => {
                let region = *program.regions(op).get(region)?;
                let entry = *program.blocks(region).first()?;
                program.block_arguments(entry).get(number).copied()
            }
        }
    }
}
