//! The static structure of a program: the visiting order of its ops, the CFG edges, the call graph.

use crate::program::{BlockId, OpId, Program};
use crate::rules::Rules;
use calipers_support::order::Order;
use hashbrown::HashMap;

/// An item of the visiting order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Item {
    /// An op, and the entries of its regions.
    Enter(OpId),
    /// The results of an op with regions.
    Leave(OpId),
}

/// A CFG edge: a terminator and the number of the successor.
pub(super) type Edge = (OpId, usize);

/// The visiting order, the CFG edges and the call graph.
pub(super) struct Layout {
    items: Vec<Item>,
    /// The index of an op's visit, by its number; `u32::MAX` if it is not in the program.
    enter: Vec<u32>,
    leave: HashMap<OpId, u32>,
    predecessors: HashMap<BlockId, Vec<Edge>>,
    /// The function that an op calls.
    callees: HashMap<OpId, OpId>,
    /// The ops that call a function.
    callers: HashMap<OpId, Vec<OpId>>,
    /// Functions whose callers are all known.
    closed: Vec<OpId>,
    /// The loop ops, outer loops first.
    loops: Vec<OpId>,
    values: usize,
    blocks: usize,
}

impl Layout {
    pub(super) fn of(program: &dyn Program, rules: &Rules, root: OpId) -> Layout {
        let mut layout = Layout {
            items: Vec::new(),
            enter: Vec::new(),
            leave: HashMap::new(),
            predecessors: HashMap::new(),
            callees: HashMap::new(),
            callers: HashMap::new(),
            closed: Vec::new(),
            loops: Vec::new(),
            values: 0,
            blocks: 0,
        };
        let mut functions = vec![];
        let mut stack = vec![Item::Enter(root)];
        while let Some(item) = stack.pop() {
            let at = layout.items.len() as u32;
            layout.items.push(item);
            let op = match item {
                Item::Leave(op) => {
                    layout.leave.insert(op, at);
                    continue;
                }
                Item::Enter(op) => op,
            };
            if layout.enter.len() <= op.index() {
                layout.enter.resize(op.index() + 1, u32::MAX);
            }
            layout.enter[op.index()] = at;
            layout.note_values(program.results(op));
            for (number, &successor) in program.successors(op).iter().enumerate() {
                let edges = layout.predecessors.entry(successor).or_default();
                edges.push((op, number));
            }
            let name = program.op_name(op);
            if let Some(callee) = rules.callee(program, op) {
                layout.callees.insert(op, callee);
                layout.callers.entry(callee).or_default().push(op);
            }
            let regions = program.regions(op);
            if regions.is_empty() {
                continue;
            }
            if rules.is_member("function", name) {
                functions.push(op);
            }
            if rules.op(name).is_some_and(|known| known.loop_.is_some()) {
                layout.loops.push(op);
            }
            stack.push(Item::Leave(op));
            for &region in regions.iter().rev() {
                for &block in program.blocks(region).iter().rev() {
                    layout.blocks = layout.blocks.max(block.index() + 1);
                    layout.note_values(program.block_arguments(block));
                    let ops = program.block_ops(block).iter().rev();
                    stack.extend(ops.map(|&op| Item::Enter(op)));
                }
            }
        }
        // A function outside of the root is unknown.
        let inside = |op: &OpId| {
            layout
                .enter
                .get(op.index())
                .is_some_and(|&at| at != u32::MAX)
        };
        layout.callees.retain(|_, callee| inside(callee));
        layout.callers.retain(|callee, _| inside(callee));
        if program.block_of(root).is_none() {
            layout.close(program, rules, functions);
        }
        layout
    }

    /// The loop ops, outer loops first.
    pub(super) fn loops(&self) -> &[OpId] {
        &self.loops
    }

    /// Finds the functions that only the visited ops can call, with arguments that the rules tell.
    fn close(&mut self, program: &dyn Program, rules: &Rules, functions: Vec<OpId>) {
        for function in functions {
            let Some(users) = program.symbol_users(function) else {
                continue;
            };
            let callers = self.callers.get(&function);
            let is_call = |user| {
                callers.is_some_and(|callers| callers.contains(user))
                    && rules.passed(program, *user).is_some()
            };
            if users.iter().all(is_call) {
                self.closed.push(function);
            }
        }
        self.closed.order();
    }

    fn note_values(&mut self, values: &[crate::program::ValueId]) {
        if let Some(last) = values.iter().max() {
            self.values = self.values.max(last.index() + 1);
        }
    }

    /// The number of items in one sweep.
    pub(super) fn items(&self) -> usize {
        self.items.len()
    }

    /// The item at an index of the order.
    pub(super) fn item(&self, at: usize) -> Item {
        self.items[at]
    }

    /// One more than the greatest number of a value.
    pub(super) fn values(&self) -> usize {
        self.values
    }

    /// One more than the greatest number of a block.
    pub(super) fn blocks(&self) -> usize {
        self.blocks
    }

    /// The index of an op's visit.
    pub(super) fn enter(&self, op: OpId) -> Option<usize> {
        let at = *self.enter.get(op.index())?;
        (at != u32::MAX).then_some(at as usize)
    }

    /// The index at which the results of an op with regions are updated.
    pub(super) fn leave(&self, op: OpId) -> Option<usize> {
        self.leave.get(&op).map(|&at| at as usize)
    }

    /// The edges into a block.
    pub(super) fn predecessors(&self, block: BlockId) -> &[Edge] {
        self.predecessors.get(&block).map_or(&[], Vec::as_slice)
    }

    /// The blocks with predecessors, and the edges into them, in order of the blocks.
    pub(super) fn joins(&self) -> Vec<(BlockId, Vec<Edge>)> {
        let mut joins: Vec<_> = self
            .predecessors
            .iter()
            .map(|(&block, edges)| (block, edges.clone()))
            .collect();
        joins.order();
        joins
    }

    /// The function with a body that an op calls.
    pub(super) fn callee(&self, op: OpId) -> Option<OpId> {
        self.callees.get(&op).copied()
    }

    /// The ops that call a function.
    pub(super) fn callers(&self, function: OpId) -> &[OpId] {
        self.callers.get(&function).map_or(&[], Vec::as_slice)
    }

    /// Whether all callers of a function are known.
    pub(super) fn is_closed(&self, function: OpId) -> bool {
        self.closed.binary_search(&function).is_ok()
    }
}
