//! Program points and which dominates which.

use super::{BlockId, Definition, OpId, Program, RegionId, ValueId};
use hashbrown::{HashMap, HashSet};
use std::cell::RefCell;

/// A program point: in `block`, before the op at `index` (or at the end, where `index` is the
/// number of its ops).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Point {
    /// The block.
    pub block: BlockId,
    /// How many of the block's ops have executed.
    pub index: usize,
}

impl Point {
    /// The start of a block.
    pub fn start(block: BlockId) -> Point {
        Point { block, index: 0 }
    }

    /// Right before `op`; none for the outermost op.
    pub fn before(program: &(impl Program + ?Sized), op: OpId) -> Option<Point> {
        let block = program.block_of(op)?;
        Some(Point {
            block,
            index: program.position(op),
        })
    }

    /// Right after `op`; none for the outermost op.
    pub fn after(program: &(impl Program + ?Sized), op: OpId) -> Option<Point> {
        let before = Point::before(program, op)?;
        Some(Point {
            index: before.index + 1,
            ..before
        })
    }

    /// The first point at which `value` exists.
    pub fn of(program: &(impl Program + ?Sized), value: ValueId) -> Option<Point> {
        match program.definition(value) {
            Definition::Result { op, .. } => Point::after(program, op),
            Definition::Argument { block, .. } => Some(Point::start(block)),
        }
    }
}

/// Dominator trees of the regions that were asked about, built on demand (Cooper, Harvey and
/// Kennedy, "A simple, fast dominance algorithm").
#[derive(Default, Debug)]
pub struct Dominance {
    /// Per region with more than one block: each block's immediate dominator; the entry's is
    /// itself, an unreachable block has none.
    trees: RefCell<HashMap<RegionId, HashMap<BlockId, Node>>>,
}

#[derive(Clone, Copy, Debug)]
struct Node {
    dominator: BlockId,
    order: usize,
}

impl Dominance {
    /// An empty table.
    pub fn new() -> Dominance {
        Dominance::default()
    }

    /// Whether every run that reaches `to` has passed `from`, in the same activation of `from`'s
    /// region. A point dominates itself. Costs the nesting depth between them and the height of
    /// the dominator tree.
    pub fn dominates(&self, program: &(impl Program + ?Sized), from: Point, to: Point) -> bool {
        let region = program.block_region(from.block);
        let mut at = to;
        loop {
            if at.block == from.block {
                return from.index <= at.index;
            }
            let here = program.block_region(at.block);
            if here == region {
                return self.block_dominates(program, region, from.block, at.block);
            }
            match Point::before(program, program.region_parent(here)) {
                Some(outer) => at = outer,
                None => return false,
            }
        }
    }

    /// Whether a block can be reached from its region's entry.
    pub fn is_reachable(&self, program: &(impl Program + ?Sized), block: BlockId) -> bool {
        let region = program.block_region(block);
        if program.blocks(region).first() == Some(&block) {
            return true;
        }
        self.with_tree(program, region, |tree| tree.contains_key(&block))
    }

    /// The closest block that every path from the region's entry to `block` passes; none for the
    /// entry and for unreachable blocks.
    pub fn immediate_dominator(
        &self,
        program: &(impl Program + ?Sized),
        block: BlockId,
    ) -> Option<BlockId> {
        let region = program.block_region(block);
        if program.blocks(region).len() < 2 {
            return None;
        }
        self.with_tree(program, region, |tree| {
            let node = tree.get(&block)?;
            (node.dominator != block).then_some(node.dominator)
        })
    }

    fn block_dominates(
        &self,
        program: &(impl Program + ?Sized),
        region: RegionId,
        from: BlockId,
        to: BlockId,
    ) -> bool {
        self.with_tree(program, region, |tree| {
            let Some(from_node) = tree.get(&from) else {
                return false;
            };
            let mut at = to;
            while let Some(node) = tree.get(&at) {
                if at == from {
                    return true;
                }
                if node.order <= from_node.order {
                    return false;
                }
                at = node.dominator;
            }
            false
        })
    }

    fn with_tree<R>(
        &self,
        program: &(impl Program + ?Sized),
        region: RegionId,
        read: impl FnOnce(&HashMap<BlockId, Node>) -> R,
    ) -> R {
        let mut trees = self.trees.borrow_mut();
        read(
            trees
                .entry(region)
                .or_insert_with(|| dominators(program, region)),
        )
    }
}

fn dominators(program: &(impl Program + ?Sized), region: RegionId) -> HashMap<BlockId, Node> {
    let Some(&entry) = program.blocks(region).first() else {
        return HashMap::new();
    };
    let order = reverse_postorder(program, entry);
    let number: HashMap<BlockId, usize> = order
        .iter()
        .enumerate()
        .map(|(n, &block)| (block, n))
        .collect();
    let mut predecessors = vec![Vec::new(); order.len()];
    for (n, &block) in order.iter().enumerate() {
        for successor in successors(program, block) {
            predecessors[number[successor]].push(n);
        }
    }
    let mut dominator: Vec<Option<usize>> = vec![None; order.len()];
    dominator[0] = Some(0);
    let mut changed = true;
    while changed {
        changed = false;
        for n in 1..order.len() {
            let mut new = None;
            for &p in &predecessors[n] {
                if dominator[p].is_some() {
                    new = Some(new.map_or(p, |q| intersect(&dominator, p, q)));
                }
            }
            if new != dominator[n] {
                dominator[n] = new;
                changed = true;
            }
        }
    }
    order
        .iter()
        .enumerate()
        .filter_map(|(n, &block)| {
            Some((
                block,
                Node {
                    dominator: order[dominator[n]?],
                    order: n,
                },
            ))
        })
        .collect()
}

fn intersect(dominator: &[Option<usize>], mut a: usize, mut b: usize) -> usize {
    while a != b {
        let higher = if a > b { &mut a } else { &mut b };
        *higher = dominator[*higher].expect("a processed block has a dominator");
    }
    a
}

fn successors(program: &(impl Program + ?Sized), block: BlockId) -> &[BlockId] {
    program
        .block_ops(block)
        .last()
        .map_or(&[], |&op| program.successors(op))
}

fn reverse_postorder(program: &(impl Program + ?Sized), entry: BlockId) -> Vec<BlockId> {
    let mut seen = HashSet::new();
    seen.insert(entry);
    let mut stack = vec![(entry, 0)];
    let mut postorder = Vec::new();
    while let Some((block, next)) = stack.last_mut() {
        match successors(program, *block).get(*next) {
            Some(&successor) => {
                *next += 1;
                if seen.insert(successor) {
                    stack.push((successor, 0));
                }
            }
            None => {
                postorder.push(*block);
                stack.pop();
            }
        }
    }
    postorder.reverse();
    postorder
}
