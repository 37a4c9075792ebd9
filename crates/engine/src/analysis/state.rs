//! The state of the queries about one program, and the reasons why a query has no answer.

use super::claimed_ranges::LeastValues;
use super::shortest::ShortestForms;
use super::variable::Variable;
use crate::number::Range;
use crate::program::{Column, OpId, Point, Program};
use crate::rules::Rules;
use crate::solve::{Config, Engine, Statistics};
use crate::term::Expr;
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
    pub(super) engine: Engine<'p>,
    pub(super) scopes: Vec<u32>,
    /// How many columns were defined by fresh engines for queries at unreachable points.
    pub(super) columns_alone: usize,
    /// Whether the assumptions contradict each other, with the number of the last assumption at that time.
    pub(super) contradictory: Option<(u32, bool)>,
    /// The least values of claims that were found last.
    pub(super) least: LeastValues,
    /// Unreachable points that were examined for contradictory rules.
    pub(super) unreached: Vec<Point>,
    /// The shortest forms that were found.
    pub(super) shortest: ShortestForms,
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

    pub(super) fn of_engine(engine: Engine<'p>) -> Analysis<'p> {
        Analysis {
            engine,
            scopes: vec![],
            columns_alone: 0,
            contradictory: None,
            least: LeastValues::default(),
            unreached: vec![],
            shortest: ShortestForms::default(),
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
    pub fn statistics(&self) -> Statistics {
        self.engine.statistics()
    }

    /// The default point of queries about a variable: right after the latest definition among its values; `None` if
    /// they share no point.
    pub fn default_point(&self, variable: &Variable) -> Option<Point> {
        self.engine.common_point(variable.columns())
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

    pub(super) fn unanswerable(&self) -> Option<Unknown> {
        self.engine
            .egraph()
            .has_contradiction()
            .then_some(Unknown::BadRule)
    }

    /// The reason why there is no answer about these terms: an exhausted budget, or ops without rules.
    pub(super) fn why_unknown(&mut self, budget: bool, terms: &[&Expr<Column>]) -> Unknown {
        if budget {
            return Unknown::Budget;
        }
        match self.engine.unknown_ops(terms) {
            ops if ops.is_empty() => Unknown::NoBound,
            ops => Unknown::MissingRule(ops),
        }
    }
}
