//! The e-nodes, and the universal data of an e-class.

use super::{Leaf, Operator};
use crate::number::{Int, Range};
use egg::{Analysis, DidMerge, EGraph, Id, Language};
use smallvec::SmallVec;
use std::borrow::Borrow;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// An e-node.
///
/// Of the ways to write a term only few are kept: [`Node::Linear`] is the one node of an affine
/// combination, and [`Node::Apply`] stands for what is not linear.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Node {
    /// `c + Σ kᵢ·xᵢ`: the numbers are `c, k₁, k₂, …`, the children the atoms `x₁ < x₂ < …`.
    Linear(Arc<[Int]>, Arc<[Id]>),
    /// A leaf.
    Leaf(Leaf),
    /// An operator that is not linear in its arguments, over their classes. `Mul` takes two or
    /// more factors, in ascending order.
    Apply(Operator, Arc<[Id]>),
}

impl Hash for Node {
    fn hash<H: Hasher>(&self, state: &mut H) {
        match self {
            Node::Linear(numbers, atoms) => {
                for number in numbers.iter() {
                    number.hash(state);
                }
                atoms.hash(state);
            }
            Node::Leaf(leaf) => leaf.hash(state),
            Node::Apply(operator, arguments) => {
                operator.hash(state);
                arguments.hash(state);
            }
        }
    }
}

/// What tells nodes of different kinds apart.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Kind {
    /// Of a linear node: its numbers.
    Linear(Arc<[Int]>),
    /// Of a leaf.
    Leaf(Leaf),
    /// Of an operator.
    Apply(Operator),
}

impl Language for Node {
    type Discriminant = Kind;

    fn discriminant(&self) -> Kind {
        match self {
            Node::Linear(numbers, _) => Kind::Linear(numbers.clone()),
            Node::Leaf(leaf) => Kind::Leaf(*leaf),
            Node::Apply(operator, _) => Kind::Apply(*operator),
        }
    }

    fn matches(&self, other: &Self) -> bool {
        match (self, other) {
            (Node::Linear(a, _), Node::Linear(b, _)) => a == b,
            (Node::Leaf(a), Node::Leaf(b)) => a == b,
            (Node::Apply(f, a), Node::Apply(g, b)) => f == g && a.len() == b.len(),
            _ => false,
        }
    }

    fn children(&self) -> &[Id] {
        match self {
            Node::Leaf(_) => &[],
            Node::Linear(_, children) | Node::Apply(_, children) => children,
        }
    }

    fn children_mut(&mut self) -> &mut [Id] {
        match self {
            Node::Leaf(_) => &mut [],
            Node::Linear(_, children) | Node::Apply(_, children) => Arc::make_mut(children),
        }
    }

    fn update_children<F: FnMut(Id) -> Id>(&mut self, mut f: F) {
        // Children are nearly always canonical, and shared: then nothing is copied.
        if !self.children().iter().all(|&child| f(child) == child) {
            self.for_each_mut(|child| *child = f(*child));
        }
    }
}

impl fmt::Display for Node {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Node::Leaf(leaf) => write!(f, "{leaf}"),
            Node::Apply(operator, _) => f.write_str(operator.name()),
            Node::Linear(numbers, _) => {
                write!(f, "{}", numbers[0])?;
                numbers[1..]
                    .iter()
                    .try_for_each(|number| write!(f, " + {number}·"))
            }
        }
    }
}

/// The e-class analysis: interval × congruence from universal information alone.
#[derive(Clone, Debug, Default)]
pub struct Universal {
    /// Set once the data of a class came out empty: some rule is not an identity.
    pub contradiction: bool,
}

impl Analysis<Node> for Universal {
    type Data = Range;

    fn make(egraph: &mut EGraph<Node, Self>, node: &Node, _id: Id) -> Range {
        node_range(node, |child| &egraph[child].data)
    }

    fn merge(&mut self, a: &mut Range, b: Range) -> DidMerge {
        let meet = a.intersect(&b);
        if meet.is_empty() {
            self.contradiction = true;
            return DidMerge(false, false);
        }
        let merged = DidMerge(meet != *a, meet != b);
        *a = meet;
        merged
    }
}

