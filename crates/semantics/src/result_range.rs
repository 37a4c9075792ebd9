//! Ranges of results that hold wherever the result exists.

use super::formula::Function;
use super::{Anchor, Anchors, Body, ColumnKind, Fact, Formula, OpRules, Place, RuleSet, owner};
use calipers_number::{Int, Range};
use calipers_program::term::Operator;
use calipers_program::{Column, Program};

impl dyn RuleSet + '_ {
    /// The range of a column wherever its value exists, from unconditional facts about a result, such as `(<= 1
    /// (result))`, and from sizes being nonnegative. The result exists only after the op has executed, so the range
    /// holds wherever the result does. Full for columns that may have a definition: the definition may exist where
    /// the result does not, and need not be in the range there.
    pub fn result_range(&self, program: &(impl Program + ?Sized), column: Column) -> Range {
        let (Column::Value(value) | Column::Dim(value, _)) = column else {
            return Range::full();
        };
        let Some((op, place)) = owner(program, value) else {
            return Range::full();
        };
        let known = self.op(program.op_name(op));
        match (column, place) {
            (Column::Dim(..), _) => match known {
                Some(rules) if rules.may_define(|kind| kind == ColumnKind::Dim) => Range::full(),
                _ => Range::at_least(0),
            },
            (Column::Value(_), Place::Result(0)) => {
                known.map_or_else(Range::full, OpRules::result_range)
            }
            _ => Range::full(),
        }
    }
}

impl OpRules {
    /// Whether a fact restricts the range of the op's result wherever it exists, so that answers may rely on the fact
    /// without listing it.
    pub fn is_result_range(&self, fact: &Fact) -> bool {
        !self.may_define_result() && !fact.result_range().is_full()
    }

    /// Whether the result may equal a term that exists elsewhere.
    fn may_define_result(&self) -> bool {
        self.may_define(|kind| matches!(kind, ColumnKind::Value | ColumnKind::Unsigned))
    }

    /// Whether a column of such a kind, of a result or of a region argument, may equal a term that exists elsewhere.
    fn may_define(&self, is_such: impl Fn(ColumnKind) -> bool) -> bool {
        self.loop_.is_some() || self.defines.iter().any(|define| is_such(define.kind))
    }

    fn result_range(&self) -> Range {
        if self.may_define_result() {
            return Range::full();
        }
        let ranges = self.facts.iter().map(|fact| fact.result_range());
        ranges.fold(Range::full(), |all, one| all.intersect(&one))
    }
}

impl Fact {
    fn result_range(&self) -> Range {
        let is_unconditional = self.head.when.is_empty() && self.head.given.is_empty();
        match (&self.body, self.anchors) {
            (Body::Formula(body), Anchors::One(Anchor::After)) if is_unconditional => bounds(body),
            _ => Range::full(),
        }
    }
}

/// The range of `(result)`, from the comparisons with constants in a formula.
fn bounds(formula: &Formula) -> Range {
    let is_result =
        |part: &Formula| matches!(part, Formula::Call(Function::Result, rest) if rest.is_empty());
    match formula {
        Formula::Operator(Operator::Le, sides) => match &sides[..] {
            [Formula::Integer(low), result] if is_result(result) => Range::at_least(low.clone()),
            [result, Formula::Integer(high)] if is_result(result) => Range::at_most(high.clone()),
            // `r < n` is parsed as `r + 1 <= n`.
            [
                Formula::Operator(Operator::Add, sum),
                Formula::Integer(high),
            ] => match &sum[..] {
                [result, Formula::Integer(one)] if is_result(result) && one.is_one() => {
                    Range::at_most(high - Int::ONE)
                }
                _ => Range::full(),
            },
            _ => Range::full(),
        },
        Formula::Operator(Operator::Min, parts) | Formula::Call(Function::List, parts) => {
            let parts = parts.iter().map(bounds);
            parts.fold(Range::full(), |all, one| all.intersect(&one))
        }
        _ => Range::full(),
    }
}
