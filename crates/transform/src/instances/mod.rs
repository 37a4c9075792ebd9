//! Passes that use proofs about the instances of accesses.

use crate::ir::Module;
use crate::rules::Rules;
use crate::solve::Config;
use calipers_instances::{Assumptions, Instances};

pub mod in_bounds;
pub mod lane_masks;
pub mod parallel;

/// Questions whose answers hold for a rewritten program as well.
fn proofs<'m>(
    module: &'m Module,
    rules: &'m Rules,
    config: &Config,
    distinct_arguments: bool,
) -> Instances<'m> {
    let mut assumptions = Assumptions::default();
    assumptions.distinct_arguments = distinct_arguments;
    Instances::with_config(module, rules, config.for_rewriting(), assumptions)
}
