//! The engine's interface to programs.
//!
//! The engine is independent of parsers and IRs: it accesses a program only through [`Program`]. The `ir` crate
//! implements the trait; an optimizer can implement it for its own IR without copying the IR, by numbering values,
//! ops, blocks and regions.

mod affine;
mod attribute;
mod column;
mod datum;
mod dominance;
mod none;
mod shape;
pub mod term;

pub use affine::{AffineBinary, AffineExpr, AffineMap, Constraint, IntegerSet};
pub use attribute::Attribute;
pub use column::Column;
pub use datum::Datum;
pub use dominance::{Dominance, Edge, Entries, Point};
pub use none::NoProgram;
pub use shape::{Extent, Layout, Shape, ShapedKind, TypeView};

/// Declares a handle: an opaque number that the program assigns.
macro_rules! handle {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
        pub struct $name(pub u32);

        impl $name {
            /// The number as an index into a table of the program.
            #[inline]
            pub fn index(self) -> usize {
                self.0 as usize
            }
        }
    };
}

handle!(
    /// An SSA value: an op result or a block argument. Numbers ascend in program order.
    ValueId
);
handle!(
    /// An operation.
    OpId
);
handle!(
    /// A basic block.
    BlockId
);
handle!(
    /// A region: a list of blocks, the first of which is the entry.
    RegionId
);

/// The definition of an SSA value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Definition {
    /// The `index`-th result of `op`.
    Result {
        /// The defining op.
        op: OpId,
        /// Position among its results.
        index: usize,
    },
    /// The `index`-th argument of `block`.
    Argument {
        /// The block it belongs to.
        block: BlockId,
        /// Position among its arguments.
        index: usize,
    },
}

/// A position in a source file, 1-based.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SourceLocation {
    /// The name of the file, `-` for standard input.
    pub file: String,
    /// Line, from 1.
    pub line: u32,
    /// Column, from 1, in characters.
    pub column: u32,
}

/// The number of bits of an index, where it matters.
pub const INDEX_WIDTH: u32 = 64;

/// A program in SSA form with nested regions, as in MLIR.
///
/// Every method should cost O(1), or O(size of the result). The methods with a default say for which programs it is right:
/// an IR without branches, graph regions and symbols needs no other. Handles are best
/// positions in tables, since some sets of them are kept as bits. The outermost op is in no block.
pub trait Program {
    /// Whether the value exists. For handles from other sources, such as a proof, only this method and the next two
    /// are called.
    fn has_value(&self, value: ValueId) -> bool;
    /// Whether the op exists.
    fn has_op(&self, op: OpId) -> bool;
    /// Whether the block exists.
    fn has_block(&self, block: BlockId) -> bool;

