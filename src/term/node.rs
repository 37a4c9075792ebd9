//! The e-nodes, and what their children tell of their ranges.

use super::store::Form;
use super::{Id, Leaf, Operator};
use crate::number::{Int, Range};
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
    /// That of a linear node is the hash of its form.
    fn hash<H: Hasher>(&self, state: &mut H) {
        match self {
            Node::Linear(numbers, atoms) => {
                numbers[0].hash(state);
                for (atom, k) in atoms.iter().zip(&numbers[1..]) {
                    atom.hash(state);
                    k.hash(state);
                }
            }
            Node::Leaf(leaf) => leaf.hash(state),
            Node::Apply(operator, arguments) => {
                operator.hash(state);
                arguments.hash(state);
            }
        }
    }
}

impl Node {
    /// The one node of a linear form.
    pub(super) fn of(form: &Form) -> Node {
        let terms = form.terms();
        // The length is known, so that each is one allocation.
        let number = |n: usize| match n {
            0 => form.constant().clone(),
            n => terms[n - 1].1.clone(),
        };
        let numbers: Arc<[Int]> = (0..=terms.len()).map(number).collect();
        // A number has none; all of them share one empty list.
        let atoms: Arc<[Id]> = match terms.is_empty() {
            true => Arc::default(),
            false => terms.iter().map(|(atom, _)| *atom).collect(),
        };
        Node::Linear(numbers, atoms)
    }

    /// Whether it is that of a form.
    pub(super) fn is_of(&self, form: &Form) -> bool {
        let Node::Linear(numbers, atoms) = self else {
            return false;
        };
        let terms = form.terms();
        let mut parts = numbers[1..].iter().zip(&atoms[..]).zip(terms);
        atoms.len() == terms.len()
            && numbers[0] == *form.constant()
            && parts.all(|((number, atom), (of, k))| atom == of && number == k)
    }

    /// The classes that it is made of.
    #[inline]
    pub fn children(&self) -> &[Id] {
        match self {
            Node::Leaf(_) => &[],
            Node::Linear(_, children) | Node::Apply(_, children) => children,
        }
    }

    /// The same of other classes.
    pub(super) fn renamed(&self, rename: impl Fn(Id) -> Id) -> Node {
        let children = || self.children().iter().map(|&child| rename(child));
        match self {
            Node::Leaf(leaf) => Node::Leaf(*leaf),
            Node::Linear(numbers, _) => Node::Linear(numbers.clone(), children().collect()),
            Node::Apply(operator, _) => Node::Apply(*operator, children().collect()),
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

/// The range of a node, from those of its children.
pub fn node_range<R: Borrow<Range>>(node: &Node, mut child: impl FnMut(Id) -> R) -> Range {
    match node {
        Node::Leaf(_) => Range::full(),
        Node::Linear(numbers, atoms) => {
            let ranges: SmallVec<[R; 3]> = atoms.iter().map(|&atom| child(atom)).collect();
            let ranges = ranges.iter().map(Borrow::borrow);
            Range::combination(&numbers[0], numbers[1..].iter().zip(ranges))
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
