//! Who calls whom.

use super::{Rules, Source};
use crate::program::{Attribute, OpId, Program, ValueId};

impl Rules {
    /// The function with a body that `op` calls, where rules say that ops of its name call one. Costs two
    /// look-ups.
    pub fn callee(&self, program: &dyn Program, op: OpId) -> Option<OpId> {
        let name = program.op_name(op);
        let field = self.role("call", "callee", name)?;
        let Source::Attribute(names) = &self.op(name)?.schema.fields.get(field)?.source else {
            return None;
        };
        let Attribute::Symbol(symbol) = program.attribute(op, names.first()?)? else {
            return None;
        };
        let function = program.symbol(op, symbol)?;
        let body = program.regions(function).first()?;
        let is_function = self.is_member("function", program.op_name(function));
        (is_function && !program.blocks(*body).is_empty()).then_some(function)
    }

    /// What `function` gives back, and the arguments of its body: none where it is left in several ways.
    pub fn returned<'p>(
        &self,
        program: &'p dyn Program,
        function: OpId,
    ) -> Option<(OpId, &'p [ValueId])> {
        let blocks = program.blocks(*program.regions(function).first()?);
        let ends = blocks.iter().filter_map(|&block| {
            let &last = program.block_ops(block).last()?;
            program.successors(last).is_empty().then_some(last)
        });
        let ends: Vec<OpId> = ends.collect();
        let &[end] = &ends[..] else {
            return None;
        };
        Some((end, program.block_arguments(*blocks.first()?)))
    }
}
