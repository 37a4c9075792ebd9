//! The shortest form of a symbolic answer.
//!
//! Equality saturation (`calipers-saturation`) suggests a term, with the ranges of columns and the conditions that are
//! proved at the point. The suggestion counts only if the prover proves that it equals the answer there, like any other
//! verdict.

use super::{Analysis, Bound, Variable, Verdict};
use crate::number::{Int, Range};
use crate::program::{AffineBinary, AffineExpr, AffineMap, Column, Point};
use crate::term::condition::{as_negated, is_condition};
use crate::term::{Expr, Leaf, Operator};
use calipers_saturation::{Facts, Limits, Preference, Saturation, Size};
use std::sync::Arc;

/// Maximum number of operations of a term that is shortened.
const MAX_OPERATIONS: u32 = 1_000;

/// Maximum number of operations of a term whose equality with another one is proved by cases.
const MAX_OPERATIONS_BY_CASES: u32 = 24;

/// If a result is not proved equal, the second one may be: it has no new quotients by terms, about which less is proved.
const LIMITS: [Limits; 2] = [Limits::DEFAULT, Limits::CONSTANT_DIVISORS];

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

    /// Whether a condition holds, by ranges and one linear program: a suggestion does not need more, and most conditions
    /// are not decided.
    fn decided(&mut self, condition: &Expr<Column>) -> Option<bool> {
        if let Some(negated) = as_negated(condition) {
            let holds = self.decided(negated).map(|holds| !holds);
            // That a term differs from another one may be a fact as it is, which no linear program has.
            let is_open = holds.is_none() && matches!(negated, Expr::Apply(Operator::Eq, _));
            let is_stated =
                is_open && self.analysis.decide_at(condition, self.point) == Verdict::Proved;
            return if is_stated { Some(true) } else { holds };
        }
        let Expr::Apply(operator, sides) = condition else {
            return None;
        };
        match (operator, &sides[..]) {
            (Operator::Le, [a, b]) if self.is_at_most(a, b, 0) || self.are_at_most(a, b) => {
                Some(true)
            }
            (Operator::Le, [a, b]) if self.is_at_most(b, a, -1) => Some(false),
            (Operator::Eq, [a, b]) if self.is_at_most(a, b, 0) && self.is_at_most(b, a, 0) => {
                Some(true)
            }
            (Operator::Eq, [a, b]) if self.is_at_most(a, b, -1) || self.is_at_most(b, a, -1) => {
                Some(false)
            }
            _ => None,
        }
    }

    /// Whether all arguments of a maximum are at most a term, or a term is at most all arguments of a minimum.
    fn are_at_most(&mut self, a: &Expr<Column>, b: &Expr<Column>) -> bool {
        match (a, b) {
            (Expr::Apply(Operator::Max, all), b) => all.iter().all(|a| self.is_at_most(a, b, 0)),
            (a, Expr::Apply(Operator::Min, all)) => all.iter().all(|b| self.is_at_most(a, b, 0)),
            _ => false,
        }
    }

    /// Whether `a − b <= most`.
    fn is_at_most(&mut self, a: &Expr<Column>, b: &Expr<Column>, most: i64) -> bool {
        let difference = Expr::difference(b.clone(), a.clone());
        let engine = &mut self.analysis.engine;
        let class = engine.class_of_term(&difference);
        let form = engine.form(class).add_constant(&most.into());
        form.is_some_and(|form| engine.is_at_least_zero_at_once(&form, self.point))
    }
}

impl Facts for AtPoint<'_, '_> {
    fn range(&mut self, leaf: Leaf) -> Range {
        let column = Expr::Leaf(self.column(leaf));
        self.analysis.engine.best_range(&column, self.point)
    }

    fn holds(&mut self, condition: &Expr) -> Option<bool> {
        let condition = condition.map(&mut |leaf| Expr::Leaf(self.column(*leaf)));
        self.decided(&condition)
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
    /// some hundred microseconds, and a comparison where a shorter term is found.
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
        self.shortest_by(variable, point, allowed, &Preference::default())
    }

    /// Like [`Analysis::shortest`], where another quantity than divisions decides first.
    ///
    /// ```
    /// use calipers::analysis::{Analysis, Criterion, Preference, Variable};
    /// use calipers::program::{Column, NoProgram};
    /// use calipers::rules::Rules;
    /// use calipers::term::{Expr, Operator};
    ///
    /// let rules = Rules::embedded();
    /// let mut analysis = Analysis::new(&NoProgram, &rules);
    /// let n = Expr::Leaf(Column::Symbol(0));
    /// let quotient = Expr::apply(Operator::FloorDiv, [n.clone(), Expr::integer(8)]);
    /// let multiple = Expr::scaled(-8, quotient);
    /// let rest = Variable::term(Expr::sum(n.clone(), multiple));
    /// let by = Preference(vec![Criterion::Operations]);
    /// let shortest = analysis.shortest_by(&rest, None, |_| true, &by);
    /// let remainder = Expr::apply(Operator::Mod, [n, Expr::integer(8)]);
    /// assert_eq!(shortest, Some(Variable::term(remainder)));
    /// ```
    pub fn shortest_by(
        &mut self,
        variable: &Variable,
        point: Option<Point>,
        allowed: impl Fn(Column) -> bool,
        preference: &Preference,
    ) -> Option<Variable> {
        let term = variable.as_term();
        if !is_worthwhile(term) {
            return None;
        }
        let point = point.or_else(|| self.default_point(variable));
        if is_condition(term)
            && let Some(truth) = self.truth_of(term, point)
        {
            return Some(truth);
        }
        let mut refused: Vec<Expr<Column>> = vec![];
        for limits in LIMITS {
            let found = self.suggestions(term, point, &allowed, (limits, preference));
            for found in found.into_iter().rev() {
                if refused.contains(&found) {
                    continue;
                }
                if self.is_proved_equal(term, &found, point) {
                    return Some(Variable::term(found));
                }
                refused.push(found);
            }
            if refused.is_empty() {
                break;
            }
        }
        None
    }

