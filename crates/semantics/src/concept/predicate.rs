//! Predicates: Boolean combinations of tests.

use super::Sort;
use calipers_number::Int;
use std::borrow::Cow;
use std::collections::BTreeSet;
use std::sync::Arc;

/// An elementary test of a datum.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Test {
    /// The head of a node is one of these.
    Head(Words),
    /// A node has this field, and the field satisfies the predicate.
    Field(Cow<'static, str>, Arc<Predicate>),
    /// An integer is an element of this set.
    Integer(Integers),
    /// A word is an element of this set.
    Word(Words),
    /// The length of a list is an element of this set.
    Length(Integers),
    /// A list has a part at this index, and the part satisfies the predicate.
    At(usize, Arc<Predicate>),
    /// Every part of a list satisfies the predicate.
    All(Arc<Predicate>),
    /// An op is a member of this interface.
    Interface(Arc<str>),
}

/// A predicate on types, attributes, values, ops or parts of them.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Predicate {
    /// True or false.
    Constant(bool),
    /// The conjunction of these.
    And(Vec<Predicate>),
    /// The disjunction of these.
    Or(Vec<Predicate>),
    /// The negation of this.
    Not(Arc<Predicate>),
    /// A single test.
    Test(Test),
    /// The predicate of a named concept.
    Concept(Arc<str>, Arc<Predicate>),
}

impl Predicate {
    /// The predicate that always holds.
    pub const ANY: Predicate = Predicate::Constant(true);
    /// The predicate that never holds.
    pub const NEVER: Predicate = Predicate::Constant(false);
}

/// A predicate with the sort of the data that it describes.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Constraint {
    /// The sort of the data.
    pub sort: Sort,
    /// The predicate.
    pub predicate: Predicate,
}

impl Constraint {
    /// A predicate on data of that sort.
    pub fn new(sort: Sort, predicate: Predicate) -> Constraint {
        Constraint { sort, predicate }
    }
}

/// A set of integers: a sorted list of intervals with gaps between them. A missing endpoint is infinite.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Integers {
    /// The intervals.
    pub spans: Vec<(Option<Int>, Option<Int>)>,
}

impl Integers {
    /// Whether `value` is an element.
    pub fn contains(&self, value: &Int) -> bool {
        let holds = |(low, high): &(Option<Int>, Option<Int>)| {
            low.as_ref().is_none_or(|low| low <= value)
                && high.as_ref().is_none_or(|high| value <= high)
        };
        self.spans.iter().any(holds)
    }
}

/// A finite or cofinite set of words.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Words {
    /// Whether the set is the complement of `words`.
    pub excluded: bool,
    /// The words that are in the set, or that are not.
    pub words: BTreeSet<Box<str>>,
}

impl Words {
    /// Whether `word` is an element.
    pub fn contains(&self, word: &str) -> bool {
        self.words.contains(word) != self.excluded
    }
}
