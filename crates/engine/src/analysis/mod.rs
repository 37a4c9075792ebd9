//! The query interface: bounds, comparisons, ranges, divisors and slices.
//!
//! ```
//! use calipers::analysis::{Analysis, Comparison, Variable, Verdict};
//! use calipers::program::{Column, NoProgram};
//! use calipers::rules::Rules;
//! use calipers::term::Expr;
//!
//! let rules = Rules::embedded();
//! let mut analysis = Analysis::new(&NoProgram, &rules);
//! let (x, y) = (Expr::Leaf(Column::Symbol(0)), Expr::Leaf(Column::Symbol(1)));
//! analysis.assume(&Expr::less(x.clone(), y.clone()));
//! let next = Variable::term(Expr::sum(x, Expr::integer(1)));
//! assert_eq!(analysis.compare(&next, Comparison::Le, &Variable::term(y)), Verdict::Proved);
//! ```

mod alternatives;
mod bound;
mod bounds;
mod calls;
mod changing;
mod claims;
mod clash;
mod clashes;
mod compare;
mod display;
mod divisor;
mod expression;
mod integer;
mod layout;
mod progression;
mod proof;
mod search;
mod shape;
mod shortest;
mod slice;
mod slice_proof;
mod stop_condition;
mod unreachable;
mod unwrap;
mod value_bounds;
mod variable;
mod watched;

pub use bound::{Bound, BoundKind, BoundQuery};
pub use bounds::{Bounds, Extreme};
pub use calls::with_calls;
pub use changing::Changing;
pub use clash::Clash;
pub use compare::{Comparison, Verdict};
pub use display::infix;
pub use divisor::is_multiple;
pub use integer::IntegerRange;
pub use shape::{SameClass, Sameness, shaped_values};
pub use slice::{CommonSlices, HyperrectangularSlice, SliceRelation};
pub use stop_condition::AffineTerm;
pub use value_bounds::{Effort, Known, is_of_argument};
pub use variable::Variable;

use crate::number::{Int, Range};
use crate::program::{Column, OpId, Point, Program};
use crate::rules::Rules;
use crate::solve::{Config, Decided, Engine, Statistics};
use crate::term::Expr;
use calipers_saturation::Saturation;
use std::sync::Arc;
use thiserror::Error;

/// The reason why there is no answer.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Unknown {
    /// The answer depends on these ops, which have no rules.
    #[error("it depends on {} ops without rules", .0.len())]
    MissingRule(Vec<OpId>),
    /// A budget was exhausted.
    #[error("a budget ran out")]
    Budget,
    /// No bound follows from the facts.
    #[error("nothing that is known decides it")]
    NoBound,
    /// A rule contradicts itself. All further queries fail with this error.
    #[error("a rule contradicts itself")]
    BadRule,
}

/// The queries about one program. Definitions and facts are kept between queries.
pub struct Analysis<'p> {
    engine: Engine<'p>,
    scopes: Vec<u32>,
    /// How many columns were defined by fresh engines for queries at unreachable points.
    columns_alone: usize,
    /// Whether the assumptions contradict each other, with the number of the last assumption at that time.
    contradictory: Option<(u32, bool)>,
    /// Unreachable points that were examined for contradictory rules.
    unreached: Vec<Point>,
    /// The rules that shorten answers, once they were needed.
    saturation: Option<Arc<Saturation>>,
}

