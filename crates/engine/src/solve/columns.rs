//! The columns met so far, their classes, and the definitions that gave them.

use crate::growing;
use crate::half::doubled;
use crate::program::{Column, OpId, ValueId};
use crate::term::{Expr, Id, Leaf};
use hashbrown::{DefaultHashBuilder, HashTable};
use std::hash::BuildHasher;
use std::sync::Arc;

/// What gave a column its definition.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Origin {
    /// The type of its value states it.
    Type,
    /// A rule, by its name, on an op.
    Rule(Arc<str>, OpId),
    /// Induction over the iterations of a loop, by its op.
    Induction(OpId),
    /// What the edges into the block of an argument pass to it.
    Join,
    /// The relation between the two readings of a fixed-width integer.
    Reading,
}

/// The definition of a column: a term that it equals wherever it exists.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ColumnDefinition {
    /// The term, as the rule wrote it.
    pub term: Expr<Column>,
    /// What gave it.
    pub origin: Origin,
}

/// How far a column has been unfolded.
#[derive(Clone, Debug, Default)]
pub enum State {
    /// Not at all.
    #[default]
    New,
    /// Its definition waits for the columns in it.
    Visiting,
    /// It has its class.
    Done(Id),
}

/// A column carried by a loop, from one iteration to the next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Carried {
    /// Of the argument of the body.
    pub argument: Column,
    /// Of what it is in the first iteration.
    pub initial: Column,
    /// Of what the body passes on.
    pub yielded: Column,
    /// The loop.
    pub op: OpId,
    /// Its induction variable, where it has just one.
    pub counter: Option<ValueId>,
}

/// How far the induction over a carried column has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Induction {
    /// It has not been tried.
    #[default]
    Open,
    /// What the body passes on is being unfolded.
    Begun,
    /// It has been decided; if it holds, the column has a definition.
    Decided,
}

/// One column and what is known of it.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The column.
    pub column: Column,
    /// How far it has been unfolded.
    pub state: State,
    /// Its definition; none of a leaf.
    pub definition: Option<Arc<ColumnDefinition>>,
    /// How a loop carries it, if it is an argument of the body, as few are.
    pub carried: Option<Box<Carried>>,
    /// How far the induction over it has come.
    pub induction: Induction,
    /// Of a leaf: how many columns had been noted when it was made.
    pub(super) since: u32,
}

/// The table of columns. A column's number is the [`Leaf`] that stands for it in the egraph.
#[derive(Default, Debug)]
pub struct Columns {
    entries: Vec<Entry>,
    /// Halves of the hashes of the columns, and the numbers of these.
    numbers: HashTable<(u32, Leaf)>,
    hasher: DefaultHashBuilder,
}

impl Columns {
    /// The number of a column, new or old.
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

    /// The number of a column that was met before.
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

    /// All columns, in the order in which they were met.
    pub fn all(&self) -> impl ExactSizeIterator<Item = &Entry> {
        self.entries.iter()
    }

    /// What is known of a column.
    pub fn entry(&self, leaf: Leaf) -> &Entry {
        &self.entries[leaf.0 as usize]
    }

    /// What is known of a column, to change it.
    pub fn entry_mut(&mut self, leaf: Leaf) -> &mut Entry {
        &mut self.entries[leaf.0 as usize]
    }
}