    /// The [`shortest`](Analysis::shortest) form over the variable's own columns, or the variable if it has none.
    pub fn shortened(&mut self, variable: Variable) -> Variable {
        let columns = variable.columns();
        let found = self.shortest(&variable, None, |column| columns.contains(&column));
        found.unwrap_or(variable)
    }

    /// The shortest form of a bound at a point, as in [`Analysis::shortest`], over any of its operands; the bound itself
    /// if there is none, or if that is not affine.
    pub fn shortest_bound(&mut self, bound: Bound, point: Option<Point>) -> Bound {
        let point = bound.valid_at.or(point);
        let Some(term) = bound.as_term() else {
            return bound;
        };
        let shortest = self.shortest(&Variable::term(term), point, |_| true);
        let affine = shortest.and_then(|it| Bound::of_term(it.as_term(), bound.valid_at));
        affine.unwrap_or(bound)
    }

    /// The truth of a condition as an integer, if it is decided.
    fn truth_of(&mut self, condition: &Expr<Column>, point: Option<Point>) -> Option<Variable> {
        match self.decide_at(condition, point) {
            Verdict::Proved => Some(Variable::constant(1)),
            Verdict::Refuted => Some(Variable::constant(0)),
            _ => None,
        }
    }

    /// Whether two terms are proved to be equal at a point. As for every verdict, the proof is derived on request.
    fn is_proved_equal(
        &mut self,
        a: &Expr<Column>,
        b: &Expr<Column>,
        point: Option<Point>,
    ) -> bool {
        let is_equal = Expr::equal(a.clone(), b.clone());
        let is_small = Size::of(a).operations <= MAX_OPERATIONS_BY_CASES;
        let verdict = match is_small {
            true => self.prove_at(&is_equal, point),
            false => self.decide_at(&is_equal, point),
        };
        verdict == Verdict::Proved
    }

    /// Ever shorter terms by equality saturation, which are not proved.
    fn suggestions(
        &mut self,
        term: &Expr<Column>,
        point: Option<Point>,
        allowed: &dyn Fn(Column) -> bool,
        (limits, preference): (Limits, &Preference),
    ) -> Vec<Expr<Column>> {
        // Sums and products are in program order.
        let mut columns: Vec<Column> = vec![];
        term.for_each_leaf(&mut |column| columns.push(*column));
        columns.sort_unstable();
        columns.dedup();
        let number = |column: &Column| columns.iter().position(|it| it == column);
        let numbered = term.map(&mut |column| Expr::Leaf(Leaf(number(column).unwrap_or(0) as u32)));
        let saturation = self.saturation();
        let mut facts = AtPoint {
            analysis: self,
            columns: &columns,
            point,
            allowed,
        };
        let found = saturation.ever_shorter(limits, &numbered, &mut facts, preference);
        let column = |leaf: &Leaf| Expr::Leaf(columns[leaf.0 as usize]);
        let terms = found.iter().map(|found| found.term.map(&mut { column }));
        terms.collect()
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
                let factors = arguments
                    .iter()
                    .filter(|it| !matches!(it, Expr::Integer(_)));
                factors.clone().count() < 2 && arguments.iter().all(is_plain)
            }
            Expr::Apply(..) => false,
        }
    }
    !is_plain(term) && Size::of(term).operations <= MAX_OPERATIONS
}

impl Bound {
    /// A term as a bound; none if it is not affine, apart from products.
    pub fn of_term(term: &Expr<Column>, valid_at: Option<Point>) -> Option<Bound> {
        let mut operands = vec![];
        let result = affine(term, &mut operands)?;
        let map = AffineMap {
            dims: 0,
            symbols: operands.len() as u32,
            results: vec![result],
        };
        Some(Bound {
            map,
            operands,
            valid_at,
        })
    }
}

/// A term as an affine expression over symbols, which are numbered in order of occurrence.
fn affine(term: &Expr<Column>, operands: &mut Vec<Column>) -> Option<AffineExpr> {
    let (operator, arguments) = match term {
        Expr::Integer(value) => return Some(AffineExpr::Constant(value.clone())),
        Expr::Leaf(column) => {
            let known = operands.iter().position(|it| it == column);
            let number = known.unwrap_or_else(|| {
                operands.push(*column);
                operands.len() - 1
            });
            return Some(AffineExpr::Symbol(number as u32));
        }
        Expr::Apply(operator, arguments) => (operator, arguments),
    };
    let binary = match operator {
        Operator::Add => AffineBinary::Add,
        Operator::Mul => AffineBinary::Mul,
        Operator::FloorDiv => AffineBinary::FloorDiv,
        Operator::CeilDiv => AffineBinary::CeilDiv,
        Operator::Mod => AffineBinary::Mod,
        _ => return None,
    };
    let is_number = |it: &&Expr<Column>| matches!(it, Expr::Integer(_));
    let is_quotient = !matches!(operator, Operator::Add | Operator::Mul);
    if is_quotient && !matches!(&arguments[1], Expr::Integer(k) if *k > Int::ZERO) {
        return None;
    }
    // The integer of a product is on the right.
    let mut ordered: Vec<&Expr<Column>> = arguments.iter().collect();
    if *operator == Operator::Mul {
        ordered.sort_by_key(is_number);
    }
    let mut parts = ordered.into_iter();
    let first = affine(parts.next()?, operands)?;
    parts.try_fold(first, |before, part| {
        Some(AffineExpr::binary(binary, before, affine(part, operands)?))
    })
}
