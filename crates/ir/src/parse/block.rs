//! The parser of regions and blocks.

use super::operand::Visibility;
use super::{Kind, Parsed, Parser};
use crate::op::NO_OFFSET;
use crate::program::{BlockId, Definition, OpId, Program, RegionId, ValueId};
use crate::registry::{OpSpec, Regions};
use crate::{Attr, NamedAttribute, Numbered, Region, Type};
use hashbrown::HashMap;
use std::sync::atomic::AtomicBool;

/// A block argument in a header.
#[derive(Clone, Debug)]
pub(crate) struct Argument<'s> {
    /// Its name without `%`; empty for an unnamed one.
    pub(crate) name: &'s str,
    /// Its position.
    pub(crate) at: u32,
    pub(crate) ty: Type,
    pub(crate) attributes: Option<Attr>,
    pub(crate) location: Option<Attr>,
}

/// The scope of block names in a region.
#[derive(Default)]
pub(super) struct BlockScope<'s> {
    region: Option<RegionId>,
    names: HashMap<&'s str, BlockName>,
    /// The ops in it whose text is kept, by number.
    kept: Vec<usize>,
}

impl BlockScope<'_> {
    /// The block with a name, if there is one.
    pub(super) fn block(&self, name: &str) -> Option<BlockId> {
        let known = self.names.get(name)?;
        known.defined.then_some(known.block)
    }

    /// The ops in the region whose text is kept, by number.
    pub(super) fn kept(&self) -> &[usize] {
        &self.kept
    }

    /// Forgets blocks from a number on, and kept ops from a number on.
    pub(super) fn restore(&mut self, blocks: usize, kept: usize) {
        while self.kept.last().is_some_and(|&last| last >= kept) {
            self.kept.pop();
        }
        self.names.retain(|_, it| it.block.index() < blocks);
    }
}

struct BlockName {
    block: BlockId,
    defined: bool,
    /// The position of its first mention.
    at: u32,
}

impl<'s> Parser<'s> {
    pub(super) fn begin_file_scope(&mut self) {
        self.begin_names(Visibility::Isolated);
        self.blocks.push(BlockScope::default());
    }

    pub(super) fn end_file_scope(&mut self, _region: RegionId) -> Parsed<()> {
        self.end_names(Visibility::Isolated)?;
        self.blocks.pop();
        for op in self.patch_forward_uses() {
            self.module.forward_users.push(op);
        }
        Ok(())
    }

    /// The name of an argument: `%name` without a result number.
    pub(crate) fn argument_name(&mut self) -> Parsed<(&'s str, u32)> {
        let token = self.expect(Kind::Percent, "SSA argument")?;
        Ok((&self.text_of(token)[1..], token.start))
    }

