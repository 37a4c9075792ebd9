//! Relations between concepts: implication, disjointness, equivalence.

use super::predicate::Predicate;
use super::satisfy::{Answer, satisfy};
use super::sort::Sort;
use crate::program::Datum;

/// The result of deciding a relation between predicates.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Relation {
    /// The relation holds for all data.
    Holds,
    /// The relation fails for this counterexample.
    Fails(Datum),
    /// Not decided.
    Unknown,
}

impl Relation {
    /// Whether the relation was proved.
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

/// A predicate with the sort of the data that it describes.
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

    /// A datum that satisfies the constraint, the simplest by the order of [`Sort::constructors`].
    pub fn example(&self) -> Answer {
        satisfy(self.sort, &self.predicate)
    }

    /// Whether this constraint implies `other`; if not, a datum that satisfies only this one. Constraints of
    /// different sorts are not comparable.
    pub fn implies(&self, other: &Constraint) -> Relation {
        self.relate(other, |a, b| Predicate::and([a, Predicate::not(b)]))
    }

    /// Whether no datum satisfies both; if some does, such a datum.
    pub fn is_disjoint(&self, other: &Constraint) -> Relation {
        self.relate(other, |a, b| Predicate::and([a, b]))
    }

    /// Whether the same data satisfy both; if not, a datum that satisfies only one.
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

    /// The conjunction of both.
    pub fn and(&self, other: &Constraint) -> Constraint {
        let both = [self.predicate.clone(), other.predicate.clone()];
        Constraint::new(self.sort, Predicate::and(both))
    }
}
