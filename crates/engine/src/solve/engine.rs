//! Goal-directed unfolding: columns become classes, each once.

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

/// The engine of one program: what has been unfolded, and the facts found on the way.
pub struct Engine<'p> {
    pub(super) program: &'p dyn Program,
    pub(super) rules: &'p Rules,
    pub(super) config: Config,
    pub(super) egraph: EGraph,
    pub(super) columns: Columns,
    pub(super) facts: FactBase,
    pub(super) dominance: Dominance,
    /// The paths to the points that were last looked at.
    pub(super) last_paths: RefCell<LastPaths>,
    pub(super) ranges: super::ranges::RangeMemo,
    pub(super) models: super::models::Models,
    pub(super) statistics: super::config::Statistics,
    /// Ops whose facts have been put down, by the number of the anchor.
    pub(super) touched: HashSet<(OpId, u32)>,
    /// Ops whose facts are to be put down.
    pub(super) waiting: Vec<(OpId, Anchor)>,
    /// What is universally true of variables that no program defines.
    pub(super) symbols: HashMap<u32, Range>,
    /// Arguments of loop bodies whose induction has not been tried.
    pub(super) inductions: Vec<Column>,
    /// Arguments of which the body was seen to pass on something else.
    pub(super) changing: Vec<Column>,
    /// What rules would say if something were a constant, or an induction held.
    pub(super) parked: Vec<super::parking::Parked>,
    /// Facts of ops that are to be tried again, by their numbers.
    pub(super) renewed: Vec<(OpId, Anchor, usize)>,
    /// Whether an induction has held since what is parked was looked at.
    pub(super) has_news: bool,
    /// Invariants of loops and joins.
    pub(super) invariants: super::induction::Invariants,
    /// How many assumptions have been made.
    pub(super) assumptions: u32,
    /// Those that have not been taken back.
    pub(super) assumed: Vec<(u32, Expr<Column>)>,
    /// Points found to be reached or not, by the facts then known.
    pub(super) unreachable: super::reachability::Unreached,
    /// The ops without rules below columns.
    pub(super) unknown: super::missing_rules::UnknownOps,
    /// How many ops of a block have put down their facts.
    pub(super) passed: HashMap<BlockId, usize>,
    /// The block that was entered last: what lies around it has put down its facts.
    pub(super) entered: Option<BlockId>,
    /// What is not equal, until it has been looked at.
    pub(super) apart: Vec<super::assert::Apart>,
    /// What came to be known after others had been built upon it.
    pub(super) late: super::redefine::Late,
    /// Definitions that were looked at and not unfolded.
    pub(super) nearby: HashMap<Column, ColumnDefinition>,
}

impl<'p> Engine<'p> {
    /// An engine that has unfolded nothing yet.
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
            dominance: Dominance::new(),
            last_paths: RefCell::default(),
            ranges: Default::default(),
            models: Default::default(),
            statistics: Default::default(),
            touched: HashSet::new(),
            waiting: Vec::new(),
            symbols: HashMap::new(),
            inductions: Vec::new(),
            changing: Vec::new(),
            parked: Vec::new(),
            renewed: Vec::new(),
            has_news: false,
            invariants: Default::default(),
            assumptions: 0,
            assumed: Vec::new(),
            unreachable: Default::default(),
            unknown: Default::default(),
            passed: HashMap::new(),
            entered: None,
            apart: Vec::new(),
            late: Default::default(),
            nearby: HashMap::new(),
        }
    }

    /// An engine of which the same is declared and assumed, and that has been asked nothing.
    pub fn without_memory(&self) -> Engine<'p> {
        let mut fresh = Engine::new(self.program, self.rules, self.config.clone());
        for (&symbol, range) in &self.symbols {
            fresh.declare(symbol, range.clone());
        }
        for (number, condition) in &self.assumed {
            fresh.assumptions = *number;
            fresh.assume(condition);
        }
        fresh
    }

    /// What it reads: the program and the rules.
    pub fn sources(&self) -> (&'p dyn Program, &'p Rules) {
        (self.program, self.rules)
    }

    /// States the range of a variable that no program defines: every value that it ever has lies in
    /// it. To be stated before the variable is first mentioned.
    pub fn declare(&mut self, symbol: u32, range: Range) {
        self.symbols.insert(symbol, range);
    }

    /// How it is configured.
    pub fn config(&self) -> &Config {
        &self.config
    }

    /// The terms so far.
    pub fn egraph(&self) -> &EGraph {
        &self.egraph
    }

    /// The definition of a column that was unfolded; none of a leaf.
    pub fn definition(&self, column: Column) -> Option<&ColumnDefinition> {
        self.columns
            .entry(self.columns.get(column)?)
            .definition
            .as_deref()
    }

    /// What has been counted so far.
    pub fn statistics(&self) -> &super::config::Statistics {
        &self.statistics
    }

    /// The class of a column, unfolding what it needs.
    pub fn class(&mut self, column: Column) -> Id {
        let id = self.define(column);
        self.settle_facts();
        self.egraph.find(id)
    }

    /// The class of a term over columns.
    pub fn class_of_term(&mut self, term: &Expr<Column>) -> Id {
        let id = self.intern(term);
        self.settle_facts();
        self.egraph.find(id)
    }

    /// Unfolds what these terms need, in one pass: what is asked about them next finds it.
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
