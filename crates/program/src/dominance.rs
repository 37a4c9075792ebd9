//! Program points and their dominance relation.

use super::{BlockId, Definition, OpId, Program, RegionId, ValueId};
use hashbrown::{HashMap, HashSet};
use std::cell::RefCell;

/// A program point in `block`: before the op at `index`, or at the end of the block if `index` is the number of its
/// ops.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Point {
    /// The block.
    pub block: BlockId,
    /// The number of ops of the block before the point.
    pub index: usize,
}

impl Point {
    /// The start of a block.
    #[inline]
    pub fn start(block: BlockId) -> Point {
        Point { block, index: 0 }
    }

    /// The point before `op`; none for the outermost op.
    #[inline]
    pub fn before(program: &(impl Program + ?Sized), op: OpId) -> Option<Point> {
        let block = program.block_of(op)?;
        Some(Point {
            block,
            index: program.position(op),
        })
    }

    /// The point after `op`; none for the outermost op.
    #[inline]
    pub fn after(program: &(impl Program + ?Sized), op: OpId) -> Option<Point> {
        let before = Point::before(program, op)?;
        Some(Point {
            index: before.index + 1,
            ..before
        })
    }

    /// The first point at which `value` exists.
    #[inline]
    pub fn of(program: &(impl Program + ?Sized), value: ValueId) -> Option<Point> {
        match program.definition(value) {
            Definition::Result { op, .. } => Point::after(program, op),
            Definition::Argument { block, .. } => Some(Point::start(block)),
        }
    }
}

/// A CFG edge from a terminator to one of its successors.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Edge {
    /// The terminator.
    pub terminator: OpId,
    /// The index of the successor.
    pub successor: usize,
}

impl Edge {
    /// The successor block.
    #[inline]
    pub fn target(self, program: &(impl Program + ?Sized)) -> Option<BlockId> {
        let successors = program.successors(self.terminator);
        successors.get(self.successor).copied()
    }
}

/// The edges into a block, divided into entry edges and back edges.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Entries {
    /// Entry edges: from blocks that the block does not dominate.
    pub first: Vec<Edge>,
    /// Back edges: from blocks that the block dominates, including itself.
    pub again: Vec<Edge>,
}

/// Dominator trees of regions, built on demand (Cooper, Harvey and Kennedy, "A simple, fast dominance algorithm").
#[derive(Clone, Default, Debug)]
pub struct Dominance {
    /// For each region with several blocks, the immediate dominator of each block; the entry's is itself, and
    /// unreachable blocks have none.
    trees: RefCell<HashMap<RegionId, Tree>>,
}

#[derive(Clone, Default, Debug)]
struct Tree {
    nodes: HashMap<BlockId, Node>,
    /// The incoming edges of each block from reachable blocks, in reverse postorder of these.
    edges: HashMap<BlockId, Vec<Edge>>,
    /// Whether the CFG is reducible: every cycle has a block that dominates the others.
    is_reducible: bool,
}

#[derive(Clone, Copy, Debug)]
struct Node {
    dominator: BlockId,
    order: usize,
}

impl Dominance {
    /// An empty table.
    #[inline]
    pub fn new() -> Dominance {
        Dominance::default()
    }

    /// Whether every run that reaches `to` has passed `from` in the same activation of `from`'s region. A point
    /// dominates itself. Costs the nesting depth between the points and the height of the dominator tree.
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

    /// Whether a block is reachable from its region's entry.
    #[inline]
    pub fn is_reachable(&self, program: &(impl Program + ?Sized), block: BlockId) -> bool {
        let region = program.block_region(block);
        if program.blocks(region).first() == Some(&block) {
            return true;
        }
        self.with_tree(program, region, |tree| tree.nodes.contains_key(&block))
    }

    /// Whether a point is unreachable because its block, or the block of an enclosing op, is unreachable from its
    /// region's entry. Costs the nesting depth.
    pub fn is_dead(&self, program: &(impl Program + ?Sized), point: Point) -> bool {
        let mut at = Some(point);
        while let Some(point) = at {
            if !self.is_reachable(program, point.block) {
                return true;
            }
            let around = program.region_parent(program.block_region(point.block));
            at = Point::before(program, around);
        }
        false
    }

