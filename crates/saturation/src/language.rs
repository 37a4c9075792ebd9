//! The language of the e-graph: the operators of terms, with sums as linear forms.
//!
//! A sum is one e-node, `c + Σ kᵢ·xᵢ` with the e-classes `xᵢ` as children, so that the order and the grouping of
//! summands take up no e-nodes. A product is one e-node over its sorted factors.

use calipers_number::{Int, Linear};
use calipers_program::term::{Leaf, Operator};
use egg::{Id, Language};
use smallvec::SmallVec;

/// A linear form over e-classes.
pub(crate) type Form = Linear<Id>;

pub(crate) type Children = SmallVec<[Id; 3]>;

/// An e-node.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) enum Node {
    Integer(Int),
    Leaf(Leaf),
    /// A sum with at least one child, which is not a single child with the coefficient 1.
    Sum(Box<Weights>, Children),
    /// An operator other than a sum.
    Apply(Operator, Children),
}

/// The numbers in a sum.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Weights {
    pub(crate) constant: Int,
    /// The coefficient of each child.
    pub(crate) coefficients: Vec<Int>,
}

/// The kind of an e-node.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Head {
    Integer,
    Leaf,
    Sum,
    Apply(Operator),
}

impl Node {
    /// The e-node of a form that is neither a constant nor a single e-class.
    pub(crate) fn sum(form: &Form) -> Node {
        let (children, coefficients) = form.terms().iter().cloned().unzip();
        let constant = form.constant().clone();
        let weights = Weights {
            constant,
            coefficients,
        };
        Node::Sum(Box::new(weights), children)
    }

    /// The form of a sum or an integer, with the children as they are. None if a number exceeds the cap.
    pub(crate) fn form(&self) -> Option<Form> {
        match self {
            Node::Integer(value) => Form::from_constant(value.clone()),
            Node::Sum(weights, children) => {
                let coefficients = weights.coefficients.iter().cloned();
                let terms = children.iter().copied().zip(coefficients);
                Form::from_terms(weights.constant.clone(), terms)
            }
            _ => None,
        }
    }
}

impl Language for Node {
    type Discriminant = Head;

    fn discriminant(&self) -> Head {
        match self {
            Node::Integer(_) => Head::Integer,
            Node::Leaf(_) => Head::Leaf,
            Node::Sum(..) => Head::Sum,
            Node::Apply(operator, _) => Head::Apply(*operator),
        }
    }

    fn matches(&self, other: &Node) -> bool {
        match (self, other) {
            (Node::Integer(a), Node::Integer(b)) => a == b,
            (Node::Leaf(a), Node::Leaf(b)) => a == b,
            (Node::Sum(a, _), Node::Sum(b, _)) => a == b,
            (Node::Apply(a, own), Node::Apply(b, others)) => a == b && own.len() == others.len(),
            _ => false,
        }
    }

    fn children(&self) -> &[Id] {
        match self {
            Node::Integer(_) | Node::Leaf(_) => &[],
            Node::Sum(_, children) | Node::Apply(_, children) => children,
        }
    }

    fn children_mut(&mut self) -> &mut [Id] {
        match self {
            Node::Integer(_) | Node::Leaf(_) => &mut [],
            Node::Sum(_, children) | Node::Apply(_, children) => children,
        }
    }
}
