//! The verification of symbols: their parents are symbol tables, and their names are unique there.

use super::fault::Fault;
use crate::Module;
use crate::program::{OpId, Program};
use crate::registry::OpSpec;
use hashbrown::HashSet;

/// The attribute with the name of a symbol.
const SYMBOL: &str = "sym_name";

impl Module {
    /// Checks that the parent of a symbol is a symbol table. Unknown ops and ops of the test dialect may be symbol
    /// tables.
    pub(super) fn check_symbol(&self, op: OpId) -> Result<(), Fault> {
        let is_table = |parent: &OpSpec| parent.symbol_table || parent.name.starts_with("test.");
        let parent = self.parent_op(op).and_then(|parent| self.spec(parent));
        if parent.is_none_or(is_table) || self.op_attribute(op, SYMBOL).is_none() {
            return Ok(());
        }
        self.fault(op, "symbol's parent must have the SymbolTable trait")
    }

    /// Checks that the names of the symbols directly in a symbol table are unique.
    pub(super) fn check_symbol_table(&self, table: OpId) -> Result<(), Fault> {
        let mut seen = HashSet::new();
        let Some(region) = self.regions(table).first() else {
            return Ok(());
        };
        for block in self.blocks(*region) {
            for &op in self.block_ops(*block) {
                let symbol = self.op_attribute(op, SYMBOL);
                let name = symbol.and_then(|symbol| self.attribute_data(symbol).as_str());
                if let Some(name) = name
                    && !seen.insert(name)
                {
                    let message = format!("redefinition of symbol named '{name}'");
                    return Err((self.op(op).offset, message));
                }
            }
        }
        Ok(())
    }
}
