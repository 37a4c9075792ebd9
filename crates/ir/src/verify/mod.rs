//! The verifier of parsed modules.

mod dominance;
mod fault;
mod slices;
mod structure;
mod symbols;
mod types;

use super::Module;
use super::registry::{Arity, Group, OpSpec, Regions};
use super::uses::Uses;
use crate::program::{Definition, OpId, Program};
use fault::Fault;

impl Module {
    /// Completes the tables after a file has been parsed, and verifies the ops.
    pub(super) fn finish(&mut self) -> Result<(), Fault> {
        self.uses = Uses::of(&self.ops, self.values.len());
        for number in 0..self.ops.len() {
            let op = OpId(number as u32);
            if !self.op(op).erased {
                self.check_op(op)?;
            }
        }
        for number in 0..self.ops.len() {
            let op = OpId(number as u32);
            if !self.op(op).erased && self.spec(op).is_some_and(|spec| spec.symbol_table) {
                self.check_symbol_table(op)?;
            }
        }
        for op in std::mem::take(&mut self.generic_ops) {
            self.check_types(op)?;
        }
        let users = std::mem::take(&mut self.forward_users);
        self.note_forward_uses(&users);
        self.check_dominance(&users)
    }

    /// Records the regions of the values that ops with forward references use.
    fn note_forward_uses(&mut self, users: &[OpId]) {
        for &user in users {
            for operand in self.op(user).operands.clone() {
                let block = match self.definition(operand) {
                    Definition::Result { op, .. } => self.op(op).block(),
                    Definition::Argument { block, .. } => Some(block),
                };
                if let Some(block) = block {
                    let region = self.blocks[block.index()].region;
                    self.with_forward_uses.insert(region);
                }
            }
        }
    }

    /// Like [`Module::finish`], but collects the faults of ops.
    pub(super) fn finish_leniently(&mut self) -> Vec<Fault> {
        self.uses = Uses::of(&self.ops, self.values.len());
        let generic = std::mem::take(&mut self.generic_ops);
        let ops = (0..self.ops.len()).map(|number| OpId(number as u32));
        let mut faults: Vec<Fault> = ops
            .filter(|&op| !self.op(op).erased)
            .filter_map(|op| self.check_op(op).err())
            .collect();
        faults.extend(
            generic
                .into_iter()
                .filter_map(|op| self.check_types(op).err()),
        );
        if faults.is_empty() {
            // These checks rely on valid ops, and stop at the first fault.
            self.generic_ops.clear();
            faults.extend(self.finish().err());
        }
        faults
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
        self.check_groups(
            op,
            &spec.results,
            data.results.count as usize,
            "result",
            spec,
        )?;
        if let Regions::Exactly(count) = spec.regions
            && data.regions().len() != count
        {
            return self.fault(op, format!("requires {count} regions"));
        }
        if data.successors().len()
            < spec
                .successors
                .iter()
                .filter(|it| it.arity == Arity::One)
                .count()
        {
            return self.fault(op, "has too few successors");
        }
        for attribute in &spec.attributes {
            if !attribute.optional && self.op_attribute(op, attribute.name).is_none() {
                return self.fault(op, format!("requires attribute '{}'", attribute.name));
            }
        }
        if spec.terminator
            && let Some(block) = data.block()
            && self.block_ops(block).last() != Some(&op)
        {
            return self.fault(op, "must be the last operation in the parent block");
        }
        if spec.symbol {
            self.check_symbol(op)?;
        }
        match spec.check {
            Some(check) => structure::check(check, self, op, spec),
            None => Ok(()),
        }
    }

    fn check_groups(
        &self,
        op: OpId,
        groups: &[Group],
        count: usize,
        what: &str,
        spec: &OpSpec,
    ) -> Result<(), Fault> {
        let single = |group: &Group| group.arity == Arity::One;
        if groups.len() == count && groups.iter().all(single) {
            return Ok(());
        }
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
            let is_absent = self.op_attribute(op, name).is_none();
            if is_absent && what == "operand" && self.implied_sizes(op, spec).is_some() {
                return Ok(());
            }
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
}