    /// The last block before `block` on every path from the region's entry; none for the entry and for unreachable
    /// blocks.
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
            let node = tree.nodes.get(&block)?;
            (node.dominator != block).then_some(node.dominator)
        })
    }

    /// The edges into a block from reachable blocks.
    pub fn entries(&self, program: &(impl Program + ?Sized), block: BlockId) -> Entries {
        let region = program.block_region(block);
        if program.blocks(region).len() < 2 {
            return Entries::default();
        }
        let edges = self.with_tree(program, region, |tree| {
            tree.edges.get(&block).cloned().unwrap_or_default()
        });
        let closes_loop = |edge: &Edge| {
            let from = program.block_of(edge.terminator);
            from.is_some_and(|from| self.block_dominates(program, region, block, from))
        };
        let (again, first) = edges.into_iter().partition(closes_loop);
        Entries { first, again }
    }

    /// Whether the CFG of a region is reducible.
    #[inline]
    pub fn is_reducible(&self, program: &(impl Program + ?Sized), region: RegionId) -> bool {
        program.blocks(region).len() < 2
            || self.with_tree(program, region, |tree| tree.is_reducible)
    }

    fn block_dominates(
        &self,
        program: &(impl Program + ?Sized),
        region: RegionId,
        from: BlockId,
        to: BlockId,
    ) -> bool {
        self.with_tree(program, region, |tree| {
            let Some(from_node) = tree.nodes.get(&from) else {
                return false;
            };
            let mut at = to;
            while let Some(node) = tree.nodes.get(&at) {
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

    #[inline]
    fn with_tree<R>(
        &self,
        program: &(impl Program + ?Sized),
        region: RegionId,
        read: impl FnOnce(&Tree) -> R,
    ) -> R {
        let mut trees = self.trees.borrow_mut();
        read(trees.entry(region).or_insert_with(|| tree(program, region)))
    }
}

fn tree(program: &(impl Program + ?Sized), region: RegionId) -> Tree {
    let Some(&entry) = program.blocks(region).first() else {
        return Tree::default();
    };
    let order = reverse_postorder(program, entry);
    let number: HashMap<BlockId, usize> = order.iter().copied().zip(0..).collect();
    let mut predecessors = vec![Vec::new(); order.len()];
    let mut edges: HashMap<BlockId, Vec<Edge>> = HashMap::new();
    for (n, &block) in order.iter().enumerate() {
        let Some(&terminator) = program.block_ops(block).last() else {
            continue;
        };
        for (successor, target) in program.successors(terminator).iter().enumerate() {
            predecessors[number[target]].push(n);
            edges.entry(*target).or_default().push(Edge {
                terminator,
                successor,
            });
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
    let nodes = order.iter().enumerate().filter_map(|(n, &block)| {
        let dominator = order[dominator[n]?];
        let order = n;
        Some((block, Node { dominator, order }))
    });
    // In reverse postorder, a retreating edge is a back edge if its target dominates its source.
    let is_reducible = (0..order.len()).all(|n| {
        let mut from = predecessors[n].iter().filter(|&&from| from >= n);
        from.all(|&from| intersect(&dominator, from, n) == n)
    });
    Tree {
        nodes: nodes.collect(),
        edges,
        is_reducible,
    }
}

#[inline]
fn intersect(dominator: &[Option<usize>], mut a: usize, mut b: usize) -> usize {
    while a != b {
        let higher = if a > b { &mut a } else { &mut b };
        *higher = dominator[*higher].expect("a processed block has a dominator");
    }
    a
}

#[inline]
fn successors(program: &(impl Program + ?Sized), block: BlockId) -> &[BlockId] {
    let terminator = program.block_ops(block).last();
    terminator.map_or(&[], |&op| program.successors(op))
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
