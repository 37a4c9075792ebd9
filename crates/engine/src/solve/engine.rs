//! The engine: the e-graph, the definitions and the facts of one program.

use super::columns::{ColumnDefinition, Columns};
use super::config::Config;
use super::facts::FactBase;
use super::path::LastPaths;
use crate::number::Range;
use crate::program::{BlockId, Column, Dominance, OpId, Program};
use crate::rules::{Anchor, Rules};
use crate::term::{EGraph, Expr, Form, Id};
use hashbrown::{HashMap, HashSet};
use std::cell::RefCell;

/// The engine of one program. It defines columns on demand and memoizes their e-classes and facts.
pub struct Engine<'p> {
    pub(super) program: &'p dyn Program,
    pub(super) rules: &'p Rules,
    pub(super) config: Config,
    pub(super) egraph: EGraph,
    pub(super) columns: Columns,
    pub(super) facts: FactBase,
    pub(super) ranges: super::range_memo::RangeMemo,
    pub(super) models: super::models::Models,
    pub(super) statistics: super::config::Statistics,
    /// Invariants of loops and joins.
    pub(super) invariants: super::induction::Invariants,
    pub(super) agenda: Agenda,
    pub(super) scope: Scope,
}

/// Work that is queued: facts to be asserted, and what waits for something to become known.
#[derive(Default)]
pub(super) struct Agenda {
    /// Ops whose facts were queued, with the number of the anchor.
    pub(super) touched: HashSet<(OpId, u32)>,
    /// Ops whose facts are to be asserted.
    pub(super) waiting: Vec<(OpId, Anchor)>,
    /// Arguments of loop bodies whose induction was not tried yet.
    pub(super) inductions: Vec<Column>,
    /// Arguments whose induction failed: the body yields another value.
    pub(super) changing: Vec<Column>,
    /// Rules and inductions that wait for a column to become constant.
    pub(super) parked: Vec<super::parking::Parked>,
    /// Facts of ops that are to be retried, by their numbers.
    pub(super) renewed: Vec<(OpId, Anchor, usize)>,
    /// Whether an induction has succeeded since the parked items were last retried.
    pub(super) has_news: bool,
    /// Disequalities whose sign is still unknown.
    pub(super) apart: Vec<super::assert::Apart>,
    /// Columns that got a definition after terms had been built over them as leaves.
    pub(super) late: super::redefine::Late,
}

/// Where facts hold: the blocks that were entered, the assumptions in force, and what is memoized about points.
#[derive(Default)]
pub(super) struct Scope {
    pub(super) dominance: Dominance,
    /// Memoized dominator paths.
    pub(super) last_paths: RefCell<LastPaths>,
    /// The position in each block up to which the facts of its ops were asserted.
    pub(super) passed: HashMap<BlockId, usize>,
    /// The block that was entered last: the facts on the path to it were asserted.
    pub(super) entered: Option<BlockId>,
    /// Memoized reachability of points.
    pub(super) unreachable: super::reachability::Unreached,
    /// The declared ranges of symbols, which no program defines.
    pub(super) symbols: HashMap<u32, Range>,
    /// How many assumptions were ever made.
    pub(super) assumptions: u32,
    /// The assumptions in force, with their numbers.
    pub(super) assumed: Vec<(u32, Expr<Column>)>,
    /// Memoized ops without rules below columns.
    pub(super) unknown: super::missing_rules::UnknownOps,
    /// Definitions that a comparison needed, of columns without a class.
    pub(super) nearby: HashMap<Column, ColumnDefinition>,
    /// Memoized linear programs.
    pub(super) solved: super::lp::Memo,
}

impl<'p> Engine<'p> {
    /// Creates an engine without any definitions.
    pub fn new(program: &'p dyn Program, rules: &'p Rules, config: Config) -> Engine<'p> {
        let mut egraph = EGraph::new(Some(rules.rewrites().clone()));
        egraph.set_congruence(config.congruence);
        Engine {
            program,
            rules,
            config,
            egraph,
            columns: Columns::default(),
            facts: FactBase::default(),
            ranges: Default::default(),
            models: Default::default(),
            statistics: Default::default(),
            invariants: Default::default(),
            agenda: Agenda::default(),
            scope: Scope::default(),
        }
    }

    /// Creates an engine with the same declarations and assumptions, and nothing memoized.
    pub fn without_memory(&self) -> Engine<'p> {
        let mut fresh = Engine::new(self.program, self.rules, self.config.clone());
        for (&symbol, range) in &self.scope.symbols {
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
        self.scope.symbols.insert(symbol, range);
    }

    /// The configuration.
    pub fn config(&self) -> &Config {
        &self.config
    }

    /// The e-graph.
    pub fn egraph(&self) -> &EGraph {
        &self.egraph
    }

    /// The definition of a column that has been requested; `None` for a leaf.
    pub fn definition(&self, column: Column) -> Option<&ColumnDefinition> {
        self.columns
            .entry(self.columns.get(column)?)
            .definition
            .as_deref()
    }

    /// The work done so far.
    pub fn statistics(&self) -> &super::config::Statistics {
        &self.statistics
    }

    /// The e-class of a column, which is defined on demand.
    pub fn class(&mut self, column: Column) -> Id {
        let id = self.define(column);
        self.settle_facts();
        self.egraph.find(id)
    }

    /// The e-class of a term over columns.
    pub fn class_of_term(&mut self, term: &Expr<Column>) -> Id {
        let id = self.intern(term);
        self.settle_facts();
        self.egraph.find(id)
    }

    /// Defines the columns of these terms in one pass, so that later queries find them memoized.
    pub fn define_all<'t>(&mut self, terms: impl IntoIterator<Item = &'t Expr<Column>>) {
        for term in terms {
            self.intern(term);
        }
        self.settle_facts();
    }

    /// The linear form of a class.
    pub fn form(&self, class: Id) -> Form {
        self.egraph.form(class).clone()
    }
}
