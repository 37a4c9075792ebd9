//! The questions: bounds, comparisons, ranges.
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
mod slice;
mod slice_proof;
mod stop_condition;
mod unreachable;
mod value_bounds;
mod variable;

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
use thiserror::Error;

/// Why there is no answer.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Unknown {
    /// These ops have no rules, and the answer depends on them.
    #[error("it depends on {} ops without rules", .0.len())]
    MissingRule(Vec<OpId>),
    /// A budget ran out.
    #[error("a budget ran out")]
    Budget,
    /// From what is known no bound follows.
    #[error("nothing that is known decides it")]
    NoBound,
    /// A rule contradicts itself: nothing is answered from then on.
    #[error("a rule contradicts itself")]
    BadRule,
}

/// The questions about one program. What a question unfolds is kept for the next one.
pub struct Analysis<'p> {
    engine: Engine<'p>,
    scopes: Vec<u32>,
    /// How many columns were unfolded for questions that were asked alone.
    columns_alone: usize,
    /// Whether the assumptions contradict each other, as far as is known, with the number of the last one of them.
    contradictory: Option<(u32, bool)>,
    /// Points of which it was found out why no run comes there.
    unreached: Vec<Point>,
}

impl<'p> Analysis<'p> {
    /// An analysis with the default configuration.
    pub fn new(program: &'p dyn Program, rules: &'p Rules) -> Analysis<'p> {
        Analysis::with_config(program, rules, Config::default())
    }

    /// An analysis.
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
        }
    }

    /// The engine behind it, for those who explain or draw.
    pub fn engine(&mut self) -> &mut Engine<'p> {
        &mut self.engine
    }

    /// The rules that it knows.
    pub fn rules(&self) -> &'p Rules {
        self.engine.sources().1
    }

    /// How it is configured.
    pub fn config(&self) -> &Config {
        self.engine.config()
    }

    /// What has been counted so far.
    pub fn statistics(&self) -> &Statistics {
        self.engine.statistics()
    }

    /// A bound of a variable: a query to be refined, then computed.
    pub fn bound(&mut self, kind: BoundKind, variable: impl Into<Variable>) -> BoundQuery<'_, 'p> {
        BoundQuery::new(self, kind, variable.into())
    }

    /// The point at which a variable is asked about by default: right after the latest definition
    /// among its values; none if they share no point.
    pub fn default_point(&self, variable: &Variable) -> Option<Point> {
        self.engine.common_point(variable.columns())
    }

    /// The range of a variable at a point (the default one if none is given): all values it can
    /// have lie in it. Empty where no run reaches the point.
    pub fn range_at(&mut self, variable: &Variable, point: Option<Point>) -> Range {
        let point = point.or_else(|| self.default_point(variable));
        self.answer(point, |it| it.tightest_range(variable.as_term(), point))
    }

    /// The range of a variable at its default point.
    pub fn range(&mut self, variable: impl Into<Variable>) -> Range {
        self.range_at(&variable.into(), None)
    }

    /// The difference of two variables, if it is the same in every run.
    pub fn constant_difference(&mut self, a: &Variable, b: &Variable) -> Option<Int> {
        let difference = Expr::difference(a.as_term().clone(), b.as_term().clone());
        let class = self.engine.class_of_term(&difference);
        if let Some(value) = self.engine.egraph().as_constant(class) {
            return Some(value.clone());
        }
        let range = self.range_at(&Variable::term(difference), None);
        range.as_constant().cloned()
    }

    /// Whether two variables are equal wherever both exist: proved, refuted or unknown.
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

    /// States the range of a variable that no program defines ([`Column::Symbol`]): every value that
    /// it ever has lies in it. To be stated before the variable is first mentioned.
    pub fn declare(&mut self, symbol: u32, range: Range) {
        self.engine.declare(symbol, range);
    }

    /// Takes a condition to hold from now on, everywhere, until the scope is popped.
    pub fn assume(&mut self, condition: &Expr<Column>) {
        self.engine.assume(condition);
    }

    /// Opens a scope of assumptions.
    pub fn push(&mut self) {
        self.scopes.push(self.engine.assumption_count());
    }

    /// Takes back the assumptions since the last [`push`](Analysis::push). False if there is none.
    pub fn pop(&mut self) -> bool {
        match self.scopes.pop() {
            Some(count) => {
                self.engine.forget_assumptions(count);
                true
            }
            None => false,
        }
    }

    /// Whether a condition (a term that is 0 or 1) holds at a point (the default one if none is
    /// given).
    ///
    /// What is not decided at once is proved by cases, within the configured number of engines.
    pub fn prove_at(&mut self, condition: &Expr<Column>, point: Option<Point>) -> Verdict {
        let point = point.or_else(|| self.default_point(&Variable::term(condition.clone())));
        self.answer(point, |it| it.proved_at(condition, point))
    }

    fn proved_at(&mut self, condition: &Expr<Column>, point: Option<Point>) -> Verdict {
        self.decision(condition, point).verdict
    }

    /// Like [`Analysis::prove_at`], without cases: one proof or none.
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

    /// Why nothing is known of terms: whether a budget ran out, or which ops have no rules.
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
