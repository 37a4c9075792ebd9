//! The engine: the e-graph, the definitions and the facts of one program.

mod assume;
mod claims;
mod divisor;
mod explain;
mod missing_rules;
mod prove;
mod queries;
mod scope;
mod snapshot;

pub use snapshot::Snapshot;

use crate::number::Range;
use crate::program::{Column, Program};
use crate::rules::Rules;
use crate::solve::bounds::Bounds;
use crate::solve::columns::ColumnDefinition;
use crate::solve::config::{Config, Statistics};
use crate::solve::define::Definitions;
use crate::solve::disequalities::Disequalities;
use crate::solve::knowledge::Knowledge;
use crate::solve::points::Scope;
use crate::term::{EGraph, Expr, Form, Id};

/// The engine of one program. It defines columns on demand and memoizes their e-classes and facts.
pub struct Engine<'p> {
    pub(in crate::solve) program: &'p dyn Program,
    pub(in crate::solve) rules: &'p Rules,
    pub(in crate::solve) config: Config,
    pub(in crate::solve) known: Knowledge<'p>,
    pub(in crate::solve) definitions: Definitions<'p>,
    pub(in crate::solve) bounds: Bounds,
    /// Invariants of loops and joins.
    pub(in crate::solve) invariants: crate::solve::induction::Invariants,
    /// Disequalities whose sign is still unknown.
    pub(in crate::solve) disequalities: Disequalities,
    pub(in crate::solve) scope: Scope,
}

impl<'p> Engine<'p> {
    /// Creates an engine without any definitions.
    pub fn new(program: &'p dyn Program, rules: &'p Rules, config: Config) -> Engine<'p> {
        let mut egraph = EGraph::new(Some(rules.rewrites().clone()));
        egraph.set_congruence(config.congruence);
        Engine {
            program,
            rules,
            definitions: Definitions::new(rules, config.clone()),
            bounds: Bounds::new(config.clone()),
            config,
            known: Knowledge::new(program, egraph),
            invariants: Default::default(),
            disequalities: Disequalities::default(),
            scope: Scope::default(),
        }
    }

    /// Creates an engine with the same declarations and assumptions, and nothing memoized.
    pub fn without_memory(&self) -> Engine<'p> {
        let mut fresh = Engine::new(self.program, self.rules, self.config.clone());
        for (&symbol, range) in &self.definitions.symbols {
            fresh.declare(symbol, range.clone());
        }
        for (number, condition) in &self.scope.assumed {
            fresh.scope.assumptions = *number;
            fresh.assume(condition);
        }
        fresh
    }

    /// The program and the rules.
    pub fn sources(&self) -> (&'p dyn Program, &'p Rules) {
        (self.program, self.rules)
    }

    /// Declares the range of a symbol, which no program defines. The caller must declare it before the symbol is first
    /// mentioned.
    pub fn declare(&mut self, symbol: u32, range: Range) {
        self.definitions.symbols.insert(symbol, range);
    }

    /// The configuration.
    pub fn config(&self) -> &Config {
        &self.config
    }

    /// The e-graph.
    pub fn egraph(&self) -> &EGraph {
        &self.known.egraph
    }

    /// The definition of a column that has been requested; `None` for a leaf.
    pub fn definition(&self, column: Column) -> Option<&ColumnDefinition> {
        self.known.columns.definition(column)
    }

    /// The column that a carried column of a loop, or the result of a loop, begins with.
    pub fn initial_value(&self, column: Column) -> Option<Column> {
        let (program, dominance) = (self.program, &self.known.points.dominance);
        let (_, carried) = self.rules.carrier(program, dominance, column.value()?)?;
        Some(column.of_value(carried.initial))
    }

    /// The work done so far.
    pub fn statistics(&self) -> Statistics {
        Statistics {
            columns: self.definitions.counted,
            ..self.bounds.statistics
        }
    }

    /// Counts the columns of an expansion by definitions.
    pub(crate) fn count_expanded(&mut self, columns: usize) {
        self.bounds.statistics.expanded += columns;
    }

    /// The e-class of a column, which is defined on demand.
    pub fn class(&mut self, column: Column) -> Id {
        let id = self.definitions.define(&mut self.known, column);
        self.settle_facts();
        self.known.egraph.find(id)
    }

    /// The e-class of a term over columns.
    pub fn class_of_term(&mut self, term: &Expr<Column>) -> Id {
        let id = self.definitions.intern(&mut self.known, term);
        self.settle_facts();
        self.known.egraph.find(id)
    }

    /// Defines the columns of these terms in one pass, so that later queries find them memoized.
    pub fn define_all<'t>(&mut self, terms: impl IntoIterator<Item = &'t Expr<Column>>) {
        for term in terms {
            self.definitions.intern(&mut self.known, term);
        }
        self.settle_facts();
    }

    /// The linear form of a class.
    pub fn form(&self, class: Id) -> Form {
        self.known.egraph.form(class).clone()
    }
}
