//! The texts of the rule files. `build.rs` includes this file, too.

/// The rule files of the library, in the order in which they are loaded.
pub const FILES: &[(&str, &str)] = &[
    (
        "arithmetic.rules",
        include_str!("../../../rules/arithmetic.rules"),
    ),
    ("answer.rules", include_str!("../../../rules/answer.rules")),
    ("arith.rules", include_str!("../../../rules/arith.rules")),
    (
        "elementwise.rules",
        include_str!("../../../rules/elementwise.rules"),
    ),
    ("index.rules", include_str!("../../../rules/index.rules")),
    ("affine.rules", include_str!("../../../rules/affine.rules")),
    ("scf.rules", include_str!("../../../rules/scf.rules")),
    ("tensor.rules", include_str!("../../../rules/tensor.rules")),
    (
        "bufferization.rules",
        include_str!("../../../rules/bufferization.rules"),
    ),
    ("memref.rules", include_str!("../../../rules/memref.rules")),
    ("linalg.rules", include_str!("../../../rules/linalg.rules")),
    ("cf.rules", include_str!("../../../rules/cf.rules")),
    (
        "assumptions.rules",
        include_str!("../../../rules/assumptions.rules"),
    ),
    ("shape.rules", include_str!("../../../rules/shape.rules")),
    (
        "stablehlo.rules",
        include_str!("../../../rules/stablehlo.rules"),
    ),
    (
        "broadcast.rules",
        include_str!("../../../rules/broadcast.rules"),
    ),
    ("tosa.rules", include_str!("../../../rules/tosa.rules")),
    ("onnx.rules", include_str!("../../../rules/onnx.rules")),
    ("torch.rules", include_str!("../../../rules/torch.rules")),
    ("amdgpu.rules", include_str!("../../../rules/amdgpu.rules")),
    ("vector.rules", include_str!("../../../rules/vector.rules")),
    (
        "sparse_tensor.rules",
        include_str!("../../../rules/sparse_tensor.rules"),
    ),
    ("func.rules", include_str!("../../../rules/func.rules")),
    ("gpu.rules", include_str!("../../../rules/gpu.rules")),
    ("llvm.rules", include_str!("../../../rules/llvm.rules")),
    ("nvvm.rules", include_str!("../../../rules/nvvm.rules")),
    ("rocdl.rules", include_str!("../../../rules/rocdl.rules")),
    ("tt.rules", include_str!("../../../rules/tt.rules")),
    (
        "interfaces.rules",
        include_str!("../../../rules/interfaces.rules"),
    ),
    ("test.rules", include_str!("../../../rules/test.rules")),
];
