//! A program of which only the parts are listed.
//!
//! [`Program`] also asks where an op, a block or a region is, what defines a value, and who uses it. An IR without such
//! links implements the ten required methods of [`Listing`]; [`Indexed`] derives the links in one walk:
//!
//! ```
//! use calipers::listing::{Indexed, Listing};
//! use calipers::prelude::*;
//! use calipers::program::{Attribute, BlockId, RegionId, TypeView};
//!
//! /// Straight-line code: op k defines value k. The last op has the others in its region.
//! struct Lines {
//!     names: Vec<&'static str>,
//!     operands: Vec<Vec<ValueId>>,
//!     results: Vec<Vec<ValueId>>,
//!     ops: Vec<OpId>,
//! }
//!
//! impl Listing for Lines {
//!     fn top(&self) -> OpId {
//!         OpId(self.ops.len() as u32)
//!     }
//!     fn op_name(&self, op: OpId) -> &str {
//!         self.names.get(op.index()).unwrap_or(&"lines.all")
//!     }
//!     fn operands(&self, op: OpId) -> &[ValueId] {
//!         self.operands.get(op.index()).map_or(&[], |it| it)
//!     }
//!     fn results(&self, op: OpId) -> &[ValueId] {
//!         self.results.get(op.index()).map_or(&[], |it| it)
//!     }
//!     fn attribute(&self, op: OpId, name: &str) -> Option<Attribute<'_>> {
//!         let is_value = self.op_name(op) == "arith.constant" && name == "value";
//!         is_value.then(|| Attribute::Integer(7.into()))
//!     }
//!     fn regions(&self, op: OpId) -> &[RegionId] {
//!         if op == self.top() { &[RegionId(0)] } else { &[] }
//!     }
//!     fn blocks(&self, _: RegionId) -> &[BlockId] {
//!         &[BlockId(0)]
//!     }
//!     fn block_arguments(&self, _: BlockId) -> &[ValueId] {
//!         &[]
//!     }
//!     fn block_ops(&self, _: BlockId) -> &[OpId] {
//!         &self.ops
//!     }
//!     fn value_type(&self, _: ValueId) -> TypeView<'_> {
//!         TypeView::Index
//!     }
//! }
//!
//! let (seven, sum) = (ValueId(0), ValueId(1));
//! let lines = Lines {
//!     names: vec!["arith.constant", "arith.addi"],
//!     operands: vec![vec![], vec![seven, seven]],
//!     results: vec![vec![seven], vec![sum]],
//!     ops: vec![OpId(0), OpId(1)],
//! };
//! let program = Indexed::new(&lines)?;
//! let rules = Rules::embedded();
//! assert_eq!(Analysis::new(&program, &rules).range(sum).to_string(), "[14, 14]");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::program::{
    Attribute, BlockId, Definition, OpId, Program, RegionId, SourceLocation, TypeView, ValueId,
};
use hashbrown::HashMap;
use hashbrown::hash_map::Entry;

/// The parts of a program in SSA form with nested regions. Its methods are those of [`Program`] of the same names.
pub trait Listing {
    /// The outermost op.
    fn top(&self) -> OpId;
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
    /// The blocks of a region, entry first.
    fn blocks(&self, region: RegionId) -> &[BlockId];
    /// The arguments of a block.
    fn block_arguments(&self, block: BlockId) -> &[ValueId];
    /// The ops of a block, in order.
    fn block_ops(&self, block: BlockId) -> &[OpId];
    /// The type of a value.
    fn value_type(&self, value: ValueId) -> TypeView<'_>;

    /// The successor blocks of a terminator. The default is right if no op branches to a block.
    fn successors(&self, _op: OpId) -> &[BlockId] {
        &[]
    }
    /// The operands that a terminator forwards to the arguments of its `index`-th successor. The default is right if no
    /// op branches to a block with arguments.
    fn successor_operands(&self, _op: OpId, _index: usize) -> &[ValueId] {
        &[]
    }
    /// The name of a value, with its `%`. By default its number.
    fn value_name(&self, value: ValueId) -> String {
        format!("%{}", value.0)
    }
    /// The position of an op in a source file, if known. By default it is not.
    fn location(&self, _op: OpId) -> Option<SourceLocation> {
        None
    }
    /// The op that the symbol `name` (without `@`) denotes, looked up from `from` outwards. By default none is known, so
    /// that nothing is known of the results of calls.
    fn symbol(&self, _from: OpId, _name: &str) -> Option<OpId> {
        None
    }
}

/// Why a listing is no program.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Malformed {
    /// An op is in two places, or contains itself.
    #[error("op {} is in two places", .0.0)]
    Op(OpId),
    /// A region belongs to two ops.
    #[error("region {} is in two places", .0.0)]
    Region(RegionId),
    /// A block is in two regions, or is the successor of an op and in no region.
    #[error("block {} is in two places, or in none", .0.0)]
    Block(BlockId),
    /// A value has two definitions, or is an operand and has none.
    #[error("value {} has two definitions, or none", .0.0)]
    Value(ValueId),
}