/// The range of a node, from those of its children.
pub fn node_range<R: Borrow<Range>>(node: &Node, mut child: impl FnMut(Id) -> R) -> Range {
    match node {
        Node::Leaf(_) => Range::full(),
        Node::Linear(numbers, atoms) => {
            let terms = atoms.iter().zip(&numbers[1..]);
            terms.fold(
                Range::constant(numbers[0].clone()),
                |sum, (&atom, k)| match k.is_one() {
                    true => sum.add(child(atom).borrow()),
                    false => sum.add(&child(atom).borrow().scale(k)),
                },
            )
        }
        Node::Apply(operator, arguments) => {
            let ranges: SmallVec<[R; 3]> = arguments.iter().map(|&it| child(it)).collect();
            operator.range_over(arguments, &ranges)
        }
    }
}

impl Operator {
    /// The range of its values over these arguments, which lie in those ranges. Knows that a square is
    /// not negative.
    pub fn range_over<T: PartialEq, R: Borrow<Range>>(
        self,
        arguments: &[T],
        ranges: &[R],
    ) -> Range {
        if self != Operator::Mul {
            return self.range(ranges);
        }
        let mut product = Range::constant(1);
        let mut left: SmallVec<[usize; 4]> = (0..arguments.len()).collect();
        while let Some(n) = left.pop() {
            let own = ranges[n].borrow();
            let factor = match left.iter().position(|&m| arguments[m] == arguments[n]) {
                Some(twin) => {
                    left.remove(twin);
                    own.mul(own).intersect(&Range::at_least(0))
                }
                None => own.clone(),
            };
            product = product.mul(&factor);
        }
        product
    }

    /// The range of its values over arguments in those ranges. Sound for the total operators.
    pub fn range<R: Borrow<Range>>(self, arguments: &[R]) -> Range {
        let argument = |n: usize| -> &Range { arguments[n].borrow() };
        let fold = |f: fn(&Range, &Range) -> Range| match arguments {
            [a] => a.borrow().clone(),
            [a, rest @ ..] => {
                let (first, rest) = (f(a.borrow(), rest[0].borrow()), &rest[1..]);
                rest.iter().fold(first, |range, it| f(&range, it.borrow()))
            }
            [] => Range::full(),
        };
        let condition = || Range::between(0, 1);
        match self {
            Operator::Add => fold(Range::add),
            Operator::Mul => fold(Range::mul),
            Operator::FloorDiv => fold(Range::floor_div),
            Operator::CeilDiv => fold(Range::ceil_div),
            Operator::Mod => fold(Range::modulo),
            Operator::TruncDiv => fold(Range::trunc_div),
            Operator::TruncMod => fold(Range::trunc_mod),
            Operator::Min => fold(Range::min),
            Operator::Max => fold(Range::max),
            Operator::Select => match truth(argument(0)) {
                Some(true) => argument(1).clone(),
                Some(false) => argument(2).clone(),
                None => argument(1).join(argument(2)),
            },
            Operator::Le => {
                let difference = argument(1).sub(argument(0));
                if difference.interval().is_non_negative() {
                    Range::constant(1)
                } else if difference.upper().is_some_and(|upper| *upper < Int::ZERO) {
                    Range::constant(0)
                } else {
                    condition()
                }
            }
            Operator::Eq => {
                if argument(0).as_constant().is_some()
                    && argument(0).as_constant() == argument(1).as_constant()
                {
                    Range::constant(1)
                } else if argument(0).intersect(argument(1)).is_empty() {
                    Range::constant(0)
                } else {
                    condition()
                }
            }
        }
    }
}

/// A range read as a condition: true without 0, false with nothing else, else open.
pub fn truth(range: &Range) -> Option<bool> {
    match (range.contains(&Int::ZERO), range.as_constant()) {
        (false, _) => Some(true),
        (true, Some(_)) => Some(false),
        (true, None) => None,
    }
}
