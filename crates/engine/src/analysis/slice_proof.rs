//! Relations of slices with their proofs.

use super::slice::columns;
use super::{Analysis, HyperrectangularSlice, SliceRelation, Variable, Verdict};
use crate::number::{Int, gcd};
use crate::program::{Column, Point};
use crate::proof::{Inclusion, Progression, Proof, Rejection, SliceArgument, SliceProof};
use crate::solve::{Decided, NoProof};
use crate::term::{Expr, Operator};

type Term = Expr<Column>;

/// Limit of the indices, from the first possible one on, that are tried for a common element.
const MAX_INDICES: i64 = 64;

/// Limit of the indices whose check takes a proof.
const MAX_PROOFS: i64 = 2;

impl Analysis<'_> {
    /// Decides a relation between two slices of one value, with a proof.
    ///
    /// The verdict is that of [`relate_slices`](Analysis::relate_slices); the proof is searched separately. `indices`
    /// are the numbers of two unused symbols, which represent arbitrary indices of elements in the proof.
    pub fn explain_slices(
        &mut self,
        a: &HyperrectangularSlice,
        relation: SliceRelation,
        b: &HyperrectangularSlice,
        point: Option<Point>,
        indices: [u32; 2],
    ) -> (Verdict, Result<SliceProof, NoProof>) {
        let point = point.or_else(|| self.engine.common_point(columns([a, b])));
        let verdict = self.relate_slices(a, relation, b, point);
        let dims = 0..a.rank();
        let arguments: Vec<SliceArgument> = match (relation, &verdict) {
            (_, Verdict::Unknown(_)) => return (verdict, Err(NoProof::NoAnswer)),
            (_, Verdict::Unreachable) => {
                let columns = columns([a, b]).into_iter().map(Expr::Leaf);
                let mentioned = columns.fold(Expr::integer(0), Expr::sum);
                let mentioned = Expr::equal(mentioned, Expr::integer(0));
                let nowhere = Decided::Unreachable;
                let proof = self.engine.explain_decision(&mentioned, nowhere, point);
                let proof = proof.map(|proof| SliceProof {
                    argument: SliceArgument::Unreachable,
                    indices,
                    proofs: vec![proof],
                });
                return (verdict, proof);
            }
            (SliceRelation::Overlaps, Verdict::Refuted) => {
                let simple = dims.clone().flat_map(|dim| {
                    let (first, second) = (&a.dims[dim].offset, &b.dims[dim].offset);
                    let distance = Expr::difference(second.clone(), first.clone());
                    let range = self.range_at(&Variable::term(distance), point);
                    let tile = gcd(range.congruence().modulus(), range.congruence().residue());
                    let tile = SliceArgument::Tiles(dim, Expr::Integer(tile));
                    let strides = [&a.dims[dim], &b.dims[dim]].map(|it| it.stride.clone());
                    let residues = strides.map(|it| SliceArgument::Residues(dim, it));
                    let sides = [SliceArgument::Before(dim), SliceArgument::After(dim)];
                    sides.into_iter().chain(residues).chain([tile])
                });
                simple.chain(dims.map(SliceArgument::Apart)).collect()
            }
            (SliceRelation::Overlaps, Verdict::Proved) => {
                let pairs = a.dims.iter().zip(&b.dims);
                let meet: Option<Vec<[Term; 2]>> = pairs
                    .map(|(a, b)| self.common_element(a, b, point))
                    .collect();
                meet.map(SliceArgument::Meet).into_iter().collect()
            }
            (SliceRelation::Contains, Verdict::Proved) => {
                let pairs = a.dims.iter().zip(&b.dims);
                let how: Option<Vec<Inclusion>> = pairs
                    .map(|(a, b)| self.inclusion(a, b, point, indices[1]))
                    .collect();
                let within = how.map(SliceArgument::Within);
                dims.map(SliceArgument::Empty).chain(within).collect()
            }
            (SliceRelation::Contains, Verdict::Refuted) => {
                let outside = |dim: usize| {
                    let last = Expr::difference(b.dims[dim].size.clone(), Expr::integer(1));
                    let places = [Expr::integer(0), last, Expr::integer(1)];
                    places.map(|index| SliceArgument::Outside(dim, index))
                };
                dims.flat_map(outside).collect()
            }
            (SliceRelation::IsEquivalentTo, Verdict::Proved) => {
                let empty = dims.map(SliceArgument::SameAndEmpty);
                let same = [SliceArgument::SameSteps, SliceArgument::Same];
                same.into_iter().chain(empty).collect()
            }
            (SliceRelation::IsEquivalentTo, Verdict::Refuted) => {
                let differ = |dim: usize| {
                    let at = |index| SliceArgument::Differ(dim, Expr::integer(index));
                    [SliceArgument::Sizes(dim), at(0), at(1)]
                };
                dims.flat_map(differ).collect()
            }
        };
        let slices = [a.dims.as_slice(), b.dims.as_slice()];
        let symbols = indices.map(|number| Expr::Leaf(Column::Symbol(number)));
        let found = arguments.into_iter().find_map(|argument| {
            let conditions = argument.conditions(slices, &symbols)?;
            let mut holds = |it: &Term| self.prove_at(it, point) == Verdict::Proved;
            if !conditions.iter().all(&mut holds) {
                return None;
            }
            let proofs = conditions.iter().map(|it| self.explain(it, point).1);
            let proofs: Result<Vec<Proof>, NoProof> = proofs.collect();
            Some(proofs.map(|proofs| SliceProof {
                argument,
                indices,
                proofs,
            }))
        });
        (verdict, found.unwrap_or(Err(NoProof::NoAnswer)))
    }

    /// Checks that a proof proves its statement about two slices.
    ///
    /// # Errors
    /// [`Rejection`], with the step that does not follow.
    pub fn check_slice_proof(
        &self,
        a: &HyperrectangularSlice,
        b: &HyperrectangularSlice,
        proof: &SliceProof,
    ) -> Result<(), Rejection> {
        let (program, rules) = self.engine.sources();
        proof.check([&a.dims, &b.dims], program, rules, &self.proof_setting())
    }

    /// A reason why a progression contains all elements of another one.
    fn inclusion(
        &mut self,
        a: &Progression,
        b: &Progression,
        point: Option<Point>,
        index: u32,
    ) -> Option<Inclusion> {
        let j = Expr::Leaf(Column::Symbol(index));
        let all = [Inclusion::Prefix, Inclusion::Between, Inclusion::AnyIndex];
        all.into_iter().find(|how| {
            let mut holds = |it: &Term| self.prove_at(it, point) == Verdict::Proved;
            how.conditions(a, b, &j).iter().all(&mut holds)
        })
    }

    /// The indices of a common element of two progressions.
    fn common_element(
        &mut self,
        a: &Progression,
        b: &Progression,
        point: Option<Point>,
    ) -> Option<[Term; 2]> {
        let of_both = |indices: &[Term; 2]| {
            let both = SliceArgument::Meet(vec![indices.clone()]);
            let slices = [std::slice::from_ref(a), std::slice::from_ref(b)];
            both.conditions(slices, &[Expr::integer(0), Expr::integer(0)])
        };
        let zero = || Expr::integer(0);
        let mut tried = vec![[zero(), zero()]];
        for last in 0..MAX_INDICES {
            tried.extend([place_after(a, b, last), swapped(place_after(b, a, last))]);
        }
        let mut proofs = 0;
        let folded = |index: Term| index.evaluate(&|_| None).map_or(index, Expr::Integer);
        let tried = tried.into_iter().map(|indices| indices.map(folded));
        let mut tried = tried.into_iter();
        tried.find(|indices| {
            let Some(conditions) = of_both(indices) else {
                return false;
            };
            let number = |it: &Term| it.evaluate(&|_| None);
            let values: Option<Vec<Int>> = conditions.iter().map(number).collect();
            match values {
                Some(values) => values.iter().all(|value| *value != Int::ZERO),
                None if proofs > 2 * MAX_PROOFS => false,
                None => {
                    proofs += 1;
                    let mut holds = |it: &Term| self.prove_at(it, point) == Verdict::Proved;
                    conditions.iter().all(&mut holds)
                }
            }
        })
    }
}

/// The index of the first element of `b` that is not below the first one of `a`, plus `skipped`; and the index of the
/// nearest element of `a` at or below it. Both strides must be positive.
fn place_after(a: &Progression, b: &Progression, skipped: i64) -> [Term; 2] {
    let distance = Expr::difference(a.offset.clone(), b.offset.clone());
    let first = Expr::apply(Operator::CeilDiv, [distance, b.stride.clone()]);
    let first = Expr::apply(Operator::Max, [Expr::integer(0), first]);
    let j = Expr::sum(first, Expr::integer(skipped));
    let steps = Expr::apply(Operator::Mul, [j.clone(), b.stride.clone()]);
    let place = Expr::sum(b.offset.clone(), steps);
    let distance = Expr::difference(place, a.offset.clone());
    let i = Expr::apply(Operator::FloorDiv, [distance, a.stride.clone()]);
    [i, j]
}

fn swapped([j, i]: [Term; 2]) -> [Term; 2] {
    [i, j]
}
