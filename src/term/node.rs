//! The e-nodes, and the universal data of an e-class.

use super::{Leaf, Operator};
use crate::number::{Int, Range};
use egg::{Analysis, DidMerge, EGraph, Id, Language};
use std::fmt;
use std::sync::Arc;

/// An e-node.
///
/// Of the ways to write a term only few are kept: [`Node::Linear`] is the one node of an affine
/// combination, and [`Node::Apply`] stands for what is not linear.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Node {
    /// `c + Σ kᵢ·xᵢ`: the numbers are `c, k₁, k₂, …`, the children the atoms `x₁ < x₂ < …`.
    Linear(Arc<[Int]>, Arc<[Id]>),
    /// A leaf.
    Leaf(Leaf),
    /// An operator that is not linear in its arguments, over their classes. `Mul` takes two or
    /// more factors, in ascending order.
    Apply(Operator, Arc<[Id]>),
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
        node_range(node, |child| egraph[child].data.clone())
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
pub fn node_range(node: &Node, mut child: impl FnMut(Id) -> Range) -> Range {
    match node {
        Node::Leaf(_) => Range::full(),
        Node::Linear(numbers, atoms) => atoms
            .iter()
            .zip(&numbers[1..])
            .fold(Range::constant(numbers[0].clone()), |sum, (&atom, k)| {
                sum.add(&child(atom).scale(k))
            }),
        Node::Apply(operator, arguments) => {
            let ranges: Vec<Range> = arguments.iter().map(|&argument| child(argument)).collect();
            operator.range(&ranges)
        }
    }
}

impl Operator {
    /// The range of its values over arguments in those ranges. Sound for the total operators.
    pub fn range(self, arguments: &[Range]) -> Range {
        let fold = |f: fn(&Range, &Range) -> Range| {
            arguments
                .iter()
                .skip(1)
                .fold(arguments[0].clone(), |range, argument| f(&range, argument))
        };
        let condition = Range::between(0, 1);
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
            Operator::Select => match truth(&arguments[0]) {
                Some(true) => arguments[1].clone(),
                Some(false) => arguments[2].clone(),
                None => arguments[1].join(&arguments[2]),
            },
            Operator::Le => {
                let difference = arguments[1].sub(&arguments[0]);
                if difference.interval().is_non_negative() {
                    Range::constant(1)
                } else if difference.upper().is_some_and(|upper| *upper < Int::ZERO) {
                    Range::constant(0)
                } else {
                    condition
                }
            }
            Operator::Eq => {
                if arguments[0].as_constant().is_some()
                    && arguments[0].as_constant() == arguments[1].as_constant()
                {
                    Range::constant(1)
                } else if arguments[0].intersect(&arguments[1]).is_empty() {
                    Range::constant(0)
                } else {
                    condition
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
