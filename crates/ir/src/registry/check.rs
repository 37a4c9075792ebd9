//! Which ops have a structure that their tables do not describe.

/// The kind of check that the verifier makes of the structure of an op.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Check {
    Module,
    NamedSequence,
    Func,
    Return,
    Branch,
    For,
    If,
    While,
    Forall,
    Parallel,
    Reduce,
    Global,
    ExecuteRegion,
    IndexSwitch,
    Map,
    Access,
    AffineParallel,
    Generic,
    Slice,
    Pad,
    Expand,
    Basis,
    Sizes,
}

impl Check {
    /// The check of the ops called `name`.
    pub(super) fn of(name: &str) -> Option<Check> {
        Some(match name {
            "builtin.module" | "gpu.module" => Check::Module,
            "transform.named_sequence" => Check::NamedSequence,
            "func.func" | "gpu.func" => Check::Func,
            "func.return" => Check::Return,
            "cf.br" | "cf.cond_br" | "cf.switch" | "llvm.br" | "llvm.cond_br" | "llvm.switch" => {
                Check::Branch
            }
            "scf.for" | "affine.for" => Check::For,
            "scf.if" | "affine.if" => Check::If,
            "scf.while" => Check::While,
            "scf.forall" => Check::Forall,
            "scf.parallel" => Check::Parallel,
            "scf.reduce" => Check::Reduce,
            "memref.global" => Check::Global,
            "scf.execute_region" => Check::ExecuteRegion,
            "scf.index_switch" => Check::IndexSwitch,
            "affine.apply" | "affine.min" | "affine.max" => Check::Map,
            "affine.load" | "affine.store" | "affine.vector_load" | "affine.vector_store" => {
                Check::Access
            }
            "affine.parallel" => Check::AffineParallel,
            "linalg.generic" => Check::Generic,
            "tensor.extract_slice"
            | "tensor.insert_slice"
            | "tensor.parallel_insert_slice"
            | "memref.subview"
            | "memref.reinterpret_cast" => Check::Slice,
            "tensor.pad" => Check::Pad,
            "tensor.expand_shape" | "memref.expand_shape" => Check::Expand,
            "affine.delinearize_index" | "affine.linearize_index" => Check::Basis,
            "tensor.empty" | "tensor.generate" | "tensor.splat" | "memref.alloc"
            | "memref.alloca" => Check::Sizes,
            _ => return None,
        })
    }
}
