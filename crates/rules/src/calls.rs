//! The call graph, as far as rules describe which ops call functions.

use super::Rules;
use calipers_program::{Attribute, OpId, Program, ValueId};
use calipers_semantics::{Item, Source};

/// Whether the linker may replace a function of this LLVM linkage by one with another body. A definition with `_odr` in its
/// linkage does the same as all others. A linkage that cannot be read may be any.
pub fn is_replaceable(linkage: &Attribute<'_>) -> bool {
    const KEPT: [&str; 7] = [
        "external",
        "internal",
        "private",
        "available_externally",
        "linkonce_odr",
        "weak_odr",
        "appending",
    ];
    !matches!(linkage, Attribute::String(word) if KEPT.contains(word))
}

impl Rules {
    /// The function with a body that `op` calls, if the rules for its op name declare a callee. A function whose linkage
    /// lets another definition take its place is none. Costs three look-ups.
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
        let is_known = is_function && !program.blocks(*body).is_empty();
        let linkage = self.linkage(program, function);
        (is_known && !linkage.is_some_and(|it| is_replaceable(&it))).then_some(function)
    }

    /// The values that a call passes to the arguments of its callee, by the rules for its op name; `None` if the op does not
    /// fit its schema.
    pub fn passed(&self, program: &dyn Program, op: OpId) -> Option<Vec<ValueId>> {
        let name = program.op_name(op);
        let field = self.role("call", "arguments", name)?;
        let value = |item| match item {
            Item::Value(value) => Some(value),
            _ => None,
        };
        match self.op(name)?.schema.field(program, op, field)? {
            Item::List(passed) => passed.into_iter().map(value).collect(),
            passed => Some(vec![value(passed)?]),
        }
    }

    /// The linkage of a function, if it has one.
    fn linkage<'p>(&self, program: &'p dyn Program, function: OpId) -> Option<Attribute<'p>> {
        let name = program.op_name(function);
        let field = self.role("replaceable", "linkage", name)?;
        let Source::Attribute(names) = &self.op(name)?.schema.fields.get(field)?.source else {
            return None;
        };
        names.iter().find_map(|it| program.attribute(function, it))
    }

    /// The ops that end a run of `function`, and the arguments of its body; none if it has no body.
    pub fn ends<'p>(
        &self,
        program: &'p dyn Program,
        function: OpId,
    ) -> Option<(Vec<OpId>, &'p [ValueId])> {
        let blocks = program.blocks(*program.regions(function).first()?);
        let ends = blocks.iter().filter_map(|&block| {
            let &last = program.block_ops(block).last()?;
            program.successors(last).is_empty().then_some(last)
        });
        Some((ends.collect(), program.block_arguments(*blocks.first()?)))
    }
}
