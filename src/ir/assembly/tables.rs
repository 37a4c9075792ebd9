//! The texts of the op tables. The script that builds the library reads them, too.

/// The tables, by dialect.
pub const TABLES: &[(&str, &str)] = &[
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
    ("tensor", include_str!("tensor.ops")),
    ("shape", include_str!("shape.ops")),
    ("stablehlo", include_str!("stablehlo.ops")),
    ("test", include_str!("test.ops")),
    ("torch", include_str!("torch.ops")),
    ("tosa", include_str!("tosa.ops")),
    ("ub", include_str!("ub.ops")),
    ("vector", include_str!("vector.ops")),
];
