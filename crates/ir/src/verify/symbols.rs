//! Symbols: where they may stand, and that each of a table has a name of its own.

use super::Fault;
use crate::Module;
use crate::program::{OpId, Program};
use crate::registry::OpSpec;
use hashbrown::HashSet;

/// The attribute that holds the name of a symbol.
const SYMBOL: &str = "sym_name";

impl Module {
    /// What is a symbol by its definition stands right inside of a symbol table. Of ops that are not known it is
    /// not known whether they are tables, nor of those for tests.
    pub(super) fn check_symbol(&self, op: OpId) -> Result<(), Fault> {
        let is_table = |parent: &OpSpec| parent.symbol_table || parent.name.starts_with("test.");
        let parent = self.parent_op(op).and_then(|parent| self.spec(parent));
        if parent.is_none_or(is_table) || self.op_attribute(op, SYMBOL).is_none() {
            return Ok(());
        }
        self.fault(op, "symbol's parent must have the SymbolTable trait")
    }

    /// No two ops right inside of a symbol table have one name.
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
