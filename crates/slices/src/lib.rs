//! Proofs of relations between two slices: the sufficient conditions of a relation, each with a proof.
//!
//! A condition on all indices is a claim on fresh variables, so that nothing is assumed about them.
//!
//! Architecture invariant: like the checker of claims, on which it is built, the checker of such a proof uses neither the
//! e-graph nor the engine.

use calipers_checker::{Claim, Part, Proof, Reason, Rejection, Setting, Term, check};
use calipers_program::term::{Expr, Operator};
use calipers_program::{Column, Program};
use calipers_semantics::RuleSet;

/// One dimension of a slice: the elements `offset + k·stride`, `0 <= k < size`.
#[derive(Clone, PartialEq, Debug)]
pub struct Progression {
    /// The first element.
    pub offset: Term,
    /// The number of elements; 0 if it is negative.
    pub size: Term,
    /// The difference of successive elements, of any sign.
    pub stride: Term,
}

impl Progression {
    /// The element at an index.
    fn at(&self, index: &Term) -> Term {
        let steps = match (index, &self.stride) {
            (one, other) | (other, one) if *one == Expr::integer(1) => other.clone(),
            (index, stride) => Expr::apply(Operator::Mul, [index.clone(), stride.clone()]),
        };
        Expr::sum(self.offset.clone(), steps)
    }

    /// The last element of a nonempty progression.
    fn last(&self) -> Term {
        self.at(&Expr::difference(self.size.clone(), Expr::integer(1)))
    }

    fn has(&self, index: &Term) -> Term {
        let lower = Expr::at_most(Expr::integer(0), index.clone());
        both(lower, Expr::less(index.clone(), self.size.clone()))
    }

    /// The number of elements, since sizes may be negative.
    fn count(&self) -> Term {
        Expr::apply(Operator::Max, [Expr::integer(0), self.size.clone()])
    }

    fn has_elements(&self) -> Term {
        Expr::less(Expr::integer(0), self.size.clone())
    }

    fn mentions(&self, index: &Term) -> bool {
        let terms = [&self.offset, &self.size, &self.stride];
        terms.into_iter().any(|term| mentions(term, index))
    }
}

/// The reason why each element of a second progression is one of the first.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Inclusion {
    /// Both start with the same element and have the same stride, and the second is not longer.
    Prefix,
    /// The first has stride 1, and the second has no negative stride and starts and ends in the first.
    Between,
    /// For any index of the second, some index of the first gives the same element.
    AnyIndex,
}

impl Inclusion {
    /// The conditions whose conjunction implies the inclusion; `j` is a fresh variable.
    pub fn conditions(self, a: &Progression, b: &Progression, j: &Term) -> Vec<Term> {
        let is_same_start = || Expr::equal(a.offset.clone(), b.offset.clone());
        match self {
            Inclusion::Prefix => vec![
                is_same_start(),
                Expr::equal(a.stride.clone(), b.stride.clone()),
                Expr::at_most(b.size.clone(), a.size.clone()),
            ],
            Inclusion::Between => vec![
                Expr::equal(a.stride.clone(), Expr::integer(1)),
                Expr::at_most(Expr::integer(0), b.stride.clone()),
                Expr::at_most(a.offset.clone(), b.offset.clone()),
                Expr::at_most(b.last(), a.last()),
            ],
            Inclusion::AnyIndex => {
                let distance = Expr::difference(b.at(j), a.offset.clone());
                let by = |operator| Expr::apply(operator, [distance.clone(), a.stride.clone()]);
                let is_multiple = Expr::equal(by(Operator::Mod), Expr::integer(0));
                let index = by(Operator::FloorDiv);
                vec![implies(b.has(j), both(a.has(&index), is_multiple))]
            }
        }
    }
}