    /// The definition of `value`.
    fn definition(&self, value: ValueId) -> Definition;
    /// The type of `value`.
    fn value_type(&self, value: ValueId) -> TypeView<'_>;
    /// The number of bits of the integer or index `value`, or of the elements of a vector or tensor of these. None
    /// for other types.
    fn word_width(&self, value: ValueId) -> Option<u32> {
        match self.value_type(value) {
            TypeView::Index => Some(INDEX_WIDTH),
            TypeView::Integer { width } => Some(width),
            _ => None,
        }
    }
    /// The element type of a tensor, memref or vector; none if it is unknown. An unsigned integer type (`uiN`) is
    /// [`TypeView::Other`].
    fn element_type(&self, _value: ValueId) -> Option<TypeView<'_>> {
        None
    }
    /// The maximum size of the dynamic dimension `dim` of `value`, if its type states one.
    fn size_limit(&self, _value: ValueId, _dim: u32) -> Option<calipers_number::Int> {
        None
    }
    /// The name of the type of `value`, for shaped types and types of dialects: `tensor`, `memref`, `vector`, or
    /// `dialect.type` without `!`.
    fn type_name(&self, value: ValueId) -> Option<&str> {
        match self.value_type(value).shape()?.kind {
            ShapedKind::Tensor => Some("tensor"),
            ShapedKind::Memref => Some("memref"),
            ShapedKind::Vector => Some("vector"),
            ShapedKind::Dialect => None,
        }
    }
    /// The type of `value` as a datum, for concepts; none if it is unknown. The default implementation handles index
    /// values only.
    fn type_datum(&self, value: ValueId) -> Option<Datum> {
        match self.value_type(value) {
            TypeView::Index => Some(Datum::node("index", [])),
            _ => None,
        }
    }
    /// A number that is equal for two values if and only if their types are equal. None if the program does not
    /// number its types.
    fn type_number(&self, _value: ValueId) -> Option<u32> {
        None
    }
    /// The attribute or property called `name` as a datum; none if the op does not have it or it is unknown.
    fn attribute_datum(&self, _op: OpId, _name: &str) -> Option<Datum> {
        None
    }
    /// The name of `value` in the program's text, with its `%`: `%arg0`, `%0#1`. By default its number.
    fn value_name(&self, value: ValueId) -> String {
        format!("%{}", value.0)
    }

    /// The full name of an op, with its dialect: `arith.addi`.
    fn op_name(&self, op: OpId) -> &str;
    /// The operands of an op, in order.
    fn operands(&self, op: OpId) -> &[ValueId];
    /// The results of an op, in order.
    fn results(&self, op: OpId) -> &[ValueId];
    /// The attribute or property called `name`, if the op has it.
    fn attribute(&self, op: OpId, name: &str) -> Option<Attribute<'_>>;
    /// The regions of an op, in order.
    fn regions(&self, op: OpId) -> &[RegionId];
    /// The successor blocks of a terminator, in order. The default is right if no op branches to a block, so that each
    /// region has one block at most.
    fn successors(&self, _op: OpId) -> &[BlockId] {
        &[]
    }
    /// The operands that a terminator forwards to the arguments of its `index`-th successor. The default is right if no
    /// op branches to a block with arguments.
    fn successor_operands(&self, _op: OpId, _index: usize) -> &[ValueId] {
        &[]
    }
    /// The block that contains an op; none for the outermost op.
    fn block_of(&self, op: OpId) -> Option<BlockId>;
    /// The position of an op among the ops of its block, from 0.
    fn position(&self, op: OpId) -> usize;
    /// The position of an op in a source file, if known. By default it is not.
    fn location(&self, _op: OpId) -> Option<SourceLocation> {
        None
    }

    /// The blocks of a region, entry first.
    fn blocks(&self, region: RegionId) -> &[BlockId];
    /// The op that contains a region.
    fn region_parent(&self, region: RegionId) -> OpId;
    /// Whether the region has SSA dominance; false for graph regions. The default is right if each value is defined
    /// before its uses in the order of execution.
    fn has_ssa_dominance(&self, _region: RegionId) -> bool {
        true
    }
    /// Whether no value of the region depends on itself: each is defined before its uses, though the ops may not
    /// execute in order. The default requires SSA dominance.
    fn is_acyclic(&self, region: RegionId) -> bool {
        self.has_ssa_dominance(region)
    }

    /// The arguments of a block.
    fn block_arguments(&self, block: BlockId) -> &[ValueId];
    /// The ops of a block, in order.
    fn block_ops(&self, block: BlockId) -> &[OpId];
    /// The region that contains a block.
    fn block_region(&self, block: BlockId) -> RegionId;

    /// The ops that use `value`, in program order, each once.
    fn users(&self, value: ValueId) -> &[OpId];
    /// The op that the symbol `name` (without `@`) denotes, looked up from `from` outwards. By default none is known, so
    /// that nothing is known of the results of calls.
    fn symbol(&self, _from: OpId, _name: &str) -> Option<OpId> {
        None
    }
    /// The ops that mention the symbol that `op` defines; none if there may be unknown ones, as for a public
    /// function.
    fn symbol_users(&self, _op: OpId) -> Option<Vec<OpId>> {
        None
    }

    /// Records that a result depends on the ops before a point in its block. For programs that record accesses;
    /// the default does nothing.
    fn relies_on_order(&self, _before: Point) {}
}
