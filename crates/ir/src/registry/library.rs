//! The op definitions of the library, by name. A definition is parsed on first use.

use super::{OpSpec, table};
use crate::assembly::tables::TABLES;
use calipers_support::names::Names;
use std::sync::OnceLock;

// The index of the tables: `OPS`, `OP_NAMES`, and `PLACES`, which holds the table and the byte range of each
// definition.
include!(concat!(env!("OUT_DIR"), "/ops.rs"));

/// The tables with ops of other projects.
const FOREIGN: &[&str] = &["hal", "iree", "onnx", "torch_mlir", "tt", "util"];

/// The parsed definition of each op, by its number. Most entries stay empty.
static READ: [OnceLock<Box<OpSpec>>; OPS] = [const { OnceLock::new() }; OPS];

/// The definition of the op called `name`. A definition `torch.*` is that of all ops of the dialect that have none of
/// their own.
pub(crate) fn find(name: &str) -> Option<&'static OpSpec> {
    let op = match OP_NAMES.find(name) {
        Some(op) => op,
        None if name.starts_with("torch.") => OP_NAMES.find("torch.*")?,
        None => return None,
    };
    Some(READ[op].get_or_init(|| {
        let (table, start, end) = PLACES[op];
        let (dialect, table) = TABLES[usize::from(table)];
        let place = start as usize..end as usize;
        let name = OP_NAMES.get(op);
        let mut read = table::read(name, table, place).unwrap_or_else(|error| {
            // The tables are part of the program, and a test parses all of them.
            panic!("assembly/{dialect}.ops: {error}")
        });
        read.foreign = FOREIGN.contains(&dialect);
        Box::new(read)
    }))
}

/// The op of the dialect whose name is most similar to an unknown name.
pub(crate) fn similar(name: &str) -> Option<&'static str> {
    let dialect = &name[..=name.find('.')?];
    let known = OP_NAMES.iter().filter(|known| known.starts_with(dialect));
    calipers_support::diagnostic::similar(name, known)
}

/// The dialects that are known even without `allow_unregistered`, although not all of their ops are.
const DIALECTS: &[&str] = &[
    "acc",
    "affine",
    "amdgpu",
    "amx",
    "arith",
    "arm_neon",
    "arm_sme",
    "arm_sve",
    "async",
    "bufferization",
    "builtin",
    "cf",
    "complex",
    "dlti",
    "emitc",
    "func",
    "gpu",
    "index",
    "irdl",
    "linalg",
    "llvm",
    "math",
    "memref",
    "ml_program",
    "mpi",
    "nvgpu",
    "nvvm",
    "omp",
    "pdl",
    "pdl_interp",
    "ptr",
    "quant",
    "rocdl",
    "scf",
    "shape",
    "shard",
    "smt",
    "sparse_tensor",
    "spirv",
    "tensor",
    "test",
    "tosa",
    "transform",
    "ub",
    "vcix",
    "vector",
    "wasmssa",
    "x86vector",
    "xegpu",
    "xevm",
];

/// Whether the dialect of an op name is one of MLIR's, even if not all of its ops are known.
pub fn is_known_dialect(op_name: &str) -> bool {
    let dialect = op_name.split('.').next().unwrap_or_default();
    DIALECTS.binary_search(&dialect).is_ok()
}

#[cfg(test)]
mod tests {
    use super::{OP_NAMES, find, similar};

    #[test]
    fn the_tables_can_be_read() {
        for name in OP_NAMES.iter() {
            assert_eq!(find(name).map(|spec| &spec.name[..]), Some(name));
        }
        assert!(find("arith.addi").is_some() && find("tensor.pack").is_some());
        assert!(find("linalg.nothing").is_none());
        assert_eq!(similar("arith.constnt"), Some("arith.constant"));
        assert_eq!(similar("mine.constant"), None);
    }
}
