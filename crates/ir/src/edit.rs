//! Mutation of a module.

use super::op::Position;
use super::{Module, Region};
use crate::program::{BlockId, OpId, Point, Program, RegionId, ValueId};
use calipers_support::order::Order;
use hashbrown::HashMap;
use smallvec::SmallVec;
use std::cmp::Ordering;
use std::sync::OnceLock;

/// A position between ops.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum InsertionPoint {
    /// Before an op.
    Before(OpId),
    /// After an op.
    After(OpId),
    /// At the start of a block.
    Start(BlockId),
    /// At the end of a block.
    End(BlockId),
    /// Detached, for ops that [`Module::replace_ops`] will insert.
    Nowhere,
}

/// An op to be replaced, with its replacement.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Replacement {
    /// The op.
    pub op: OpId,
    /// The value that replaces its first result.
    pub value: ValueId,
    /// Detached ops to be inserted, in order.
    pub by: Vec<OpId>,
}

impl InsertionPoint {
    /// The insertion point at a program point.
    pub fn at(module: &Module, point: Point) -> InsertionPoint {
        match module.block_ops(point.block).get(point.index) {
            Some(&op) => InsertionPoint::Before(op),
            None => InsertionPoint::End(point.block),
        }
    }
}

impl Module {
    /// Inserts a detached op. Costs the length of the block. Does nothing if the insertion point refers to a detached
    /// op.
    pub fn insert(&mut self, op: OpId, point: InsertionPoint) {
        let place = match point {
            InsertionPoint::Before(other) => self.place_of(other),
            InsertionPoint::After(other) => self.place_of(other).map(|(block, at)| (block, at + 1)),
            InsertionPoint::Start(block) => Some((block, 0)),
            InsertionPoint::End(block) => Some((block, self.blocks[block.index()].ops.len())),
            InsertionPoint::Nowhere => None,
        };
        let Some((block, at)) = place else {
            return;
        };
        let target = &mut self.blocks[block.index()];
        target.ops.insert(at, op);
        target
            .numbered
            .0
            .store(false, std::sync::atomic::Ordering::Release);
        let data = &mut self.ops[op.index()];
        data.set_block(Some(block));
        *data.position.0.get_mut() = at as u32;
        self.symbols = OnceLock::new();
        let inside: Vec<OpId> = self.walk(op).collect();
        for op in inside {
            for operand in self.op(op).operands.clone() {
                self.add_use(operand, op);
            }
        }
    }

    fn place_of(&self, op: OpId) -> Option<(BlockId, usize)> {
        Some((self.op(op).block()?, self.position(op)))
    }

    /// Erases an op with everything in it. Its results must have no uses.
    pub fn erase(&mut self, op: OpId) {
        let inside: Vec<OpId> = self.walk(op).collect();
        for &op in &inside {
            for operand in self.op(op).operands.clone() {
                self.uses.get_mut(operand).retain(|&user| user != op);
            }
        }
        if let Some((block, at)) = self.place_of(op) {
            let source = &mut self.blocks[block.index()];
            source.ops.remove(at);
            source
                .numbered
                .0
                .store(false, std::sync::atomic::Ordering::Release);
        }
        for op in inside {
            let data = &mut self.ops[op.index()];
            data.erased = true;
            data.set_block(None);
            data.operands = SmallVec::new();
        }
        self.symbols = OnceLock::new();
    }