/// The reason of a relation between two slices. Dimensions count from 0.
#[derive(Clone, PartialEq, Debug)]
pub enum SliceArgument {
    /// Disjoint: in this dimension neither stride is negative, and the first slice ends before the second begins.
    Before(usize),
    /// Disjoint: in this dimension neither stride is negative, and the second slice ends before the first begins.
    After(usize),
    /// Disjoint: in this dimension, the term divides the strides of both, but not the distance of their offsets.
    Residues(usize, Term),
    /// Disjoint: in this dimension neither stride is negative, the offsets differ by a nonzero multiple of the term,
    /// and neither slice is longer than it.
    Tiles(usize, Term),
    /// Disjoint: in this dimension the slices have no element in common.
    Apart(usize),
    /// Overlapping: in each dimension these indices give the same element.
    Meet(Vec<[Term; 2]>),
    /// The second is a subset of the first, since it is empty in this dimension.
    Empty(usize),
    /// Equal: the sizes are equal in each dimension, and 0 in this one.
    SameAndEmpty(usize),
    /// Equal: in each dimension the sizes, the offsets and the strides are equal.
    SameSteps,
    /// Equal: in each dimension the sizes and the elements at each index are equal.
    Same,
    /// Different: the sizes in this dimension differ.
    Sizes(usize),
    /// Different: both are nonempty, and their elements at this index of this dimension differ.
    Differ(usize, Term),
    /// The second is a subset of the first, by these inclusions of the dimensions.
    Within(Vec<Inclusion>),
    /// The second is not a subset: it is nonempty, and its element at this index of this dimension is not in the
    /// first.
    Outside(usize, Term),
    /// The point is unreachable.
    Unreachable,
}

impl SliceArgument {
    /// The conditions whose conjunction implies the relation, for two slices of the same rank; `indices` are two
    /// fresh variables. None if the argument does not match the rank.
    pub fn conditions(
        &self,
        [a, b]: [&[Progression]; 2],
        indices: &[Term; 2],
    ) -> Option<Vec<Term>> {
        let [i, j] = indices;
        let dims = || a.iter().zip(b);
        let same_count = |(a, b): (&Progression, &Progression)| Expr::equal(a.count(), b.count());
        let inhabited = |slice: &[Progression]| -> Vec<Term> {
            slice.iter().map(Progression::has_elements).collect()
        };
        Some(match self {
            SliceArgument::Before(dim) => ends_before(a.get(*dim)?, b.get(*dim)?),
            SliceArgument::After(dim) => ends_before(b.get(*dim)?, a.get(*dim)?),
            SliceArgument::Residues(dim, divisor) => {
                let (a, b) = (a.get(*dim)?, b.get(*dim)?);
                let rest = |term: Term| {
                    let rest = Expr::apply(Operator::Mod, [term, divisor.clone()]);
                    Expr::equal(rest, Expr::integer(0))
                };
                let distance = Expr::difference(b.offset.clone(), a.offset.clone());
                vec![
                    Expr::less(Expr::integer(0), divisor.clone()),
                    rest(a.stride.clone()),
                    rest(b.stride.clone()),
                    Expr::negation(rest(distance)),
                ]
            }
            SliceArgument::Tiles(dim, tile) => {
                let (a, b) = (a.get(*dim)?, b.get(*dim)?);
                let distance = Expr::difference(b.offset.clone(), a.offset.clone());
                let rest = Expr::apply(Operator::Mod, [distance.clone(), tile.clone()]);
                let is_zero = |term| Expr::equal(term, Expr::integer(0));
                let mut all = vec![is_zero(rest), Expr::negation(is_zero(distance))];
                for it in [a, b] {
                    all.push(Expr::at_most(Expr::integer(0), it.stride.clone()));
                    let span = Expr::difference(it.last(), it.offset.clone());
                    all.push(Expr::less(span, tile.clone()));
                }
                all
            }
            SliceArgument::Apart(dim) => {
                let (a, b) = (a.get(*dim)?, b.get(*dim)?);
                let differ = Expr::negation(Expr::equal(a.at(i), b.at(j)));
                vec![implies(both(a.has(i), b.has(j)), differ)]
            }
            SliceArgument::Meet(found) if found.len() == a.len() => {
                let meet = |((a, b), [i, j]): ((&Progression, &Progression), &[Term; 2])| {
                    [a.has(i), b.has(j), Expr::equal(a.at(i), b.at(j))]
                };
                dims().zip(found).flat_map(meet).collect()
            }
            SliceArgument::Meet(_) => return None,
            SliceArgument::Empty(dim) => vec![Expr::negation(b.get(*dim)?.has_elements())],
            SliceArgument::SameAndEmpty(dim) => {
                let is_empty = Expr::negation(b.get(*dim)?.has_elements());
                dims().map(same_count).chain([is_empty]).collect()
            }
            SliceArgument::SameSteps => {
                let same = dims().flat_map(|(a, b)| {
                    let start = Expr::equal(a.offset.clone(), b.offset.clone());
                    [start, Expr::equal(a.stride.clone(), b.stride.clone())]
                });
                dims().map(same_count).chain(same).collect()
            }
            SliceArgument::Same => {
                let same = dims().map(|(a, b)| implies(b.has(j), Expr::equal(a.at(j), b.at(j))));
                dims().map(same_count).chain(same).collect()
            }
            SliceArgument::Sizes(dim) => {
                vec![Expr::negation(same_count((a.get(*dim)?, b.get(*dim)?)))]
            }
            SliceArgument::Differ(dim, index) => {
                let (first, second) = (a.get(*dim)?, b.get(*dim)?);
                let mut all = [inhabited(a), inhabited(b)].concat();
                all.push(both(first.has(index), second.has(index)));
                let equal = Expr::equal(first.at(index), second.at(index));
                all.push(Expr::negation(equal));
                all
            }
            SliceArgument::Within(how) if how.len() == a.len() => {
                let within = |((a, b), how): ((&Progression, &Progression), &Inclusion)| {
                    how.conditions(a, b, j)
                };
                dims().zip(how).flat_map(within).collect()
            }
            SliceArgument::Within(_) => return None,
            SliceArgument::Outside(dim, index) => {
                let (outer, inner) = (a.get(*dim)?, b.get(*dim)?);
                let mut all = inhabited(b);
                all.push(inner.has(index));
                let equal = Expr::equal(outer.at(i), inner.at(index));
                all.push(implies(outer.has(i), Expr::negation(equal)));
                all
            }
            SliceArgument::Unreachable => vec![],
        })
    }
}

