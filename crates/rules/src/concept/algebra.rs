//! Relations between concepts: implication, disjointness, equivalence.

use super::residual::residual;
use super::satisfy::{Answer, satisfy};
use super::simplify::simplified;
use super::{PredicateAlgebra, SortTable};
use calipers_program::Datum;
use calipers_semantics::concept::{Constraint, Predicate};

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

extension! {
    /// Relations between constraints, and constraints made from others.
    ///
    /// ```
    /// use calipers::concept::{Concepts, ConstraintAlgebra, Relation, Text};
    /// let concepts = Concepts::embedded();
    /// let of = |text: &str| concepts.parse(text).expect("it is a concept");
    /// let (signless, int_like) = (of("signless-integer"), of("int-like"));
    /// assert_eq!(signless.implies(&int_like), Relation::Holds);
    /// let Relation::Fails(example) = int_like.implies(&signless) else { panic!() };
    /// assert_eq!(example.text(), "index");
    /// assert!(of("(integer (>= 8))").is_disjoint(&of("i1")).holds());
    /// assert!(of("(and int-like (not index))").is_equivalent(&signless).holds());
    /// ```
    pub trait ConstraintAlgebra for Constraint {
        /// A datum that satisfies the constraint, the simplest by the order of [`SortTable::constructors`].
        fn example(&self) -> Answer {
            satisfy(self.sort, &self.predicate)
        }

        /// Whether this constraint implies `other`; if not, a datum that satisfies only this one. Constraints of
        /// different sorts are not comparable.
        fn implies(&self, other: &Constraint) -> Relation {
            relate(self, other, |a, b| Predicate::and([a, Predicate::not(b)]))
        }

        /// Whether no datum satisfies both; if some does, such a datum.
        fn is_disjoint(&self, other: &Constraint) -> Relation {
            relate(self, other, |a, b| Predicate::and([a, b]))
        }

        /// Whether the same data satisfy both; if not, a datum that satisfies only one.
        fn is_equivalent(&self, other: &Constraint) -> Relation {
            match self.implies(other) {
                Relation::Holds => other.implies(self),
                other => other,
            }
        }

        /// The conjunction of both.
        fn and(&self, other: &Constraint) -> Constraint {
            let both = [self.predicate.clone(), other.predicate.clone()];
            Constraint::new(self.sort, Predicate::and(both))
        }

        /// An equivalent constraint that does not cost more than this one ([`PredicateAlgebra::cost`]) and has no named
        /// concepts. Costs some milliseconds for ten tests; larger predicates are only pruned.
        fn simplified(&self) -> Constraint {
            simplified(self)
        }

        /// The residual `C \ T`: the tests of this constraint that remain where `known` holds. On data that satisfy
        /// `known`, it is equivalent to this constraint. It never costs more tests ([`PredicateAlgebra::cost`]), and is
        /// [`Predicate::ANY`] if `known` implies this constraint.
        ///
        /// ```
        /// use calipers::concept::{Concepts, ConstraintAlgebra, PredicateAlgebra, Text};
        /// let concepts = Concepts::embedded();
        /// let of = |text: &str| concepts.parse(text).expect("it is a concept");
        /// let (wanted, known) = (of("(tensor-of (integer signless 8))"), of("(tensor-of integer)"));
        /// let left = wanted.residual(&known);
        /// assert_eq!(left.predicate.text(), "(element (and (signedness signless) (width 8)))");
        /// assert!(left.predicate.cost() < wanted.predicate.cost());
        /// ```
        fn residual(&self, known: &Constraint) -> Constraint {
            residual(self, known)
        }
    }
}

fn relate(
    one: &Constraint,
    other: &Constraint,
    refuted: impl FnOnce(Predicate, Predicate) -> Predicate,
) -> Relation {
    if !one.sort.is_like(other.sort) {
        return Relation::Unknown;
    }
    let predicate = refuted(one.predicate.unnamed(), other.predicate.unnamed());
    Relation::of(satisfy(one.sort, &predicate))
}
