//! The op definitions of each dialect, and the custom assembly that no format describes.

mod affine;
mod affine_dma;
mod affine_parallel;
mod arith;
mod bufferization;
mod cf;
mod func;
mod gpu;
mod gpu_warp;
mod hlo;
mod linalg;
mod linalg_reduce;
mod llvm;
mod llvm_call;
mod llvm_func;
mod llvm_values;
mod memref;
mod scf;
mod scf_parallel;
mod sdy;
mod shape;
mod test;
mod tosa;
mod vector;

use super::parse::{OpState, Parsed, Parser};
use super::print::Printer;
use crate::program::OpId;

/// The tables, by dialect.
pub(super) const TABLES: &[(&str, &str)] = &[
    ("amdgpu", include_str!("amdgpu.ops")),
    ("affine", include_str!("affine.ops")),
    ("arith", include_str!("arith.ops")),
    ("bufferization", include_str!("bufferization.ops")),
    ("builtin", include_str!("builtin.ops")),
    ("cf", include_str!("cf.ops")),
    ("complex", include_str!("complex.ops")),
    ("func", include_str!("func.ops")),
    ("gpu", include_str!("gpu.ops")),
    ("gpu_sparse", include_str!("gpu_sparse.ops")),
    ("linalg", include_str!("linalg.ops")),
    ("index", include_str!("index.ops")),
    ("llvm", include_str!("llvm.ops")),
    ("math", include_str!("math.ops")),
    ("memref", include_str!("memref.ops")),
    ("scf", include_str!("scf.ops")),
    ("sdy", include_str!("sdy.ops")),
    ("tensor", include_str!("tensor.ops")),
    ("shape", include_str!("shape.ops")),
    ("stablehlo", include_str!("stablehlo.ops")),
    ("test", include_str!("test.ops")),
    ("torch", include_str!("torch.ops")),
    ("tosa", include_str!("tosa.ops")),
    ("ub", include_str!("ub.ops")),
    ("vector", include_str!("vector.ops")),
];

/// Custom assembly that is read and written by hand.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Syntax {
    /// Reads what follows the op's name.
    pub(crate) parse: for<'p, 's, 'o> fn(&'p mut Parser<'s>, &'o mut OpState) -> Parsed<()>,
    /// Writes what follows the op's name; none where the op is not of the form it takes.
    pub(crate) print: for<'p, 'm> fn(&'p mut Printer<'m>, OpId) -> Option<()>,
}

/// The hand-written syntax that a table names.
pub(super) fn syntax(name: &str) -> Option<Syntax> {
    let all = [
        affine::SYNTAX,
        affine_dma::SYNTAX,
        affine_parallel::SYNTAX,
        arith::SYNTAX,
        bufferization::SYNTAX,
        cf::SYNTAX,
        func::SYNTAX,
        gpu::SYNTAX,
        gpu_warp::SYNTAX,
        hlo::SYNTAX,
        linalg::SYNTAX,
        linalg_reduce::SYNTAX,
        llvm::SYNTAX,
        llvm_call::SYNTAX,
        llvm_func::SYNTAX,
        llvm_values::SYNTAX,
        memref::SYNTAX,
        scf::SYNTAX,
        scf_parallel::SYNTAX,
        sdy::SYNTAX,
        shape::SYNTAX,
        test::SYNTAX,
        tosa::SYNTAX,
        vector::SYNTAX,
    ];
    all.into_iter()
        .flatten()
        .find(|(known, _)| *known == name)
        .map(|(_, syntax)| *syntax)
}
