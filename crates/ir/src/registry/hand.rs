//! The custom assemblies that are written by hand, as the tables name them.

/// The names, sorted.
const NAMES: [&str; 20] = [
    "affine_parallel",
    "assume_int",
    "gpu_func",
    "gpu_launch",
    "hlo_convolution",
    "hlo_dot_general",
    "hlo_reduce",
    "linalg_elements",
    "linalg_generic",
    "linalg_named",
    "llvm_call",
    "llvm_func",
    "llvm_global",
    "onnx_constant",
    "switch",
    "tosa_variable",
    "transform_registered_pass",
    "vector_contract",
    "vector_mask",
    "vector_transfer",
];

/// A custom assembly that is written by hand: its number among the names.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct ByHand(usize);

impl ByHand {
    /// The custom assembly of that name.
    pub(super) fn named(name: &str) -> Option<ByHand> {
        NAMES.binary_search(&name).ok().map(ByHand)
    }

    /// All of them, in order, with their names.
    pub(crate) fn all() -> impl Iterator<Item = (ByHand, &'static str)> {
        (0..).map(ByHand).zip(NAMES)
    }

    /// The number, from 0.
    pub(crate) fn number(self) -> usize {
        self.0
    }
}
