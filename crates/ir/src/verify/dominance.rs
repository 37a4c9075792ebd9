//! The verification of SSA dominance.

use super::fault::Fault;
use crate::Module;
use crate::program::{Dominance, OpId, Point, Program, RegionId};

impl Module {
    /// Checks that definitions dominate uses. Parsing ensures it, except for forward references and uses in other
    /// blocks.
    pub(super) fn check_dominance(&self, forward_users: &[OpId]) -> Result<(), Fault> {
        let dominance = Dominance::new();
        for &op in forward_users {
            self.check_uses(op, &dominance)?;
        }
        let branching = |region: &RegionId| self.blocks(*region).len() > 1;
        let roots: Vec<OpId> = self
            .regions
            .iter()
            .enumerate()
            .filter(|(number, _)| branching(&RegionId(*number as u32)))
            .map(|(_, region)| region.parent)
            .collect();
        let mut seen = hashbrown::HashSet::new();
        for root in roots {
            for op in self.walk(root) {
                if !seen.insert(op) {
                    continue;
                }
                self.check_uses(op, &dominance)?;
            }
        }
        Ok(())
    }

    fn check_uses(&self, op: OpId, dominance: &Dominance) -> Result<(), Fault> {
        // The text of an op that could not be read may name values that it does not use.
        if self.verbatim(op).is_some() {
            return Ok(());
        }
        let Some(point) = Point::before(self, op) else {
            return Ok(());
        };
        for (number, &operand) in self.operands(op).iter().enumerate() {
            let Some(from) = Point::of(self, operand) else {
                continue;
            };
            if !self.may_use(from, point, dominance) {
                return self.fault(op, format!("operand #{number} does not dominate this use"));
            }
        }
        Ok(())
    }

    fn may_use(&self, from: Point, to: Point, dominance: &Dominance) -> bool {
        if dominance.dominates(self, from, to) {
            return true;
        }
        // In a graph region the order is irrelevant, and unreachable code is not executed.
        let region = self.block_region(from.block);
        let mut at = to;
        loop {
            let here = self.block_region(at.block);
            if !dominance.is_reachable(self, at.block) {
                return true;
            }
            if here == region {
                return !self.has_ssa_dominance(here);
            }
            match Point::before(self, self.region_parent(here)) {
                Some(outer) => at = outer,
                None => return false,
            }
        }
    }
}
