//! What the ops that use a buffer do with it: questions about all accesses of a buffer must know of those that are not read.

use crate::access::AccessKind;
use crate::slices::accessed;
use calipers_program::{OpId, Program, ShapedKind, ValueId};

/// Views of their first operand whose indices are indices of it.
const VIEWS: [&str; 8] = [
    "memref.subview",
    "memref.cast",
    "memref.memory_space_cast",
    "memref.assume_alignment",
    "memref.transpose",
    "memref.expand_shape",
    "memref.collapse_shape",
    "memref.reinterpret_cast",
];

/// Other views of their first operand; of each operand, where they are distinct objects.
const OTHER_VIEWS: [&str; 4] = [
    "memref.extract_strided_metadata",
    "memref.view",
    "memref.reshape",
    DISTINCT,
];

const DISTINCT: &str = "memref.distinct_objects";

/// Ops that access no element of their operands, and hand none of them on within the function.
const HARMLESS: [&str; 10] = [
    "memref.dim",
    "memref.rank",
    "memref.dealloc",
    "memref.prefetch",
    "gpu.dealloc",
    "func.return",
    "gpu.return",
    "shape.shape_of",
    "bufferization.dealloc",
    "bufferization.dealloc_tensor",
];

/// The limit of the views of a buffer.
const MAX_VIEWS: usize = 256;

/// The accesses of a memref through itself and its views, in the order of its uses, and the first use that may access its
/// elements in a way that is not known: an op that is not known, or one that hands it on.
pub fn accesses_of(program: &dyn Program, buffer: ValueId) -> (Vec<OpId>, Option<OpId>) {
    let (mut found, mut unknown) = (vec![], None);
    let mut views = vec![buffer];
    let mut next = 0;
    while let Some(&view) = views.get(next) {
        next += 1;
        for &op in program.users(view) {
            let is_access = |(_, accessed): &(AccessKind, ValueId)| *accessed == view;
            if accessed(program, op).iter().any(is_access) {
                if !found.contains(&op) {
                    found.push(op);
                }
            } else if is_view(program, op, view) && views.len() < MAX_VIEWS {
                let results = program.results(op).iter().copied();
                views.extend(results.filter(|&it| is_memref(program, it)));
            } else if !HARMLESS.contains(&program.op_name(op)) {
                unknown = unknown.or(Some(op));
            }
        }
    }
    (found, unknown)
}

/// Whether an op is a view of a buffer, by indices: of its first operand, not of one that states a shape.
pub fn is_view_by_indices(program: &dyn Program, op: OpId, buffer: ValueId) -> bool {
    let is_first = program.operands(op).first() == Some(&buffer);
    is_first && VIEWS.contains(&program.op_name(op))
}

/// Whether an op is a view of a buffer.
fn is_view(program: &dyn Program, op: OpId, buffer: ValueId) -> bool {
    let name = program.op_name(op);
    let is_first = program.operands(op).first() == Some(&buffer);
    let is_other = OTHER_VIEWS.contains(&name) && (is_first || name == DISTINCT);
    is_other || is_view_by_indices(program, op, buffer)
}

/// Whether an op of a known dialect accesses elements of a buffer that is one of its operands, but not in a way that is
/// known: no load, no store, no slice, no op on whole buffers. What a callee or an op of another dialect does is no access of
/// the function.
pub fn is_unknown_access(program: &dyn Program, op: OpId) -> bool {
    let name = program.op_name(op);
    let is_known = DIALECTS.iter().any(|dialect| {
        let rest = name.strip_prefix(dialect);
        rest.is_some_and(|rest| rest.starts_with('.'))
    });
    // Of ops on tensors, those that state an index.
    let indexes_tensors =
        name.starts_with("vector.") || matches!(name, "tensor.gather" | "tensor.scatter");
    let is_buffer = |&value: &ValueId| {
        is_memref(program, value) || indexes_tensors && is(program, value, ShapedKind::Tensor)
    };
    let hands_on = !program.regions(op).is_empty()
        || HANDS_ON.iter().any(|end| name.ends_with(end))
        || program.results(op).iter().any(|&it| is_memref(program, it));
    (is_known || indexes_tensors)
        && program.operands(op).iter().any(is_buffer)
        && !hands_on
        && !HARMLESS.contains(&name)
        && !VIEWS.contains(&name)
        && !OTHER_VIEWS.contains(&name)
        && name != POINTER
        && accessed(program, op).is_empty()
}

/// The dialects whose ops access elements of their memrefs, but for those that are named here.
const DIALECTS: [&str; 6] = ["vector", "memref", "affine", "gpu", "nvgpu", "amdgpu"];

/// The op that gives a pointer to the elements, which others may use.
const POINTER: &str = "memref.extract_aligned_pointer_as_index";

/// The ends of the names of ops that hand a buffer on: to a callee, or as a result of a region.
const HANDS_ON: [&str; 3] = ["launch_func", "yield", "return"];

fn is_memref(program: &dyn Program, value: ValueId) -> bool {
    is(program, value, ShapedKind::Memref)
}

fn is(program: &dyn Program, value: ValueId, kind: ShapedKind) -> bool {
    program
        .value_type(value)
        .shape()
        .is_some_and(|it| it.kind == kind)
}
