//! Whether the ops of a term are defined, and compute it, wherever the op that it replaces is executed.

use super::emit::without_sign;
use super::{Search, computing_op};
use crate::analysis::{Comparison, Variable, Verdict};
use crate::number::{Int, Range};
use crate::program::{AffineExpr, AffineMap, Column, Program, ValueId};
use crate::term::{Expr, Operator};

/// The width of an index.
const INDEX_BITS: u32 = 64;

/// Maximum number of values of the program that a new value is compared with.
const MAX_COMPARED: usize = 16;

impl Search<'_, '_> {
    /// Whether all divisors are positive, and all values below the root fit an index. The root is the result of the op,
    /// which fits by assumption.
    pub(super) fn is_safe(&mut self, term: &Expr<Column>) -> bool {
        let Expr::Apply(operator, arguments) = term else {
            return true;
        };
        let mut parts = vec![];
        partial_results(*operator, arguments, &mut parts);
        let is_positive = |range: Range| range.lower().is_some_and(|lower| *lower >= Int::ONE);
        if operator.is_division() && !is_positive(self.range(&arguments[1])) {
            return false;
        }
        let known = self.known_values();
        parts.iter().all(|part| self.fits(part, &known))
            && arguments
                .iter()
                .all(|argument| is_scale(argument) || self.is_safe(argument))
    }

    /// Whether a value fits an index: by its range, or because it lies between values that do.
    fn fits(&mut self, term: &Expr<Column>, known: &[Expr<Column>]) -> bool {
        let all = Range::signed(INDEX_BITS);
        let range = self.range_of_indices(term).intersect(&self.range(term));
        let (least, greatest) = (all.lower().cloned(), all.upper().cloned());
        let is_above = range.lower() >= least.as_ref() && range.lower().is_some();
        let is_below = range.upper().is_some() && range.upper() <= greatest.as_ref();
        known.contains(term)
            || (is_above || self.is_beside(term, Comparison::Ge, known))
                && (is_below || self.is_beside(term, Comparison::Le, known))
    }

    fn is_beside(
        &mut self,
        term: &Expr<Column>,
        comparison: Comparison,
        known: &[Expr<Column>],
    ) -> bool {
        let own = Variable::term(term.clone());
        known.iter().any(|known| {
            let known = Variable::term(known.clone());
            let verdict = self
                .analysis
                .compare_at(&own, comparison, &known, self.point);
            verdict == Verdict::Proved
        })
    }

    /// The range of a term by the ranges of its leaves, which are indices.
    fn range_of_indices(&mut self, term: &Expr<Column>) -> Range {
        match term {
            Expr::Integer(value) => Range::constant(value.clone()),
            Expr::Leaf(_) => self.range(term).intersect(&Range::signed(INDEX_BITS)),
            Expr::Apply(operator, arguments) => {
                let ranges: Vec<Range> = arguments
                    .iter()
                    .map(|argument| self.range_of_indices(argument))
                    .collect();
                operator.range_over(arguments, &ranges)
            }
        }
    }

    /// Values that the program computes before the result, which fit by assumption: results of index arithmetic, and
    /// the parts of affine expressions.
    fn known_values(&self) -> Vec<Expr<Column>> {
        let mut values = vec![self.result];
        let mut known = vec![];
        let mut next = 0;
        while let Some(&value) = values.get(next)
            && known.len() < MAX_COMPARED
        {
            next += 1;
            let Some(op) = computing_op(self.module, value) else {
                continue;
            };
            known.push(Expr::Leaf(Column::Value(value)));
            let operands = self.module.operands(op);
            if let Some(map) = self.module.op_map(op, "map") {
                known.extend(parts_of_map(map, operands));
            }
            let new = operands.iter().filter(|it| !values.contains(it)).copied();
            let new: Vec<ValueId> = new.collect();
            values.extend(new);
        }
        known.truncate(MAX_COMPARED);
        known
    }
}

/// The parts of an affine expression that are computed before it.
fn parts_of_map(map: &AffineMap, operands: &[ValueId]) -> Vec<Expr<Column>> {
    let operands: Vec<Variable> = operands.iter().map(|&it| Variable::value(it)).collect();
    let mut stack: Vec<&AffineExpr> = map.results.iter().collect();
    let mut parts = vec![];
    while let Some(expr) = stack.pop() {
        let AffineExpr::Binary(_, lhs, rhs) = expr else {
            continue;
        };
        let own = AffineMap {
            results: vec![expr.clone()],
            ..map.clone()
        };
        let part = Variable::map(&own, &operands);
        parts.extend(part.map(|part| part.as_term().clone()));
        stack.extend([&**lhs, &**rhs]);
    }
    parts
}

/// Whether a term is a product with -1, whose factors are subtracted instead.
fn is_scale(term: &Expr<Column>) -> bool {
    without_sign(term).is_some_and(|positive| matches!(positive, Expr::Leaf(_)))
}

/// The values that are computed on the way to the result of an operator.
fn partial_results(operator: Operator, arguments: &[Expr<Column>], parts: &mut Vec<Expr<Column>>) {
    let is_sum = operator == Operator::Add;
    for (n, argument) in arguments.iter().enumerate() {
        let positive = without_sign(argument).filter(|_| is_sum && n > 0);
        let argument = positive.unwrap_or_else(|| argument.clone());
        if matches!(argument, Expr::Apply(..)) {
            parts.push(argument);
        }
    }
    let is_chain = matches!(
        operator,
        Operator::Add | Operator::Mul | Operator::Min | Operator::Max
    );
    for length in 2..arguments.len() {
        if !is_chain {
            break;
        }
        parts.push(Expr::apply(operator, arguments[..length].to_vec()));
    }
}
