//! The ops of a module that are kept as text.

use crate::program::{OpId, Program};
use crate::verbatim::{ATTRIBUTE, Verbatim};
use crate::{AttrData, Module};

impl Module {
    /// The text of an op that could not be read; none for other ops.
    #[inline]
    pub fn verbatim(&self, op: OpId) -> Option<&Verbatim> {
        if self.spec(op).is_some() {
            return None;
        }
        match self.attribute_data(self.op_attribute(op, ATTRIBUTE)?) {
            AttrData::Verbatim(verbatim) => Some(verbatim),
            _ => None,
        }
    }

    /// The name of an op as its text has it, also of an op that could not be read.
    pub fn written_name(&self, op: OpId) -> &str {
        let kept = self.verbatim(op).and_then(Verbatim::name);
        kept.unwrap_or_else(|| self.op_name(op))
    }

    /// Whether an op without a definition may hold a symbol of that name: it may be a symbol table, and an op in it
    /// that is kept as text may be a symbol.
    pub(crate) fn may_define_symbol(&self, table: OpId, name: &str) -> bool {
        let is_unknown = self.spec(table).is_none();
        if !is_unknown && self.unread.is_empty() {
            return false;
        }
        let regions = self.op(table).regions().iter();
        let blocks = regions.flat_map(|region| self.blocks(*region));
        let mut ops = blocks.flat_map(|block| self.block_ops(*block));
        ops.any(|&op| match self.verbatim(op) {
            Some(verbatim) => verbatim.mentions(name),
            None => is_unknown && self.text_of(op, "sym_name") == Some(name),
        })
    }
}
