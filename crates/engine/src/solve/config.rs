//! What can be tuned, and what is counted.

use super::lp::Engine;

/// How fixed-width integers are read.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum IntegerOverflow {
    /// They wrap around, as they do.
    #[default]
    Wrap,
    /// They are unbounded integers, as MLIR's value bounds read them.
    Ignore,
}

/// Where it is assumed that ops which have executed gave no poison.
///
/// An op that may be executed speculatively (a cast, a slice, an addition with `nsw`) is not undefined where its
/// operands are not as it wants them: its results are poison, which does no harm as long as nobody uses them.
/// Loop-invariant code motion moves such ops to where they would not have run. So what such an op says of its
/// operands holds only by assumption.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum PureOpsAssert {
    /// Nowhere.
    Never,
    /// In questions, but not in passes that rewrite programs.
    #[default]
    InQuestions,
    /// In passes, too.
    Always,
}

/// The configuration of an analysis. Budgets count work, so that they mean the same everywhere.
#[derive(Clone, Debug)]
pub struct Config {
    /// How fixed-width integers are read.
    pub integer_overflow: IntegerOverflow,
    /// Where ops that may be executed speculatively tell something about their operands.
    pub pure_ops_assert: PureOpsAssert,
    /// Which solver is used.
    pub solver: Engine,
    /// Whether late unions reach the terms built upon the united classes.
    pub congruence: bool,
    /// How many atoms a linear program may take in.
    pub max_atoms: usize,
    /// How many rows a linear program may have.
    pub max_rows: usize,
    /// How many pivots a linear program may take.
    pub max_pivots: usize,
    /// How many cases a question may be split into.
    pub max_cases: usize,
    /// Whether invariants are looked for of what loops carry.
    pub invariants: bool,
    /// How many small engines a comparison that was not decided at once may take, to prove it by
    /// cases in which ranges and equalities are fixed; none if zero.
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
            max_cases: 16,
            invariants: true,
            max_engines: 16,
        }
    }
}

impl Config {
    /// The same for a pass that rewrites a program: what holds unless an op gave poison counts there only if
    /// [`PureOpsAssert::Always`] says so.
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

    /// Whether ops that may be executed speculatively tell something about their operands.
    pub(super) fn pure_ops_assert(&self) -> bool {
        self.pure_ops_assert != PureOpsAssert::Never
    }
}

/// What an analysis has cost so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Statistics {
    /// Columns unfolded.
    pub columns: usize,
    /// Linear programs solved.
    pub linear_programs: usize,
    /// Cases into which questions were split.
    pub cases: usize,
    /// What the solver of linear programs did.
    pub solver: super::lp::Statistics,
}
