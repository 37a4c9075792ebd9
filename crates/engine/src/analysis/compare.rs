//! Comparisons of variables.

use super::{Analysis, Unknown, Variable};
use crate::program::{Column, Point};
use crate::term::Expr;

/// A relation between two integers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Comparison {
    /// `=`
    Eq,
    /// `!=`
    Ne,
    /// `<`
    Lt,
    /// `<=`
    Le,
    /// `>`
    Gt,
    /// `>=`
    Ge,
}

/// The answer to a yes-or-no question.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// The condition holds in every execution that reaches the point.
    Proved,
    /// The negation holds in every execution that reaches the point.
    Refuted,
    /// Neither was proved.
    Unknown(Unknown),
    /// No execution reaches the point.
    Unreachable,
}

impl Comparison {
    /// The condition `a ∘ b`, as a term that is 0 or 1.
    pub fn condition(self, a: &Expr<Column>, b: &Expr<Column>) -> Expr<Column> {
        let (a, b) = (a.clone(), b.clone());
        match self {
            Comparison::Eq => Expr::equal(a, b),
            Comparison::Ne => Expr::negation(Expr::equal(a, b)),
            Comparison::Lt => Expr::less(a, b),
            Comparison::Le => Expr::at_most(a, b),
            Comparison::Gt => Expr::less(b, a),
            Comparison::Ge => Expr::at_most(b, a),
        }
    }
}

impl Analysis<'_> {
    /// Compares two variables at their default point, right after the latest definition among their values. Values that
    /// share no point are compared by definitions alone.
    pub fn compare(&mut self, a: &Variable, comparison: Comparison, b: &Variable) -> Verdict {
        self.compare_at(a, comparison, b, None)
    }

    /// Compares two variables at a point.
    pub fn compare_at(
        &mut self,
        a: &Variable,
        comparison: Comparison,
        b: &Variable,
        point: Option<Point>,
    ) -> Verdict {
        self.prove_at(&comparison.condition(a.as_term(), b.as_term()), point)
    }
}
