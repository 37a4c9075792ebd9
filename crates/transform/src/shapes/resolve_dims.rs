//! `resolve-shaped-type-result-dims`, `resolve-ranked-shaped-type-result-dims`: replaces an op that reads a size of
//! an op's result (`tensor.dim`, `memref.dim`, or a reader in the rules) by the size in terms of the op's operands,
//! through chains of ops, and for loop-carried values in terms of the initial value.
//!
//! Soundness: a size is replaced by its definition, whose leaves exist wherever the value does (for structured ops,
//! see the module for MLIR's conventions). A dimension index that is out of bounds or not constant is skipped.

use super::convention::Terms;
use super::size::{Sizes, write};
use crate::analysis::Analysis;
use crate::cleanup;
use crate::fold;
use crate::ir::Module;
use crate::pass::{Pass, PassResult, Report};
use crate::program::{Column, Extent, OpId, Point, Program, ValueId};
use crate::rules::Rules;
use crate::solve::Config;
use hashbrown::HashMap;
use std::sync::Arc;

/// The pass.
pub struct ResolveDims {
    /// The semantics of ops.
    pub rules: Arc<Rules>,
    /// The configuration of the analysis.
    pub config: Config,
}

impl Pass for ResolveDims {
    fn run(&self, module: &mut Module, root: OpId, _report: &mut Report) -> PassResult {
        let found = {
            let module = &*module;
            let analysis = Analysis::with_config(module, &self.rules, self.config.for_rewriting());
            let mut sizes = Sizes::new(module, analysis, Terms::Mlir);
            let mut found = vec![];
            for op in module.walk(root) {
                let Some(column) = self.question(module, op) else {
                    continue;
                };
                let size = sizes.of(column);
                let same = *size == super::size::Size::Column(column);
                if !same && sizes.exists_at(&size, Point::before(module, op)) {
                    found.push((op, size));
                }
            }
            found
        };
        let mut replaced: HashMap<ValueId, ValueId> = HashMap::new();
        for (op, size) in found {
            let old = module.results(op)[0];
            if let Ok(new) = write(module, &self.rules, op, &size) {
                replaced.insert(old, new);
            }
        }
        cleanup::replace(module, &replaced);
        cleanup::gather_constants(module, root);
        cleanup::erase_dead(module, root);
        Ok(())
    }
}

impl ResolveDims {
    /// The size that an op reads.
    fn question(&self, module: &Module, op: OpId) -> Option<Column> {
        let constant = |value| fold::constant(module, value).map(Into::into);
        let column = self.rules.column_read_by(module, op, 0, constant)?;
        let Column::Dim(source, dim) = column else {
            return None;
        };
        let is_scalable = matches!(
            module.value_type(source).shape()?.extent(dim as usize)?,
            Extent::Scalable(_)
        );
        (!is_scalable).then_some(column)
    }
}
