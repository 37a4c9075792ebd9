//! E-nodes, and their ranges from those of their children.

use super::Id;
use super::egraph::Form;
use calipers_number::{Int, Range};
use calipers_program::term::{Leaf, Operator};
use smallvec::SmallVec;
use std::borrow::Borrow;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// An e-node.
///
/// Only canonical nodes exist for arithmetic: [`ENode::Linear`] is the unique node of an affine combination, and
/// [`ENode::Apply`] represents nonlinear operators.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum ENode {
    /// `c + Σ kᵢ·xᵢ`: the numbers are `c, k₁, k₂, …`, the children the atoms `x₁ < x₂ < …`.
    Linear(Arc<[Int]>, Arc<[Id]>),
    /// A leaf.
    Leaf(Leaf),
    /// An operator that is nonlinear in its arguments, over their classes. `Mul` has two or more factors in ascending
    /// order.
    Apply(Operator, Arc<[Id]>),
}

impl Hash for ENode {
    /// The hash of a linear node equals that of its form.
    fn hash<H: Hasher>(&self, state: &mut H) {
        match self {
            ENode::Linear(numbers, atoms) => {
                numbers[0].hash(state);
                for (atom, k) in atoms.iter().zip(&numbers[1..]) {
                    atom.hash(state);
                    k.hash(state);
                }
            }
            ENode::Leaf(leaf) => leaf.hash(state),
            ENode::Apply(operator, arguments) => {
                operator.hash(state);
                arguments.hash(state);
            }
        }
    }
}

impl ENode {
    /// The node of a linear form.
    pub(super) fn of(form: &Form) -> ENode {
        let terms = form.terms();
        // Known lengths allow a single allocation for each list.
        let number = |n: usize| match n {
            0 => form.constant().clone(),
            n => terms[n - 1].1.clone(),
        };
        let numbers: Arc<[Int]> = (0..=terms.len()).map(number).collect();
        // Constants have no atoms and share one empty list.
        let atoms: Arc<[Id]> = match terms.is_empty() {
            true => Arc::default(),
            false => terms.iter().map(|(atom, _)| *atom).collect(),
        };
        ENode::Linear(numbers, atoms)
    }

    /// Whether it is the node of a form.
    pub(super) fn is_of(&self, form: &Form) -> bool {
        let ENode::Linear(numbers, atoms) = self else {
            return false;
        };
        let terms = form.terms();
        let mut parts = numbers[1..].iter().zip(&atoms[..]).zip(terms);
        atoms.len() == terms.len()
            && numbers[0] == *form.constant()
            && parts.all(|((number, atom), (of, k))| atom == of && number == k)
    }

    /// The classes of its arguments.
    #[inline]
    pub fn children(&self) -> &[Id] {
        match self {
            ENode::Leaf(_) => &[],
            ENode::Linear(_, children) | ENode::Apply(_, children) => children,
        }
    }

    /// The node with its children renamed.
    pub(super) fn renamed(&self, rename: impl Fn(Id) -> Id) -> ENode {
        let children = || self.children().iter().map(|&child| rename(child));
        match self {
            ENode::Leaf(leaf) => ENode::Leaf(*leaf),
            ENode::Linear(numbers, _) => ENode::Linear(numbers.clone(), children().collect()),
            ENode::Apply(operator, _) => ENode::Apply(*operator, children().collect()),
        }
    }
}

impl fmt::Display for ENode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ENode::Leaf(leaf) => write!(f, "{leaf}"),
            ENode::Apply(operator, _) => f.write_str(operator.name()),
            ENode::Linear(numbers, _) => {
                write!(f, "{}", numbers[0])?;
                numbers[1..]
                    .iter()
                    .try_for_each(|number| write!(f, " + {number}·"))
            }
        }
    }
}

/// The range of a node, from those of its children.
pub fn node_range<R: Borrow<Range>>(node: &ENode, mut child: impl FnMut(Id) -> R) -> Range {
    match node {
        ENode::Leaf(_) => Range::full(),
        ENode::Linear(numbers, atoms) => {
            let ranges: SmallVec<[R; 3]> = atoms.iter().map(|&atom| child(atom)).collect();
            let ranges = ranges.iter().map(Borrow::borrow);
            Range::combination(&numbers[0], numbers[1..].iter().zip(ranges))
        }
        ENode::Apply(operator, arguments) => {
            let ranges: SmallVec<[R; 3]> = arguments.iter().map(|&it| child(it)).collect();
            operator.range_over(arguments, &ranges)
        }
    }
}