    /// `%name : type loc(…)`.
    pub(crate) fn argument(&mut self) -> Parsed<Argument<'s>> {
        let (name, at) = self.argument_name()?;
        self.expect(Kind::Colon, "':' after an argument")?;
        let ty = self.ty()?;
        let location = self.argument_location()?;
        Ok(Argument {
            name,
            at,
            ty,
            attributes: None,
            location,
        })
    }

    /// `{ … }`: a region of `op` whose entry block has the given arguments.
    pub(crate) fn region(&mut self, op: OpId, arguments: &[Argument<'s>]) -> Parsed<RegionId> {
        if !self.is(Kind::LeftBrace) {
            return self.error("expected '{' to begin a region");
        }
        let region = self.module.new_region(op);
        let isolated = self.module.spec(op).is_some_and(|spec| spec.isolated);
        let visibility = match isolated {
            true => Visibility::Isolated,
            false => Visibility::Nested,
        };
        self.nested(|parser| parser.region_body(op, region, arguments, visibility))?;
        Ok(region)
    }

    /// A region of an op that is not read: it is unknown whether names from outside are visible.
    pub(super) fn open_region(&mut self, op: OpId, arguments: &[Argument<'s>]) -> Parsed<RegionId> {
        let region = self.module.new_region(op);
        self.nested(|parser| parser.region_body(op, region, arguments, Visibility::Open))?;
        Ok(region)
    }

    /// Records an op whose text is kept, by its number.
    pub(super) fn note_kept(&mut self, number: usize) {
        if let Some(scope) = self.blocks.last_mut() {
            scope.kept.push(number);
        }
    }

    /// An optional region; one without blocks if it is absent.
    pub(crate) fn optional_region(
        &mut self,
        op: OpId,
        arguments: &[Argument<'s>],
    ) -> Parsed<RegionId> {
        if self.is(Kind::LeftBrace) {
            self.region(op, arguments)
        } else {
            Ok(self.module.new_region(op))
        }
    }

    fn region_body(
        &mut self,
        op: OpId,
        region: RegionId,
        arguments: &[Argument<'s>],
        visibility: Visibility,
    ) -> Parsed<()> {
        let spec = self.module.spec(op);
        let dialect = spec.map_or("", OpSpec::inner_dialect);
        self.default_dialects.push(dialect);
        self.begin_names(visibility);
        self.blocks.push(BlockScope {
            region: Some(region),
            ..BlockScope::default()
        });
        self.advance();
        self.region_blocks(region, arguments)?;
        // Most regions have one block without a label.
        if let Some(scope) = self.blocks.pop()
            && !(scope.names.is_empty() && scope.kept.is_empty())
        {
            self.link_kept(&scope)?;
            let undefined = scope.names.into_values().filter(|name| !name.defined);
            if let Some(name) = undefined.min_by_key(|name| name.at) {
                return self.error_at(name.at, "reference to an undefined block");
            }
        }
        self.end_names(visibility)?;
        self.default_dialects.pop();
        Ok(())
    }

    fn region_blocks(&mut self, region: RegionId, arguments: &[Argument<'s>]) -> Parsed<()> {
        if !arguments.is_empty() || !(self.is(Kind::Caret) || self.is(Kind::RightBrace)) {
            if self.is(Kind::Caret) {
                return self.error("invalid block name in region with named arguments");
            }
            let entry = self.module.new_block(region);
            self.module.regions[region.index()].blocks.push(entry);
            for argument in arguments {
                self.define_argument(entry, argument)?;
            }
            self.block_ops(entry)?;
        }
        while self.is(Kind::Caret) {
            self.labelled_block(region)?;
        }
        self.expect(Kind::RightBrace, "'}' at the end of a region")?;
        Ok(())
    }

    fn labelled_block(&mut self, region: RegionId) -> Parsed<()> {
        let token = self.advance();
        let block = self.block_named(token.start, &self.text_of(token)[1..]);
        let block = block.map(|name| {
            let known = std::mem::replace(&mut name.defined, true);
            (name.block, known)
        })?;
        let (block, known) = block;
        if known {
            let message = format!("redefinition of block '{}'", self.text_of(token));
            return self.error_at(token.start, message);
        }
        self.module.blocks[block.index()].label = token.start;
        self.module.regions[region.index()].blocks.push(block);
        if self.eat(Kind::LeftParen) {
            self.list_until(Kind::RightParen, "')'", |parser| {
                let argument = parser.argument()?;
                parser.define_argument(block, &argument).map(|_| ())
            })?;
        }
        self.expect(Kind::Colon, "':' after block name")?;
        self.block_ops(block)
    }

    fn block_ops(&mut self, block: BlockId) -> Parsed<()> {
        while !matches!(
            self.token.kind,
            Kind::Caret | Kind::RightBrace | Kind::Eof | Kind::MetadataBegin
        ) {
            self.operation(block)?;
        }
        Ok(())
    }

    fn block_named(&mut self, at: u32, name: &'s str) -> Parsed<&mut BlockName> {
        if self
            .blocks
            .last()
            .is_none_or(|scope| scope.region.is_none())
        {
            return self.error_at(at, "expected no block at the top of a file");
        }
        let scope = self.blocks.last_mut().expect("a region is open");
        let region = scope.region.expect("a region is open");
        let module = &mut self.module;
        Ok(scope.names.entry(name).or_insert_with(|| BlockName {
            block: module.new_block(region),
            defined: false,
            at,
        }))
    }

    fn define_argument(&mut self, block: BlockId, argument: &Argument<'s>) -> Parsed<ValueId> {
        let start = self.module.blocks[block.index()].arguments.len();
        let value = self.define(argument.name, argument.at, &[argument.ty], |index| {
            Definition::Argument {
                block,
                index: start + index,
            }
        })?;
        self.module.blocks[block.index()].arguments.push(value);
        if let Some(location) = argument.location {
            self.module.argument_locations.insert(value, location);
        }
        Ok(value)
    }

    /// A successor `^name`.
    pub(crate) fn successor(&mut self) -> Parsed<BlockId> {
        let token = self.expect(Kind::Caret, "block name")?;
        let name = &self.text_of(token)[1..];
        self.block_named(token.start, name).map(|name| name.block)
    }

    /// Appends the op `name` without operands to the only block of a region, unless the block has a terminator;
    /// creates the block if there is none.
    pub(crate) fn ensure_terminator(&mut self, region: RegionId, name: &str) {
        let block = self.module.ensure_block(region);
        let last = self.module.blocks[block.index()].ops.last();
        let ends = last.is_some_and(|&op| {
            match self.module.spec(op) {
                Some(spec) if spec.terminator => true,
                Some(_) => self.module.op_name(op) == name,
                // The default terminator may have no definition.
                None => {
                    self.module.op_name(op) == name || !self.module.op(op).successors().is_empty()
                }
            }
        });
        if !ends {
            let name = self.module.intern_name(name);
            let offset = self.previous_start();
            let op = self.module.new_op(name, offset);
            if let Some(Regions::Exactly(count)) = self.module.spec(op).map(|spec| spec.regions) {
                let regions = (0..count).map(|_| {
                    let region = self.module.new_region(op);
                    self.module.ensure_block(region);
                    region
                });
                let regions: Vec<RegionId> = regions.collect();
                self.module.ops[op.index()].set_regions(&regions);
            }
            self.module.append(block, op);
        }
    }

    /// Appends a `vector.yield` of the results of the last op to the only block of a region.
    pub(crate) fn yield_last(&mut self, region: RegionId) {
        let block = self.module.ensure_block(region);
        let last = self.module.blocks[block.index()].ops.last().copied();
        if last.is_some_and(|op| self.module.spec(op).is_some_and(|spec| spec.terminator)) {
            return;
        }
        let name = self.module.intern_name("vector.yield");
        let offset = self.previous_start();
        let op = self.module.new_op(name, offset);
        if let Some(last) = last {
            self.module.ops[op.index()].operands = self.module.results(last).into();
        }
        self.module.append(block, op);
    }

    fn previous_start(&self) -> u32 {
        self.previous_end.saturating_sub(1)
    }

    /// An attribute of an op, marked as inherent if it belongs to the definition.
    pub(super) fn named(
        &mut self,
        spec: Option<&'static OpSpec>,
        name: &str,
        value: Attr,
    ) -> NamedAttribute {
        let inherent = spec.is_none_or(|spec| spec.is_inherent(name));
        NamedAttribute {
            name: self.module.intern_name(name),
            value,
            inherent,
        }
    }
}

impl crate::Module {
    pub(crate) fn new_region(&mut self, parent: OpId) -> RegionId {
        let region = RegionId(self.regions.len() as u32);
        self.regions.push(Region {
            parent,
            blocks: Vec::new(),
        });
        region
    }

    /// The entry block of a region, which is created if there is none.
    pub(crate) fn ensure_block(&mut self, region: RegionId) -> BlockId {
        match self.regions[region.index()].blocks.first() {
            Some(&block) => block,
            None => {
                let block = self.new_block(region);
                self.regions[region.index()].blocks.push(block);
                block
            }
        }
    }

    pub(crate) fn new_block(&mut self, region: RegionId) -> BlockId {
        let block = BlockId(self.blocks.len() as u32);
        self.blocks.push(crate::Block {
            region,
            arguments: Vec::new(),
            ops: Vec::new(),
            label: NO_OFFSET,
            numbered: Numbered(AtomicBool::new(true)),
        });
        block
    }
}