    /// Replaces ops, each of which must occur once. Costs the total length of their blocks and of the use lists of
    /// their operands.
    ///
    /// ```
    /// use calipers::ir::{InsertionPoint, Module, OpBuilder, ParseOptions, Replacement, Type};
    /// use calipers::program::{OpId, Program};
    /// let text = "func.func @f(%a: index) -> index {
    ///   %0 = \"d.op\"(%a) : (index) -> index
    ///   %1 = \"d.op\"(%0) : (index) -> index
    ///   return %1 : index
    /// }";
    /// let options = ParseOptions { allow_unregistered: true, ..Default::default() };
    /// let mut module = Module::parse(text, "f.mlir", options)?;
    /// let double = |module: &mut Module, op: OpId| {
    ///     let a = module.operands(op)[0];
    ///     let mut builder = OpBuilder::new(module, InsertionPoint::Nowhere);
    ///     let value = builder.binary("arith.addi", a, a);
    ///     Replacement { op, value, by: vec![OpId(module.op_count() as u32 - 1)] }
    /// };
    /// for op in module.ops_named("d.op") {
    ///     let replacement = double(&mut module, op);
    ///     module.replace_ops(&[replacement]);
    /// }
    /// assert_eq!(module.ops_named("arith.addi").len(), 2);
    /// assert!(module.to_string().contains("%1 = arith.addi %0, %0 : index"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn replace_ops(&mut self, replacements: &[Replacement]) {
        for Replacement { op, value, .. } in replacements {
            if let Some(&result) = self.results(*op).first() {
                self.replace_all_uses(result, *value);
            }
        }
        let (mut blocks, mut used, mut places) = (vec![], vec![], HashMap::new());
        for (number, replacement) in replacements.iter().enumerate() {
            let op = replacement.op;
            places.insert(op, number);
            blocks.extend(self.op(op).block());
            for op in self.walk(op).collect::<Vec<_>>() {
                let data = &mut self.ops[op.index()];
                used.extend(std::mem::take(&mut data.operands));
                data.erased = true;
                data.set_block(None);
            }
        }
        used.order();
        used.dedup();
        for value in used {
            let ops = &self.ops;
            let users = self.uses.get_mut(value);
            users.retain(|&user| !ops[user.index()].erased);
        }
        blocks.order();
        blocks.dedup();
        for block in blocks {
            let old = std::mem::take(&mut self.blocks[block.index()].ops);
            let mut ops = Vec::with_capacity(old.len());
            for op in old {
                match places.get(&op) {
                    Some(&number) => ops.extend_from_slice(&replacements[number].by),
                    None => ops.push(op),
                }
            }
            for (at, &op) in ops.iter().enumerate() {
                let data = &mut self.ops[op.index()];
                data.set_block(Some(block));
                *data.position.0.get_mut() = at as u32;
            }
            let data = &mut self.blocks[block.index()];
            data.ops = ops;
            *data.numbered.0.get_mut() = true;
        }
        for op in replacements.iter().flat_map(|it| &it.by) {
            for op in self.walk(*op).collect::<Vec<_>>() {
                for operand in self.op(op).operands.clone() {
                    self.add_use(operand, op);
                }
            }
        }
        self.symbols = OnceLock::new();
    }

    /// Erases a block with everything in it. No op outside of the block may use its values or branch to it.
    pub fn erase_block(&mut self, block: BlockId) {
        for op in self.blocks[block.index()].ops.clone().into_iter().rev() {
            self.erase(op);
        }
        let region = self.blocks[block.index()].region;
        self.regions[region.index()]
            .blocks
            .retain(|&other| other != block);
    }

    /// Sets the successors of a terminator.
    pub fn set_successors(&mut self, op: OpId, successors: &[BlockId]) {
        self.ops[op.index()].set_successors(successors);
    }

    /// Sets the operand at `index` of `op`; does nothing if there is none.
    pub fn set_operand(&mut self, op: OpId, index: usize, value: ValueId) {
        let operands = &mut self.ops[op.index()].operands;
        let Some(operand) = operands.get_mut(index) else {
            return;
        };
        let old = std::mem::replace(operand, value);
        if !operands.contains(&old) {
            self.uses.get_mut(old).retain(|&user| user != op);
        }
        if self.op(op).block().is_some() {
            self.add_use(value, op);
        }
    }

    /// Sets the operands of an op.
    pub fn set_operands(&mut self, op: OpId, operands: &[ValueId]) {
        let old = std::mem::replace(&mut self.ops[op.index()].operands, operands.into());
        if self.op(op).block().is_none() {
            return;
        }
        for operand in old {
            if !operands.contains(&operand) {
                self.uses.get_mut(operand).retain(|&user| user != op);
            }
        }
        for &operand in operands {
            self.add_use(operand, op);
        }
    }

    /// Replaces all uses of `from` by `to`.
    pub fn replace_all_uses(&mut self, from: ValueId, to: ValueId) {
        self.replace_uses_if(from, to, |_, _| true);
    }

    /// Replaces the uses of `from` by `to` in the ops for which `chosen` returns true.
    pub fn replace_uses_if(
        &mut self,
        from: ValueId,
        to: ValueId,
        chosen: impl Fn(&Module, OpId) -> bool,
    ) {
        if from == to {
            return;
        }
        for user in self.uses.get(from).to_vec() {
            if !chosen(self, user) {
                continue;
            }
            for operand in &mut self.ops[user.index()].operands {
                if *operand == from {
                    *operand = to;
                }
            }
            self.uses.get_mut(from).retain(|&it| it != user);
            self.add_use(to, user);
        }
    }

    /// Sets the type of a value. The caller must ensure that its definition and its users allow it.
    pub fn set_type(&mut self, value: ValueId, ty: super::Type) {
        self.values[value.index()].ty = ty;
    }

    /// Sets an attribute of an op, replacing one of the same name.
    pub fn set_attribute(&mut self, op: OpId, name: &str, value: super::Attr) {
        self.set_attributes(op, &[(name, value)]);
    }

    /// Sets attributes of an op, replacing those of the same names.
    pub fn set_attributes(&mut self, op: OpId, attributes: &[(&str, super::Attr)]) {
        let mut list = self.op_attributes(op).to_vec();
        for &(name, value) in attributes {
            let inherent = self.spec(op).is_some_and(|spec| spec.is_inherent(name));
            let name = self.intern_name(name);
            match list.iter_mut().find(|attribute| attribute.name == name) {
                Some(attribute) => attribute.value = value,
                None => list.push(super::NamedAttribute {
                    name,
                    value,
                    inherent,
                }),
            }
        }
        list.order_by(|a, b| self.name(a.name).cmp(self.name(b.name)));
        let attributes = self.intern_list(&list);
        self.ops[op.index()].attributes = attributes;
        self.symbols = OnceLock::new();
    }

    /// Clones an op with everything in it; the clone is detached. Operands are mapped by `mapping`, to which the
    /// cloned values are added.
    pub fn clone_op(&mut self, op: OpId, mapping: &mut HashMap<ValueId, ValueId>) -> OpId {
        let data = self.op(op).clone();
        let copy = self.new_op(data.name, data.offset);
        let operands = data
            .operands
            .iter()
            .map(|operand| mapping.get(operand).copied().unwrap_or(*operand))
            .collect();
        self.new_results(copy, &self.result_types(op));
        let (from, to) = (self.results(op), self.results(copy));
        mapping.extend(from.iter().copied().zip(to.iter().copied()));
        let mut blocks = HashMap::new();
        let regions: Vec<RegionId> = data
            .regions()
            .iter()
            .map(|_| self.new_region(copy))
            .collect();
        for (&source, &target) in data.regions().iter().zip(&regions) {
            self.clone_blocks(source, target, mapping, &mut blocks);
        }
        for (&source, &target) in data.regions().iter().zip(&regions) {
            for (at, block) in self.regions[source.index()]
                .blocks
                .clone()
                .into_iter()
                .enumerate()
            {
                let new = self.regions[target.index()].blocks[at];
                for inner in self.blocks[block.index()].ops.clone() {
                    let inner = self.clone_op(inner, mapping);
                    let new_block = |block| blocks.get(block).unwrap_or(block);
                    let successors = self.op(inner).successors().iter();
                    let successors: Vec<BlockId> = successors.map(new_block).copied().collect();
                    self.ops[inner.index()].set_successors(&successors);
                    self.append(new, inner);
                }
            }
        }
        if let Some(location) = self.locations.get(&op).copied() {
            self.locations.insert(copy, location);
        }
        let target = &mut self.ops[copy.index()];
        target.operands = operands;
        target.attributes = data.attributes;
        target.set_regions(&regions);
        target.set_successors(data.successors());
        copy
    }

    fn clone_blocks(
        &mut self,
        source: RegionId,
        target: RegionId,
        mapping: &mut HashMap<ValueId, ValueId>,
        blocks: &mut HashMap<BlockId, BlockId>,
    ) {
        if self.with_forward_uses.contains(&source) {
            self.with_forward_uses.insert(target);
        }
        for block in self.regions[source.index()].blocks.clone() {
            let arguments = self.blocks[block.index()].arguments.clone();
            let types: Vec<_> = arguments.iter().map(|it| self.type_of(*it)).collect();
            let new = self.create_block(target, &types);
            blocks.insert(block, new);
            let copies = &self.blocks[new.index()].arguments;
            mapping.extend(arguments.into_iter().zip(copies.iter().copied()));
        }
    }

    /// Adds a user of a value at its position in program order.
    fn add_use(&mut self, value: ValueId, op: OpId) {
        let users = self.uses.get(value);
        let comes_first = |&user: &OpId| self.program_order(user, op) == Ordering::Less;
        // Fast path: ops are usually inserted in program order.
        let at = match users.last() {
            Some(last) if comes_first(last) => users.len(),
            _ if users.contains(&op) => return,
            _ => users.partition_point(comes_first),
        };
        self.uses.get_mut(value).insert(at, op);
    }

    /// Compares two ops by program order; an op precedes the ops in its regions. Costs the nesting depth.
    pub fn program_order(&self, a: OpId, b: OpId) -> Ordering {
        let (path_a, path_b) = (self.path(a), self.path(b));
        path_a.cmp(&path_b)
    }

    /// The region, block and position at each level, outermost first.
    fn path(&self, op: OpId) -> Vec<(usize, usize, usize)> {
        let mut path = Vec::new();
        let mut at = op;
        while let Some(block) = self.op(at).block() {
            let region = self.blocks[block.index()].region;
            let Region { parent, blocks } = &self.regions[region.index()];
            let number = blocks.iter().position(|it| *it == block).unwrap_or(0);
            let regions = self.op(*parent).regions();
            let region = regions.iter().position(|it| *it == region).unwrap_or(0);
            path.push((region, number, self.position(at)));
            at = *parent;
        }
        path.reverse();
        path
    }

    /// Creates the implicit top-level op of a file, with its region and block.
    pub(super) fn implicit_top(&mut self) -> (OpId, RegionId, BlockId) {
        let name = self.intern_name("builtin.module");
        let top = self.new_op(name, 0);
        let region = self.new_region(top);
        let block = self.new_block(region);
        self.regions[region.index()].blocks.push(block);
        self.ops[top.index()].set_regions(&[region]);
        (top, region, block)
    }

    /// If a file contains a single module, makes that the top-level op.
    pub(super) fn unwrap_single_module(&mut self, top: OpId, block: BlockId) {
        self.top = top;
        if let [only] = self.blocks[block.index()].ops[..]
            && self
                .spec(only)
                .is_some_and(|spec| spec.name == "builtin.module")
        {
            self.blocks[block.index()].ops.clear();
            self.ops[top.index()].erased = true;
            let inner = &mut self.ops[only.index()];
            inner.set_block(None);
            inner.position = Position::default();
            self.top = only;
        }
    }
}
