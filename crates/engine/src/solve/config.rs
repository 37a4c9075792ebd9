//! Configuration and statistics of the engine.

use super::lp::Engine;

/// The semantics of fixed-width integers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum IntegerOverflow {
    /// Arithmetic wraps around, as in hardware.
    #[default]
    Wrap,
    /// Integers are unbounded, as in MLIR's `ValueBoundsOpInterface`.
    Ignore,
}

/// Whether executed ops are assumed not to have produced poison.
///
/// A speculatable op (a cast, a slice, an addition with `nsw`) is not undefined if its operands violate its
/// preconditions: its results are poison, which is harmless unless it is used. Loop-invariant code motion hoists such
/// ops to places where they would not have executed. So the facts that such an op states about its operands hold only
/// by assumption.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum PureOpsAssert {
    /// Never.
    Never,
    /// In queries, but not in passes that rewrite programs.
    #[default]
    InQuestions,
    /// In queries and in passes.
    Always,
}

/// The configuration of an analysis. Budgets count work and not time, so that answers are reproducible.
#[derive(Clone, Debug)]
pub struct Config {
    /// The semantics of fixed-width integers.
    pub integer_overflow: IntegerOverflow,
    /// Whether speculatable ops state facts about their operands.
    pub pure_ops_assert: PureOpsAssert,
    /// The solver of linear programs.
    pub solver: Engine,
    /// Whether a late union is propagated to the terms over the united classes (congruence closure).
    pub congruence: bool,
    /// Maximum number of atoms in a linear program.
    pub max_atoms: usize,
    /// Maximum number of rows in a linear program.
    pub max_rows: usize,
    /// Maximum number of pivots in a linear program.
    pub max_pivots: usize,
    /// Maximum number of cases of one query.
    pub max_cases: usize,
    /// Whether the engine searches for invariants of carried values.
    pub invariants: bool,
    /// Maximum number of sub-engines for a comparison that was not decided directly. They prove it by cases that fix
    /// ranges and equalities. 0 disables these proofs.
    pub max_engines: usize,
}

impl Default for Config {
    fn default() -> Config {
        Config {
            integer_overflow: IntegerOverflow::Wrap,
            pure_ops_assert: PureOpsAssert::InQuestions,
            solver: Engine::Auto,
            congruence: true,
            max_atoms: 48,
            max_rows: 192,
            max_pivots: 2000,
            max_cases: 20,
            invariants: true,
            max_engines: 16,
        }
    }
}

impl Config {
    /// The configuration for a pass that rewrites a program: facts that hold only without poison count there only with
    /// [`PureOpsAssert::Always`].
    pub fn for_rewriting(&self) -> Config {
        let pure_ops_assert = match self.pure_ops_assert {
            PureOpsAssert::Always => PureOpsAssert::Always,
            PureOpsAssert::InQuestions | PureOpsAssert::Never => PureOpsAssert::Never,
        };
        Config {
            pure_ops_assert,
            ..self.clone()
        }
    }

    /// Whether speculatable ops state facts about their operands.
    pub(super) fn pure_ops_assert(&self) -> bool {
        self.pure_ops_assert != PureOpsAssert::Never
    }
}

/// The work that an analysis has done so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Statistics {
    /// Columns with an e-class.
    pub columns: usize,
    /// Linear programs solved.
    pub linear_programs: usize,
    /// Cases that were examined.
    pub cases: usize,
    /// Columns that were expanded by their definitions to find equalities, each time that they were.
    pub expanded: usize,
    /// Statistics of the solver of linear programs.
    pub solver: super::lp::Statistics,
}
