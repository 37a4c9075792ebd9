//! Proofs of how two slices lie to each other: which conditions say so, each with a proof.
//!
//! A relation of slices speaks of all their indices or of some. What holds for all indices is a claim
//! on variables that occur nowhere else, so that nothing is known of them.

use super::check::check;
use super::object::{Claim, Proof, Setting, Term};
use super::rejection::{Part, Reason, Rejection};
use crate::program::{Column, Program};
use crate::rules::Rules;
use crate::term::{Expr, Operator};

/// One dimension of a slice: the elements `offset + k·stride`, `0 <= k < size`.
#[derive(Clone, PartialEq, Debug)]
pub struct Progression {
    /// The first element.
    pub offset: Term,
    /// How many there are; none if it is not positive.
    pub size: Term,
    /// From one to the next, of any sign.
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

    /// The last element, if there is one.
    fn last(&self) -> Term {
        self.at(&Expr::difference(self.size.clone(), Expr::integer(1)))
    }

    fn has(&self, index: &Term) -> Term {
        let lower = Expr::at_most(Expr::integer(0), index.clone());
        both(lower, Expr::less(index.clone(), self.size.clone()))
    }

    /// How many elements there are. (Sizes may be below 0.)
    fn count(&self) -> Term {
        Expr::apply(Operator::Max, [Expr::integer(0), self.size.clone()])
    }

    fn has_elements(&self) -> Term {
        Expr::less(Expr::integer(0), self.size.clone())
    }

    fn mentions(&self, index: &Term) -> bool {
        let mut found = false;
        for term in [&self.offset, &self.size, &self.stride] {
            term.for_each_leaf(&mut |&leaf| found |= *index == Expr::Leaf(leaf));
        }
        found
    }
}

/// Why each element of a second progression is one of a first.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Inclusion {
    /// Both begin with the same element and have the same stride, and the second has no more elements.
    Prefix,
    /// The first has no gaps, and the second, which does not run backwards, begins and ends in it.
    Between,
    /// The element at any index of the second has an index in the first.
    AnyIndex,
}

impl Inclusion {
    /// The conditions that together say so; `j` is a variable that occurs in neither.
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

/// Why two slices lie so to each other. Dimensions count from 0.
#[derive(Clone, PartialEq, Debug)]
pub enum SliceArgument {
    /// They are disjoint: in this dimension neither runs backwards, and the first ends before the second
    /// begins.
    Before(usize),
    /// They are disjoint: as before, and the second ends before the first begins.
    After(usize),
    /// They are disjoint: in this dimension this divides the strides of both, but not the distance
    /// between their offsets.
    Residues(usize, Term),
    /// They are disjoint: in this dimension neither runs backwards, and their offsets differ by a multiple
    /// of this, but not 0, which neither spans.
    Tiles(usize, Term),
    /// They are disjoint: in this dimension no element of one is one of the other.
    Apart(usize),
    /// They overlap: in each dimension these indices give the same element.
    Meet(Vec<[Term; 2]>),
    /// The second lies within the first, as it has no elements in this dimension.
    Empty(usize),
    /// They are the same: in each dimension as many elements, and none in this one.
    SameAndEmpty(usize),
    /// They are the same: in each dimension as many elements, the same first one and the same stride.
    SameSteps,
    /// They are the same: in each dimension as many elements, and the same at each index.
    Same,
    /// They differ: in this dimension one has more elements than the other.
    Sizes(usize),
    /// They differ: both have elements, and in this dimension others at this index.
    Differ(usize, Term),
    /// The second lies within the first, in each dimension so.
    Within(Vec<Inclusion>),
    /// It does not: it has elements, and in this dimension the one at this index is none of the first.
    Outside(usize, Term),
    /// No run comes to the point.
    Unreachable,
}

impl SliceArgument {
    /// The conditions that together say so, of two slices of one rank; `indices` are two variables that
    /// occur in neither. None where the argument does not fit the rank.
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

/// Without elements a progression ends nowhere, and has none in common with others.
fn ends_before(a: &Progression, b: &Progression) -> Vec<Term> {
    let forwards = [a, b].map(|it| Expr::at_most(Expr::integer(0), it.stride.clone()));
    let [a_forwards, b_forwards] = forwards;
    vec![
        a_forwards,
        b_forwards,
        Expr::less(a.last(), b.offset.clone()),
    ]
}

fn both(a: Term, b: Term) -> Term {
    Expr::apply(Operator::Min, [a, b])
}

fn implies(a: Term, b: Term) -> Term {
    Expr::apply(Operator::Max, [Expr::negation(a), b])
}

/// A verdict on two slices and all that it rests on.
#[derive(Clone, PartialEq, Debug)]
pub struct SliceProof {
    /// Why they lie so.
    pub argument: SliceArgument,
    /// The variables that stand for indices, which nothing else mentions.
    pub indices: [u32; 2],
    /// A proof of each condition that the argument consists of.
    pub proofs: Vec<Proof>,
}

impl SliceProof {
    /// Whether it proves its argument, of these two slices, of this program, by these rules, under the
    /// assumptions of the setting.
    ///
    /// # Errors
    /// [`Rejection`]: what in it does not follow.
    pub fn check(
        &self,
        slices: [&[Progression]; 2],
        program: &dyn Program,
        rules: &Rules,
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
            let mut found = slices
                .iter()
                .any(|slice| slice.iter().any(|it| it.mentions(index)));
            for (_, assumption) in &setting.assumptions {
                assumption.for_each_leaf(&mut |&leaf| found |= *index == Expr::Leaf(leaf));
            }
            found
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
