//! Passes that use proofs about the instances of accesses.

use crate::ir::Module;
use crate::pass::{Pass, PassResult, Report};
use crate::program::OpId;
use crate::rules::Rules;
use crate::solve::Config;
use calipers_instances::{Assumptions, Instances};
use std::sync::Arc;

pub mod contiguity;
pub mod in_bounds;
pub mod lane_masks;
pub mod parallel;

/// A change of ops that proofs justify.
pub trait Rewrite {
    /// What changes about an op.
    type Change;

    /// Whether different arguments of a function share no memory.
    fn distinct_arguments(&self) -> bool {
        false
    }

    /// The change of an op, if there is one.
    fn find(
        &self,
        module: &Module,
        instances: &mut Instances<'_>,
        op: OpId,
    ) -> Option<Self::Change>;

    /// Changes an op.
    fn apply(&self, module: &mut Module, op: OpId, change: Self::Change);
}

/// The pass that makes all changes of a kind. Facts that hold only if no op gives poison are not used.
pub struct Proving<R> {
    /// The kind.
    pub rewrite: R,
    /// The semantics of ops.
    pub rules: Arc<Rules>,
    /// The configuration of the analysis.
    pub config: Config,
}

impl<R: Rewrite + Send + Sync> Pass for Proving<R> {
    fn run(&self, module: &mut Module, root: OpId, _report: &mut Report) -> PassResult {
        let found: Vec<(OpId, R::Change)> = {
            let module = &*module;
            let mut assumptions = Assumptions::default();
            assumptions.distinct_arguments = self.rewrite.distinct_arguments();
            let config = self.config.for_rewriting();
            let mut instances = Instances::with_config(module, &self.rules, config, assumptions);
            let change = |op| Some((op, self.rewrite.find(module, &mut instances, op)?));
            module.walk(root).filter_map(change).collect()
        };
        for (op, change) in found {
            self.rewrite.apply(module, op, change);
        }
        Ok(())
    }
}