/// A listing with the links that [`Program`] asks for. They are those at the time when it was made: the program must not
/// change while it exists.
#[derive(Debug)]
pub struct Indexed<'l, L: ?Sized> {
    listing: &'l L,
    /// The block of an op, and its position there; no block for the outermost op.
    ops: HashMap<OpId, (Option<BlockId>, usize)>,
    regions: HashMap<RegionId, OpId>,
    blocks: HashMap<BlockId, RegionId>,
    values: HashMap<ValueId, Definition>,
    users: HashMap<ValueId, Vec<OpId>>,
}

/// Notes where something is, unless it is known.
fn note<K: Copy + Eq + std::hash::Hash, V>(
    map: &mut HashMap<K, V>,
    key: K,
    place: V,
    error: impl Fn(K) -> Malformed,
) -> Result<(), Malformed> {
    match map.entry(key) {
        Entry::Vacant(entry) => {
            entry.insert(place);
            Ok(())
        }
        Entry::Occupied(_) => Err(error(key)),
    }
}

impl<'l, L: Listing + ?Sized> Indexed<'l, L> {
    /// Walks the program once. The cost is linear in its size.
    ///
    /// # Errors
    /// If something is in two places, or is used and in none.
    pub fn new(listing: &'l L) -> Result<Indexed<'l, L>, Malformed> {
        let mut indexed = Indexed {
            listing,
            ops: HashMap::new(),
            regions: HashMap::new(),
            blocks: HashMap::new(),
            values: HashMap::new(),
            users: HashMap::new(),
        };
        // In program order: the next op is the last one.
        let mut waiting = vec![(listing.top(), None, 0)];
        while let Some((op, block, position)) = waiting.pop() {
            note(&mut indexed.ops, op, (block, position), Malformed::Op)?;
            let first_inner = waiting.len();
            indexed.add(op, &mut waiting)?;
            waiting[first_inner..].reverse();
        }
        let used = indexed.users.keys().map(|value| value.0);
        let undefined = used.filter(|&value| !indexed.values.contains_key(&ValueId(value)));
        let successors = indexed.ops.keys().flat_map(|&op| listing.successors(op));
        let missing = successors.filter(|block| !indexed.blocks.contains_key(*block));
        // The least, since the order of a hash table is arbitrary.
        match (undefined.min(), missing.map(|block| block.0).min()) {
            (Some(value), _) => Err(Malformed::Value(ValueId(value))),
            (None, Some(block)) => Err(Malformed::Block(BlockId(block))),
            (None, None) => Ok(indexed),
        }
    }

    /// Notes the parts of an op, except for the ops in it, which wait.
    fn add(
        &mut self,
        op: OpId,
        waiting: &mut Vec<(OpId, Option<BlockId>, usize)>,
    ) -> Result<(), Malformed> {
        let listing = self.listing;
        for &value in listing.operands(op) {
            let users = self.users.entry(value).or_default();
            if users.last() != Some(&op) {
                users.push(op);
            }
        }
        for (index, &value) in listing.results(op).iter().enumerate() {
            let definition = Definition::Result { op, index };
            note(&mut self.values, value, definition, Malformed::Value)?;
        }
        for &region in listing.regions(op) {
            note(&mut self.regions, region, op, Malformed::Region)?;
            for &block in listing.blocks(region) {
                note(&mut self.blocks, block, region, Malformed::Block)?;
                for (index, &value) in listing.block_arguments(block).iter().enumerate() {
                    let definition = Definition::Argument { block, index };
                    note(&mut self.values, value, definition, Malformed::Value)?;
                }
                let ops = listing.block_ops(block).iter().enumerate();
                waiting.extend(ops.map(|(position, &op)| (op, Some(block), position)));
            }
        }
        Ok(())
    }
}

impl<L: Listing + ?Sized> Program for Indexed<'_, L> {
    fn has_value(&self, value: ValueId) -> bool {
        self.values.contains_key(&value)
    }

    fn has_op(&self, op: OpId) -> bool {
        self.ops.contains_key(&op)
    }

    fn has_block(&self, block: BlockId) -> bool {
        self.blocks.contains_key(&block)
    }

    fn definition(&self, value: ValueId) -> Definition {
        self.values[&value]
    }

