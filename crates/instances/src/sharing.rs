//! Which buffers share memory, and which instances of a kernel share a buffer.

use crate::nest::is_entry;
use calipers_number::Int;
use calipers_program::{Attribute, Datum, Definition, OpId, Program, ValueId};

/// How two buffers that are no views share memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Sharing {
    /// They are one buffer.
    Same,
    /// They have no common element.
    Distinct,
    /// Unknown.
    Unknown,
}

/// How two roots share memory.
pub(crate) fn sharing(
    program: &dyn Program,
    a: ValueId,
    b: ValueId,
    arguments_are_distinct: bool,
) -> Sharing {
    if a == b {
        return Sharing::Same;
    }
    match (Root::of(program, a), Root::of(program, b)) {
        (Root::Global(a), Root::Global(b)) if a == b => Sharing::Same,
        (Root::Other, _) | (_, Root::Other) => Sharing::Unknown,
        (Root::Argument, Root::Argument) if !arguments_are_distinct => Sharing::Unknown,
        (Root::Argument, Root::Global(_)) | (Root::Global(_), Root::Argument) => {
            match arguments_are_distinct {
                true => Sharing::Distinct,
                false => Sharing::Unknown,
            }
        }
        _ => Sharing::Distinct,
    }
}

/// What a root is.
#[derive(PartialEq, Eq)]
enum Root {
    /// The result of an allocation: no other buffer that exists has its elements.
    Allocation,
    /// A global, by its name.
    Global(String),
    /// An argument of a function.
    Argument,
    /// Memory that a kernel or a launch gives its instances.
    Attribution,
    Other,
}

impl Root {
    fn of(program: &dyn Program, value: ValueId) -> Root {
        match program.definition(value) {
            Definition::Result { op, .. } => match program.op_name(op) {
                "memref.alloc" | "memref.alloca" | "gpu.alloc" => Root::Allocation,
                "memref.get_global" => match program.attribute(op, "name") {
                    Some(Attribute::Symbol(name)) => Root::Global(name.to_owned()),
                    _ => Root::Other,
                },
                _ => Root::Other,
            },
            Definition::Argument { block, .. } => match is_entry(program, block) {
                _ if attribution(program, value).is_some() => Root::Attribution,
                true => Root::Argument,
                // Of a loop, or of a block to which a branch passes a buffer that it has.
                false => Root::Other,
            },
        }
    }
}

/// Whether a buffer is one that each execution of the op that defines it makes anew.
pub(crate) fn is_allocation(program: &dyn Program, root: ValueId) -> bool {
    Root::of(program, root) == Root::Allocation
}

/// Whether a buffer is an argument of a function.
pub(crate) fn is_argument(program: &dyn Program, root: ValueId) -> bool {
    Root::of(program, root) == Root::Argument
}

/// Which instances of a kernel share a buffer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Scope {
    /// All.
    Grid,
    /// Those of one block.
    Block,
    /// None.
    Thread,
}

/// The kernel or the launch that gives its instances a root as memory of their own, and which of them share it: in the
/// entry block, buffers in workgroup memory and then private ones follow the arguments.
pub(crate) fn attribution(program: &dyn Program, root: ValueId) -> Option<(OpId, Scope)> {
    let Definition::Argument { block, index } = program.definition(root) else {
        return None;
    };
    let region = program.block_region(block);
    if program.blocks(region).first() != Some(&block) {
        return None;
    }
    let owner = program.region_parent(region);
    let arguments = match program.op_name(owner) {
        "gpu.func" => {
            let function = program.attribute_datum(owner, "function_type")?;
            function.field("type")?.list_field("inputs")?.len()
        }
        // Ids and sizes of blocks and threads, and of clusters if there are any.
        "gpu.launch" => match program.attribute(owner, "operandSegmentSizes") {
            Some(Attribute::Integers(segments)) if segments.get(7) == Some(&1) => 18,
            Some(Attribute::Integers(_)) => 12,
            _ => return None,
        },
        _ => return None,
    };
    let number = index.checked_sub(arguments)?;
    let is_shared = match program.attribute(owner, "workgroup_attributions") {
        Some(Attribute::Integer(count)) => Int::from(number as i64) < count,
        _ => false,
    };
    let scope = match is_shared {
        true => Scope::Block,
        false => Scope::Thread,
    };
    Some((owner, scope))
}

/// Which instances of a kernel share a root, by what gives it to them or by its memory space.
pub(crate) fn scope(program: &dyn Program, root: ValueId) -> Scope {
    if let Some((_, scope)) = attribution(program, root) {
        return scope;
    }
    let Some(datum) = program.type_datum(root) else {
        return Scope::Grid;
    };
    let is_in = |word| {
        datum
            .field("space")
            .is_some_and(|space| mentions(space, word))
    };
    match (is_in("workgroup"), is_in("private")) {
        (true, _) => Scope::Block,
        (_, true) => Scope::Thread,
        _ => Scope::Grid,
    }
}

/// Whether a word occurs in a datum.
fn mentions(datum: &Datum, word: &str) -> bool {
    match datum {
        Datum::Integer(_) => false,
        Datum::Word(other) => **other == *word,
        Datum::List(parts) => parts.iter().any(|part| mentions(part, word)),
        Datum::Node { fields, .. } => fields.iter().any(|(_, part)| mentions(part, word)),
    }
}
