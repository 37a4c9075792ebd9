//! `mark-parallel-loops`: gives `scf.for` and `affine.for` loops whose iterations are independent the attribute
//! `calipers.parallel`.
//!
//! Soundness: a loop is marked if it carries no values, if all ops in it are loops, branches, allocations and what frees
//! them, pure ops or accesses of known elements, and if no write touches an element that another iteration accesses. Buffers
//! that may share memory prevent it, unless the option says that arguments are distinct. Buffers that an iteration allocates
//! are its own. Index arithmetic is assumed not to overflow, and facts that hold only if no op gives poison are not used.

use super::Rewrite;
use crate::effects;
use crate::ir::{AttrData, Module};
use crate::program::{Definition, OpId, Program};
use calipers_instances::{AccessKind, Instances, accessed};

/// The attribute of a loop whose iterations are independent.
const PARALLEL: &str = "calipers.parallel";

/// Limit of the accesses in a loop, whose pairs are compared.
const MAX_ACCESSES: usize = 24;

/// The change: the mark.
pub struct MarkParallelLoops {
    /// Whether different arguments of a function share no memory.
    pub distinct_arguments: bool,
}

impl Rewrite for MarkParallelLoops {
    type Change = ();

    fn distinct_arguments(&self) -> bool {
        self.distinct_arguments
    }

    fn find(&self, module: &Module, instances: &mut Instances<'_>, op: OpId) -> Option<()> {
        is_parallel(module, instances, op).then_some(())
    }

    fn apply(&self, module: &mut Module, op: OpId, (): ()) {
        let mark = module.intern_attribute(AttrData::Unit);
        module.set_attribute(op, PARALLEL, mark);
    }
}

fn is_parallel(module: &Module, instances: &mut Instances<'_>, op: OpId) -> bool {
    let is_loop = matches!(module.op_name(op), "scf.for" | "affine.for");
    if !is_loop || !module.results(op).is_empty() {
        return false;
    }
    let Some(accesses) = accesses_in(module, op) else {
        return false;
    };
    let mut pairs = accesses.iter().enumerate().flat_map(|(number, first)| {
        let rest = accesses[number..].iter();
        rest.map(move |second| (first, second))
    });
    pairs.all(|(first, second)| {
        let is_read = !first.1 && !second.1;
        is_read || instances.never_conflict(first.0, second.0, op)
    })
}

/// The accesses in a loop, and whether they write; none if it contains ops with other effects.
fn accesses_in(module: &Module, the_loop: OpId) -> Option<Vec<(OpId, bool)>> {
    let mut accesses = vec![];
    for op in module.walk(the_loop).filter(|&op| op != the_loop) {
        if is_harmless(module, op) || frees_own(module, op, the_loop) {
            continue;
        }
        let buffers = accessed(module, op);
        if buffers.is_empty() {
            return None;
        }
        let writes = buffers.iter().any(|&(kind, _)| kind != AccessKind::Read);
        accesses.push((op, writes));
    }
    (accesses.len() <= MAX_ACCESSES).then_some(accesses)
}

/// Whether an op frees a buffer that the iteration has allocated.
fn frees_own(module: &Module, op: OpId, the_loop: OpId) -> bool {
    let ("memref.dealloc", &[buffer]) = (module.op_name(op), module.operands(op)) else {
        return false;
    };
    let Definition::Result { op: made, .. } = module.definition(buffer) else {
        return false;
    };
    module.op_name(made) == "memref.alloc" && module.walk(the_loop).any(|inner| inner == made)
}

/// Whether an op, apart from the ops in its regions, has no effect that another iteration can observe.
fn is_harmless(module: &Module, op: OpId) -> bool {
    matches!(
        module.op_name(op),
        "scf.for"
            | "scf.if"
            | "scf.forall"
            | "scf.forall.in_parallel"
            | "scf.parallel"
            | "scf.yield"
            | "scf.reduce"
            | "affine.for"
            | "affine.if"
            | "affine.parallel"
            | "affine.yield"
            | "linalg.yield"
            | "memref.alloc"
            | "memref.alloca"
    ) || module.regions(op).is_empty() && effects::is_pure(module, op)
}
