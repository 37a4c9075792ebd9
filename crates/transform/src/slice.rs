//! Forward slices of values.

use crate::ir::Module;
use crate::program::{Program, ValueId};
use hashbrown::HashSet;

/// The values that may depend on `roots`, including these: results of ops that use one, values carried by control
/// flow that depends on one, and all arguments of the regions of an op that depends on one. Costs the slice.
pub(super) fn dependents_of(
    module: &Module,
    roots: impl IntoIterator<Item = ValueId>,
) -> HashSet<ValueId> {
    let mut stack: Vec<ValueId> = roots.into_iter().collect();
    let mut seen: HashSet<ValueId> = stack.iter().copied().collect();
    while let Some(value) = stack.pop() {
        for &user in module.users(value) {
            let mut reached: Vec<ValueId> = module.results(user).to_vec();
            let mut blocks = module.successors(user).to_vec();
            let mut regions = module.regions(user).to_vec();
            let is_last = module
                .block_of(user)
                .is_some_and(|block| module.block_ops(block).last() == Some(&user));
            if is_last && let Some(parent) = module.parent_op(user) {
                reached.extend(module.results(parent));
                regions.extend(module.regions(parent));
            }
            blocks.extend(
                regions
                    .iter()
                    .filter_map(|&region| module.blocks(region).first()),
            );
            reached.extend(
                blocks
                    .iter()
                    .flat_map(|&block| module.block_arguments(block)),
            );
            stack.extend(reached.into_iter().filter(|&value| seen.insert(value)));
        }
    }
    seen
}
