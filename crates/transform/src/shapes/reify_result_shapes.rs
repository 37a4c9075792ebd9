//! `reify-result-shapes`: moves constant sizes of a `tensor.pad` or `tensor.concat` into the type of its result.
//!
//! Soundness: the size is that constant by definition, wherever the op executes. A `tensor.cast` to the old type
//! leaves the users unchanged.

use super::convention::Terms;
use super::size::{Size, Sizes};
use crate::analysis::Analysis;
use crate::ir::{InsertionPoint, Module, OpBuilder, Type, TypeData};
use crate::pass::{Pass, PassResult, Report};
use crate::program::{Column, Extent, OpId, Program};
use crate::rules::Rules;
use crate::solve::Config;
use std::sync::Arc;

/// The pass.
pub struct ReifyResultShapes {
    /// The semantics of ops.
    pub rules: Arc<Rules>,
    /// The configuration of the analysis.
    pub config: Config,
}

impl Pass for ReifyResultShapes {
    fn run(&self, module: &mut Module, root: OpId, _report: &mut Report) -> PassResult {
        let found: Vec<(OpId, Box<[Extent]>)> = {
            let module = &*module;
            let analysis = Analysis::with_config(module, &self.rules, self.config.for_rewriting());
            let mut sizes = Sizes::new(module, analysis, Terms::Exact);
            let ops = module
                .walk(root)
                .filter(|&op| matches!(module.op_name(op), "tensor.pad" | "tensor.concat"));
            ops.filter_map(|op| Some((op, shape(module, &mut sizes, op)?)))
                .collect()
        };
        for (op, dims) in found {
            retype(module, op, dims);
        }
        Ok(())
    }
}

/// The result's shape, if it is more static than its type.
fn shape(module: &Module, sizes: &mut Sizes<'_>, op: OpId) -> Option<Box<[Extent]>> {
    let &[result] = module.results(op) else {
        return None;
    };
    let old = module.value_type(result).shape()?.dims?;
    let new: Box<[Extent]> = old
        .iter()
        .enumerate()
        .map(|(dim, &extent)| {
            let column = Column::Dim(result, u32::try_from(dim).unwrap_or(u32::MAX));
            match (extent, &*sizes.of(column)) {
                (Extent::Dynamic, Size::Constant(size)) if *size >= 0 => Extent::Static(*size),
                _ => extent,
            }
        })
        .collect();
    (*new != *old).then_some(new)
}

/// Sets the shape of the result to `dims`, and inserts a cast to the old type for the users.
fn retype(module: &mut Module, op: OpId, dims: Box<[Extent]>) {
    let &[result] = module.results(op) else {
        return;
    };
    let old: Type = module.type_of(result);
    let TypeData::Tensor {
        element, encoding, ..
    } = *module.type_data(old)
    else {
        return;
    };
    let new = module.intern_type(TypeData::Tensor {
        dims: Some(dims),
        element,
        encoding,
    });
    module.set_type(result, new);
    let mut builder = OpBuilder::new(module, InsertionPoint::After(op));
    let cast = builder.create("tensor.cast", &[result], &[old], &[]);
    let value = module.results(cast)[0];
    module.replace_uses_if(result, value, |_, user| user != cast);
}
