//! The questions about the instances of one program.

use crate::access::Access;
use crate::divisions::Division;
use crate::kept::{Analyses, Knowledge, Verdicts};
use crate::lanes::{of_masked_vector, second};
use crate::missing::Missing;
use crate::term::Term;
use crate::twin::Numbers;
use crate::whole::whole_accesses;
use calipers_egraph::Expr;
use calipers_engine::analysis::Analysis;
use calipers_engine::solve::{Config, IntegerOverflow};
use calipers_number::Range;
use calipers_program::{Column, OpId, Program, ValueId};
use calipers_rules::Rules;
use hashbrown::HashMap;

/// What questions about instances take to hold of the program.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Assumptions {
    /// Different arguments of a function, and globals, share no memory.
    pub distinct_arguments: bool,
}

/// Answers questions about the instances of the ops of a program.
///
/// Elements are those of buffers, as indices denote them: where the strides of a memref are unknown, different indices
/// are assumed to be different elements. Two instances of a kernel are runs in which some id that the kernel reads
/// differs. Index arithmetic is assumed not to overflow, and fixed-width integers wrap, as in all answers.
pub struct Instances<'p> {
    pub(crate) program: &'p dyn Program,
    pub(crate) rules: &'p Rules,
    pub(crate) config: Config,
    pub(crate) assumptions: Assumptions,
    /// Conditions that are assumed to hold in all instances.
    pub(crate) conditions: Vec<Term>,
    /// The analysis of the program itself.
    pub(crate) analysis: Analysis<'p>,
    /// The divisions about which [`Instances::learn_divisions`] found out something, and what.
    pub(crate) divisions: Vec<Division>,
    /// What follows, each for the places where a result of a division exists.
    pub(crate) lemmas: Vec<(ValueId, Term)>,
    /// The bitwise ops that were examined, by result: the term that it is, if there is one.
    pub(crate) sums: HashMap<ValueId, Option<Term>>,
    /// Divisions of which this is known only where an access executes.
    pub(crate) divisions_at: Vec<(OpId, Division)>,
    /// The accesses whose divisions were examined, and how much was known then.
    pub(crate) examined: HashMap<OpId, Knowledge>,
    /// The verdicts about pairs of accesses at a level.
    pub(crate) verdicts: Verdicts,
    /// The analyses that confirm found instances.
    pub(crate) confirming: Analyses<'p>,
    /// Loops that count by a fixed width, and whether they are known not to wrap.
    pub(crate) counters: Vec<(OpId, bool)>,
    numbers: Option<Numbers>,
}

impl<'p> Instances<'p> {
    /// Questions with the default configuration.
    pub fn new(program: &'p dyn Program, rules: &'p Rules) -> Instances<'p> {
        Instances::with_config(program, rules, Config::default(), Assumptions::default())
    }

    /// Questions with a configuration of the engine, under assumptions.
    pub fn with_config(
        program: &'p dyn Program,
        rules: &'p Rules,
        config: Config,
        assumptions: Assumptions,
    ) -> Instances<'p> {
        Instances {
            program,
            rules,
            analysis: Analysis::with_config(program, rules, config.clone()),
            config,
            assumptions,
            conditions: vec![],
            divisions: vec![],
            lemmas: vec![],
            sums: HashMap::new(),
            divisions_at: vec![],
            examined: HashMap::new(),
            verdicts: Verdicts::default(),
            confirming: Analyses::default(),
            counters: vec![],
            numbers: None,
        }
    }

    /// Questions about the program of an analysis, with its configuration and under what it assumes.
    pub fn of(analysis: &mut Analysis<'p>, assumptions: Assumptions) -> Instances<'p> {
        let config = analysis.config().clone();
        let (program, rules) = analysis.engine().sources();
        let mut instances = Instances::with_config(program, rules, config, assumptions);
        for (_, condition) in analysis.engine().assumed() {
            instances.assume(condition);
        }
        instances
    }

    /// The program.
    pub fn program(&self) -> &'p dyn Program {
        self.program
    }

    /// Assumes that a condition on values of the program holds in every instance.
    pub fn assume(&mut self, condition: &Expr<Column>) {
        self.counters.clear();
        self.verdicts.clear();
        self.sums.retain(|_, sum| sum.is_some());
        self.analysis.assume(condition);
        self.conditions.push(condition.clone());
    }

    /// The first handles that the program does not use.
    pub(crate) fn numbers(&mut self, op: OpId) -> Numbers {
        let program = self.program;
        *self.numbers.get_or_insert_with(|| Numbers::of(program, op))
    }

    /// The accesses of an op: of one that accesses whole buffers, one for each of these.
    pub(crate) fn accesses(&self, op: OpId) -> Result<Vec<Access>, Missing> {
        if let Some(accesses) = whole_accesses(self.program, op) {
            return accesses.ok_or(Missing::NotAnAccess(op));
        }
        Ok(vec![self.access(op)?])
    }

    /// The access that an op is, with a lane for each element that a mask may exclude.
    pub(crate) fn access(&self, op: OpId) -> Result<Access, Missing> {
        if let Some(slice) = self.slice_access(op) {
            return Ok(slice);
        }
        let access = self.whole_access(op)?;
        let wraps = self.config.integer_overflow == IntegerOverflow::Wrap;
        Ok(of_masked_vector(self.program, access, wraps))
    }

    /// The access that an op is.
    pub(crate) fn whole_access(&self, op: OpId) -> Result<Access, Missing> {
        let wraps = self.config.integer_overflow == IntegerOverflow::Wrap;
        Access::read(self.program, op, wraps).ok_or(Missing::NotAnAccess(op))
    }

    /// Declares the ranges of the lanes of an access, in both instances.
    pub(crate) fn declare_lanes(analysis: &mut Analysis<'_>, access: &Access) {
        for lane in &access.lanes {
            let own = Column::Symbol(lane.symbol);
            for column in [own, second(own)] {
                if let Column::Symbol(symbol) = column {
                    analysis.declare(symbol, Range::between(0, lane.count - 1));
                }
            }
        }
    }
}
