//! The shortest form of a symbolic answer.
//!
//! Equality saturation (`calipers-saturation`) suggests a term, with the ranges of columns and the conditions that are
//! proved at the point. The suggestion counts only with a proof that it equals the answer, which the checker accepts.

use super::{Analysis, Variable, Verdict};
use crate::number::Range;
use crate::program::{Column, Point};
use crate::solve::Decided;
use crate::term::{Expr, Leaf, Operator};
use calipers_saturation::{Facts, Preference, Saturation, Size};
use std::sync::Arc;

/// Maximum number of operations of a term that is shortened.
const MAX_OPERATIONS: u32 = 64;

/// The facts at a point, for the columns of a term.
struct AtPoint<'a, 'p> {
    analysis: &'a mut Analysis<'p>,
    columns: &'a [Column],
    point: Option<Point>,
    allowed: &'a dyn Fn(Column) -> bool,
}

impl AtPoint<'_, '_> {
    fn column(&self, leaf: Leaf) -> Column {
        self.columns[leaf.0 as usize]
    }
}

impl Facts for AtPoint<'_, '_> {
    fn range(&mut self, leaf: Leaf) -> Range {
        let column = Expr::Leaf(self.column(leaf));
        self.analysis.engine.best_range(&column, self.point)
    }

    fn holds(&mut self, condition: &Expr) -> Option<bool> {
        let condition = condition.map(&mut |leaf| Expr::Leaf(self.column(*leaf)));
        match self.analysis.engine.prove(&condition, self.point) {
            Ok(Decided::True) => Some(true),
            Ok(Decided::False) => Some(false),
            Ok(Decided::Unreachable) | Err(_) => None,
        }
    }

    fn is_allowed(&self, leaf: Leaf) -> bool {
        (self.allowed)(self.column(leaf))
    }
}

impl Analysis<'_> {
    /// The shortest term over allowed columns that is found and proved to equal a term at a point (the default point if
    /// `None`): the fewest divisions and wraps, then the fewest operations. None if none is shorter than the term. If
    /// the term mentions a column that is not allowed, any term over allowed columns counts as shorter.
    ///
    /// A bound by definitions reads as the program does, with the wraps of its fixed-width integers; this is how a
    /// person would write it. Costs nothing for terms without divisions, minima, maxima, selections and products, else
    /// some hundred microseconds, and a proof where a shorter term is found.
    ///
    /// ```
    /// use calipers::analysis::{Analysis, Variable};
    /// use calipers::number::Range;
    /// use calipers::program::{Column, NoProgram};
    /// use calipers::rules::Rules;
    /// use calipers::term::{Expr, Operator};
    ///
    /// let rules = Rules::embedded();
    /// let mut analysis = Analysis::new(&NoProgram, &rules);
    /// analysis.declare(0, Range::between(1, 1000));
    /// let n = Expr::Leaf(Column::Symbol(0));
    /// let wrapped = Variable::term(Expr::apply(Operator::Mod, [n.clone(), Expr::integer(4096)]));
    /// assert_eq!(analysis.shortest(&wrapped, None, |_| true), Some(Variable::term(n)));
    /// ```
    pub fn shortest(
        &mut self,
        variable: &Variable,
        point: Option<Point>,
        allowed: impl Fn(Column) -> bool,
    ) -> Option<Variable> {
        let term = variable.as_term();
        if !is_worthwhile(term) {
            return None;
        }
        let point = point.or_else(|| self.default_point(variable));
        let found = self.suggestion(term, point, &allowed)?;
        let is_equal = Expr::equal(term.clone(), found.clone());
        let (verdict, proof) = self.explain(&is_equal, point);
        (verdict == Verdict::Proved && proof.is_ok()).then(|| Variable::term(found))
    }

    /// The shortest term by equality saturation, which is not proved.
    fn suggestion(
        &mut self,
        term: &Expr<Column>,
        point: Option<Point>,
        allowed: &dyn Fn(Column) -> bool,
    ) -> Option<Expr<Column>> {
        let mut columns: Vec<Column> = vec![];
        term.for_each_leaf(&mut |column| {
            if !columns.contains(column) {
                columns.push(*column);
            }
        });
        let number = |column: &Column| columns.iter().position(|it| it == column);
        let numbered = term.map(&mut |column| Expr::Leaf(Leaf(number(column).unwrap_or(0) as u32)));
        let saturation = self.saturation();
        let mut facts = AtPoint {
            analysis: self,
            columns: &columns,
            point,
            allowed,
        };
        let found = saturation.shortest(&numbered, &mut facts, &Preference::default())?;
        let column = |leaf: &Leaf| Expr::Leaf(columns[leaf.0 as usize]);
        Some(found.term.map(&mut { column }))
    }

    /// The rules that shorten answers, which are prepared once.
    fn saturation(&mut self) -> Arc<Saturation> {
        let (_, rules) = self.engine.sources();
        let prepared = || Arc::new(Saturation::new(rules.answer_rewrites()));
        self.saturation.get_or_insert_with(prepared).clone()
    }
}

/// Whether a term has an operator besides sums and multiples, and is not too large.
fn is_worthwhile(term: &Expr<Column>) -> bool {
    fn is_plain(term: &Expr<Column>) -> bool {
        match term {
            Expr::Integer(_) | Expr::Leaf(_) => true,
            Expr::Apply(Operator::Add, arguments) => arguments.iter().all(is_plain),
            Expr::Apply(Operator::Mul, arguments) => {
                let factors = arguments.iter().filter(|it| !matches!(it, Expr::Integer(_)));
                factors.clone().count() < 2 && arguments.iter().all(is_plain)
            }
            Expr::Apply(..) => false,
        }
    }
    !is_plain(term) && Size::of(term).operations <= MAX_OPERATIONS
}