    fn value_type(&self, value: ValueId) -> TypeView<'_> {
        self.listing.value_type(value)
    }

    fn value_name(&self, value: ValueId) -> String {
        self.listing.value_name(value)
    }

    fn op_name(&self, op: OpId) -> &str {
        self.listing.op_name(op)
    }

    fn operands(&self, op: OpId) -> &[ValueId] {
        self.listing.operands(op)
    }

    fn results(&self, op: OpId) -> &[ValueId] {
        self.listing.results(op)
    }

    fn attribute(&self, op: OpId, name: &str) -> Option<Attribute<'_>> {
        self.listing.attribute(op, name)
    }

    fn regions(&self, op: OpId) -> &[RegionId] {
        self.listing.regions(op)
    }

    fn successors(&self, op: OpId) -> &[BlockId] {
        self.listing.successors(op)
    }

    fn successor_operands(&self, op: OpId, index: usize) -> &[ValueId] {
        self.listing.successor_operands(op, index)
    }

    fn block_of(&self, op: OpId) -> Option<BlockId> {
        self.ops[&op].0
    }

    fn position(&self, op: OpId) -> usize {
        self.ops[&op].1
    }

    fn location(&self, op: OpId) -> Option<SourceLocation> {
        self.listing.location(op)
    }

    fn blocks(&self, region: RegionId) -> &[BlockId] {
        self.listing.blocks(region)
    }

    fn region_parent(&self, region: RegionId) -> OpId {
        self.regions[&region]
    }

    fn block_arguments(&self, block: BlockId) -> &[ValueId] {
        self.listing.block_arguments(block)
    }

    fn block_ops(&self, block: BlockId) -> &[OpId] {
        self.listing.block_ops(block)
    }

    fn block_region(&self, block: BlockId) -> RegionId {
        self.blocks[&block]
    }

    fn users(&self, value: ValueId) -> &[OpId] {
        self.users.get(&value).map_or(&[], Vec::as_slice)
    }

    fn symbol(&self, from: OpId, name: &str) -> Option<OpId> {
        self.listing.symbol(from, name)
    }
}

#[cfg(all(test, feature = "mlir"))]
mod tests {
    use super::*;
    use crate::analysis::Analysis;
    use crate::ir::{Module, ParseOptions};
    use crate::rules::Rules;

    /// A module as a listing, in which an op may occur twice.
    struct Listed<'m> {
        module: &'m Module,
        twice: Option<Vec<OpId>>,
    }

    impl Listing for Listed<'_> {
        fn top(&self) -> OpId {
            self.module.top()
        }
        fn op_name(&self, op: OpId) -> &str {
            self.module.op_name(op)
        }
        fn operands(&self, op: OpId) -> &[ValueId] {
            self.module.operands(op)
        }
        fn results(&self, op: OpId) -> &[ValueId] {
            self.module.results(op)
        }
        fn attribute(&self, op: OpId, name: &str) -> Option<Attribute<'_>> {
            self.module.attribute(op, name)
        }
        fn regions(&self, op: OpId) -> &[RegionId] {
            self.module.regions(op)
        }
        fn blocks(&self, region: RegionId) -> &[BlockId] {
            self.module.blocks(region)
        }
        fn block_arguments(&self, block: BlockId) -> &[ValueId] {
            self.module.block_arguments(block)
        }
        fn block_ops(&self, block: BlockId) -> &[OpId] {
            match &self.twice {
                Some(ops) => ops,
                None => self.module.block_ops(block),
            }
        }
        fn value_type(&self, value: ValueId) -> TypeView<'_> {
            self.module.value_type(value)
        }
        fn successors(&self, op: OpId) -> &[BlockId] {
            self.module.successors(op)
        }
        fn successor_operands(&self, op: OpId, index: usize) -> &[ValueId] {
            self.module.successor_operands(op, index)
        }
    }

    const SOURCE: &str = "func.func @f(%n: index, %c: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  cf.cond_br %c, ^first(%c0 : index), ^first(%c1 : index)
^first(%from: index):
  scf.for %i = %from to %n step %c1 {
    %sum = arith.addi %i, %from : index
  }
  return
}";

    fn module() -> Module {
        Module::parse(SOURCE, "f.mlir", ParseOptions::default()).expect("it is a program")
    }

    #[test]
    fn the_links_are_those_of_the_program() {
        let module = module();
        let listed = Listed {
            module: &module,
            twice: None,
        };
        let program = Indexed::new(&listed).expect("it is well formed");
        for op in module.walk(module.top()) {
            assert!(program.has_op(op));
            assert_eq!(program.block_of(op), module.block_of(op));
            assert_eq!(program.position(op), module.position(op));
            for &value in module.results(op).iter().chain(module.operands(op)) {
                assert_eq!(program.definition(value), module.definition(value));
                assert_eq!(program.users(value), module.users(value));
            }
            for &region in module.regions(op) {
                assert_eq!(program.region_parent(region), op);
                for &block in module.blocks(region) {
                    assert_eq!(program.block_region(block), region);
                }
            }
        }
        let rules = Rules::embedded();
        let sum = module.value_named("%sum").expect("it is there");
        let range = Analysis::new(&program, &rules).range(sum);
        assert_eq!(range, Analysis::new(&module, &rules).range(sum));
        assert_eq!(range.to_string(), "[0, +inf]");
    }

    #[test]
    fn an_op_that_contains_itself_is_an_error() {
        let module = module();
        let top = module.top();
        let listed = Listed {
            module: &module,
            twice: Some(vec![top]),
        };
        assert_eq!(Indexed::new(&listed).err(), Some(Malformed::Op(top)));
    }
}
