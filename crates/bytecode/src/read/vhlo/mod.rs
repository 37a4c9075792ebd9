//! VHLO, the versioned form of StableHLO in portable artifacts, which is read as StableHLO.
//!
//! Its types and attributes become builtin and StableHLO ones when they are decoded (`types.rs`, `attributes.rs`), its
//! ops when they are read (`ops.rs`).

pub(super) mod attributes;
pub(super) mod ops;
pub(super) mod types;