impl<'p> Analysis<'p> {
    /// Creates an analysis with the default configuration.
    pub fn new(program: &'p dyn Program, rules: &'p Rules) -> Analysis<'p> {
        Analysis::with_config(program, rules, Config::default())
    }

    /// Creates an analysis.
    pub fn with_config(program: &'p dyn Program, rules: &'p Rules, config: Config) -> Analysis<'p> {
        Analysis::of_engine(Engine::new(program, rules, config))
    }

    fn of_engine(engine: Engine<'p>) -> Analysis<'p> {
        Analysis {
            engine,
            scopes: vec![],
            columns_alone: 0,
            contradictory: None,
            unreached: vec![],
            saturation: None,
        }
    }

    /// The underlying engine, for explanation and display.
    pub fn engine(&mut self) -> &mut Engine<'p> {
        &mut self.engine
    }

    /// The rules.
    pub fn rules(&self) -> &'p Rules {
        self.engine.sources().1
    }

    /// The configuration.
    pub fn config(&self) -> &Config {
        self.engine.config()
    }

    /// The work done so far.
    pub fn statistics(&self) -> &Statistics {
        self.engine.statistics()
    }

    /// A query for a bound of a variable, to be refined and then computed.
    pub fn bound(&mut self, kind: BoundKind, variable: impl Into<Variable>) -> BoundQuery<'_, 'p> {
        BoundQuery::new(self, kind, variable.into())
    }

    /// The default point of queries about a variable: right after the latest definition among its values; `None` if
    /// they share no point.
    pub fn default_point(&self, variable: &Variable) -> Option<Point> {
        self.engine.common_point(variable.columns())
    }

    /// The range of a variable at a point (the default point if `None`): it contains every value that the variable can
    /// have there. Empty if no execution reaches the point.
    pub fn range_at(&mut self, variable: &Variable, point: Option<Point>) -> Range {
        let point = point.or_else(|| self.default_point(variable));
        self.answer(point, |it| it.tightest_range(variable.as_term(), point))
    }

    /// The range of a variable at its default point.
    pub fn range(&mut self, variable: impl Into<Variable>) -> Range {
        self.range_at(&variable.into(), None)
    }

    /// The difference of two variables, if it is the same in every execution.
    pub fn constant_difference(&mut self, a: &Variable, b: &Variable) -> Option<Int> {
        let difference = Expr::difference(a.as_term().clone(), b.as_term().clone());
        let class = self.engine.class_of_term(&difference);
        if let Some(value) = self.engine.egraph().as_constant(class) {
            return Some(value.clone());
        }
        let range = self.range_at(&Variable::term(difference), None);
        range.as_constant().cloned()
    }

    /// Whether two variables are equal wherever both exist.
    pub fn are_equal(&mut self, a: &Variable, b: &Variable) -> Verdict {
        self.compare(a, Comparison::Eq, b)
    }

    /// Whether a variable is `>= 0` at its default point.
    pub fn is_non_negative(&mut self, variable: impl Into<Variable>) -> Verdict {
        self.compare(&Variable::constant(0), Comparison::Le, &variable.into())
    }

    /// Whether a variable is `>= 1` at its default point.
    pub fn is_positive(&mut self, variable: impl Into<Variable>) -> Verdict {
        self.compare(&Variable::constant(1), Comparison::Le, &variable.into())
    }

    /// Declares the range of a symbol ([`Column::Symbol`]), which no program defines. The caller must declare it before
    /// the symbol is first mentioned.
    pub fn declare(&mut self, symbol: u32, range: Range) {
        self.engine.declare(symbol, range);
    }

    /// Assumes that a condition holds everywhere, until the scope is popped.
    pub fn assume(&mut self, condition: &Expr<Column>) {
        self.engine.assume(condition);
    }

    /// Opens a scope of assumptions.
    pub fn push(&mut self) {
        self.scopes.push(self.engine.assumption_count());
    }

    /// Retracts the assumptions since the last [`push`](Analysis::push). Returns `false` if no scope is open.
    pub fn pop(&mut self) -> bool {
        match self.scopes.pop() {
            Some(count) => {
                self.engine.forget_assumptions(count);
                true
            }
            None => false,
        }
    }

    /// Whether a condition (a term that is 0 or 1) holds at a point (the default point if `None`).
    ///
    /// A condition that a single proof does not decide is decided by cases, within the configured number of engines.
    pub fn prove_at(&mut self, condition: &Expr<Column>, point: Option<Point>) -> Verdict {
        let point = point.or_else(|| self.default_point(&Variable::term(condition.clone())));
        match self.linear_decision(condition) {
            Some(decision) => decision.verdict,
            None => self.answer(point, |it| it.proved_at(condition, point)),
        }
    }

    fn proved_at(&mut self, condition: &Expr<Column>, point: Option<Point>) -> Verdict {
        self.decision(condition, point).verdict
    }

    /// Like [`Analysis::prove_at`], without cases: by a single proof.
    pub fn decide_at(&mut self, condition: &Expr<Column>, point: Option<Point>) -> Verdict {
        let point = point.or_else(|| self.default_point(&Variable::term(condition.clone())));
        self.answer(point, |it| it.decided_at(condition, point))
    }

    fn decided_at(&mut self, condition: &Expr<Column>, point: Option<Point>) -> Verdict {
        let decided = self.engine.prove(condition, point);
        if let Some(unknown) = self.unanswerable() {
            return Verdict::Unknown(unknown);
        }
        match decided {
            Ok(Decided::True) => Verdict::Proved,
            Ok(Decided::False) => Verdict::Refuted,
            Ok(Decided::Unreachable) => Verdict::Unreachable,
            Err(budget) => Verdict::Unknown(self.why_unknown(budget, &[condition])),
        }
    }

    /// Whether a condition holds at its default point.
    pub fn prove(&mut self, condition: &Expr<Column>) -> Verdict {
        self.prove_at(condition, None)
    }

    fn unanswerable(&self) -> Option<Unknown> {
        self.engine
            .egraph()
            .has_contradiction()
            .then_some(Unknown::BadRule)
    }

    /// The reason why there is no answer about these terms: an exhausted budget, or ops without rules.
    fn why_unknown(&mut self, budget: bool, terms: &[&Expr<Column>]) -> Unknown {
        if budget {
            return Unknown::Budget;
        }
        match self.engine.unknown_ops(terms) {
            ops if ops.is_empty() => Unknown::NoBound,
            ops => Unknown::MissingRule(ops),
        }
    }
}
