//! What must hold of a module that was read, beyond its syntax.

use super::registry::{Arity, Group, OpSpec, Regions};
use super::uses::Uses;
use super::{AttrData, Module, Type};
use crate::program::{Dominance, OpId, Point, Program, RegionId, ValueId};

/// What is wrong, at a byte of the source.
type Fault = (u32, String);

impl Module {
    /// Fills in what is known once a file has been read, and checks the ops.
    pub(super) fn finish(&mut self) -> Result<(), Fault> {
        self.uses = Uses::of(&self.ops, self.values.len());
        for number in 0..self.ops.len() {
            let op = OpId(number as u32);
            if !self.op(op).erased {
                self.check_op(op)?;
            }
        }
        let users = std::mem::take(&mut self.forward_users);
        self.check_dominance(&users)
    }

    fn fault<T>(&self, op: OpId, message: impl AsRef<str>) -> Result<T, Fault> {
        let message = format!("'{}' op {}", self.op_name(op), message.as_ref());
        Err((self.op(op).offset, message))
    }

    fn check_op(&self, op: OpId) -> Result<(), Fault> {
        let Some(spec) = self.spec(op) else {
            return Ok(());
        };
        let data = self.op(op);
        self.check_groups(op, &spec.operands, data.operands.len(), "operand", spec)?;
        self.check_groups(op, &spec.results, data.results.len(), "result", spec)?;
        if let Regions::Exactly(count) = spec.regions
            && data.regions.len() != count
        {
            return self.fault(op, format!("requires {count} regions"));
        }
        if data.successors.len()
            < spec
                .successors
                .iter()
                .filter(|it| it.arity == Arity::One)
                .count()
        {
            return self.fault(op, "has too few successors");
        }
        for attribute in &spec.attributes {
            if !attribute.optional && self.op_attribute(op, &attribute.name).is_none() {
                return self.fault(op, format!("requires attribute '{}'", attribute.name));
            }
        }
        if spec.terminator
            && let Some(block) = data.block
            && self.block_ops(block).last() != Some(&op)
        {
            return self.fault(op, "must be the last operation in the parent block");
        }
        self.check_known(op, spec)
    }

    fn check_groups(
        &self,
        op: OpId,
        groups: &[Group],
        count: usize,
        what: &str,
        spec: &OpSpec,
    ) -> Result<(), Fault> {
        let least = groups.iter().filter(|it| it.arity == Arity::One).count();
        let open = groups.len() > least;
        let variadic = groups.iter().any(|it| it.arity == Arity::Variadic);
        if count < least || (!open && count > least) || (!variadic && count > groups.len()) {
            let message = match (open, least) {
                (false, 1) => format!("requires a single {what}"),
                (false, _) => format!("expected {least} {what}s, but found {count}"),
                (true, _) => format!("expected {least} or more {what}s, but found {count}"),
            };
            return self.fault(op, message);
        }
        let (segments, name) = if what == "operand" {
            (spec.operand_segments, "operandSegmentSizes")
        } else {
            (spec.result_segments, "resultSegmentSizes")
        };
        if !segments {
            return Ok(());
        }
        let sizes = self
            .op_attribute(op, name)
            .and_then(|it| self.attribute_data(it).as_dense_array());
        let Some(sizes) = sizes else {
            return self.fault(op, format!("requires attribute '{name}'"));
        };
        let fits = |(size, group): (&i64, &Group)| match group.arity {
            Arity::One => *size == 1,
            Arity::Optional => (0..=1).contains(size),
            Arity::Variadic => (0..=count as i64).contains(size),
        };
        let sum: i64 = sizes.iter().copied().fold(0, i64::saturating_add);
        if sizes.len() != groups.len() || sum != count as i64 || !sizes.iter().zip(groups).all(fits)
        {
            return self.fault(op, format!("has {what} segment sizes that do not fit"));
        }
        Ok(())
    }

    /// What the engine relies on in ops it knows.
    fn check_known(&self, op: OpId, spec: &OpSpec) -> Result<(), Fault> {
        let data = self.op(op);
        match spec.name.as_str() {
            "builtin.module" | "gpu.module" => self.check_region(op, 0),
            "scf.for" | "affine.for" => {
                self.check_region(op, 0)?;
                let arguments = self.entry_types(op, 0);
                let results = self.types_of(&data.results);
                if arguments.len() != results.len() + 1 || arguments[1..] != results[..] {
                    return self.fault(
                        op,
                        "mismatch between the induction variable, loop-carried values and results",
                    );
                }
                let carried = data.operands.len().checked_sub(results.len());
                let inits = carried.and_then(|at| data.operands.get(at..));
                if inits.is_none_or(|inits| self.types_of(inits) != results) {
                    return self.fault(op, "types mismatch between initial values and results");
                }
                if spec.name == "scf.for" && data.operands.len() != results.len() + 3 {
                    return self.fault(op, "expects lower bound, upper bound, step and inits");
                }
                self.check_yield(op, 0, &results)
            }
            "scf.if" | "affine.if" => {
                let results = self.types_of(&data.results);
                let otherwise = !self.blocks(data.regions[1]).is_empty();
                if !results.is_empty() && !otherwise {
                    return self.fault(op, "must have an else block if defining values");
                }
                self.check_yield(op, 0, &results)?;
                if otherwise {
                    self.check_yield(op, 1, &results)?;
                }
                Ok(())
            }
            "affine.apply" | "affine.min" | "affine.max" => {
                let map = self
                    .op_attribute(op, "map")
                    .map(|it| self.attribute_data(it));
                let Some(AttrData::Map(map)) = map else {
                    return self.fault(op, "requires an affine map");
                };
                if map.inputs() != data.operands.len() {
                    return self.fault(
                        op,
                        "operand count and affine map dimension and symbol count must match",
                    );
                }
                let apply = spec.name == "affine.apply";
                if map.results.is_empty() || (apply && map.results.len() != 1) {
                    return self.fault(op, "has an affine map with the wrong number of results");
                }
                Ok(())
            }
            _ => Ok(()),
        }
    }

    fn check_region(&self, op: OpId, number: usize) -> Result<(), Fault> {
        match self.blocks(self.op(op).regions[number]).len() {
            1 => Ok(()),
            _ => self.fault(op, format!("expects region #{number} to have 1 block")),
        }
    }

    fn entry_types(&self, op: OpId, region: usize) -> Vec<Type> {
        let entry = self.blocks(self.op(op).regions[region]).first();
        let arguments = entry.map_or(&[][..], |block| self.block_arguments(*block));
        self.types_of(arguments)
    }

    fn types_of(&self, values: &[ValueId]) -> Vec<Type> {
        values.iter().map(|value| self.type_of(*value)).collect()
    }

    /// The region's one block ends in a yield of these types.
    fn check_yield(&self, op: OpId, region: usize, types: &[Type]) -> Result<(), Fault> {
        self.check_region(op, region)?;
        let block = self.blocks(self.op(op).regions[region])[0];
        let last = self.block_ops(block).last().copied();
        let last = last.filter(|last| matches!(self.op_name(*last), "scf.yield" | "affine.yield"));
        let Some(last) = last else {
            return self.fault(op, "expects its regions to end with a yield");
        };
        if self.types_of(self.operands(last)) != types {
            return self.fault(op, "yields values of other types than its results");
        }
        Ok(())
    }

    /// Uses are dominated by definitions. Reading in order ensures it, but for uses that came
    /// first, and between the blocks of a region.
    fn check_dominance(&self, forward_users: &[OpId]) -> Result<(), Fault> {
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
        // Within a graph region order does not matter, and unreachable code is not run.
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
