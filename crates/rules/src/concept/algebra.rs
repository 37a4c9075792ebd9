//! How concepts relate: implication, disjointness, equivalence.

use super::predicate::Predicate;
use super::satisfy::{Answer, satisfy};
use super::sort::Sort;
use crate::program::Datum;

/// Whether a relation between predicates holds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Relation {
    /// It does, for whatever they are asked of.
    Holds,
    /// It does not: this shows it.
    Fails(Datum),
    /// Not decided.
    Unknown,
}

impl Relation {
    /// Whether the relation is shown to hold.
    pub fn holds(&self) -> bool {
        *self == Relation::Holds
    }

    fn of(answer: Answer) -> Relation {
        match answer {
            Answer::Example(datum) => Relation::Fails(datum),
            Answer::Nothing => Relation::Holds,
            Answer::Unknown => Relation::Unknown,
        }
    }
}

/// A predicate together with what it is about.
///
/// ```
/// use calipers::concept::{Concepts, Relation};
/// let concepts = Concepts::embedded();
/// let of = |text: &str| concepts.parse(text).expect("it is a concept");
/// let (signless, int_like) = (of("signless-integer"), of("int-like"));
/// assert_eq!(signless.implies(&int_like), Relation::Holds);
/// let Relation::Fails(example) = int_like.implies(&signless) else { panic!() };
/// assert_eq!(example.to_string(), "index");
/// assert!(of("(integer (>= 8))").is_disjoint(&of("i1")).holds());
/// assert!(of("(and int-like (not index))").is_equivalent(&signless).holds());
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Constraint {
    /// What it is about.
    pub sort: Sort,
    /// The predicate.
    pub predicate: Predicate,
}

impl Constraint {
    /// A predicate about things of that sort.
    pub fn new(sort: Sort, predicate: Predicate) -> Constraint {
        Constraint { sort, predicate }
    }

    /// Something of which it holds, the plainest first in the order of [`Sort::constructors`].
    pub fn example(&self) -> Answer {
        satisfy(self.sort, &self.predicate)
    }

    /// Whether `other` holds wherever this does; if not, a thing of which only this holds. What is about
    /// different sorts is not compared.
    pub fn implies(&self, other: &Constraint) -> Relation {
        self.relate(other, |a, b| Predicate::and([a, Predicate::not(b)]))
    }

    /// Whether nothing satisfies both; if not, a thing that does.
    pub fn is_disjoint(&self, other: &Constraint) -> Relation {
        self.relate(other, |a, b| Predicate::and([a, b]))
    }

    /// Whether both hold of the same things; if not, a thing of which only one does.
    pub fn is_equivalent(&self, other: &Constraint) -> Relation {
        match self.implies(other) {
            Relation::Holds => other.implies(self),
            other => other,
        }
    }

    fn relate(
        &self,
        other: &Constraint,
        refuted: impl FnOnce(Predicate, Predicate) -> Predicate,
    ) -> Relation {
        if !self.sort.is_like(other.sort) {
            return Relation::Unknown;
        }
        let predicate = refuted(self.predicate.unnamed(), other.predicate.unnamed());
        Relation::of(satisfy(self.sort, &predicate))
    }

    /// Both together.
    pub fn and(&self, other: &Constraint) -> Constraint {
        let both = [self.predicate.clone(), other.predicate.clone()];
        Constraint::new(self.sort, Predicate::and(both))
    }
}
