//! The table of columns: their e-classes and definitions.

use crate::growing;
use crate::half::doubled;
use crate::program::{Column, OpId, ValueId};
use crate::term::{Expr, Id, Leaf};
use hashbrown::{DefaultHashBuilder, HashTable};
use std::hash::BuildHasher;
use std::sync::Arc;

/// The source of a column's definition.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Origin {
    /// The type of the value.
    Type,
    /// The rule of that name, applied to an op.
    Rule(Arc<str>, OpId),
    /// Induction over the iterations of a loop op.
    Induction(OpId),
    /// The values that all CFG edges into the argument's block pass.
    Join,
    /// The relation between the signed and the unsigned reading of a fixed-width integer.
    Reading,
}

/// The definition of a column: a term that it equals wherever it exists.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ColumnDefinition {
    /// The term, as the rule states it.
    pub term: Expr<Column>,
    /// Its source.
    pub origin: Origin,
}

/// The state of a column's definition.
#[derive(Clone, Debug, Default)]
pub enum State {
    /// Not requested yet.
    #[default]
    New,
    /// Its definition waits for other columns.
    Visiting,
    /// The column has an e-class.
    Done(Id),
}

/// A column that a loop passes from one iteration to the next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Carried {
    /// The column of the body's argument.
    pub argument: Column,
    /// The column of the initial value.
    pub initial: Column,
    /// The column of the yielded value.
    pub yielded: Column,
    /// The loop op.
    pub op: OpId,
    /// The loop's induction variable, if it has exactly one.
    pub counter: Option<ValueId>,
}

/// The state of the induction over a carried column.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Induction {
    /// Not tried yet.
    #[default]
    Open,
    /// The yielded column is being defined.
    Begun,
    /// Decided. If it succeeded, the column has a definition.
    Decided,
    /// The column is defined by a closed form that is not linear in the trip number.
    Polynomial,
}

/// A column with its state.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The column.
    pub column: Column,
    /// The state of its definition.
    pub state: State,
    /// Its definition; `None` for a leaf.
    pub definition: Option<Arc<ColumnDefinition>>,
    /// How a loop carries it, if it belongs to a body argument. Boxed, since few columns do.
    pub carried: Option<Box<Carried>>,
    /// The state of the induction over it.
    pub induction: Induction,
    /// For a leaf: the length of the log of defined columns when the leaf was created.
    pub(super) since: u32,
}

/// The table of columns. The number of a column is the [`Leaf`] that represents it in the e-graph.
#[derive(Default, Debug)]
pub struct Columns {
    entries: Vec<Entry>,
    /// The lower half of each column's hash, with the column's number.
    numbers: HashTable<(u32, Leaf)>,
    hasher: DefaultHashBuilder,
}

impl Columns {
    /// The number of a column, which is added if it is new.
    pub fn number(&mut self, column: Column) -> Leaf {
        let half = self.half(column);
        if let Some(known) = self.find(half, column) {
            return known;
        }
        let number = Leaf(self.entries.len() as u32);
        let entry = Entry {
            column,
            state: State::New,
            definition: None,
            carried: None,
            induction: Induction::Open,
            since: 0,
        };
        growing::push(&mut self.entries, entry);
        let numbers = &mut self.numbers;
        numbers.insert_unique(doubled(half), (half, number), |it| doubled(it.0));
        number
    }

    /// The number of a column, if the table contains it.
    pub fn get(&self, column: Column) -> Option<Leaf> {
        self.find(self.half(column), column)
    }

    fn half(&self, column: Column) -> u32 {
        self.hasher.hash_one(column) as u32
    }

    fn find(&self, half: u32, column: Column) -> Option<Leaf> {
        let is_it = |it: &(u32, Leaf)| it.0 == half && self.entry(it.1).column == column;
        self.numbers.find(doubled(half), is_it).map(|it| it.1)
    }

    /// Whether the definition of a column was not requested yet. The column is added if it is new.
    pub(super) fn is_new(&mut self, column: Column) -> bool {
        let number = self.number(column);
        matches!(self.entry(number).state, State::New)
    }

    /// The e-class of a column, if it has one.
    pub(super) fn done(&self, column: Column) -> Option<Id> {
        match self.entry(self.get(column)?).state {
            State::Done(id) => Some(id),
            _ => None,
        }
    }

    /// The definition of a column; `None` for a leaf, and for a column that was not requested.
    pub(super) fn definition(&self, column: Column) -> Option<&ColumnDefinition> {
        self.entry(self.get(column)?).definition.as_deref()
    }

    /// All columns, in order of insertion.
    pub fn all(&self) -> impl ExactSizeIterator<Item = &Entry> {
        self.entries.iter()
    }

    /// The entry of a column.
    pub fn entry(&self, leaf: Leaf) -> &Entry {
        &self.entries[leaf.0 as usize]
    }

    /// The entry of a column, mutable.
    pub fn entry_mut(&mut self, leaf: Leaf) -> &mut Entry {
        &mut self.entries[leaf.0 as usize]
    }
}
