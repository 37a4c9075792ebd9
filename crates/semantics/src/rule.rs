//! Rules about ops: definitions, facts and loops, with their parts.

use super::{Formula, OpSemantics, Schema, Slot};
use crate::concept::Constraint;
use calipers_program::{Column, OpId, Program, ValueId};
use std::sync::Arc;

/// The kind of column that a definition defines.
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
    /// `(trip …)`: the number of completed iterations, for an induction variable.
    Trip,
    /// `(trips …)`: the total number of iterations of a loop.
    Trips,
}

impl ColumnKind {
    /// The kind and the index of a column; none for a variable that no program defines.
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

/// The value of an op that a definition defines.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Subject {
    /// Any result; its number is bound to the variable, if there is one.
    Result(Option<Slot>),
    /// An argument of the entry block of that region; its number is bound to the variable.
    Argument(usize, Option<Slot>),
    /// Any result, and any argument of an entry block.
    Any,
}

impl Subject {
    /// The variable that is bound to the number of the result or argument.
    #[inline]
    pub fn number(&self) -> Option<Slot> {
        match self {
            Subject::Result(slot) | Subject::Argument(_, slot) => *slot,
            Subject::Any => None,
        }
    }
}

/// The right side of a rule.
#[derive(Clone, Debug)]
pub enum Body {
    /// A formula.
    Formula(Arc<Formula>),
    /// Semantics in Rust.
    Provided(Arc<dyn OpSemantics>),
}

/// The parts that all rules about ops have.
#[derive(Clone, Debug)]
pub struct Head {
    /// The rule's name in proofs.
    pub name: Arc<str>,
    /// The bindings of fields to variables.
    pub fields: Vec<(usize, Slot)>,
    /// The number of variables.
    pub variables: usize,
    /// Guards: static conditions on the op.
    pub when: Arc<Vec<Formula>>,
    /// Premises to be proved when a question is answered.
    pub given: Arc<Vec<Formula>>,
    /// The schema of the op.
    pub schema: Arc<Schema>,
}

/// A specialization of a definition to a concept in one field; specialized definitions precede general ones.
#[derive(Clone, Debug)]
pub struct Role {
    /// The variable bound to the field.
    pub slot: Slot,
    /// The constraint on the field; it is among the guards, too.
    pub constraint: Constraint,
}

/// A definition: a column of a value equals a term.
#[derive(Clone, Debug)]
pub struct Define {
    /// Name, fields, guards.
    pub head: Head,
    /// The specialized fields; empty for a general definition.
    pub roles: Vec<Role>,
    /// The definitions of the same column that take priority: their guards must not hold.
    pub otherwise: Vec<Arc<str>>,
    /// The kind of column.
    pub kind: ColumnKind,
    /// The value that has the column.
    pub subject: Subject,
    /// The variable that is bound to the dimension or index.
    pub index: Option<Slot>,
    /// The term.
    pub body: Body,
}

/// The point from which a fact holds.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Anchor {
    /// Right after the op.
    After,
    /// At the start of the entry block of that region.
    In(usize),
}

/// The anchors of a fact.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Anchors {
    /// A single anchor.
    One(Anchor),
    /// The start of every region of the op; the region's number is bound to the variable.
    EachRegion(Slot),
}

/// The reason why a fact holds after its op for all operands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Shown {
    /// None: where the fact fails, the op returns poison. The fact is an assumption, unless the op has no results.
    #[default]
    Assumed,
    /// `:by result`: all results of the op satisfy it, for all operands.
    ByResult,
    /// `:by execution`: where it fails, the op has undefined behavior or ends the run. Such an op is never executed
    /// speculatively.
    ByExecution,
}

/// A fact: a condition that holds at all points that its anchor dominates.
#[derive(Clone, Debug)]
pub struct Fact {
    /// Name, fields, guards.
    pub head: Head,
    /// The points from which it holds.
    pub anchors: Anchors,
    /// The reason why it holds after the op.
    pub shown: Shown,
    /// The condition or the list of conditions.
    pub body: Body,
}

/// An op that runs a region repeatedly and passes values from one iteration to the next.
#[derive(Clone, Debug)]
pub struct Loop {
    /// The field with the initial values, one for each result.
    pub inits: usize,
    /// The body region; its terminator passes on one value for each result.
    pub body: usize,
    /// The number of body arguments before the carried ones.
    pub counters: usize,
    /// The region whose terminator passes the values to the next iteration. If it is not the body, the results differ
    /// from the carried values and need definitions of their own.
    pub latch: usize,
}

/// The position of a value among an op's results and region arguments.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Place {
    /// A result.
    Result(usize),
    /// An argument of the entry block of a region.
    Argument(usize, usize),
}

impl Place {
    /// The value at this place of `op`; none if there is none.
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
