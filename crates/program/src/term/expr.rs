//! Terms as syntax trees of operators over integers and leaves.

use super::Operator;
use calipers_number::Int;
use smallvec::SmallVec;
use std::fmt;
use std::sync::Arc;

/// A leaf of a term, numbered by the owner of the e-graph.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Leaf(pub u32);

impl fmt::Display for Leaf {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "x{}", self.0)
    }
}

/// A term as it was written, with leaves of type `L`.
///
/// Definitions are stored in this form, since answers show terms as the rules wrote them, which cannot be recovered
/// from an e-class.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Expr<L = Leaf> {
    /// An integer.
    Integer(Int),
    /// A leaf.
    Leaf(L),
    /// An operator with its arguments, whose number matches the operator.
    Apply(Operator, Arc<[Expr<L>]>),
}

impl<L> Expr<L> {
    /// The operator of the term and its arguments, if there are exactly two.
    #[inline]
    pub fn as_binary(&self) -> Option<(Operator, &Expr<L>, &Expr<L>)> {
        match self {
            Expr::Apply(operator, arguments) => match &arguments[..] {
                [first, second] => Some((*operator, first, second)),
                _ => None,
            },
            _ => None,
        }
    }
}

impl<L: Clone> Expr<L> {
    /// Whether some leaf satisfies a condition.
    pub fn has_leaf(&self, mut holds: impl FnMut(&L) -> bool) -> bool {
        let mut found = false;
        self.for_each_leaf(&mut |leaf| found |= holds(leaf));
        found
    }

    /// `operator` over `arguments`.
    ///
    /// # Panics
    /// Only in debug builds, if the number of arguments does not match the operator.
    pub fn apply(operator: Operator, arguments: impl Into<Arc<[Expr<L>]>>) -> Expr<L> {
        let arguments = arguments.into();
        debug_assert!(
            operator.accepts(arguments.len()),
            "{operator:?} takes another number of arguments"
        );
        Expr::Apply(operator, arguments)
    }

    /// An integer.
    #[inline]
    pub fn integer(value: impl Into<Int>) -> Expr<L> {
        Expr::Integer(value.into())
    }

    /// `a + b`.
    #[inline]
    pub fn sum(a: Expr<L>, b: Expr<L>) -> Expr<L> {
        Expr::apply(Operator::Add, [a, b])
    }

    /// `k·a`.
    #[inline]
    pub fn scaled(k: impl Into<Int>, a: Expr<L>) -> Expr<L> {
        Expr::apply(Operator::Mul, [Expr::integer(k), a])
    }

    /// `a − b`.
    #[inline]
    pub fn difference(a: Expr<L>, b: Expr<L>) -> Expr<L> {
        Expr::sum(a, Expr::scaled(-1, b))
    }

    /// `a <= b`.
    #[inline]
    pub fn at_most(a: Expr<L>, b: Expr<L>) -> Expr<L> {
        Expr::apply(Operator::Le, [a, b])
    }

    /// `a < b`.
    #[inline]
    pub fn less(a: Expr<L>, b: Expr<L>) -> Expr<L> {
        Expr::at_most(Expr::sum(a, Expr::integer(1)), b)
    }

    /// `a = b`.
    #[inline]
    pub fn equal(a: Expr<L>, b: Expr<L>) -> Expr<L> {
        Expr::apply(Operator::Eq, [a, b])
    }

    /// "Not `a`", for a condition.
    #[inline]
    pub fn negation(a: Expr<L>) -> Expr<L> {
        Expr::difference(Expr::integer(1), a)
    }

    /// The term with each leaf mapped by `f`.
    pub fn map<M: Clone>(&self, f: &mut impl FnMut(&L) -> Expr<M>) -> Expr<M> {
        match self {
            Expr::Integer(value) => Expr::Integer(value.clone()),
            Expr::Leaf(leaf) => f(leaf),
            Expr::Apply(operator, arguments) => {
                let arguments = arguments.iter().map(|argument| argument.map(f));
                Expr::Apply(*operator, arguments.collect())
            }
        }
    }

    /// Calls `visit` on each leaf, left to right.
    pub fn for_each_leaf(&self, visit: &mut impl FnMut(&L)) {
        match self {
            Expr::Integer(_) => {}
            Expr::Leaf(leaf) => visit(leaf),
            Expr::Apply(_, all) => all.iter().for_each(|it| it.for_each_leaf(visit)),
        }
    }

    /// Its value, with the values of leaves given by `value`; none if a number exceeds the cap.
    pub fn evaluate(&self, value: &impl Fn(&L) -> Option<Int>) -> Option<Int> {
        match self {
            Expr::Integer(value) => Some(value.clone()),
            Expr::Leaf(leaf) => value(leaf),
            Expr::Apply(operator, arguments) => {
                let arguments = arguments.iter().map(|it| it.evaluate(value));
                operator.apply(&arguments.collect::<Option<SmallVec<[Int; 4]>>>()?)
            }
        }
    }
}

impl<L: fmt::Display> fmt::Display for Expr<L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Expr::Integer(value) => write!(f, "{value}"),
            Expr::Leaf(leaf) => write!(f, "{leaf}"),
            Expr::Apply(operator, arguments) => {
                write!(f, "({}", operator.name())?;
                for argument in arguments.iter() {
                    write!(f, " {argument}")?;
                }
                write!(f, ")")
            }
        }
    }
}
