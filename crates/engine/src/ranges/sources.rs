//! The values that control flow passes to a value of any type, along the edges that may be taken.

use super::Ranges;
use crate::program::{BlockId, Definition, OpId, ValueId};
use crate::rules::{Place, owner};

impl Ranges<'_> {
    /// The values that may be passed to `value`, from reachable places only: for a block argument the operands of
    /// branches, for a loop-carried value the initial and the yielded value, for a result the operands of region or
    /// callee terminators. `None` if an op computes the value, or a passed value is unknown.
    pub fn sources(&self, value: ValueId) -> Option<Vec<ValueId>> {
        match self.program.definition(value) {
            Definition::Result { op, index } => match self.layout.callee(op) {
                Some(callee) => {
                    let body = *self.program.regions(callee).first()?;
                    let handed_on = self.handed_on(body, index);
                    handed_on.map(|it| it.map(|(value, _)| value)).collect()
                }
                None if self.program.regions(op).is_empty() => None,
                None => self.sources_of_place(op, Place::Result(index)),
            },
            Definition::Argument { block, index } => match self.layout.predecessors(block) {
                [] => {
                    let (op, place) = owner(self.program, value)?;
                    match self.layout.is_closed(op) {
                        true => self.sources_of_parameter(op, block, index),
                        false => self.sources_of_place(op, place),
                    }
                }
                edges => {
                    let taken = edges.iter().filter(|&&edge| {
                        let from = self.program.block_of(edge.0);
                        from.is_some_and(|from| self.is_reached(from)) && self.may_take(edge)
                    });
                    let forwarded = taken.map(|&(op, number)| {
                        let operands = self.rules.successor_operands(self.program, op, number);
                        operands.get(index).copied()
                    });
                    forwarded.collect()
                }
            },
        }
    }

    /// The operands that callers pass for a parameter, if all callers are known.
    fn sources_of_parameter(
        &self,
        function: OpId,
        entry: BlockId,
        index: usize,
    ) -> Option<Vec<ValueId>> {
        let callers = self.layout.callers(function).iter();
        let active = callers.filter(|&&caller| self.is_active(caller));
        let passed = active.map(|&caller| {
            let (block, passed) = self.passed(caller, function)?;
            passed.get(index).copied().filter(|_| block == entry)
        });
        passed.collect()
    }

    /// The values that regions pass to a place of their op.
    fn sources_of_place(&self, op: OpId, place: Place) -> Option<Vec<ValueId>> {
        if let Some(carried) = self.rules.carried(self.program, op, place) {
            let is_result = matches!(place, Place::Result(_));
            let initial = !is_result || !self.rules.surely_runs(self.program, op);
            let sources = [
                Some(carried.initial).filter(|_| initial),
                Some(carried.yielded).filter(|&it| self.may_hand_on(op, it)),
            ];
            return Some(sources.into_iter().flatten().collect());
        }
        if let (Place::Result(number), &[region]) = (place, self.program.regions(op))
            && self.rules.is_member("inline", self.program.op_name(op))
        {
            let handed_on = self.handed_on(region, number);
            return handed_on.map(|it| it.map(|(value, _)| value)).collect();
        }
        let mut values = self.rules.chosen_from(self.program, op, place)?;
        values.retain(|&value| self.may_hand_on(op, value));
        Some(values)
    }

    /// Whether a value may be passed from a reachable end of a region of `op`.
    fn may_hand_on(&self, op: OpId, value: ValueId) -> bool {
        let program = self.program;
        let regions = program.regions(op).iter();
        let blocks = regions.flat_map(|&region| program.blocks(region));
        let mut ends = blocks.filter(|&&block| {
            let last = program.block_ops(block).last();
            last.is_some_and(|&last| program.operands(last).contains(&value))
        });
        let Some(&first) = ends.next() else {
            return true;
        };
        self.is_reached(first) || ends.any(|&end| self.is_reached(end))
    }
}