/// An empty progression has no end, and is disjoint from every other one.
fn ends_before(a: &Progression, b: &Progression) -> Vec<Term> {
    let forwards = [a, b].map(|it| Expr::at_most(Expr::integer(0), it.stride.clone()));
    let [a_forwards, b_forwards] = forwards;
    vec![
        a_forwards,
        b_forwards,
        Expr::less(a.last(), b.offset.clone()),
    ]
}

fn mentions(term: &Term, index: &Term) -> bool {
    term.has_leaf(|&leaf| *index == Expr::Leaf(leaf))
}

fn both(a: Term, b: Term) -> Term {
    Expr::apply(Operator::Min, [a, b])
}

fn implies(a: Term, b: Term) -> Term {
    Expr::apply(Operator::Max, [Expr::negation(a), b])
}

/// A relation of two slices with its proof.
#[derive(Clone, PartialEq, Debug)]
pub struct SliceProof {
    /// The reason of the relation.
    pub argument: SliceArgument,
    /// The index variables, which are fresh.
    pub indices: [u32; 2],
    /// A proof of each condition of the argument.
    pub proofs: Vec<Proof>,
}

impl SliceProof {
    /// Checks that it proves its relation of these two slices, for a program, under these rules and the assumptions
    /// of the setting.
    ///
    /// # Errors
    /// [`Rejection`]: the part that does not follow.
    pub fn check(
        &self,
        slices: [&[Progression]; 2],
        program: &dyn Program,
        rules: &dyn RuleSet,
        setting: &Setting,
    ) -> Result<(), Rejection> {
        let reject = |reason| Rejection {
            part: Part::Whole,
            reason,
        };
        let indices = self
            .indices
            .map(|number| Expr::Leaf(Column::Symbol(number)));
        let is_known = |index: &Term| {
            let mut steps = slices.iter().flat_map(|slice| slice.iter());
            let mut assumed = setting.assumptions.iter();
            steps.any(|it| it.mentions(index)) || assumed.any(|(_, term)| mentions(term, index))
        };
        let is_ranged = |number: &u32| setting.symbols.contains_key(number);
        let [i, j] = self.indices;
        if i == j || indices.iter().any(is_known) || self.indices.iter().any(is_ranged) {
            return Err(reject(Reason::IllFormed));
        }
        let conditions = self.argument.conditions(slices, &indices);
        let claims: Vec<Claim> = match &self.argument {
            SliceArgument::Unreachable => vec![Claim::Unreachable],
            _ => {
                let conditions = conditions.ok_or(reject(Reason::IllFormed))?;
                conditions.into_iter().map(Claim::Holds).collect()
            }
        };
        let point = self.proofs.first().and_then(|proof| proof.point);
        let fits = claims.len() == self.proofs.len()
            && claims
                .iter()
                .zip(&self.proofs)
                .all(|(claim, proof)| proof.claim == *claim && proof.point == point);
        if !fits {
            return Err(reject(Reason::IllFormed));
        }
        self.proofs
            .iter()
            .try_for_each(|proof| check(proof, program, rules, setting))
    }
}
