//! Ranks: an order of classes that is independent of the order of insertion.

use super::{EGraph, Form};
use crate::{ENode, Id};
use calipers_number::Int;
use calipers_program::term::Operator;
use calipers_support::order::Order;

/// The layout of a rank: the lowest bits are a hash of the structure, the next 8 the depth, and the rest the place of
/// the last leaf.
const HASH_BITS: u32 = 24;
const RANK_BITS: u32 = HASH_BITS + 8;

/// The rank of a leaf with a place among all leaves, and a number below 2²⁴ among those of that place.
#[inline]
pub(super) fn of_leaf(place: u32, number: u32) -> u64 {
    (u64::from(place) << RANK_BITS) | u64::from(number)
}

impl EGraph {
    /// The rank of a class: leaves in their order, each followed by the terms over it.
    #[inline]
    pub fn rank(&self, id: Id) -> u64 {
        self.ranks[usize::from(self.find(id))]
    }

    /// The atoms of a form, ordered by rank.
    #[inline]
    pub fn atoms_in_order(&self, form: &Form) -> Vec<Id> {
        let mut atoms: Vec<Id> = form.atoms().collect();
        atoms.order_by_key(|&atom| self.rank(atom));
        atoms
    }

    /// Whether the term of lowest rank in a form has a negative coefficient.
    #[inline]
    pub(crate) fn leads_negative(&self, form: &Form) -> bool {
        let first = form.terms().iter().min_by_key(|(atom, _)| self.rank(*atom));
        first.is_some_and(|(_, k)| *k < Int::ZERO)
    }

    /// Whether an atom compares 0 with a form of the wrong orientation, so that today the comparison would be lowered
    /// with the negated form. Comparisons that are constant are not lowered again; their class may have very many nodes.
    pub(super) fn is_turned(&self, atom: Id) -> bool {
        self.as_constant(atom).is_none()
            && self.nodes(atom).any(|node| match node {
                ENode::Apply(Operator::Min | Operator::Le | Operator::Eq, sides) => {
                    let [a, b] = sides[..] else { return false };
                    let (a, b) = (self.form(a), self.form(b));
                    let zero = |form: &Form| form.as_constant().is_some_and(Int::is_zero);
                    zero(a) && self.leads_negative(b) || zero(b) && self.leads_negative(a)
                }
                _ => false,
            })
    }

    /// The rank of an operator's value: above its leaves and its arguments; a hash of the structure breaks ties.
    pub(super) fn rank_of(&self, node: &ENode) -> u64 {
        // FxHash with the golden ratio as multiplier.
        let mixed = |a: u64, b: u64| (a.rotate_left(5) ^ b).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let (own, keeps_order) = match node {
            ENode::Leaf(leaf) => return of_leaf(leaf.0, 0),
            ENode::Apply(operator, _) => (*operator as u64 + 1, *operator != Operator::Mul),
            ENode::Linear(..) => (0, false),
        };
        let ranks = || node.children().iter().map(|&child| self.rank(child));
        let below = match node {
            // The children are sorted by id, that is by insertion, so their hash must be commutative.
            ENode::Linear(numbers, _) => {
                let bits = |k: &Int| i64::try_from(k).unwrap_or_default() as u64;
                let constant = bits(&numbers[0]);
                ranks().zip(&numbers[1..]).fold(constant, |sum, (rank, k)| {
                    sum.wrapping_add(mixed(rank, bits(k)))
                })
            }
            _ if keeps_order => ranks().fold(0, mixed),
            _ => ranks().fold(0, |sum: u64, rank| sum.wrapping_add(mixed(rank, 1))),
        };
        let last = ranks().max().unwrap_or_default() >> HASH_BITS;
        ((last + 1) << HASH_BITS) | (mixed(own, below) >> (64 - HASH_BITS))
    }
}
