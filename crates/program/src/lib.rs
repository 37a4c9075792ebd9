//! What the engine asks of a program.
//!
//! The engine never sees a parser or an IR: it reaches a program only through [`Program`]. Our own
//! IR implements it; an optimizer implements it for its IR without copying it, by numbering its
//! values, ops, blocks and regions.

mod affine;
mod attribute;
pub mod builtin;
mod column;
mod datum;
mod dominance;
mod flatten;
mod none;
mod shape;
pub mod term;
mod watched;

use calipers_number as number;

pub use affine::{AffineBinary, AffineExpr, AffineMap, Constraint, IntegerSet};
pub use attribute::Attribute;
pub use column::Column;
pub use datum::Datum;
pub use dominance::{Dominance, Edge, Entries, Point};
pub use none::NoProgram;
pub use shape::{Extent, Layout, Shape, ShapedKind, TypeView};
pub use watched::{Reads, Watched};

/// Declares a handle: an opaque number that the program gives out.
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
    /// A region: a list of blocks, of which the first is the entry.
    RegionId
);

/// What defines an SSA value.
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

/// A place in a source file, 1-based.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SourceLocation {
    /// The file's name as it was given, `-` for standard input.
    pub file: String,
    /// Line, from 1.
    pub line: u32,
    /// Column, from 1, in characters.
    pub column: u32,
}

/// How many bits an index has where its bits matter.
pub const INDEX_WIDTH: u32 = 64;

/// A program in SSA form with nested regions, as MLIR has them.
///
/// Every method is expected to cost O(1), or O(size of what it returns).
pub trait Program {
    /// Whether there is such a value. Of handles that the program did not give out (as in a proof
    /// that somebody else wrote) nothing but these three is asked.
    fn has_value(&self, value: ValueId) -> bool;
    /// Whether there is such an op.
    fn has_op(&self, op: OpId) -> bool;
    /// Whether there is such a block.
    fn has_block(&self, block: BlockId) -> bool;

    /// What defines `value`.
    fn definition(&self, value: ValueId) -> Definition;
    /// The type of `value`.
    fn value_type(&self, value: ValueId) -> TypeView<'_>;
    /// How many bits the integer has that `value` is, or of which it holds elements: of an index, and
    /// of vectors and tensors too. None where it is or holds no integer.
    #[inline]
    fn word_width(&self, value: ValueId) -> Option<u32> {
        match self.value_type(value) {
            TypeView::Index => Some(INDEX_WIDTH),
            TypeView::Integer { width } => Some(width),
            _ => None,
        }
    }
    /// The type of the elements of a tensor, memref or vector; none where it is not known. Of integers
    /// that are read without sign by their type (`uiN`) it is [`TypeView::Other`].
    #[inline]
    fn element_type(&self, value: ValueId) -> Option<TypeView<'_>> {
        let _ = value;
        None
    }
    /// The greatest size that dimension `dim` of `value` may have by its type, where the type leaves the
    /// size open and states a limit for it.
    #[inline]
    fn size_limit(&self, value: ValueId, dim: u32) -> Option<crate::number::Int> {
        let _ = (value, dim);
        None
    }
    /// What the type of `value` is called, where it is a shaped one or a dialect's own: `tensor`,
    /// `memref`, `vector`, or a dialect's name for it without `!`, `dialect.type`.
    fn type_name(&self, value: ValueId) -> Option<&str> {
        match self.value_type(value).shape()?.kind {
            ShapedKind::Tensor => Some("tensor"),
            ShapedKind::Memref => Some("memref"),
            ShapedKind::Vector => Some("vector"),
            ShapedKind::Dialect => None,
        }
    }
    /// The type of `value` as data, for concepts; none where the program does not say. Without a
    /// method of its own a program says it of index values alone.
    #[inline]
    fn type_datum(&self, value: ValueId) -> Option<Datum> {
        match self.value_type(value) {
            TypeView::Index => Some(Datum::node("index", [])),
            _ => None,
        }
    }
    /// A number for the type of `value`: equal for equal types, different for others. None where the
    /// program does not number its types.
    #[inline]
    fn type_number(&self, value: ValueId) -> Option<u32> {
        let _ = value;
        None
    }
    /// The attribute or property called `name` as data; none where the op has none, or the program
    /// does not say.
    #[inline]
    fn attribute_datum(&self, op: OpId, name: &str) -> Option<Datum> {
        let _ = (op, name);
        None
    }
    /// How the program's text calls `value`, with its `%`: `%arg0`, `%0#1`.
    fn value_name(&self, value: ValueId) -> String;

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
    /// The successor blocks of a terminator, in order.
    fn successors(&self, op: OpId) -> &[BlockId];
    /// The operands that a terminator forwards to the arguments of its `index`-th successor.
    fn successor_operands(&self, op: OpId, index: usize) -> &[ValueId];
    /// The block an op stands in; none for the outermost op.
    fn block_of(&self, op: OpId) -> Option<BlockId>;
    /// The position of an op among the ops of its block, from 0.
    fn position(&self, op: OpId) -> usize;
    /// Where an op stands in a source file, if known.
    fn location(&self, op: OpId) -> Option<SourceLocation>;

    /// The blocks of a region, entry first.
    fn blocks(&self, region: RegionId) -> &[BlockId];
    /// The op that holds a region.
    fn region_parent(&self, region: RegionId) -> OpId;
    /// Whether the region's blocks run in order with SSA dominance; false for graph regions.
    fn has_ssa_dominance(&self, region: RegionId) -> bool;

    /// The arguments of a block.
    fn block_arguments(&self, block: BlockId) -> &[ValueId];
    /// The ops of a block, in order.
    fn block_ops(&self, block: BlockId) -> &[OpId];
    /// The region a block belongs to.
    fn block_region(&self, block: BlockId) -> RegionId;

    /// The ops that use `value`, in program order, each once.
    fn users(&self, value: ValueId) -> &[OpId];
    /// The op that the symbol `name` (without `@`) denotes, looked up from `from` outwards.
    fn symbol(&self, from: OpId, name: &str) -> Option<OpId>;
    /// The ops that mention the symbol that `op` defines; none where others may that are not known, as
    /// of a public function.
    #[inline]
    fn symbol_users(&self, op: OpId) -> Option<Vec<OpId>> {
        let _ = op;
        None
    }

    /// Tells that something rests on which ops stand before a point in its block. Of use to a program that
    /// notes what is read of it ([`Watched`]).
    #[inline]
    fn relies_on_order(&self, before: Point) {
        let _ = before;
    }
}
