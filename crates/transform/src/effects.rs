//! Side effects of ops.

use crate::ir::Module;
use crate::program::{OpId, Program, ShapedKind, TypeView};

/// Dialects in which every op is pure, with their exceptions.
const PURE_DIALECTS: &[(&str, &[&str])] = &[
    ("arith", &[]),
    ("math", &[]),
    ("complex", &[]),
    ("index", &[]),
    ("ub", &["ub.unreachable"]),
];

/// Other pure ops. Sorted.
const PURE_OPS: &[&str] = &[
    "affine.apply",
    "affine.delinearize_index",
    "affine.linearize_index",
    "affine.max",
    "affine.min",
    "builtin.unrealized_conversion_cast",
    "func.constant",
    "gpu.block_dim",
    "gpu.block_id",
    "gpu.cluster_block_id",
    "gpu.cluster_dim",
    "gpu.cluster_dim_blocks",
    "gpu.cluster_id",
    "gpu.global_id",
    "gpu.grid_dim",
    "gpu.lane_id",
    "gpu.num_subgroups",
    "gpu.subgroup_id",
    "gpu.subgroup_size",
    "gpu.thread_id",
    "linalg.index",
    "memref.assume_alignment",
    "memref.cast",
    "memref.collapse_shape",
    "memref.dim",
    "memref.expand_shape",
    "memref.extract_aligned_pointer_as_index",
    "memref.extract_strided_metadata",
    "memref.get_global",
    "memref.memory_space_cast",
    "memref.rank",
    "memref.reinterpret_cast",
    "memref.subview",
    "memref.transpose",
    "memref.view",
    "shape.add",
    "shape.any",
    "shape.assuming_all",
    "shape.broadcast",
    "shape.concat",
    "shape.const_shape",
    "shape.const_size",
    "shape.const_witness",
    "shape.dim",
    "shape.div",
    "shape.from_extent_tensor",
    "shape.from_extents",
    "shape.get_extent",
    "shape.index_to_size",
    "shape.is_broadcastable",
    "shape.max",
    "shape.min",
    "shape.mul",
    "shape.num_elements",
    "shape.rank",
    "shape.shape_eq",
    "shape.shape_of",
    "shape.size_to_index",
    "shape.split_at",
    "shape.to_extent_tensor",
    "shape.value_as_shape",
    "shape.value_of",
    "shape.with_shape",
    "tensor.bitcast",
    "tensor.cast",
    "tensor.collapse_shape",
    "tensor.concat",
    "tensor.dim",
    "tensor.empty",
    "tensor.expand_shape",
    "tensor.extract",
    "tensor.extract_slice",
    "tensor.from_elements",
    "tensor.gather",
    "tensor.insert",
    "tensor.insert_slice",
    "tensor.rank",
    "tensor.reshape",
    "tensor.scatter",
    "tensor.splat",
    "vector.bitcast",
    "vector.broadcast",
    "vector.constant_mask",
    "vector.contract",
    "vector.create_mask",
    "vector.deinterleave",
    "vector.extract",
    "vector.extract_strided_slice",
    "vector.fma",
    "vector.from_elements",
    "vector.insert",
    "vector.insert_strided_slice",
    "vector.interleave",
    "vector.multi_reduction",
    "vector.outerproduct",
    "vector.reduction",
    "vector.scalable.extract",
    "vector.scalable.insert",
    "vector.shape_cast",
    "vector.shuffle",
    "vector.splat",
    "vector.step",
    "vector.to_elements",
    "vector.transpose",
    "vector.type_cast",
    "vector.vscale",
];

/// Ops that only execute their regions, and terminate. Sorted.
const STRUCTURED_OPS: &[&str] = &[
    "affine.for",
    "affine.if",
    "affine.parallel",
    "scf.execute_region",
    "scf.for",
    "scf.forall",
    "scf.if",
    "scf.index_switch",
    "scf.parallel",
    "tensor.generate",
    "tensor.pad",
];

/// Ops that only allocate memory: without uses they are dead. Sorted.
const ALLOCATIONS: &[&str] = &[
    "bufferization.alloc_tensor",
    "memref.alloc",
    "memref.alloca",
];

/// Ops that read memory and have no other effect: without uses they are dead, but a later one may have another result.
/// Sorted.
const READS: &[&str] = &["memref.reshape"];

/// Terminators that only pass values to the parent op. Sorted.
const YIELDS: &[&str] = &[
    "affine.yield",
    "linalg.yield",
    "scf.forall.in_parallel",
    "scf.reduce",
    "scf.reduce.return",
    "scf.yield",
    "tensor.parallel_insert_slice",
    "tensor.yield",
];

fn is_in(sorted: &[&str], name: &str) -> bool {
    sorted.binary_search(&name).is_ok()
}

/// Whether an op without regions only computes its results as a function of its operands. It may be undefined for
/// some operands, as a division is.
pub fn is_pure(module: &Module, op: OpId) -> bool {
    let name = module.op_name(op);
    if !module.regions(op).is_empty() || !module.successors(op).is_empty() {
        return false;
    }
    let dialect = name.split('.').next().unwrap_or_default();
    is_in(PURE_OPS, name)
        || PURE_DIALECTS
            .iter()
            .any(|(pure, except)| *pure == dialect && !except.contains(&name))
}

/// Whether an op may be erased if its results are unused: neither it nor the ops inside it have other effects. Costs
/// the ops inside.
pub fn is_removable(module: &Module, op: OpId) -> bool {
    module.walk(op).all(|inner| {
        let name = module.op_name(inner);
        is_pure(module, inner)
            || is_in(STRUCTURED_OPS, name)
            || is_in(READS, name)
            || (inner == op && is_in(ALLOCATIONS, name))
            || (inner != op && is_in(YIELDS, name))
            || (name.starts_with("linalg.") && works_on_tensors(module, inner))
    })
}

/// Whether the results of an op, with all ops inside it, are a function of its operands, and it has no side effects.
/// Costs the ops inside.
pub fn is_repeatable(module: &Module, op: OpId) -> bool {
    let depends_on_memory = |op| {
        let name = module.op_name(op);
        is_in(ALLOCATIONS, name) || is_in(READS, name)
    };
    module.successors(op).is_empty()
        && is_removable(module, op)
        && !module.walk(op).any(depends_on_memory)
}

/// Whether no memref is among the operands.
fn works_on_tensors(module: &Module, op: OpId) -> bool {
    module.operands(op).iter().all(|&operand| {
        !matches!(
            module.value_type(operand),
            TypeView::Shaped(shape) if shape.kind == ShapedKind::Memref
        )
    })
}

/// Whether an op is dead: it is removable and its results are unused.
pub fn is_dead(module: &Module, op: OpId) -> bool {
    let results = module.results(op);
    !results.is_empty()
        && results
            .iter()
            .all(|&result| module.users(result).is_empty())
        && is_removable(module, op)
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_tables_are_sorted() {
        for table in [
            super::PURE_OPS,
            super::STRUCTURED_OPS,
            super::ALLOCATIONS,
            super::READS,
            super::YIELDS,
        ] {
            assert!(table.is_sorted());
        }
    }
}
